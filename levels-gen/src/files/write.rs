//! Writing that never leaves half a file behind and never overwrites a change by somebody else.
//!
//! A text goes to a temporary file in the same folder, which is synced and then renamed. However
//! the process ends, the file is the old one or the new one: without the sync, a crash of the machine
//! could leave the new name with no content. The folder is also synced, so that of two files that were
//! written one after the other, a crash never keeps only the second: a campaign's manifest says how
//! far the pool beside it goes.
//!
//! A process that is killed leaves its temporary file. Nothing reads those (a pack ends in `.json`),
//! and the next write in that folder removes them: a writer holds a lock on its own file, so a file
//! without a lock is a leftover. Its age does not matter.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::lock::try_lock;
use super::name;
use crate::exit::Fault;

const PREFIX: &str = ".levels-";
const SUFFIX: &str = ".tmp";

/// Writes a file as a whole, with the folders that it needs. A link is followed; a device or a pipe is
/// written to as it is.
///
/// # Errors
/// The file's name and what the system says; a file is then as it was.
pub fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let attempt = || match Target::of(path)? {
        Target::Stream(path) => {
            let mut stream = fs::OpenOptions::new().write(true).open(path)?;
            stream.write_all(text.as_bytes())?;
            stream.flush()
        }
        Target::File { path, old } => replace(&path, old, text),
    };
    attempt().map_err(|fault| refused(path, &fault))
}

/// Writes a file that was made from its old content, if that has not changed: `read` is the content
/// that was read, or `None` if there was no file.
///
/// A change between the check and the rename is lost: no system can prevent it, but the time is as
/// short as possible.
///
/// # Errors
/// As [`write()`], and if the file was changed after it was read: the change is kept, and nothing is
/// written.
pub fn rewrite(path: &Path, read: Option<&str>, text: &str) -> Result<(), Fault> {
    if path == Path::new("-") {
        return Err(Fault::Usage(
            "standard input cannot be written back: name a file".to_string(),
        ));
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        let pipe = io::Error::other("a device or a pipe cannot be written back");
        return Err(refused(path, &pipe));
    }
    let now = super::optional(path)?;
    if now.as_ref().map(super::Source::text) != read {
        return Err(Fault::File(format!(
            "{}: it was changed after it was read; nothing was written: run the command again",
            name(path)
        )));
    }
    write(path, text)
}

/// Whether a file could be written there, to be asked before long work.
///
/// # Errors
/// As [`write()`].
pub fn check_writable(path: &Path) -> Result<(), Fault> {
    let attempt = || match Target::of(path)? {
        Target::Stream(_) => Ok(()),
        // Missing folders are made with the file, not by this check.
        Target::File { path, .. } => temporary(standing(folder_of(&path))).map(drop),
    };
    attempt().map_err(|fault| refused(path, &fault))
}

/// The nearest folder that exists.
fn standing(folder: &Path) -> &Path {
    match fs::metadata(folder) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => match folder.parent() {
            Some(_) => standing(folder_of(folder)),
            None => folder,
        },
        _ => folder,
    }
}

fn refused(path: &Path, fault: &io::Error) -> Fault {
    Fault::File(format!("{}: {fault}; nothing was written", name(path)))
}

/// What a text is written to.
enum Target {
    /// A device or a pipe.
    Stream(PathBuf),
    /// A file that is there, with its rights, or one that will be.
    File {
        path: PathBuf,
        old: Option<fs::Permissions>,
    },
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        // Through a link to what it names: a rename would put a file in the link's place.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = match fs::metadata(&path) {
            Ok(old) => old,
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
                return Ok(Self::File { path, old: None });
            }
            Err(fault) => return Err(fault),
        };
        if old.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !old.is_file() {
            return Ok(Self::Stream(path));
        }
        if old.permissions().readonly() {
            // A rename needs only the rights of the folder, but a protected file must not be replaced.
            return Err(io::Error::other("it is write-protected"));
        }
        Ok(Self::File {
            path,
            old: Some(old.permissions()),
        })
    }
}

/// The folder that a file is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn replace(path: &Path, old: Option<fs::Permissions>, text: &str) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    sweep(folder);
    let file = temporary(folder)?;
    // Past the wrapper, whose errors name the temporary file.
    file.as_file().write_all(text.as_bytes())?;
    // The result has the rights of the file that it replaces, or those that any new file gets.
    if let Some(old) = old {
        file.as_file().set_permissions(old)?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|fault| fault.error)?;
    sync_folder(folder);
    Ok(())
}

/// A new temporary file that this process holds the lock of.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let file = tempfile::Builder::new()
            .prefix(PREFIX)
            .suffix(SUFFIX)
            .make_in(folder, |path| File::create_new(path))?;
        // Another process may have swept the file away before it was locked. On a file system without
        // locks, no process sweeps.
        if try_lock(file.as_file()).unwrap_or(true) && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Removes the temporary files of processes that are gone. What cannot be removed is left: it
/// does no harm.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if !(name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            continue;
        }
        let nobodys = |file: &File| cfg!(unix) && matches!(try_lock(file), Ok(true));
        if File::open(entry.path()).is_ok_and(|file| nobodys(&file)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Makes a rename survive a crash of the machine, if the system can do that.
fn sync_folder(folder: &Path) {
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries
            .map(|entry| entry.file_name().to_string_lossy().to_string())
            .collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    #[test]
    fn what_a_killed_process_left_goes_and_what_a_living_one_holds_stays() {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let at = |name: &str| folder.path().join(name);
        for name in [".levels-gone.tmp", ".levels-other", "a.tmp"] {
            fs::write(at(name), "x").unwrap_or_else(|fault| panic!("{fault}"));
        }
        let held = temporary(folder.path()).unwrap_or_else(|fault| panic!("{fault}"));
        write(&at("a.json"), "{}").unwrap_or_else(|fault| panic!("{fault:?}"));
        let holding = held.path().file_name().unwrap_or_default();
        let mut expected = vec![
            holding.to_string_lossy().to_string(),
            ".levels-other".to_string(),
            "a.json".to_string(),
            "a.tmp".to_string(),
        ];
        expected.sort();
        assert_eq!(names(folder.path()), expected);
    }
}
