//! `--checks`: names that completions and helps know, and a list that may have signs.

use clap::builder::{PossibleValue, TypedValueParser};
use whydunit::{CheckKind, CheckSet, similar};

/// Each check in a line.
const CHECKS: [(&str, &str); 16] = [
    ("assert", "assert() and //@ assert hold"),
    ("bounds", "no access outside of an array or object"),
    ("null", "no access through a null pointer"),
    ("lifetime", "no use after free or return, no double or wrong free"),
    ("div", "no division by zero"),
    ("overflow", "no signed integer overflow, no undefined conversion"),
    ("shift", "no shift by more bits than there are"),
    ("uninit", "no use of a value that was never set"),
    ("unreach", "no call of __VERIFIER_error() or reach_error()"),
    ("contract", "//@ requires and //@ ensures hold"),
    ("abort", "no call of abort() (not in the default)"),
    ("termination", "the run ends: reported where it is proved that it does not"),
    ("leak", "what is allocated is freed, or can be reached at the end (not in the default)"),
    ("alloc-fail", "no check: allocations may fail (not in the default, not in all)"),
    ("all", "all of these but alloc-fail"),
    ("none", "none of these"),
];

pub(super) fn parser() -> impl TypedValueParser<Value = String> {
    ListOfChecks
}

#[derive(Clone)]
struct ListOfChecks;

impl TypedValueParser for ListOfChecks {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        let checked = |list: &str| {
            CheckSet::parse(list).map(|_| list.to_owned()).map_err(|problem| {
                match meant_instead(list) {
                    Some(meant) => format!("{problem}; did you mean `{meant}`?"),
                    None => problem,
                }
            })
        };
        checked.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let described =
            |(name, help): &(&'static str, &'static str)| PossibleValue::new(*name).help(*help);
        Some(Box::new(CHECKS.iter().map(described)))
    }
}

fn meant_instead(list: &str) -> Option<&'static str> {
    let names = list.split(',').map(|item| item.trim().trim_start_matches(['+', '-']));
    let is_known = |name: &str| {
        CheckKind::from_name(name).is_some() || CHECKS.iter().any(|(known, _)| *known == name)
    };
    let unknown = names.into_iter().find(|name| !is_known(name))?;
    similar(unknown, CHECKS.iter().map(|(name, _)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_is_described() {
        for kind in CheckKind::ALL {
            let is_described = CHECKS.iter().any(|(name, _)| *name == kind.name());
            assert!(is_described, "{}", kind.name());
        }
    }

    #[test]
    fn misspelt_checks_are_recognised() {
        assert_eq!(meant_instead("assert,-bonds"), Some("bounds"));
        assert_eq!(meant_instead("speed"), None);
    }
}
