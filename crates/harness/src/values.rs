//! Inputs as C storage: initialisers, and arrays for what pointers point to.
//!
//! Records of inputs carry the name of each scalar (`p.x`, `a[2]`, `(*list).next`); walking a type along these
//! names gives its initialiser. What a non-null pointer points to becomes an array of its own, declared before
//! the object that holds the pointer.

use std::collections::BTreeMap;

use whydunit_interp::{InputRecord, prepare};
use whydunit_program::{FunctionId, InputOrigin, Program, RecordId, Type, TypeId};

use crate::Unsupported;
use crate::ctype::{declaration, innermost, is_nameless};
use crate::literal;
use crate::names::Names;

/// The inputs of a run by name.
#[derive(Debug)]
pub(crate) struct Values<'a> {
    program: &'a Program,
    by_name: BTreeMap<&'a str, &'a InputRecord>,
}

/// An input as storage of the test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item<'s> {
    /// What the records call it.
    pub(crate) input: &'s str,
    /// Its type; of [`Values::pointee`] the type of what the pointer points to.
    pub(crate) ty: TypeId,
    /// What the test calls it; names of what it points to start with this.
    pub(crate) variable: &'s str,
    /// Its innermost type as the program writes it.
    pub(crate) written: Option<&'s str>,
}

/// Declarations that come before the one at hand, in order, one line each.
pub(crate) type Lines = Vec<String>;

/// Where storage is declared, which says what may be in an initialiser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scope {
    Function,
    /// Nothing but constants; `static` hides what others need not see.
    File,
}

impl<'a> Values<'a> {
    /// Those of the inputs whose origin is wanted.
    pub(crate) fn new(
        program: &'a Program,
        inputs: &'a [InputRecord],
        is_wanted: impl Fn(&InputOrigin) -> bool,
    ) -> Values<'a> {
        let wanted = inputs.iter().filter(|record| is_wanted(&record.origin));
        let by_name = wanted.map(|record| (record.name.as_str(), record)).collect();
        Values { program, by_name }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a InputRecord> {
        self.by_name.get(name).copied()
    }

    /// Is there an input of that name, or part of it?
    pub(crate) fn has(&self, name: &str) -> bool {
        let has_part = |mark: char| {
            let part = format!("{name}{mark}");
            let mut from = self.by_name.range(part.as_str()..);
            from.next().is_some_and(|(found, _)| found.starts_with(&part))
        };
        self.by_name.contains_key(name) || has_part('.') || has_part('[')
    }

    /// How many elements a pointer points to: numbered ones, or one record.
    fn pointee_count(&self, pointer: &str) -> u64 {
        if self.has(&format!("(*{pointer})")) {
            return 1;
        }
        (0..).take_while(|index| self.has(&format!("{pointer}[{index}]"))).count() as u64
    }

    /// The initialiser of an input. What it points to is declared in `lines`.
    pub(crate) fn initialiser(
        &self,
        item: Item<'_>,
        scope: Scope,
        names: &mut Names,
        lines: &mut Lines,
    ) -> Result<String, Unsupported> {
        let mut walk = Walk { values: self, scope, names, lines };
        walk.value(item.input, item.ty, item.variable, item.written)
    }

    /// Declares the array that a pointer points to; `None` if it is null or points to nothing that
    /// has elements.
    pub(crate) fn pointee(
        &self,
        item: Item<'_>,
        names: &mut Names,
        lines: &mut Lines,
    ) -> Result<Option<()>, Unsupported> {
        let mut walk = Walk { values: self, scope: Scope::Function, names, lines };
        walk.array(item.input, item.ty, item.variable, item.written)
    }

    /// The function whose address is a value of the run.
    pub(crate) fn function_at(&self, address: u64) -> Option<&'a str> {
        let compiled = prepare(self.program);
        let mut ids = (0..self.program.functions.len()).map(|index| FunctionId(index as u32));
        let found = ids.find(|&id| compiled.function_address(id) == address)?;
        Some(&self.program.function(found).name)
    }
}

struct Walk<'w, 'a> {
    values: &'w Values<'a>,
    scope: Scope,
    names: &'w mut Names,
    lines: &'w mut Lines,
}

impl Walk<'_, '_> {
    fn value(
        &mut self,
        input: &str,
        ty: TypeId,
        variable: &str,
        written: Option<&str>,
    ) -> Result<String, Unsupported> {
        let program = self.values.program;
        match *program.types.get(ty) {
            Type::Array { elem, len } => {
                self.elements(input, elem, len.unwrap_or(0), variable, written)
            }
            Type::Record(id) => {
                let mut parts = Vec::new();
                self.fields(input, id, variable, written, &mut parts)?;
                Ok(if parts.is_empty() {
                    "{0}".into()
                } else {
                    format!("{{{}}}", parts.join(", "))
                })
            }
            Type::Pointer(to) => self.pointer(input, to, variable, written),
            _ => {
                let bits = self.values.get(input).map_or(0, |record| record.bits);
                Ok(literal::scalar(&program.types, ty, bits))
            }
        }
    }

