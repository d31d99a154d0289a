//! The targets of `tests/fuzz.rs` under a coverage-guided fuzzer; `run` builds and starts it.
//!
//! The variable `FUZZ_TARGET` names the target: the folder of its corpus.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;

#[path = "../tests/fuzz_support/targets.rs"]
mod targets;

fuzz_target!(|bytes: &[u8]| {
    static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();
    let target = TARGET.get_or_init(|| match std::env::var("FUZZ_TARGET").as_deref() {
        Ok("json") => targets::json,
        Ok("pack") => targets::pack,
        Ok("slide_text") => targets::slide_text,
        Ok("roll_text") => targets::roll_text,
        Ok("rush") => targets::rush,
        Ok("line") => targets::line,
        other => panic!("FUZZ_TARGET={other:?}: no such target"),
    });
    target(bytes);
});
