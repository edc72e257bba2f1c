//! The function being lowered: its blocks, locals, scopes and pending jumps.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    BlockId, Expr, FunctionId, Local, LocalId, LocalRole, Place, SourceKind, SourceStmtId, Stmt,
    StmtKind, Terminator, TerminatorKind, Type,
};
use whydunit_source::Span;

use super::Unit;
use crate::sema::ctype::Ty;

#[derive(Debug, Default)]
pub(crate) struct BlockDraft {
    pub(crate) stmts: Vec<Stmt>,
    /// `None` while statements are still being added.
    pub(crate) terminator: Option<Terminator>,
}

/// The storage scopes around a point: for each, how many of its locals are declared by then.
pub(crate) type Chain = Vec<(u32, u32)>;

#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) block: BlockId,
    /// Set when the label's statement has been met.
    pub(crate) chain: Option<Chain>,
}

#[derive(Debug)]
pub(crate) struct PendingGoto {
    pub(crate) block: BlockId,
    pub(crate) label: String,
    pub(crate) chain: Chain,
    pub(crate) span: Span,
}

/// Where `break` and `continue` lead.
#[derive(Clone, Debug)]
pub(crate) struct JumpTarget {
    pub(crate) break_to: BlockId,
    /// `None` for a `switch`.
    pub(crate) continue_to: Option<BlockId>,
    /// Number of scopes open outside the statement.
    pub(crate) depth: usize,
}

#[derive(Debug)]
pub(crate) struct SwitchDraft {
    pub(crate) ty: Ty,
    pub(crate) chain: Chain,
    pub(crate) cases: Vec<CaseDraft>,
    pub(crate) default: Option<(BlockId, Chain)>,
}

#[derive(Debug)]
pub(crate) struct CaseDraft {
    pub(crate) low: i128,
    pub(crate) high: i128,
    pub(crate) block: BlockId,
    pub(crate) chain: Chain,
}

/// A place in the statements emitted so far. Valid as long as nothing is inserted before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) block: usize,
    pub(crate) index: usize,
    pub(crate) blocks: usize,
}

#[derive(Debug)]
pub(crate) struct FnState {
    /// `None` outside functions, where only constant expressions are lowered.
    pub(crate) id: Option<FunctionId>,
    pub(crate) name: String,
    pub(crate) result: Ty,
    pub(crate) locals: Vec<Local>,
    pub(crate) blocks: Vec<BlockDraft>,
    pub(crate) current: usize,
    /// The source statement being lowered.
    pub(crate) source: SourceStmtId,
    /// Stands for what no statement of the user's says (ends of blocks, the implicit return).
    pub(crate) implicit: SourceStmtId,
    /// Locals of every scope ever opened, by scope number.
    pub(crate) scope_locals: Vec<Vec<LocalId>>,
    /// Numbers of the open scopes, outermost first.
    pub(crate) open_scopes: Vec<u32>,
    pub(crate) labels: FxHashMap<String, Label>,
    pub(crate) gotos: Vec<PendingGoto>,
    pub(crate) jumps: Vec<JumpTarget>,
    pub(crate) switches: Vec<SwitchDraft>,
    /// Which local holds the length of a variable-length array type.
    pub(crate) variable_lengths: FxHashMap<u32, LocalId>,
    /// Names whose address is taken somewhere in the function.
    pub(crate) address_taken: FxHashSet<String>,
    /// Names that are assigned somewhere in the function, or whose address is taken.
    pub(crate) changed_names: FxHashSet<String>,
    pub(crate) postconditions: Vec<super::spec::Postcondition>,
    /// Receives the value to be returned where postconditions look at it.
    pub(crate) result_local: Option<LocalId>,
    /// Invariants that the next loop has to check at its head.
    pub(crate) pending_invariants: Vec<super::spec::Invariant>,
    pub(crate) func_name: Option<whydunit_program::GlobalId>,
    pub(crate) snapshots: u32,
    /// Values of the `constexpr` objects of the function.
    pub(super) constants: FxHashMap<LocalId, crate::sema::constant::Constant>,
}

impl FnState {
    pub(crate) fn new(result: Ty) -> FnState {
        FnState {
            id: None,
            name: String::new(),
            result,
            locals: Vec::new(),
            blocks: vec![BlockDraft::default()],
            current: 0,
            source: SourceStmtId(0),
            implicit: SourceStmtId(0),
            scope_locals: Vec::new(),
            open_scopes: Vec::new(),
            labels: FxHashMap::default(),
            gotos: Vec::new(),
            jumps: Vec::new(),
            switches: Vec::new(),
            variable_lengths: FxHashMap::default(),
            address_taken: FxHashSet::default(),
            changed_names: FxHashSet::default(),
            postconditions: Vec::new(),
            result_local: None,
            pending_invariants: Vec::new(),
            func_name: None,
            snapshots: 0,
            constants: FxHashMap::default(),
        }
    }
}

