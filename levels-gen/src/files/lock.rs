//! Keeping other processes away from a folder while this one works in it.
//!
//! The lock is the system's (`flock`), on a file that is never removed. It ends with the process that
//! holds it, however that ends, so there is never a stale lock; the file's content only says who holds
//! it. `std` has the same from Rust 1.89 on, which is newer than the oldest version that this crate
//! compiles with.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use super::name;
use crate::exit::Fault;

/// The name of the file that is locked.
const NAME: &str = ".lock";

/// A lock on a folder; dropping it unlocks the folder.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// The process that has locked a folder, if its number is known.
#[derive(Debug)]
pub struct Held(pub Option<u32>);

impl std::fmt::Display for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(process) => write!(f, "process {process}"),
            None => f.write_str("another process"),
        }
    }
}

impl Lock {
    /// Locks a folder, and makes it if it does not exist; the inner error says who already holds it.
    ///
    /// # Errors
    /// A folder in which no file can be made.
    pub fn of(folder: &Path) -> Result<Result<Self, Held>, Fault> {
        let fault = |fault: io::Error| Fault::File(format!("{}: {fault}", name(folder)));
        fs::create_dir_all(folder).map_err(fault)?;
        let path = folder.join(NAME);
        let file = open(&path).map_err(fault)?;
        let held = match &file {
            Some(file) => !try_lock(file).map_err(fault)?,
            None => true,
        };
        let Some(mut file) = file.filter(|_| !held) else {
            let said = fs::read_to_string(&path).ok();
            return Ok(Err(Held(said.and_then(|said| said.trim().parse().ok()))));
        };
        // For people only: a full disk must not prevent the lock.
        let _ = file
            .set_len(0)
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        Ok(Ok(Self { _file: file }))
    }
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path).map(Some)
}

/// Without `flock`, a file that is open cannot be opened again.
#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        // Others may read who holds it.
        options.share_mode(1);
    }
    match options.open(path) {
        Ok(file) => Ok(Some(file)),
        // ERROR_SHARING_VIOLATION.
        Err(fault) if fault.raw_os_error() == Some(32) => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Locks a file unless another process has it; `true` where this one holds it now.
///
/// # Errors
/// What the system says.
#[cfg(unix)]
pub fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(fault) => Err(fault.into()),
    }
}

/// Without `flock`, opening the file is the lock.
#[cfg(not(unix))]
pub fn try_lock(_file: &File) -> io::Result<bool> {
    Ok(true)
}
