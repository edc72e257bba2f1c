//! The arguments in a `.args` file as a shell reads them: blanks between words, quotes, backslashes, no expansions.

/// `None` if a quote is not closed.
pub(super) fn split(text: &str) -> Option<Vec<Vec<u8>>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\'' => {
                let quoted = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '\'' => break,
                        c => quoted.push(c),
                    }
                }
            }
            '"' => {
                let quoted = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '"' => break,
                        // Only these lose their meaning by a backslash between double quotes.
                        '\\' => match rest.next()? {
                            c @ ('"' | '\\' | '$' | '`') => quoted.push(c),
                            '\n' => {}
                            c => quoted.extend(['\\', c]),
                        },
                        c => quoted.push(c),
                    }
                }
            }
            '\\' => match rest.next() {
                Some('\n') | None => {}
                Some(c) => word.get_or_insert_default().push(c),
            },
            c if c.is_whitespace() => words.extend(word.take().map(String::into_bytes)),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(String::into_bytes));
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_those_of_a_shell() {
        let words = |text: &str| {
            let words = split(text)?;
            Some(
                words.into_iter().map(|word| String::from_utf8_lossy(&word).into_owned()).collect(),
            )
        };
        let expect = |text: &str, expected: &[&str]| {
            let expected: Vec<String> = expected.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(words(text), Some(expected), "{text}");
        };
        expect("1  two\n3\n", &["1", "two", "3"]);
        expect(r#"'a b' "c \"d\" \n" e\ f '' "#, &["a b", r#"c "d" \n"#, "e f", ""]);
        expect(r#"-x='1 2'3"#, &["-x=1 23"]);
        expect(" ", &[]);
        assert_eq!(words("'open"), None);
        assert_eq!(words("\"open"), None);
    }
}
