//! A call by the contract of its callee: the precondition is checked, what the body may assign becomes unknown, the
//! postcondition is assumed.
//!
//! The body is not looked at, so runs are found here that the program does not have; replay tells them apart. What holds,
//! holds for every body that keeps the contract.

use whydunit_program::{
    Arithmetic, Block, CheckKind, Expr, ExprKind, FunctionId, LocalId, LocalRole, PlaceBase,
    SourceKind, Stmt, StmtKind, TerminatorKind,
};
use whydunit_source::Span;
use whydunit_term::{Sort, Term};
use whydunit_trace::{ArmEffects, MayAssign, Scalar};

use super::call::Argument;
use super::memory::{Cell, EntryId};
use super::pointer::Entry;
use super::state::{Register, State};
use super::{Exec, Run, Stop};
use crate::limits::MOST_BYTES;
use whydunit_program::Class;

impl<'a> Exec<'a> {
    pub(super) fn has_contract(&self, function: FunctionId) -> bool {
        let callee = self.program.function(function);
        !callee.is_library
            && (callee.blocks().iter().flat_map(|block| &block.stmts).any(is_precondition)
                || !self.postconditions(function).is_empty())
    }

    /// The checks before a return that belong to the contract. In C, where statements may state conditions too, it is what
    /// stands before the function.
    fn postconditions(&self, function: FunctionId) -> Vec<&'a Stmt> {
        let program = self.program;
        let callee = program.function(function);
        let is_return = |block: &&Block| matches!(block.terminator.kind, TerminatorKind::Return(_));
        let mut returns = callee.blocks().iter().filter(is_return);
        let is_clause = |stmt: &&Stmt| match &stmt.kind {
            StmtKind::Check { kind: CheckKind::Contract, cond, .. } => {
                let is_outside = match program.arithmetic {
                    Arithmetic::Machine => cond.span < callee.span,
                    Arithmetic::Mathematical => true,
                };
                is_outside && program.source_stmt(stmt.source).kind == SourceKind::Annotation
            }
            _ => false,
        };
        let clauses = returns.next().map(|block| block.stmts.iter().rev().take_while(is_clause));
        let mut clauses: Vec<&Stmt> = clauses.into_iter().flatten().collect();
        clauses.reverse();
        clauses
    }

    pub(super) fn by_contract(
        &mut self,
        state: &mut State,
        function: FunctionId,
        args: Vec<Argument>,
        span: Span,
    ) -> Run<Register> {
        let callee = self.program.function(function);
        let suspended = state.suspend();
        let unset = Register { value: Term::FALSE, is_set: Term::FALSE };
        state.registers = vec![unset; callee.locals.len()];
        self.stack.push((function, state.path.clone()));
        self.calls.push(self.user_span(span));
        let result = self.keep_contract(state, function, &args, span);
        self.stack.pop();
        self.calls.pop();
        let result = result?;
        state.resume(suspended);
        Ok(result)
    }

    fn keep_contract(
        &mut self,
        state: &mut State,
        function: FunctionId,
        args: &[Argument],
        span: Span,
    ) -> Run<Register> {
        let program = self.program;
        let callee = program.function(function);
        self.pass(state, function, (args.to_vec(), Vec::new()), span)?;
        let entry = callee.blocks().first().map(|block| &block.stmts[..]).unwrap_or_default();
        for stmt in entry {
            if !self.prepares_contract(function, stmt) {
                break;
            }
            self.statement(state, stmt)?;
        }
        let reachable = self.reachable(state, args);
        for effect in ArmEffects::new(program).effects(function) {
            self.forget(state, effect, &reachable, span)?;
        }
        let result = self.any_result(state, function, span)?;
        let returned = self.returned_variable(function);
        for (index, local) in callee.locals.iter().enumerate() {
            if local.role == LocalRole::Result || returned == Some(LocalId(index as u32)) {
                state.registers[index] = result;
            }
        }
        for stmt in self.postconditions(function) {
            if let StmtKind::Check { cond, .. } = &stmt.kind {
                let holds = self.stated(state, cond)?;
                self.assume(state, holds)?;
            }
        }
        Ok(result)
    }

    /// The result as the contract sees it, in languages whose results are variables.
    fn returned_variable(&self, function: FunctionId) -> Option<LocalId> {
        let is_named = self.program.arithmetic == Arithmetic::Mathematical;
        let mut blocks = self.program.function(function).blocks().iter().filter(|_| is_named);
        blocks.find_map(|block| match &block.terminator.kind {
            TerminatorKind::Return(Some(Expr { kind: ExprKind::Load(place), .. })) => {
                match place.base {
                    PlaceBase::Local(local) if place.path.is_empty() => Some(local),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// Preconditions, and what postconditions keep of the state on entry.
    fn prepares_contract(&self, function: FunctionId, stmt: &Stmt) -> bool {
        let callee = self.program.function(function);
        let source = self.program.source_stmt(stmt.source).kind;
        match &stmt.kind {
            StmtKind::Check { kind, .. } => *kind == CheckKind::Requires,
            StmtKind::Snapshot { .. } | StmtKind::Live { .. } => true,
            StmtKind::Assign { place, .. } => {
                let is_temporary = match place.base {
                    PlaceBase::Local(local) => {
                        callee.local(local).role == LocalRole::Temporary && place.path.is_empty()
                    }
                    _ => false,
                };
                is_temporary && matches!(source, SourceKind::Annotation | SourceKind::Implicit)
            }
            _ => false,
        }
    }

    fn any_result(&mut self, state: &mut State, function: FunctionId, span: Span) -> Run<Register> {
        let ty = self.program.function(function).signature.result;
        if self.program.types.size_of(ty).is_none() || self.is_void(ty) {
            return Ok(Register { value: Term::FALSE, is_set: Term::FALSE });
        }
        match self.class(ty) {
            Class::Other | Class::Pointer { .. } => {
                let name = &self.program.function(function).name;
                let message = format!("the contract of `{name}` in place of its result");
                self.gap(state, message, span)
            }
            _ => {
                let value = self.input_value(ty, None);
                Ok(Register { value, is_set: Term::TRUE })
            }
        }
    }

    fn is_void(&self, ty: whydunit_program::TypeId) -> bool {
        matches!(self.program.types.get(ty), whydunit_program::Type::Void)
    }

    /// Objects that the callee can get at: by its arguments, by globals, and by pointers in those.
    fn reachable(&mut self, state: &State, args: &[Argument]) -> Vec<EntryId> {
        let mut found: Vec<EntryId> = self.globals.clone();
        let mut pointers: Vec<Term> = args.iter().map(|&(value, _)| value).collect();
        let width = self.pointer_width();
        let mut looked_at = 0;
        loop {
            for pointer in std::mem::take(&mut pointers) {
                if self.terms.sort(pointer) != Sort::Bits(width) {
                    continue;
                }
                for target in &self.targets(pointer).known {
                    let root = match self.entries[target.entry as usize] {
                        Entry::Object(_) => target.entry,
                        Entry::View { root, .. } => root,
                        Entry::Null | Entry::Function(_) => continue,
                    };
                    if !found.contains(&root) {
                        found.push(root);
                    }
                }
            }
            let Some(&next) = found.get(looked_at) else { return found };
            looked_at += 1;
            if let Some(object) = state.memory.get(next) {
                for (offset, size) in object.layout() {
                    if 8 * size == width {
                        pointers.push(object.read(self.terms, offset, size).value);
                    }
                }
            }
        }
    }

    /// Makes what a call may have assigned unknown.
    fn forget(
        &mut self,
        state: &mut State,
        effect: &MayAssign,
        reachable: &[EntryId],
        span: Span,
    ) -> Run<()> {
        match *effect {
            MayAssign::Local { .. } => Ok(()),
            MayAssign::Global { global, offset, size } => {
                let entry = self.globals[global.index()];
                self.forget_range(state, entry, (offset, offset + size), None, span)
            }
            MayAssign::Pointee(Scalar::Pointer) => {
                self.gap(state, "a contract in place of assignments to pointers", span)
            }
            MayAssign::Pointee(Scalar::Int { size } | Scalar::Float { size }) => {
                for &entry in reachable {
                    self.forget_object(state, entry, Some(size as u32), span)?;
                }
                Ok(())
            }
            MayAssign::Memory => {
                for &entry in reachable {
                    self.forget_object(state, entry, None, span)?;
                }
                Ok(())
            }
        }
    }

    fn forget_object(
        &mut self,
        state: &mut State,
        entry: EntryId,
        unit: Option<u32>,
        span: Span,
    ) -> Run<()> {
        let Entry::Object(info) = &self.entries[entry as usize] else { return Ok(()) };
        if info.is_const {
            return Ok(());
        }
        let largest = info.largest;
        self.forget_range(state, entry, (0, largest), unit, span)
    }

    /// Forgets the cells of a range; where `unit` is given only those of that size.
    fn forget_range(
        &mut self,
        state: &mut State,
        entry: EntryId,
        (from, to): (u64, u64),
        unit: Option<u32>,
        span: Span,
    ) -> Run<()> {
        if to - from > MOST_BYTES {
            return self.gap(state, "a contract in place of assignments to a large object", span);
        }
        let (from, to) = (from as u32, to as u32);
        let Some(object) = state.memory.get(entry) else { return Ok(()) };
        let layout = object.layout();
        let mut at = from;
        let mut cells = Vec::new();
        while at < to {
            let known = layout.iter().find(|&&(offset, _)| offset == at).map(|&(_, size)| size);
            let next = layout.iter().map(|&(offset, _)| offset).find(|&offset| offset > at);
            let room = next.unwrap_or(to).min(to) - at;
            let size = known.unwrap_or_else(|| unit.unwrap_or(4).min(room)).max(1);
            cells.push((at, size.min(to - at)));
            at += size;
        }
        for (offset, size) in cells {
            if unit.is_some_and(|unit| unit != size) {
                continue;
            }
            let fresh = self.variable("unknown", Sort::Bits(8 * size));
            let Some(object) = state.memory.get_mut(entry) else { return Err(Stop::Path) };
            let old = object.read(self.terms, offset, size);
            object.write(self.terms, offset, Cell { size, value: fresh, is_set: old.is_set });
        }
        Ok(())
    }
}

fn is_precondition(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Check { kind: CheckKind::Requires, cond, .. } => {
            !matches!(cond.kind, ExprKind::Int(_))
        }
        _ => false,
    }
}
