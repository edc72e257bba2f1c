//! Rules: one for each kind of check, with what a reader who has never heard of whydunit needs to know about it.
//!
//! Their ids are `whydunit/` and the name that the check has in `--checks`; they never change. A report lists the rules that its results use, in the
//! order of first use.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_sarif::sarif::{
    MultiformatMessageString, PropertyBag, ReportingConfiguration, ReportingDescriptor,
};

use super::message::multiformat;

/// What all results have in common.
const READING: &str = "Each result is a run that fails, not a suspicion: it was executed. With `whydunit explain` the first code flow has the steps that matter with the reason of each; \
                       the last one is always the whole run. The command under `reproduce` shows it again.";

/// What is said about a kind of check.
struct Rule {
    kind: &'static str,
    name: &'static str,
    short: &'static str,
    full: &'static str,
    /// How such a failure is usually mended.
    advice: &'static str,
    /// Numbers of the Common Weakness Enumeration.
    weaknesses: &'static [u32],
    /// As GitHub reads it, from 0 to 10; `None` for what is a matter of correctness.
    security_severity: Option<&'static str>,
}

const RULES: [Rule; 11] = [
    Rule {
        kind: "assert",
        name: "AssertionFails",
        short: "An assertion fails",
        full: "The condition of an assert is false in a run of the program.",
        advice: "Either the condition demands too much, or a statement before it computes a value that it should not. The steps that matter say which.",
        weaknesses: &[617],
        security_severity: None,
    },
    Rule {
        kind: "bounds",
        name: "OutOfBoundsAccess",
        short: "An access outside of an object",
        full: "Memory is read or written outside of the array, structure or allocated block that the pointer or index belongs to.",
        advice: "Check the index or length before the access, or make the object as large as the values that reach it demand.",
        weaknesses: &[119, 125, 787],
        security_severity: Some("8.8"),
    },
    Rule {
        kind: "null",
        name: "NullPointerDereference",
        short: "A null pointer is used",
        full: "Memory is accessed through a null pointer, or through a number that is no pointer to an object.",
        advice: "Test the pointer where it is obtained, for example the result of malloc, and handle the case that there is none.",
        weaknesses: &[476],
        security_severity: Some("5.5"),
    },
    Rule {
        kind: "lifetime",
        name: "UseAfterLifetime",
        short: "An object is used after its end",
        full: "Memory is accessed or freed although the object does not exist any more: it was freed before, or the call it was local to has returned.",
        advice: "Free an object once, after its last use, and do not keep addresses of local variables beyond the call.",
        weaknesses: &[416, 415, 562],
        security_severity: Some("8.8"),
    },
    Rule {
        kind: "div",
        name: "DivisionByZero",
        short: "A division by zero",
        full: "The divisor of an integer division or remainder is zero.",
        advice: "Test the divisor, or exclude the inputs that make it zero.",
        weaknesses: &[369],
        security_severity: Some("5.5"),
    },
    Rule {
        kind: "overflow",
        name: "IntegerOverflow",
        short: "A signed integer overflows",
        full: "The result of an operation on signed integers does not fit into its type: behaviour is undefined in C.",
        advice: "Test the operands before the operation, or compute in a wider or an unsigned type.",
        weaknesses: &[190],
        security_severity: Some("6.5"),
    },
    Rule {
        kind: "shift",
        name: "InvalidShift",
        short: "A shift by an invalid amount",
        full: "A value is shifted by a negative amount or by at least as many bits as it has, or a signed value is shifted out of its range.",
        advice: "Limit the amount to the width of the type, and shift unsigned values.",
        weaknesses: &[1335],
        security_severity: Some("4.0"),
    },
    Rule {
        kind: "uninit",
        name: "UninitialisedRead",
        short: "A value is read that was never set",
        full: "A variable or a part of an object is read before anything was written to it.",
        advice: "Give it a value on every path that leads to the read; the steps that matter name the branch that skipped it.",
        weaknesses: &[457, 908],
        security_severity: Some("6.5"),
    },
    Rule {
        kind: "unreach",
        name: "UnreachableReached",
        short: "A place is reached that should not be",
        full: "A run comes to a place that the program says is never reached: reach_error, __VERIFIER_error or __builtin_unreachable.",
        advice: "One of the conditions on the way lets a case through that should have been excluded.",
        weaknesses: &[561],
        security_severity: None,
    },
    Rule {
        kind: "contract",
        name: "ContractBroken",
        short: "A contract is broken",
        full: "An assert, ensures or loop invariant in a specification comment is false, or a function is called with its requires clause unmet.",
        advice: "Either the contract is too strong, or the code that has to keep it is wrong. The steps that matter say where the value comes from.",
        weaknesses: &[617],
        security_severity: None,
    },
    Rule {
        kind: "abort",
        name: "AbortCalled",
        short: "The program aborts",
        full: "A run calls abort.",
        advice: "If the case is not meant to happen, exclude it before; if it is, report an error instead.",
        weaknesses: &[617],
        security_severity: None,
    },
];

