//! The JSON form keeps to its published schema: for every program, every command, every method.
//!
//! Readers should accept fields that the schema does not know, so it permits them; here it does not, so that a field without a description
//! is noticed.

use crate::common;
use crate::every_program;

use std::collections::BTreeSet;

use every_program::{COMMANDS, Subject, root, subjects};
use jsonschema::Validator;
use serde_json::{Value, json};
use whydunit_report::json_schema;
use whydunit_testing::part;

const PUBLISHED: &str = "docs/schema/report-2.schema.json";

/// Programs in the suite: one in that many. The forms of reports are few, and every directory has a part.
const EVERY: usize = 5;

/// Shown of what is wrong with one report.
const MOST_ERRORS: usize = 3;

#[test]
fn the_published_schema_is_that_of_the_model() {
    let path = root().join(PUBLISHED);
    let mut expected = serde_json::to_string_pretty(&json_schema()).expect("it should be JSON");
    expected.push('\n');
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &expected).expect("the schema should be writable");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    if let Some(difference) = common::difference(&expected, &published) {
        panic!("{PUBLISHED} is out of date (UPDATE_EXPECT=1 rewrites it):\n{difference}");
    }
}

#[test]
fn the_schema_is_a_valid_one_and_describes_every_field() {
    let schema = json_schema();
    assert!(jsonschema::meta::is_valid(&schema), "it should be a schema of draft 2020-12");
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(schema["$id"].as_str().is_some_and(|id| id.ends_with(PUBLISHED)), "{}", schema["$id"]);
    let mut undescribed = Vec::new();
    let definitions = schema["$defs"].as_object().expect("there should be definitions");
    for (name, definition) in definitions.iter().chain([(&"Report".to_owned(), &schema)]) {
        if definition["description"].is_null() {
            undescribed.push(name.clone());
        }
    }
    assert!(undescribed.is_empty(), "no description: {undescribed:?}");
}

/// The names that users rely on, field by field.
#[test]
fn the_fields_that_are_promised_are_there() {
    let schema = json_schema();
    let promised: [(&str, &[&str]); 14] = [
        ("", &["schema", "verdict", "assumptions", "failures", "limits"]),
        ("AssumptionReport", &["kind", "what", "file", "line"]),
        ("FailureReport", &["property", "inputs", "trace", "explanations", "security", "repairs"]),
        ("Property", &["kind", "file", "line", "column", "text", "message"]),
        ("InputReport", &["name", "value", "origin", "external", "file", "line"]),
        ("TraceReport", &["length", "steps"]),
        ("StepReport", &["index", "kind", "file", "line", "column", "text", "function", "writes"]),
        ("WriteReport", &["name", "value"]),
        (
            "ExplanationReport",
            &["method", "inputs", "status", "relevant", "lines", "invariants", "verified"],
        ),
        ("RelevantReport", &["step", "file", "line", "column", "text", "role", "label", "why"]),
        ("InvariantReport", &["from", "to", "formula"]),
        ("SecurityReport", &["classification", "inputs"]),
        ("RepairReport", &["rank", "method", "edits", "tests", "bounded", "patch"]),
        ("EditReport", &["file", "line", "column", "end_line", "end_column", "old", "new"]),
    ];
    for (name, fields) in promised {
        let definition = if name.is_empty() { &schema } else { &schema["$defs"][name] };
        for field in fields {
            assert!(definition["properties"][field].is_object(), "{name}.{field} is missing");
        }
    }
    let values = |name: &str| -> BTreeSet<&str> {
        let variants = schema["$defs"][name]["oneOf"].as_array().expect("an enumeration");
        variants.iter().filter_map(|variant| variant["const"].as_str()).collect()
    };
    assert_eq!(
        values("Verdict"),
        BTreeSet::from(["fails", "holds", "holds-within-bound", "unknown"])
    );
    assert_eq!(
        values("Role"),
        BTreeSet::from(["assign", "input", "condition", "frame", "call", "check", "declaration"])
    );
    assert_eq!(values("Label"), BTreeSet::from(["enforcing", "admitting"]));
    assert_eq!(values("Classification"), BTreeSet::from(["security", "not-security", "unknown"]));
    assert_eq!(values("ExplanationStatus"), BTreeSet::from(["complete", "partial"]));
    assert_eq!(values("BoundedAnswer"), BTreeSet::from(["holds", "fails", "unknown"]));
    assert_eq!(
        values("AssumptionKind"),
        BTreeSet::from(["bound", "size", "state", "outside", "check-off", "alloc", "termination"])
    );
    assert_eq!(schema["properties"]["schema"]["const"], json!(2));
}

