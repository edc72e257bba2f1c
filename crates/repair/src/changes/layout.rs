//! Where statements begin and end in the text, and what is around them.
//!
//! The representation knows what a statement does and which characters its expression has, not that it is the body of
//! a loop without braces or stands before an `else`. This is read off the text: comments, literals and directives are
//! blanked, then the bodies of functions are taken apart into statements. What cannot be made sense of (a macro that
//! hides a brace) ends the function; what was found before it stays.

use std::ops::Range;

use super::tokens::without_comments;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// To a semicolon: expressions, declarations, jumps.
    Simple,
    Block,
    If,
    Loop,
    Switch,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) shape: Shape,
    /// With its semicolon or closing brace.
    pub(crate) text: Range<usize>,
    /// Between the parentheses of `if (...)` and the like.
    pub(crate) head: Option<Range<usize>>,
    pub(crate) parent: Option<usize>,
    /// Is the whole body of an `if`, `else` or loop, without braces.
    pub(crate) is_bare: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Parents before their children.
    nodes: Vec<Node>,
}

impl Layout {
    pub(crate) fn new(text: &str) -> Layout {
        let code = without_directives(&without_comments(text));
        let mut parser = Parser { code: code.as_bytes(), at: 0, nodes: Vec::new() };
        parser.functions();
        Layout { nodes: parser.nodes }
    }

    /// The innermost statement around an offset.
    pub(crate) fn innermost(&self, offset: usize) -> Option<&Node> {
        self.nodes.iter().rfind(|node| node.text.contains(&offset))
    }

    /// Parents before their children.
    pub(crate) fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The statements right inside of one.
    pub(crate) fn children_of(&self, parent: usize) -> Vec<&Node> {
        self.nodes.iter().filter(|node| node.parent == Some(parent)).collect()
    }

    /// The same, by the statement.
    pub(crate) fn children(&self, parent: &Node) -> Vec<&Node> {
        let at = self
            .nodes
            .iter()
            .position(|node| node.text == parent.text && node.shape == parent.shape);
        at.map(|at| self.children_of(at)).unwrap_or_default()
    }

    /// The statement before one, inside of the same.
    pub(crate) fn before(&self, index: usize) -> Option<&Node> {
        let parent = self.nodes[index].parent?;
        self.nodes[..index].iter().rfind(|node| node.parent == Some(parent))
    }

    /// The statement after one, inside of the same block.
    pub(crate) fn after(&self, index: usize) -> Option<&Node> {
        let parent = self.nodes[index].parent?;
        let is_block = self.nodes[parent].shape == Shape::Block;
        let rest = &self.nodes[index + 1..];
        rest.iter().find(|node| node.parent == Some(parent)).filter(|_| is_block)
    }

    /// What `break` would leave at a node.
    pub(crate) fn breakable(&self, node: &Node) -> Option<&Node> {
        let mut parent = node.parent;
        while let Some(around) = parent.map(|index| &self.nodes[index]) {
            if matches!(around.shape, Shape::Loop | Shape::Switch) {
                return Some(around);
            }
            parent = around.parent;
        }
        None
    }
}

/// Lines that begin with `#` blank, with those that continue them.
fn without_directives(text: &str) -> String {
    let mut is_directive = false;
    let mut code = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        is_directive |= line.trim_start().starts_with('#');
        if is_directive {
            code.extend(line.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        } else {
            code.push_str(line);
        }
        is_directive &= line.trim_end().ends_with('\\');
    }
    code
}

/// Something that is not understood; the function is given up.
struct Lost;

struct Parser<'t> {
    code: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
}

