//! The page as text: what is in it, that nothing in a program can change what it is, and that the embedded data say what the report says.
//! How it behaves in a browser is tested with the command (`crates/cli/tests/html.rs`).

mod html_support;

use html_support::{SOURCE, failure, report, steps};
use serde_json::Value;
use whydunit_report::{
    BoundedAnswer, CoverageReport, EditReport, JudgedReport, RepairGrade, RepairReport, Report,
    TestCount, UndecidedReport, Verdict, to_html,
};

/// The text between two marks, the first of its kind.
fn between<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    let from = page.find(start).unwrap_or_else(|| panic!("{start} should be there")) + start.len();
    let length = page[from..].find(end).unwrap_or_else(|| panic!("{end} should follow {start}"));
    &page[from..from + length]
}

fn data(page: &str) -> Value {
    let json = between(page, "id=\"data\">", "</script>");
    serde_json::from_str(json).expect("the data should be JSON")
}

/// What a reader sees of a piece of the page.
fn seen(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character))
}

#[test]
fn every_line_is_there_with_its_number() {
    let page = to_html(&report(vec![failure()]));
    for (number, line) in (1..).zip(SOURCE.lines()) {
        let row = between(&page, &format!("id=\"L0-{number}\""), "</li>\n");
        let code = between(row, "<code class=\"text\">", "</code>");
        let shown =
            line.replace('\u{202e}', "\u{fffd}").replace('\u{2028}', "␤").replace('\0', "␀");
        assert_eq!(seen(code), shown);
    }
    assert!(!page.contains("untouched"), "the run has nothing to do with that file");
}

#[test]
fn no_text_of_a_program_becomes_markup() {
    let page = to_html(&report(vec![failure()]));
    let openings: Vec<&str> = page.split("<script").skip(1).collect();
    assert_eq!(openings.len(), 3, "early script, data, script");
    assert_eq!(page.matches("</script>").count(), 3);
    for raw in ["<!-- ", "<b>", "alert(1)</", "\u{2028}", "\u{202e}", "\0"] {
        assert!(!page.contains(raw), "{raw:?} should not be there as it is");
    }
    assert!(page.contains("<title>sum &lt; 2 &amp;&amp; &quot;&lt;b&gt;&#39;x&#39;&quot; does not hold – whydunit</title>"));
}

#[test]
fn the_page_needs_nothing_but_itself() {
    let page = to_html(&report(vec![failure()]));
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src &#39;none&#39;; style-src &#39;sha256-"), "{policy}");
    assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
    // Drawings name their own parts; nothing is loaded for that.
    let page = page.replace("url(#", "(#");
    for loading in [" src=", "http://", "https://", "url(", "@import", "<link", "<iframe", "fetch("]
    {
        assert!(!page.contains(loading), "{loading} should not be there");
    }
    for link in page.split("href=\"").skip(1) {
        assert!(link.starts_with('#'), "{}", &link[..link.len().min(40)]);
    }
    // The policy allows no inline styles and handlers; they would be dead text.
    assert!(!page.contains(" style=\"") && !page.contains(" onclick="));
}

#[test]
fn notes_stand_below_their_lines() {
    let page = to_html(&report(vec![failure()]));
    let line = between(&page, "<li class=\"line lit ran\" id=\"L0-4\"", "</li>\n");
    assert!(line.contains("<span class=\"no\">4</span><span class=\"mark\">*</span>"), "{line}");
    let note = between(line, "data-view=\"0-0\" data-mark=\"*\">", "</details>");
    assert!(note.starts_with("<summary>makes <code>sum &gt;= 0</code></summary>"), "{note}");
    assert!(note.contains("<p class=\"label\">* enforcing: "), "{note}");
    assert!(note.contains("data-step=\"0\">step 1</button>"), "{note}");
    let repeated = between(&page, "id=\"L0-6\"", "</li>\n");
    assert!(repeated.contains("in iterations 2 and 3"), "{repeated}");
    assert!(repeated.contains("data-step=\"6\">step 7</button> in iteration 2"), "{repeated}");
    let failing = between(&page, "<li class=\"line lit failing ran\" id=\"L0-7\"", "</li>\n");
    assert!(seen(failing).contains("fails here: sum < 2 && \"<b>'x'\" does not hold sum is 3"));
    assert!(page.contains("<li class=\"line ran\" id=\"L0-5\""), "executed, does not matter");
    assert!(page.contains("<li class=\"line\" id=\"L0-8\""), "never executed");
}

