//! What the arm of a branch that was *not* taken may assign.
//!
//! A failure can be due to an assignment that did not happen. To find it, every branch of a trace knows the
//! places that its other arms could have set before the arms join again. The answer is an over-approximation:
//! every block reachable on another arm counts, calls count with everything they may
//! assign (transitively), a write through a pointer counts as [`MayAssign::Pointee`] or [`MayAssign::Memory`] unless the place is
//! a plain variable.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{
    Block, BlockId, Body, Callee, Cfg, Expr, ExprKind, FunctionId, GlobalId, Intrinsic, LocalId,
    LoopInfo, Place, PlaceBase, Program, Projection, StmtKind, TerminatorKind, Type, TypeId,
};

use whydunit_source::Span;

/// A place, or a class of places, that a arm may assign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MayAssign {
    /// Bytes `offset .. offset + size` of a variable of the branch's own frame.
    Local {
        /// The variable.
        local: LocalId,
        /// The first of the bytes.
        offset: u64,
        /// How many there are.
        size: u64,
    },
    /// Bytes of a variable of file scope, or a static one.
    Global {
        /// The variable.
        global: GlobalId,
        /// The first of the bytes.
        offset: u64,
        /// How many there are.
        size: u64,
    },
    /// A number or address of this kind, reached through a pointer.
    Pointee(Scalar),
    /// Anything reached through a pointer.
    Memory,
}

/// What a write through a pointer writes, as far as C lets it decide which objects that may be. Characters may be
/// part of anything and are none of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// An integer.
    Int {
        /// In bytes.
        size: u64,
    },
    /// A floating-point number.
    Float {
        /// In bytes.
        size: u64,
    },
    /// An address.
    Pointer,
}

impl Scalar {
    /// The kind of a type; `None` if writing it may change anything.
    pub fn of(program: &Program, ty: TypeId) -> Option<Scalar> {
        let types = &program.types;
        match types.get(ty) {
            Type::Pointer(_) => Some(Scalar::Pointer),
            Type::Float(_) => Some(Scalar::Float { size: types.size_of(ty)? }),
            _ if types.int_kind(ty).is_some() => {
                let size = types.size_of(ty).filter(|&size| size > 1)?;
                Some(Scalar::Int { size })
            }
            _ => None,
        }
    }
}

/// No terminator has so many successors.
const NONE_TAKEN: u32 = u32::MAX;

/// Static answers for one program, computed on demand and kept.
#[derive(Debug)]
pub struct ArmEffects<'p> {
    program: &'p Program,
    cfgs: FxHashMap<FunctionId, Cfg>,
    /// What a call of each function may assign outside its own frame.
    effects: Vec<Vec<MayAssign>>,
    arms: FxHashMap<(FunctionId, BlockId, u32), Vec<MayAssign>>,
    skipped: FxHashMap<(FunctionId, BlockId), Vec<MayAssign>>,
}

