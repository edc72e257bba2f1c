//! The fields of the JSON report, as tables made from its published schema.

use std::fmt::Write as _;

use serde_json::Value;

use super::sandbox::Sandbox;

const START: &str = "<!-- made from `whydunit schema` -->\n";
const END: &str = "<!-- end -->\n";

/// The page with its tables as the schema has them.
pub(crate) fn with_fields(page: &str) -> String {
    let (before, rest) = page.split_once(START).expect("the page should say where the fields go");
    let (_, after) = rest.split_once(END).expect("and where they end");
    let text = Sandbox::new().run("whydunit schema").text;
    let schema: Value = serde_json::from_str(&text).expect("the schema should be JSON");
    format!("{before}{START}\n{}{END}{after}", tables(&schema))
}

fn tables(schema: &Value) -> String {
    let mut text = String::new();
    table(&mut text, "Report", schema);
    let definitions = schema["$defs"].as_object();
    for (name, definition) in definitions.into_iter().flatten() {
        table(&mut text, name, definition);
    }
    text
}

/// A table of an object's fields, or a list of the values of an enumeration.
fn table(text: &mut String, name: &str, definition: &Value) {
    let _ = writeln!(text, "### {}\n", spaced(name));
    if let Some(about) = definition["description"].as_str() {
        let _ = writeln!(text, "{}\n", line(about));
    }
    let required = definition["required"].as_array();
    let is_required = |field: &str| {
        required.is_some_and(|list| list.iter().any(|name| name.as_str() == Some(field)))
    };
    if let Some(fields) = definition["properties"].as_object() {
        text.push_str("| field | form | |\n|---|---|---|\n");
        for (field, value) in fields {
            let sometimes = if is_required(field) { "" } else { " (may be absent)" };
            let about = value["description"].as_str().map(line).unwrap_or_default();
            let _ = writeln!(text, "| `{field}` | {}{sometimes} | {about} |", form(value));
        }
        text.push('\n');
    }
    let choices = definition["oneOf"].as_array().or_else(|| definition["anyOf"].as_array());
    if let Some(choices) = choices {
        text.push_str("| value | |\n|---|---|\n");
        for choice in choices {
            let about = choice["description"].as_str().map(line).unwrap_or_default();
            let _ = writeln!(text, "| {} | {about} |", form(choice));
        }
        text.push('\n');
    } else if definition["enum"].is_array() {
        let _ = writeln!(text, "{}\n", form(definition));
    }
}

/// What a value looks like, in a few words.
fn form(value: &Value) -> String {
    if let Some(reference) = value["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        return format!("[{}](#{})", spaced(name), spaced(name).to_lowercase().replace(' ', "-"));
    }
    if !value["const"].is_null() {
        return format!("`{}`", value["const"].to_string().trim_matches('"'));
    }
    if let Some(values) = value["enum"].as_array() {
        let names = values.iter().map(|v| format!("`{}`", v.to_string().trim_matches('"')));
        return names.collect::<Vec<_>>().join(", ");
    }
    if let Some(choices) = value["anyOf"].as_array().or_else(|| value["oneOf"].as_array()) {
        let forms: Vec<String> = choices.iter().map(form).collect();
        return forms.join(" or ");
    }
    if !value["items"].is_null() {
        return format!("list of {}", form(&value["items"]));
    }
    if let Some(fields) = value["properties"].as_object() {
        let fields: Vec<String> =
            fields.iter().map(|(name, inner)| format!("`{name}`: {}", form(inner))).collect();
        return format!("object with {}", fields.join(", "));
    }
    match &value["type"] {
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            names.join(" or ")
        }
        _ => "any".to_string(),
    }
}

/// `FailureReport` as words: `Failure report`.
fn spaced(name: &str) -> String {
    let mut words = String::new();
    for (index, c) in name.chars().enumerate() {
        if c.is_uppercase() && index > 0 {
            words.push(' ');
            words.extend(c.to_lowercase());
        } else {
            words.push(c);
        }
    }
    words
}

/// A description in one line, in the words of JSON rather than of Rust.
fn line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('|', "\\|").replace("`None`", "`null`")
}
