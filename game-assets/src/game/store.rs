//! Where progress is kept: one file in the user's data folder, replaced as a whole. Several games may run
//! at once: each save keeps what the others have saved.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::progress::{Progress, Unreadable};

/// Names another folder than the user's: for tests, and for players who want it elsewhere.
const FOLDER: &str = "GAME_ASSETS_DATA";
const FILE: &str = "progress.json";
const LOCK: &str = ".lock";
/// How long a save waits for the save of another game, which takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(5);

/// The progress file.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

/// What was found at the start.
#[derive(Debug)]
pub enum Loaded {
    /// The progress; a new one if there is no file yet.
    Progress(Progress),
    /// The file was damaged, could not be read, and was renamed to this.
    Aside(PathBuf),
}

impl Store {
    /// The store in the folder that `GAME_ASSETS_DATA` names, or in the user's data folder.
    ///
    /// # Errors
    /// The system does not name that folder.
    pub fn of_user() -> io::Result<Self> {
        data_folder(|name| env::var_os(name).filter(|value| !value.is_empty()))
            .map(|folder| Self { folder })
            .ok_or_else(|| {
                io::Error::other(format!(
                    "no home folder: set {FOLDER} to one of your folders"
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

    /// Reads the progress. A damaged file is renamed, so that no save replaces it.
    ///
    /// # Errors
    /// The file cannot be read, or has a newer format. In both cases it is not changed.
    pub fn load(&self) -> io::Result<Loaded> {
        match self.read()? {
            Ok(progress) => Ok(Loaded::Progress(progress)),
            Err(Damaged) => {
                let _lock = Lock::of(&self.folder)?;
                self.load_alone()
            }
        }
    }

    /// Saves the progress together with what other games have saved since: the file is read again
    /// under a lock, merged, and replaced. `settle` then adjusts the merged progress. Returns
    /// where a damaged file was put, if there was one.
    ///
    /// The text goes to a new file first, which is then renamed, so that a program that is killed at
    /// any moment leaves a complete file, old or new.
    ///
    /// # Errors
    /// The file cannot be written, or has a newer format; the old one is still there.
    pub fn save(
        &self,
        progress: &mut Progress,
        settle: impl FnOnce(&mut Progress),
    ) -> io::Result<Option<PathBuf>> {
        let _lock = Lock::of(&self.folder)?;
        let aside = match self.load_alone()? {
            Loaded::Progress(saved) => {
                progress.merge(saved);
                None
            }
            Loaded::Aside(path) => Some(path),
        };
        settle(progress);
        let text = progress.to_json()?;
        let mut file = tempfile::Builder::new()
            .prefix(".progress-")
            .tempfile_in(&self.folder)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(self.file()).map_err(|fault| fault.error)?;
        Ok(aside)
    }

    /// [`load`](Self::load) for the holder of the lock.
    fn load_alone(&self) -> io::Result<Loaded> {
        match self.read()? {
            Ok(progress) => Ok(Loaded::Progress(progress)),
            Err(Damaged) => {
                let aside = free_name(&self.folder)?;
                fs::rename(self.file(), &aside)?;
                Ok(Loaded::Aside(aside))
            }
        }
    }

    fn read(&self) -> io::Result<Result<Progress, Damaged>> {
        let bytes = match fs::read(self.file()) {
            Ok(bytes) => bytes,
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
                return Ok(Ok(Progress::default()));
            }
            Err(fault) => return Err(fault),
        };
        match Progress::from_json(&String::from_utf8_lossy(&bytes)) {
            Ok(progress) => Ok(Ok(progress)),
            Err(Unreadable::Newer(format)) => Err(io::Error::other(format!(
                "it has format {format} of a newer game; it was not changed"
            ))),
            Err(Unreadable::Damaged(_)) => Ok(Err(Damaged)),
        }
    }
}

/// The file exists but is not progress.
struct Damaged;

/// Prevents other games from using the file while this one reads and replaces it. It is the system's
/// lock on a file that is never removed, so it ends with the process that holds it, however that ends.
struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a folder, and makes it if it does not exist.
    ///
    /// # Errors
    /// Another game has held it for [`PATIENCE`], or no file can be made there.
    fn of(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(LOCK);
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(file) = try_lock(&path)? {
                return Ok(Self { _file: file });
            }
            if Instant::now() > until {
                let message = format!("another game has kept {} locked", path.display());
                return Err(io::Error::new(io::ErrorKind::WouldBlock, message));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The file, if no other process has locked it.
#[cfg(unix)]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    use rustix::fs::{FlockOperation, flock};
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(None),
        Err(fault) => Err(fault.into()),
    }
}

/// Without `flock`, a file that is open cannot be opened again.
#[cfg(not(unix))]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        options.share_mode(0);
    }
    match options.open(path) {
        Ok(file) => Ok(Some(file)),
        // ERROR_SHARING_VIOLATION.
        Err(fault) if fault.raw_os_error() == Some(32) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// A name for a damaged file that is not taken.
fn free_name(folder: &Path) -> io::Result<PathBuf> {
    let mut names = (1..1_000).map(|number| folder.join(format!("progress.damaged-{number}.json")));
    names
        .find(|path| !path.exists())
        .ok_or_else(|| io::Error::other("there are too many damaged files beside it"))
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
        // A relative path there is invalid and must be ignored.
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
        let save = || store.save(&mut Progress::default(), |_| {});
        assert!(matches!(save(), Ok(None)));
        let text = fs::read_to_string(store.file()).unwrap_or_default();
        for number in 1..3 {
            assert!(fs::write(store.file(), &text[..text.len() / 2]).is_ok());
            let aside = store.folder.join(format!("progress.damaged-{number}.json"));
            assert!(matches!(store.load(), Ok(Loaded::Aside(path)) if path == aside));
            assert!(aside.exists() && !store.file().exists());
        }
        // A save reads the file again: it may have been damaged or replaced since it was loaded.
        assert!(fs::write(store.file(), "{}").is_ok());
        let aside = store.folder.join("progress.damaged-3.json");
        assert!(matches!(save(), Ok(Some(path)) if path == aside));
        assert_eq!(fs::read_to_string(&aside).unwrap_or_default(), "{}");
        let newer = text.replace('1', "2");
        assert!(fs::write(store.file(), &newer).is_ok());
        assert!(store.load().is_err() && save().is_err());
        assert_eq!(fs::read_to_string(store.file()).unwrap_or_default(), newer);
    }
}