impl<'p> ArmEffects<'p> {
    /// Nothing is computed yet.
    pub fn new(program: &'p Program) -> ArmEffects<'p> {
        ArmEffects {
            program,
            cfgs: FxHashMap::default(),
            effects: call_effects(program),
            arms: FxHashMap::default(),
            skipped: FxHashMap::default(),
        }
    }

    /// The control flow of a function.
    pub fn cfg(&mut self, function: FunctionId) -> &Cfg {
        let program = self.program;
        self.cfgs.entry(function).or_insert_with(|| Cfg::new(program.function(function).blocks()))
    }

    /// What a call of the function may assign outside its own frame; sorted.
    pub fn effects(&self, function: FunctionId) -> &[MayAssign] {
        &self.effects[function.index()]
    }

    /// Places that the arms other than `taken` (an index into the terminator's successors) may assign
    /// before all arms join again; sorted.
    pub fn other_arms(&mut self, function: FunctionId, block: BlockId, taken: u32) -> &[MayAssign] {
        let key = (function, block, taken);
        if !self.arms.contains_key(&key) {
            let computed = self.compute(function, block, taken);
            self.arms.insert(key, computed);
        }
        &self.arms[&key]
    }

    /// Places that any arm may assign before all arms join again; sorted.
    pub fn all_arms(&mut self, function: FunctionId, block: BlockId) -> &[MayAssign] {
        self.other_arms(function, block, NONE_TAKEN)
    }

    /// Places that the jump or return at the end of a block keeps from being assigned: what stands behind it in the text, up to where it leads or to the next label of
    /// a `switch`, and everything in the loops that it leaves; sorted.
    pub fn skipped(&mut self, function: FunctionId, block: BlockId) -> &[MayAssign] {
        if !self.skipped.contains_key(&(function, block)) {
            let computed = self.compute_skipped(function, block);
            self.skipped.insert((function, block), computed);
        }
        &self.skipped[&(function, block)]
    }

    fn compute_skipped(&mut self, function: FunctionId, block: BlockId) -> Vec<MayAssign> {
        let program = self.program;
        let body = program.function(function).blocks();
        let terminator = &body[block.index()].terminator;
        let from = terminator.span;
        let target = match terminator.kind {
            TerminatorKind::Goto(target) => Some(target),
            TerminatorKind::Return(_) => None,
            _ => return Vec::new(),
        };
        let labels = body.iter().flat_map(|block| match &block.terminator.kind {
            kind @ TerminatorKind::Switch { .. } => kind.successors(),
            _ => Vec::new(),
        });
        let ends = labels.chain(target).filter_map(|block| start_of(&body[block.index()], from));
        let end = ends.filter(|&start| start > from.end).min().unwrap_or(u32::MAX);
        let cfg = self.cfg(function);
        let leaves = |block: &LoopInfo| target.is_none_or(|target| !block.contains(target));
        let around = cfg.loops().iter().filter(|it| it.contains(block)).cloned();
        let (left, kept): (Vec<LoopInfo>, Vec<LoopInfo>) = around.partition(|it| leaves(it));
        let inner = kept.iter().max_by_key(|it| it.depth);
        let mut assigned = FxHashSet::default();
        for (index, content) in body.iter().enumerate() {
            let id = BlockId(index as u32);
            let is_left = left.iter().any(|it| it.contains(id));
            let is_near = inner.is_none_or(|it| it.contains(id));
            for stmt in &content.stmts {
                let is_behind =
                    stmt.span.file == from.file && (from.end..end).contains(&stmt.span.start);
                if is_left || is_near && is_behind {
                    collect(program, function, &stmt.kind, &self.effects, &mut assigned);
                }
            }
        }
        sorted(assigned)
    }

    fn compute(&mut self, function: FunctionId, block: BlockId, taken: u32) -> Vec<MayAssign> {
        let program = self.program;
        let body = program.function(function).blocks();
        let successors = body[block.index()].terminator.kind.successors();
        let taken = successors.get(taken as usize).copied();
        let cfg = self.cfg(function);
        let join = cfg.post_dominator(block);
        let mut blocks = FxHashSet::default();
        for &arm in successors.iter().filter(|&&arm| Some(arm) != taken) {
            blocks.extend(cfg.reachable_until(arm, join));
        }
        let mut assigned = FxHashSet::default();
        for block in blocks {
            for stmt in &body[block.index()].stmts {
                collect(program, function, &stmt.kind, &self.effects, &mut assigned);
            }
        }
        sorted(assigned)
    }
}

/// Where a block begins in the text.
fn start_of(block: &Block, near: Span) -> Option<u32> {
    let first = block.stmts.first().map_or(block.terminator.span, |stmt| stmt.span);
    (first.file == near.file).then_some(first.start)
}

fn sorted(set: FxHashSet<MayAssign>) -> Vec<MayAssign> {
    let mut list: Vec<MayAssign> = set.into_iter().collect();
    list.sort_unstable();
    list
}

/// Effects of one statement, calls included.
fn collect(
    program: &Program,
    function: FunctionId,
    kind: &StmtKind,
    effects: &[Vec<MayAssign>],
    out: &mut FxHashSet<MayAssign>,
) {
    if let Some(place) = kind.destination() {
        out.insert(assigned_place(program, function, place));
    }
    match kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => out.extend(&effects[id.index()]),
        // Any function whose address is taken may be meant: the last entry sums them up.
        StmtKind::Call { callee: Callee::Pointer(_), .. } => {
            out.extend(effects.last().into_iter().flatten());
        }
        StmtKind::AllocVla { local, .. } => {
            let ty = program.function(function).local(*local).ty;
            let size = program.types.size_of(ty).unwrap_or(0);
            out.insert(MayAssign::Local { local: *local, offset: 0, size });
        }
        _ => {}
    }
}

fn assigned_place(program: &Program, function: FunctionId, place: &Place) -> MayAssign {
    match &place.base {
        PlaceBase::Local(local) => {
            let ty = program.function(function).local(*local).ty;
            let (offset, size) = extent(program, ty, &place.path);
            MayAssign::Local { local: *local, offset, size }
        }
        PlaceBase::Global(global) => {
            let (offset, size) = extent(program, program.global(*global).ty, &place.path);
            MayAssign::Global { global: *global, offset, size }
        }
        PlaceBase::Deref(pointer) => {
            // What is written as one member of a union may be read as another.
            let is_plain = !passes_union(program, pointer.ty, &place.path);
            let scalar = Scalar::of(program, place.ty).filter(|_| is_plain);
            scalar.map_or(MayAssign::Memory, MayAssign::Pointee)
        }
    }
}

fn passes_union(program: &Program, pointer: TypeId, path: &[Projection]) -> bool {
    let types = &program.types;
    let Type::Pointer(mut ty) = *types.get(pointer) else { return true };
    for projection in path {
        ty = match (projection, types.get(ty)) {
            (Projection::Field(_), Type::Record(id)) if types.record(*id).is_union => return true,
            (Projection::Field(index), Type::Record(id)) => {
                types.record(*id).fields[*index as usize].ty
            }
            (Projection::Index(_), Type::Array { elem, .. }) => *elem,
            _ => return true,
        };
    }
    false
}

