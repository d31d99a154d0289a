//! The macro as a plain function: it returns for any tokens and any file, and what verification
//! refuses becomes a compiler error.

use std::fs;
use std::path::{Path, PathBuf};

use levels_core::json::source::Source;
use levels_core::pack::{MAX_BYTES, Options, verify};
use levels_core::registry::built_in;
use proc_macro2::TokenStream;

#[path = "../src/arguments.rs"]
mod arguments;
#[path = "../src/expand.rs"]
mod expand;

#[path = "../../levels-core/tests/damage_support/mod.rs"]
mod damage_support;
#[path = "../../levels-core/tests/fuzz_support/mod.rs"]
mod fuzz_support;

use arguments::Arguments;
use damage_support::Hurt;
use damage_support::kinds::KINDS;
use fuzz_support::Target;

const WORDS: &[&str] = &[
    "pub",
    "pub(crate)",
    "static",
    "DEMO",
    "=",
    "\"tests/demo.json\"",
    "\"tests\\\\demo.json\"",
    ",",
    ";",
    "max_states",
    "0",
    "1",
    "9",
    "4_000_000",
    "4294967296",
    "-1",
    "1u32",
    "0x10",
    "1.5",
    "allow",
    "warn",
    "deny",
    "(furniture)",
    "(LV0013)",
    "(unsolvable)",
    "(over_band, many_solutions)",
    "crate",
    "= ::levels_core",
    "= ::a::b",
    "crate::c",
    "self",
    "r#static",
    "/// docs\n",
    "#[doc = \"x\"]",
    "#![inner]",
    "{",
    "}",
    "(",
    ")",
    "[",
    "'a",
    "b\"x\"",
    "r\"x\"",
    "/*",
    "//",
];

/// Tokens that are valid arguments expand to a static with the given name, or to errors; others are
/// refused.
#[test]
fn arguments() {
    Target {
        corpus: &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"),
        name: "arguments",
        words: WORDS,
        executions: 20_000,
        run: |bytes| {
            let Ok(text) = std::str::from_utf8(bytes) else {
                return;
            };
            let Ok(tokens) = text.parse::<TokenStream>() else {
                return;
            };
            match syn::parse2::<Arguments>(tokens) {
                Err(fault) => assert!(!fault.to_string().is_empty()),
                // A mutant may name any path, but only that of the demo is opened.
                Ok(arguments) if arguments.path.value() == "tests/demo.json" => {
                    let expanded = expand::expand(&arguments).to_string();
                    assert!(
                        expanded.contains(&format!("static {}", arguments.name)),
                        "{expanded}"
                    );
                    assert!(expanded.contains("include_bytes"), "{expanded}");
                }
                Ok(_) => {}
            }
        },
    }
    .fuzz();
}

