//! A program in the making: lines, and places where an assertion shall stand once the values there are known.

use super::super::subject::{compile, output};
use super::rng::Rng;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Entry {
    Line(String),
    /// Something is to be asserted about one or two of these expressions.
    Assertion {
        indent: usize,
        expressions: Vec<String>,
    },
}

#[derive(Clone, Default, Debug)]
pub(super) struct Draft {
    entries: Vec<Entry>,
    indent: usize,
}

/// What an expression was in all visits to a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    low: i64,
    high: i64,
}

impl Draft {
    pub(super) fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        if text.starts_with('}') || text.starts_with("case ") || text.starts_with("default:") {
            self.indent -= 1;
        }
        self.entries.push(Entry::Line(format!("{:1$}{text}", "", 4 * self.indent)));
        if text.ends_with('{') || text.ends_with(':') {
            self.indent += 1;
        }
    }

    pub(super) fn assertion(&mut self, expressions: Vec<String>) {
        if !expressions.is_empty() {
            self.entries.push(Entry::Assertion { indent: self.indent, expressions });
        }
    }

    /// The text with assertions that hold; `None` if the program does not run to its end, or asserts nothing.
    pub(super) fn finish(&self, rng: &mut Rng) -> Option<String> {
        let printed = output(&compile(&self.with_probes())?)?;
        let seen = self.read(&printed);
        let mut text = String::new();
        let mut asserted = 0;
        for (index, entry) in self.entries.iter().enumerate() {
            match entry {
                Entry::Line(line) => {
                    text.push_str(line);
                    text.push('\n');
                }
                Entry::Assertion { indent, expressions } => {
                    let known: Vec<(&String, Seen)> = expressions
                        .iter()
                        .zip(&seen[index])
                        .filter_map(|(expression, seen)| Some((expression, (*seen)?)))
                        .collect();
                    if let Some(condition) = condition(rng, &known) {
                        text.push_str(&format!("{:1$}assert({condition});\n", "", 4 * indent));
                        asserted += 1;
                    }
                }
            }
        }
        (asserted > 0).then_some(text)
    }

    /// The text with a line printed at each visit to a place of an assertion.
    fn with_probes(&self) -> String {
        let mut text = String::from("#include <stdio.h>\n");
        for (index, entry) in self.entries.iter().enumerate() {
            match entry {
                Entry::Line(line) => text.push_str(line),
                Entry::Assertion { expressions, .. } => {
                    let forms = " %d".repeat(expressions.len());
                    let list = expressions.join(", ");
                    text.push_str(&format!("printf(\"{index}{forms}\\n\", {list});"));
                }
            }
            text.push('\n');
        }
        text
    }

    fn read(&self, printed: &str) -> Vec<Vec<Option<Seen>>> {
        let mut all: Vec<Vec<Option<Seen>>> = self
            .entries
            .iter()
            .map(|entry| match entry {
                Entry::Line(_) => Vec::new(),
                Entry::Assertion { expressions, .. } => vec![None; expressions.len()],
            })
            .collect();
        for line in printed.lines() {
            let mut numbers = line.split(' ').map(|word| word.parse().expect("a number"));
            let index: i64 = numbers.next().expect("the line should not be empty");
            for (seen, value) in all[index as usize].iter_mut().zip(numbers) {
                let known = seen.unwrap_or(Seen { low: value, high: value });
                *seen = Some(Seen { low: known.low.min(value), high: known.high.max(value) });
            }
        }
        all
    }
}

/// A condition on one or two expressions that holds for what was seen.
fn condition(rng: &mut Rng, known: &[(&String, Seen)]) -> Option<String> {
    let &(expression, seen) = known.first()?;
    let Seen { low, high } = seen;
    if low != high {
        return Some(match rng.below(3) {
            0 => format!("{expression} >= {low}"),
            1 => format!("{expression} <= {high}"),
            _ => format!("{expression} >= {low} && {expression} <= {high}"),
        });
    }
    if let Some(&(other, Seen { low: value, .. })) = known.get(1).filter(|_| rng.percent(60)) {
        let operator = match low.cmp(&value) {
            std::cmp::Ordering::Less => *rng.pick(&["<", "<=", "!="]),
            std::cmp::Ordering::Equal => *rng.pick(&["==", "<=", ">="]),
            std::cmp::Ordering::Greater => *rng.pick(&[">", ">=", "!="]),
        };
        return Some(if rng.percent(25) {
            format!("{expression} + {other} == {}", low + value)
        } else {
            format!("{expression} {operator} {other}")
        });
    }
    Some(match rng.below(10) {
        0 => format!("{expression} <= {low}"),
        1 => format!("{expression} >= {low}"),
        2 => format!("{expression} > {} && {expression} < {}", low - 2, low + 2),
        3 if low == 0 => format!("!{expression}"),
        _ => format!("{expression} == {low}"),
    })
}
