//! Damage to every committed pack, and what passes verification: only damage that provably leaves a
//! valid pack may.
//!
//! Each pack is damaged one level at a time, together with its neighbours. A few levels per pack
//! and kind are drawn; `DAMAGE_LEVELS=all` takes all of them. `cargo test -p levels-core --test
//! damage -- --nocapture` prints the table.

#![allow(clippy::print_stdout)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use levels_core::json::source::Source;
use levels_core::pack::{Options, verify};
use levels_core::registry::built_in;
use levels_core::rng::Rng;
use serde_json::Value;

mod damage_support;
#[path = "damage_support/oracle.rs"]
#[allow(dead_code)]
mod oracle;
use damage_support::kinds::KINDS;
use damage_support::{Hurt, Kind};

/// How many levels of a pack are damaged in one way unless all are.
const LEVELS: usize = 2;

/// The step from one tried level to the next: a prime that does not divide any pack's number of
/// levels, so that all are reached.
const STRIDE: usize = 37;

/// The result of one kind of damage.
#[derive(Default)]
struct Row {
    tried: usize,
    caught: usize,
    passed: usize,
    /// The lints that caught it.
    codes: BTreeMap<&'static str, usize>,
}

fn packs() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels");
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|fault| panic!("{}: {fault}", folder.display()));
    let mut packs: Vec<(String, Value)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .filter_map(|path| {
            let text = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{fault}"));
            let value: Value =
                serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}"));
            let name = path.file_stem()?.to_string_lossy().into_owned();
            value.get("format").is_some().then_some((name, value))
        })
        .collect();
    packs.sort_by(|a, b| a.0.cmp(&b.0));
    packs
}

/// The lints that make a file invalid; none if it is valid.
fn caught(bytes: &[u8]) -> BTreeSet<&'static str> {
    let Ok(source) = Source::from_bytes("damaged.json", bytes.to_vec()) else {
        return BTreeSet::from(["UTF-8"]);
    };
    let options = Options {
        threads: 1,
        ..Options::default()
    };
    let verification = verify(&[source], &built_in(), &options);
    assert_eq!(
        verification.is_valid(),
        verification.findings().next().is_none()
    );
    verification
        .findings()
        .map(|found| found.lint.code)
        .collect()
}

#[test]
fn what_verification_lets_pass_is_valid() {
    let packs = packs();
    assert!(packs.len() >= 10);
    let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), KINDS.len(), "a kind is listed twice");
    assert!(KINDS.len() >= 100);
    let all = std::env::var("DAMAGE_LEVELS").is_ok_and(|value| value == "all");
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let chunk = KINDS.len().div_ceil(threads);
    let work = |kinds: &'static [Kind]| {
        let rows: Vec<(&Kind, Row, Vec<String>)> = kinds
            .iter()
            .map(|kind| try_kind(kind, &packs, all))
            .collect();
        rows
    };
    let rows: Vec<(&Kind, Row, Vec<String>)> = std::thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = KINDS
            .chunks(chunk)
            .map(|kinds| scope.spawn(move || work(kinds)))
            .collect();
        let rows = handles
            .into_iter()
            .flat_map(|handle| handle.join().unwrap_or_else(|_| panic!("a kind panicked")));
        rows.collect()
    });
    println!("{}", table(&rows));
    let mut faults: Vec<String> = rows
        .iter()
        .flat_map(|(.., faults)| faults.clone())
        .collect();
    faults.extend(
        rows.iter()
            .filter(|(_, row, _)| row.tried == 0)
            .map(|(kind, ..)| format!("{}: never tried", kind.name)),
    );
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Damages levels of every pack in one way.
fn try_kind<'a>(
    kind: &'a Kind,
    packs: &[(String, Value)],
    all: bool,
) -> (&'a Kind, Row, Vec<String>) {
    let (mut row, mut faults) = (Row::default(), Vec::new());
    for (number, (name, pack)) in packs.iter().enumerate() {
        let count = pack["levels"].as_array().map_or(0, Vec::len);
        let wanted = if all { count } else { LEVELS };
        // Starts at a level that the kind draws, and stops when enough levels had something to
        // damage.
        let mut rng = Rng::for_candidate(seed_of(kind.name), number as u64);
        let first = rng.below(count as u32) as usize;
        let mut done = 0;
        for at in (0..count).map(|step| (first + step * STRIDE) % count) {
            if done == wanted {
                break;
            }
            let mut hurt = Hurt::new(pack, at, rng.bits());
            let before = hurt.bytes();
            if (kind.hurt)(&mut hurt).is_none() || hurt.bytes() == before {
                continue;
            }
            done += 1;
            row.tried += 1;
            let bytes = hurt.bytes();
            let codes = caught(&bytes);
            if !codes.is_empty() {
                row.caught += 1;
                for code in codes {
                    *row.codes.entry(code).or_default() += 1;
                }
                continue;
            }
            row.passed += 1;
            let original: Value =
                serde_json::from_slice(&before).unwrap_or_else(|fault| panic!("{fault}"));
            let proof = oracle::holds(&original, &bytes);
            if kind.why.is_empty() || proof.is_err() {
                faults.push(format!(
                    "{}: verification lets it pass in {name}, level {at}; valid: {proof:?}\n{}",
                    kind.name,
                    String::from_utf8_lossy(&bytes)
                ));
            }
        }
    }
    (kind, row, faults)
}

