//! Each crate may use only what lies below it. The list is the architecture: an edge that is not
//! here does not exist, and adding one is a decision to be made in `ARCHITECTURE.md`. What is not used any more is not declared.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every crate with the crates of this workspace that it may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("host", &[]),
    ("term", &[]),
    ("solver", &["host", "term"]),
    ("program", &["source"]),
    ("semantics", &["source", "term", "program"]),
    ("front-c", &["source", "host", "program", "semantics"]),
    ("front-boogie", &["source", "host", "program"]),
    ("interp", &["source", "program", "semantics"]),
    ("trace", &["source", "program", "semantics", "interp"]),
    ("claim", &["term", "program", "interp", "trace"]),
    ("counterfactual", &["source", "solver", "program", "interp", "trace", "claim"]),
    ("encode", &["source", "term", "program", "semantics", "interp", "trace", "claim"]),
    ("absint", &["source", "program", "semantics"]),
    (
        "explain",
        &["term", "solver", "program", "interp", "trace", "claim", "counterfactual", "encode"],
    ),
    // The second opinion on claims: it shares their form with what makes them, and no meaning of C.
    ("verify", &["term", "solver", "program", "interp", "trace", "claim", "counterfactual"]),
    ("find", &["source", "host", "term", "solver", "program", "semantics", "interp", "trace"]),
    (
        "scope",
        &[
            "source",
            "term",
            "solver",
            "program",
            "interp",
            "trace",
            "claim",
            "counterfactual",
            "find",
        ],
    ),
    ("harness", &["source", "program", "interp"]),
    ("suite", &["source", "host", "program", "interp"]),
    // Whether a run ends, not why it does not.
    (
        "termination",
        &["source", "term", "solver", "program", "interp", "trace", "counterfactual", "encode"],
    ),
    // It states what was expected as a check; how the check is explained is no concern of it.
    ("expectation", &["source", "program", "interp", "suite", "termination"]),
    // Changed texts are compiled by whoever asks for repairs.
    (
        "repair",
        &[
            "source",
            "host",
            "term",
            "solver",
            "program",
            "semantics",
            "interp",
            "trace",
            "encode",
            "absint",
            "find",
            "suite",
        ],
    ),
    // Evidence is put together here: what repairs and tests can say, in one ranking of lines.
    ("causes", &["source", "program", "interp", "suite", "repair"]),
    ("report", &[]),
    // For tests alone.
    ("testing", &[]),
    (
        "project",
        &["source", "host", "program", "front-c", "front-boogie", "interp", "trace", "report"],
    ),
    ("compare", &["source", "solver", "program", "front-c", "interp", "find", "project"]),
    (
        "lift",
        &[
            "source",
            "term",
            "solver",
            "program",
            "interp",
            "trace",
            "counterfactual",
            "encode",
            "explain",
            "find",
            "scope",
            "project",
            "report",
        ],
    ),
    (
        "validate",
        &[
            "source", "host", "term", "solver", "program", "interp", "trace", "encode", "explain",
            "find", "harness", "suite", "repair", "project", "compare",
        ],
    ),
    (
        "whydunit",
        &[
            "source",
            "host",
            "term",
            "solver",
            "program",
            "interp",
            "trace",
            "encode",
            "absint",
            "explain",
            "verify",
            "find",
            "scope",
            "harness",
            "suite",
            "causes",
            "repair",
            "report",
            "project",
            "compare",
            "lift",
            "validate",
            "termination",
            "expectation",
        ],
    ),
    // Whoever embeds the library can do what the command does: it uses nothing else, but for what renders reports.
    ("cli", &["report", "whydunit"]),
];

