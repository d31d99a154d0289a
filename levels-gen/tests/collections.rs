//! Collections of sliding boards as people write them: read correctly, or refused with help.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;
use support::{Run, folder, run};

/// The common notation, the red car `X`: eight moves with `X` as the Key, two with `A`.
const COMMON: &str = "AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.";

fn with(text: &str, arguments: &[&str]) -> Run {
    let folder = folder();
    file(folder.path(), "boards.txt", text);
    run(folder.path(), arguments)
}

fn file(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap_or_else(|fault| panic!("{fault}"));
}

/// A board of letters with the words that separate its rows and cells.
fn rows(board: &str, between: &str) -> String {
    let cells: Vec<String> = board.chars().map(String::from).collect();
    let rows: Vec<String> = cells.chunks(6).map(|row| row.join(between)).collect();
    rows.join("\n")
}

#[test]
fn one_collection_in_five_notations_is_one_pack() {
    // The Key is `A`; the three boards, their optima and states are those of the public database.
    let boards = [
        ("ooBoCCooBoooAABoooDDDooEoooooEoooooE", 9, "one"),
        ("BBoooCooDooCAADooCooDEEooooFoooooFoo", 3, "two"),
        ("IBBxooIooLDDJAALooJoCEEMFFCooMGGHHHM", 60, "three"),
    ];
    let folder = folder();
    let solved = |text: &str| {
        file(folder.path(), "known.txt", text);
        let run = run(folder.path(), &["solve", "--format", "jsonl", "known.txt"]);
        let row: Json = serde_json::from_str(run.out.trim()).unwrap_or_default();
        (row["optimal"].clone(), row["reachable_states"].clone())
    };
    let mut notations = vec![String::new(); 5];
    notations[2] = "id,board,moves,states,author\n".to_string();
    notations[3] = "Board\tOptimum\tName\n".to_string();
    for (board, moves, id) in boards {
        let (optimal, states) = solved(board);
        assert_eq!(optimal, moves, "{board}");
        // The public database.
        notations[0] += &format!("{optimal} {board} {states}\n");
        // Rows with comments, the Key called `X`, `.` for an empty cell.
        let common = board.replace('A', "X").replace('o', ".");
        notations[1] += &format!("# {id}\n{}\n\n", rows(&common, ""));
        // Columns, one of them in quotes.
        notations[2] += &format!("{id},{board},{optimal},{states},\"Doe, J.\"\n");
        notations[3] += &format!("{board}\t{optimal}\t{id}\n");
        // Numbers: A is 1, B is 2, …
        let numbers = board.chars().map(|c| match c {
            'o' => "0".to_string(),
            'A'..='Z' => (c as u8 - b'A' + 1).to_string(),
            other => other.to_string(),
        });
        let numbers: Vec<String> = numbers.collect();
        let numbers: Vec<String> = numbers.chunks(6).map(|row| row.join(", ")).collect();
        notations[4] += &format!("; {id}\n{}\n", numbers.join("\n"));
    }
    let mut packs = Vec::new();
    for (number, text) in notations.iter().enumerate() {
        file(folder.path(), "boards.txt", text);
        let mut arguments = vec!["import", "--id", "c", "boards.txt"];
        if number == 4 {
            arguments.extend(["--key", "1"]);
        }
        packs.push(run(folder.path(), &arguments).ends(0, &[]));
    }
    for (number, pack) in packs.iter().enumerate() {
        assert_eq!(pack, &packs[0], "notation {number}:\n{}", notations[number]);
    }
    assert_eq!(packs[0].matches("\"grid\"").count(), 3);
}

#[test]
fn a_board_that_can_be_read_in_two_ways_is_refused_until_the_key_is_named() {
    let both = "can be read in 3 ways: the Key is `A` in row 1, or `X` in row 3, or `R` in row 6";
    with(COMMON, &["solve", "boards.txt"])
        .ends(1, &[both, "say which: --key A or --key X or --key R"]);
    with(COMMON, &["solve", "--key", "X", "boards.txt"]).ends(0, &["solved in 8 moves"]);
    with(COMMON, &["solve", "--key", "A", "boards.txt"]).ends(0, &["solved in 2 moves"]);
    // If all boards of the collection have one possible name in common, that is the Key's.
    let second = "..BBB........XX.O.....O.....O.......";
    let text = format!("{COMMON}\n{second}\n");
    with(&text, &["solve", "boards.txt"]).ends(0, &["line-1: solved in 8 moves"]);
    with("AA..\n.xx.\n", &["solve", "boards.txt"]).ends(1, &["or `x` in row 2", "--key x"]);
    for key in ["k", "", "0", "AA", "#"] {
        let said = "the name of a block is a capital letter, `x`, or a number from 1";
        with(COMMON, &["solve", "--key", key, "boards.txt"]).ends(2, &[said]);
    }
    let pack = r#"{"format":1,"id":"p","family":"slide","levels":[]}"#;
    with(pack, &["solve", "--key", "A", "boards.txt"]).ends(2, &["--from rush"]);
}

