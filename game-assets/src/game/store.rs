//! Where progress is kept: one file in the user's data folder, replaced as a whole.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::progress::{Progress, Unreadable};

/// Names another folder than the user's: for tests, and for players who want it elsewhere.
const FOLDER: &str = "GAME_ASSETS_DATA";
const FILE: &str = "progress.json";

/// The progress file.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

/// What was found at the start.
#[derive(Debug)]
pub enum Loaded {
    /// The progress; a new one where there is no file yet.
    Progress(Progress),
    /// The file was damaged and now has this name; nothing is lost and nothing was understood.
    Aside(PathBuf),
}

impl Store {
    /// The store in the folder that `GAME_ASSETS_DATA` names, or in the user's data folder.
    ///
    /// # Errors
    /// The system does not say where that is.
    pub fn of_user() -> io::Result<Self> {
        data_folder(|name| env::var_os(name).filter(|value| !value.is_empty()))
            .map(|folder| Self { folder })
            .ok_or_else(|| {
                io::Error::other(format!(
                    "no home folder: set {FOLDER} to a folder of your own"
                ))
            })
    }

    /// The store in a folder.
    #[cfg(test)]
    pub fn in_folder(folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
        }
    }

    /// The file.
    pub fn file(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Reads the progress.
    ///
    /// # Errors
    /// The file cannot be read, or it is of a newer format: both leave it alone.
    pub fn load(&self) -> io::Result<Loaded> {
        let file = self.file();
        let bytes = match fs::read(&file) {
            Ok(bytes) => bytes,
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
                return Ok(Loaded::Progress(Progress::default()));
            }
            Err(fault) => return Err(fault),
        };
        match Progress::from_json(&String::from_utf8_lossy(&bytes)) {
            Ok(progress) => Ok(Loaded::Progress(progress)),
            Err(Unreadable::Newer(format)) => Err(io::Error::other(format!(
                "it is of format {format}, written by a newer game; it was left as it is"
            ))),
            Err(Unreadable::Damaged(_)) => {
                let aside = free_name(&self.folder)?;
                fs::rename(&file, &aside)?;
                Ok(Loaded::Aside(aside))
            }
        }
    }

    /// Writes the progress: to a new file first, which then takes the old one's name, so that a
    /// program that is killed at any moment leaves one of the two as a whole.
    ///
    /// # Errors
    /// The file cannot be written; the old one is still there.
    pub fn save(&self, progress: &Progress) -> io::Result<()> {
        let text = progress.to_json()?;
        fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(".progress-")
            .tempfile_in(&self.folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(self.file()).map_err(|fault| fault.error)?;
        Ok(())
    }
}

/// A name for a damaged file that is not taken.
fn free_name(folder: &Path) -> io::Result<PathBuf> {
    let mut names = (1..1_000).map(|number| folder.join(format!("progress.damaged-{number}.json")));
    names
        .find(|path| !path.exists())
        .ok_or_else(|| io::Error::other("too many damaged files lie beside it"))
}

/// The folder of this game in the user's data folder, by the rules of the platform: the XDG base
/// directories on Unix, `Library/Application Support` on macOS, `%APPDATA%` on Windows.
fn data_folder(variable: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<PathBuf> {
    if let Some(own) = variable(FOLDER) {
        return Some(own.into());
    }
    let path = |name: &str| variable(name).map(PathBuf::from);
    let data = if cfg!(windows) {
        path("APPDATA")
    } else if cfg!(target_os = "macos") {
        path("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        // A relative path there is invalid and to be ignored.
        path("XDG_DATA_HOME")
            .filter(|path| path.is_absolute())
            .or_else(|| path("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("game-assets"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_folder_follows_the_platform() {
        for (variables, folder) in [
            (&[][..], None),
            (
                &[("HOME", "/home/a")],
                Some("/home/a/.local/share/game-assets"),
            ),
            (
                &[("HOME", "/home/a"), ("XDG_DATA_HOME", "/data")],
                Some("/data/game-assets"),
            ),
            (
                &[("HOME", "/home/a"), ("XDG_DATA_HOME", "data")],
                Some("/home/a/.local/share/game-assets"),
            ),
            (
                &[("HOME", "/home/a"), ("GAME_ASSETS_DATA", "/own")],
                Some("/own"),
            ),
        ] {
            let find = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).into())
            };
            assert_eq!(
                data_folder(find),
                folder.map(PathBuf::from),
                "{variables:?}"
            );
        }
    }

    #[test]
    fn a_damaged_file_is_put_aside_and_a_newer_one_left_alone() {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let store = Store {
            folder: folder.path().join("deep/er"),
        };
        assert!(matches!(store.load(), Ok(Loaded::Progress(p)) if p == Progress::default()));
        let saved = store.save(&Progress::default());
        assert!(saved.is_ok(), "{saved:?}");
        let text = fs::read_to_string(store.file()).unwrap_or_default();
        for number in 1..3 {
            assert!(fs::write(store.file(), &text[..text.len() / 2]).is_ok());
            let aside = store.folder.join(format!("progress.damaged-{number}.json"));
            assert!(matches!(store.load(), Ok(Loaded::Aside(path)) if path == aside));
            assert!(aside.exists() && !store.file().exists());
        }
        assert!(fs::write(store.file(), text.replace('1', "2")).is_ok());
        assert!(store.load().is_err() && store.file().exists());
    }
}
