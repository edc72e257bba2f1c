//! Programs, functions, statements.

use whydunit_source::{SourceMap, Span};

use crate::number::of_position;
use crate::{Expr, Intrinsic, Place, Signature, TypeId, TypeTable};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    FunctionId;
    GlobalId;
    /// A local variable, parameter or temporary of one function.
    LocalId;
    /// A basic block of one function; block 0 is the entry.
    BlockId;
    /// Index into [`Program::source_stmts`].
    SourceStmtId;
}

#[derive(Clone, Debug)]
pub struct Program {
    pub sources: SourceMap,
    pub types: TypeTable,
    pub globals: Vec<Global>,
    pub functions: Vec<Function>,
    pub source_stmts: Vec<SourceStmt>,
    pub arithmetic: Arithmetic,
    /// What a run is expected to do, of a program that has a check for it.
    pub expectation: Option<crate::Expectation>,
}

/// What the program's integers stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Arithmetic {
    /// Themselves: a result that does not fit is undefined, or wraps.
    #[default]
    Machine,
    /// Mathematical integers, and maps over them (Boogie). A result that does not fit, an index outside of a
    /// map's window or a division by zero is nothing that the program does: it is a limit of ours.
    Mathematical,
}

impl Arithmetic {
    /// Is a check of this kind one that the language does not know: what violates it is beyond our limits?
    pub fn is_limit(self, kind: CheckKind) -> bool {
        use CheckKind::{Bounds, Div, Lifetime, Null, Overflow, Shift, Uninit};
        let is_machine = matches!(kind, Bounds | Div | Lifetime | Null | Overflow | Shift | Uninit);
        self == Arithmetic::Mathematical && is_machine
    }
}

impl Program {
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    pub fn source_stmt(&self, id: SourceStmtId) -> &SourceStmt {
        &self.source_stmts[id.index()]
    }

    /// The externally visible function of that name, else a `static` one.
    pub fn find_function(&self, name: &str) -> Option<FunctionId> {
        let named = |wanted_static: bool| {
            self.functions
                .iter()
                .position(|f| f.name == name && f.is_static == wanted_static)
                .map(|index| FunctionId(of_position(index)))
        };
        named(false).or_else(|| named(true))
    }

    /// Is it what the operating system calls: its parameters are the arguments, its result is the exit code?
    pub fn is_main(&self, id: FunctionId) -> bool {
        self.arithmetic == Arithmetic::Machine && self.function(id).name == "main"
    }

    pub fn find_global(&self, name: &str) -> Option<GlobalId> {
        self.globals
            .iter()
            .position(|g| g.name == name && !g.is_literal)
            .map(|index| GlobalId(of_position(index)))
    }

    /// The statement or terminator (`None`) at a point.
    pub fn stmt_at(&self, point: Point) -> Option<&Stmt> {
        let block = &self.function(point.function).blocks()[point.block.index()];
        block.stmts.get(point.index as usize)
    }

    pub fn terminator_at(&self, point: Point) -> &Terminator {
        &self.function(point.function).blocks()[point.block.index()].terminator
    }

    /// Span and source statement at a point, be it a statement or a terminator.
    pub fn origin_of(&self, point: Point) -> (Span, SourceStmtId) {
        match self.stmt_at(point) {
            Some(stmt) => (stmt.span, stmt.source),
            None => {
                let terminator = self.terminator_at(point);
                (terminator.span, terminator.source)
            }
        }
    }
}

/// A statement (or, with `index` equal to the number of statements, the terminator) of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub function: FunctionId,
    pub block: BlockId,
    pub index: u32,
}

