//! What an entry of a library says, read from its key.

use super::offset::Offset;
use crate::changes::{Action, Limit, Operator, Part, Target};

/// One kind of mistake, as what is to stand instead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Rule {
    /// `operator.FROM.TO`
    Operator { from: Operator, to: Operator },
    /// `constant.PART.OFFSET`
    ConstantBy { part: Option<Part>, by: Offset },
    /// `constant.PART.NAME`
    ConstantAs { part: Option<Part>, name: Name },
    /// `expression.PART.OFFSET`
    ExpressionBy { part: Option<Part>, by: Offset },
    /// `variable.PART.NAME`
    VariableAs { part: Option<Part>, name: Name },
    /// `neighbour.WHAT`
    Neighbour(Neighbour),
    /// `target.WHAT`
    Target(Target),
    /// `swap.WHAT`
    Swap(Swap),
    /// `sizeof.WHAT`
    Sizeof(Sizeof),
    /// `condition.negated`
    Negated,
    /// `guard.LIMIT.ACTION`
    Guard { limit: Limit, action: Action },
}

/// What a variable or a number is taken for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Name {
    /// A variable of the same type.
    SameType,
    /// A number of another type.
    OtherType,
    /// A macro or enumerator of the program that stands for a number.
    Constant,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Neighbour {
    Field,
    Array,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Swap {
    Operands,
    Arguments,
    Subscripts,
    Alternatives,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Sizeof {
    /// The number of elements for the number of bytes.
    Elements,
    /// The size of another array.
    AnotherArray,
}

/// The kinds of entries, and how many keys each has.
pub(super) const KINDS: [(&str, usize); 10] = [
    ("operator", 3),
    ("constant", 3),
    ("expression", 3),
    ("variable", 3),
    ("neighbour", 2),
    ("target", 2),
    ("swap", 2),
    ("sizeof", 2),
    ("condition", 2),
    ("guard", 3),
];

const PARTS: [(&str, Option<Part>); 8] = [
    ("condition", Some(Part::Condition)),
    ("bound", Some(Part::Bound)),
    ("subscript", Some(Part::Subscript)),
    ("argument", Some(Part::Argument)),
    ("assigned", Some(Part::Assigned)),
    ("returned", Some(Part::Returned)),
    ("target", Some(Part::Target)),
    ("anywhere", None),
];

const NAMES: [(&str, Name); 3] = [
    ("same-type", Name::SameType),
    ("other-type", Name::OtherType),
    ("named-constant", Name::Constant),
];

const NEIGHBOURS: [(&str, Neighbour); 2] =
    [("field", Neighbour::Field), ("array", Neighbour::Array)];

const TARGETS: [(&str, Target); 4] = [
    ("variable", Target::Variable),
    ("array", Target::Array),
    ("field", Target::Field),
    ("other", Target::Other),
];

const SWAPS: [(&str, Swap); 4] = [
    ("operands", Swap::Operands),
    ("arguments", Swap::Arguments),
    ("subscripts", Swap::Subscripts),
    ("alternatives", Swap::Alternatives),
];

const SIZES: [(&str, Sizeof); 2] =
    [("elements", Sizeof::Elements), ("another-array", Sizeof::AnotherArray)];

const LIMITS: [(&str, Limit); 7] = [
    ("size", Limit::Size),
    ("room", Limit::Room),
    ("compared", Limit::Compared),
    ("in-scope", Limit::InScope),
    ("null", Limit::Null),
    ("zero", Limit::Zero),
    ("negative", Limit::Negative),
];

const ACTIONS: [(&str, Action); 4] = [
    ("skip", Action::Skip),
    ("break", Action::Break),
    ("return", Action::Return),
    ("condition", Action::Condition),
];

const NEGATED: [(&str, Rule); 1] = [("negated", Rule::Negated)];

/// Why a key is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Wrong {
    /// The part of the key that is meant.
    pub(super) at: usize,
    pub(super) message: String,
    /// What could stand there, where that can be listed.
    pub(super) known: Vec<&'static str>,
}

/// The rule with a key, which has as many parts as its kind wants.
pub(super) fn rule(key: &[&str]) -> Result<Rule, Wrong> {
    match *key {
        ["operator", from, to] => operators(from, to),
        ["constant", _, what] => {
            let part = one_of(&PARTS, key, 1)?;
            match Offset::parse(what) {
                Some(by) => Ok(Rule::ConstantBy { part, by }),
                None => {
                    let name = one_of(&NAMES, key, 2).map_err(or_offset)?;
                    Ok(Rule::ConstantAs { part, name })
                }
            }
        }
        ["expression", _, what] => {
            let part = one_of(&PARTS, key, 1)?;
            let wrong = || or_offset(Wrong { at: 2, message: unknown(what), known: Vec::new() });
            let by = Offset::parse(what).ok_or_else(wrong)?;
            Ok(Rule::ExpressionBy { part, by })
        }
        ["variable", ..] => {
            let (part, name) = (one_of(&PARTS, key, 1)?, one_of(&NAMES, key, 2)?);
            Ok(Rule::VariableAs { part, name })
        }
        ["neighbour", ..] => one_of(&NEIGHBOURS, key, 1).map(Rule::Neighbour),
        ["target", ..] => one_of(&TARGETS, key, 1).map(Rule::Target),
        ["swap", ..] => one_of(&SWAPS, key, 1).map(Rule::Swap),
        ["sizeof", ..] => one_of(&SIZES, key, 1).map(Rule::Sizeof),
        ["condition", ..] => one_of(&NEGATED, key, 1),
        ["guard", ..] => {
            let (limit, action) = (one_of(&LIMITS, key, 1)?, one_of(&ACTIONS, key, 2)?);
            Ok(Rule::Guard { limit, action })
        }
        _ => Err(Wrong {
            at: 0,
            message: unknown(key.first().copied().unwrap_or_default()),
            known: KINDS.iter().map(|(kind, _)| *kind).collect(),
        }),
    }
}

fn operators(from: &str, to: &str) -> Result<Rule, Wrong> {
    let wrong = |at: usize, message: String| Wrong { at, message, known: Vec::new() };
    let read = |at: usize, symbol: &str| {
        let unknown = || wrong(at, format!("`{symbol}` is no operator with alternatives"));
        Operator::parse(symbol).ok_or_else(unknown)
    };
    let (one, other) = (read(1, from)?, read(2, to)?);
    match one {
        _ if one == other => Err(wrong(2, format!("`{from}` is no alternative to itself"))),
        _ if !one.is_akin(other) => {
            Err(wrong(2, format!("`{to}` cannot be written where `{from}` stands")))
        }
        _ => Ok(Rule::Operator { from: one, to: other }),
    }
}

fn unknown(word: &str) -> String {
    format!("unknown key `{word}`")
}

fn or_offset(mut wrong: Wrong) -> Wrong {
    wrong.known.push("\"+ 1\"");
    wrong.known.push("\"- 1\"");
    wrong
}

fn one_of<T: Copy>(all: &[(&'static str, T)], key: &[&str], at: usize) -> Result<T, Wrong> {
    let word = key.get(at).copied().unwrap_or_default();
    let found = all.iter().find(|(name, _)| *name == word);
    found.map(|(_, value)| *value).ok_or_else(|| Wrong {
        at,
        message: unknown(word),
        known: all.iter().map(|(name, _)| *name).collect(),
    })
}