/// The input, and the expected messages.
const REFUSED: &[(&str, &str)] = &[
    ("Puzzle 1\nAA..\n..B.\n", "line 1, column 1: not a board"),
    (
        "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n",
        "say which in a header: `board,moves`",
    ),
    (
        "AA..\n..B\n",
        "line 2, column 4: row 2 has 3 cells, but row 1 has 4",
    ),
    ("AA..\n", "line 1, column 1: one row of 4 cells"),
    (
        "..\nAA\n..\n..\n..\n..\n..\n..\n..\n",
        "9 rows, but a board has at most 8",
    ),
    (
        "AA..\n#.B.\n..B.\n",
        "line 2, column 1: this could be a row that begins with a wall, or a comment",
    ),
    (
        "#AA.\n#..B\n#..B\n",
        "line 1, column 1: this could be a row that begins with a wall, or a comment",
    ),
    ("AA.,.B\n", "line 1, column 1: not a board"),
    ("1,1,,2\n0,0,0,2\n", "line 1, column 1: not a board"),
    ("AAO\nBBO\n", "`O` can be read in two ways"),
    ("1 1 0\n0 2 2\n", "say which block has to leave: --key 1"),
    ("[{\"board\": \"AA\"}]", "jq -c '.[]' FILE"),
    (
        "moves,board\n60\n",
        "line 2, column 1: 1 field, but the header has 2: moves,board",
    ),
    (
        "moves,board\nten,AAoooooooooooooooooooooooooooooooooo\n",
        "line 2, column 1: `ten` is not a whole number",
    ),
    (
        "moves,optimal,board\n",
        "columns `moves` and `optimal` mean the same",
    ),
    ("board,width\nAAoo,4\n", "width and height go together"),
    ("board\n\"AAoo\n", "a quote that does not end on its line"),
    ("AA..\n.d..\n", "line 2, column 2: `d` is not a cell"),
];

#[test]
fn what_is_not_read_is_refused_with_the_line_that_helps() {
    for (text, said) in REFUSED {
        let run = with(text, &["solve", "--from", "rush", "boards.txt"]);
        assert_eq!(run.code, Some(1), "{text:?}\n{}{}", run.out, run.err);
        assert!(run.out.contains(said), "{text:?}\n{}", run.out);
        let imported = with(
            text,
            &["import", "--from", "rush", "--id", "c", "boards.txt"],
        );
        imported.ends(1, &[said]);
    }
}

/// The expected answer for a board: id, optimum and solution.
type Answer = (&'static str, u64, &'static str);

/// The input, and the expected answers.
const READ: &[(&str, &[Answer])] = &[
    // Comments and blank lines end a board, and the comment right above names it.
    (
        "# all by me\n\n; first\nAA.B\n...B\n....\n#second\nAA..B\n....B\n.....\n",
        &[("first", 2, "Bv1 A>2"), ("second", 2, "Bv1 A>3")],
    ),
    ("AA.B\r\n...B\r\n....\r\n\r\n", &[("line-1", 2, "Bv1 A>2")]),
    ("A A . B\n. . . B\n. . . .\n", &[("line-1", 2, "Bv1 A>2")]),
    ("A,A,.,B\n.,.,.,B\n.,.,.,.\n", &[("line-1", 2, "Bv1 A>2")]),
    ("AA-B\n___B\nooo0\n", &[("line-1", 2, "Bv1 A>2")]),
    ("AAOB\nOOOB\nOOOO\n", &[("line-1", 2, "Bv1 A>2")]),
    (
        "Board;Width;Height;Name\nAA.B...B....;4;3;mine\n",
        &[("mine", 2, "Bv1 A>2")],
    ),
    (
        "# a comment\nboard,id\n\"A,A,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o,o\",\"my \"\"own\"\"\"\n",
        &[("my \"own\"", 1, "A>4")],
    ),
    (
        "{\n  \"id\": \"pretty\",\n  \"board\": \"AA.B...B....\",\n  \"width\": 4,\n  \"height\": 3\n}\n",
        &[("pretty", 2, "Bv1 A>2")],
    ),
];