/// A statement as the user wrote it; several IR statements may come from one.
#[derive(Clone, Debug)]
pub struct SourceStmt {
    pub span: Span,
    pub kind: SourceKind,
    pub function: Option<FunctionId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SourceKind {
    /// An expression statement, the init or step part of a `for` included.
    Expression,
    /// One declarator with its initialiser.
    Declaration,
    /// A parameter as it receives its argument.
    Parameter,
    /// The controlling expression of `if`, `while`, `do`, `for`, `switch`.
    Condition,
    Return,
    /// `break`, `continue`, `goto`.
    Jump,
    /// A contract clause or `//@ assert`.
    Annotation,
    /// Not from any statement (entry of a function, end of a block).
    Implicit,
}

#[derive(Clone, Debug)]
pub struct Global {
    /// As the user wrote it; of a string literal: empty.
    pub name: String,
    pub ty: TypeId,
    pub span: Span,
    /// All of its declaration, as it is shown: the first of several with their specifiers.
    pub declaration: Span,
    /// Writing to it is undefined (string literals, `const` objects).
    pub is_const: bool,
    pub is_literal: bool,
    /// Set for a `static` local.
    pub owner: Option<FunctionId>,
    /// Declared only (`extern`) and defined nowhere: its contents are inputs.
    pub is_undefined: bool,
    /// Non-zero parts of the initial value; all other bytes are zero.
    pub init: Vec<GlobalInit>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct GlobalInit {
    pub offset: u64,
    pub value: InitValue,
}

#[derive(Clone, PartialEq, Debug)]
pub enum InitValue {
    Bytes(Vec<u8>),
    /// Address of a global plus a byte addend, stored as a pointer.
    GlobalAddr(GlobalId, i64),
    FunctionAddr(FunctionId),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub signature: Signature,
    pub span: Span,
    pub is_static: bool,
    /// Comes with whydunit, not with the program: its steps belong to the caller's statement.
    pub is_library: bool,
    /// Parameters first, in order (`LocalId(0)` is the first parameter).
    pub locals: Vec<Local>,
    pub param_count: u32,
    pub body: Body,
}

#[derive(Clone, Debug)]
pub enum Body {
    Blocks(Vec<Block>),
    Intrinsic(Intrinsic),
    /// Defined nowhere: a call returns an input.
    Undefined,
}

impl Function {
    /// The blocks of the body; none for intrinsics and undefined functions.
    pub fn blocks(&self) -> &[Block] {
        match &self.body {
            Body::Blocks(blocks) => blocks,
            Body::Intrinsic(_) | Body::Undefined => &[],
        }
    }

    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    /// The declaration of a variable, as it is shown: the first of several with their specifiers. `None` of parameters and of what
    /// the front end made.
    pub fn declaration(&self, local: LocalId) -> Option<Span> {
        self.beginning(local).map(|(_, stmt)| stmt.span)
    }

    /// The statement with which a variable begins to live: block, position in the block, and itself.
    pub fn beginning(&self, local: LocalId) -> Option<((BlockId, u32), &Stmt)> {
        let begins = |stmt: &&Stmt| match &stmt.kind {
            StmtKind::Live { local: begun } | StmtKind::AllocVla { local: begun, .. } => {
                *begun == local
            }
            _ => false,
        };
        let blocks = (0..).map(BlockId).zip(self.blocks());
        let mut stmts = blocks.flat_map(|(block, body)| {
            (0..).zip(&body.stmts).map(move |(index, stmt)| ((block, index), stmt))
        });
        stmts.find(|(_, stmt)| begins(stmt))
    }

