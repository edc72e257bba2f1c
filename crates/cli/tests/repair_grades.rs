//! What the grade of a repair says is true, and all forms say the same: every way to say what is right, with inputs and without, under searches that
//! look at everything, at a part, and not at all.

use crate::command_support;
use crate::common;
use crate::repair_support;

use command_support::Directory;
use repair_support::session::repairs_of;
use serde_json::Value;

/// What says what is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Contract,
    Postcondition,
    Assertion,
    Annotation,
    Unreached,
    Reference,
    Suite,
    Nothing,
}

/// How far a search gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reach {
    Complete,
    /// A loop goes on beyond any bound.
    Bounds,
    /// Some input leads to something that is not followed.
    Unknown,
}

const RULES: [Rule; 8] = [
    Rule::Contract,
    Rule::Postcondition,
    Rule::Assertion,
    Rule::Annotation,
    Rule::Unreached,
    Rule::Reference,
    Rule::Suite,
    Rule::Nothing,
];

const REACHES: [Reach; 3] = [Reach::Complete, Reach::Bounds, Reach::Unknown];

#[derive(Clone, Copy, Debug)]
struct Row {
    has_inputs: bool,
    rule: Rule,
    reach: Reach,
}

impl Row {
    /// The program; `bound` is `<=` where it is faulty and `<` where it is not.
    fn program(self, bound: &str) -> String {
        let contract = if self.rule == Rule::Contract { "//@ ensures \\result >= 0;" } else { "" };
        let (head, given) = match self.has_inputs {
            true => ("int f(int n)", ""),
            false => ("int main(void)", "int n = 4;"),
        };
        let way = match self.reach {
            Reach::Complete => "",
            Reach::Bounds => "for (int i = 0; i < n; i++) t = t ^ i;",
            Reach::Unknown => "if (n > 1000) __asm__(\"nop\");",
        };
        let check = match self.rule {
            Rule::Assertion => "assert(s >= 0);",
            Rule::Annotation => "//@ assert s >= 0;",
            Rule::Unreached => "if (s < 0) reach_error();",
            _ => "",
        };
        format!(
            "#include <assert.h>\nvoid reach_error(void);\n{contract}\n{head}\n{{\n    {given}\n    int a[4] = {{ 0, 2, 3, 4 }};\n    \
             int s = 0, t = 0;\n    {way}\n    if (n >= 0 && n {bound} 4)\n        s = a[n];\n    {check}\n    return s;\n}}\n"
        )
    }

    fn suite(self) -> &'static str {
        match self.has_inputs {
            true => {
                "function = \"f\"\n\n[[table]]\ncolumns = [\"n\", \"result\"]\nrows = [[0, 0], [2, 3], [4, 0], [5, 0]]\n"
            }
            false => "[[test]]\nexit-code = 0\n",
        }
    }

    fn arguments(self) -> Vec<&'static str> {
        let mut words = vec!["repair", "f.c", "--max-repairs", "1"];
        if self.has_inputs {
            words.extend(["--function", "f"]);
        }
        match self.rule {
            Rule::Postcondition => words.extend(["--ensures", "\\result >= 0"]),
            Rule::Reference => words.extend(["--tests", "f.toml", "--reference", "good.c"]),
            Rule::Suite => words.extend(["--tests", "f.toml"]),
            _ => {}
        }
        words
    }

    /// The grade, and against what; `N` stands for a number of tests.
    fn expected(self) -> (&'static str, &'static str) {
        let start = if self.has_inputs { "the contract of f" } else { "the contract of main" };
        let rule = match self.rule {
            Rule::Contract | Rule::Postcondition => start,
            Rule::Assertion | Rule::Annotation => "the assertion in line 12",
            Rule::Unreached => "that line 12 is not reached",
            Rule::Reference => "reference good.c",
            Rule::Suite => return ("tests", "N tests"),
            Rule::Nothing => "",
        };
        let is_tested = self.rule == Rule::Reference;
        match (self.has_inputs, self.reach) {
            (false, _) if is_tested => ("tests", "N tests"),
            (false, _) => ("this-run", "this run"),
            (true, Reach::Unknown) if is_tested => ("tests", "N tests"),
            (true, Reach::Unknown) => ("tests", "N generated tests"),
            // That the place is reached by none is known only of all of them: `check` does not know, either.
            (true, Reach::Bounds) if self.rule == Rule::Unreached => ("tests", "N generated tests"),
            (true, _) if self.rule == Rule::Nothing => ("checks", "the checks that are on"),
            (true, Reach::Complete) => ("proved", rule),
            (true, Reach::Bounds) => ("bounded", rule),
        }
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for has_inputs in [false, true] {
        for rule in RULES {
            for reach in REACHES {
                rows.push(Row { has_inputs, rule, reach });
            }
        }
    }
    rows
}

