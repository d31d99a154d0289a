//! A library on disk: packs in a folder, `progression.json` and `model.lock` beside them.

use std::path::{Path, PathBuf};

use levels_core::json::source::Source;
use levels_core::pack::{Families, Finding, Options, Verification, VerifiedPack, verify};
pub use levels_core::pack::{LOCK_FILE as LOCK, ORDER_FILE as ORDER};
use levels_core::progression::{Library, LibraryReport, ModelLock, Order, Pool, pool_of};

use crate::exit::{Exit, Fault};
use crate::report::{self, Format};
use crate::{files, output};
use levels_core::wording::plural;

/// The files of the order of stages in one folder.
pub struct OrderFiles {
    /// `progression.json`.
    pub order: Source,
    /// `model.lock`, if there is one.
    pub lock: Option<Source>,
}

impl OrderFiles {
    /// The order's files of a folder; `None` where it has none.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn of(folder: &Path) -> Result<Option<Self>, Fault> {
        let Some(order) = files::optional(&folder.join(ORDER))? else {
            return Ok(None);
        };
        let lock = files::optional(&folder.join(LOCK))?;
        Ok(Some(Self { order, lock }))
    }

    /// Checks the order against packs.
    pub fn verify(&self, verification: &Verification) -> LibraryReport {
        let known: Vec<&str> = verification
            .packs
            .iter()
            .map(|pack| pack.id.as_str())
            .collect();
        let library = Library {
            order: &self.order,
            lock: self.lock.as_ref(),
        };
        library.verify(&valid(verification), &known)
    }
}

/// The valid packs.
fn valid(verification: &Verification) -> Vec<&VerifiedPack> {
    let packs = verification.packs.iter();
    packs.filter_map(|pack| pack.verified.as_ref()).collect()
}

/// The orders of stages in those of the paths that are folders, each checked against the packs given.
pub struct Orders {
    files: Vec<OrderFiles>,
    reports: Vec<LibraryReport>,
}

impl Orders {
    /// Verifies every order.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn verify(paths: &[PathBuf], verification: &Verification) -> Result<Self, Fault> {
        let mut files = Vec::new();
        for path in paths.iter().filter(|path| path.is_dir()) {
            files.extend(OrderFiles::of(path)?);
        }
        let reports = files.iter().map(|file| file.verify(verification)).collect();
        Ok(Self { files, reports })
    }

    /// Whether one of the paths is a folder with an order, which is built from the verified packs.
    pub fn are_there(paths: &[PathBuf]) -> bool {
        let has_order = |path: &PathBuf| path.is_dir() && path.join(ORDER).exists();
        paths.iter().any(has_order)
    }

    /// Everything found.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.reports.iter().flat_map(|report| &report.findings)
    }

    /// Whether every order was checked against its packs and nothing was found.
    pub fn are_valid(&self) -> bool {
        self.reports.iter().all(|report| report.order.is_some())
    }

    /// The order of the only folder and its lock, as they were verified. The lock is empty if nothing
    /// has shipped yet. `None` if the order is not valid.
    pub fn into_order(self) -> Option<(Order, ModelLock)> {
        let report = self.reports.into_iter().next()?;
        Some((report.order?, report.lock.unwrap_or_default()))
    }

    /// The files that findings point into.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.files
            .iter()
            .flat_map(|files| [Some(&files.order), files.lock.as_ref()])
            .flatten()
    }

    /// The lock of the only folder, if it has one.
    pub fn lock(&self) -> Option<&Source> {
        self.files.first()?.lock.as_ref()
    }

    /// One line for each order.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for (files, report) in self.files.iter().zip(&self.reports) {
            let name = files.order.name();
            text += &match (&report.order, report.waiting.as_slice()) {
                (Some(order), _) => {
                    let locked = match report
                        .lock
                        .as_ref()
                        .map(|lock| lock.get(&order.model_version))
                    {
                        Some(Some(_)) => "locked",
                        _ => "not locked yet",
                    };
                    format!(
                        "{name}: {} as the builder gives them · {}, {locked}\n",
                        plural(order.stages.len(), "stage"),
                        order.model_version
                    )
                }
                (None, []) => format!("{name}: not valid\n"),
                (None, waiting) => format!(
                    "{name}: not checked, since packs that it is built from are not valid: {}\n",
                    waiting.join(", ")
                ),
            };
        }
        text
    }
}

/// The rated levels that an order is built from.
pub struct Levels {
    /// The pool.
    pub pool: Pool,
    /// The ids of its packs.
    pub packs: Vec<String>,
}

impl Levels {
    /// Verifies packs and rates their levels against each other. A folder gives the packs that its
    /// order names, or all of them if it has no order yet.
    ///
    /// # Errors
    /// A pack that is not valid (its findings are printed), and levels that cannot be rated.
    pub fn of(paths: &[PathBuf], families: &Families) -> Result<Self, Fault> {
        let mut sources = Vec::new();
        for path in paths {
            let mut found = files::packs(std::slice::from_ref(path))?;
            if let Some(order) = read_order(path)? {
                found.retain(|source| order.packs.is_empty() || is_of(&order, source));
            }
            sources.extend(found);
        }
        let verification = verify(&sources, families, &Options::default());
        report::findings(&sources, verification.findings(), Format::Human)?;
        if report::exit(verification.findings()) != Exit::Ok {
            return Err(Fault::Invalid(
                "packs that are not valid cannot be ordered; see above".to_string(),
            ));
        }
        let packs = valid(&verification);
        let pool = pool_of(&packs).map_err(|faults| Fault::Invalid(faults.to_string()))?;
        let levels = packs.iter().flat_map(|pack| pack.levels());
        let unknown: Vec<&str> = levels
            .filter(|level| !level.is_tutorial() && level.dimensions().is_none())
            .map(|level| level.id())
            .collect();
        if !unknown.is_empty() {
            output::note(&format!(
                "left out of the order, because a limit left their figures unknown: {}",
                unknown.join(", ")
            ));
        }
        let mut packs: Vec<String> = packs.iter().map(|pack| pack.file().id.clone()).collect();
        packs.sort();
        Ok(Self { pool, packs })
    }
}

/// The order in a folder, if there is one that can be read.
///
/// # Errors
/// A file that cannot be read. A file that is not an order is left for `verify` to report.
pub fn read_order(folder: &Path) -> Result<Option<Order>, Fault> {
    let files = if folder.is_dir() {
        OrderFiles::of(folder)?
    } else {
        None
    };
    Ok(files.and_then(|files| Order::from_json(files.order.text()).ok()))
}

/// The lock of a folder; an empty one where there is none.
///
/// # Errors
/// A file that cannot be read or is not a lock.
pub fn read_lock(folder: &Path) -> Result<ModelLock, Fault> {
    let Some(source) = files::optional(&folder.join(LOCK))? else {
        return Ok(ModelLock::default());
    };
    ModelLock::from_json(source.text()).map_err(|faults| {
        let lines: Vec<String> = faults
            .iter()
            .map(|fault| format!("{}: {fault}", source.name()))
            .collect();
        Fault::Invalid(lines.join("\n"))
    })
}

/// Whether a file is one of the packs that an order names. A file without an id counts, so that
/// verification reports it.
#[must_use]
pub fn is_of(order: &Order, source: &Source) -> bool {
    let read: Option<serde_json::Value> = serde_json::from_str(source.text()).ok();
    let id = read.as_ref().and_then(|pack| pack.get("id")?.as_str());
    id.is_none_or(|id| order.packs.iter().any(|pack| pack == id))
}