    pub fn params(&self) -> impl Iterator<Item = LocalId> + use<> {
        (0..self.param_count).map(LocalId)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalRole {
    Parameter,
    Variable,
    /// Made by the front end; never shown by name.
    Temporary,
    /// The value being returned, as contracts see it (`\result`).
    Result,
    /// Variable of a quantifier.
    Bound,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub ty: TypeId,
    pub span: Span,
    pub role: LocalRole,
    /// Its address is taken somewhere (or it is not scalar): it needs storage that pointers reach.
    pub in_memory: bool,
    /// This pointer is the hidden base of a variable-length array that users know by this name.
    pub is_vla: bool,
}

#[derive(Clone, Debug)]
pub struct Block {
    pub stmts: Vec<Stmt>,
    pub terminator: Terminator,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    pub source: SourceStmtId,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// Scalar or record assignment.
    Assign {
        place: Place,
        value: Expr,
    },
    /// All bytes of the place become zero.
    Zero {
        place: Place,
    },
    /// Copies `bytes` bytes between places of any type (array initialisation from a literal).
    Copy {
        to: Place,
        from: Place,
        bytes: u64,
    },
    /// The place receives a value that the program does not determine.
    Input {
        place: Place,
        origin: InputOrigin,
    },
    Call {
        dest: Option<Place>,
        callee: Callee,
        args: Vec<Expr>,
    },
    /// Next variadic argument of the list at `list` (a pointer to it), read as the place's type.
    VaArg {
        place: Place,
        list: Expr,
    },
    Assume {
        cond: Expr,
    },
    /// Fails when the condition is false. `text` is the condition as the user wrote it.
    Check {
        kind: CheckKind,
        cond: Expr,
        text: String,
    },
    /// A new, uninitialised instance of the local begins to live.
    Live {
        local: LocalId,
    },
    /// The local's storage ends.
    Dead {
        local: LocalId,
    },
    /// A variable-length array of `count` elements; its address is stored in `local`.
    AllocVla {
        local: LocalId,
        count: Expr,
    },
    /// Keeps the memory as it is now for `Old { slot }`.
    Snapshot {
        slot: u32,
    },
    /// A construct we do not support; a run that meets it ends there.
    Unsupported {
        what: String,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    Direct(FunctionId),
    Pointer(Expr),
}

/// What a [`StmtKind::Check`] or a failed run is about; the names of `--checks`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckKind {
    /// `assert`, `__VERIFIER_assert`, `__CPROVER_assert`.
    Assert,
    Bounds,
    Null,
    Lifetime,
    Div,
    Overflow,
    Shift,
    Uninit,
    /// `reach_error`, `__VERIFIER_error`, `__builtin_unreachable`.
    Unreach,
    /// `//@ assert`, `ensures`, and `requires` of a called function.
    Contract,
    /// A precondition. In the start function it is an assumption on the inputs, in any other a
    /// contract that the caller broke; reported as `contract`.
    Requires,
    Abort,
    /// What a run was expected to do; never switched on or off by name. See [`crate::Expectation`].
    Expectation,
}

impl CheckKind {
    pub const ALL: [CheckKind; 11] = [
        CheckKind::Assert,
        CheckKind::Bounds,
        CheckKind::Null,
        CheckKind::Lifetime,
        CheckKind::Div,
        CheckKind::Overflow,
        CheckKind::Shift,
        CheckKind::Uninit,
        CheckKind::Unreach,
        CheckKind::Contract,
        CheckKind::Abort,
    ];

    /// Does the check stand in the text of the program, rather than follow from what C demands?
    pub fn is_written(self) -> bool {
        use CheckKind::{Abort, Assert, Contract, Expectation, Requires, Unreach};
        matches!(self, Assert | Contract | Requires | Unreach | Abort | Expectation)
    }

    pub fn name(self) -> &'static str {
        match self {
            CheckKind::Assert => "assert",
            CheckKind::Bounds => "bounds",
            CheckKind::Null => "null",
            CheckKind::Lifetime => "lifetime",
            CheckKind::Div => "div",
            CheckKind::Overflow => "overflow",
            CheckKind::Shift => "shift",
            CheckKind::Uninit => "uninit",
            CheckKind::Unreach => "unreach",
            CheckKind::Contract | CheckKind::Requires => "contract",
            CheckKind::Abort => "abort",
            CheckKind::Expectation => "expectation",
        }
    }

    /// Is it about storage? What an access does that breaks such a check is not known, so nothing is known of what follows.
    pub fn is_memory(self) -> bool {
        matches!(self, CheckKind::Bounds | CheckKind::Null | CheckKind::Lifetime)
    }

    pub fn from_name(name: &str) -> Option<CheckKind> {
        CheckKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Where a value that the program does not determine comes from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum InputOrigin {
    /// A call of a nondeterministic intrinsic, by its name.
    Nondet(String),
    /// A parameter of the start function (or what it points to).
    Parameter,
    /// A global that is declared but not defined.
    Global,
    Argv,
    Stdin,
    /// Storage that was read before it was written.
    Uninitialised,
    /// Result of a function that is not defined.
    Undefined(String),
    /// Answer of the system to a library function (`time`, `getenv`, `fopen`).
    Library {
        function: String,
        /// What a run takes where nothing is given; `None` where that is 0 and no answer a program could rely on.
        otherwise: Option<i64>,
    },
    /// A file that is there before the run, by its name.
    File(String),
    /// The next number of a generator (`rand`). Where nothing is given a run takes that of the GNU C library.
    Random(String),
}

impl InputOrigin {
    /// Can someone outside the program choose this value?
    pub fn is_external(&self) -> bool {
        match self {
            InputOrigin::Nondet(_)
            | InputOrigin::Parameter
            | InputOrigin::Argv
            | InputOrigin::Stdin
            | InputOrigin::File(_)
            | InputOrigin::Undefined(_)
            | InputOrigin::Library { .. } => true,
            InputOrigin::Global | InputOrigin::Uninitialised | InputOrigin::Random(_) => false,
        }
    }

    /// The function whose answer it is: one without a body, or one of the library.
    pub fn answered_by(&self) -> Option<&str> {
        match self {
            InputOrigin::Undefined(name)
            | InputOrigin::Library { function: name, .. }
            | InputOrigin::Random(name) => Some(name),
            InputOrigin::Nondet(_)
            | InputOrigin::Parameter
            | InputOrigin::Global
            | InputOrigin::Argv
            | InputOrigin::Stdin
            | InputOrigin::File(_)
            | InputOrigin::Uninitialised => None,
        }
    }

    /// The function that is called for it: one that [answers](Self::answered_by), or one that stands for any value.
    pub fn called(&self) -> Option<&str> {
        match self {
            InputOrigin::Nondet(name) => Some(name),
            other => other.answered_by(),
        }
    }

    /// The word used in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            InputOrigin::Nondet(_) => "nondet",
            InputOrigin::Parameter => "parameter",
            InputOrigin::Global => "global",
            InputOrigin::Argv => "argv",
            InputOrigin::Stdin => "stdin",
            InputOrigin::File(_) => "file",
            InputOrigin::Uninitialised => "uninitialised",
            InputOrigin::Undefined(_) => "undefined-function",
            InputOrigin::Library { .. } => "library",
            InputOrigin::Random(_) => "random",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Terminator {
    pub kind: TerminatorKind,
    pub span: Span,
    pub source: SourceStmtId,
}

#[derive(Clone, PartialEq, Debug)]
pub enum TerminatorKind {
    Goto(BlockId),
    /// A scalar condition; non-zero takes `then`.
    Branch {
        cond: Expr,
        then: BlockId,
        otherwise: BlockId,
    },
    /// Cases are disjoint.
    Switch {
        value: Expr,
        cases: Vec<SwitchCase>,
        default: BlockId,
    },
    Return(Option<Expr>),
    /// Cannot be reached (after a call that does not return).
    Unreachable,
}

/// `case low ... high:`; both ends belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    pub low: i128,
    pub high: i128,
    pub target: BlockId,
}

impl TerminatorKind {
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            TerminatorKind::Goto(target) => vec![*target],
            TerminatorKind::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            TerminatorKind::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.target).chain([*default]).collect()
            }
            TerminatorKind::Return(_) | TerminatorKind::Unreachable => Vec::new(),
        }
    }
}