#[test]
fn views_can_be_chosen_and_read_without_a_script() {
    let page = to_html(&report(vec![failure()]));
    let methods = between(&page, "<fieldset class=\"methods\" hidden>", "</fieldset>");
    assert_eq!(seen(methods), "Ask another wayflow-sensitiveerror-invariants");
    let line = between(&page, "id=\"L0-5\"", "</li>\n");
    assert!(line.contains("data-view=\"0-1\" data-mark=\"*\" hidden>"), "{line}");
    let story = between(&page, "<section class=\"story\"", "</section>");
    assert!(seen(story).contains("error-invariants\nwhich steps & why?\nfails whenever n > 2"));
    assert!(seen(story).contains("dir/f.c:5* int i = 0; makes i >= 0"), "{}", seen(story));
    assert!(page.contains("fails whenever <code>n &gt; 2</code></span>"));
}

#[test]
fn the_joined_view_comes_first() {
    let mut joined = failure();
    joined.is_joined = true;
    let page = to_html(&report(vec![joined]));
    let methods = between(&page, "<fieldset class=\"methods\" hidden>", "</fieldset>");
    assert_eq!(seen(methods), "Ask another waywhyflow-sensitiveerror-invariants");
    // What only the second one names stands there, but not as part of the explanation.
    assert!(page.contains("<li class=\"line lit aside ran\" id=\"L0-5\""));
    assert!(page.contains("<details class=\"note aside\" data-view=\"0-0\""));
}

#[test]
fn what_is_not_decided_does_not_look_irrelevant() {
    let mut judged = failure();
    judged.explanations.truncate(1);
    let unknown = UndecidedReport {
        step: 1,
        file: "dir/f.c".into(),
        line: 5,
        column: steps()[1].column,
        text: "int i = 0;".into(),
        why: "time limit".into(),
    };
    judged.explanations[0].judged =
        Some(JudgedReport { unknown: vec![unknown], ..JudgedReport::default() });
    let page = to_html(&report(vec![judged]));
    let line = between(&page, "<li class=\"line lit aside ran\" id=\"L0-5\"", "</li>\n");
    assert!(line.contains("<details class=\"note aside undecided\""), "{line}");
    assert!(seen(line).contains("int i = 0; not decided: time limit"), "{line}");
}

#[test]
fn data_say_what_the_report_says() {
    let page = to_html(&report(vec![failure()]));
    let data = data(&page);
    let texts = data["texts"].as_array().expect("texts should be a list");
    let text = |number: &Value| {
        let number = number.as_u64().expect("a text should have a number") as usize;
        texts[number].as_str().expect("a text should be one")
    };
    let run = &data["failures"][0];
    let mut writes = run["writes"].as_array().expect("writes should be a list").chunks(3);
    let mut next_write = writes.next();
    let mut written_at = 0;
    assert_eq!(run["depths"], serde_json::json!([0, steps().len()]));
    for (step, number) in steps().iter().zip(run["steps"].as_array().expect("steps")) {
        let statement = &run["statements"][number.as_u64().expect("a number") as usize];
        assert_eq!(text(&statement[0]), step.kind);
        assert_eq!(statement[2], step.line);
        assert_eq!(statement[3], step.column);
        assert_eq!(statement[5], step.end_column);
        assert_eq!(text(&statement[6]), step.text);
        assert_eq!(text(&statement[7]), step.function);
        let taken = statement[9].as_i64().filter(|&taken| taken >= 0);
        assert_eq!(taken.map(|_| text(&statement[9])), step.taken.as_deref());
        for write in &step.writes {
            let [distance, variable, value] = next_write.expect("a write should be there") else {
                panic!("a write should have three parts");
            };
            written_at += distance.as_u64().expect("a distance") as usize;
            assert_eq!(written_at, step.index);
            let variable = &run["variables"][variable.as_u64().expect("a variable") as usize];
            assert_eq!(text(&variable[0]), write.name);
            assert_eq!(variable[1], 0);
            let value = match value {
                Value::Number(number) => number.to_string(),
                other => text(&other[0]).to_owned(),
            };
            assert_eq!(value, write.value);
            next_write = writes.next();
        }
    }
    assert!(next_write.is_none());
    assert_eq!(run["loops"], serde_json::json!([[2, 12, 5, 1, [3, 3, 3], []]]));
    assert_eq!(run["guards"][0], 11);
    assert_eq!(text(&run["guards"][1]), "i == 3");
    let view = &run["views"][0];
    assert_eq!(view["relevant"].as_array().expect("a list").len(), 3 * 5);
    assert_eq!(view["relevant"][5], 6, "the second step that matters");
    assert_eq!(text(&view["relevant"][8]), "makes sum >= 1");
    assert_eq!(view["invariants"][2], 9);
    assert_eq!(text(&view["invariants"][3]), "sum >= 3");
}

