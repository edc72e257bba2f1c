//! Values as they are written after `--input NAME=`.

use whydunit_interp::InputValue;

use crate::limits::MOST_ELEMENTS;

/// The value in the form that [`whydunit_interp::InputValues::parse_assignment`] reads; very long lists end in `...`.
pub fn value_text(value: &InputValue) -> String {
    match value {
        InputValue::Int(value) => value.to_string(),
        InputValue::Float(value) => float_text(*value),
        InputValue::Bytes(bytes) => string_text(bytes),
        InputValue::List(values) => {
            let mut parts: Vec<String> =
                values.iter().take(MOST_ELEMENTS).map(value_text).collect();
            if values.len() > MOST_ELEMENTS {
                parts.push("...".to_owned());
            }
            format!("[{}]", parts.join(", "))
        }
        InputValue::Fields(fields) => {
            let part =
                |(name, value): &(String, InputValue)| format!(".{name} = {}", value_text(value));
            format!("{{{}}}", fields.iter().map(part).collect::<Vec<_>>().join(", "))
        }
        InputValue::Null => "NULL".to_owned(),
        InputValue::Name(name) => name.clone(),
    }
}

fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let is_plain = value == 0.0 || (1e-5..1e16).contains(&value.abs());
    if is_plain { format!("{value:?}") } else { format!("{value:e}") }
}

/// Between double quotes, with C's escape sequences.
pub(crate) fn string_text(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '"' | '\\' => text.extend(['\\', c]),
                '\n' => text.push_str("\\n"),
                '\t' => text.push_str("\\t"),
                '\r' => text.push_str("\\r"),
                c if c.is_control() && c.is_ascii() => {
                    text.push_str(&format!("\\{:03o}", u32::from(c)));
                }
                c => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            text.push_str(&format!("\\{byte:03o}"));
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use whydunit_interp::InputValues;

    use super::*;

    #[test]
    fn texts_are_read_back_as_the_same_value() {
        for text in [
            "3",
            "-1.5",
            "1e300",
            r#""a\"b\\\n\0017\303""#,
            "[1, [2, NULL], RED]",
            "{.x = 1, .y = {.z = \"é\"}}",
        ] {
            let mut values = InputValues::new();
            values.parse_assignment(&format!("v={text}")).expect(text);
            let value = values.get("v").expect("the value should be there");
            assert_eq!(value_text(value), text);
        }
        assert_eq!(value_text(&InputValue::Float(f64::NEG_INFINITY)), "-inf");
        let many = InputValue::List(vec![InputValue::Int(0); 30]);
        assert!(value_text(&many).ends_with(", 0, ...]"));
    }
}
