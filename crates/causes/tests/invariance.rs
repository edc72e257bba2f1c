//! Causes do not depend on looks: with other names, another layout, dead code and independent declarations in another order they are the same lines.
//!
//! Every line carries a mark in a comment, which stays with it whatever is done to the text.

use crate::planted::{LARGEST, LARGEST_INPUTS};
use crate::support::{compiled, found, line, suite};

const STATISTICS: &str = "int spread(const int *a, int n)
{
    int low = a[0];
    int high = a[0];
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < low)
            low = a[i];
        if (a[i] > high)
            high = a[i];
        sum = sum + a[i];
    }
    if (sum < 0)
        return low - high;
    return high - low;
}
";

const STATISTICS_INPUTS: &[&str] = &[
    "a=[1] n=1",
    "a=[1,5,2] n=3",
    "a=[7,5,2] n=3",
    "a=[-1,-5,2] n=3",
    "a=[0,-8] n=2",
    "a=[3,9] n=2",
];

fn marked(text: &str) -> String {
    let mark = |(number, text): (usize, &str)| format!("{text} /*L{}*/\n", number + 1);
    text.lines().enumerate().map(mark).collect()
}

fn renamed(text: &str) -> String {
    let names = [
        ("best", "zz_candidate"),
        ("low", "q1"),
        ("high", "aa"),
        ("sum", "x9"),
        ("i", "position"),
        ("a", "values"),
        ("n", "count"),
    ];
    let mut result = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        let new = names.iter().find(|(old, _)| *old == word).map_or(word.as_str(), |(_, new)| new);
        result.push_str(new);
        word.clear();
        if c != '\0' {
            result.push(c);
        }
    }
    result
}

fn reformatted(text: &str) -> String {
    let mut result = String::from("\n\n");
    for line in text.lines() {
        let spaced = line.replace(" = ", "=").replace(';', " ;").replace("(a[", "( a[");
        result.push_str(&format!("\t  {}\n\n", spaced.trim_start()));
    }
    result
}

/// What it mentions stands in any program: other numbers would be tried as constants elsewhere, and might do.
fn with_dead_code(text: &str) -> String {
    let dead =
        "static int unused(int x)\n{\n    if (x > 3)\n        return x * 2;\n    return x;\n}\n";
    let body =
        text.replacen("{ /*L2*/\n", "{ /*L2*/\n    if (0) {\n        return -1;\n    }\n", 1);
    format!("{dead}{body}")
}

/// The declarations at the beginning the other way round.
fn reordered(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let is_declaration = |line: &&&str| line.starts_with("    int ") && !line.contains("for");
    let count = lines.iter().skip(2).take_while(is_declaration).count();
    let mut result: Vec<&str> = lines[..2].to_vec();
    result.extend(lines[2..2 + count].iter().rev());
    result.extend(&lines[2 + count..]);
    result.join("\n") + "\n"
}

/// A way to write the same program otherwise.
type Change = fn(&str) -> String;

/// The marks of the first three causes.
fn first_lines(correct: &str, faulty: &str, function: &str, inputs: &[String]) -> Vec<String> {
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let tests = suite(correct, faulty, function, &inputs);
    let (program, start) = compiled(faulty, function);
    let found = found(&program, start, &tests);
    let mark = |text: &str| text.split("/*").nth(1).unwrap_or_default().to_owned();
    found.causes.iter().take(3).map(|cause| mark(line(&program, cause).1)).collect()
}

#[test]
fn causes_do_not_depend_on_looks() {
    let subjects = [
        ("largest", LARGEST, LARGEST_INPUTS, ["i < n;", "i < n - 1;"]),
        ("largest", LARGEST, LARGEST_INPUTS, ["a[i] > best", "a[i] < best"]),
        ("spread", STATISTICS, STATISTICS_INPUTS, ["a[i] < low", "a[i] > low"]),
        ("spread", STATISTICS, STATISTICS_INPUTS, ["sum < 0", "sum > 0"]),
        ("spread", STATISTICS, STATISTICS_INPUTS, ["high = a[i]", "high = i"]),
        ("spread", STATISTICS, STATISTICS_INPUTS, ["return high - low", "return high + low"]),
    ];
    let changes: [(&str, Change); 4] = [
        ("renamed", renamed),
        ("reformatted", reformatted),
        ("dead code", with_dead_code),
        ("reordered", reordered),
    ];
    for (function, text, inputs, [good, bad]) in subjects {
        let (correct, faulty) = (marked(text), marked(&text.replacen(good, bad, 1)));
        assert_ne!(correct, faulty, "{good}");
        let own: Vec<String> = inputs.iter().map(|it| (*it).to_owned()).collect();
        let before = first_lines(&correct, &faulty, function, &own);
        assert!(!before.is_empty(), "{bad}: something should be found");
        for (name, change) in changes {
            let inputs: Vec<String> = match name {
                "renamed" => own.iter().map(|it| renamed(it)).collect(),
                _ => own.clone(),
            };
            let after = first_lines(&change(&correct), &change(&faulty), function, &inputs);
            assert_eq!(before, after, "{function}, `{bad}` for `{good}`, {name}");
        }
    }
}
