//! Everything that the library returns as an error implements `Error`, so `?` works in a `main`
//! that returns `Box<dyn Error>`.
#![cfg(all(feature = "build", feature = "make"))]

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use levels_core::daily::NotADate;
use levels_core::embed::FolderFault;
use levels_core::family::roll::candidate::Reject;
use levels_core::family::roll::measures::Exhausted;
use levels_core::family::slide::enumerate::SizeFault;
use levels_core::family::slide::{Slide, TooLarge};
use levels_core::finding::{Fault, Faults};
use levels_core::json::SyntaxFault;
use levels_core::play::{NotLegal, Play};
use levels_core::progression::{ModelLock, OrderMoved, UnknownVersion};
use levels_core::puzzle::{Family, LineFault};
use levels_core::search::{Limit, LimitReached};

fn name<E: Error>() -> &'static str {
    let path = std::any::type_name::<E>();
    let path = path.split('<').next().unwrap_or(path);
    path.rsplit("::").next().unwrap_or(path)
}

/// What a public function may return as an error besides `Error` types: a text, which `?` converts,
/// and findings, which are printed with the file at hand.
const OTHER: [&str; 2] = ["String", "Vec<Finding>"];

#[test]
fn every_public_function_returns_an_error_that_is_one() {
    let errors = BTreeSet::from([
        name::<Fault>(),
        name::<Faults>(),
        name::<LineFault>(),
        name::<SyntaxFault>(),
        name::<NotLegal>(),
        name::<NotADate>(),
        name::<FolderFault>(),
        name::<OrderMoved>(),
        name::<UnknownVersion>(),
        name::<LimitReached<u8>>(),
        name::<TooLarge>(),
        name::<Limit>(),
        name::<SizeFault>(),
        name::<Exhausted>(),
        name::<Reject>(),
    ]);
    let mut seen = BTreeSet::new();
    for (path, text) in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        for signature in text.split("pub fn ").skip(1) {
            let end = signature.find(['{', ';']).unwrap_or(signature.len());
            let Some((_, result)) = signature[..end].split_once("-> Result<") else {
                continue;
            };
            // `usize` is for a source that is not UTF-8: the file as far as it can be read.
            let error = result.rsplit_once(", ").map_or(result, |(_, error)| error);
            let error = error.trim().trim_end_matches([',', '\n', ' ']);
            let error = error.strip_suffix('>').unwrap_or(error);
            let error = error.split("<P::").next().unwrap_or(error);
            let error = error.split("<Move").next().unwrap_or(error);
            seen.insert(error.to_string());
            let is_known = errors.contains(error)
                || OTHER.contains(&error)
                || (error == "usize)" && path.ends_with("source.rs"))
                // Not public: a part of the engine of the rolling cube.
                || (error == "Stop" && path.ends_with("roll/engine/explore.rs"));
            assert!(
                is_known,
                "{path}: `{error}` is not an error: {}",
                &signature[..end]
            );
        }
    }
    assert!(seen.contains("Faults") && seen.len() > 10, "{seen:?}");
}

fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)
        .expect("the sources are there")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).expect("it can be read");
            found.push((path.display().to_string(), text));
        }
    }
    found
}

/// What a `main` writes.
fn won(text: &str) -> Result<usize, Box<dyn Error>> {
    let mut play = Play::<Slide>::new(Slide::build(&Slide::from_text(text)?)?);
    for action in Slide::replay(play.board(), "bv2 K>2")?.moves {
        play.apply(action)?;
    }
    ModelLock::from_json("{}")?;
    Ok(play.moves().len())
}

#[test]
fn a_main_hands_every_fault_on() {
    let level = "..b.\nKKb.\n....\n....\nlantern right 1\nwin exit\n";
    assert_eq!(won(level).map_err(|fault| fault.to_string()), Ok(2));
    let wrong = won("..b\nKKb.\n....\n....\nlantern right 1\nwin exit\n");
    let wrong = wrong.map_err(|faults| faults.to_string().lines().count());
    assert_eq!(wrong, Err(3));
}