    fn elements(
        &mut self,
        input: &str,
        elem: TypeId,
        count: u64,
        variable: &str,
        written: Option<&str>,
    ) -> Result<String, Unsupported> {
        let program = self.values.program;
        if let Type::Int(kind) = program.types.get(elem)
            && kind.bits == 8
            && let Some(text) = self.text(input, count)
        {
            return Ok(text);
        }
        let mut parts = Vec::new();
        for index in 0..count {
            let part = format!("{input}[{index}]");
            let name = format!("{variable}_{index}");
            parts.push(self.value(&part, elem, &name, written)?);
        }
        let zero = |part: &String| matches!(part.as_str(), "0" | "{0}");
        if parts.iter().all(zero) {
            return Ok("{0}".into());
        }
        Ok(format!("{{{}}}", parts.join(", ")))
    }

    /// Characters that end with their only NUL, as a string.
    fn text(&self, input: &str, count: u64) -> Option<String> {
        let byte = |index| {
            self.values.get(&format!("{input}[{index}]")).map_or(0, |record| record.bits as u8)
        };
        let bytes: Vec<u8> = (0..count).map(byte).collect();
        let (last, rest) = bytes.split_last()?;
        let is_text = |&byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
        (*last == 0 && !rest.is_empty() && rest.iter().all(is_text)).then(|| literal::string(rest))
    }

    fn fields(
        &mut self,
        input: &str,
        id: RecordId,
        variable: &str,
        written: Option<&str>,
        parts: &mut Vec<String>,
    ) -> Result<(), Unsupported> {
        let program = self.values.program;
        let record = program.types.record(id);
        for field in &record.fields {
            if field.name.is_empty() {
                if let Type::Record(inner) = *program.types.get(field.ty) {
                    self.fields(input, inner, variable, None, parts)?;
                }
                continue;
            }
            let part = format!("{input}.{}", field.name);
            if !self.values.has(&part) {
                continue;
            }
            let value = match (field.bits, program.types.int_kind(field.ty)) {
                (Some(bits), Some(kind)) => {
                    let found = self.values.get(&part).map_or(0, |record| record.bits);
                    let kind = whydunit_program::IntKind { bits: bits.width, ..kind };
                    literal::integer(literal::extended(found, kind))
                }
                _ => {
                    let name = format!("{variable}_{}", field.name);
                    let owner = match (written, &record.tag) {
                        (Some(written), _) => Some(written.to_owned()),
                        (None, Some(tag)) => {
                            let word = if record.is_union { "union" } else { "struct" };
                            Some(format!("{word} {tag}"))
                        }
                        (None, None) => None,
                    };
                    let inner = self.field_type(owner.as_deref(), &field.name, field.ty);
                    self.value(&part, field.ty, &name, inner.as_deref())?
                }
            };
            parts.push(format!(".{} = {value}", field.name));
        }
        Ok(())
    }

    /// How to name the innermost type of a field when it has no name of its own.
    fn field_type(&self, owner: Option<&str>, field: &str, ty: TypeId) -> Option<String> {
        let program = self.values.program;
        if !is_nameless(program, ty) {
            return None;
        }
        let (_, depth) = innermost(program, ty);
        let stars = "*".repeat(depth);
        Some(format!("__typeof__({stars}(({} *)0)->{field})", owner?))
    }

    fn pointer(
        &mut self,
        input: &str,
        to: TypeId,
        variable: &str,
        written: Option<&str>,
    ) -> Result<String, Unsupported> {
        let address = self.values.get(input).map_or(0, |record| record.bits);
        if address == 0 {
            return Ok("0".into());
        }
        if let Some(function) = self.values.function_at(address) {
            return Ok(function.to_owned());
        }
        let name = self.names.fresh(variable);
        match self.array(input, to, &name, written)? {
            Some(()) => Ok(name),
            None => Ok(format!("(void *){address:#x}")),
        }
    }

    fn array(
        &mut self,
        input: &str,
        elem: TypeId,
        variable: &str,
        written: Option<&str>,
    ) -> Result<Option<()>, Unsupported> {
        let program = self.values.program;
        let address = self.values.get(input).map_or(0, |record| record.bits);
        if address == 0 {
            return Ok(None);
        }
        let count = self.values.pointee_count(input);
        let storage = if self.scope == Scope::File { "static " } else { "" };
        let is_raw = matches!(program.types.get(elem), Type::Void | Type::Function(_))
            || program.types.size_of(elem).is_none();
        if count == 0 {
            if is_raw {
                return Ok(None);
            }
            if self.scope == Scope::File {
                return Err(Unsupported::new(format!("{input} points to an empty array")));
            }
            // The end of an element: nothing may be accessed there.
            let end = declaration(program, elem, &format!("{variable}_end[1]"), written)?;
            let pointer = declaration(program, elem, &format!("*{variable}"), written)?;
            self.lines.extend([format!("{end};"), format!("{pointer} = {variable}_end + 1;")]);
            return Ok(Some(()));
        }
        if is_raw {
            // Bytes behind a `void *`.
            let byte = self.values.get(&format!("{input}[0]")).map(|record| record.ty);
            let Some(byte) = byte else { return Ok(None) };
            let value = self.elements(input, byte, count, variable, None)?;
            self.lines.push(format!("{storage}char {variable}[{count}] = {value};"));
            return Ok(Some(()));
        }
        let value = if self.values.has(&format!("(*{input})")) {
            format!("{{{}}}", self.value(&format!("(*{input})"), elem, variable, written)?)
        } else {
            self.elements(input, elem, count, variable, written)?
        };
        let array = declaration(program, elem, &format!("{variable}[{count}]"), written)?;
        self.lines.push(format!("{storage}{array} = {value};"));
        Ok(Some(()))
    }
}
