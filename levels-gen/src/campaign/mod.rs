//! A campaign: a streaming search over a range of seeds that keeps the best boards of each bucket.
//!
//! | file | what it holds |
//! |---|---|
//! | `settings`, `manifest` | the settings that determine a campaign, and how far it is |
//! | `search` | what it asks of a family |
//! | `roll`, `generated` | the rolling cube; any other family that proposes elites |
//! | `record`, `reservoir` | kept boards, and the best of each bucket |
//! | `run` | seeds on several threads, saved on the way |
//! | `merge` | shards, merged into the whole campaign |
//! | `curate` | from a pool to a ladder |
//!
//! A campaign is a function of its settings and its seeds. If boards are drawn from scratch, what is
//! kept does not depend on the order in which seeds are offered: shards merge into the pool of the
//! whole run. If boards grow from kept ones, each portion of seeds sees what all portions before it
//! have kept. Either way any number of threads gives the same bytes, and so does a run that was killed
//! and resumed.

mod curate;
mod generated;
mod manifest;
mod merge;
mod record;
mod reservoir;
mod roll;
mod run;
mod search;
mod settings;

pub use curate::{Ladder, Part, Profile, curate};
pub use generated::Generated;
pub use manifest::Manifest;
pub use merge::Merge;
pub use reservoir::Reservoir;
pub use run::{Ended, PORTION, Stop, run};
pub use search::{File, Search};
pub use settings::{Propose, Settings, SettingsFile, Shard, open};

use std::fs;
use std::path::{Path, PathBuf};

use crate::exit::Fault;
use crate::files::{self, Lock};
use crate::pipeline::Generators;

/// Where a campaign is.
#[derive(Debug, Clone)]
pub struct CampaignFolder {
    folder: PathBuf,
}

/// A campaign as it was saved.
#[derive(Clone)]
pub struct Saved {
    /// Settings and how far it is.
    pub manifest: Manifest,
    /// What it has kept.
    pub pool: Reservoir,
}

impl CampaignFolder {
    /// The folder of the campaign `name` below `root`.
    ///
    /// # Errors
    /// A name that is not a plain folder name.
    pub fn new(root: &Path, name: &str) -> Result<Self, Fault> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || !name.chars().all(plain) || name.starts_with('.') {
            return Err(Fault::Usage(format!(
                "`{name}` cannot be the name of a campaign: use only letters, digits, `-`, `_` and `.`"
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

    /// The file of the records that are being saved: it becomes [`pool`](Place::pool) once the
    /// manifest names it.
    #[must_use]
    pub fn next_pool(&self) -> PathBuf {
        self.folder.join("pool.next.json")
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
                "{}: {holder} is running this campaign; wait until it ends, or use another --name",
                files::name(&self.folder)
            ))
        })
    }

    /// Reads a campaign to continue it; first completes a save that a crash interrupted.
    ///
    /// # Errors
    /// As for [`load`](Place::load), and a file that cannot be renamed.
    pub fn resume(&self, generators: &Generators) -> Result<Saved, Fault> {
        let saved = self.load(generators)?;
        if self.next_pool().exists() {
            let next = files::source(&self.next_pool())?;
            if files::hash(next.text()) == saved.manifest.pool_hash {
                self.settle()?;
            }
        }
        Ok(saved)
    }

    /// Reads a campaign, also one that is running.
    ///
    /// # Errors
    /// Files that cannot be read, or that are not those of one campaign: nothing is changed then.
    pub fn load(&self, generators: &Generators) -> Result<Saved, Fault> {
        loop {
            // If the campaign saves while it is read, the files can belong to two saves.
            let before = fs::read(self.manifest()).ok();
            let read = self.read(generators);
            if read.is_ok() || fs::read(self.manifest()).ok() == before {
                return read;
            }
        }
    }

    fn read(&self, generators: &Generators) -> Result<Saved, Fault> {
        if !self.exists() {
            return Err(Fault::File(format!(
                "{}: no campaign there; start one with `levels-gen campaign --name NAME`",
                files::name(&self.folder)
            )));
        }
        let manifest = Manifest::read(&self.manifest(), generators)?;
        // A crash before the last rename leaves the pool that the manifest names under its other name.
        let is_named = |path: &Path| {
            let text = files::source(path).ok()?;
            (files::hash(text.text()) == manifest.pool_hash).then_some(text)
        };
        let text = match is_named(&self.next_pool()) {
            Some(text) => text,
            None => files::source(&self.pool())?,
        };
        let fault =
            |why: &str| Fault::Invalid(format!("{}: {why}; it is left as it is", text.name()));
        let search = &*manifest.settings.search;
        let pool =
            Reservoir::read(&text, manifest.settings.topk, search).map_err(|why| fault(&why))?;
        if manifest.pool_hash != files::hash(text.text()) {
            return Err(fault(
                "not the pool that the manifest names: it was changed, or it belongs to another campaign",
            ));
        }
        if manifest.kept != pool.len() {
            return Err(fault("the manifest names another number of boards"));
        }
        Ok(Saved { manifest, pool })
    }

    /// Deletes a campaign.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn clear(&self) -> Result<(), Fault> {
        for path in [self.next_pool(), self.pool(), self.manifest()] {
            match fs::remove_file(&path) {
                Err(fault) if fault.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Fault::File(format!("{}: {fault}", files::name(&path))));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes a campaign: first the pool under another name, then the manifest, which names the pool
    /// by its hash. With that the campaign is saved; last the pool is renamed. So after a crash at any
    /// moment, either the old save or the new one is complete.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&self, manifest: &mut Manifest, pool: &Reservoir) -> Result<(), Fault> {
        fs::create_dir_all(&self.folder)
            .map_err(|fault| Fault::File(format!("{}: {fault}", files::name(&self.folder))))?;
        let text = pool.to_text();
        manifest.pool_hash = files::hash(&text);
        manifest.kept = pool.len();
        files::write(&self.next_pool(), &text)?;
        files::write(&self.manifest(), &manifest.to_text())?;
        self.settle()
    }

    /// Gives the pool its name.
    fn settle(&self) -> Result<(), Fault> {
        fs::rename(self.next_pool(), self.pool())
            .map_err(|fault| Fault::File(format!("{}: {fault}", files::name(&self.pool()))))
    }
}
