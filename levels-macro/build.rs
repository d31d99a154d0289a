//! Hands the optimisation level on to the macro, which tells users whose builds are slow.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=LEVELS_MACRO_OPT_LEVEL={level}");
}
