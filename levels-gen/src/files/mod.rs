//! Files: reading them and finding packs in folders; writing is in `write.rs`, what may be replaced in
//! `replace.rs`, locking in `lock.rs`.

mod lock;
mod replace;
mod write;

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use levels_core::embed::{FolderFault, PackFiles};
use levels_core::json::source::Source;

pub use lock::Lock;
pub use replace::{Force, MARK, PAGE, check_replaceable, put, recipe_origin};
pub use write::{check_writable, folder_of, rewrite, write};

use crate::exit::Fault;
use crate::output;

/// The most bytes that are read of one input: a tree of JSON takes about 36 bytes of memory for each
/// byte of the file, and a device never ends. A pack of 100,000 levels has a third of this.
const MAX_BYTES: u64 = 256 << 20;

/// Reads one file; `-` is standard input.
///
/// # Errors
/// The file's name and what the system says; a file that was written to while it was read, or one of
/// more than 256 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>, Fault> {
    if path == Path::new("-") {
        return all(io::stdin().lock())
            .map_err(|fault| Fault::File(format!("standard input: {fault}")));
    }
    whole(path).map_err(|fault| Fault::File(format!("{}: {fault}", name(path))))
}

/// The bytes of a file. If it is replaced by a rename meanwhile, the old content is read; if it is
/// written in place, its length or its time shows it.
fn whole(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let before = file.metadata()?;
    if before.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let bytes = all(&file)?;
    let after = file.metadata()?;
    let touched = before.len() != after.len() || before.modified().ok() != after.modified().ok();
    if before.is_file() && touched {
        return Err(io::Error::other(
            "it was written to while it was read; run the command again",
        ));
    }
    Ok(bytes)
}

fn all(input: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(
            "more than 256 MiB: no file of levels is that large",
        ));
    }
    Ok(bytes)
}

/// Reads one file as text; `None` if nothing has that name.
///
/// # Errors
/// As [`source`]: a file that exists but cannot be read is an error.
pub fn optional(path: &Path) -> Result<Option<Source>, Fault> {
    match fs::symlink_metadata(path) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => source(path).map(Some),
    }
}

/// Reads one file as text.
///
/// # Errors
/// As [`read`], and where the file is not UTF-8, with the place of the first byte that is not.
pub fn source(path: &Path) -> Result<Source, Fault> {
    from_bytes(path)?.map_err(|(source, at)| {
        let position = source.position(at);
        Fault::File(format!(
            "{}:{}:{}: not UTF-8 from here on; save the file as UTF-8",
            source.name(),
            position.line,
            position.column
        ))
    })
}

/// Reads one file, as text up to the first byte that is not UTF-8.
fn from_bytes(path: &Path) -> Result<Result<Source, (Source, usize)>, Fault> {
    let name = if path == Path::new("-") {
        "<stdin>".to_string()
    } else {
        name(path)
    };
    Ok(Source::from_bytes(&name, read(path)?))
}

/// The path as messages show it, with `/`.
#[must_use]
pub fn name(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// The hash of a text, as recipes write it. Line endings do not count, since a checkout may write those
/// of its system.
#[must_use]
pub fn hash(text: &str) -> String {
    let text = unix_lines(text);
    format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex())
}

/// A text with `\n` at the end of its lines.
#[must_use]
pub fn unix_lines(text: &str) -> Cow<'_, str> {
    if text.contains("\r\n") {
        text.replace("\r\n", "\n").into()
    } else {
        text.into()
    }
}

/// How `path` is reached from a folder, with `/`. The folder need not exist yet.
///
/// # Errors
/// A path that does not exist, or one on another drive.
pub fn relative(folder: &Path, path: &Path) -> Result<String, Fault> {
    let fault = |path: &Path, fault: io::Error| Fault::File(format!("{}: {fault}", name(path)));
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let folder = really(folder).map_err(|why| fault(folder, why))?;
    let path = fs::canonicalize(path).map_err(|why| fault(path, why))?;
    let shared = folder
        .components()
        .zip(path.components())
        .take_while(|(a, b)| a == b)
        .count();
    if shared == 0 {
        return Err(Fault::Usage(format!(
            "{} cannot be reached from {}",
            name(&path),
            name(&folder)
        )));
    }
    let up = folder.components().skip(shared).map(|_| "..".to_string());
    let down = path
        .components()
        .skip(shared)
        .map(|part| part.as_os_str().to_string_lossy().to_string());
    Ok(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// A path without links, also of a folder that is not there yet.
fn really(folder: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(folder) {
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => match folder.file_name() {
            Some(last) => Ok(really(folder_of(folder))?.join(last)),
            None => Err(fault),
        },
        found => found,
    }
}

/// The folder that file names in the recipe of the pack at `path` are relative to. If `path` is a link,
/// it is the folder that the pack is really in.
#[must_use]
pub fn home(path: &Path) -> PathBuf {
    let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    let target = fs::canonicalize(path).ok().filter(|_| is_link);
    let path = target.as_deref().unwrap_or(path);
    path.parent().unwrap_or(Path::new("")).to_path_buf()
}

/// A path below a folder, both with `/`, with `..` resolved where possible.
#[must_use]
pub fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match (part, parts.last()) {
            ("." | "", _) => {}
            ("..", Some(last)) if *last != ".." => {
                parts.pop();
            }
            (part, _) => parts.push(part),
        }
    }
    parts.join("/")
}

