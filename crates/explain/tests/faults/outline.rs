//! Which lines of a C text are statements, and which variables a statement could mean by mistake.
//!
//! The texts are ours: a statement to a line, `{` at the end of a line, declarations of one name each.

use super::tokens::{TokenKind, tokens};

/// What a fault can be planted in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StatementLine {
    /// From 1.
    pub(crate) number: u32,
    pub(crate) text: String,
    /// Integer variables and parameters declared before it in its function.
    pub(crate) variables: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    pub(crate) statements: Vec<StatementLine>,
    /// Integer members of each record.
    pub(crate) members: Vec<Vec<String>>,
}

#[derive(PartialEq, Eq)]
enum Around {
    Nothing,
    Record,
    Function,
}

pub(crate) fn outline(text: &str) -> Outline {
    let mut outline = Outline { statements: Vec::new(), members: Vec::new() };
    let mut around = Around::Nothing;
    let mut variables = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match around {
            Around::Nothing if !line.ends_with('{') => {}
            Around::Nothing if line.contains('(') => {
                around = Around::Function;
                variables = integers(line);
            }
            Around::Nothing => {
                around = Around::Record;
                outline.members.push(Vec::new());
            }
            _ if line.starts_with('}') => around = Around::Nothing,
            Around::Record => {
                outline.members.last_mut().expect("a record is open").extend(integers(line));
            }
            Around::Function => {
                if is_statement(line) {
                    let (number, text) = (index as u32 + 1, line.to_owned());
                    let variables = variables.clone();
                    outline.statements.push(StatementLine { number, text, variables });
                }
                variables.extend(integers(line));
            }
        }
    }
    outline
}

/// Names declared as `int NAME`.
fn integers(line: &str) -> Vec<String> {
    let tokens = tokens(line);
    let mut names = Vec::new();
    for (at, pair) in tokens.windows(2).enumerate() {
        let is_plain = tokens.get(at + 2).is_none_or(|next| !next.is("(") && !next.is("["));
        if pair[0].is("int") && pair[1].kind == TokenKind::Word && is_plain {
            names.push(pair[1].text.to_owned());
        }
    }
    names
}

/// Assertions are what tells right from wrong: no fault is planted in them.
fn is_statement(line: &str) -> bool {
    const NONE: [&str; 5] = ["assert", "case", "default", "break", "continue"];
    let tokens = tokens(line);
    let first = tokens.iter().find(|token| !token.is("}"));
    first.is_some_and(|first| {
        let is_bare_else = first.is("else") && !line.contains('(');
        !NONE.contains(&first.text) && !is_bare_else
    })
}
