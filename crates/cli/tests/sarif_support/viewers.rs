//! What viewers expect beyond the schema, each as a function with the reason in its name or comment.
//!
//! *GitHub* stands for "SARIF support for code scanning" in its documentation: required properties and limits. *VS Code* stands for the viewer that Microsoft
//! publishes for it.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// Everything that a viewer would stumble over.
pub(crate) fn expectations(log: &Value, root: &Path) -> Vec<String> {
    let mut found = Problems(Vec::new());
    found.check(log["$schema"].is_string(), "GitHub: $schema is required");
    found.check(log["version"] == "2.1.0", "GitHub: only version 2.1.0 is read");
    let runs = list(&log["runs"]);
    found.check(runs.len() == 1, "there is one run");
    for run in runs {
        tool(run, &mut found);
        artifacts(run, root, &mut found);
        notifications(run, &mut found);
        found.check(run["results"].is_array(), "GitHub: results are required, even if empty");
        let results = list(&run["results"]);
        found.check(results.len() <= 5000, "GitHub: 5,000 results are shown");
        let mut prints = BTreeSet::new();
        for result in results {
            self::result(run, result, root, &mut found);
            let own = result["partialFingerprints"]["whydunit/failure/v1"].as_str();
            found.check(own.is_some_and(|own| prints.insert(own)), "fingerprints are distinct");
        }
    }
    found.0
}

struct Problems(Vec<String>);

impl Problems {
    fn check(&mut self, holds: bool, expectation: &str) {
        if !holds {
            self.0.push(expectation.to_owned());
        }
    }

