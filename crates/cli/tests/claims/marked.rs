//! One text, two programs: operations that can fail are marked (`@DIV(l, r)`). Plain, they are C as people write it; in the twin each is a macro of
//! `checks.h` that says so before it would fail. Both have the same lines.

/// The program that is explained.
pub(crate) fn plain(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('@') {
        let (before, marked) = rest.split_at(start);
        result.push_str(before);
        // `//@` is a comment of the program.
        let Some((name, arguments, after)) = call(&marked[1..]) else {
            result.push('@');
            rest = &marked[1..];
            continue;
        };
        let arguments: Vec<String> = arguments.into_iter().map(plain).collect();
        result.push_str(&operation(name, &arguments));
        rest = after;
    }
    result.push_str(rest);
    result
}

/// The program that tells where it would fail.
pub(crate) fn twin(text: &str) -> String {
    text.replace('@', "CK_")
}

fn operation(name: &str, arguments: &[String]) -> String {
    let argument = |index: usize| arguments[index].trim();
    let binary = |operator: &str| format!("(({}) {operator} ({}))", argument(0), argument(1));
    match name {
        "DIV" => binary("/"),
        "MOD" => binary("%"),
        "ADD" => binary("+"),
        "SUB" => binary("-"),
        "MUL" => binary("*"),
        "SHL" => binary("<<"),
        "SHR" => binary(">>"),
        // An index or a length, and how many there are; a pointer; a variable that may not be set.
        "INDEX" | "LENGTH" | "TEXT" | "POINTER" | "SET" | "LIVE" => argument(0).to_owned(),
        "ARGUMENT" => format!("argv[{}]", argument(0)),
        "ASSIGN" => format!("{} = {}", argument(0), argument(1)),
        "FREE" => format!("free({})", argument(0)),
        "ASSERT" => format!("assert({})", argument(0)),
        "CONTRACT" => format!("//@ assert {};", argument(0)),
        "UNREACH" => "reach_error()".to_owned(),
        // What ends the program, or never ends.
        "EXIT" => format!("exit({})", argument(0)),
        "ABORT" => "abort()".to_owned(),
        "FOREVER" => format!("for (;;) {}", argument(0)),
        _ => panic!("no operation is called {name}"),
    }
}

/// Name, arguments and what comes after them.
fn call(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let open = text.find('(')?;
    let name = &text[..open];
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let (mut depth, mut quote, mut start) = (0, None, open + 1);
    let mut arguments = Vec::new();
    for (index, byte) in text.bytes().enumerate().skip(open) {
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'(' | b'[') => depth += 1,
            (None, b')' | b']') => depth -= 1,
            (None, b',') if depth == 1 => {
                arguments.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
        if depth == 0 {
            arguments.push(&text[start..index]);
            return Some((name, arguments, &text[index + 1..]));
        }
    }
    None
}
