//! Statements elsewhere, jumps and types: a `break` left out or added, a statement inside of a loop that belongs behind it, `else` in front of an `if`, a wider type, another format.
//!
//! What these mean is left to the compiler. They say where a fault may be; a repair is looked for among smaller changes.

use whydunit_program::{LocalRole, Program, SourceStmtId};
use whydunit_source::{FileId, Span};

use super::layout::{Layout, Node, Shape};
use super::tokens::without_comments;
use super::{Change, Variant, cost};
use crate::Edit;
use crate::limits::MOST_TOKENS_OF_A_KIND;

/// All of one file.
pub(crate) fn rearranged(file: FileId, text: &str, into: &mut Vec<Change>) {
    let code = without_comments(text);
    let layout = Layout::new(text);
    let mut writer = Writer { file, text, code: &code, layout: &layout, into };
    for (index, node) in layout.nodes().iter().enumerate() {
        match node.shape {
            Shape::Simple => writer.jump(node),
            Shape::Block => writer.block(node),
            Shape::If => writer.alternative(index, node),
            Shape::Loop | Shape::Switch => {}
        }
        writer.moved(index, node);
    }
    writer.types();
    writer.allocations();
    writer.formats();
}

struct Writer<'a> {
    file: FileId,
    text: &'a str,
    code: &'a str,
    layout: &'a Layout,
    into: &'a mut Vec<Change>,
}

