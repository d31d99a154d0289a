//! Embeds packs of puzzle levels at compile time.
//!
//! [`include_pack!`] reads a pack, solves every level again and fails the build, with an error that
//! points at the cell in the file, unless everything in it is proven. It makes no decisions itself:
//! `levels_core::pack::verify` does.

mod arguments;
mod expand;

use proc_macro::TokenStream;

/// Verifies a pack and embeds it as a static of type `levels_core::Pack`.
///
/// ```ignore
/// levels_macro::include_pack! {
///     /// World 2.
///     pub static FROST_RUN = "../levels/frost-run.json",
///         max_states = 4_000_000, deny(furniture), allow(over_band), crate = ::levels_core;
/// }
/// ```
///
/// The path is relative to the crate's manifest and uses `/`. All arguments after it are optional:
///
/// * `max_states = N`: the most states that one level's search may keep;
/// * `allow(…)`, `warn(…)`, `deny(…)`: lint levels by name, with `_` for `-`; settings of the
///   pack or of a level override them;
/// * `crate = path`: the path of `levels_core`, for a renamed dependency.
///
/// An edit of the file rebuilds the crate. Set `opt-level = 3` for `levels-core` in the root of your
/// workspace. Otherwise every search runs unoptimised, even in release builds:
///
/// ```toml
/// [profile.dev.package.levels-core]
/// opt-level = 3
/// [profile.release.package.levels-core]
/// opt-level = 3
/// ```
#[proc_macro]
pub fn include_pack(input: TokenStream) -> TokenStream {
    match syn::parse(input) {
        Ok(arguments) => expand::expand(&arguments).into(),
        Err(fault) => fault.to_compile_error().into(),
    }
}
