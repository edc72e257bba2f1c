//! Runs Boogie texts and says in one line how they end.

use whydunit_front_boogie::{Compiled, Options, compile_text};
use whydunit_interp::{Config, Ending, InputValues, NoObserver, RunSpec, run};
use whydunit_program::{Program, validate};
use whydunit_source::Span;

pub(crate) fn compiled(name: &str, text: &str, options: &Options) -> Compiled {
    let compiled = compile_text(name, text, options);
    let compiled = compiled.unwrap_or_else(|problems| {
        let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("{name} should compile:\n{}", problems.join("\n"))
    });
    let problems = validate(&compiled.program);
    assert!(problems.is_empty(), "{name} is not a valid program:\n{}", problems.join("\n"));
    compiled
}

fn line(program: &Program, span: Span) -> u32 {
    program.sources.line_column(span).line
}

/// How the run on these inputs (`x=1; y=2`) ends: `finished`, `assert@7`, `contract@3`,
/// `assumption@4`, `precondition@2`, `beyond@5: overflow`, `unsupported@6: real numbers`, `budget`.
pub(crate) fn ending(compiled: &Compiled, inputs: &str) -> String {
    let program = &compiled.program;
    let mut values = InputValues::new();
    for assignment in inputs.split(';').map(str::trim).filter(|text| !text.is_empty()) {
        values.parse_assignment(assignment).unwrap_or_else(|error| panic!("{error}"));
    }
    let spec = RunSpec { inputs: values, ..RunSpec::new(compiled.start) };
    let config = Config { max_steps: Some(100_000), ..Config::default() };
    let result = run(program, &spec, &config, &mut |_, _| {}, &mut NoObserver);
    assert!(result.unused_inputs.is_empty(), "inputs not asked for: {:?}", result.unused_inputs);
    match result.ending {
        Ending::Finished { .. } => "finished".into(),
        Ending::Failed(failure) => {
            format!("{}@{}", failure.kind.name(), line(program, failure.span))
        }
        Ending::AssumptionFailed { place, is_precondition: true, .. } => {
            format!("precondition@{}", line(program, place))
        }
        Ending::AssumptionFailed { place, .. } => format!("assumption@{}", line(program, place)),
        Ending::OutOfRange { kind, place, .. } => {
            format!("beyond@{}: {}", line(program, place), kind.name())
        }
        Ending::Limit { message, place, .. } => {
            let what = message.strip_prefix("not supported: ").unwrap_or(&message);
            format!("unsupported@{}: {what}", line(program, place))
        }
        Ending::OutOfBudget { .. } => "budget".into(),
        other => format!("{other:?}"),
    }
}
