//! The words of a command as a shell reads them: quotes and backslashes, no expansions.

pub(super) fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            c if c.is_whitespace() => words.extend(word.take()),
            '\'' => {
                let quoted = word.get_or_insert_default();
                quoted.extend(chars.by_ref().take_while(|&c| c != '\''));
            }
            '"' => {
                let quoted = word.get_or_insert_default();
                while let Some(c) = chars.next().filter(|&c| c != '"') {
                    match c {
                        // Between double quotes a backslash quotes few characters.
                        '\\' => match chars.next() {
                            Some(c @ ('"' | '\\' | '$' | '`')) => quoted.push(c),
                            Some('\n') | None => {}
                            Some(c) => quoted.extend(['\\', c]),
                        },
                        c => quoted.push(c),
                    }
                }
            }
            '\\' => match chars.next() {
                Some('\n') | None => {}
                Some(c) => word.get_or_insert_default().push(c),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(split("cc -c  a.c"), ["cc", "-c", "a.c"]);
        assert_eq!(
            split(r#"cc -DX=\"a\ b\" 'it is' "a \"b\" \n""#),
            ["cc", "-DX=\"a b\"", "it is", "a \"b\" \\n"]
        );
        assert_eq!(split(r#"cc '-DS="x y"' -I'a b'/c"#), ["cc", "-DS=\"x y\"", "-Ia b/c"]);
        assert_eq!(split("cc '' \"\""), ["cc", "", ""]);
        assert_eq!(split("cc 'open"), ["cc", "open"]);
        assert!(split("  ").is_empty());
    }
}
