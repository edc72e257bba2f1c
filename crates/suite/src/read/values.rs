//! From TOML's values to those of inputs.
//!
//! Integers, floats, strings, arrays and tables are what they look like; `true` and `false` are 1 and 0. What TOML cannot say is
//! written as after `--input`, in a list of strings: `inputs = ["p=NULL", "c=RED"]`.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;
use whydunit_interp::{InputValue, InputValues};

/// A message and the place that it is about.
pub(super) type Mistake = (Range<usize>, String);

/// A value of an input, of a result, or of a variable after a run.
pub(super) fn value(given: &Spanned<DeValue<'_>>) -> Result<InputValue, Mistake> {
    let wrong = |message: String| (given.span(), message);
    Ok(match given.get_ref() {
        DeValue::Integer(number) => InputValue::Int(
            i128::from_str_radix(&number.as_str().replace('_', ""), number.radix())
                .map_err(|_| wrong(format!("the number {} is too large", number.as_str())))?,
        ),
        DeValue::Float(number) => {
            let digits = number.as_str().replace('_', "");
            InputValue::Float(
                digits.parse().map_err(|_| wrong(format!("`{digits}` is not a number")))?,
            )
        }
        DeValue::Boolean(is_true) => InputValue::Int(i128::from(*is_true)),
        DeValue::String(text) => InputValue::Bytes(text.as_bytes().to_vec()),
        DeValue::Array(values) => {
            InputValue::List(values.iter().map(value).collect::<Result<_, _>>()?)
        }
        DeValue::Table(fields) => {
            let mut members = Vec::new();
            for (name, given) in fields {
                members.push((name.get_ref().to_string(), value(given)?));
            }
            InputValue::Fields(members)
        }
        DeValue::Datetime(_) => return Err(wrong("a date is not a value of C".to_owned())),
    })
}

/// A value with its name and where that stands.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) value: InputValue,
    pub(super) offset: usize,
}

/// Named values: a table, or a list of `"name=value"`.
pub(super) fn named(given: &Spanned<DeValue<'_>>) -> Result<Vec<Named>, Vec<Mistake>> {
    let mut found = Vec::new();
    let mut mistakes = Vec::new();
    match given.get_ref() {
        DeValue::Table(table) => {
            for (name, given) in table {
                let normal = input_name(name.get_ref()).map_err(|message| (name.span(), message));
                match (normal, value(given)) {
                    (Ok(normal), Ok(value)) => {
                        found.push(Named { name: normal, value, offset: name.span().start });
                    }
                    (normal, value) => mistakes.extend(normal.err().into_iter().chain(value.err())),
                }
            }
        }
        DeValue::Array(assignments) => {
            for assignment in assignments {
                match assignment.get_ref().as_str().map(assigned) {
                    Some(Ok((name, value))) => {
                        found.push(Named { name, value, offset: assignment.span().start });
                    }
                    Some(Err(message)) => mistakes.push((assignment.span(), message)),
                    None => mistakes.push((
                        assignment.span(),
                        format!("expected \"name=value\", found {}", described(assignment)),
                    )),
                }
            }
        }
        _ => mistakes.push((
            given.span(),
            format!(
                "expected a table such as {{ n = 3 }} or a list such as [\"n=3\"], found {}",
                described(given)
            ),
        )),
    }
    let mut names: Vec<&str> = found.iter().map(|named| named.name.as_str()).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        mistakes.push((given.span(), format!("`{}` is given twice", pair[0])));
    }
    if mistakes.is_empty() { Ok(found) } else { Err(mistakes) }
}

/// A name as inputs have it, `(*p).x` for `p->x`.
pub(super) fn input_name(written: &str) -> Result<String, String> {
    assigned(&format!("{written}=0")).map(|(name, _)| name)
}

fn assigned(text: &str) -> Result<(String, InputValue), String> {
    let mut values = InputValues::new();
    values.parse_assignment(text)?;
    let mut values = values.iter();
    let (name, value) = values.next().ok_or("the name of the input is missing")?;
    Ok((name.to_owned(), value.clone()))
}

/// What a value is, for messages about values that should be something else.
pub(super) fn described(value: &Spanned<DeValue<'_>>) -> &'static str {
    match value.get_ref() {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
