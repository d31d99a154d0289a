//! Floor 6: a verified pack as Rust source, for both the macro and the build script.
//!
//! Source is emitted as one string with string literals in it: two thousand levels compile several
//! times faster that way than as arrays of numbers.

#[cfg(feature = "build")]
mod builder;
#[cfg(feature = "progression")]
mod stages;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

#[cfg(feature = "build")]
pub use builder::{Builder, FolderFault, PackFiles};
#[cfg(feature = "progression")]
pub use stages::stages_expression;

use crate::pack::VerifiedPack;

/// The expression of a `Pack` with a verified pack. `core` is the path under which the generated
/// code finds this crate, such as `::levels_core`.
#[must_use]
pub fn pack_expression(pack: &VerifiedPack, core: &str) -> String {
    let file = pack.file();
    let title = file.title.as_ref().unwrap_or(&file.id);
    let mut levels = String::new();
    let mut index = Vec::new();
    for (number, level) in pack.levels().iter().enumerate() {
        let stars = level.stars();
        // Writing to a string cannot fail.
        let _ = writeln!(
            levels,
            "    {core}::PackLevel {{ id: {:?}, text: {:?}, optimal: {}, stars: {core}::Stars {{ three: {}, two: {} }}, solution: {:?}, content: {:?} }},",
            level.id(),
            level.text(),
            level.optimal(),
            stars.three,
            stars.two,
            level.solution(),
            level.content(),
        );
        index.push((level.id().to_string(), number.to_string()));
    }
    expression(
        core,
        [&file.id, title, &file.family],
        file.stars_to_open.unwrap_or(0),
        &levels,
        index,
    )
}

/// The expression of a `Pack` without levels. It replaces a pack that is not valid, so that the
/// user sees only the real errors.
#[must_use]
pub fn stub_expression(core: &str) -> String {
    expression(core, ["", "", ""], 0, "", Vec::new())
}

fn expression(
    core: &str,
    [id, title, family]: [&str; 3],
    stars_to_open: u64,
    levels: &str,
    index: Vec<(String, String)>,
) -> String {
    format!(
        "{core}::Pack {{\n  id: {id:?}, title: {title:?}, family: {family:?}, model_version: {:?}, stars_to_open: {},\n  levels: &[\n{levels}  ],\n  index: {},\n}}",
        crate::MODEL_VERSION,
        u32::try_from(stars_to_open).unwrap_or(u32::MAX),
        table(core, index),
    )
}

/// An item that fails to compile if the linked model version is not the one used for verification.
#[must_use]
pub fn version_assertion(core: &str) -> String {
    format!(
        "const _: () = ::core::assert!({core}::same_version({core}::MODEL_VERSION, {:?}), \"the packs were verified under a different model version from the linked one: build all crates with the same version of levels-core\");",
        crate::MODEL_VERSION
    )
}

/// The expression of a `phf` map from strings to expressions.
fn table(core: &str, entries: Vec<(String, String)>) -> String {
    let phf = format!("{core}::phf");
    let mut map = phf_codegen::Map::new();
    map.phf_path(&phf);
    for (key, value) in entries {
        map.entry(key, value);
    }
    map.build().to_string()
}
