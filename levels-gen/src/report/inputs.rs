//! What is at the paths that a report is asked for: packs, campaigns, orders of stages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use levels_core::json::source::Source;
use levels_core::progression::Order;

use crate::campaign::{CampaignFolder, Saved};
use crate::exit::Fault;
use crate::files;
use crate::library::{ORDER, OrderFiles, is_of};
use crate::pipeline::Generators;

/// What is at some paths.
#[derive(Default)]
pub struct Inputs {
    /// Packs, each once.
    pub packs: Vec<Source>,
    /// Campaigns with their folders.
    pub campaigns: Vec<(PathBuf, Saved)>,
    /// Orders of stages.
    pub orders: Vec<OrderFiles>,
    seen: BTreeSet<PathBuf>,
}

impl Inputs {
    /// Adds what is at a path.
    ///
    /// # Errors
    /// A path that cannot be read, or with nothing that a report could show.
    pub fn add(&mut self, path: &Path, generators: &Generators) -> Result<(), Fault> {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_string();
        let folder = || path.parent().unwrap_or(Path::new("."));
        if path.is_dir() {
            return self.add_folder(path, generators);
        }
        if (name == "pool.json" || name == "manifest.json") && is_campaign(folder()) {
            return self.add_campaign(folder(), generators);
        }
        if name == ORDER {
            let folder = if folder() == Path::new("") {
                Path::new(".")
            } else {
                folder()
            };
            let Some(files) = OrderFiles::of(folder)? else {
                return Err(Fault::File(format!("{}: no such file", files::name(path))));
            };
            let order = Order::from_json(files.order.text())
                .map_err(|fault| Fault::Invalid(format!("{}: {fault}", files::name(path))))?;
            for source in files::packs(&[folder.to_path_buf()])? {
                if is_of(&order, &source) {
                    self.add_source(source);
                }
            }
            self.orders.push(files);
            return Ok(());
        }
        self.add_source(files::source(path)?);
        Ok(())
    }

    fn add_folder(&mut self, path: &Path, generators: &Generators) -> Result<(), Fault> {
        if is_campaign(path) {
            return self.add_campaign(path, generators);
        }
        let mut below = Vec::new();
        let entries = std::fs::read_dir(path)
            .map_err(|fault| Fault::File(format!("{}: {fault}", files::name(path))))?;
        for entry in entries {
            let entry =
                entry.map_err(|fault| Fault::File(format!("{}: {fault}", files::name(path))))?;
            below.push(entry.path());
        }
        below.sort();
        below.retain(|entry| is_campaign(entry));
        for folder in &below {
            self.add_campaign(folder, generators)?;
        }
        let packs = files::packs_but(path, &below)?;
        if packs.is_empty() && below.is_empty() {
            return Err(files::no_pack(&files::name(path)));
        }
        packs.into_iter().for_each(|source| self.add_source(source));
        self.orders.extend(OrderFiles::of(path)?);
        Ok(())
    }

    fn add_source(&mut self, source: Source) {
        let path = Path::new(source.name());
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if self.seen.insert(path) {
            self.packs.push(source);
        }
    }

    fn add_campaign(&mut self, folder: &Path, generators: &Generators) -> Result<(), Fault> {
        let whole = std::fs::canonicalize(folder)
            .map_err(|fault| Fault::File(format!("{}: {fault}", files::name(folder))))?;
        let name = whole
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_string();
        let root = whole.parent().unwrap_or(Path::new("."));
        let saved = CampaignFolder::new(root, &name)?.load(generators)?;
        if self.seen.insert(whole) {
            self.campaigns.push((folder.to_path_buf(), saved));
        }
        Ok(())
    }
}

fn is_campaign(folder: &Path) -> bool {
    folder.join("pool.json").is_file() && folder.join("manifest.json").is_file()
}
