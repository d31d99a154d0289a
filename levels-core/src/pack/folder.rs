//! Which files of a folder are packs: the only place that decides it.
//!
//! Everything here is about names. Folders are read by the build-script builder
//! (`embed::pack_files`), and git reads them for the command line.

/// The name of the order of stages, beside the packs.
pub const ORDER_FILE: &str = "progression.json";
/// The name of the lock of what shipped, beside the packs.
pub const LOCK_FILE: &str = "model.lock";

/// Folders that hold what goes with packs: the schema, profiles, the pools of campaigns.
const OTHER_FOLDERS: [&str; 3] = ["schema", "profiles", "campaigns"];

/// What an entry of a folder of packs is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A pack: every `*.json`, in any case of letters. [`verify`](super::verify) decides whether it
    /// can be read as one.
    Pack,
    /// The order of stages.
    Order,
    /// A pack or a folder whose name begins with a dot. It is skipped, and the user is told.
    Hidden,
    /// Not a pack, by its name or because it is in a folder for other things.
    Other,
}

/// What a file is, by its path from the folder of packs, with `/`.
#[must_use]
pub fn file_entry(path: &str) -> Entry {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    if let Some(entry) = folders.split('/').find_map(folder_entry) {
        return entry;
    }
    let json = name.to_ascii_lowercase().ends_with(".json");
    match name {
        _ if !json => Entry::Other,
        _ if name.starts_with('.') => Entry::Hidden,
        ORDER_FILE => Entry::Order,
        _ => Entry::Pack,
    }
}

/// What a folder is, by its name; `None` where it holds packs.
#[must_use]
pub fn folder_entry(name: &str) -> Option<Entry> {
    if name.starts_with('.') {
        Some(Entry::Hidden)
    } else if OTHER_FOLDERS.contains(&name) {
        Some(Entry::Other)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Entry::{self, Hidden, Order, Other, Pack};
    use super::file_entry;

    #[test]
    fn a_name_says_what_a_file_is() {
        let cases: &[(&str, Entry)] = &[
            ("frost-run.json", Pack),
            ("WORLD2.JSON", Pack),
            ("more/Second.Json", Pack),
            ("tools/package.json", Pack),
            ("Progression.json", Pack),
            ("pool.json", Pack),
            ("schemas/a.json", Pack),
            ("schema.json", Pack),
            ("progression.json", Order),
            ("more/progression.json", Order),
            ("._world1.json", Hidden),
            (".JSON", Hidden),
            (".vscode/settings.json", Hidden),
            ("more/.trash/a.json", Hidden),
            (".DS_Store", Other),
            (".gitignore", Other),
            ("model.lock", Other),
            ("frost-run.json.bak", Other),
            ("frost-run.jsonc", Other),
            ("json", Other),
            ("schema/pack.schema.json", Other),
            ("profiles/a.json", Other),
            ("more/profiles/deep/a.json", Other),
            ("campaigns/run1/pool.json", Other),
        ];
        for (path, expected) in cases {
            assert_eq!(file_entry(path), *expected, "{path}");
        }
    }
}
