//! Pairs of things that are said of one failure and cannot both be true.

use std::collections::BTreeSet;

use serde_json::Value;

use super::said::Said;

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Is the other value that is spoken of one with which the failure is avoided?
fn avoids(entry: &Value) -> bool {
    matches!(text(&entry["ending"]), "ends" | "never-ends" | "fails-elsewhere")
}

/// What is said of a failure in the text and in JSON, and does not go together.
pub(crate) fn contradictions(said: &Said, failure: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut expect = |is_so: bool, what: &str| {
        if !is_so {
            found.push(what.to_owned());
        }
    };
    marks(said, &mut expect);
    every_input(said, failure, &mut expect);
    attackers(said, failure, &mut expect);
    let explanations = list(&failure["explanations"]);
    let is_joined = explanations.len() > 1;
    for explanation in explanations {
        counts(explanation, failure, &mut expect);
        values(explanation, &mut expect);
    }
    if let Some(told) = explanations.first() {
        counted(said, told, is_joined, &mut expect);
    }
    if let [told, judged, ..] = explanations {
        labels(told, judged, &mut expect);
    }
    found
}

/// What marks mean is said where there are such marks, and nowhere else.
fn marks(said: &Said, expect: &mut dyn FnMut(bool, &str)) {
    for (mark, legend) in [('*', "* another value here"), ('@', "@ another input here")] {
        expect(
            said.has_mark(mark) == said.has(legend),
            &format!("{legend}: the mark or its meaning is missing"),
        );
    }
    expect(said.announces_others != said.others.is_empty(), "other lines are announced, or there");
}

/// What fails for every input depends on none.
fn every_input(said: &Said, failure: &Value, expect: &mut dyn FnMut(bool, &str)) {
    let is_every = |it: &Value| it["general"] == "1" && it["general_scope"] == "program";
    let explanations = list(&failure["explanations"]);
    let said_in_text = said.has("fails for every input") && !said.has("that takes this path");
    if !said_in_text && !explanations.iter().any(is_every) {
        return;
    }
    expect(!said.has("Inputs that matter"), "fails for every input, and inputs matter");
    expect(!said.has_mark('@'), "fails for every input, and another one leads elsewhere");
    for explanation in explanations {
        for input in list(&explanation["inputs_that_matter"]) {
            expect(false, &format!("fails for every input, and {} matters", input["name"]));
        }
        let relevant = list(&explanation["relevant"]);
        let mut admitting = relevant.iter().filter(|it| it["label"] == "admitting");
        expect(!admitting.any(avoids), "fails for every input, and another one avoids it");
    }
    let deciding = list(&failure["security"]["inputs"]);
    let is_value = |it: &Value| it["kind"].is_null() || it["kind"] == "value";
    expect(!deciding.iter().any(is_value), "fails for every input, and the value of one decides");
}

/// Attacker-controlled are failures that an input decides.
fn attackers(said: &Said, failure: &Value, expect: &mut dyn FnMut(bool, &str)) {
    let security = &failure["security"];
    let class = text(&security["classification"]);
    let deciding = list(&security["inputs"]);
    expect(
        (class == "security") != deciding.is_empty(),
        "the class does not fit the inputs that decide",
    );
    expect(
        !said.has("Not attacker-controlled") || class == "not-security",
        "not attacker-controlled",
    );
    expect(!said.has("Attacker-controlled") || class == "security", "attacker-controlled");
    for input in deciding {
        expect(input["failing_value"] != input["passing_value"], "one value fails and passes");
    }
}

/// `N of M` is what there is to count.
fn counts(explanation: &Value, failure: &Value, expect: &mut dyn FnMut(bool, &str)) {
    let steps = list(&failure["trace"]["steps"]);
    let relevant = list(&explanation["relevant"]);
    let place = |it: &Value| {
        ["file", "line", "column", "end_line", "end_column"].map(|key| it[key].to_string())
    };
    let numbers: Vec<usize> =
        relevant.iter().filter_map(|it| usize::try_from(it["step"].as_u64()?).ok()).collect();
    expect(numbers.is_sorted_by(|a, b| a < b), "steps are out of order");
    let before: BTreeSet<_> = numbers
        .iter()
        .filter(|&&step| step + 1 < steps.len())
        .map(|&step| place(&steps[step]))
        .collect();
    let (said, executed) =
        (&explanation["statements"]["relevant"], &explanation["statements"]["executed"]);
    expect(said.as_u64() == u64::try_from(before.len()).ok(), "so many statements do not matter");
    expect(said.as_u64() <= executed.as_u64(), "more statements matter than were executed");
    let lines: BTreeSet<u64> = relevant.iter().filter_map(|it| it["line"].as_u64()).collect();
    let named: Vec<u64> = list(&explanation["lines"]).iter().filter_map(Value::as_u64).collect();
    expect(lines.into_iter().collect::<Vec<_>>() == named, "the lines are not those of the steps");
}

