//! Input that cannot be used has a document, in the forms that programs read.

use std::process::{Command, Output};

use serde_json::Value;

/// Options with which a test has forms and files of its own.
const OWN_FORM: [&str; 3] = ["--format", "--output", "-o"];

/// Asks the same again, in both forms: each has to give exit code 2, one document on standard output, and the message on standard error.
pub(crate) fn check(args: &[&str], output: &Output, command: &dyn Fn(&[&str]) -> Command) {
    let is_asked = |word: &str| OWN_FORM.iter().any(|own| word.starts_with(own));
    if output.status.code() != Some(2) || args.iter().any(|word| is_asked(word)) {
        return;
    }
    for form in ["json", "sarif"] {
        let mut words: Vec<&str> = args.to_vec();
        let end = words.iter().position(|word| *word == "--").unwrap_or(words.len());
        words.splice(end..end, ["--format", form]);
        let output = command(&words).output().expect("whydunit should start");
        if let Err(problem) = document(form, &output) {
            let stderr = String::from_utf8_lossy(&output.stderr);
            panic!("{words:?}: {problem}\n{stderr}");
        }
    }
}

/// Is there one document that says what is wrong?
pub(crate) fn document(form: &str, output: &Output) -> Result<Value, String> {
    if output.status.code() != Some(2) {
        return Err(format!("{}", output.status));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let document: Value =
        serde_json::from_str(&text).map_err(|error| format!("{error} in\n{text}"))?;
    match form {
        "json" => is_error(&document)?,
        _ => is_notification(&document)?,
    }
    Ok(document)
}

fn is_error(document: &Value) -> Result<(), String> {
    let schema = whydunit_report::json_schema();
    if let Err(error) = jsonschema::validate(&schema, document) {
        return Err(format!("{error} in\n{document}"));
    }
    let error = &document["error"];
    let message = error["message"].as_str().filter(|message| !message.is_empty());
    let message = message.ok_or_else(|| format!("no message in {document}"))?;
    if message.contains('\n') {
        return Err(format!("more than a line: {message}"));
    }
    let has = |field: &str| !error[field].is_null();
    match has("file") == has("line") && has("line") == has("column") {
        true => Ok(()),
        false => Err(format!("half a place: {error}")),
    }
}

fn is_notification(document: &Value) -> Result<(), String> {
    let run = &document["runs"][0];
    let invocation = &run["invocations"][0];
    let notification = &invocation["toolExecutionNotifications"][0];
    let is_right = document["version"] == "2.1.0"
        && run["results"].as_array().is_some_and(Vec::is_empty)
        && invocation["executionSuccessful"] == false
        && notification["level"] == "error"
        && notification["message"]["text"].as_str().is_some_and(|text| !text.is_empty());
    if is_right { Ok(()) } else { Err(format!("not a notification of an error: {document}")) }
}
