//! The JSON form: [`Report`] as it is, one object, two spaces of indentation.

use crate::Report;

pub fn to_json(report: &Report) -> String {
    let mut text =
        serde_json::to_string_pretty(report).expect("a report should always serialise to JSON");
    text.push('\n');
    text
}