impl Writer<'_> {
    fn propose(&mut self, from: usize, to: usize, new: String, cost: u32) {
        let (Ok(start), Ok(end)) = (u32::try_from(from), u32::try_from(to)) else { return };
        let edit = Edit { span: Span::new(self.file, start, end), new };
        let source = SourceStmtId(u32::MAX);
        self.into.push(Change { edit, variant: Variant::Text, cost, source });
    }

    fn word(&self, at: usize) -> &str {
        let rest = &self.code[at..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    }

    /// A `break` or `continue` left out.
    fn jump(&mut self, node: &Node) {
        if matches!(self.word(node.text.start), "break" | "continue") {
            self.propose(node.text.start, node.text.end, ";".to_owned(), cost::TOKEN);
        }
    }

    /// A `break` at the end of what an `if` guards in a loop.
    fn block(&mut self, node: &Node) {
        let Some(parent) = node.parent.map(|index| &self.layout.nodes()[index]) else { return };
        let is_loop = self.layout.breakable(node).is_some_and(|around| around.shape == Shape::Loop);
        if parent.shape != Shape::If || !is_loop {
            return;
        }
        let inner = self.layout.children(node);
        let Some(last) = inner.last() else { return };
        if !matches!(self.word(last.text.start), "break" | "continue" | "return" | "goto") {
            self.propose(last.text.end, last.text.end, " break;".to_owned(), cost::EXPRESSION);
        }
    }

    /// `else` in front of an `if` that follows another, or without it.
    fn alternative(&mut self, index: usize, node: &Node) {
        let before = self.code[..node.text.start].trim_end();
        if before.ends_with("else") && node.is_bare {
            let start = before.len() - "else".len();
            self.propose(start, node.text.start, String::new(), cost::TOKEN);
        } else if !node.is_bare
            && self.layout.before(index).is_some_and(|other| other.shape == Shape::If)
        {
            self.propose(node.text.start, node.text.start, "else ".to_owned(), cost::TOKEN);
        }
    }

    /// The last statement of a loop or an `if` behind it, or the one behind it into it.
    fn moved(&mut self, index: usize, node: &Node) {
        if !matches!(node.shape, Shape::Loop | Shape::If)
            || self.code[node.text.start..].starts_with("do")
        {
            return;
        }
        let children = self.layout.children_of(index);
        let [block] = &children[..] else { return };
        if block.shape != Shape::Block || block.text.end != node.text.end {
            return;
        }
        let inner = self.layout.children(block);
        if let [.., _, last] = &inner[..]
            && last.shape == Shape::Simple
            && last.text.end <= block.text.end
        {
            let statement = &self.text[last.text.clone()];
            let between = &self.text[last.text.end..node.text.end];
            let new = format!("{}{statement}", between.trim_start());
            self.propose(last.text.start, node.text.end, new, cost::STATEMENT);
        }
        let next = self.layout.after(index).filter(|next| next.shape == Shape::Simple);
        if let Some(next) = next {
            let statement = &self.text[next.text.clone()];
            let brace = block.text.end - 1;
            let between = &self.text[brace..next.text.start];
            let new = format!("{statement} {}", between.trim_end());
            self.propose(brace, next.text.end, new, cost::STATEMENT);
        }
    }

    /// Storage that begins with zeros: `calloc` for `malloc`.
    fn allocations(&mut self) {
        let all: Vec<usize> = super::tokens::words(self.code, "malloc").collect();
        for at in all.into_iter().take(MOST_TOKENS_OF_A_KIND) {
            let length = self.code[at..].find('(').map_or(0, |open| open + 1);
            if length > 0 {
                self.propose(at, at + length, "calloc(1, ".to_owned(), cost::DISTANT_TOKEN);
            }
        }
    }

    /// A wider type in a declaration, a product of wider numbers.
    fn types(&mut self) {
        let wider =
            [("int", "long long"), ("char", "int"), ("float", "double"), ("long", "long long")];
        let mut count = 0;
        for (word, other) in wider {
            for at in super::tokens::words(self.code, word) {
                let after = self.code[at + word.len()..].trim_start();
                let before = self.code[..at].trim_end();
                let is_part = ["long", "unsigned", "short", "signed"]
                    .iter()
                    .any(|it| before.ends_with(it) || after.starts_with(it))
                    || after.starts_with("int");
                let is_name = after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
                // What `main` returns, and parameters of type `char *`, are as they have to be.
                if is_part
                    || !is_name
                    || after.starts_with("main")
                    || count >= MOST_TOKENS_OF_A_KIND
                {
                    continue;
                }
                count += 1;
                self.propose(at, at + word.len(), other.to_owned(), cost::TOKEN);
            }
        }
        let products: Vec<usize> = self.code.match_indices(" * ").map(|(at, _)| at).collect();
        let joined = self.code.match_indices('*').map(|(at, _)| at).filter(|at| {
            let before = self.code[..*at].chars().next_back();
            before.is_some_and(|c| c.is_ascii_alphanumeric() || c == ')' || c == ']')
        });
        let all: Vec<usize> = products.into_iter().chain(joined).collect();
        let mut starts: Vec<usize> = all.into_iter().filter_map(|at| self.factor(at)).collect();
        starts.sort_unstable();
        starts.dedup();
        for start in starts.into_iter().take(MOST_TOKENS_OF_A_KIND) {
            self.propose(start, start, "(long long)".to_owned(), cost::DISTANT_TOKEN);
        }
    }

    /// Where the name or number in front of an operator begins; not that of a type.
    fn factor(&self, at: usize) -> Option<usize> {
        let left = self.code[..at].trim_end();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = left.chars().rev().take_while(|c| is_word(*c)).count();
        let name = &left[left.len() - length..];
        let is_type =
            ["int", "char", "long", "void", "double", "float", "FILE", "return"].contains(&name);
        (length > 0 && !is_type).then(|| left.len() - length)
    }

    /// Conversions in the strings of `printf` and `scanf`.
    fn formats(&mut self) {
        let mut count = 0;
        for (at, _) in self.text.match_indices('%') {
            let rest = &self.text[at + 1..];
            let is_string = self.code.as_bytes().get(at) == Some(&b' ');
            let others: &[&str] = match rest.as_bytes() {
                [b'd', ..] => &["02d", "lld", "u"],
                [b'c', ..] => &["d", " c"],
                [b'l', b'l', b'd', ..] | [b'l', b'd', ..] => &["d"],
                _ => &[],
            };
            if !is_string || count >= MOST_TOKENS_OF_A_KIND {
                continue;
            }
            let length = rest.find(['d', 'c']).map_or(0, |end| end + 1);
            for other in others {
                count += 1;
                self.propose(at + 1, at + 1 + length, (*other).to_owned(), cost::TOKEN);
            }
        }
    }
}