impl Parser<'_> {
    /// A brace after a closing parenthesis, outside of everything, begins the body of a function.
    fn functions(&mut self) {
        let mut last = b' ';
        while let Some(byte) = self.code.get(self.at).copied() {
            match byte {
                b'{' if last == b')' => {
                    let begin = self.at;
                    if self.statement(None, false).is_err() {
                        self.at = self.at.max(begin + 1);
                    }
                    last = b'}';
                    continue;
                }
                b'{' => {
                    if self.group(b'{', b'}').is_err() {
                        self.at += 1;
                    }
                    last = b'}';
                    continue;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => last = byte,
            }
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        while self.code.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn word(&self) -> &[u8] {
        let rest = &self.code[self.at.min(self.code.len())..];
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        &rest[..rest.iter().take_while(is_part).count()]
    }

    /// Takes a bracket and all to its counterpart; what is inside.
    fn group(&mut self, open: u8, close: u8) -> Result<Range<usize>, Lost> {
        self.skip_blanks();
        if self.code.get(self.at) != Some(&open) {
            return Err(Lost);
        }
        let begin = self.at + 1;
        let mut depth = 0;
        for at in self.at..self.code.len() {
            depth += i32::from(self.code[at] == open) - i32::from(self.code[at] == close);
            if depth == 0 {
                self.at = at + 1;
                return Ok(begin..at);
            }
        }
        Err(Lost)
    }

    fn open(&mut self, shape: Shape, parent: Option<usize>, is_bare: bool) -> usize {
        let text = self.at..self.at;
        self.nodes.push(Node { shape, text, head: None, parent, is_bare });
        self.nodes.len() - 1
    }

    fn close(&mut self, node: usize) {
        self.nodes[node].text.end = self.at;
    }

    fn statement(&mut self, parent: Option<usize>, is_bare: bool) -> Result<(), Lost> {
        self.skip_blanks();
        let word = self.word().to_vec();
        match (word.as_slice(), self.code.get(self.at)) {
            (_, None) => return Err(Lost),
            (_, Some(b'{')) => {
                let node = self.open(Shape::Block, parent, false);
                self.at += 1;
                loop {
                    self.skip_blanks();
                    match self.code.get(self.at) {
                        Some(b'}') => break,
                        Some(_) => self.statement(Some(node), false)?,
                        None => return Err(Lost),
                    }
                }
                self.at += 1;
                self.close(node);
            }
            (b"if", _) => {
                let node = self.open(Shape::If, parent, is_bare);
                self.at += 2;
                self.nodes[node].head = Some(self.group(b'(', b')')?);
                self.statement(Some(node), true)?;
                self.skip_blanks();
                if self.word() == b"else" {
                    self.at += 4;
                    self.statement(Some(node), true)?;
                }
                self.close(node);
            }
            (b"while" | b"for" | b"switch", _) => {
                let is_switch = word == b"switch";
                let shape = if is_switch { Shape::Switch } else { Shape::Loop };
                let node = self.open(shape, parent, is_bare);
                self.at += word.len();
                self.nodes[node].head = Some(self.group(b'(', b')')?);
                self.statement(Some(node), true)?;
                self.close(node);
            }
            (b"do", _) => {
                let node = self.open(Shape::Loop, parent, is_bare);
                self.at += 2;
                self.statement(Some(node), true)?;
                self.skip_blanks();
                if self.word() != b"while" {
                    return Err(Lost);
                }
                self.at += 5;
                self.nodes[node].head = Some(self.group(b'(', b')')?);
                self.simple()?;
                self.close(node);
            }
            _ if self.label(&word) => self.statement(parent, is_bare)?,
            _ => {
                let node = self.open(Shape::Simple, parent, is_bare);
                self.simple()?;
                self.close(node);
            }
        }
        Ok(())
    }

    /// Takes `case N:`, `default:` or `name:`, where one stands.
    fn label(&mut self, word: &[u8]) -> bool {
        let mut end = self.at + word.len();
        if word == b"case" {
            // The colon of `?:` comes after its question mark.
            let mut open = 0;
            loop {
                match self.code.get(end) {
                    Some(b'?') => open += 1,
                    Some(b':') if open == 0 => break,
                    Some(b':') => open -= 1,
                    Some(b';' | b'{' | b'}') | None => return false,
                    _ => {}
                }
                end += 1;
            }
        } else {
            while self.code.get(end).is_some_and(u8::is_ascii_whitespace) {
                end += 1;
            }
        }
        let is_label = !word.is_empty() && self.code.get(end) == Some(&b':');
        if is_label {
            self.at = end + 1;
        }
        is_label
    }

    /// To the semicolon that no bracket is around.
    fn simple(&mut self) -> Result<(), Lost> {
        let mut depth = 0;
        while let Some(byte) = self.code.get(self.at) {
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth == 0 => return Err(Lost),
                b')' | b']' | b'}' => depth -= 1,
                b';' if depth == 0 => {
                    self.at += 1;
                    return Ok(());
                }
                _ => {}
            }
            self.at += 1;
        }
        Err(Lost)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn statements_of_a_text() {
        let text = "#define BEGIN {\nstruct s { int x; } t = { 1 };\nint f(int a)\n{\n  int b[] = { 1, 2 }; /* } */\n  again:\n  for (;;)\n    if (a) b[0] = ';'; else { break; }\n  do a--; while (a > (0));\n  switch (a) {\n  case 1 ? 2 : 3: a++; default: return a;\n  }\n}\n";
        let layout = Layout::new(text);
        let shown: Vec<String> = layout
            .nodes
            .iter()
            .map(|node| {
                let squeezed: Vec<&str> = text[node.text.clone()].split_whitespace().collect();
                let head = node.head.clone().map(|head| format!(" ({})", &text[head]));
                format!(
                    "{:?}{} in {:?}{}: {}",
                    node.shape,
                    head.unwrap_or_default(),
                    node.parent,
                    if node.is_bare { ", bare" } else { "" },
                    squeezed.join(" ").chars().take(30).collect::<String>()
                )
            })
            .collect();
        expect![[r#"
            Block in None: { int b[] = { 1, 2 }; /* } */ 
            Simple in Some(0): int b[] = { 1, 2 };
            Loop (;;) in Some(0): for (;;) if (a) b[0] = ';'; el
            If (a) in Some(2), bare: if (a) b[0] = ';'; else { brea
            Simple in Some(3), bare: b[0] = ';';
            Block in Some(3): { break; }
            Simple in Some(5): break;
            Loop (a > (0)) in Some(0): do a--; while (a > (0));
            Simple in Some(7), bare: a--;
            Switch (a) in Some(0): switch (a) { case 1 ? 2 : 3: a
            Block in Some(9): { case 1 ? 2 : 3: a++; default
            Simple in Some(10): a++;
            Simple in Some(10): return a;"#]]
        .assert_eq(&shown.join("\n"));
        let of = |word: &str| layout.innermost(text.find(word).expect("it should be there"));
        let around = |word: &str| of(word).and_then(|node| layout.breakable(node)).map(|n| n.shape);
        assert_eq!(around("break"), Some(Shape::Loop));
        assert_eq!(around("a++"), Some(Shape::Switch));
        assert_eq!(around("int b"), None);
    }

    #[test]
    fn what_is_not_understood_ends_a_function() {
        for text in
            ["int f() { if (a { }", "int f() { a; ) b; } int g() { c; }", "int f() {", "{)", ""]
        {
            for end in 0..=text.len() {
                Layout::new(&text[..end]);
            }
        }
        let layout = Layout::new("int f() { a; ) b; }\nint g(void) { c; }");
        let whole = |node: &&Node| node.shape == Shape::Simple && !node.text.is_empty();
        assert_eq!(layout.nodes.iter().filter(whole).count(), 2);
    }
}
