//! A campaign: a streaming search over a range of seeds that keeps the best boards of each bucket.
//!
//! A campaign is a function of its settings and its seeds. What is kept does not depend on the order
//! in which seeds are offered, so any number of threads gives the same bytes, shards merge into the
//! pool of the whole run, and offering a seed a second time after a crash changes nothing.

mod curate;
mod manifest;
mod record;
mod reservoir;
mod run;

pub use curate::{Profile, curate};
pub use manifest::{Manifest, Settings, Shard};
pub use reservoir::Reservoir;
pub use run::{Ended, Stop, run};

use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::Fault;
use crate::files::{self, Lock};

/// Where a campaign lies.
#[derive(Debug, Clone)]
pub struct Place {
    folder: PathBuf,
}

/// A campaign as it was saved.
#[derive(Debug, Clone)]
pub struct Saved {
    /// Settings and how far it has come.
    pub manifest: Manifest,
    /// What it has kept.
    pub pool: Reservoir,
}

impl Place {
    /// The folder of the campaign `name` below `root`.
    ///
    /// # Errors
    /// A name that is no plain folder name.
    pub fn new(root: &Path, name: &str) -> Result<Self, Fault> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) || name.starts_with('.') {
            return Err(Fault::Usage(format!(
                "`{name}` cannot be the name of a campaign: letters, digits, `-`, `_` and `.` alone"
            )));
        }
        Ok(Self {
            folder: root.join(name),
        })
    }

    /// The file of the records.
    #[must_use]
    pub fn pool(&self) -> PathBuf {
        self.folder.join("pool.json")
    }

    /// The file of settings and progress.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.folder.join("manifest.json")
    }

    /// Whether anything was saved here.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.pool().exists() || self.manifest().exists()
    }

    /// Keeps other processes away from the campaign until the lock is dropped.
    ///
    /// # Errors
    /// Another process has it, or the folder cannot be made or locked.
    pub fn lock(&self) -> Result<Lock, Fault> {
        Lock::of(&self.folder)?.map_err(|holder| {
            Fault::File(format!(
                "{}: {holder} is at work on this campaign; wait until it ends, or take another --name",
                files::name(&self.folder)
            ))
        })
    }

    /// Reads a campaign.
    ///
    /// # Errors
    /// Files that cannot be read, or that are not those of one campaign: nothing is changed then.
    pub fn load(&self) -> Result<Saved, Fault> {
        if !self.exists() {
            return Err(Fault::File(format!(
                "{}: no campaign there; start one with `levels-gen campaign --name NAME`",
                files::name(&self.folder)
            )));
        }
        let manifest = Manifest::read(&self.manifest())?;
        if manifest.finished == 0 && !self.pool().exists() {
            // It ended before its first pool was written.
            let pool = Reservoir::new(manifest.settings.topk);
            return Ok(Saved { manifest, pool });
        }
        let text = files::source(&self.pool())?;
        let pool = Reservoir::read(&text, manifest.settings.topk).map_err(|why| {
            Fault::Invalid(format!("{}: {why}; it is left as it is", text.name()))
        })?;
        // A crash between the two renames leaves a pool that is newer than its manifest. That is
        // harmless, but a pool of another hand has to be told from it: each board has to be the one
        // that its seed gives.
        if manifest.pool_hash != hash(text.text()) {
            pool.check_seeds(&manifest.settings).map_err(|why| {
                Fault::Invalid(format!("{}: {why}; it is left as it is", text.name()))
            })?;
        }
        Ok(Saved { manifest, pool })
    }

    /// Throws a campaign away.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn clear(&self) -> Result<(), Fault> {
        for path in [self.pool(), self.manifest()] {
            match fs::remove_file(&path) {
                Err(fault) if fault.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Fault::File(format!("{}: {fault}", files::name(&path))));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes a campaign: first the pool, then the manifest that says how far it goes. Before its very
    /// first pool a campaign gets a manifest that says it has come nowhere, so that there never is a
    /// pool of which nobody knows the settings.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&self, manifest: &mut Manifest, pool: &Reservoir) -> Result<(), Fault> {
        fs::create_dir_all(&self.folder)
            .map_err(|fault| Fault::File(format!("{}: {fault}", files::name(&self.folder))))?;
        if !self.manifest().exists() {
            let nothing = Manifest::new(&manifest.name, manifest.settings);
            files::write(&self.manifest(), &nothing.to_text())?;
        }
        let text = pool.to_text();
        manifest.pool_hash = hash(&text);
        manifest.kept = pool.len();
        files::write(&self.pool(), &text)?;
        files::write(&self.manifest(), &manifest.to_text())
    }
}

/// The hash of a text as files record it.
#[must_use]
pub fn hash(text: &str) -> String {
    format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex())
}