#[test]
fn several_failures_are_listed() {
    let mut failures = vec![failure(), failure(), failure()];
    failures[1].property.message = "another one".into();
    failures[1].property.kind = "overflow";
    for failure in &mut failures[1..] {
        failure.group = Some(7);
    }
    let page = to_html(&report(failures));
    let list = between(&page, "<nav class=\"failure-list\"", "</nav>");
    assert_eq!(list.matches("data-pick=").count(), 3);
    assert!(seen(list).contains("2another oneoverflow dir/f.c:7\n"), "{}", seen(list));
    assert!(seen(list).contains("does not holdassert dir/f.c:7same cause as 2"));
    assert_eq!(page.matches("<section class=\"failure\"").count(), 3);
    assert_eq!(page.matches("<h1").count(), 1);
    assert!(page.contains("Same cause as failure 2: another one."));
    assert_eq!(data(&page)["failures"].as_array().map(Vec::len), Some(3));
    let one = to_html(&report(vec![failure()]));
    assert!(!one.contains("<nav class=\"failure-list\""));
}

#[test]
fn repairs_are_diffs_with_a_grade() {
    let repair = RepairReport {
        rank: 1,
        method: "mutation",
        edits: vec![EditReport {
            file: "dir/f.c".into(),
            line: 5,
            column: 18,
            end_line: 5,
            end_column: 23,
            old: "i < n".into(),
            new: "i < 2".into(),
        }],
        tests: Some(TestCount { passed: 3, total: 4, generated: 0 }),
        bounded: Some(BoundedAnswer::Holds),
        grade: RepairGrade::Bounded,
        against: "the contract of f".to_owned(),
        exhaustive: false,
        remaining: None,
        remarks: Vec::new(),
        verified: None,
        patch: "--- dir/f.c\n+++ dir/f.c\n@@ -5 +5 @@\n-for (i < n)\n+for (i < 2)\n sum\n".into(),
    };
    let mut failure = failure();
    failure.repairs = vec![repair];
    let page = to_html(&report(vec![failure]));
    let section = between(&page, "<section class=\"repairs\"", "</section>");
    assert!(section.contains("<del class=\"removed\">-for (i &lt; n)</del>"), "{section}");
    assert!(section.contains("<ins class=\"added\">+for (i &lt; 2)</ins>"), "{section}");
    assert!(section.contains("<span class=\"name\">--- dir/f.c</span>"), "{section}");
    assert!(
        section.contains(
            "<li class=\"open\"><span aria-hidden=\"true\">–</span> 3 of 4 tests pass</li>"
        )
    );
    assert!(section.contains(
        "<li class=\"good\"><span aria-hidden=\"true\">✓</span> no failure within the bound, against the contract of f</li>"
    ));
}

#[test]
fn a_report_without_failures_says_what_holds() {
    let mut holds = Report::new(Verdict::Holds);
    holds.coverage = Some(CoverageReport::default());
    holds.origin = report(Vec::new()).origin;
    let page = to_html(&holds);
    assert!(
        page.contains("id=\"verdict\">holds: no input makes a check fail</h1>"),
        "{}",
        between(&page, "<main>", "</main>")
    );
    assert!(page.contains("<title>holds: no input makes a check fail – whydunit</title>"));
    assert!(page.contains("id=\"file-1\""), "all files are shown");
    assert!(!page.contains("id=\"timeline\""), "there is no run to step through");
}

#[test]
fn a_failure_without_steps_or_source_has_a_page() {
    let mut bare = failure();
    bare.trace = None;
    bare.explanations.clear();
    let mut report = report(vec![bare]);
    report.origin.sources.clear();
    let page = to_html(&report);
    let line = between(&page, "<li class=\"line lit failing\" id=\"L0-7\"", "</li>\n");
    assert!(seen(line).contains("fails here: sum < 2"), "{line}");
    assert!(!page.contains("id=\"timeline\""));
}

#[test]
fn the_same_report_gives_the_same_page() {
    assert_eq!(to_html(&report(vec![failure()])), to_html(&report(vec![failure()])));
}