/// A file of this test.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// What the macro expands to for a file, with further arguments.
fn expanded(path: &Path, more: &str) -> String {
    // The macro does not accept an absolute path.
    let up = Path::new(env!("CARGO_MANIFEST_DIR")).components().skip(1);
    let path = path.strip_prefix("/").map_or(path.to_path_buf(), |path| {
        up.map(|_| "..").collect::<PathBuf>().join(path)
    });
    let path = path.to_string_lossy().replace('\\', "/");
    let text = format!("pub static P = {path:?} {more};");
    let arguments =
        syn::parse_str::<Arguments>(&text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    expand::expand(&arguments).to_string()
}

/// Damage of every sort, and what may pass: the macro reports what verification reports, in the
/// same words.
#[test]
fn a_sample_of_damage_through_the_macro() {
    const SAMPLE: &[&str] = &[
        "slide: an unknown glyph",
        "slide: the opening a line on",
        "slide: a plain block is sand",
        "a row a cell short",
        "the optimum a move more",
        "two stars for a move less",
        "the last move dropped",
        "a count among the measures one less",
        "slide: a band above the optimum",
        "a level with the name of the one beside it",
        "two levels of one name, which the pack allows",
        "an older model version",
        "an unknown field in the level",
        "a key twice in the content",
        "a byte that is no UTF-8",
        "the file cut short",
        "a comment",
        "no title",
        "all on one line",
    ];
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/demo.json"));
    let text = text.unwrap_or_else(|fault| panic!("{fault}"));
    let pack = serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}"));
    let (mut refused, mut passed) = (0, 0);
    for name in SAMPLE {
        let kind = KINDS.iter().find(|kind| kind.name == *name);
        let kind = kind.unwrap_or_else(|| panic!("no kind is called {name}"));
        let mut hurt = Hurt::new(&pack, 0, 7);
        (kind.hurt)(&mut hurt).unwrap_or_else(|| panic!("{name} does nothing"));
        let file = path(&format!("damaged-{refused}-{passed}.json"));
        fs::write(&file, hurt.bytes()).unwrap_or_else(|fault| panic!("{fault}"));
        let tokens = expanded(&file, "");
        let error = tokens.contains("compile_error");
        match Source::from_bytes("x", hurt.bytes()) {
            Ok(source) => {
                let found = verify(&[source], &built_in(), &Options::default());
                assert_eq!(error, !found.is_valid(), "{name}: {tokens}");
                for finding in found.findings().take(10) {
                    assert!(tokens.contains(finding.lint.code), "{name}: {tokens}");
                }
            }
            Err(_) => assert!(tokens.contains("not UTF-8"), "{name}: {tokens}"),
        }
        // There is always a static, so that the user sees only these errors.
        assert!(tokens.contains("static P"), "{name}: {tokens}");
        refused += usize::from(error);
        passed += usize::from(!error);
    }
    assert_eq!((refused, passed), (SAMPLE.len() - 2, 2));
}

/// A board with too many states to search gives an error that names the limit.
#[test]
fn a_hostile_board_does_not_hang_the_build() {
    let file = path("sparse.json");
    let pack = r#"{"format":1,"id":"h","family":"slide","levels":[{"id":"h/1","grid":["KK.....#","a.......",
        "a..bb...",".....c..",".dd..c..",".......e","ff.....e","...ggg.."],
        "lantern":{"side":"right","line":0},"win":"exit"}]}"#;
    fs::write(&file, pack).unwrap_or_else(|fault| panic!("{fault}"));
    let tokens = expanded(&file, ", max_states = 200_000");
    for part in [
        "LV0004 exhausted",
        "the limit of 200000 states was hit",
        "max_states = 800000 in the macro",
    ] {
        assert!(tokens.contains(part), "no {part:?} in {tokens}");
    }
    assert!(!tokens.contains("unsolvable"), "{tokens}");
}

/// A file without an end, or too large to be a pack, is not read.
#[test]
fn what_is_no_pack_is_not_read() {
    let huge = path("huge.json");
    let file = fs::File::create(&huge).unwrap_or_else(|fault| panic!("{fault}"));
    // Nothing is written: the file has a length but no blocks.
    file.set_len(MAX_BYTES as u64 + 1)
        .unwrap_or_else(|fault| panic!("{fault}"));
    let folder = path("folder.json");
    fs::create_dir_all(&folder).unwrap_or_else(|fault| panic!("{fault}"));
    let mut cases = vec![
        (huge.clone(), "too large: the file has"),
        (folder, "it is not a file"),
    ];
    if cfg!(unix) {
        cases.push((PathBuf::from("/dev/zero"), "it is not a file"));
    }
    for (file, part) in cases {
        let tokens = expanded(&file, "");
        assert!(
            tokens.contains("compile_error") && tokens.contains(part),
            "{tokens}"
        );
        // The compiler does not read it for the macro either.
        assert!(!tokens.contains("include_bytes"), "{tokens}");
    }
    fs::remove_file(huge).unwrap_or_else(|fault| panic!("{fault}"));
}