#[test]
fn collections_are_read_as_people_have_them() {
    for (text, expected) in READ {
        let run = with(
            text,
            &["solve", "--from", "rush", "--format", "jsonl", "boards.txt"],
        );
        let rows: Vec<Json> = run
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_default())
            .collect();
        let found: Vec<(&str, u64, &str)> = rows
            .iter()
            .map(|row| {
                let text = |key: &str| row[key].as_str().unwrap_or_default();
                (
                    text("id"),
                    row["optimal"].as_u64().unwrap_or(0),
                    text("solution"),
                )
            })
            .collect();
        assert_eq!(&found, expected, "{text:?}\n{}{}", run.out, run.err);
    }
}

#[test]
fn everything_that_is_said_names_what_the_input_wrote() {
    let solve = |text: &str, said: &[&str], code| {
        with(text, &["solve", "boards.txt"]).ends(code, said);
    };
    // `K` is an ordinary block, and `A` the Key.
    solve(
        "ooooooooooooAAoKoooooKoooooKoooooxoo",
        &["block `K` stands there"],
        1,
    );
    solve(
        "AooAoooooooooooooooooooooooooooooooo",
        &["block `A` is split"],
        1,
    );
    solve(
        "AAooooKoKooooooooooooooooooooooooooo",
        &["block `K` is split"],
        1,
    );
    // Numbers, of one digit and of two.
    let numbers = "1 1 0 11\n0 0 0 11\n0 0 12 12\n0 0 0 0\n";
    let named = |verb: &[&str]| with(numbers, &[verb, &["--key", "1", "boards.txt"]].concat());
    named(&["solve"]).ends(0, &["12<1", "11v", "1>2"]);
    let shown = named(&["show", "--solution"]).ends(0, &["12<1", "11v", "1>2"]);
    assert!(shown.contains("L = 12, M = 11"), "{shown}");
    assert!(!shown.contains('K'), "{shown}");
    let shown = with("AA.K\n...K\n....\n", &["show", "--solution", "boards.txt"]).ends(0, &["Kv1"]);
    assert!(!shown.contains('L'), "{shown}");
}

#[test]
fn claims_that_are_read_are_compared() {
    const SIXTY: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
    let wrong = format!("61 {SIXTY} 1\n");
    let said = [
        "line 1, column 1: 61 moves claimed, but the optimum is 60",
        "line 1, column 41: 1 state claimed, but 2332 can be reached",
    ];
    with(&wrong, &["solve", "boards.txt"]).ends(1, &said);
    with(&wrong, &["solve", "--format", "jsonl", "boards.txt"]).ends(1, &said);
    let imported = with(&wrong, &["import", "--id", "c", "boards.txt"]).ends(1, &said);
    assert_eq!(imported, "", "nothing is written");
    for text in [
        format!("60 {SIXTY} 2332\n"),
        format!("board,moves,states\n{SIXTY},60,2332\n{SIXTY},,-\n"),
        format!(
            "{{\"board\": \"{SIXTY}\", \"optimal_moves\": 60, \"moves\": null, \"states\": 2332}}\n"
        ),
    ] {
        with(&text, &["solve", "boards.txt"]).ends(0, &[]);
    }
    for (text, said) in [
        (
            format!("board,moves\n\n{SIXTY},59\n"),
            "line 3, column 38: 59 moves claimed, but the optimum is 60",
        ),
        (
            format!("{{\"board\": \"{SIXTY}\", \"states\": 2331}}\n"),
            "line 1, column 61: 2331 states claimed, but 2332 can be reached",
        ),
        (
            "5 ooooooooooooAAooBBoooooooooooooooooo 10\n".to_string(),
            "line 1, column 1: 5 moves claimed, but the board cannot be won",
        ),
    ] {
        with(&text, &["solve", "boards.txt"]).ends(1, &[said]);
        with(&text, &["import", "--id", "c", "boards.txt"]).ends(1, &[said]);
    }
    // Within the limit, the optimum is known but the number of states is not: nothing is confirmed.
    let right = format!("60 {SIXTY} 2332\n");
    let arguments = ["solve", "--max-states", "2331", "boards.txt"];
    with(&right, &arguments).ends(4, &["2332 states claimed, but the limit was hit"]);
}

