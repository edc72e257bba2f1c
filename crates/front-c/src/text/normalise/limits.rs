//! Bounds that keep the recursive phases within their stacks and within reasonable time.

use super::{Normalise, NormaliseError};
use crate::limits::{MAX_BRACES, MAX_CHAIN, MAX_PARENS, MAX_PREFIXES, MAX_SUFFIXES};
use crate::text::Token;

pub(super) fn check(tokens: &[Token<'_>]) -> Normalise {
    let mut parens = 0usize;
    let mut braces = 0usize;
    let (mut chain, mut prefixes, mut elses) = (0usize, 0usize, 0usize);
    // Brackets in a row inside each open bracket.
    let (mut suffixes, mut outer_suffixes) = (0usize, Vec::new());
    let mut is_closed = false;
    // The length of the chain around each open bracket.
    let mut chains = Vec::new();
    for token in tokens {
        let text = token.text.as_ref();
        let error = |message: String| Err(NormaliseError { message, span: token.span, note: None });
        match text {
            "(" | "[" => {
                suffixes = if is_closed { suffixes + 1 } else { 1 };
                outer_suffixes.push(suffixes);
                parens += 1;
                chains.push(chain);
                chain = 0;
            }
            ")" | "]" => {
                suffixes = outer_suffixes.pop().unwrap_or(0);
                parens = parens.saturating_sub(1);
                chain = chains.pop().unwrap_or(0);
            }
            "{" => {
                braces += 1;
                chains.push(0);
                chain = 0;
            }
            "}" => {
                braces = braces.saturating_sub(1);
                chains.pop();
                chain = 0;
            }
            ";" | "," => chain = 0,
            _ => chain += 1,
        }
        match text {
            "-" | "+" | "!" | "~" | "*" | "&" | "++" | "--" | "sizeof" | "(" | ")" => prefixes += 1,
            _ if prefixes > 0 && super::words::is_type_word(text) => prefixes += 1,
            _ => prefixes = 0,
        }
        match text {
            "else" | "case" | "default" => elses += 1,
            "}" if braces == 0 => elses = 0,
            _ => {}
        }
        is_closed = matches!(text, ")" | "]");
        if suffixes > MAX_SUFFIXES {
            return error(format!(
                "expression too long: more than {MAX_SUFFIXES} brackets in a row"
            ));
        }
        if parens > MAX_PARENS {
            return error(format!("nesting too deep: more than {MAX_PARENS} parentheses"));
        }
        if braces > MAX_BRACES {
            return error(format!("nesting too deep: more than {MAX_BRACES} braces"));
        }
        if chain > 2 * MAX_CHAIN {
            return error(format!("expression too long: more than {MAX_CHAIN} operators"));
        }
        if prefixes > MAX_PREFIXES {
            return error(format!("expression too long: more than {MAX_PREFIXES} prefixes"));
        }
        if elses > MAX_CHAIN {
            return error(format!("function too long: more than {MAX_CHAIN} branches"));
        }
    }
    Ok(())
}
