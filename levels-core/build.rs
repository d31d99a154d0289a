//! Passes the optimisation level on, so that the macro can tell users whose builds are slow.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=LEVELS_CORE_OPT_LEVEL={level}");
}