#[test]
fn a_name_that_nothing_has_is_a_usage_error_with_the_names_there_are() {
    let pack = r#"{ "format": 1, "id": "mine", "family": "slide", "levels": [
      { "id": "mine/1", "grid": ["..b.", "KKb.", "....", ".cc."],
        "lantern": { "side": "right", "line": 1 }, "win": "exit" } ] }"#;
    let said = [
        "no level is called `mine/9`",
        "did you mean `mine/1`?",
        "there are: mine/1",
    ];
    for verb in [
        &["repair", "boards.txt", "mine/9"][..],
        &["show", "boards.txt", "--level", "mine/9"],
        &["solve", "boards.txt", "--level", "mine/9"],
    ] {
        with(pack, verb).ends(2, &said);
    }
    let near = ["no lint is called `furnitur`", "did you mean `furniture`?"];
    with(pack, &["explain", "furnitur"]).ends(2, &near);
    with(pack, &["verify", "--deny", "furnitur", "boards.txt"]).ends(2, &near);
    with(pack, &["explain", "LV003"]).ends(2, &["did you mean `LV0003`?"]);
}

/// Ids, titles, and names of fields and files with control characters for a terminal.
#[test]
fn nothing_in_a_file_acts_on_a_terminal() {
    let evil = r"\u001b]0;x\nerror: forged\u202e\u009b";
    let level = |id: &str| {
        format!(
            r#"{{ "id": "{id}", "grid": ["..b.", "KKb.", "....", ".cc."], "{evil}": 1,
            "lantern": {{ "side": "right", "line": 1 }}, "win": "exit", "allow": {{ "{evil}": "{evil}" }} }}"#
        )
    };
    let pack = format!(
        r#"{{ "format": 1, "id": "{evil}", "title": "{evil}", "family": "slide", "levels": [ {} ] }}"#,
        level(&format!("mine/{evil}"))
    );
    // Characters that JSON allows unescaped in a string.
    let raw = pack
        .replace(r"\u001b", "\u{7f}")
        .replace(r"\n", "")
        .replace(r"\u009b", "\u{9b}")
        .replace(r"\u202e", "\u{202e}");
    let folder = folder();
    file(folder.path(), "boards.txt", &pack);
    file(folder.path(), "raw.json", &raw);
    let csv = "id,board\n\u{1b}]0;x\u{202e},AAo\u{1b}ooooooooooooooooooooooooooooooooo\n";
    file(folder.path(), "boards.csv", csv);
    let plain = pack.replace(&format!("mine/{evil}"), "mine/1");
    file(
        folder.path(),
        "plain.json",
        &plain.replace(&format!("\"{evil}\": 1,"), ""),
    );
    for name in ["boards.txt", "raw.json", "plain.json", "boards.csv"] {
        for verb in [
            &["verify"][..],
            &["verify", "--format", "json"],
            &["verify", "--format", "github"],
            &["show"],
            &["show", "--svg"],
            &["solve"],
            &["solve", "--format", "jsonl"],
            &["import", "--id", "\u{1b}[1m"],
            &["rate"],
            &["report", "--format", "md"],
            &["report", "--format", "html"],
        ] {
            // Colours are forced, since otherwise all escape codes are removed for a pipe.
            let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
                .args([verb, &[name]].concat())
                .env("CLICOLOR_FORCE", "1")
                .current_dir(folder.path())
                .output()
                .unwrap_or_else(|fault| panic!("{fault}"));
            for text in [&output.stdout, &output.stderr] {
                // The program's own colours are removed before the check.
                let text = String::from_utf8_lossy(text).replace("\u{1b}[", "");
                let acts = |c: char| {
                    (c.is_control() && c != '\n' && c != '\t')
                        || ('\u{202a}'..='\u{202e}').contains(&c)
                };
                let at = text.find(acts);
                assert_eq!(at, None, "{verb:?} {name}: {text:?}");
                let forged = text.lines().any(|line| line.starts_with("error: forged"));
                assert!(!forged, "{verb:?} {name}: {text}");
            }
        }
    }
    let refused = run(folder.path(), &["verify", "plain.json"]);
    refused.ends(
        1,
        &[
            "the `id` of the pack contains a control character",
            "the `title` of the pack",
        ],
    );
}
