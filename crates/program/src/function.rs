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
            /// Its position in the table that it numbers.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )* };
}

ids! {
    /// A function of a program.
    FunctionId;
    /// A variable of static storage, or a literal.
    GlobalId;
    /// A local variable, parameter or temporary of one function.
    LocalId;
    /// A basic block of one function; block 0 is the entry.
    BlockId;
    /// Index into [`Program::source_stmts`].
    SourceStmtId;
}

/// A whole program: what a front end makes, and everything else reads.
#[derive(Clone, Debug)]
pub struct Program {
    /// The texts that spans refer to.
    pub sources: SourceMap,
    /// All types, interned.
    pub types: TypeTable,
    /// By [`GlobalId`].
    pub globals: Vec<Global>,
    /// By [`FunctionId`].
    pub functions: Vec<Function>,
    /// By [`SourceStmtId`].
    pub source_stmts: Vec<SourceStmt>,
    /// What its integers stand for.
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
    /// One of the functions.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// One of the globals.
    pub fn global(&self, id: GlobalId) -> &Global {
        &self.globals[id.index()]
    }

    /// One of the statements of the source.
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

    /// The global of that name.
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

    /// The terminator of the block that the point lies in.
    pub fn terminator_at(&self, point: Point) -> &Terminator {
        &self.function(point.function).blocks()[point.block.index()].terminator
    }

    /// Has `condition` checked right before a statement (or the end of its block), in the execution that the expectation says.
    pub fn expect_at(
        &mut self,
        at: Point,
        condition: Expr,
        span: Span,
        expectation: crate::Expectation,
    ) {
        let (_, mut source) = self.origin_of(at);
        if self.source_stmt(source).kind == SourceKind::Implicit && !span.is_empty() {
            // A loop without a condition is no statement of its own until it is asked about.
            let kind = SourceKind::Condition;
            source = SourceStmtId(of_position(self.source_stmts.len()));
            self.source_stmts.push(SourceStmt { span, kind, function: Some(at.function) });
        }
        let text = expectation.message.clone();
        self.expectation = Some(expectation);
        let kind = StmtKind::Check { kind: CheckKind::Expectation, cond: condition, text };
        if let Body::Blocks(blocks) = &mut self.functions[at.function.index()].body {
            let stmts = &mut blocks[at.block.index()].stmts;
            let index = (at.index as usize).min(stmts.len());
            stmts.insert(index, Stmt { kind, span, source });
        }
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
    /// The function it is in.
    pub function: FunctionId,
    /// The block of that function.
    pub block: BlockId,
    /// The position in the block.
    pub index: u32,
}

/// A statement as the user wrote it; several IR statements may come from one.
#[derive(Clone, Debug)]
pub struct SourceStmt {
    /// Where it stands in the source.
    pub span: Span,
    /// What was written there.
    pub kind: SourceKind,
    /// The function it is in; `None` at file scope.
    pub function: Option<FunctionId>,
}

/// What kind of statement the user wrote.
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
    /// `return`, with or without a value.
    Return,
    /// `break`, `continue`, `goto`.
    Jump,
    /// A contract clause or `//@ assert`.
    Annotation,
    /// Not from any statement (entry of a function, end of a block).
    Implicit,
}

/// A variable of static storage: of file scope, `static`, or a literal.
#[derive(Clone, Debug)]
pub struct Global {
    /// As the user wrote it; of a string literal: empty.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it stands in the source.
    pub span: Span,
    /// All of its declaration, as it is shown: the first of several with their specifiers.
    pub declaration: Span,
    /// Writing to it is undefined (string literals, `const` objects).
    pub is_const: bool,
    /// A string or compound literal: it has no name.
    pub is_literal: bool,
    /// Set for a `static` local.
    pub owner: Option<FunctionId>,
    /// Declared only (`extern`) and defined nowhere: its contents are inputs.
    pub is_undefined: bool,
    /// Non-zero parts of the initial value; all other bytes are zero.
    pub init: Vec<GlobalInit>,
}

/// Bytes of the initial value that are not zero.
#[derive(Clone, PartialEq, Debug)]
pub struct GlobalInit {
    /// In bytes, from the start of the object.
    pub offset: u64,
    /// What stands there.
    pub value: InitValue,
}

/// A part of an initial value.
#[derive(Clone, PartialEq, Debug)]
pub enum InitValue {
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// Address of a global plus a byte addend, stored as a pointer.
    GlobalAddr(GlobalId, i64),
    /// The address of a function.
    FunctionAddr(FunctionId),
}

