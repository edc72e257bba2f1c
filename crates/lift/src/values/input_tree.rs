//! Inputs arrive as scalars with names (`(*p).at.x`, `a[2]`, `stdin[4]`); here those of one variable become one value again.
//!
//! The names are all there is: a run that was not watched has no types of the variables. `*p = {.at = {.x = 1, .y = 2}, .next = NULL}`.

use whydunit_interp::{InputRecord, ObjectKind};
use whydunit_program::{Arithmetic, InputOrigin, Program, Type, TypeId};
use whydunit_trace::{ByteKind, ErrorTrace, Shown, sign_extended, value_text, with_arrows};

/// Inputs that are shown as one.
pub(crate) struct Group<'r> {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) first: &'r InputRecord,
    /// Of a text, the name of the character behind it.
    pub(crate) next: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Segment {
    Member(String),
    Index(u64),
    /// What a pointer to one record leads to.
    Target,
}

#[derive(Default, Debug)]
struct Node {
    leaf: Option<(TypeId, u64)>,
    parts: Vec<(Segment, Node)>,
}

struct Tree<'r> {
    base: String,
    root: Node,
    first: &'r InputRecord,
}

/// Puts inputs that follow each other together, where they are parts of one variable.
pub(crate) fn grouped<'r>(
    program: &Program,
    trace: Option<&ErrorTrace>,
    records: &[&'r InputRecord],
) -> Vec<Group<'r>> {
    let mut trees: Vec<Tree<'r>> = Vec::new();
    for &record in records {
        let (base, path) = path_of(program, record);
        let bits = match record.cell.bits {
            Some((_, width)) => sign_extended(program, record.ty, record.bits, width),
            None => record.bits,
        };
        let value = (record.ty, bits);
        let is_taken =
            trees.last_mut().is_some_and(|tree| tree.base == base && tree.root.add(&path, value));
        if !is_taken {
            let mut root = Node::default();
            root.add(&path, value);
            trees.push(Tree { base, root, first: record });
        }
    }
    let shower = Shower { program, trace };
    trees.into_iter().map(|tree| shower.group(tree)).collect()
}

/// The variable, and the way from it to the scalar.
fn path_of(program: &Program, record: &InputRecord) -> (String, Vec<Segment>) {
    let name = record.variable.as_ref().unwrap_or(&record.name);
    if record.origin == InputOrigin::Argv
        && let Some((argument, position)) = name.strip_suffix(']').and_then(|n| n.rsplit_once('['))
        && argument.contains('[')
        && let Ok(position) = position.parse()
    {
        return (argument.to_owned(), vec![Segment::Index(position)]);
    }
    // Names of files have dots of their own.
    if let (InputOrigin::File(file), None) = (&record.origin, &record.variable) {
        let inside =
            name.get(file.len()..).and_then(|rest| rest.strip_prefix('[')?.strip_suffix(']'));
        return match inside.and_then(|inside| inside.parse().ok()) {
            Some(position) => (file.clone(), vec![Segment::Index(position)]),
            None => (name.clone(), Vec::new()),
        };
    }
    parsed_path(name, program.arithmetic == Arithmetic::Machine)
}

fn parsed_path(name: &str, has_members: bool) -> (String, Vec<Segment>) {
    let (base, mut path, mut rest) = match name.strip_prefix("(*") {
        Some(inner) => {
            let close = closing(inner).unwrap_or(inner.len());
            let (base, mut path) = parsed_path(&inner[..close], has_members);
            path.push(Segment::Target);
            (base, path, inner.get(close + 1..).unwrap_or(""))
        }
        None => {
            let end = if has_members { name.find(['.', '[']) } else { name.find('[') };
            let end = end.unwrap_or(name.len());
            (name[..end].to_owned(), Vec::new(), &name[end..])
        }
    };
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.') {
            let end = after.find(['.', '[']).unwrap_or(after.len());
            path.push(Segment::Member(after[..end].to_owned()));
            rest = &after[end..];
        } else if let Some((index, after)) = rest[1..].split_once(']')
            && let Ok(index) = index.parse()
        {
            path.push(Segment::Index(index));
            rest = after;
        } else {
            // No form that inputs have; the whole is a name.
            return (name.to_owned(), Vec::new());
        }
    }
    (base, path)
}

/// Position of the parenthesis that closes one that is open at the beginning.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

impl Node {
    /// False if there is such a part already, or if it does not follow the others: it belongs to another value then.
    fn add(&mut self, path: &[Segment], value: (TypeId, u64)) -> bool {
        let Some((segment, rest)) = path.split_first() else {
            let is_new = self.leaf.is_none();
            self.leaf.get_or_insert(value);
            return is_new;
        };
        // Elements come in order: one that is new is behind the last, and there may be many.
        let is_next = match (self.parts.last(), segment) {
            (Some((Segment::Index(last), _)), Segment::Index(index)) => last + 1 == *index,
            _ => false,
        };
        if !is_next {
            let known = self.parts.iter().rposition(|(known, _)| known == segment);
            if let Some(known) = known {
                return self.parts[known].1.add(rest, value);
            }
            if matches!(segment, Segment::Index(_)) && !self.parts.is_empty() {
                return false;
            }
        }
        let mut part = Node::default();
        part.add(rest, value);
        self.parts.push((segment.clone(), part));
        true
    }

    /// The only scalar.
    fn single(&self) -> Option<(TypeId, u64)> {
        match self.parts.as_slice() {
            [] => self.leaf,
            [(_, part)] => part.single(),
            _ => None,
        }
    }
}

struct Shower<'a> {
    program: &'a Program,
    trace: Option<&'a ErrorTrace>,
}