#[test]
fn crates_depend_only_on_what_lies_below() {
    let crates = crates();
    let listed: BTreeSet<String> = ALLOWED.iter().map(|(name, _)| name.to_string()).collect();
    let present: BTreeSet<String> = std::fs::read_dir(&crates)
        .expect("crates/ should be readable")
        .map(|entry| entry.expect("entries should be readable").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    assert_eq!(listed, present, "every crate has its line in the list of allowed edges");

    for (name, allowed) in ALLOWED {
        let dependencies = dependencies(&crates.join(name));
        let edges = dependencies.iter().filter_map(|name| match name.as_str() {
            "whydunit" => Some("whydunit"),
            name => name.strip_prefix("whydunit-"),
        });
        let declared: BTreeSet<&str> = edges.collect();
        let allowed: BTreeSet<&str> = allowed.iter().copied().collect();
        let beyond: Vec<_> = declared.difference(&allowed).collect();
        assert!(beyond.is_empty(), "crate {name} must not depend on {beyond:?}");
        let stale: Vec<_> = allowed.difference(&declared).collect();
        assert!(stale.is_empty(), "crate {name} may depend on {stale:?}, and does not");
    }
}

/// A dependency that the code of a crate does not name is none.
#[test]
fn dependencies_are_used() {
    for (name, _) in ALLOWED {
        let directory = crates().join(name);
        let files = rust_files(&directory.join("src"));
        let texts: Vec<String> = files.iter().map(|file| code(file)).collect();
        for dependency in dependencies(&directory) {
            let wanted = dependency.replace('-', "_");
            let is_named = |text: &String| words(text).any(|word| word == wanted);
            assert!(texts.iter().any(is_named), "crate {name} does not use {dependency}");
        }
    }
}

/// Every function that tells apart nine or more kinds of expressions or of statements, with its reason. What only goes through
/// them uses `operands`, `walk`, `Visitor` or `Fold` of `program`, so that a new kind is added in few places.
const DISPATCHERS: &[(&str, &str, &str)] = &[
    ("program/src/visit.rs", "operands", "what expressions consist of, and how they are written"),
    ("program/src/visit.rs", "parts", "what statements consist of, and what they are called"),
    ("interp/src/translate/expr.rs", "value_to", "expressions to bytecode"),
    ("interp/src/translate/stmt.rs", "stmt", "statements to bytecode"),
    ("semantics/src/evaluate.rs", "expr", "what expressions mean, for all instances"),
    ("semantics/src/execute.rs", "statement", "what statements do, for all instances"),
    ("verify/src/meaning/expr.rs", "expr", "expressions as terms: the second opinion"),
    ("verify/src/meaning/statement.rs", "statement", "statements as terms: the second opinion"),
];

#[test]
fn walks_are_in_one_place() {
    let crates = crates();
    let enums = [("program/src/expr.rs", "ExprKind"), ("program/src/function.rs", "StmtKind")];
    let enums = enums.map(|(file, name)| (name, variants(&code(&crates.join(file)), name)));
    let counts = enums.each_ref().map(|(_, variants)| variants.len());
    assert_eq!(counts, [17, 13], "all kinds should be found, and a new one counted here");
    let mut found = BTreeSet::new();
    for (name, _) in ALLOWED {
        for file in rust_files(&crates.join(name).join("src")) {
            let text = code(&file);
            for (item, body) in items(&text) {
                let is_dispatcher = enums.iter().any(|(name, variants)| {
                    let named = named_variants(&body, &prefixes(&text, name));
                    variants.iter().filter(|variant| named.contains(variant.as_str())).count() >= 9
                });
                if is_dispatcher {
                    let file = file.strip_prefix(&crates).expect("files should lie in crates/");
                    found.insert((file.to_string_lossy().into_owned(), item));
                }
            }
        }
    }
    let listed = DISPATCHERS.iter().map(|(file, item, _)| (file.to_string(), item.to_string()));
    let listed: BTreeSet<_> = listed.collect();
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(new.is_empty(), "walks over the program belong into `program`: {new:#?}");
    let stale: Vec<_> = listed.difference(&found).collect();
    assert!(stale.is_empty(), "these do not tell apart most kinds any more: {stale:#?}");
}

/// The names of an enumeration's variants.
fn variants(text: &str, name: &str) -> Vec<String> {
    let body = text.split(&format!("pub enum {name} {{\n")).nth(1).expect("it should be there");
    let lines = body.lines().take_while(|line| *line != "}");
    let own = lines.filter_map(|line| line.strip_prefix("    "));
    let own = own.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
    own.map(|line| words(line).next().unwrap_or("").to_owned()).collect()
}

/// What an enumeration is called in a file.
fn prefixes(text: &str, name: &str) -> Vec<String> {
    let named = format!("{name} as ");
    let aliases = text.split(&named).skip(1);
    let aliases = aliases.filter_map(|rest| words(rest).next()).map(str::to_owned);
    aliases.chain([name.to_owned()]).collect()
}

/// The names behind `Kind::` and in `Kind::{..}`.
fn named_variants<'t>(text: &'t str, prefixes: &[String]) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("::") {
        let before = text[..at].rsplit(|c: char| !c.is_alphanumeric() && c != '_').next();
        if !before.is_some_and(|before| prefixes.iter().any(|prefix| prefix == before)) {
            continue;
        }
        let rest = &text[at + 2..];
        match rest.strip_prefix('{') {
            Some(list) => found.extend(words(list.split('}').next().unwrap_or(""))),
            None => found.extend(words(rest).next()),
        }
    }
    found
}