/// The kinds that the schema lists are those that there are.
#[test]
fn kinds_of_checks_are_complete() {
    let schema = json_schema();
    let checks = whydunit_program::CheckKind::ALL.iter().map(|kind| kind.name());
    let expected = ["output", "result", "exit-code", "contents", "termination", "leak", "question"];
    // A run that does not end, or loses storage, is named as what was expected of it; that allocations may fail is no failure.
    let checks = checks.filter(|name| !expected.contains(name) && *name != "alloc-fail");
    let names: Vec<&str> = checks.chain(expected).collect();
    assert_eq!(schema["$defs"]["Property"]["properties"]["kind"]["enum"], json!(names));
}

#[test]
fn a_field_that_is_not_described_is_noticed() {
    let validator = strict_validator();
    let of_schema = |number: u32| {
        json!({
            "schema": number,
            "verdict": "holds",
            "assumptions": [],
            "failures": [],
            "limits": [],
        })
    };
    let mut report = of_schema(2);
    assert!(validator.is_valid(&report));
    report["extra"] = json!(1);
    assert!(!validator.is_valid(&report));
    assert!(jsonschema::is_valid(&json_schema(), &report), "readers accept it all the same");
    assert!(!validator.is_valid(&of_schema(1)));
}

#[test]
fn reports_of_every_program_are_valid() {
    let validator = strict_validator();
    let subjects = part(subjects(), EVERY);
    let problems = common::parallel(&subjects, |subject| {
        let commands = COMMANDS.iter().flat_map(|command| {
            // One method is enough here; it decides what is in an explanation, not whether there is one.
            let method: &[&str] =
                if *command == "explain" { &["--method", "flow-sensitive"] } else { &[] };
            problems_of(&validator, subject, command, method)
        });
        commands.collect::<Vec<String>>()
    });
    common::finish("reports", subjects.len(), &problems.concat());
}

#[test]
fn reports_of_all_methods_are_valid() {
    const METHODS: &str = "error-invariants,flow-sensitive,relevance,branch-relevance,restrictive,\
                           becoming-restrictive,more-blocking,coreachable,minimal-set";
    let validator = strict_validator();
    let mut subjects = subjects();
    subjects.retain(|subject| subject.name.starts_with("tests/papers/"));
    let problems = common::parallel(&subjects, |subject| {
        let mut problems = problems_of(&validator, subject, "explain", &["--method", METHODS]);
        problems.extend(problems_of(&validator, subject, "explain", &[]));
        problems
    });
    common::finish("reports", subjects.len(), &problems.concat());
}

/// What is wrong with a report, or with there being none.
fn problems_of(
    validator: &Validator,
    subject: &Subject,
    command: &str,
    options: &[&str],
) -> Vec<String> {
    let written = subject.written(command, options, "json");
    let what = format!("{command} {}", subject.name);
    let Some(report) = &written.report else {
        if Subject::is_refused(&written) {
            return Vec::new();
        }
        return vec![format!(
            "{what}: no report, exit code {:?}\n{}",
            written.code, written.stderr
        )];
    };
    let errors = validator.iter_errors(report).take(MOST_ERRORS);
    let mut problems: Vec<String> =
        errors.map(|error| format!("{what}: {}: {error}", error.instance_path())).collect();
    let fails = report["verdict"] == "fails";
    let has_failures = report["failures"].as_array().is_some_and(|failures| !failures.is_empty());
    if fails != has_failures {
        problems.push(format!("{what}: the verdict is {}", report["verdict"]));
    }
    problems
}

/// The schema with every object closed.
fn strict_validator() -> Validator {
    let mut schema = json_schema();
    close(&mut schema);
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("the schema should be usable")
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("properties") {
                fields.insert("unevaluatedProperties".to_owned(), json!(false));
            }
            fields.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
