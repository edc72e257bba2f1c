//! The JSON form: [`Report`] as it is, one object, two spaces of indentation; and its JSON Schema.
//!
//! The schema is derived from the types of the model, so it has exactly the fields that are written. It permits others: fields are added without a
//! new version, and who reads a report should not mind them.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde::Serialize;
use serde_json::{Value, json};

use crate::controls::escaped_in_json;
use crate::{ErrorReport, Report};

/// Where the schema is published; the number is that of the form.
const SCHEMA_ID: &str =
    concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs/schema/report-2.schema.json");

/// What is written of input that cannot be used.
#[derive(Serialize)]
struct ErrorDocument<'a> {
    schema: u32,
    error: &'a ErrorReport,
}

/// The report as it is, by the published schema.
pub fn to_json(report: &Report) -> String {
    let text = match report.only_error() {
        Some(error) => {
            serde_json::to_string_pretty(&ErrorDocument { schema: report.schema, error })
        }
        None => serde_json::to_string_pretty(report),
    };
    let mut text = text.expect("a report should always serialise to JSON");
    text.push('\n');
    escaped_in_json(text)
}

/// What [`to_json`] writes, as a JSON Schema (draft 2020-12).
pub fn json_schema() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let generator = settings.with_transform(RecursiveTransform(without_widths)).into_generator();
    let mut schema = generator.into_root_schema_for::<Report>();
    schema.insert("$id".to_owned(), SCHEMA_ID.into());
    schema.insert("title".to_owned(), "whydunit report".into());
    // A report, or an error that leaves nothing to report.
    if let Some(required) = schema.remove("required") {
        schema.insert("required".to_owned(), json!(["schema"]));
        let kinds = json!([{ "required": required }, { "required": ["schema", "error"] }]);
        schema.insert("anyOf".to_owned(), kinds);
    }
    schema.to_value()
}

/// `uint32` and the like are names of Rust's types, not formats that JSON Schema knows.
fn without_widths(schema: &mut Schema) {
    let is_width = |format: &Value| {
        format
            .as_str()
            .is_some_and(|format| format.starts_with("uint") || format.starts_with("int"))
    };
    if schema.get("format").is_some_and(is_width) {
        schema.remove("format");
    }
}
