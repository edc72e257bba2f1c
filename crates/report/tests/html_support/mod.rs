//! A report made by hand, small enough to be seen through.

use whydunit_report::{
    ExplanationReport, ExplanationStatus, FailureReport, InputReport, InvariantReport, Label,
    Origin, Place, Property, Reason, RelevantReport, Report, Role, SourceText, StatementCount,
    StepReport, TraceReport, Verdict, WriteReport, reason_in_words,
};

/// `</script>` and the like are part of the program, as they are of some programs.
pub(crate) const SOURCE: &str = "/* </script><script>alert(1)</script> <!-- */\n\
int f(int n)\n\
{\n\
\tint sum = 0; // \u{202e}turned & \u{2028}broken\0\n\
\tfor (int i = 0; i < n; i++)\n\
\t\tsum += i;\n\
\tassert(sum < 2 && \"<b>'x'\");\n\
\treturn sum;\n\
}\n";

pub(crate) fn place(line: u32, text: &str) -> Place {
    let line_text = SOURCE.lines().nth(line as usize - 1).expect("the line should be there");
    let byte = line_text.find(text).expect("the text should be in its line");
    let column = line_text[..byte].chars().count() as u32 + 1;
    Place {
        file: "dir/f.c".into(),
        line,
        column,
        end_line: line,
        end_column: column + text.chars().count() as u32,
        line_text: line_text.into(),
    }
}

fn step(index: usize, line: u32, text: &str, iteration: Option<u32>) -> StepReport {
    let at = place(line, text);
    StepReport {
        index,
        kind: "assign",
        file: at.file,
        line,
        column: at.column,
        end_line: at.end_line,
        end_column: at.end_column,
        text: text.into(),
        function: "f".into(),
        writes: Vec::new(),
        call: None,
        taken: None,
        depth: 0,
        scope: 0,
        iterations: iteration.into_iter().collect(),
        loop_lines: iteration.map(|_| 5).into_iter().collect(),
        guards: Vec::new(),
    }
}

fn write(name: &str, value: &str) -> WriteReport {
    let mut write = WriteReport::new(name, value);
    write.frame = Some(0);
    write
}

/// The run of `f(3)`.
pub(crate) fn steps() -> Vec<StepReport> {
    let mut steps = Vec::new();
    let mut add = |line, text, iteration| {
        let index = steps.len();
        steps.push(step(index, line, text, iteration));
        index
    };
    let first = add(4, "int sum = 0;", None);
    let start = add(5, "int i = 0;", None);
    let mut decisions = Vec::new();
    let mut sums = Vec::new();
    for iteration in 1..=3 {
        decisions.push(add(5, "i < n", Some(iteration)));
        sums.push((add(6, "sum += i;", Some(iteration)), add(5, "i++", Some(iteration))));
    }
    let end = add(5, "i < n", Some(4));
    add(7, "assert(sum < 2 && \"<b>'x'\");", None);
    steps[first].writes.push(write("sum", "0"));
    steps[start].writes.push(write("i", "0"));
    for (sum, (index, next)) in [0, 1, 3].into_iter().zip(&sums) {
        steps[*index].writes.push(write("sum", &sum.to_string()));
        steps[*next].writes.push(write("text", "\"</script>\""));
    }
    // All of a struct, a part of it, all of it again.
    steps[first].writes.push(write("p", "{.x = 1}"));
    steps[start].writes.push(write("p.x", "2"));
    steps[sums[2].0].writes.push(write("p", "{.x = 3}"));
    for decision in decisions {
        steps[decision].taken = Some("true".into());
        steps[decision].kind = "branch";
    }
    steps[end].taken = Some("false".into());
    steps[end].guards.push("i == 3".into());
    steps
}

pub(crate) fn relevant(
    steps: &[StepReport],
    step: usize,
    role: Role,
    fact: &str,
) -> RelevantReport {
    let step = &steps[step];
    let reason = Reason { establishes: vec![fact.into()], ..Reason::default() };
    RelevantReport {
        step: Some(step.index),
        position: step.index,
        file: step.file.clone(),
        line: step.line,
        column: step.column,
        text: step.text.clone(),
        role,
        label: (role == Role::Assign).then_some(Label::Enforcing),
        why: reason_in_words(role, &reason, step),
        ending: None,
        reason,
        line_text: SOURCE.lines().nth(step.line as usize - 1).unwrap_or_default().into(),
    }
}

pub(crate) fn explanation(
    method: &'static str,
    relevant: Vec<RelevantReport>,
) -> ExplanationReport {
    let invariant = |from, to, fact: &str| InvariantReport {
        from,
        to,
        formula: Some(fact.into()),
        conjuncts: 1,
        exact: false,
        parts: vec![fact.into()],
    };
    ExplanationReport {
        method,
        inputs: "fixed",
        status: ExplanationStatus::Complete,
        lines: relevant.iter().map(|entry| entry.line).collect(),
        relevant,
        invariants: vec![invariant(0, 8, "n > 2"), invariant(9, 12, "sum >= 3")],
        general: Some("n > 2".into()),
        statements: StatementCount { relevant: 2, executed: 5 },
        verified: None,
        judged: None,
        general_scope: "program",
        counterexample: None,
        question: "which steps & why?",
        verification: None,
    }
}

pub(crate) fn failure() -> FailureReport {
    let steps = steps();
    let text = "assert(sum < 2 && \"<b>'x'\");";
    let property = Property {
        kind: "assert",
        place: place(7, text),
        text: text.into(),
        message: "sum < 2 && \"<b>'x'\" does not hold".into(),
        values: vec![WriteReport::new("sum", "3")],
        expected: None,
        actual: None,
        inferred: None,
    };
    let input = InputReport {
        name: "n".into(),
        value: "3".into(),
        origin: "parameter",
        external: false,
        file: "dir/f.c".into(),
        line: 2,
    };
    let mut failure = FailureReport::new(property, vec![input], Vec::new());
    let told = vec![
        relevant(&steps, 0, Role::Assign, "sum >= 0"),
        relevant(&steps, 6, Role::Assign, "sum >= 1"),
        relevant(&steps, 9, Role::Assign, "sum >= 3"),
    ];
    let other = vec![relevant(&steps, 1, Role::Assign, "i >= 0")];
    failure.explanations =
        vec![explanation("flow-sensitive", told), explanation("error-invariants", other)];
    failure.trace = Some(TraceReport { length: steps.len(), steps });
    failure.reproduce = Some("whydunit run dir/f.c --input 'n=3'".into());
    failure
}

pub(crate) fn report(failures: Vec<FailureReport>) -> Report {
    let mut report = Report::new(Verdict::Fails);
    report.failures = failures;
    report.origin = Origin {
        command: "whydunit explain dir/f.c --format html".into(),
        version: "1.2.3",
        solver: "CaDiCaL 0".into(),
        sources: vec![
            SourceText { name: "dir/f.c".into(), text: SOURCE.into() },
            SourceText { name: "dir/untouched.h".into(), text: "int untouched;\n".into() },
        ],
        ..Origin::default()
    };
    report
}