/// Initial values of variables that have none, and arrays of ten times their size: all of one line at once.
pub(crate) fn declared(program: &Program, files: &[FileId], into: &mut Vec<Change>) {
    let own = |span: Span| files.contains(&span.file) && !span.is_empty();
    let locals = program.functions.iter().filter(|it| own(it.span)).flat_map(|it| &it.locals);
    let named = locals.filter(|local| {
        own(local.span) && !local.name.is_empty() && local.role == LocalRole::Variable
    });
    for local in named {
        let text = program.sources.file(local.span.file).text();
        initial(text, local.span, into);
    }
    for (file, source) in program.sources.files().filter(|(file, _)| files.contains(file)) {
        larger(file, source.text(), into);
    }
}

/// ` = 0` after a declarator that ends there.
fn initial(text: &str, span: Span, into: &mut Vec<Change>) {
    let (Ok(start), Ok(end)) = (usize::try_from(span.start), usize::try_from(span.end)) else {
        return;
    };
    let Some(declared) = text.get(start..end) else { return };
    let mut at = start + declared.find(['[', '=', ';', ',']).unwrap_or(declared.len());
    let mut value = " = 0";
    while text[at..].trim_start().starts_with('[') {
        let Some(close) = text[at..].find(']') else { return };
        at += close + 1;
        value = " = {0}";
    }
    if !text[at..].trim_start().starts_with([',', ';']) {
        return;
    }
    let Ok(place) = u32::try_from(at) else { return };
    let edit = Edit { span: Span::at(span.file, place), new: value.to_owned() };
    let (variant, cost) = (Variant::Text, cost::TOKEN);
    into.push(Change { edit, variant, cost, source: SourceStmtId(u32::MAX) });
}

/// Every dimension of a line of declarations, ten times as large.
fn larger(file: FileId, text: &str, into: &mut Vec<Change>) {
    let code = without_comments(text);
    let types = ["char", "int", "long", "short", "unsigned", "double", "float", "static", "struct"];
    let mut start = 0;
    for line in code.split_inclusive('\n') {
        let from = start;
        start += line.len();
        let first = line.trim_start();
        if !types.iter().any(|name| first.starts_with(name)) || !first.trim_end().ends_with(';') {
            continue;
        }
        let own = &text[from..from + line.trim_end().len()];
        let mut new = String::new();
        let mut rest = own;
        while let Some(open) = rest.find('[') {
            new.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 && digits < 7 && rest[digits..].trim_start().starts_with(']') {
                new.push_str(&rest[..digits]);
                new.push('0');
                rest = &rest[digits..];
            }
        }
        new.push_str(rest);
        let (Ok(begin), Ok(end)) = (u32::try_from(from), u32::try_from(from + own.len())) else {
            continue;
        };
        if new != own {
            let edit = Edit { span: Span::new(file, begin, end), new };
            let (variant, cost) = (Variant::Text, cost::EXPRESSION);
            into.push(Change { edit, variant, cost, source: SourceStmtId(u32::MAX) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_text() {
        let text = "int f(int n)\n{\n  int s = 0;\n  while (n) {\n    s += n * 2;\n    if (s > 9) {\n      s = 0;\n    }\n    if (n > 3) break;\n    n--;\n  }\n  printf(\"%d\", s);\n  return s;\n}\n";
        let mut found = Vec::new();
        rearranged(FileId(0), text, &mut found);
        let place = |at: u32| usize::try_from(at).expect("a text is short");
        let shown: Vec<String> = found
            .iter()
            .map(|change| {
                let span = change.edit.span;
                format!("{:?} -> {:?}", &text[place(span.start)..place(span.end)], change.edit.new)
            })
            .collect();
        for wanted in [
            r#""break;" -> ";""#,
            r#""" -> " break;""#,
            r#""" -> "else ""#,
            r#""int" -> "long long""#,
            r#""d" -> "02d""#,
            r#""" -> "(long long)""#,
        ] {
            assert!(shown.iter().any(|it| it == wanted), "{wanted} in {shown:#?}");
        }
    }
}