/// A function: its signature, its variables, and its body if it has one.
#[derive(Clone, Debug)]
pub struct Function {
    /// As the user wrote it.
    pub name: String,
    /// Types of result and parameters.
    pub signature: Signature,
    /// Where it stands in the source.
    pub span: Span,
    /// Not seen by other files.
    pub is_static: bool,
    /// Comes with whydunit, not with the program: its steps belong to the caller's statement.
    pub is_library: bool,
    /// Parameters first, in order (`LocalId(0)` is the first parameter).
    pub locals: Vec<Local>,
    /// How many of the locals are parameters.
    pub param_count: u32,
    /// What it does.
    pub body: Body,
}

/// What a function does.
#[derive(Clone, Debug)]
pub enum Body {
    /// Statements; block 0 is the entry.
    Blocks(Vec<Block>),
    /// What the semantics know by name.
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

    /// One of its variables.
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

    /// Its parameters, in order.
    pub fn params(&self) -> impl Iterator<Item = LocalId> + use<> {
        (0..self.param_count).map(LocalId)
    }
}

/// What a local is there for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalRole {
    /// Receives an argument.
    Parameter,
    /// Declared in the body.
    Variable,
    /// Made by the front end; never shown by name.
    Temporary,
    /// The value being returned, as contracts see it (`\result`).
    Result,
    /// Variable of a quantifier.
    Bound,
}

/// A parameter, a variable or a temporary of one function.
#[derive(Clone, Debug)]
pub struct Local {
    /// As the user wrote it.
    pub name: String,
    /// Its type.
    pub ty: TypeId,
    /// Where it stands in the source.
    pub span: Span,
    /// What it is there for.
    pub role: LocalRole,
    /// Its address is taken somewhere (or it is not scalar): it needs storage that pointers reach.
    pub in_memory: bool,
    /// This pointer is the hidden base of a variable-length array that users know by this name.
    pub is_vla: bool,
}

/// Statements without a branch, and where control goes then.
#[derive(Clone, Debug)]
pub struct Block {
    /// In the order of execution.
    pub stmts: Vec<Stmt>,
    /// Where control goes from here.
    pub terminator: Terminator,
}

/// A statement with one effect.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The effect.
    pub kind: StmtKind,
    /// Where it stands in the source.
    pub span: Span,
    /// The statement of the source that it belongs to.
    pub source: SourceStmtId,
}

/// What a statement does.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// Scalar or record assignment.
    Assign {
        /// What receives the value.
        place: Place,
        /// The value.
        value: Expr,
    },
    /// All bytes of the place become zero.
    Zero {
        /// What receives the value.
        place: Place,
    },
    /// Copies `bytes` bytes between places of any type (array initialisation from a literal).
    Copy {
        /// Where the bytes go.
        to: Place,
        /// Where they come from.
        from: Place,
        /// How many.
        bytes: u64,
    },
    /// The place receives a value that the program does not determine.
    Input {
        /// What receives the value.
        place: Place,
        /// Where the value comes from.
        origin: InputOrigin,
    },
    /// Calls a function; the result goes to `dest`.
    Call {
        /// What receives the result.
        dest: Option<Place>,
        /// What is called.
        callee: Callee,
        /// What is passed, in order.
        args: Vec<Expr>,
    },
    /// Next variadic argument of the list at `list` (a pointer to it), read as the place's type.
    VaArg {
        /// What receives the value.
        place: Place,
        /// Points to the list of arguments.
        list: Expr,
    },
    /// Runs in which the condition is false are excluded.
    Assume {
        /// The condition: any scalar.
        cond: Expr,
    },
    /// Fails when the condition is false. `text` is the condition as the user wrote it.
    Check {
        /// What the check is about.
        kind: CheckKind,
        /// The condition: any scalar.
        cond: Expr,
        /// The condition as the user wrote it.
        text: String,
    },
    /// A new, uninitialised instance of the local begins to live.
    Live {
        /// The variable.
        local: LocalId,
    },
    /// The local's storage ends.
    Dead {
        /// The variable.
        local: LocalId,
    },
    /// A variable-length array of `count` elements; its address is stored in `local`.
    AllocVla {
        /// The variable.
        local: LocalId,
        /// How many elements.
        count: Expr,
    },
    /// Keeps the memory as it is now for `Old { slot }`.
    Snapshot {
        /// Under which number.
        slot: u32,
    },
    /// A construct we do not support; a run that meets it ends there.
    Unsupported {
        /// How it is called in the message.
        what: String,
    },
}