/// Functions and macros with their texts, by the indentation that the formatter gives them.
fn items(text: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some((before, rest)) =
            line.split_once("fn ").or_else(|| line.split_once("macro_rules! "))
        else {
            continue;
        };
        let is_head = words(before).all(|word| matches!(word, "pub" | "crate" | "super" | "const"));
        let (Some(name), true) = (words(rest).next(), is_head) else { continue };
        // Declarations in traits have no body.
        let head = lines[start..].iter().find(|line| line.ends_with(['{', '}', ';']));
        if head.is_some_and(|line| line.ends_with(';')) {
            continue;
        }
        let indent = &line[..line.len() - line.trim_start().len()];
        let end = format!("{indent}}}");
        let is_short = line.ends_with('}');
        let count = lines[start..].iter().position(|line| is_short || *line == end).unwrap_or(0);
        found.push((name.to_owned(), lines[start..=start + count].join("\n")));
    }
    found
}

/// How constants begin that bound work, size or time.
const LIMIT_WORDS: [&str; 14] = [
    "MOST",
    "LONGEST",
    "MAX",
    "FEWEST",
    "SHORTEST",
    "LARGEST",
    "SMALLEST",
    "DEEPEST",
    "FARTHEST",
    "WIDEST",
    "NARROWEST",
    "LEAST",
    "HEAVIEST",
    "DEAREST",
];

/// Constants of such names that nobody chose, with their reasons.
const NO_LIMITS: &[(&str, &str, &str)] = &[
    ("program/src/address.rs", "MAX_OBJECT", "the rule of addresses, which all crates keep to"),
    ("program/src/address.rs", "FARTHEST_INDEX", "the rule of addresses"),
    ("term/src/op.rs", "MAX_WIDTH", "what the sort of a term can be"),
    ("interp/src/stdlib/format/float.rs", "MAX_FRACTION", "a fact about `double`"),
    ("interp/src/stdlib/format/float.rs", "MAX_SIGNIFICANT", "a fact about `double`"),
    ("report/src/html/data.rs", "LARGEST", "a fact about the numbers of JavaScript"),
];

/// Limits stand in `src/limits.rs` of their crate, each with its reason.
#[test]
fn limits_are_in_one_place() {
    let crates = crates();
    let mut found = BTreeSet::new();
    for (name, _) in ALLOWED {
        let own = crates.join(name).join("src/limits.rs");
        for file in rust_files(&crates.join(name).join("src")) {
            if file != own {
                let text = code(&file);
                let file = file.strip_prefix(&crates).expect("files should lie in crates/");
                let file = file.to_string_lossy();
                let names = text.lines().filter_map(limit_in);
                found.extend(names.map(|name| (file.to_string(), name.to_owned())));
            }
        }
        let text = std::fs::read_to_string(&own).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1].contains(" const ")) {
            assert!(pair[0].starts_with("///"), "{name}: {} has no reason", pair[1]);
        }
    }
    let listed = NO_LIMITS.iter().map(|(file, item, _)| (file.to_string(), item.to_string()));
    let listed: BTreeSet<_> = listed.collect();
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(new.is_empty(), "limits belong into `limits.rs` of their crate: {new:#?}");
    let stale: Vec<_> = listed.difference(&found).collect();
    assert!(stale.is_empty(), "these are not there any more: {stale:#?}");
}

/// The name of a number or a time that a line defines as a constant and that is called like a limit.
fn limit_in(line: &str) -> Option<&str> {
    let (before, rest) = line.split_once("const ")?;
    let is_head = words(before).all(|word| matches!(word, "pub" | "crate" | "super"));
    let (name, rest) = rest.split_once(": ")?;
    let (ty, _) = rest.split_once(" =")?;
    let is_number = ty == "Duration"
        || ty.starts_with(['u', 'i', 'f']) && ty[1..].chars().all(|c| c.is_ascii_digit())
        || matches!(ty, "usize" | "isize");
    let first = name.split('_').next()?;
    let is_limit =
        LIMIT_WORDS.contains(&first) || name.ends_with("_MAX") || name.ends_with("_LIMIT");
    (is_head && is_number && is_limit).then_some(name)
}

/// Terms and solvers serve any language.
#[test]
fn the_reasoning_core_does_not_know_c() {
    let crates = crates();
    for name in ["term", "solver"] {
        for file in rust_files(&crates.join(name).join("src")) {
            let text = std::fs::read_to_string(&file).expect("sources should be readable");
            let is_about_c = |line: &&str| {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                words.into_iter().any(|word| {
                    matches!(word, "whydunit_program" | "whydunit_trace" | "malloc" | "printf")
                })
            };
            let found = text.lines().find(is_about_c);
            assert_eq!(found, None, "{} speaks of programs", file.display());
        }
    }
}

/// What a library leaves to whoever uses it.
const OUTSIDE: [&str; 10] = [
    "println!",
    "print!(",
    "eprintln!",
    "eprint!(",
    "io::stdin",
    "io::stdout",
    "io::stderr",
    "process::exit",
    "env::var",
    "env::args",
];

