//! Where things stand in a C file: words, declarations, bodies.
//!
//! The text is read as tokens only, without comments and preprocessor lines and without expanding
//! macros. What a macro hides is not found; callers then have something less pretty to fall back on.

/// A token by its place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The declaration or definition of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// Of the first word (`static`, the type).
    pub(crate) start: usize,
    pub(crate) name: Token,
    /// After the closing parenthesis of the parameters.
    pub(crate) end: usize,
    /// The braces of the body.
    pub(crate) body: Option<(usize, usize)>,
}

/// A file as tokens.
#[derive(Debug)]
pub(crate) struct Scan<'t> {
    pub(crate) text: &'t str,
    pub(crate) tokens: Vec<Token>,
    /// The preprocessor lines.
    directives: Vec<&'t str>,
}

impl<'t> Scan<'t> {
    pub(crate) fn new(text: &'t str) -> Scan<'t> {
        let bytes = text.as_bytes();
        let mut scan = Scan { text, tokens: Vec::new(), directives: Vec::new() };
        let mut at = 0;
        let mut line_begins = true;
        while at < bytes.len() {
            let rest = &text.as_bytes()[at..];
            let end = match rest[0] {
                b'\n' => {
                    line_begins = true;
                    at += 1;
                    continue;
                }
                byte if byte.is_ascii_whitespace() => at + 1,
                b'/' if rest.starts_with(b"//") => logical_line_end(bytes, at),
                b'/' if rest.starts_with(b"/*") => comment_end(text, at),
                b'#' if line_begins => {
                    let end = logical_line_end(bytes, at);
                    scan.directives.push(&text[at..end]);
                    end
                }
                quote @ (b'"' | b'\'') => {
                    let end = quoted_end(bytes, at, quote);
                    scan.tokens.push(Token { start: at, end });
                    end
                }
                byte if is_word(byte) => {
                    let end = at + rest.iter().take_while(|&&byte| is_word(byte)).count();
                    scan.tokens.push(Token { start: at, end });
                    end
                }
                _ => {
                    let end = at + text[at..].chars().next().map_or(1, char::len_utf8);
                    scan.tokens.push(Token { start: at, end });
                    end
                }
            };
            if !rest[0].is_ascii_whitespace() {
                line_begins = false;
            }
            at = end;
        }
        scan
    }

    pub(crate) fn word(&self, token: Token) -> &'t str {
        &self.text[token.start..token.end]
    }

    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.tokens.iter().any(|&token| self.word(token) == name)
            || self.directives.iter().any(|line| words(line).any(|word| word == name))
    }

    pub(crate) fn includes(&self, header: &str) -> bool {
        self.directives.iter().any(|line| line.contains("include") && line.contains(header))
    }

    pub(crate) fn defines_macro(&self, name: &str) -> bool {
        self.directives.iter().any(|line| {
            let mut words = words(line);
            words.next() == Some("define") && words.next() == Some(name)
        })
    }

    /// The index of the first token at or after a place.
    pub(crate) fn first_at(&self, offset: usize) -> usize {
        self.tokens.partition_point(|token| token.start < offset)
    }

    /// The token that closes the bracket at `open`.
    pub(crate) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for (index, &token) in self.tokens.iter().enumerate().skip(open) {
            match self.word(token) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(index);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Where a function is declared at file scope: its definition if there is one.
    pub(crate) fn function(&self, name: &str) -> Option<Header> {
        let mut found = None;
        let mut begin = 0;
        let mut index = 0;
        while index < self.tokens.len() {
            let token = self.tokens[index];
            match self.word(token) {
                ";" => begin = index + 1,
                "{" => {
                    index = self.closing(index)?;
                    // `struct s { … } f(void)` begins with its first word, not after the brace.
                    let next = self.tokens.get(index + 1).map(|&token| self.word(token));
                    if !matches!(next, Some(word) if is_word(word.as_bytes()[0]) || word == "*")
                        || self.closes_function(begin)
                    {
                        begin = index + 1;
                    }
                }
                "(" => index = self.closing(index)?,
                word if word == name && index > begin => {
                    let open = index + 1;
                    if self.tokens.get(open).is_some_and(|&token| self.word(token) == "(") {
                        let close = self.closing(open)?;
                        let header = self.header(begin, index, close);
                        if header.is_some_and(|header| header.body.is_some()) {
                            return header;
                        }
                        found = found.or(header);
                        index = close;
                    }
                }
                _ => {}
            }
            index += 1;
        }
        found
    }

    /// Does the declaration that begins there have parameters before its first brace?
    fn closes_function(&self, begin: usize) -> bool {
        let words = self.tokens[begin..].iter().map(|&token| self.word(token));
        words.take_while(|&word| word != "{").any(|word| word == "(")
    }

    fn header(&self, begin: usize, name: usize, close: usize) -> Option<Header> {
        let next = self.tokens.get(close + 1)?;
        let body = match self.word(*next) {
            "{" => {
                let end = self.closing(close + 1)?;
                Some((next.start, self.tokens[end].end))
            }
            ";" | "," | "__attribute__" => None,
            _ => return None,
        };
        let start = self.tokens[begin].start;
        Some(Header { start, name: self.tokens[name], end: self.tokens[close].end, body })
    }

    /// The tokens of each parameter of a function; none for `(void)` and `()`.
    pub(crate) fn parameters(&self, header: Header) -> Vec<Vec<Token>> {
        let open = self.first_at(header.name.end);
        let Some(close) = self.closing(open) else { return Vec::new() };
        let mut parameters = vec![Vec::new()];
        let mut depth = 0usize;
        for &token in &self.tokens[open + 1..close] {
            match self.word(token) {
                "," if depth == 0 => {
                    parameters.push(Vec::new());
                    continue;
                }
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.saturating_sub(1),
                _ => {}
            }
            if let Some(last) = parameters.last_mut() {
                last.push(token);
            }
        }
        let is_none = |tokens: &[Token]| tokens.is_empty() || self.spelled(tokens) == "void";
        if parameters.len() == 1 && is_none(&parameters[0]) { Vec::new() } else { parameters }
    }

    /// Tokens as a line of text.
    pub(crate) fn spelled(&self, tokens: &[Token]) -> String {
        let mut out = String::new();
        // A parenthesis after a name that is not the first word begins its parameters.
        let is_called = |index: usize| {
            let next = tokens.get(index + 1).map(|&token| self.word(token));
            index > 1 && next != Some("*") || index > 0 && self.word(tokens[index - 1]) == ")"
        };
        for (index, &token) in tokens.iter().enumerate() {
            let word = self.word(token);
            let last = out.chars().next_back();
            let glued = matches!(word, ")" | "," | "]" | "[" | ";")
                || matches!(last, None | Some('(' | '*' | '['))
                || (word == "(" && is_called(index));
            if !glued {
                out.push(' ');
            }
            out.push_str(word);
        }
        out
    }

    /// The tokens of a stretch of text.
    pub(crate) fn between(&self, start: usize, end: usize) -> &[Token] {
        &self.tokens[self.first_at(start)..self.first_at(end)]
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The end of a line that backslashes may continue.
fn logical_line_end(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while at < bytes.len() && (bytes[at] != b'\n' || at > from && bytes[at - 1] == b'\\') {
        at += 1;
    }
    at
}

fn comment_end(text: &str, from: usize) -> usize {
    text[from + 2..].find("*/").map_or(text.len(), |length| from + 2 + length + 2)
}

fn quoted_end(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from + 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#define f(x) \\\n  g(x)\n/* int h(int); */ struct s { int x; } v;\n\
        extern int f(int a, const char *b);\nstatic struct s *h (void) { return \")\" ? &v : 0; }\n\
        struct t { int y; } k(int (*m)(int), int n[3]);\nint old(a) int a; { return a; }\n";

    #[test]
    fn declarations_are_found_with_their_first_word() {
        let scan = Scan::new(TEXT);
        let header = |name| {
            let header = scan.function(name)?;
            Some((&TEXT[header.start..header.end], header.body.map(|(from, to)| &TEXT[from..to])))
        };
        assert_eq!(header("f"), Some(("extern int f(int a, const char *b)", None)));
        let body = "{ return \")\" ? &v : 0; }";
        assert_eq!(header("h"), Some(("static struct s *h (void)", Some(body))));
        assert_eq!(header("k").map(|(text, _)| &text[..8]), Some("struct t"));
        assert_eq!(header("old"), None);
        assert_eq!(header("g"), None);
    }

    #[test]
    fn parameters_are_split_at_their_own_commas() {
        let scan = Scan::new(TEXT);
        let parameters = |name| {
            let header = scan.function(name).expect("the function is there");
            let parameters = scan.parameters(header);
            parameters.iter().map(|tokens| scan.spelled(tokens)).collect::<Vec<_>>()
        };
        assert_eq!(parameters("f"), ["int a", "const char *b"]);
        assert_eq!(parameters("k"), ["int (*m)(int)", "int n[3]"]);
        assert!(parameters("h").is_empty());
    }

    #[test]
    fn macros_and_words() {
        let scan = Scan::new(TEXT);
        assert!(scan.defines_macro("f") && !scan.defines_macro("g"));
        assert!(scan.mentions("g") && scan.mentions("v") && !scan.mentions("w"));
    }
}