/// What a call names.
#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A function by its name.
    Direct(FunctionId),
    /// Whatever the pointer leads to.
    Pointer(Expr),
}

/// What a [`StmtKind::Check`] or a failed run is about; the names of `--checks`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CheckKind {
    /// `assert`, `__VERIFIER_assert`, `__CPROVER_assert`.
    Assert,
    /// An access outside of its object, or a pointer formed too far away.
    Bounds,
    /// An access through a null pointer.
    Null,
    /// An access to storage that is gone, or a second `free`.
    Lifetime,
    /// A division by zero.
    Div,
    /// A result that its type cannot hold.
    Overflow,
    /// A shift by a negative or too large count.
    Shift,
    /// A value that was never set.
    Uninit,
    /// `reach_error`, `__VERIFIER_error`, `__builtin_unreachable`.
    Unreach,
    /// `//@ assert`, `ensures`, and `requires` of a called function.
    Contract,
    /// A precondition. In the start function it is an assumption on the inputs, in any other a
    /// contract that the caller broke; reported as `contract`.
    Requires,
    /// A call of `abort`.
    Abort,
    /// That runs end: a property of whole runs, which no statement checks. A run that was proved endless fails an expectation that is about it.
    Termination,
    /// That what was allocated is freed or can still be reached at the end: a property of whole runs. A run that leaks fails an expectation that is about it.
    Leak,
    /// No check of its own: with it, whether there is memory is an input of each allocation.
    AllocFail,
    /// What a run was expected to do; never switched on or off by name. See [`crate::Expectation`].
    Expectation,
}

impl CheckKind {
    /// Those that `--checks` knows.
    pub const ALL: [CheckKind; 14] = [
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
        CheckKind::Termination,
        CheckKind::Leak,
        CheckKind::AllocFail,
    ];

    /// Does the check stand in the text of the program, rather than follow from what C demands?
    pub fn is_written(self) -> bool {
        use CheckKind::{Abort, Assert, Contract, Expectation, Requires, Unreach};
        matches!(self, Assert | Contract | Requires | Unreach | Abort | Expectation)
    }

    /// The name in `--checks` and in JSON.
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
            CheckKind::Termination => "termination",
            CheckKind::Leak => "leak",
            CheckKind::AllocFail => "alloc-fail",
            CheckKind::Expectation => "expectation",
        }
    }

    /// Is it about storage? What an access does that breaks such a check is not known, so nothing is known of what follows.
    pub fn is_memory(self) -> bool {
        matches!(self, CheckKind::Bounds | CheckKind::Null | CheckKind::Lifetime)
    }

    /// The check of that name.
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
    /// An argument of the program.
    Argv,
    /// What standard input gives.
    Stdin,
    /// Storage that was read before it was written.
    Uninitialised,
    /// Result of a function that is not defined.
    Undefined(String),
    /// Answer of the system to a library function (`time`, `getenv`, `fopen`).
    Library {
        /// The function that was asked.
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

/// The end of a block.
#[derive(Clone, Debug)]
pub struct Terminator {
    /// Where control goes.
    pub kind: TerminatorKind,
    /// Where it stands in the source.
    pub span: Span,
    /// The statement of the source that it belongs to.
    pub source: SourceStmtId,
}

/// Where control goes from a block.
#[derive(Clone, PartialEq, Debug)]
pub enum TerminatorKind {
    /// To one block, always.
    Goto(BlockId),
    /// A scalar condition; non-zero takes `then`.
    Branch {
        /// The condition: any scalar.
        cond: Expr,
        /// Where a non-zero condition leads.
        then: BlockId,
        /// Where zero leads.
        otherwise: BlockId,
    },
    /// Cases are disjoint.
    Switch {
        /// The value.
        value: Expr,
        /// The values that lead somewhere of their own.
        cases: Vec<SwitchCase>,
        /// Where all other values lead.
        default: BlockId,
    },
    /// Back to the caller, with a value or without.
    Return(Option<Expr>),
    /// Cannot be reached (after a call that does not return).
    Unreachable,
}

/// `case low ... high:`; both ends belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SwitchCase {
    /// The first value.
    pub low: i128,
    /// The last value.
    pub high: i128,
    /// Where they lead.
    pub target: BlockId,
}

impl TerminatorKind {
    /// Where control may go, each arm once.
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
