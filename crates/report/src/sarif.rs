//! SARIF 2.1.0: what code scanning on GitHub, editors and other viewers of analysis results read.
//!
//! One run with one result for each failure. Where the standard leaves a choice, it is made for the viewers that people use:
//!
//! - *GitHub* needs rules with descriptions and help, a message, a place with line and column at both ends, and `primaryLocationLineHash`;
//!   it rejects files with too many locations or related locations, so there are limits.
//! - *VS Code's viewer* shows the first code flow only, so the explanation comes before the whole run; it indents by `nestingLevel - 1`, shows stacks
//!   that have a message, and does not follow links in Markdown, so messages are plain text.
//! - Both take columns in UTF-16 code units, whatever `columnKind` says; ours count characters and are converted.
//!
//! Names of files are relative to the directory that whydunit was started in (`%SRCROOT%`).

mod fingerprint;
mod fixes;
mod flows;
mod message;
mod notifications;
mod places;
mod related;
mod results;
mod rules;
mod selection;
mod uri;

use std::collections::BTreeMap;

use serde_sarif::sarif::{
    ArtifactLocation, Invocation, PropertyBag, Run, Sarif, Tool, ToolComponent,
};

use crate::controls::escaped_in_json;
use crate::{Report, Verdict};
use message::message;
use notifications::notifications;
use places::{Places, SOURCE_ROOT};
use results::result;
use rules::Rules;
use uri::directory_uri;

/// Where the schema of the format is published.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// SARIF 2.1.0.
pub fn to_sarif(report: &Report) -> String {
    let log = Sarif::builder().schema(SCHEMA).version("2.1.0").runs(vec![run(report)]).build();
    let mut text =
        serde_json::to_string_pretty(&log).expect("a report should always serialise to SARIF");
    text.push('\n');
    escaped_in_json(text)
}

fn run(report: &Report) -> Run {
    let places = Places::new(&report.origin);
    let mut rules = Rules::default();
    let room = flows::room(report.failures.len());
    let failures = report.failures.iter();
    let mut results: Vec<_> =
        failures.map(|failure| result(failure, &places, &mut rules, room)).collect();
    fingerprint::number_equal_ones(&mut results);
    let mut run = Run::builder()
        .tool(Tool::builder().driver(driver(report, rules)).build())
        .invocations(vec![invocation(report, &places)])
        .artifacts(places.artifacts())
        .original_uri_base_ids(base_ids(report))
        .column_kind("utf16CodeUnits")
        .default_encoding("utf-8")
        .results(results)
        .build();
    run.default_source_language = places.language().map(str::to_owned);
    run
}

fn driver(report: &Report, rules: Rules) -> ToolComponent {
    let origin = &report.origin;
    let version =
        if origin.version.is_empty() { env!("CARGO_PKG_VERSION") } else { origin.version };
    let mut driver = ToolComponent::builder()
        .name("whydunit")
        .information_uri(env!("CARGO_PKG_REPOSITORY"))
        .semantic_version(version)
        .rules(rules.descriptors())
        .notifications(notifications::descriptors())
        .build();
    if !origin.solver.is_empty() {
        let solver = ("solver".to_owned(), origin.solver.as_str().into());
        driver.properties =
            Some(PropertyBag::builder().additional_properties(BTreeMap::from([solver])).build());
    }
    driver
}

fn invocation(report: &Report, places: &Places<'_>) -> Invocation {
    // A verdict that is not known is work that did not get done.
    let mut invocation = Invocation::builder()
        .execution_successful(report.verdict != Verdict::Unknown && report.error.is_none())
        .tool_execution_notifications(notifications(report, places))
        .build();
    let origin = &report.origin;
    invocation.command_line = Some(&origin.command).filter(|command| !command.is_empty()).cloned();
    invocation.working_directory = directory_uri(&origin.directory)
        .map(|uri| ArtifactLocation { uri: Some(uri), ..ArtifactLocation::default() });
    invocation
}

fn base_ids(report: &Report) -> BTreeMap<String, ArtifactLocation> {
    let root = ArtifactLocation {
        uri: directory_uri(&report.origin.directory),
        description: Some(message("the directory that whydunit was started in")),
        ..ArtifactLocation::default()
    };
    BTreeMap::from([(SOURCE_ROOT.to_owned(), root)])
}
