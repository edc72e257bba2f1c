//! Functions that are declared with a contract and defined nowhere.
//!
//! The contract is all that is known of such a function, so it is its body: what it requires is checked, its result is an input,
//! what it ensures is assumed. Like the library's functions it belongs to the calls: a broken precondition is the caller's.
//! What a postcondition says of storage (`*p == 1`, a global) makes that an input as well; where it speaks of storage in other ways, the
//! call is not supported, because nothing says what else the function writes.

use whydunit_program::{
    Body, Expr, InputOrigin, LocalRole, Place, PlaceBase, SourceKind, StmtKind, TerminatorKind,
};
use whydunit_source::Span;

use super::spec::{BoundClause, mentions_result};
use super::world::{Contract, Definition, ExternalName};
use super::{FnState, Res, Unit};
use crate::acsl::{ClauseKind, SpecExpr, SpecKind};
use crate::library;
use crate::sema::ctype::{FnTy, Kind};
use crate::sema::scope::{Symbol, SymbolKind};
use crate::text::display_name;

impl Unit<'_> {
    /// Gives every function a body that has nothing but a contract, as far as this file declares it.
    pub(crate) fn contracts_as_bodies(&mut self) {
        if self.is_library {
            return;
        }
        let mut names: Vec<String> = self.world.contracts.keys().cloned().collect();
        names.sort_unstable();
        for name in names {
            let is_known = self.world.user_defined.contains(&name)
                || library::knows(&name, self.world.file_use);
            let Some(contract) = self.world.contracts.get(&name).filter(|_| !is_known).cloned()
            else {
                continue;
            };
            if let Err(error) = self.contract_as_body(&name, contract) {
                self.report(error);
            }
        }
    }

    fn contract_as_body(&mut self, name: &str, contract: Contract) -> Res<()> {
        let Some(&ExternalName::Function(id)) = self.world.externals.get(name) else {
            return Ok(());
        };
        let info = &self.world.function_infos[id.index()];
        let (ty, span) = (info.ty, info.span);
        let is_condition =
            |kind: &ClauseKind| matches!(kind, ClauseKind::Requires | ClauseKind::Ensures);
        let is_stated = contract.clauses.iter().any(|(clause, _)| is_condition(&clause.kind));
        let Kind::Function(function) = self.types().kind(ty).clone() else { return Ok(()) };
        let is_declared = self.world.function_infos[id.index()].definition == Definition::Declared;
        if !is_declared || !is_stated || function.variadic || !function.prototyped {
            return Ok(());
        }
        let mut state = FnState::new(function.result);
        state.id = Some(id);
        state.name = display_name(name).into_owned();
        state.implicit = self.world.add_source_stmt(span, SourceKind::Implicit, Some(id));
        state.source = state.implicit;
        let outer = std::mem::replace(&mut self.func, state);
        let depth = self.scopes.depth();
        self.enter_scope();
        let result = self.by_contract(name, &function, contract, span);
        if let Err(error) = result {
            self.report(error);
        }
        self.scopes.truncate(depth);
        let state = std::mem::replace(&mut self.func, outer);
        let (locals, blocks) = super::finish::finish(state, self.world, span);
        let signature = self.types().signature(&function);
        let entry = &mut self.world.functions[id.index()];
        entry.signature = signature;
        entry.locals = locals;
        entry.param_count = function.params.len() as u32;
        entry.body = Body::Blocks(blocks);
        entry.is_library = true;
        Ok(())
    }

    fn by_contract(
        &mut self,
        name: &str,
        function: &FnTy,
        contract: Contract,
        span: Span,
    ) -> Res<()> {
        let mut params = Vec::new();
        for (index, &ty) in function.params.iter().enumerate() {
            let known = contract.params.get(index).cloned().flatten();
            let shown = known.as_deref().map(display_name).unwrap_or_default();
            let local = self.add_local(&shown, ty, LocalRole::Parameter, span);
            if let Some(known) = &known {
                let kind = SymbolKind::Local(local);
                self.scopes.declare(known, Symbol { kind, ty, span });
            }
            params.push((known, local, ty));
        }
        let written =
            contract.clauses.iter().filter(|(clause, _)| clause.kind == ClauseKind::Ensures);
        let mut storage = Vec::new();
        let mut is_clear = true;
        for expr in written.filter_map(|(clause, _)| clause.expr.as_ref()) {
            is_clear &= self.storage_in(expr, &mut storage);
        }
        let names = contract.params.clone();
        let bind =
            |(clause, base)| BoundClause { clause, base, params: names.clone(), is_option: false };
        self.begin_contract(contract.clauses.into_iter().map(bind).collect(), &params)?;
        if !is_clear {
            let what = format!("a contract of `{name}` that speaks of storage in this way");
            self.emit(StmtKind::Unsupported { what }, span);
        }
        let origin = || InputOrigin::Undefined(display_name(name).into_owned());
        for target in storage {
            let value = self.spec_value(&target, span, &Default::default())?;
            if let whydunit_program::ExprKind::Load(place) = value.expr.kind {
                self.emit(StmtKind::Input { place, origin: origin() }, span);
            }
        }
        let value = match self.types().is_void(function.result) {
            true => None,
            false => {
                let place = match self.func.result_local {
                    Some(local) => {
                        let ty = self.func.locals[local.index()].ty;
                        Place::local(local, ty, span)
                    }
                    None => self.temporary(function.result, span),
                };
                if let PlaceBase::Local(local) = place.base
                    && self.func.locals[local.index()].in_memory
                {
                    self.emit(StmtKind::Live { local }, span);
                }
                self.emit(StmtKind::Input { place: place.clone(), origin: origin() }, span);
                Some(Expr::load(place))
            }
        };
        self.assume_postconditions();
        self.func.source = self.func.implicit;
        self.terminate(TerminatorKind::Return(value), span);
        Ok(())
    }

    /// The scalars in storage that a postcondition speaks of, as far as they are named by parameters (`*p`) and globals. `false`: there
    /// are others.
    fn storage_in(&mut self, expr: &SpecExpr, found: &mut Vec<SpecExpr>) -> bool {
        match &expr.kind {
            // What was before is not written.
            SpecKind::Old(_) | SpecKind::Valid { .. } | SpecKind::SizeofExpr(_) => true,
            SpecKind::Deref(inner) => match &inner.kind {
                SpecKind::Name(_) => {
                    found.push(expr.clone());
                    true
                }
                _ => false,
            },
            SpecKind::Index(..) | SpecKind::Member(..) | SpecKind::Arrow(..) => {
                // Members of the result are part of it.
                mentions_result(expr) && !matches!(expr.kind, SpecKind::Index(..))
            }
            SpecKind::Name(name) => {
                let symbol =
                    self.scopes.lookup(name).map(|symbol| (symbol.kind.clone(), symbol.ty));
                match symbol {
                    Some((SymbolKind::Global(_), ty)) if self.types().is_scalar(ty) => {
                        found.push(expr.clone());
                        true
                    }
                    Some((SymbolKind::Global(_), _)) => false,
                    _ => true,
                }
            }
            _ => expr.children().into_iter().all(|child| self.storage_in(child, found)),
        }
    }
}
