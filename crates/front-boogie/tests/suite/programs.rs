//! The programs of `tests/programs/boogie` and `tests/papers` mean what they say.
//!
//! `//~ run INPUTS => ENDING` in a program is a run and how it ends; `//~ warning@LINE: TEXT` is a
//! warning (all of them must be listed), `//~ options --function NAME --requires EXPR ...` says how
//! it is compiled. A program in `bad/` has `//~ error@LINE:COLUMN: TEXT` instead.

use std::path::{Path, PathBuf};

use whydunit_front_boogie::{Options, compile_text};
use whydunit_source::Diagnostic;

use crate::running::{compiled, ending};

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name)
}

/// Name and text of the Boogie files of a directory, in order; those of the command line's tests
/// have expectations there.
fn programs(name: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(directory(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
        .map(|entry| entry.expect("entries should be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bpl"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("programs should be text");
            (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
        })
        .filter(|(name, _)| !name.starts_with("cli_"))
        .collect();
    files.sort();
    files
}

/// What the lines that begin with `//~ word` say.
fn directives<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let lines = text.lines().filter_map(|line| line.split_once("//~ ").map(|(_, rest)| rest));
    lines.filter_map(|rest| rest.strip_prefix(word)).collect()
}

fn options(text: &str) -> Options {
    let mut options = Options::default();
    for line in directives(text, "options ") {
        for part in line.split("--").skip(1) {
            let (name, value) = part.split_once(' ').expect("an option should have a value");
            let value = value.trim().to_owned();
            match name {
                "function" => options.function = Some(value),
                "requires" => options.requires.push(value),
                "ensures" => options.ensures.push(value),
                _ => panic!("unknown option {name}"),
            }
        }
    }
    options
}

fn placed(diagnostics: &[Diagnostic], with_column: bool) -> Vec<String> {
    let text = |diagnostic: &Diagnostic| {
        let place = diagnostic.place.as_ref();
        let at = place.map_or("nowhere".into(), |place| match with_column {
            true => format!("{}:{}", place.line, place.column),
            false => place.line.to_string(),
        });
        format!("{at}: {}", diagnostic.message)
    };
    let mut list: Vec<String> = diagnostics.iter().map(text).collect();
    list.sort();
    list
}

fn sorted(mut list: Vec<&str>) -> Vec<&str> {
    list.sort_unstable();
    list
}

#[test]
fn programs_run_as_they_say() {
    let programs = programs("programs/boogie");
    assert!(programs.len() >= 30, "{} programs", programs.len());
    let mut wrong = Vec::new();
    for (name, text) in programs {
        let compiled = compiled(&name, &text, &options(&text));
        let warnings = placed(&compiled.warnings, false);
        if warnings != sorted(directives(&text, "warning@")) {
            wrong.push(format!("{name} has the warnings {warnings:#?}"));
        }
        let runs = directives(&text, "run");
        assert!(!runs.is_empty(), "{name} should say how it runs");
        for run in runs {
            let (inputs, expected) = run.split_once("=>").expect("a run should have an ending");
            let ending = ending(&compiled, inputs);
            if ending != expected.trim() {
                wrong.push(format!("{name}, run{inputs}: {ending}, not{expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bad_programs_are_told_where() {
    let programs = programs("programs/boogie/bad");
    assert!(programs.len() >= 10, "{} programs", programs.len());
    let mut wrong = Vec::new();
    for (name, text) in programs {
        let expected = sorted(directives(&text, "error@"));
        match compile_text(&name, &text, &options(&text)) {
            Ok(_) => wrong.push(format!("{name} compiles")),
            Err(errors) if placed(&errors, true) == expected => {}
            Err(errors) => {
                wrong.push(format!("{name}: {:#?}, not {expected:#?}", placed(&errors, true)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The listings of the papers: what fails, with which inputs.
#[test]
fn papers_fail_where_they_say() {
    let expected = [
        ("assigned_twice.bpl", "", "assert@5"),
        ("assumption_on_both.bpl", "x=0", "assert@6"),
        ("assumption_on_both.bpl", "x=-1", "assumption@5"),
        ("assumption_on_input.bpl", "x=1", "assert@6"),
        ("assumption_on_input.bpl", "x=0", "assumption@5"),
        ("down_and_up.bpl", "", "assert@7"),
        ("havoc_hides_assignment.bpl", "z=10", "assert@7"),
        ("havoc_hides_assignment.bpl", "z=11", "finished"),
        ("inner_branch.bpl", "", "assert@17"),
        ("input_decides_alone.bpl", "x=-1", "assert@5"),
        ("input_decides_alone.bpl", "x=0", "finished"),
        ("last_assignment.bpl", "", "assert@6"),
        ("other_side_never_returns.bpl", "x=0; z=0", "assert@19"),
        ("other_side_never_returns.bpl", "x=0; z=1", "budget"),
        ("other_side_never_returns.bpl", "x=1", "finished"),
        ("set_by_branch.bpl", "", "assert@9"),
        ("sums.bpl", "x=1; y=1; z=-3", "assert@6"),
        ("sums.bpl", "x=1; y=1; z=-2", "finished"),
        ("user_input.bpl", "y=2", "assert@11"),
        ("user_input.bpl", "y=3", "assert@11"),
        ("user_input.bpl", "y=0", "finished"),
        ("zeroed_by_branch.bpl", "input=41", "assert@8"),
        ("zeroed_by_branch.bpl", "input=42", "finished"),
        ("zeroed_when_two.bpl", "", "assert@11"),
    ];
    let programs = programs("papers");
    for (name, text) in &programs {
        assert!(expected.iter().any(|(known, ..)| known == name), "{name} is not in the list");
        let compiled = compiled(name, text, &Options::default());
        assert_eq!(placed(&compiled.warnings, false), Vec::<String>::new(), "{name}");
        for (_, inputs, expected) in expected.iter().filter(|(known, ..)| known == name) {
            assert_eq!(ending(&compiled, inputs), *expected, "{name} with {inputs}");
        }
    }
    for (name, ..) in expected {
        assert!(programs.iter().any(|(known, _)| known == name), "{name} is missing");
    }
}
