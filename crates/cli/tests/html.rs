//! The HTML report: pages that the command makes, and how they behave in a real browser.
//!
//! `tests/browser` has the tests that drive Chromium; this makes the pages that they open and runs them. They need `node`, the packages that `npm ci` in
//! `tests/browser` installs, and Chromium (`/usr/bin/chromium`, or wherever `CHROMIUM` says); without one of these they are skipped with a line that
//! says so. With `WHYDUNIT_PICTURES=DIR` they leave pictures there, for people to look at.

use crate::common;
use crate::html_support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::whydunit;
use whydunit_report::{BoundedAnswer, RepairGrade, RepairReport, TestCount, to_html};

fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository should be there")
}

/// Runs the command in the repository; its page goes to `NAME.html`.
fn make_page(directory: &Path, name: &str, arguments: &[&str]) -> String {
    let page = directory.join(format!("{name}.html"));
    let mut command = whydunit();
    command.current_dir(repository()).args(arguments).args(["--format", "html", "--output"]);
    let output = command.arg(&page).output().expect("the command should run");
    let code = output.status.code();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(code, Some(0 | 1)), "{arguments:?}: {code:?}\n{stderr}");
    fs::read_to_string(&page).unwrap_or_else(|e| panic!("{}: {e}\n{stderr}", page.display()))
}

/// The page of a program that is there for these tests.
fn make_page_of(directory: &Path, command: &str, name: &str) -> String {
    make_page(directory, name, &[command, &format!("tests/browser/programs/{name}.c")])
}

/// With all that a report can have.
fn make_up_page(directory: &Path) {
    let repair = RepairReport {
        rank: 1,
        method: "mutation",
        edits: Vec::new(),
        tests: Some(TestCount { passed: 4, total: 4, generated: 0 }),
        bounded: Some(BoundedAnswer::Unknown),
        grade: RepairGrade::Tests,
        against: "4 tests".to_owned(),
        exhaustive: false,
        remaining: None,
        remarks: Vec::new(),
        verified: None,
        patch: "--- dir/f.c\n+++ dir/f.c\n@@ -5 +5 @@\n-for (i < n)\n+for (i < 2)\n sum\n".into(),
    };
    let mut failures = vec![html_support::failure(), html_support::failure()];
    failures[0].repairs = vec![repair];
    failures[0].is_joined = true;
    for failure in &mut failures {
        failure.group = Some(1);
    }
    let page = to_html(&html_support::report(failures));
    fs::write(directory.join("made-up.html"), page).expect("writing a file should work");
}

#[test]
fn every_line_of_the_program_is_in_its_page() {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    for name in ["calls", "loop", "list"] {
        let page = make_page_of(directory.path(), "explain", name);
        let file = repository().join(format!("tests/browser/programs/{name}.c"));
        let source = fs::read_to_string(file).expect("the program should be there");
        for number in 1..=source.lines().count() {
            assert!(page.contains(&format!("id=\"L0-{number}\"")), "line {number} of {name}");
        }
        assert!(page.contains("id=\"timeline\""), "{name} has a run to step through");
        assert_eq!(page.matches("</script>").count(), 3, "{name}");
    }
}

#[test]
fn pages_work_in_a_browser() {
    let tests = repository().join("tests/browser");
    if let Some(missing) = missing(&tests) {
        whydunit_testing::missing(&format!("the HTML report in a browser, {missing}"));
        return;
    }
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let pages = directory.path();
    make_page(pages, "overrun", &["explain", "examples/overrun.c"]);
    let methods = "flow-sensitive,relevance,error-invariants,minimal-set";
    let absolute = "tests/papers/absolute_value.c";
    let of_absolute = ["explain", absolute, "--function", "absolute", "--method", methods];
    make_page(pages, "methods", &of_absolute);
    let locking = ["explain", "examples/locking.c", "--function", "serve", "--all"];
    make_page(pages, "failures", &locking);
    let [first, second] =
        ["files", "files_square"].map(|name| format!("tests/browser/programs/{name}.c"));
    make_page(pages, "files", &["explain", &first, &second]);
    for name in ["calls", "loop", "list", "long"] {
        make_page_of(pages, "explain", name);
    }
    let printed = ["c", "txt"].map(|ending| format!("tests/browser/programs/printed.{ending}"));
    make_page(pages, "printed", &["explain", &printed[0], "--expect-output", &printed[1]]);
    make_page_of(pages, "check", "holds");
    make_up_page(pages);
    let output = Command::new("node")
        .args(["--test", "--test-reporter", "spec"])
        .current_dir(&tests)
        .env("WHYDUNIT_PAGES", pages)
        .output()
        .expect("node should run");
    let (stdout, stderr) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{stdout}\n{stderr}");
    assert!(stdout.contains("pass "), "there should be tests:\n{stdout}");
}

/// What is not there that the browser tests need.
fn missing(tests: &Path) -> Option<&'static str> {
    let runs = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let has_package = |name: &str| tests.join("node_modules").join(name).is_dir();
    let chromium = std::env::var("CHROMIUM").ok();
    let has_browser = match &chromium {
        Some(path) => Path::new(path).exists(),
        None => ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
            .iter()
            .any(|path| Path::new(path).exists()),
    };
    if !runs("node") {
        Some("there is no node")
    } else if !has_package("playwright-core") || !has_package("axe-core") {
        Some("`npm ci` was not run in tests/browser")
    } else if !has_browser {
        Some("there is no chromium")
    } else {
        None
    }
}
