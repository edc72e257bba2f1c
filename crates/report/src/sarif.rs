//! SARIF 2.1.0.

use crate::Report;

pub fn to_sarif(report: &Report) -> String {
    crate::to_json(report)
}