/// The library has errors with types, and options that are plain data.
#[test]
fn only_cli_parses_options_and_wraps_errors() {
    for (name, _) in ALLOWED.iter().filter(|(name, _)| *name != "cli") {
        for dependency in dependencies(&crates().join(name)) {
            let is_for_commands = dependency.starts_with("clap") || dependency == "anyhow";
            assert!(!is_for_commands, "crate {name} uses {dependency}");
        }
    }
}

/// The command is options, printing and exit codes; what grows beyond that is work for the library.
#[test]
fn the_command_line_is_thin() {
    let files = rust_files(&crates().join("cli/src"));
    let lines: usize = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("sources should be readable"))
        .map(|text| text.lines().count())
        .sum();
    assert!(lines <= 4000, "cli has {lines} lines");
}

/// Only the command prints, exits or reads the environment; and what tests share.
#[test]
fn only_cli_touches_the_outside() {
    let crates = crates();
    let inner = ALLOWED.iter().filter(|(name, _)| !["cli", "testing"].contains(name));
    for (name, _) in inner {
        for file in rust_files(&crates.join(name).join("src")) {
            let code = code(&file);
            for forbidden in OUTSIDE {
                assert!(!code.contains(forbidden), "{} uses {forbidden}", file.display());
            }
        }
    }
}

fn crates() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("crates/ should exist").to_owned()
}

/// The names under `[dependencies]` of a crate's manifest.
fn dependencies(directory: &Path) -> Vec<String> {
    let manifest = std::fs::read_to_string(directory.join("Cargo.toml"))
        .expect("every crate should have a manifest");
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let lines = lines.filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()));
    lines.filter_map(|line| line.split(['.', ' ', '=']).next()).map(str::to_owned).collect()
}

/// A source file without its comments and its own tests.
fn code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("sources should be readable");
    let own = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    let lines = own.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        // Modules of these names are compiled for tests only.
        if path.file_stem().is_some_and(|name| name == "tests" || name == "testing") {
            continue;
        }
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Tests of a crate are one binary, which names its files: one that it does not name would never run.
#[test]
fn every_file_of_tests_is_named() {
    let mut seen = 0;
    for directory in std::fs::read_dir(crates()).expect("crates should be there") {
        let tests = directory.expect("an entry should be readable").path().join("tests");
        let Ok(main) = std::fs::read_to_string(tests.join("main.rs")) else { continue };
        for file in std::fs::read_dir(&tests).expect("the folder should be readable") {
            let path = file.expect("an entry should be readable").path();
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            if path.extension().is_some_and(|extension| extension == "rs") && name != "main" {
                let is_named = main.lines().any(|line| line == format!("mod {name};"));
                assert!(is_named, "{} is in no list of tests", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 50, "there should be tests, not {seen}");
}

/// Where a manifest says that there are no tests beside the code, or none in its documentation, there are none: they would never run, and building
/// a crate again for nothing takes its time.
#[test]
fn tests_that_are_switched_off_do_not_exist() {
    let mut seen = 0;
    for (name, _) in ALLOWED {
        let directory = crates().join(name);
        let manifest = std::fs::read_to_string(directory.join("Cargo.toml")).expect("it is there");
        let is_off = |what: &str| manifest.lines().any(|line| line == format!("{what} = false"));
        let files = all_rust_files(&directory.join("src"));
        for file in files {
            let text = std::fs::read_to_string(&file).expect("sources should be readable");
            let has_tests = text.contains("#[test]") || text.contains("proptest! {");
            assert!(!(is_off("test") && has_tests), "{} is never run", file.display());
            let example = is_off("doctest").then(|| first_example(&text)).flatten();
            assert!(example.is_none(), "{}: `{example:?}` is never run", file.display());
            seen += 1;
        }
    }
    assert!(seen > 500, "there should be sources, not {seen}");
}

/// The first line in the documentation that begins an example in Rust.
fn first_example(text: &str) -> Option<&str> {
    const OTHERS: [&str; 7] = ["text", "c", "console", "json", "sh", "toml", "xml"];
    let comments = text.lines().map(str::trim_start).filter_map(|line| {
        line.strip_prefix("///").or_else(|| line.strip_prefix("//!")).map(str::trim)
    });
    let mut fences = comments.filter(|line| line.starts_with("```"));
    // They come in pairs.
    while let (Some(opening), _) = (fences.next(), fences.next()) {
        if !OTHERS.contains(&opening.trim_start_matches('`')) {
            return Some(opening);
        }
    }
    None
}

/// With those that are compiled for tests only.
fn all_rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(all_rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

#[test]
fn examples_are_recognised() {
    assert_eq!(first_example("/// ```text\n/// a\n/// ```\nfn f() {}\n"), None);
    assert_eq!(first_example("/// ```\n/// f();\n/// ```\n"), Some("```"));
    assert_eq!(first_example("//! ```c\n//! ```\n    /// ```no_run\n"), Some("```no_run"));
}
