//! What the parts do, seen on small programs.

use std::path::{Path, PathBuf};

use expect_test::expect;
use whydunit_interp::{Config, InputValue};
use whydunit_program::{FunctionId, Program};
use whydunit_source::{FileId, Span};
use whydunit_suite::{Reason, Runner, Suite, Test, Verdict};

use crate::annotations::{Library, alternatives};
use crate::changes::{Change, changes, insertions};
use crate::engine::int_of;
use crate::schema::{CHOICE, Schema};
use crate::{Edit, apply, unified};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn compiled(
    file: &Path,
    text: Option<String>,
    function: Option<&str>,
) -> Option<(Program, FunctionId)> {
    let input = whydunit_front_c::InputFile {
        text: text.map(String::into_bytes),
        ..whydunit_front_c::InputFile::new(file)
    };
    let options = whydunit_front_c::Options {
        function: function.map(str::to_owned),
        ..whydunit_front_c::Options::default()
    };
    let compiled = whydunit_front_c::compile_each(&[input], &options).ok()?;
    match compiled.start {
        whydunit_front_c::Start::Function(start) => Some((compiled.program, start)),
        whydunit_front_c::Start::Unclear(_) => None,
    }
}

fn from_text(text: &str) -> (Program, FileId, Vec<Change>) {
    let file = Path::new("program.c");
    let (program, _) = compiled(file, Some(text.to_owned()), Some("f")).expect("it should compile");
    let id = program.sources.find("program.c").expect("the file should be there");
    let all = changes(&program, int_of(&program), &[id], &[], &|_| true);
    (program, id, all)
}

/// The changed lines of all changes up to a cost.
fn texts(source: &str, most: u32) -> Vec<String> {
    let (program, file, all) = from_text(source);
    let lines = |text: &str| text.lines().map(str::trim).map(str::to_owned).collect::<Vec<_>>();
    let before = lines(program.sources.file(file).text());
    let mut found = Vec::new();
    for change in all.iter().filter(|change| change.cost <= most) {
        let after = lines(&apply(&program.sources, file, std::slice::from_ref(&change.edit)));
        let changed: Vec<String> =
            after.into_iter().filter(|line| !before.contains(line)).collect();
        found.push(changed.join(" "));
    }
    found
}

