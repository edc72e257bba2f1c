//! What declarations declare: variables and members, with the text that declares them.

use whydunit_source::Span;

use crate::{Field, FunctionId, GlobalId, LocalId, LocalRole, Program, RecordId};

/// A variable or a member.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Declared {
    /// A variable of file scope, or a `static` one.
    Global(GlobalId),
    /// A variable or parameter of a function.
    Local {
        /// The function it is in.
        function: FunctionId,
        /// Which of its variables.
        local: LocalId,
    },
    /// A member, by its position among those of its record.
    Field {
        /// The record.
        record: RecordId,
        /// Which of its members.
        field: u32,
    },
}

impl Program {
    /// The declaration of something that has a name, as it is shown: the first of several with their specifiers. `None` where the user has not
    /// written one.
    pub fn declaration(&self, declared: Declared) -> Option<Span> {
        let span = match declared {
            Declared::Global(id) => {
                let global = self.global(id);
                (!global.is_literal && !global.is_undefined).then_some(global.declaration)?
            }
            Declared::Local { function, local } => {
                let function = self.function(function);
                let info = function.local(local);
                let is_parameter = info.role == LocalRole::Parameter;
                let is_own = is_parameter || info.role == LocalRole::Variable;
                let span = if is_parameter { Some(info.span) } else { function.declaration(local) };
                span.filter(|_| is_own && !function.is_library)?
            }
            Declared::Field { .. } => self.declared_field(declared)?.declaration?,
        };
        let is_named = !self.declared_name(declared).is_empty();
        (is_named && self.sources.file(span.file).is_user()).then_some(span)
    }

    /// The name that is declared; empty where there is none.
    pub fn declared_name(&self, declared: Declared) -> &str {
        match declared {
            Declared::Global(id) => &self.global(id).name,
            Declared::Local { function, local } => &self.function(function).local(local).name,
            Declared::Field { .. } => self.declared_field(declared).map_or("", |it| &it.name),
        }
    }

    fn declared_field(&self, declared: Declared) -> Option<&Field> {
        let Declared::Field { record, field } = declared else { return None };
        self.types.record(record).fields.get(usize::try_from(field).ok()?)
    }
}