impl Unit<'_> {
    pub(crate) fn emit(&mut self, kind: StmtKind, span: Span) {
        let source = self.func.source;
        self.emit_for(kind, span, source);
    }

    pub(crate) fn emit_for(&mut self, kind: StmtKind, span: Span, source: SourceStmtId) {
        let current = self.func.current;
        self.func.blocks[current].stmts.push(Stmt { kind, span, source });
    }

    pub(crate) fn emit_assign(&mut self, place: Place, value: Expr, span: Span) {
        // Values of unsupported types are opaque bytes; the limit has been emitted before.
        if matches!(self.world.types.table.get(place.ty), Type::Array { .. }) {
            return;
        }
        self.emit(StmtKind::Assign { place, value }, span);
    }

    /// Ends the current block. What follows goes into a fresh block that nothing reaches yet.
    pub(crate) fn terminate(&mut self, kind: TerminatorKind, span: Span) {
        let source = self.func.source;
        self.set_terminator(self.func.current, kind, span, source);
        let next = self.new_block();
        self.switch_to(next);
    }

    pub(crate) fn set_terminator(
        &mut self,
        block: usize,
        kind: TerminatorKind,
        span: Span,
        source: SourceStmtId,
    ) {
        let draft = &mut self.func.blocks[block];
        if draft.terminator.is_none() {
            draft.terminator = Some(Terminator { kind, span, source });
        }
    }

    pub(crate) fn new_block(&mut self) -> BlockId {
        self.func.blocks.push(BlockDraft::default());
        BlockId(self.func.blocks.len() as u32 - 1)
    }

    pub(crate) fn switch_to(&mut self, block: BlockId) {
        self.func.current = block.index();
    }

    /// Jumps to `block` and goes on there.
    pub(crate) fn continue_in(&mut self, block: BlockId, span: Span) {
        let source = self.func.source;
        self.set_terminator(self.func.current, TerminatorKind::Goto(block), span, source);
        self.switch_to(block);
    }

    pub(crate) fn current_block(&self) -> BlockId {
        BlockId(self.func.current as u32)
    }

    pub(crate) fn mark(&self) -> Mark {
        let block = self.func.current;
        Mark { block, index: self.func.blocks[block].stmts.len(), blocks: self.func.blocks.len() }
    }

    /// Nothing has been emitted since `mark` and no block was entered.
    pub(crate) fn is_untouched(&self, mark: Mark) -> bool {
        self.func.current == mark.block
            && self.func.blocks[mark.block].stmts.len() == mark.index
            && self.func.blocks.len() == mark.blocks
    }

    pub(crate) fn add_local(&mut self, name: &str, ty: Ty, role: LocalRole, span: Span) -> LocalId {
        let ty = self.types().ir(ty);
        self.func.locals.push(Local {
            name: name.to_owned(),
            ty,
            span,
            role,
            in_memory: false,
            is_vla: false,
        });
        LocalId(self.func.locals.len() as u32 - 1)
    }

    /// A fresh temporary of a type, as a place.
    pub(crate) fn temporary(&mut self, ty: Ty, span: Span) -> Place {
        let local = self.add_local("", ty, LocalRole::Temporary, span);
        let ty = self.func.locals[local.index()].ty;
        Place::local(local, ty, span)
    }

    /// Opens a storage and name scope.
    pub(crate) fn enter_scope(&mut self) {
        self.scopes.enter();
        self.func.scope_locals.push(Vec::new());
        self.func.open_scopes.push(self.func.scope_locals.len() as u32 - 1);
    }

    /// Closes the innermost scope; its locals die here if this point is reached.
    pub(crate) fn leave_scope(&mut self, span: Span) {
        self.scopes.leave();
        if let Some(scope) = self.func.open_scopes.pop() {
            self.kill_scope(scope, span);
        }
    }

    fn kill_scope(&mut self, scope: u32, span: Span) {
        let locals = self.func.scope_locals[scope as usize].clone();
        let source = self.func.implicit;
        for &local in locals.iter().rev() {
            self.emit_for(StmtKind::Dead { local }, span, source);
        }
    }

    /// Ends the locals of all scopes deeper than `depth`, without closing them (for jumps).
    pub(crate) fn kill_scopes_above(&mut self, depth: usize, span: Span) {
        for index in (depth..self.func.open_scopes.len()).rev() {
            self.kill_scope(self.func.open_scopes[index], span);
        }
    }

    /// A variable of the innermost scope begins to exist from here to the scope's end.
    pub(crate) fn own_local(&mut self, local: LocalId) {
        if let Some(&scope) = self.func.open_scopes.last() {
            self.func.scope_locals[scope as usize].push(local);
        }
    }

    pub(crate) fn chain(&self) -> Chain {
        let count = |scope: u32| self.func.scope_locals[scope as usize].len() as u32;
        self.func.open_scopes.iter().map(|&scope| (scope, count(scope))).collect()
    }

    /// Starts a source statement: what is emitted from now on belongs to it.
    pub(crate) fn begin_source(&mut self, span: Span, kind: SourceKind) {
        let function = self.func.id;
        self.func.source = self.world.add_source_stmt(span, kind, function);
    }

    /// Runs `lower` in a scratch function body and forgets what it emitted. For operands that are
    /// only looked at for their type or constant value.
    pub(crate) fn without_effects<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        let blocks = std::mem::replace(&mut self.func.blocks, vec![BlockDraft::default()]);
        let current = std::mem::replace(&mut self.func.current, 0);
        let locals = self.func.locals.len();
        let scopes = self.scopes.depth();
        let open_scopes = self.func.open_scopes.clone();
        let owned: Vec<usize> = self.func.scope_locals.iter().map(Vec::len).collect();
        let gotos = self.func.gotos.len();
        let labels = self.func.labels.clone();
        let switches = std::mem::take(&mut self.func.switches);
        let stmts = self.world.source_stmts.len();
        let source = self.func.source;
        let result = lower(self);
        self.func.source = source;
        self.world.source_stmts.truncate(stmts);
        self.func.switches = switches;
        self.func.labels = labels;
        self.func.gotos.truncate(gotos);
        self.func.scope_locals.truncate(owned.len());
        for (locals, &count) in self.func.scope_locals.iter_mut().zip(&owned) {
            locals.truncate(count);
        }
        self.func.open_scopes = open_scopes;
        self.scopes.truncate(scopes);
        self.func.locals.truncate(locals);
        self.func.blocks = blocks;
        self.func.current = current;
        result
    }
}
