//! Which objects may a pointer of the program point to?
//!
//! An over-approximation by inclusion (Andersen's analysis): flow, calling context and parts of objects are not told apart. An object is a variable, or all blocks that one statement
//! allocates, or what lies outside of the program; its contents are the objects that anything in it may point to. Integers may be addresses that were converted, so they count as
//! pointers do.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whydunit_program::{
    BinaryOp, Body, Callee, Expr, ExprKind, FunctionId, GlobalId, InitValue, Intrinsic, LocalId,
    Place, PlaceBase, Point, Program, StmtKind, TerminatorKind, Use,
};

/// Objects that are one to the analysis.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Site {
    Global(GlobalId),
    Local(FunctionId, LocalId),
    /// What the statement there allocates.
    Block(Point),
    /// Arguments of the program, what pointers among the inputs point to, results of functions without a body.
    Outside,
    /// What calls with a variable number of arguments pass; no object, but it has contents.
    Variadic,
    /// What a function returns; no object, either.
    Result(FunctionId),
}

pub(crate) type Sites = BTreeSet<Site>;

#[derive(Debug)]
pub(crate) struct Pointees<'p> {
    program: &'p Program,
    contents: FxHashMap<Site, Sites>,
    has_changed: bool,
}

impl<'p> Pointees<'p> {
    pub(crate) fn new(program: &'p Program) -> Pointees<'p> {
        let contents = FxHashMap::default();
        let mut pointees = Pointees { program, contents, has_changed: true };
        pointees.given();
        while std::mem::replace(&mut pointees.has_changed, false) {
            for index in 0..program.functions.len() as u32 {
                pointees.function(FunctionId(index));
            }
        }
        pointees
    }

    /// What the statement at a point may write through pointers.
    pub(crate) fn written_at(&self, point: Point) -> Sites {
        let mut sites = Sites::new();
        let Some(stmt) = self.program.stmt_at(point) else { return sites };
        if let Some(place) = stmt.kind.destination() {
            sites.extend(self.objects(point.function, place));
        }
        if let StmtKind::Call { args, .. } = &stmt.kind {
            let values = args.iter().map(|arg| self.value(point.function, arg));
            sites.extend(values.flatten());
        }
        sites
    }

    /// What is there before the program starts.
    fn given(&mut self) {
        self.add(Site::Outside, Sites::from([Site::Outside]));
        for (index, global) in self.program.globals.iter().enumerate() {
            let others = global.init.iter().filter_map(|init| match init.value {
                InitValue::GlobalAddr(other, _) => Some(Site::Global(other)),
                _ => None,
            });
            self.add(Site::Global(GlobalId(index as u32)), others.collect());
        }
        // Any function may be the one that the run starts with.
        for (index, function) in self.program.functions.iter().enumerate() {
            if !function.is_static && !function.is_library {
                for param in function.params() {
                    let param = Site::Local(FunctionId(index as u32), param);
                    self.add(param, Sites::from([Site::Outside]));
                }
            }
        }
    }

    fn add(&mut self, site: Site, pointed: Sites) {
        if pointed.is_empty() {
            return;
        }
        let contents = self.contents.entry(site).or_default();
        let before = contents.len();
        contents.extend(pointed);
        self.has_changed |= contents.len() > before;
    }

    fn store(&mut self, objects: Sites, value: &Sites) {
        for object in objects {
            self.add(object, value.clone());
        }
    }

    fn contents_of(&self, objects: &Sites) -> Sites {
        objects.iter().filter_map(|object| self.contents.get(object)).flatten().copied().collect()
    }

    fn objects(&self, function: FunctionId, place: &Place) -> Sites {
        match &place.base {
            PlaceBase::Local(local) => Sites::from([Site::Local(function, *local)]),
            PlaceBase::Global(global) => Sites::from([Site::Global(*global)]),
            PlaceBase::Deref(pointer) => self.value(function, pointer),
        }
    }

    /// What the value of an expression may point to.
    fn value(&self, function: FunctionId, expr: &Expr) -> Sites {
        match (expr.place(), &expr.kind) {
            (Some((place, Use::Read)), _) => self.contents_of(&self.objects(function, place)),
            (Some((place, _)), _) => self.objects(function, place),
            (None, ExprKind::Cond(_, then, otherwise)) => {
                let mut sites = self.value(function, then);
                sites.extend(self.value(function, otherwise));
                sites
            }
            (None, ExprKind::Binary(op, ..)) if is_comparison(*op) => Sites::new(),
            (None, ExprKind::And(..) | ExprKind::Or(..)) => Sites::new(),
            (None, _) => expr.operands().flat_map(|part| self.value(function, part)).collect(),
        }
    }

    fn function(&mut self, id: FunctionId) {
        let program = self.program;
        for (block, content) in program.function(id).blocks().iter().enumerate() {
            for (index, stmt) in content.stmts.iter().enumerate() {
                let block = whydunit_program::BlockId(block as u32);
                self.statement(Point { function: id, block, index: index as u32 }, &stmt.kind);
            }
            if let TerminatorKind::Return(Some(value)) = &content.terminator.kind {
                let value = self.value(id, value);
                self.add(Site::Result(id), value);
            }
        }
    }

    fn statement(&mut self, point: Point, kind: &'p StmtKind) {
        let function = point.function;
        match kind {
            StmtKind::Assign { place, value } => {
                let value = self.value(function, value);
                self.store(self.objects(function, place), &value);
            }
            StmtKind::Copy { to, from, .. } => {
                let value = self.contents_of(&self.objects(function, from));
                self.store(self.objects(function, to), &value);
            }
            StmtKind::Input { place, .. } => {
                self.store(self.objects(function, place), &Sites::from([Site::Outside]));
            }
            StmtKind::VaArg { place, .. } => {
                let value = self.contents_of(&Sites::from([Site::Variadic]));
                self.store(self.objects(function, place), &value);
            }
            StmtKind::AllocVla { local, .. } => {
                self.add(Site::Local(function, *local), Sites::from([Site::Block(point)]));
            }
            StmtKind::Call { dest, callee, args } => {
                let args: Vec<Sites> = args.iter().map(|arg| self.value(function, arg)).collect();
                let result = self.call(point, callee, &args);
                if let Some(dest) = dest {
                    self.store(self.objects(function, dest), &result);
                }
            }
            _ => {}
        }
    }

    /// What a call returns.
    fn call(&mut self, point: Point, callee: &Callee, args: &[Sites]) -> Sites {
        let program = self.program;
        if let Callee::Direct(id) = callee {
            return self.call_of(point, *id, args);
        }
        // Any function with as many parameters may be meant.
        let fits = |id: &FunctionId| {
            let function = program.function(*id);
            function.param_count as usize == args.len() && !function.is_library
        };
        let all = (0..program.functions.len() as u32).map(FunctionId).filter(fits);
        all.flat_map(|id| self.call_of(point, id, args)).collect()
    }

    fn call_of(&mut self, point: Point, id: FunctionId, args: &[Sites]) -> Sites {
        let callee = self.program.function(id);
        match callee.body {
            Body::Blocks(_) => {
                let mut args = args.iter();
                for (param, arg) in callee.params().zip(args.by_ref()) {
                    self.add(Site::Local(id, param), arg.clone());
                }
                args.for_each(|arg| self.add(Site::Variadic, arg.clone()));
                self.contents_of(&Sites::from([Site::Result(id)]))
            }
            Body::Intrinsic(intrinsic) => self.intrinsic(point, intrinsic, args),
            Body::Undefined => {
                let mut result: Sites = args.iter().flatten().copied().collect();
                result.insert(Site::Outside);
                result
            }
        }
    }

    fn intrinsic(&mut self, point: Point, intrinsic: Intrinsic, args: &[Sites]) -> Sites {
        let passed = |index: usize| args.get(index).cloned().unwrap_or_default();
        match intrinsic {
            Intrinsic::Malloc | Intrinsic::Calloc | Intrinsic::Alloca => {
                Sites::from([Site::Block(point)])
            }
            Intrinsic::Realloc => {
                let contents = self.contents_of(&passed(0));
                self.add(Site::Block(point), contents);
                Sites::from([Site::Block(point)])
            }
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                let contents = self.contents_of(&passed(1));
                self.store(passed(0), &contents);
                passed(0)
            }
            // The end of the number.
            Intrinsic::Strtod => {
                self.store(passed(1), &passed(0));
                Sites::new()
            }
            _ => passed(0),
        }
    }
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}
