//! Readers meet hostile text: any answer is good that comes soon and is no panic. What replays as failing does fail.

use crate::witness_support;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use whydunit_find::{Replay, read_witness};
use whydunit_interp::{Ending, NoObserver};
use witness_support::{Case, load};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/witnesses")
}

/// Texts of all witnesses of the other tests.
fn seeds() -> Vec<String> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory())
        .expect("should be readable")
        .map(|entry| entry.expect("should be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension != "c"))
        .collect();
    files.sort();
    files.iter().map(|path| fs::read_to_string(path).expect("should be readable")).collect()
}

/// Replaces, doubles or drops pieces between characters that matter to some format.
fn mutated(seed: &str, edits: &[(usize, usize, usize, u8)]) -> String {
    const PIECES: &[&str] = &[
        "",
        "<",
        ">",
        "&",
        "&amp;",
        "]]>",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ":",
        "-",
        "\n",
        "  ",
        "\\",
        "0",
        "99999999999999999999",
        "-1",
        "\u{0}",
        "é",
        "&&",
        "==",
        "<!DOCTYPE a>",
        "*a",
        "&a ",
        "!!int",
        "|",
        "%",
        "?",
        "\t",
        "true",
        "null",
        "1e999",
        "()",
        "((",
    ];
    let mut text: Vec<char> = seed.chars().collect();
    for &(at, length, piece, kind) in edits {
        let at = at % (text.len() + 1);
        let end = (at + length).min(text.len());
        let replacement: Vec<char> = match kind % 3 {
            0 => PIECES[piece % PIECES.len()].chars().collect(),
            1 => text[at..end].iter().chain(&text[at..end]).copied().collect(),
            _ => Vec::new(),
        };
        text.splice(at..end, replacement);
    }
    text.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(usize, usize, usize, u8)>> {
    prop::collection::vec((any::<usize>(), 0..40_usize, any::<usize>(), any::<u8>()), 1..6)
}

fn program() -> Case {
    load(&directory().join("loop.c")).expect("should compile")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        let _ = read_witness(&text);
    }

    #[test]
    fn text_made_of_what_the_formats_are_made_of(
        text in "(<graphml>|</graphml>|<graph>|<node id=\"a\">|<data key=\"entry\">|true|\\[|\\]|\\{|\\}|\"result\"|: |- |\n|  |entry_type|violation_sequence|content|segment|,|\"|'|\\||>|&a|\\*a|#|0|%YAML|---|!t){0,60}",
    ) {
        let _ = read_witness(&text);
    }

    #[test]
    fn damaged_witnesses(which in any::<usize>(), edits in edits()) {
        let seeds = seeds();
        let text = mutated(&seeds[which % seeds.len()], &edits);
        if let Err(problem) = read_witness(&text) {
            let lines = text.lines().count() as u32 + 1;
            prop_assert!((1..=lines.max(1)).contains(&problem.line), "{problem}\n{text}");
            prop_assert!(problem.column >= 1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_replays_fails(which in any::<usize>(), edits in edits()) {
        let seeds = seeds();
        let text = mutated(&seeds[which % seeds.len()], &edits);
        if let Ok(witness) = read_witness(&text) {
            let case = program();
            if let Replay::Fails { spec, failure, .. } = case.replay(&witness) {
                let compiled = case.compiled();
                let result = compiled.run(&spec, &case.config(), &mut |_, _| {}, &mut NoObserver);
                prop_assert_eq!(result.ending, Ending::Failed(*failure));
            }
        }
    }
}

#[test]
fn depth_and_width_are_survived() {
    const MANY: usize = 100_000;
    let graph = |inside: &str| format!("<graphml><graph>{inside}</graph></graphml>");
    let states: String = (0..200).map(|n| format!("<node id=\"n{n}\"/>")).collect();
    let ends = "<node id=\"e\"><data key=\"entry\">true</data></node>\
                <node id=\"v\"><data key=\"violation\">true</data></node><edge source=\"e\" target=\"n0\"/>";
    let mut edges = String::new();
    for from in 0..200 {
        for to in 0..200 {
            edges += &format!("<edge source=\"n{from}\" target=\"n{to}\"/>");
        }
    }
    let dense = graph(&format!("{states}{ends}{edges}<edge source=\"n199\" target=\"v\"/>"));
    let long: String = (0..MANY)
        .map(|n| format!("<node id=\"m{n}\"/><edge source=\"m{n}\" target=\"m{}\"/>", n + 1))
        .collect();
    let long = graph(&format!(
        "{long}<node id=\"m{MANY}\"><data key=\"violation\">true</data></node>\
         <node id=\"e\"><data key=\"entry\">true</data></node><edge source=\"e\" target=\"m0\"/>"
    ));
    for text in [&dense, &long] {
        assert!(read_witness(text).is_ok());
    }
    let laughs = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n".to_owned();
    let entities =
        "<!DOCTYPE a [<!ENTITY x \"y\"><!ENTITY z \"&x;&x;\">]><graphml>&z;</graphml>".to_owned();
    for text in [
        "[".repeat(MANY),
        "{".repeat(MANY),
        "- ".repeat(MANY),
        "a: [".repeat(MANY),
        "<a>".repeat(MANY),
        format!("{}{}", "<a>".repeat(MANY), "</a>".repeat(MANY)),
        graph(&"<node>".repeat(MANY)),
        format!("[{{\"result\": {}", "[".repeat(MANY)),
        format!(
            "[{{\"result\": [{{\"trace\": [{{\"value\": {}",
            "{\"elements\": [{\"value\": ".repeat(MANY)
        ),
        "&a ".repeat(MANY),
        "!".repeat(MANY),
        "? ".repeat(MANY),
        laughs,
        entities,
    ] {
        assert!(read_witness(&text).is_err(), "{}", &text[..40.min(text.len())]);
    }
}

#[test]
fn problems_have_places() {
    let cases = [
        ("", "1:1: the witness is empty"),
        ("hello", "1:1: not a witness: expected GraphML, YAML entries or CBMC's JSON"),
        ("[]", "1:1: not a witness: expected GraphML, YAML entries or CBMC's JSON"),
        ("<graphml>\n <graph>\n  <node/>\n </graph></graphml>", "3:3: a node has no `id`"),
        ("<graphml>\n <graph>\n </graph></graphml>", "2:2: the witness has no entry node"),
        (
            "<graphml><graph>\n<data key=\"witness-type\">correctness_witness</data></graph></graphml>",
            "1:10: a `correctness_witness` describes no failing run",
        ),
        ("<svg/>", "1:1: not GraphML: the root element should be `graphml`"),
        (
            "- entry_type: invariant_set\n",
            "1:1: no violation sequence: the entries are `invariant_set`",
        ),
        ("- entry_type: violation_sequence\n", "1:3: an entry has no `content`"),
        (
            "- entry_type: violation_sequence\n  content:\n  - segment:\n    - waypoint:\n        action: wait\n",
            "5:17: unknown action `wait`",
        ),
        (
            "- entry_type: violation_sequence\n  content:\n  - cycle: []\n",
            "3:12: witnesses of runs that do not end are not supported",
        ),
        (
            "[{\"program\": \"CBMC 6\"}]",
            "1:1: no property fails with a trace (was CBMC run with --trace?)",
        ),
        (
            "[{\"result\":\n 5}]",
            "2:2: invalid type: integer `5`, expected a sequence at line 2 column 2",
        ),
    ];
    for (text, expected) in cases {
        let problem = read_witness(text).expect_err(text);
        assert_eq!(problem.to_string(), expected);
    }
}