/// The packs at the given paths, as [`pack_paths`] finds them and [`pack`] reads them.
///
/// # Errors
/// Every path that cannot be read, or a folder without any pack.
pub fn packs(paths: &[PathBuf]) -> Result<Vec<Source>, Fault> {
    read_packs(&pack_paths(paths)?)
}

/// The files of the packs at the given paths, each once: a file is taken as it is; of a folder and its
/// subfolders, what `PackFiles` takes for packs, by name. Skipped files are named on standard error.
///
/// # Errors
/// A folder that cannot be read, or one without any pack.
pub fn pack_paths(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut found = PackFiles::default();
    let mut empty = None;
    for path in paths {
        if !path.is_dir() {
            found.add_file(path);
        } else if !found.add_folder(path).map_err(unreadable)? {
            empty = empty.or(Some(path));
        }
    }
    say_skipped(&found.hidden, &found.orders);
    match empty {
        Some(folder) => Err(no_pack(&name(folder))),
        None => Ok(found.packs),
    }
}

/// Reads a file as a pack; if it is not UTF-8, verification reports it.
///
/// # Errors
/// As [`read`].
pub fn pack(path: &Path) -> Result<Source, Fault> {
    Ok(from_bytes(path)?.unwrap_or_else(|(cut, _)| cut))
}

/// The packs of a folder, perhaps none; files in the folders `but` are left out.
///
/// # Errors
/// As [`packs`].
pub fn packs_but(folder: &Path, but: &[PathBuf]) -> Result<Vec<Source>, Fault> {
    let mut found = PackFiles::default();
    found.add_folder(folder).map_err(unreadable)?;
    say_skipped(&found.hidden, &found.orders);
    let outside = |path: &PathBuf| !but.iter().any(|but| path.parent() == Some(but));
    found.packs.retain(outside);
    read_packs(&found.packs)
}

/// The error for a folder without packs.
#[must_use]
pub fn no_pack(folder: &str) -> Fault {
    Fault::File(format!(
        "{folder}: it has no packs (a pack is a *.json file)"
    ))
}

/// Reports which files of folders of packs were not read: hidden ones, and orders of stages in
/// subfolders.
pub fn say_skipped(hidden: &[PathBuf], orders: &[PathBuf]) {
    /// There can be many: a disk that a Mac wrote to has a hidden file beside each file.
    const MOST: usize = 10;
    let list = |paths: &[PathBuf]| {
        let mut names: Vec<String> = paths.iter().take(MOST).map(|path| name(path)).collect();
        if paths.len() > MOST {
            names.push(format!("and {} more", paths.len() - MOST));
        }
        names.join(", ")
    };
    if !hidden.is_empty() {
        output::note(&format!(
            "skipped, because the name begins with a dot: {}",
            list(hidden)
        ));
    }
    if !orders.is_empty() {
        output::note(&format!(
            "skipped, because an order of stages is read only with its own folder: {}",
            list(orders)
        ));
    }
}

fn read_packs(paths: &[PathBuf]) -> Result<Vec<Source>, Fault> {
    let mut sources = Vec::new();
    let mut faults = Vec::new();
    for path in paths {
        match pack(path) {
            Ok(source) => sources.push(source),
            Err(Fault::File(fault)) => faults.push(fault),
            Err(fault) => return Err(fault),
        }
    }
    if faults.is_empty() {
        Ok(sources)
    } else {
        Err(Fault::File(faults.join("\nerror: ")))
    }
}

fn unreadable(folder: FolderFault) -> Fault {
    Fault::File(folder.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_as_they_would_be_walked() {
        for (folder, path, expected) in [
            ("profiles", "a.txt", "profiles/a.txt"),
            ("", "a.txt", "a.txt"),
            ("profiles", "../tutorials/a.txt", "tutorials/a.txt"),
            ("", "../a.txt", "../a.txt"),
            ("../profiles", "./x/../a.txt", "../profiles/a.txt"),
        ] {
            assert_eq!(joined(folder, path), expected, "{folder} {path}");
        }
    }

    #[test]
    fn a_path_is_found_from_a_folder() {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let at = |path: &str| folder.path().join(path);
        for (path, text) in [("packs/profiles/a.toml", ""), ("other/b.toml", "")] {
            let path = at(path);
            let made = fs::create_dir_all(path.parent().unwrap_or(Path::new("")));
            made.and_then(|()| fs::write(&path, text))
                .unwrap_or_else(|fault| panic!("{fault}"));
        }
        let found = |path| relative(&at("packs"), &at(path)).ok();
        assert_eq!(
            found("packs/profiles/a.toml").as_deref(),
            Some("profiles/a.toml")
        );
        assert_eq!(found("other/b.toml").as_deref(), Some("../other/b.toml"));
        assert_eq!(found("nowhere.toml"), None);
    }
}