    fn at(&mut self, holds: bool, expectation: &str, what: &Value) {
        if !holds {
            let what: String = what.to_string().chars().take(300).collect();
            self.0.push(format!("{expectation}: {what}"));
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.trim().is_empty())
}

fn length(value: &Value) -> usize {
    value.as_str().map_or(0, |text| text.chars().count())
}

fn tool(run: &Value, found: &mut Problems) {
    let driver = &run["tool"]["driver"];
    found.check(driver["name"] == "whydunit", "GitHub: the tool has a name");
    found.check(is_text(&driver["semanticVersion"]), "GitHub: versions tell results apart");
    found.check(driver["rules"].is_array(), "GitHub: rules are required");
    for rule in list(&driver["rules"]) {
        found.at(is_text(&rule["id"]), "GitHub: a rule has an id", rule);
        for part in ["shortDescription", "fullDescription"] {
            let text = &rule[part]["text"];
            let fits = is_text(text) && length(text) <= 1024;
            found.at(fits, "GitHub: a rule has descriptions of up to 1,024 characters", rule);
        }
        let name = &rule["name"];
        let is_pascal_case = name.as_str().is_some_and(|name| {
            name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.chars().all(|c| c.is_ascii_alphanumeric())
        });
        found.at(is_pascal_case, "the name of a rule is one word", rule);
        found.at(is_text(&rule["help"]["text"]), "GitHub: a rule has help", rule);
        found.at(is_text(&rule["help"]["markdown"]), "GitHub: it is shown as Markdown", rule);
        let level = rule["defaultConfiguration"]["level"].as_str();
        found.at(matches!(level, Some("error" | "warning" | "note")), "GitHub: levels", rule);
        let properties = &rule["properties"];
        found.at(list(&properties["tags"]).len() <= 10, "GitHub: ten tags are shown", rule);
        let precision = properties["precision"].as_str();
        let is_known = matches!(precision, Some("very-high" | "high" | "medium" | "low"));
        found.at(is_known, "GitHub: results are ordered by precision", rule);
        let severity = properties["problem.severity"].as_str();
        let is_known = matches!(severity, Some("error" | "warning" | "recommendation"));
        found.at(is_known, "GitHub: severity of a problem", rule);
        if let Some(severity) = properties["security-severity"].as_str() {
            let number: f64 = severity.parse().unwrap_or(0.0);
            found.at(number > 0.0 && number <= 10.0, "GitHub: security is rated up to 10", rule);
            let is_tagged = list(&properties["tags"]).iter().any(|tag| tag == "security");
            found.at(is_tagged, "GitHub: rules about security have the tag", rule);
        }
    }
}

fn artifacts(run: &Value, root: &Path, found: &mut Problems) {
    for (index, artifact) in list(&run["artifacts"]).iter().enumerate() {
        let location = &artifact["location"];
        found.at(location["index"] == index, "an artifact knows its index", artifact);
        artifact_location(run, location, found);
        let text = artifact_text(run, location, root);
        let length = artifact["length"].as_u64();
        if let (Some(text), Some(length)) = (text, length) {
            found.at(text.len() as u64 == length, "lengths are in bytes", artifact);
        }
    }
}

fn artifact_location(run: &Value, location: &Value, found: &mut Problems) {
    let uri = location["uri"].as_str().unwrap_or_default();
    found.at(!uri.is_empty(), "GitHub: a place has a URI", location);
    let is_absolute = uri.starts_with("file:///");
    let is_relative = !uri.contains(':') && !uri.starts_with('/');
    found.at(is_absolute || is_relative, "URIs are relative or of files", location);
    let goes_up = uri.split('/').any(|segment| segment == ".." || segment == ".");
    found.at(!goes_up, "URIs are normal", location);
    found.at(
        is_absolute == location["uriBaseId"].is_null(),
        "what is relative says to what",
        location,
    );
    if let Some(base) = location["uriBaseId"].as_str() {
        let uri = &run["originalUriBaseIds"][base]["uri"];
        let is_directory = uri.as_str().is_none_or(|uri| uri.ends_with('/'));
        found.at(is_directory, "a base ends in a slash", location);
    }
    if let Some(index) = location["index"].as_u64() {
        let artifact = &run["artifacts"][index as usize]["location"];
        found.at(artifact["uri"] == location["uri"], "an index names the same file", location);
    }
}

/// The text of a file, if it is part of the log or exists.
fn artifact_text(run: &Value, location: &Value, root: &Path) -> Option<String> {
    let index = location["index"].as_u64()? as usize;
    if let Some(text) = run["artifacts"][index]["contents"]["text"].as_str() {
        return Some(text.to_owned());
    }
    let uri = decoded(location["uri"].as_str()?)?;
    let path = match uri.strip_prefix("file://") {
        Some(path) => Path::new(path).to_owned(),
        None => root.join(uri),
    };
    String::from_utf8(std::fs::read(path).ok()?).ok()
}

fn decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = uri.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            plain => plain,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

fn notifications(run: &Value, found: &mut Problems) {
    let invocations = list(&run["invocations"]);
    found.check(invocations.len() == 1, "there is one invocation");
    for invocation in invocations {
        let all = list(&invocation["toolExecutionNotifications"]);
        for notification in all {
            found.at(
                is_text(&notification["message"]["text"]),
                "notifications say something",
                notification,
            );
            let descriptor = &notification["descriptor"];
            let index = descriptor["index"].as_u64().unwrap_or(u64::MAX) as usize;
            let known = &run["tool"]["driver"]["notifications"][index]["id"];
            found.at(*known == descriptor["id"], "notifications are described", notification);
        }
        let has_verdict =
            all.iter().any(|notification| notification["descriptor"]["id"] == "whydunit/verdict");
        let has_results = !list(&run["results"]).is_empty();
        found.check(has_verdict != has_results, "without results there is a verdict");
    }
}

fn result(run: &Value, result: &Value, root: &Path, found: &mut Problems) {
    let index = result["ruleIndex"].as_u64().unwrap_or(u64::MAX) as usize;
    let rule = &run["tool"]["driver"]["rules"][index];
    found.at(rule["id"] == result["ruleId"], "VS Code: rules are found by index", result);
    found.at(is_text(&result["message"]["text"]), "GitHub: a result has a message", result);
    found.at(result["message"]["markdown"].is_null(), "VS Code: no links in Markdown", result);
    let locations = list(&result["locations"]);
    found.at(locations.len() == 1, "GitHub: one location is used", result);
    for location in locations {
        self::location(run, location, root, found);
    }
    let is_in_source = locations.iter().any(|location| {
        let physical = &location["physicalLocation"];
        let text = artifact_text(run, &physical["artifactLocation"], root);
        text.is_some_and(|text| characters(&text, &physical["region"]).is_some())
    });
    let print = &result["partialFingerprints"]["primaryLocationLineHash"];
    found.at(is_text(print) || !is_in_source, "GitHub: the fingerprint that it uses", result);
    related(run, result, root, found);
    code_flows(run, result, root, found);
    stacks(run, result, root, found);
    for fix in list(&result["fixes"]) {
        found.at(is_text(&fix["description"]["text"]), "VS Code: the title of a fix", fix);
        for change in list(&fix["artifactChanges"]) {
            artifact_location(run, &change["artifactLocation"], found);
            for replacement in list(&change["replacements"]) {
                region(&replacement["deletedRegion"], found);
            }
        }
    }
}

fn related(run: &Value, result: &Value, root: &Path, found: &mut Problems) {
    let related = list(&result["relatedLocations"]);
    found.at(related.len() <= 100, "GitHub: 100 places are shown", result);
    let ids: Vec<u64> = related.iter().filter_map(|location| location["id"].as_u64()).collect();
    let distinct: BTreeSet<u64> = ids.iter().copied().collect();
    found.at(
        distinct.len() == related.len(),
        "related locations have numbers of their own",
        result,
    );
    for location in related {
        self::location(run, location, root, found);
        found.at(is_text(&location["message"]["text"]), "a related location says why", location);
    }
    for target in links(result["message"]["text"].as_str().unwrap_or_default()) {
        let id = target.parse().ok();
        found.at(id.is_some_and(|id| distinct.contains(&id)), "links lead somewhere", result);
    }
}

/// Targets of `[text](target)`.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(id, _)| id).collect()
}

