//! Jumps: `goto` and labels, `break`, `continue`, `switch`.
//!
//! A jump ends the locals of the scopes it leaves. A jump *into* a scope, past declarations, makes
//! their objects live (uninitialised), because in C an object lives from entry into its block.

use lang_c::ast::SwitchStatement;
use whydunit_program::{BlockId, LocalId, SourceKind, StmtKind, SwitchCase, TerminatorKind};
use whydunit_source::Span;

use super::builder::{CaseDraft, Chain, JumpTarget, Label, PendingGoto, SwitchDraft};
use super::{Res, Unit};

impl Unit<'_> {
    /// What a jump between two points ends and begins.
    fn crossing(&self, from: &Chain, to: &Chain) -> (Vec<LocalId>, Vec<LocalId>) {
        let locals = |scope: u32| &self.func.scope_locals[scope as usize];
        let mut dead: Vec<LocalId> = Vec::new();
        for &(scope, count) in from.iter().rev() {
            if !to.iter().any(|&(other, _)| other == scope) {
                dead.extend(locals(scope)[..count as usize].iter().rev());
            }
        }
        let mut live: Vec<LocalId> = Vec::new();
        for &(scope, count) in to {
            let already = from.iter().find(|&&(other, _)| other == scope).map_or(0, |&(_, n)| n);
            if count > already {
                live.extend(&locals(scope)[already as usize..count as usize]);
            }
        }
        live.retain(|local| !self.func.locals[local.index()].is_vla);
        (dead, live)
    }

    pub(crate) fn goto(&mut self, label: &str, span: Span) {
        let pending = PendingGoto {
            block: self.current_block(),
            label: label.to_owned(),
            chain: self.chain(),
            span,
        };
        self.func.gotos.push(pending);
        let target = self.label_block(label);
        self.jump_to(target, span);
    }

    fn label_block(&mut self, name: &str) -> BlockId {
        if let Some(label) = self.func.labels.get(name) {
            return label.block;
        }
        let block = self.new_block();
        self.func.labels.insert(name.to_owned(), Label { block, chain: None });
        block
    }

    pub(crate) fn define_label(&mut self, name: &str, span: Span) -> Res<()> {
        let block = self.label_block(name);
        let chain = self.chain();
        let Some(label) = self.func.labels.get_mut(name) else { return Ok(()) };
        if label.chain.is_some() {
            return Err(self.error(span, format!("the label `{name}` is defined twice")));
        }
        label.chain = Some(chain);
        self.continue_in(block, span);
        Ok(())
    }

    /// Once all labels are known: the locals that each `goto` ends or begins.
    pub(crate) fn resolve_gotos(&mut self) {
        for goto in std::mem::take(&mut self.func.gotos) {
            let chain = self.func.labels.get(&goto.label).and_then(|label| label.chain.clone());
            let Some(to) = chain else {
                let message = format!("there is no label `{}` in this function", goto.label);
                let error = self.error(goto.span, message);
                self.report(error);
                continue;
            };
            let (dead, live) = self.crossing(&goto.chain, &to);
            let source = self.func.implicit;
            let kinds = (dead.into_iter().map(|local| StmtKind::Dead { local }))
                .chain(live.into_iter().map(|local| StmtKind::Live { local }));
            for kind in kinds {
                let stmt = whydunit_program::Stmt { kind, span: goto.span, source };
                self.func.blocks[goto.block.index()].stmts.push(stmt);
            }
        }
    }

    pub(crate) fn break_statement(&mut self, span: Span) -> Res<()> {
        self.begin_source(span, SourceKind::Jump);
        let Some(target) = self.func.jumps.last().cloned() else {
            return Err(self.error(span, "`break` outside of a loop or switch"));
        };
        self.kill_scopes_above(target.depth, span);
        self.jump_to(target.break_to, span);
        Ok(())
    }

    pub(crate) fn continue_statement(&mut self, span: Span) -> Res<()> {
        self.begin_source(span, SourceKind::Jump);
        let target = self
            .func
            .jumps
            .iter()
            .rev()
            .find_map(|target| Some((target.continue_to?, target.depth)));
        let Some((again, depth)) = target else {
            return Err(self.error(span, "`continue` outside of a loop"));
        };
        self.kill_scopes_above(depth, span);
        self.jump_to(again, span);
        Ok(())
    }

    pub(crate) fn switch(&mut self, node: &SwitchStatement) -> Res<()> {
        let span = self.span_of(&node.expression);
        self.begin_source(span, SourceKind::Condition);
        let value = self.value(&node.expression)?;
        if !self.types().is_integer(value.ty) {
            let message =
                format!("`switch` needs an integer, but this is `{}`", self.display(value.ty));
            return Err(self.error(span, message));
        }
        let value = self.promote(value);
        let source = self.func.source;
        let dispatch = self.func.current;
        let after = self.new_block();
        let chain = self.chain();
        self.func.switches.push(SwitchDraft {
            ty: value.ty,
            chain,
            cases: Vec::new(),
            default: None,
        });
        let depth = self.func.open_scopes.len();
        self.func.jumps.push(JumpTarget { break_to: after, continue_to: None, depth });
        // What stands before the first case is reached by jumps only.
        let first = self.new_block();
        self.switch_to(first);
        let result = self.statement(&node.statement);
        self.func.jumps.pop();
        let draft = self.func.switches.pop();
        self.func.source = source;
        self.continue_in(after, span);
        if let Some(draft) = draft {
            let default = match &draft.default {
                Some((block, chain)) => self.case_entry(&draft.chain, *block, chain, span),
                None => after,
            };
            let mut cases = Vec::new();
            for case in &draft.cases {
                let target = self.case_entry(&draft.chain, case.block, &case.chain, span);
                cases.push(SwitchCase { low: case.low, high: case.high, target });
            }
            let kind = TerminatorKind::Switch { value: value.expr, cases, default };
            self.set_terminator(dispatch, kind, span, source);
        }
        self.switch_to(after);
        result
    }

    /// The block a case is entered by: its own, or one that first makes bypassed variables live.
    fn case_entry(&mut self, from: &Chain, block: BlockId, to: &Chain, span: Span) -> BlockId {
        let (_, live) = self.crossing(from, to);
        if live.is_empty() {
            return block;
        }
        let back = self.current_block();
        let entry = self.new_block();
        self.switch_to(entry);
        for local in live {
            self.emit(StmtKind::Live { local }, span);
        }
        self.continue_in(block, span);
        self.switch_to(back);
        entry
    }

    pub(crate) fn case(&mut self, low: i128, high: i128, span: Span) -> Res<()> {
        let Some(draft) = self.func.switches.last() else {
            return Err(self.error(span, "`case` outside of a switch"));
        };
        let ty = draft.ty;
        let ir = self.types().ir(ty);
        // Case labels are converted to the type of the controlling expression.
        let Some(kind) = self.types().table.int_kind(ir) else {
            return Err(self.error(span, "`case` needs an integer"));
        };
        let low = kind.wrap(low);
        let high = kind.wrap(high);
        if low > high {
            return Err(self.error(span, "this range of cases is empty"));
        }
        let taken = self.func.switches.last().is_some_and(|draft| {
            draft.cases.iter().any(|case| case.low <= high && low <= case.high)
        });
        if taken {
            return Err(self.error(span, format!("the case {low} occurs twice in this switch")));
        }
        let block = self.new_block();
        let chain = self.chain();
        if let Some(draft) = self.func.switches.last_mut() {
            draft.cases.push(CaseDraft { low, high, block, chain });
        }
        self.fall_into(block, span);
        Ok(())
    }

    pub(crate) fn default_case(&mut self, span: Span) -> Res<()> {
        let block = self.new_block();
        let chain = self.chain();
        let Some(draft) = self.func.switches.last_mut() else {
            return Err(self.error(span, "`default` outside of a switch"));
        };
        if draft.default.is_some() {
            return Err(self.error(span, "a switch can have only one `default`"));
        }
        draft.default = Some((block, chain));
        self.fall_into(block, span);
        Ok(())
    }

    fn fall_into(&mut self, block: BlockId, span: Span) {
        self.func.source = self.func.implicit;
        self.continue_in(block, span);
    }
}
