//! Arguments → file → verification → tokens.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs, io};

use levels_core::embed::{pack_expression, stub_expression, version_assertion};
use levels_core::json::source::Source;
use levels_core::pack::{MAX_BYTES, Options, Severity, Verification, plain, verify};
use levels_core::registry::built_in;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::arguments::Arguments;
use levels_core::wording::plural;

/// How many findings are reported before the rest is only counted.
const MOST_FINDINGS: usize = 10;

/// From this many searched states, an unoptimised build says how to make itself faster. Below, the
/// search takes a few seconds at most.
const SLOW_STATES: u64 = 1_000_000;

/// The result of verifying a pack: plain data, kept between invocations.
#[derive(Debug, Default)]
struct Outcome {
    /// The expression of the pack, if it is valid.
    expression: Option<String>,
    errors: Vec<String>,
    warnings: Vec<String>,
}

/// Expands one invocation.
pub fn expand(arguments: &Arguments) -> TokenStream {
    // The first use of proc-macro2 must be on this thread: first use on a worker would poison the
    // process.
    let span = arguments.path.span();
    let _ = Span::call_site();

    let core = &arguments.core;
    let core_path = quote!(#core).to_string();
    let path = arguments.path.value();
    let manifest = env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    let file = manifest.join(&path);
    let (outcome, tracked) = match read(&file) {
        Ok(bytes) => (outcome(&file, bytes, &arguments.options, &core_path), true),
        Err(fault) => {
            let message = format!(
                "cannot read the pack `{path}`: {fault}\n --> {}:1:1\n  = help: the path is relative to the folder of {}",
                display_path(&file),
                display_path(&manifest.join("Cargo.toml"))
            );
            let outcome = Outcome {
                errors: vec![message],
                ..Outcome::default()
            };
            (Arc::new(outcome), false)
        }
    };
    let expression = outcome
        .expression
        .clone()
        .unwrap_or_else(|| stub_expression(&core_path));
    let assertion = version_assertion(&core_path);
    let (Ok(expression), Ok(assertion)) = (
        expression.parse::<TokenStream>(),
        assertion.parse::<TokenStream>(),
    ) else {
        return syn::Error::new(span, "internal error: the embedded pack is not valid Rust")
            .to_compile_error();
    };

    let Arguments {
        attributes,
        visibility,
        name,
        ..
    } = arguments;
    let errors = outcome
        .errors
        .iter()
        .map(|message| quote_spanned!(span => ::core::compile_error!(#message);));
    let warnings = outcome.warnings.iter().map(|message| {
        quote_spanned! { span =>
            const _: () = {
                #[deprecated(note = #message)]
                const PACK: () = ();
                PACK
            };
        }
    });
    // The `include_bytes!` with this file makes Cargo rebuild the crate after an edit.
    let track = tracked.then(|| {
        quote! {
            const _: &[u8] = ::core::include_bytes!(::core::concat!(
                ::core::env!("CARGO_MANIFEST_DIR"), "/", #path
            ));
        }
    });
    quote! {
        #(#attributes)*
        #visibility static #name: #core::Pack = #expression;
        #assertion
        #track
        #(#errors)*
        #(#warnings)*
    }
}

/// Reads a pack's file. Devices and pipes are refused, since they may never end. A file that is too
/// large to be a pack is refused without reading it.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let about = fs::metadata(file)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if about.len() > MAX_BYTES as u64 {
        return Err(io::Error::other(format!(
            "too large: the file has {} bytes, the limit for a pack is {MAX_BYTES}; split it into several packs",
            about.len()
        )));
    }
    fs::read(file)
}

/// Verifies the bytes of a pack, or returns this process's earlier result for the same bytes: an
/// editor's macro server expands an invocation again at every key press.
fn outcome(file: &Path, bytes: Vec<u8>, options: &Options, core: &str) -> Arc<Outcome> {
    type Key = (Vec<u8>, String);
    static DONE: Mutex<Option<HashMap<Key, Arc<Outcome>>>> = Mutex::new(None);
    /// A macro server may live for days, so the cache is bounded.
    const MOST_KEPT: usize = 256;

    let name = display_path(file);
    let key = (bytes, format!("{name}\0{options:?}\0{core}"));
    let mut done = DONE.lock().unwrap_or_else(PoisonError::into_inner);
    let done = done.get_or_insert_default();
    if let Some(outcome) = done.get(&key) {
        return Arc::clone(outcome);
    }
    let outcome = Arc::new(compute(&name, key.0.clone(), options, core));
    if done.len() >= MOST_KEPT {
        done.clear();
    }
    done.insert(key, Arc::clone(&outcome));
    outcome
}

fn compute(name: &str, bytes: Vec<u8>, options: &Options, core: &str) -> Outcome {
    // Verification reports a file that is not UTF-8.
    let source = Source::from_bytes(name, bytes).unwrap_or_else(|(cut, _)| cut);
    let verification = verify(&[source], &built_in(), options);
    let mut outcome = Outcome::default();
    let total = verification
        .findings()
        .filter(|f| f.severity == Severity::Error)
        .count();
    for found in verification.findings() {
        let text = plain(found);
        match found.severity {
            Severity::Error if outcome.errors.len() < MOST_FINDINGS => outcome.errors.push(text),
            Severity::Error => {}
            Severity::Warning if outcome.warnings.len() < MOST_FINDINGS => {
                outcome.warnings.push(text)
            }
            Severity::Warning => {}
        }
    }
    if total > MOST_FINDINGS {
        outcome.errors.push(format!(
            "{} in {name}\n --> {name}:1:1\n  = help: to see all of them: levels-gen verify {name}",
            plural(total - MOST_FINDINGS, "more finding")
        ));
    }
    if !levels_core::pack::OPTIMISED && searched(&verification) > SLOW_STATES {
        outcome.warnings.push(
            "levels were solved without optimisation; add to the root Cargo.toml:\n\
             [profile.dev.package.levels-core]\nopt-level = 3\n[profile.release.package.levels-core]\nopt-level = 3"
                .to_string(),
        );
    }
    outcome.expression = verification
        .packs
        .first()
        .and_then(|pack| pack.verified.as_ref())
        .map(|pack| pack_expression(pack, core));
    outcome
}

/// The total number of states of all levels of the packs.
fn searched(verification: &Verification) -> u64 {
    verification
        .packs
        .iter()
        .filter_map(|pack| pack.verified.as_ref())
        .flat_map(|pack| pack.levels())
        .filter_map(|level| level.figures().count("reachable_states"))
        .sum()
}

/// The path as messages show it: relative to the folder that the compiler runs in (the workspace's
/// root) if the file is below it, with `/`.
fn display_path(file: &Path) -> String {
    let clean = fs::canonicalize(file).unwrap_or_else(|_| tidy(file));
    let here = env::current_dir()
        .and_then(fs::canonicalize)
        .unwrap_or_default();
    clean
        .strip_prefix(&here)
        .unwrap_or(&clean)
        .to_string_lossy()
        .replace('\\', "/")
}

/// A path that does not exist, with its `..` removed.
fn tidy(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::ParentDir => {
                clean.pop();
            }
            std::path::Component::CurDir => {}
            part => clean.push(part),
        }
    }
    clean
}
