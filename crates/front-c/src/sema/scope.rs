//! Names and their scopes: ordinary identifiers and tags.

use rustc_hash::FxHashMap;
use whydunit_program::{EnumId, GlobalId, LocalId, RecordId};
use whydunit_source::Span;

use super::ctype::Ty;

#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub(crate) kind: SymbolKind,
    pub(crate) ty: Ty,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum SymbolKind {
    /// With the alignment that an attribute of the typedef demands.
    Typedef {
        align: Option<u64>,
    },
    EnumConstant(i128),
    Local(LocalId),
    /// A variable-length array: the local is the hidden pointer to its first element.
    VariableArray(LocalId),
    Global(GlobalId),
    /// Resolved to a function of the program only when referenced.
    Function {
        is_static: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Default, Debug)]
struct Scope {
    symbols: FxHashMap<String, Symbol>,
    tags: FxHashMap<String, Tag>,
}

/// A stack of scopes; the bottom one is the file's.
#[derive(Debug)]
pub(crate) struct Scopes {
    stack: Vec<Scope>,
}

impl Scopes {
    pub(crate) fn new() -> Scopes {
        Scopes { stack: vec![Scope::default()] }
    }

    pub(crate) fn enter(&mut self) {
        self.stack.push(Scope::default());
    }

    pub(crate) fn leave(&mut self) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Drops scopes above `depth` (after an error left some open).
    pub(crate) fn truncate(&mut self, depth: usize) {
        self.stack.truncate(depth.max(1));
    }

    pub(crate) fn lookup(&self, name: &str) -> Option<&Symbol> {
        self.stack.iter().rev().find_map(|scope| scope.symbols.get(name))
    }

    pub(crate) fn lookup_here(&self, name: &str) -> Option<&Symbol> {
        self.stack.last().and_then(|scope| scope.symbols.get(name))
    }

    pub(crate) fn lookup_file(&self, name: &str) -> Option<&Symbol> {
        self.stack.first().and_then(|scope| scope.symbols.get(name))
    }

    pub(crate) fn declare(&mut self, name: &str, symbol: Symbol) {
        let scope = self.stack.last_mut().expect("the file scope should always be there");
        scope.symbols.insert(name.to_owned(), symbol);
    }

    pub(crate) fn declare_in_file(&mut self, name: &str, symbol: Symbol) {
        self.stack[0].symbols.insert(name.to_owned(), symbol);
    }

    pub(crate) fn tag(&self, name: &str) -> Option<Tag> {
        self.stack.iter().rev().find_map(|scope| scope.tags.get(name)).copied()
    }

    pub(crate) fn tag_here(&self, name: &str) -> Option<Tag> {
        self.stack.last().and_then(|scope| scope.tags.get(name)).copied()
    }

    pub(crate) fn declare_tag(&mut self, name: &str, tag: Tag) {
        let scope = self.stack.last_mut().expect("the file scope should always be there");
        scope.tags.insert(name.to_owned(), tag);
    }
}
