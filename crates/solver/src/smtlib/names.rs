//! Names that SMT-LIB accepts.
//!
//! Any text can be a name of ours. Characters that cannot stand in a symbol, and `%`, are written as `%` and the two hexadecimal
//! digits of each of their bytes. A name that would collide with a word of the language or with another name gets `%` and a
//! number at its end, which no escaped name has. Names that start with `$` are kept for definitions.

use rustc_hash::FxHashSet;

/// Words that a declared symbol must not be.
const RESERVED: &[&str] = &[
    "!",
    "_",
    "as",
    "BINARY",
    "DECIMAL",
    "exists",
    "HEXADECIMAL",
    "forall",
    "let",
    "match",
    "NUMERAL",
    "par",
    "STRING",
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "distinct",
    "ite",
    "=",
    "=>",
    "Bool",
    "BitVec",
    "concat",
    "extract",
    "repeat",
    "zero_extend",
    "sign_extend",
    "rotate_left",
    "rotate_right",
    "RoundingMode",
    "FloatingPoint",
    "Float16",
    "Float32",
    "Float64",
    "Float128",
    "Real",
    "Int",
    "Array",
    "String",
    "RegLan",
    "select",
    "store",
    "const",
    "abs",
    "div",
    "mod",
    "is_int",
    "to_int",
    "to_real",
    "divisible",
    "iff",
    "implies",
    "if",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "roundNearestTiesToEven",
    "roundNearestTiesToAway",
    "roundTowardPositive",
    "roundTowardNegative",
    "roundTowardZero",
    "fp",
    "to_fp",
    "to_fp_unsigned",
    "NaN",
    "pi",
    "lambda",
    "seq",
    "re",
    "str",
    "set",
    "bag",
    "map",
    "default",
    "fmod",
    "exp",
    "sin",
    "cos",
    "tan",
    "sqrt",
    "bv2nat",
    "nat2bv",
    "int2bv",
    "ext_rotate_left",
    "ext_rotate_right",
    "pop",
    "push",
    "assert",
    "exit",
    "reset",
    "+",
    "-",
    "*",
    "/",
    "<",
    "<=",
    ">",
    ">=",
    "^",
    "~",
    "&&",
    "||",
    "...",
    "+oo",
    "-oo",
    "+zero",
    "-zero",
];

#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    /// A symbol for a name, different from all given out before.
    pub(super) fn unique(&mut self, wanted: &str) -> String {
        let escaped = escape(wanted);
        let mut name = escaped.clone();
        let mut number = 0;
        while (number == 0 && is_reserved(&name)) || self.taken.contains(&name) {
            number += 1;
            name = format!("{escaped}%{number}");
        }
        self.taken.insert(name.clone());
        if is_simple(&name) { name } else { format!("|{name}|") }
    }
}

fn escape(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'%' | b'|' | b'\\' | 0..b' ' | 127.. => escaped.push_str(&format!("%{byte:02X}")),
            _ => escaped.push(byte.into()),
        }
    }
    escaped
}

fn is_reserved(name: &str) -> bool {
    // Operators of bit-vectors and numbers, and what solvers keep for themselves.
    let prefixes = ["$", ".", "@", "bv", "fp.", "str.", "re.", "seq."];
    RESERVED.contains(&name) || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

fn is_simple(name: &str) -> bool {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    name.starts_with(|c: char| simple(c) && !c.is_ascii_digit()) && name.chars().all(simple)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_a_symbol_of_its_own() {
        let mut names = Names::default();
        let cases = [
            ("x", "x"),
            ("x", "x%1"),
            ("x%1", "x%251"),
            ("a b", "|a b|"),
            ("a|b\\c", "a%7Cb%5Cc"),
            ("é\n", "%C3%A9%0A"),
            ("and", "and%1"),
            ("$3", "$3%1"),
            ("bvadd", "bvadd%1"),
            ("1x", "|1x|"),
            ("", "||"),
            ("", "%1"),
        ];
        for (name, symbol) in cases {
            assert_eq!(names.unique(name), symbol, "{name:?}");
        }
    }
}