#[test]
fn changes_of_a_condition() {
    let source =
        "int f(int a, int n)\n{\n    if (a < n - 1)\n        return 1;\n    return 2;\n}\n";
    let found = texts(source, 10);
    let of_line = |text: &str| found.iter().filter(|line| line.starts_with(text)).count();
    assert_eq!(of_line("if (a"), found.iter().filter(|line| line.contains("if (a")).count());
    expect![[r#"
        if (a <= n - 1)
        if (a < n + 1)
        if (a > n - 1)
        if (a < n - 2)
        if (a != n - 1)
        if (a == n - 1)
        if (a >= n - 1)
        if (a < a - 1)"#]]
    .assert_eq(
        &found
            .iter()
            .filter(|line| line.starts_with("if (a"))
            .filter(|line| !line.contains("n -1") && !line.contains('3'))
            .take(8)
            .cloned()
            .collect::<Vec<_>>()
            .join("\n"),
    );
}

#[test]
fn faults_are_among_the_changes() {
    for (faulty, correct) in [
        ("int f(int x) { return x > 9; }", "return x >= 9;"),
        ("int f(int a, int b) { return a - b; }", "return b - a;"),
        ("int f(int *p, int n) { return p[n]; }", "return p[n - 1];"),
        ("int f(int s, int x) { s += x; return s; }", "s -= x;"),
        ("int f(int s, int x) { s += x; return s; }", "s = x;"),
        ("int f(int i) { i++; return i; }", "i--;"),
        ("int f(int a, int b) { return a && b; }", "return a || b;"),
        ("int f(int a, int b) { if (a) return b; return 0; }", "if (!a)"),
        ("struct s { int x, y; }; int f(struct s *p) { return p->x; }", "return p->y;"),
        ("int f(int a[2][2], int i, int j) { return a[i][j]; }", "return a[j][i];"),
        (
            "int g(int a, int b) { return a - b; } int f(int x, int y) { return g(x, y); }",
            "return g(y, x);",
        ),
        (
            "int g(int a) { return a; } int h(int a) { return -a; } int f(int x) { return g(x); }",
            "return h(x);",
        ),
        ("#define LIMIT 10\nint f(int x) { return x < LIMIT; }", "#define LIMIT 11"),
        ("int f(int c) { return c ? 1 : 2; }", "return c ? 2 : 1;"),
        ("double f(double x) { return x * 0.5; }", "return x * 2.0;"),
        ("int size = 3;\nint f(void) { return size; }", "int size = 4;"),
        ("char name[8];\nint f(int i) { return name[i]; }", "char name[9];"),
        ("int f(int a, int b) { return a + b / 2; }", "return (a + b) / 2;"),
        ("int f(int x, int m) { return x & m == m; }", "return (x & m) == m;"),
        ("int f(int a, int b, int c) { if (a || b && c) return 1; return 0; }", "(a || b) && c"),
        ("int f(int a, int b) { while (a) { if (b) break; a--; } return a; }", "if (b) continue;"),
        ("int f(int a, int b) { if (a = b) return 1; return 0; }", "if (a == b)"),
        ("int f(char *s) { return *++s; }", "return *s++;"),
        ("double f(int a, int b) { return a / b; }", "return (double)a / b;"),
        ("enum e { RED, BLUE }; int f(void) { return RED; }", "return BLUE;"),
        ("int n; int one(void) { return n; } int f(int x) { return x; }", "return one();"),
        (
            "int f(int k) { int r = 0; switch (k) {\ncase 1:\n    r = 1;\ncase 2:\n    r = 2;\n}\nreturn r; }",
            "break;",
        ),
        ("int f(int a, int b) {\n    a = b;\n    b = a;\n    return a + b;\n}", "b = a; a = b;"),
        ("int f(int a) {\n    a = 3;\n    return a;\n}", "not a = 3;"),
    ] {
        let squeeze = |text: &str| text.split_whitespace().collect::<String>();
        let (program, file, all) = from_text(faulty);
        let changed = |change: &Change| {
            squeeze(&apply(&program.sources, file, std::slice::from_ref(&change.edit)))
        };
        let is_there = all.iter().map(changed).any(|text| match correct.strip_prefix("not ") {
            Some(gone) => !text.contains(&squeeze(gone)) && text.contains("returna;"),
            None => text.contains(&squeeze(correct)),
        });
        assert!(is_there, "{faulty}\nshould become {correct}");
    }
}

#[test]
fn contracts_and_assertions_are_left_alone() {
    let source = "#include <assert.h>\nvoid reach_error(void);\n/*@ requires x > 1; ensures \\result > 2; */\n\
                  int f(int x)\n{\n    assert(x > 3);\n    if (x > 4)\n        reach_error();\n    return x;\n}\n";
    for line in texts(source, u32::MAX) {
        for kept in ["requires", "assert", "if (x"] {
            assert!(!line.contains(kept), "{line}");
        }
    }
}

/// What a test does: passes, or how it fails.
fn ending(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => "passed".to_owned(),
        Verdict::Failed(Reason::Check(failure)) => failure.kind.name().to_owned(),
        Verdict::Failed(Reason::Different(..)) => "different".to_owned(),
        Verdict::Failed(Reason::DoesNotEnd(_)) => "endless".to_owned(),
        Verdict::Failed(Reason::Died(_)) => "died".to_owned(),
        Verdict::Unjudged(_) => "unjudged".to_owned(),
        Verdict::NotRun => "not run".to_owned(),
    }
}

/// The meaning of a change is that of its text: the schema on each test does what the compiled text does.
#[test]
fn meaning_and_text_agree() {
    let directory = root().join("tests/repair/own");
    let mut names: Vec<PathBuf> = std::fs::read_dir(&directory)
        .expect("the programs should be there")
        .map(|entry| entry.expect("entries should be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    names.sort();
    let config = Config { max_steps: Some(20_000), ..Config::default() };
    let (mut compared, mut refused, mut wrong) = (0, Vec::new(), Vec::new());
    for file in names {
        let loaded = whydunit_suite::read(&[file.with_extension("toml")]).expect("a suite");
        let Some((program, start)) = compiled(&file, None, loaded.function.as_deref()) else {
            panic!("{} should compile", file.display());
        };
        let function = program.function(start).name.clone();
        let id = program.sources.find(&file.to_string_lossy()).expect("the file");
        let mut all = changes(&program, int_of(&program), &[id], &[], &|_| true);
        let of_library =
            alternatives(&Library::shipped(), &program, int_of(&program), &[id], &|_| true);
        all.extend(of_library.into_iter().map(|one| one.change));
        // In front of what is the whole body of an `if` or a loop, the text would need braces.
        let inserted = insertions(&program, int_of(&program), &[id], &|_| true);
        let whole = program.sources.file(id).text();
        all.extend(inserted.into_iter().filter(|it| {
            let start = usize::try_from(it.edit.span.start).expect("a text is short");
            whole[..start].trim_end().ends_with([';', '{', '}'])
        }));
        let schema = Schema::new(&program, int_of(&program), &all);
        let problems = whydunit_program::validate(&schema.program);
        assert!(problems.is_empty(), "{}: {problems:#?}", file.display());
        let tried = Runner::new(&schema.program, start, config.clone());
        for (change, number) in all.iter().zip(&schema.numbers).step_by(all.len() / 25 + 1) {
            let Some(number) = number else { continue };
            let text = apply(&program.sources, id, std::slice::from_ref(&change.edit));
            let Some((changed, start)) = compiled(&file, Some(text), Some(&function)) else {
                let old = program.sources.text(change.edit.span);
                refused.push(format!("`{old}` becomes `{}`", change.edit.new));
                continue;
            };
            let compiled = Runner::new(&changed, start, config.clone());
            for test in &loaded.suite.tests {
                let mut chosen: Test = test.clone();
                chosen.inputs.set(CHOICE, InputValue::Int(*number));
                let (by_number, by_text) =
                    (ending(&tried.run(&chosen).verdict), ending(&compiled.run(test).verdict));
                compared += 1;
                if by_number != by_text {
                    let old = program.sources.text(change.edit.span);
                    wrong.push(format!(
                        "{}: `{old}` becomes `{}`: {by_number} by number, {by_text} by text",
                        file.file_name().unwrap_or_default().to_string_lossy(),
                        change.edit.new
                    ));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{compared} compared: {wrong:#?}");
    assert!(compared > 1000, "{compared}");
    assert!(refused.len() < compared / 100, "these are no programs: {refused:#?}");
}

/// Guards in all positions: what the schema does with each, on all inputs, is what its text does.
#[test]
fn guards_mean_what_they_say() {
    let programs = [
        // Loops of all kinds, scopes that are left, an `else` behind the statement, one that is the body of a loop.
        "int a[4];\nint f(int n) {\n  int i = 0, s = 0;\n  while (i < 6) {\n    int k = i + n;\n    int b[3] = { 1, 2, 3 };\n    if (k == 2) a[i] = b[k]; else s += 2;\n    i++;\n    s += a[i - 1] * 10;\n  }\n  do { s = s % n; i--; } while (i > 0 && a[i]);\n  for (;;) {\n    if (a[i++]) break;\n    if (i > 5) return -1;\n  }\n  for (i = 0; i < 3; i++)\n    a[i + n] = s;\n  return s + i;\n}\n",
        // Pointers that are stepped, a `switch` in a loop, a contract that every return checks.
        "int z;\n/*@ ensures \\result >= 0; */\nint f(int n) {\n  char b[4], *p = b, *e = b + 3;\n  int i;\n  for (i = 0; i < n; i++) {\n    switch (i & 3) {\n    case 0: *p++ = 1; break;\n    default: z = *--p;\n    }\n    if (p == e) return 0;\n    b[i] = 2;\n  }\n  return b[0] - z;\n}\n",
        // A function that returns nothing, null pointers, records, statements inside of a line.
        "struct s { int n; int d[3]; };\nstruct s one;\nvoid set(struct s *p, int i) { p->d[i] = p->n / i; one.n++; }\nint f(int n) {\n  struct s *q = n > 4 ? 0 : &one;\n  if (q->n == 0) { set(q, n); q->d[one.n++] = 7; }\n  while (one.d[n] > 0) n--;\n  return one.n * 10 + one.d[1];\n}\n",
    ];
    let file = Path::new("program.c");
    let config = Config { max_steps: Some(20_000), ..Config::default() };
    let (mut compared, mut kinds) = (0, std::collections::BTreeSet::new());
    for text in programs {
        let (program, start) = compiled(file, Some(text.to_owned()), Some("f")).expect("C");
        let id = program.sources.find("program.c").expect("the file should be there");
        let library = Library::shipped();
        let mut found = alternatives(&library, &program, int_of(&program), &[id], &|_| true);
        found.retain(|one| one.entry.starts_with("guard."));
        let all: Vec<Change> = found.iter().map(|one| one.change.clone()).collect();
        let schema = Schema::new(&program, int_of(&program), &all);
        let problems = whydunit_program::validate(&schema.program);
        assert!(problems.is_empty(), "{problems:#?}");
        let tried = Runner::new(&schema.program, start, config.clone());
        for (one, number) in found.iter().zip(&schema.numbers) {
            let number = number.expect("guards should have a meaning");
            let edit = &one.change.edit;
            let changed = apply(&program.sources, id, std::slice::from_ref(edit));
            let (built, start) = compiled(file, Some(changed.clone()), Some("f"))
                .unwrap_or_else(|| panic!("no C:\n{changed}"));
            let runner = Runner::new(&built, start, config.clone());
            for n in -2..7 {
                let mut test = Test::default();
                test.inputs.set("n", InputValue::Int(n));
                // No result is this, so that verdicts tell the results.
                test.expected.result = Some(InputValue::Int(123_456));
                let mut chosen = test.clone();
                chosen.inputs.set(CHOICE, InputValue::Int(number));
                let shown = |verdict: &Verdict| match verdict {
                    Verdict::Failed(Reason::Different(_, words)) => format!("{words:?}"),
                    other => ending(other),
                };
                let (by_number, by_text) =
                    (shown(&tried.run(&chosen).verdict), shown(&runner.run(&test).verdict));
                assert_eq!(by_number, by_text, "n = {n}, {}:\n{changed}", one.entry);
                compared += 1;
            }
            kinds.insert(one.entry.rsplit('.').next().unwrap_or_default().to_owned());
        }
    }
    assert!(compared > 2000, "{compared}");
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["break", "condition", "return", "skip"]);
}

#[test]
fn suites_without_tests_ask_nothing() {
    assert!(crate::numbers::numbers_in(&Suite::default()).is_empty());
}

#[test]
fn unified_diffs() {
    let text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten";
    let mut sources = whydunit_source::SourceMap::new();
    let file = sources.add("dir/a.c", text);
    let at = |word: &str| {
        let start = text.find(word).expect("it should be there") as u32;
        Span::new(file, start, start + word.len() as u32)
    };
    let edit = |word: &str, new: &str| Edit { span: at(word), new: new.to_owned() };
    let diff =
        unified(&sources, &[edit("two", "TWO"), edit("four\n", ""), edit("ten", "TEN\nELEVEN")]);
    expect![[r#"
        --- a/dir/a.c
        +++ b/dir/a.c
        @@ -1,10 +1,10 @@
         one
        -two
        +TWO
         three
        -four
         five
         six
         seven
         eight
         nine
        -ten
        \ No newline at end of file
        +TEN
        +ELEVEN
        \ No newline at end of file
    "#]]
    .assert_eq(&diff);
}
