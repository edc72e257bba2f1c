//! One self-contained page.

use crate::Report;

pub fn to_html(report: &Report) -> String {
    format!("<!doctype html><title>whydunit</title><pre>{}</pre>", crate::to_json(report))
}