/// How a run with another value ends is what its words say, and it was run.
fn values(explanation: &Value, expect: &mut dyn FnMut(bool, &str)) {
    let inputs = list(&explanation["inputs_that_matter"]);
    expect(
        inputs.iter().all(|it| !matches!(text(&it["ending"]), "fails-here" | "excluded")),
        "an input matters that avoids nothing",
    );
    let redirecting = list(&explanation["redirecting_inputs"]);
    expect(!redirecting.iter().any(avoids), "an input only redirects that avoids the failure");
    for entry in list(&explanation["relevant"]).iter().chain(inputs).chain(redirecting) {
        let why = text(&entry["why"]);
        if !why.contains("had ") || !why.contains(" been ") && !why.contains(" gone ") {
            continue;
        }
        let ending = text(&entry["ending"]);
        expect(!ending.is_empty(), &format!("not run: {why}"));
        let fails = why.contains("failed all the same") || why.contains(", and failed later");
        expect(fails == (ending == "fails-here"), &format!("{ending}: {why}"));
        let excluded = why.contains("exclude");
        expect(excluded == (ending == "excluded"), &format!("{ending}: {why}"));
        let endless = why.contains("would never have ended");
        expect(endless == (ending == "never-ends"), &format!("{ending}: {why}"));
    }
}

/// What is said of how many statements matter is what is shown.
fn counted(said: &Said, told: &Value, is_joined: bool, expect: &mut dyn FnMut(bool, &str)) {
    let relevant = told["statements"]["relevant"].as_u64().unwrap_or(0);
    let none = [
        "None of the",
        "before it does not matter:",
        "No value that a statement sets matters",
        "No assigned value matters",
        "No statement matters",
    ];
    // Declarations are shown, and no statements that were executed.
    let is_declaration = |it: &&Value| it["role"] == "declaration";
    let declared: BTreeSet<u64> = list(&told["relevant"])
        .iter()
        .filter(is_declaration)
        .filter_map(|it| it["line"].as_u64())
        .collect();
    let shown = said.before().len().saturating_sub(declared.len());
    if none.iter().any(|words| said.has(words)) {
        expect(shown == 0, "nothing matters, and something is shown");
        expect(relevant == 0, "nothing matters, and some statements do");
    }
    if !is_joined {
        let has_inputs = !list(&told["inputs_that_matter"]).is_empty();
        expect(!said.has("only inputs do") || has_inputs, "only inputs matter, and none does");
        expect(
            !said.has("No assigned value matters") || !said.has(" Had "),
            "nothing matters, and another value would have",
        );
    }
    expect(
        said.has("fails whenever") || said.has("fails for every") || told["general"].is_null(),
        "there is a condition, and it is not said",
    );
    if let Some(number) = said.number_before(" executed statement").filter(|_| relevant > 1) {
        expect(
            told["statements"]["executed"].as_u64() == u64::try_from(number).ok(),
            "another number of executed statements",
        );
    }
    let lines: BTreeSet<u32> = said.before().iter().map(|row| row.line).collect();
    expect(
        u64::try_from(lines.len().saturating_sub(declared.len()))
            .is_ok_and(|lines| lines <= relevant),
        "more lines than statements that matter",
    );
    expect(
        said.is_shortened || relevant == 0 || !lines.is_empty(),
        "statements matter, and none is shown",
    );
}

/// The labels of one explanation are those of the other.
fn labels(told: &Value, judged: &Value, expect: &mut dyn FnMut(bool, &str)) {
    for entry in list(&told["relevant"]).iter().filter(|it| it["label"].is_string()) {
        let judged = list(&judged["relevant"]).iter().find(|it| it["step"] == entry["step"]);
        let avoids_nothing = |it: &Value| matches!(text(&it["ending"]), "fails-here" | "excluded");
        expect(
            !judged.is_some_and(avoids_nothing),
            "a value is marked with which it fails all the same",
        );
    }
}
