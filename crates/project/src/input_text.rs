//! Given inputs as they are written on the command line: the inverse of [`InputValues::parse_assignment`].

use whydunit_interp::InputValue;
#[cfg(doc)]
use whydunit_interp::InputValues;
use whydunit_trace::with_arrows;

/// `n=3`, `a=[1,2]`, `p->x=1`.
pub fn assignment(name: &str, value: &InputValue) -> String {
    format!("{}={}", with_arrows(name), value_text(value))
}

fn value_text(value: &InputValue) -> String {
    match value {
        InputValue::Int(value) => value.to_string(),
        InputValue::Float(value) if value.is_nan() => "nan".to_owned(),
        InputValue::Float(value) if value.is_infinite() => {
            if *value > 0.0 { "inf" } else { "-inf" }.to_owned()
        }
        // The shortest form that is read back as the same number, never without a point or exponent.
        InputValue::Float(value) => format!("{value:?}"),
        InputValue::Bytes(bytes) => format!("\"{}\"", string_text(bytes)),
        InputValue::List(values) => {
            let values: Vec<String> = values.iter().map(value_text).collect();
            format!("[{}]", values.join(","))
        }
        InputValue::Fields(fields) => {
            let field =
                |(name, value): &(String, InputValue)| format!(".{name}={}", value_text(value));
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{{}}}", fields.join(","))
        }
        InputValue::Null => "NULL".to_owned(),
        InputValue::Name(name) => name.clone(),
    }
}

/// Escapes of two hexadecimal digits: read back, they end after two whatever follows.
fn string_text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use whydunit_interp::InputValues;

    #[test]
    fn what_is_written_is_read_back() {
        let record = vec![
            ("x".to_owned(), InputValue::Int(1)),
            ("next".to_owned(), InputValue::Fields(vec![("y".to_owned(), InputValue::Null)])),
        ];
        let values = [
            (InputValue::Int(-5), "v=-5"),
            (InputValue::Int(u64::MAX.into()), "v=18446744073709551615"),
            (InputValue::Float(0.1), "v=0.1"),
            (InputValue::Float(3.0), "v=3.0"),
            (InputValue::Float(-1e300), "v=-1e300"),
            (InputValue::Float(5e-324), "v=5e-324"),
            (InputValue::Float(f64::NEG_INFINITY), "v=-inf"),
            (InputValue::Bytes(b"a\"\\\n\x011\xff'".to_vec()), r#"v="a\"\\\n\x011\xff\'""#),
            (
                InputValue::List(vec![InputValue::Int(1), InputValue::Name("RED".into())]),
                "v=[1,RED]",
            ),
            (InputValue::List(Vec::new()), "v=[]"),
            (InputValue::Fields(record), "v={.x=1,.next={.y=NULL}}"),
        ];
        for (value, text) in values {
            assert_eq!(assignment("v", &value), text);
            let mut read = InputValues::new();
            read.parse_assignment(text).expect(text);
            assert_eq!(read.get("v"), Some(&value), "{text}");
        }
    }

    #[test]
    fn fields_behind_pointers_are_written_with_arrows() {
        let text = assignment("(*p).x", &InputValue::Int(2));
        assert_eq!(text, "p->x=2");
        let mut read = InputValues::new();
        read.parse_assignment(&text).expect("an arrow should be understood");
        assert_eq!(read.get("(*p).x"), Some(&InputValue::Int(2)));
        let text = assignment("(*(*p).next).x", &InputValue::Int(3));
        assert_eq!(text, "p->next->x=3");
        read.parse_assignment(&text).expect("arrows should be understood");
        assert_eq!(read.get("(*(*p).next).x"), Some(&InputValue::Int(3)));
    }
}