#[test]
fn grades_say_what_is_known() {
    // Neighbours differ in how far the search gets; every rule is met with and without inputs.
    let rows = whydunit_testing::part(rows(), 2);
    let problems = common::parallel(&rows, |row| problems(*row).err());
    let problems: Vec<String> = problems.into_iter().flatten().collect();
    common::finish("rows", rows.len(), &problems);
}

fn problems(row: Row) -> Result<(), String> {
    let directory = Directory::with(&[
        ("f.c", &row.program("<=")),
        ("good.c", &row.program("<")),
        ("f.toml", row.suite()),
    ]);
    let with = |form: &str| {
        let mut words = row.arguments();
        words.extend(["--format", form]);
        let output = directory.output(&words);
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.code() {
            Some(1) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            code => Err(format!("{row:?}: {code:?}\n{stderr}")),
        }
    };
    let report: Value = serde_json::from_str(&with("json")?).map_err(|error| error.to_string())?;
    let repair = &report["failures"][0]["repairs"][0];
    let grade = repair["grade"].as_str().ok_or_else(|| format!("{row:?}: no repair\n{report}"))?;
    let against = repair["against"].as_str().unwrap_or_default();
    let counted = against.replace(char::is_numeric, "");
    let expected = row.expected();
    let is_counted = expected.1.starts_with('N');
    let words = if is_counted {
        format!("N{}", counted.replace(" test", " tests").replace("testss", "tests"))
    } else {
        against.to_owned()
    };
    if (grade, words.as_str()) != expected {
        return Err(format!("{row:?}: {grade} against {against}, expected {expected:?}\n{repair}"));
    }
    for form in ["text", "html", "sarif"] {
        let said = with(form)?.replace("&#39;", "'");
        words_are_right(row, grade, repair, &said).map_err(|it| format!("{row:?} {form}: {it}"))?;
    }
    agrees_with_check(row, grade, &report, &directory)
}

/// Nothing stronger is said than the grade, and what the grade means is said.
fn words_are_right(row: Row, grade: &str, repair: &Value, said: &str) -> Result<(), String> {
    const PROVED: &str = "no input makes it fail";
    const CHECKS: &str = "no check fails any more";
    const THIS_RUN: &str = "no longer fails";
    let within = "within the bound";
    let against = repair["against"].as_str().unwrap_or_default();
    let (wanted, excluded): (Vec<&str>, Vec<&str>) = match grade {
        "proved" => (vec![PROVED, against], vec![CHECKS, THIS_RUN, within]),
        "bounded" => (vec!["no failure within the bound", against], vec![PROVED, CHECKS, THIS_RUN]),
        "checks" if row.reach == Reach::Bounds => (vec![CHECKS, within], vec![PROVED, THIS_RUN]),
        "checks" => (vec![CHECKS], vec![PROVED, THIS_RUN, within]),
        "this-run" => (vec![THIS_RUN], vec![PROVED, within]),
        "tests" if repair["bounded"] == "unknown" => {
            (vec!["not known whether other inputs fail"], vec![PROVED, CHECKS, "no failure within"])
        }
        "tests" if repair["bounded"].is_null() => {
            (vec!["judged by the tests alone"], vec![PROVED, CHECKS, within])
        }
        _ => (Vec::new(), vec![PROVED]),
    };
    for words in wanted {
        if !said.contains(words) {
            return Err(format!("{words:?} is not in\n{said}"));
        }
    }
    match excluded.into_iter().find(|words| said.contains(*words)) {
        Some(words) => Err(format!("{words:?} is in\n{said}")),
        None => Ok(()),
    }
}

/// Of the repaired program `check` says no less than the grade, and where it has no answer the grade claims none.
fn agrees_with_check(
    row: Row,
    grade: &str,
    report: &Value,
    directory: &Directory,
) -> Result<(), String> {
    let repairs = repairs_of(report);
    let text = repairs.first().and_then(|repair| repair.applied(&row.program("<=")));
    directory.write("f.c", text.ok_or_else(|| format!("{row:?}: it cannot be applied"))?);
    let mut words = vec!["check", "f.c", "--format", "json", "--unwind", "8"];
    if row.has_inputs {
        words.extend(["--function", "f"]);
    }
    if row.rule == Rule::Postcondition {
        words.extend(["--ensures", "\\result >= 0"]);
    }
    let output = directory.output(&words);
    let checked: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let verdict = checked["verdict"].as_str().unwrap_or_default();
    let allowed: &[&str] = match (verdict, row.has_inputs) {
        // It proves some things that a search does not.
        ("holds", true) => &["proved", "bounded", "checks", "tests"],
        ("holds-within-bound", true) => &["bounded", "checks", "tests"],
        ("unknown", true) => &["tests", "this-run"],
        (_, false) => &["this-run", "tests"],
        _ => &[],
    };
    match allowed.contains(&grade) {
        true => Ok(()),
        false => Err(format!("{row:?}: {grade}, but check says {verdict}")),
    }
}