/// Byte range of a path; up to the first index that is not a constant, from there the whole array.
fn extent(program: &Program, mut ty: TypeId, path: &[Projection]) -> (u64, u64) {
    let types = &program.types;
    let mut offset = 0;
    for projection in path {
        match (projection, types.get(ty)) {
            (Projection::Field(index), Type::Record(id)) => {
                let field = &types.record(*id).fields[*index as usize];
                offset += field.offset;
                ty = field.ty;
            }
            (Projection::Index(index), Type::Array { elem, .. }) => match index.as_int() {
                Some(value) if value >= 0 => {
                    offset += value as u64 * types.size_of(*elem).unwrap_or(0);
                    ty = *elem;
                }
                _ => break,
            },
            _ => break,
        }
    }
    (offset, types.size_of(ty).unwrap_or(0))
}

/// For every function what a call of it may assign outside its frame; one more entry at the end for
/// calls through pointers. Least fixed point over the call graph.
fn call_effects(program: &Program) -> Vec<Vec<MayAssign>> {
    let count = program.functions.len();
    let mut own: Vec<FxHashSet<MayAssign>> = Vec::with_capacity(count + 1);
    let mut callees: Vec<FxHashSet<usize>> = Vec::with_capacity(count + 1);
    let mut address_taken = FxHashSet::default();
    for index in 0..count {
        let id = FunctionId(index as u32);
        let (mut assigned, mut called) = (FxHashSet::default(), FxHashSet::default());
        match &program.functions[index].body {
            Body::Blocks(blocks) => {
                for block in blocks {
                    for stmt in &block.stmts {
                        match &stmt.kind {
                            StmtKind::Call { dest, callee, args } => {
                                if let Some(dest) = dest {
                                    assigned.insert(assigned_place(program, id, dest));
                                }
                                called.insert(match callee {
                                    Callee::Direct(callee) => callee.index(),
                                    Callee::Pointer(_) => count,
                                });
                                for arg in args {
                                    function_addresses(arg, &mut address_taken);
                                }
                            }
                            kind => {
                                if let StmtKind::Assign { value, .. } = kind {
                                    function_addresses(value, &mut address_taken);
                                }
                                collect(program, id, kind, &[], &mut assigned);
                            }
                        }
                    }
                    if let TerminatorKind::Return(Some(value)) = &block.terminator.kind {
                        function_addresses(value, &mut address_taken);
                    }
                }
            }
            Body::Intrinsic(intrinsic) => {
                if writes_memory(*intrinsic) {
                    assigned.insert(MayAssign::Memory);
                }
            }
            Body::Undefined => {}
        }
        assigned.retain(|place| !matches!(place, MayAssign::Local { .. }));
        own.push(assigned);
        callees.push(called);
    }
    for global in &program.globals {
        for init in &global.init {
            if let whydunit_program::InitValue::FunctionAddr(id) = init.value {
                address_taken.insert(id.index());
            }
        }
    }
    own.push(FxHashSet::default());
    callees.push(address_taken);

    let mut changed = true;
    while changed {
        changed = false;
        for caller in 0..=count {
            for callee in callees[caller].clone() {
                let missing: Vec<MayAssign> =
                    own[callee].difference(&own[caller]).copied().collect();
                changed |= !missing.is_empty();
                own[caller].extend(missing);
            }
        }
    }
    own.into_iter().map(sorted).collect()
}

fn writes_memory(intrinsic: Intrinsic) -> bool {
    use Intrinsic::{
        Calloc, Fscanf, Memcpy, Memmove, Memset, Realloc, Scanf, Snprintf, Sprintf, Sscanf, Strtod,
        VaStart, Vfscanf, Vscanf, Vsnprintf, Vsprintf, Vsscanf,
    };
    matches!(
        intrinsic,
        Memcpy
            | Memmove
            | Memset
            | Calloc
            | Realloc
            | Scanf
            | Fscanf
            | Sscanf
            | Vscanf
            | Vfscanf
            | Vsscanf
            | Sprintf
            | Snprintf
            | Vsprintf
            | Vsnprintf
            | Strtod
            | VaStart
    )
}

/// Functions whose address may be the value of the expression, or go into it.
fn function_addresses(expr: &Expr, out: &mut FxHashSet<usize>) {
    match &expr.kind {
        ExprKind::FunctionAddr(id) => {
            out.insert(id.index());
        }
        // What lies in memory was put there by another statement.
        ExprKind::Load(_) | ExprKind::AddrOf(_) | ExprKind::Decay(_) => {}
        ExprKind::Cond(_, then, otherwise) => {
            function_addresses(then, out);
            function_addresses(otherwise, out);
        }
        _ => expr.operands().for_each(|operand| function_addresses(operand, out)),
    }
}