fn code_flows(run: &Value, result: &Value, root: &Path, found: &mut Problems) {
    let mut total = 0;
    for flow in list(&result["codeFlows"]) {
        found.at(is_text(&flow["message"]["text"]), "a flow says what it shows", result);
        let threads = list(&flow["threadFlows"]);
        found.at(threads.len() == 1, "VS Code: one thread is shown", result);
        let steps = threads.first().map_or(&[][..], |thread| list(&thread["locations"]));
        found.at(steps.len() <= 1000, "GitHub: 1,000 steps of a flow are shown", result);
        total += steps.len();
        let mut order = 0;
        for step in steps {
            self::location(run, &step["location"], root, found);
            found.at(
                is_text(&step["location"]["message"]["text"]),
                "VS Code: a step has a text",
                step,
            );
            let nesting = step["nestingLevel"].as_u64();
            found.at(nesting.is_some_and(|level| level > 0), "VS Code: indented from 1 on", step);
            // A declaration is no step.
            if step["properties"]["role"] == "declaration" && step["executionOrder"].is_null() {
                continue;
            }
            let now = step["executionOrder"].as_u64().unwrap_or(0);
            found.at(now > order, "steps are in the order of the run", step);
            order = now;
            let importance = step["importance"].as_str();
            let is_known = matches!(importance, Some("essential" | "unimportant"));
            found.at(is_known, "viewers can hide what does not matter", step);
        }
        let end = steps.last().map(|step| &step["location"]["physicalLocation"]["region"]);
        let place = &result["locations"][0]["physicalLocation"]["region"];
        found.at(end == Some(place), "a flow ends where the program fails", result);
    }
    found.at(total <= 10_000, "GitHub: more than 10,000 steps are rejected", result);
}

fn stacks(run: &Value, result: &Value, root: &Path, found: &mut Problems) {
    for stack in list(&result["stacks"]) {
        found.at(is_text(&stack["message"]["text"]), "VS Code: a stack has a message", stack);
        for frame in list(&stack["frames"]) {
            let location = &frame["location"];
            let function = &location["logicalLocations"][0]["fullyQualifiedName"];
            found.at(is_text(function), "VS Code: a frame names its function", frame);
            if !location["physicalLocation"].is_null() {
                self::location(run, location, root, found);
            }
        }
    }
}

fn location(run: &Value, location: &Value, root: &Path, found: &mut Problems) {
    let physical = &location["physicalLocation"];
    artifact_location(run, &physical["artifactLocation"], found);
    region(&physical["region"], found);
    let text = artifact_text(run, &physical["artifactLocation"], root);
    let snippet = physical["region"]["snippet"]["text"].as_str();
    if let (Some(text), Some(snippet)) = (text, snippet.filter(|snippet| !snippet.contains('…')))
    {
        let stands_there = characters(&text, &physical["region"]);
        let is_same = stands_there.as_deref() == Some(snippet);
        found.at(is_same, "a snippet is what stands there", physical);
    }
}

fn region(region: &Value, found: &mut Problems) {
    let number = |name: &str| region[name].as_u64().unwrap_or(0);
    let [line, column] = ["startLine", "startColumn"].map(number);
    let [end_line, end_column] = ["endLine", "endColumn"].map(number);
    let is_complete = [line, column, end_line, end_column].iter().all(|&number| number > 0);
    found.at(is_complete, "GitHub: both ends of a region, from 1 on", region);
    found.at(
        (line, column) <= (end_line, end_column),
        "regions do not end before they start",
        region,
    );
}

/// The text of a region, in columns of UTF-16 code units.
fn characters(text: &str, region: &Value) -> Option<String> {
    let lines: Vec<Vec<u16>> =
        text.split('\n').map(|line| line.trim_end_matches('\r').encode_utf16().collect()).collect();
    let number = |name: &str| Some(region[name].as_u64()? as usize - 1);
    let (first, start) = (number("startLine")?, number("startColumn")?);
    let (last, end) = (number("endLine")?, number("endColumn")?);
    lines.get(last)?;
    let mut result: Vec<u16> = Vec::new();
    for (index, line) in lines.iter().enumerate().take(last + 1).skip(first) {
        let from = if index == first { start } else { 0 };
        let to = if index == last { end } else { line.len() };
        result.extend(line.get(from..to)?);
        if index < last {
            result.push(u16::from(b'\n'));
        }
    }
    String::from_utf16(&result).ok()
}