impl Shower<'_> {
    fn group<'r>(&self, tree: Tree<'r>) -> Group<'r> {
        let Tree { base, root, first } = tree;
        let is_text = match first.origin {
            InputOrigin::Stdin | InputOrigin::File(_) => first.cell.size == 1,
            InputOrigin::Argv => base.contains('['),
            _ => false,
        };
        if is_text && let Some((bytes, from)) = text_bytes(&root) {
            let value = Shown::Bytes(bytes, ByteKind::Text).text();
            let next = Some(format!("{base}[{}]", from + root.parts.len() as u64));
            return Group { name: ranged(&base, from, root.parts.len()), value, first, next };
        }
        if let Some((ty, bits)) = root.single() {
            let name = with_arrows(first.variable.as_ref().unwrap_or(&first.name));
            return Group { name, value: self.scalar(ty, bits), first, next: None };
        }
        let (name, shown) = match root.parts.as_slice() {
            [(Segment::Target, target)] => (format!("*{base}"), self.shown(target)),
            [(Segment::Index(from), _), ..] => {
                (ranged(&base, *from, root.parts.len()), self.shown(&root))
            }
            _ => (base, self.shown(&root)),
        };
        Group { name, value: shown.text(), first, next: None }
    }

    fn scalar(&self, ty: TypeId, bits: u64) -> String {
        match self.has_own_storage(ty, bits) {
            Some(0) => "{}".to_owned(),
            // Nothing of it was asked for.
            Some(_) => "{...}".to_owned(),
            None => {
                let text = value_text(self.program, self.trace, ty, bits);
                // Without a trace nobody knows what is there, and the number tells nobody anything.
                let is_nowhere = self.trace.is_none() && text.starts_with("0x");
                if is_nowhere && self.program.types.pointee(ty).is_some() {
                    return "{...}".to_owned();
                }
                text
            }
        }
    }

    /// Size of the storage that was made for a pointer among the inputs.
    fn has_own_storage(&self, ty: TypeId, bits: u64) -> Option<u64> {
        self.program.types.pointee(ty)?;
        let entry = self.trace?.pointer_entry(self.program.types.target(), bits)?;
        matches!(entry.object.info.kind, ObjectKind::Pointee { .. })
            .then_some(entry.object.info.size)
    }

    fn shown(&self, node: &Node) -> Shown {
        match node.parts.as_slice() {
            [] => match node.leaf {
                Some((ty, bits)) => Shown::Scalar(self.scalar(ty, bits)),
                None => Shown::Unknown,
            },
            [(Segment::Target, target)] => Shown::AddressOf(Box::new(self.shown(target))),
            [(Segment::Index(_), _), ..] => self.list(node),
            parts => {
                let member = |(segment, part): &(Segment, Node)| match segment {
                    Segment::Member(name) => Some((name.clone(), self.shown(part))),
                    _ => None,
                };
                Shown::Record { members: parts.iter().filter_map(member).collect(), is_whole: true }
            }
        }
    }

    fn list(&self, node: &Node) -> Shown {
        let character = |(_, part): &(Segment, Node)| {
            let (ty, bits) = part.leaf.filter(|_| part.parts.is_empty())?;
            let is_byte = match self.program.types.get(ty) {
                Type::Int(kind) if kind.bits == 8 => Some(kind.signed),
                _ => None,
            };
            is_byte.map(|signed| (bits as u8, signed))
        };
        let elements = || node.parts.iter().map(|(_, part)| self.shown(part)).collect();
        if self.program.arithmetic == Arithmetic::Mathematical {
            return Shown::Map(elements());
        }
        let characters: Option<Vec<(u8, bool)>> = node.parts.iter().map(character).collect();
        match characters {
            // Without an end it is no string: the program may run past it.
            Some(characters) if characters.iter().any(|&(byte, _)| byte == 0) => {
                let signed = characters.iter().any(|&(_, signed)| signed);
                let kind = if signed { ByteKind::Signed } else { ByteKind::Unsigned };
                Shown::Bytes(characters.iter().map(|&(byte, _)| Some(byte)).collect(), kind)
            }
            _ => Shown::List(elements()),
        }
    }
}

/// The bytes of a text and the position of the first.
fn text_bytes(root: &Node) -> Option<(Vec<Option<u8>>, u64)> {
    let [(Segment::Index(from), _), ..] = root.parts.as_slice() else { return None };
    let byte = |(_, part): &(Segment, Node)| part.leaf.map(|(_, bits)| Some(bits as u8));
    let bytes: Option<Vec<Option<u8>>> = root.parts.iter().map(byte).collect();
    Some((bytes?, *from))
}

/// The name of some elements: of all from the first on, that of the array.
fn ranged(base: &str, from: u64, count: usize) -> String {
    match (from, count as u64) {
        (0, _) => base.to_owned(),
        (from, 1) => format!("{base}[{from}]"),
        (from, count) => format!("{base}[{from}..{}]", from + count - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_paths() {
        let member = |name: &str| Segment::Member(name.to_owned());
        let path = |name: &str| parsed_path(name, true);
        assert_eq!(path("x"), ("x".into(), vec![]));
        assert_eq!(path("a[2].y"), ("a".into(), vec![Segment::Index(2), member("y")]));
        assert_eq!(path("nondet#1.x"), ("nondet#1".into(), vec![member("x")]));
        assert_eq!(
            path("(*(*p).next).value"),
            ("p".into(), vec![Segment::Target, member("next"), Segment::Target, member("value")])
        );
        assert_eq!(path("a[i]"), ("a[i]".into(), vec![]));
        assert_eq!(parsed_path("m.f[3]", false), ("m.f".into(), vec![Segment::Index(3)]));
    }
}