/// The seed of a kind, which does not change when other kinds are added or removed.
fn seed_of(name: &str) -> u64 {
    name.bytes().fold(7, |seed, byte| {
        levels_core::rng::mix(seed ^ u64::from(byte))
    })
}

fn table(rows: &[(&Kind, Row, Vec<String>)]) -> String {
    let mut text = format!("{:<66} tried caught passed  by, or why\n", "damage");
    let mut sum = [0; 3];
    for (kind, row, _) in rows {
        let codes: Vec<String> = row
            .codes
            .iter()
            .map(|(code, count)| format!("{code}×{count}"))
            .collect();
        let why = if row.passed > 0 {
            kind.why.to_string()
        } else {
            codes.join(" ")
        };
        let _ = writeln!(
            text,
            "{:<66} {:>5} {:>6} {:>6}  {why}",
            kind.name, row.tried, row.caught, row.passed
        );
        sum = [sum[0] + row.tried, sum[1] + row.caught, sum[2] + row.passed];
    }
    let _ = writeln!(
        text,
        "{:<66} {:>5} {:>6} {:>6}",
        format!("{} kinds", rows.len()),
        sum[0],
        sum[1],
        sum[2]
    );
    text
}

/// The windows are valid before they are damaged.
#[test]
fn the_packs_are_valid_before_they_are_damaged() {
    for (name, pack) in packs() {
        let count = pack["levels"].as_array().map_or(0, Vec::len);
        for at in [0, count / 2, count - 1] {
            let hurt = Hurt::new(&pack, at, 0);
            assert_eq!(caught(&hurt.bytes()), BTreeSet::new(), "{name} {at}");
            assert_eq!(
                oracle::holds(&hurt.pack, &hurt.bytes()),
                Ok(()),
                "{name} {at}"
            );
        }
    }
}

/// The oracle does not just agree: without the undamaged pack, it solves every level itself, and it
/// does not prove a wrong claim.
#[test]
fn the_oracle_solves_and_refuses() {
    for (name, pack) in packs() {
        let small = |level: &Value| {
            level["measures"]["reachable_states"]
                .as_u64()
                .is_some_and(|states| states < 900)
        };
        let levels = pack["levels"]
            .as_array()
            .unwrap_or_else(|| panic!("{name}"));
        let at = levels
            .iter()
            .position(small)
            .unwrap_or_else(|| panic!("{name} has no small level"));
        let mut alone = pack.clone();
        alone["levels"] = Value::Array(vec![levels[at].clone()]);
        let mut nothing = alone.clone();
        nothing["levels"] = Value::Array(Vec::new());
        let holds = |pack: &Value| oracle::holds(&nothing, &damage_support::pretty(pack));
        assert_eq!(holds(&alone), Ok(()), "{name} {at}");
        for path in [
            "/levels/0/optimal",
            "/levels/0/stars/two",
            "/levels/0/measures/reachable_states",
        ] {
            let mut wrong = alone.clone();
            let value = wrong.pointer_mut(path).unwrap_or_else(|| panic!("{path}"));
            *value = serde_json::json!(value.as_u64().map(|n| n + 1));
            assert!(holds(&wrong).is_err(), "{name} {at} {path}");
        }
    }
}