/// Of a check that has no rule of its own.
const OTHER: Rule = Rule {
    kind: "",
    name: "CheckFails",
    short: "A check fails",
    full: "A check fails in a run of the program.",
    advice: "The steps that matter say how it comes to that.",
    weaknesses: &[],
    security_severity: None,
};

/// The rules that are in use.
#[derive(Default)]
pub(super) struct Rules {
    used: Vec<String>,
}

impl Rules {
    /// The id and index of the rule of a check.
    pub(super) fn of(&mut self, kind: &str) -> (String, i64) {
        let known = self.used.iter().position(|used| used == kind);
        let index = known.unwrap_or_else(|| {
            self.used.push(kind.to_owned());
            self.used.len() - 1
        });
        (id(kind), index as i64)
    }

    pub(super) fn descriptors(&self) -> Vec<ReportingDescriptor> {
        self.used.iter().map(|kind| descriptor(kind)).collect()
    }
}

/// In a few words, what a check of this kind is about.
pub(super) fn short_description(kind: &str) -> &'static str {
    rule(kind).short
}

fn rule(kind: &str) -> &'static Rule {
    RULES.iter().find(|rule| rule.kind == kind).unwrap_or(&OTHER)
}

fn id(kind: &str) -> String {
    let kind = if kind.is_empty() { "check" } else { kind };
    format!("whydunit/{kind}")
}

fn descriptor(kind: &str) -> ReportingDescriptor {
    let rule = rule(kind);
    let level = ReportingConfiguration { level: Some("error".into()), ..Default::default() };
    ReportingDescriptor::builder()
        .id(id(kind))
        .name(rule.name)
        .short_description(multiformat(rule.short))
        .full_description(multiformat(rule.full))
        .help(help(rule))
        .default_configuration(level)
        .properties(properties(rule.weaknesses, rule.security_severity))
        .build()
}

fn help(rule: &Rule) -> MultiformatMessageString {
    let Rule { kind, full, advice, weaknesses, .. } = rule;
    let mut text = format!("{full}\n\n{advice}\n\n{READING}");
    let mut markdown =
        format!("{full}\n\n## What to do\n\n{advice}\n\n## How to read a result\n\n{READING}\n");
    if !kind.is_empty() {
        let off = format!("`--checks -{kind}` turns this check off.");
        text.push_str(&format!("\n\n{off}"));
        markdown.push_str(&format!("\n{off}\n"));
    }
    if !weaknesses.is_empty() {
        let number = |number: &u32| format!("CWE-{number}");
        let link = |number: &u32| {
            format!("[CWE-{number}](https://cwe.mitre.org/data/definitions/{number}.html)")
        };
        let list = |text: &dyn Fn(&u32) -> String| {
            weaknesses.iter().map(text).collect::<Vec<_>>().join(", ")
        };
        text.push_str(&format!("\n\nSee {}.", list(&number)));
        markdown.push_str(&format!("\n## See also\n\n{}\n", list(&link)));
    }
    MultiformatMessageString::builder().text(text).markdown(markdown).build()
}

fn properties(weaknesses: &[u32], security_severity: Option<&str>) -> PropertyBag {
    let mut tags = vec!["correctness".to_owned()];
    let mut properties: BTreeMap<String, Value> = BTreeMap::from([
        // What is reported has been run.
        ("precision".to_owned(), "very-high".into()),
        ("problem.severity".to_owned(), "error".into()),
    ]);
    if let Some(severity) = security_severity {
        tags.insert(0, "security".to_owned());
        properties.insert("security-severity".to_owned(), severity.into());
    }
    tags.extend(weaknesses.iter().map(|number| format!("external/cwe/cwe-{number:03}")));
    PropertyBag { tags: Some(tags), additional_properties: properties }
}
