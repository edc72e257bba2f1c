//! The program with all names looked up and all types known: what checking makes and lowering
//! takes.
//!
//! Declarations are named by their index in the lists of [`Module`]. Variables of a procedure are
//! numbered: parameters, results, then locals; contracts use the same numbers, so they fit every
//! implementation. Variables that expressions bind have numbers that are unique in the whole
//! program: nothing can be captured.

use whydunit_source::Span;

use crate::syntax::Operator;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    Bool,
    Int,
    Real,
    Bv(u32),
    Map(Vec<Type>, Box<Type>),
    /// A declared type and its arguments.
    User(usize, Vec<Type>),
    /// A type variable.
    Variable(String),
    /// Something we do not support, in words; it fits every type.
    Beyond(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Var {
    Const(usize),
    Global(usize),
    /// A variable of the procedure.
    Local(usize),
    /// A parameter of the function.
    Formal(usize),
    Bound(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Bool(bool),
    /// `None` when it has more than 127 bits.
    Int(Option<i128>),
    Bv(u128),
    Var(Var),
    Apply(usize, Vec<Expr>),
    Old(Box<Expr>),
    Not(Box<Expr>),
    Neg(Box<Expr>),
    /// `Follows` is turned into `Implies`.
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Vec<Expr>),
    Update(Box<Expr>, Vec<Expr>, Box<Expr>),
    Extract(Box<Expr>, u32, u32),
    Quantifier {
        forall: bool,
        vars: Vec<Bound>,
        body: Box<Expr>,
    },
    Lambda {
        vars: Vec<Bound>,
        body: Box<Expr>,
    },
    Let(Vec<(u32, Expr)>, Box<Expr>),
    /// What, in words.
    Unsupported(&'static str),
}

impl Expr {
    /// The parts, in order.
    pub(crate) fn children(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Bv(_)
            | ExprKind::Var(_)
            | ExprKind::Unsupported(_) => Vec::new(),
            ExprKind::Apply(_, args) => args.iter().collect(),
            ExprKind::Old(a)
            | ExprKind::Not(a)
            | ExprKind::Neg(a)
            | ExprKind::Extract(a, ..)
            | ExprKind::Quantifier { body: a, .. }
            | ExprKind::Lambda { body: a, .. } => vec![a],
            ExprKind::Binary(_, a, b) => vec![a, b],
            ExprKind::If(a, b, c) => vec![a, b, c],
            ExprKind::Select(map, keys) => std::iter::once(&**map).chain(keys).collect(),
            ExprKind::Update(map, keys, value) => {
                std::iter::once(&**map).chain(keys).chain([&**value]).collect()
            }
            ExprKind::Let(values, body) => {
                values.iter().map(|(_, value)| value).chain([&**body]).collect()
            }
        }
    }

    /// Calls `found` on the expression and everything in it.
    pub(crate) fn visit<'e>(&'e self, found: &mut dyn FnMut(&'e Expr)) {
        found(self);
        for child in self.children() {
            child.visit(found);
        }
    }

    pub(crate) fn mentions(&self, wanted: &dyn Fn(Var) -> bool) -> bool {
        let mut result = false;
        self.visit(&mut |expr| {
            result |= matches!(&expr.kind, ExprKind::Var(var) if wanted(*var));
        });
        result
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) span: Span,
    /// Its `where` clause.
    pub(crate) condition: Option<Expr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Label(String),
    Assert(Expr),
    Assume(Expr),
    Havoc(Vec<Var>),
    Assign(Vec<Target>, Vec<Expr>),
    Call { results: Vec<Target>, procedure: usize, args: Vec<Expr> },
    If { arms: Vec<Arm>, otherwise: Option<Vec<Stmt>> },
    While { guard: Option<Expr>, guard_span: Span, invariants: Vec<Clause>, body: Vec<Stmt> },
    Break(Option<String>),
    Goto(Vec<String>),
    Return,
    Unsupported(&'static str),
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) guard: Option<Expr>,
    pub(crate) guard_span: Span,
    pub(crate) body: Vec<Stmt>,
}

/// `x`, or `m[i][j, k]`.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) var: Var,
    pub(crate) indices: Vec<Vec<Expr>>,
    pub(crate) ty: Type,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) is_free: bool,
    pub(crate) condition: Expr,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Parameters, results and locals, as this implementation calls them.
    pub(crate) variables: Vec<Variable>,
    pub(crate) stmts: Vec<Stmt>,
    /// The closing brace.
    pub(crate) end: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Procedure {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) is_polymorphic: bool,
    /// Parameters, then results.
    pub(crate) variables: Vec<Variable>,
    pub(crate) param_count: usize,
    pub(crate) requires: Vec<Clause>,
    pub(crate) ensures: Vec<Clause>,
    /// Globals.
    pub(crate) modifies: Vec<usize>,
    /// All implementations; a call may run any of them.
    pub(crate) bodies: Vec<Body>,
    /// Attributes that change what it means, and that we do not follow.
    pub(crate) attributes: Vec<(String, Span)>,
}

impl Procedure {
    pub(crate) fn params(&self) -> &[Variable] {
        &self.variables[..self.param_count]
    }

    pub(crate) fn results(&self) -> &[Variable] {
        &self.variables[self.param_count..]
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) is_polymorphic: bool,
    pub(crate) params: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) body: Option<Expr>,
    /// Its name in SMT-LIB.
    pub(crate) builtin: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Const {
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) span: Span,
    pub(crate) is_unique: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct UserType {
    pub(crate) name: String,
    pub(crate) arity: usize,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Module {
    pub(crate) types: Vec<UserType>,
    pub(crate) consts: Vec<Const>,
    pub(crate) globals: Vec<Variable>,
    pub(crate) functions: Vec<Function>,
    pub(crate) axioms: Vec<Expr>,
    pub(crate) procedures: Vec<Procedure>,
    /// How many variables expressions bind.
    pub(crate) bound_count: u32,
}

impl Module {
    /// The type as it is written.
    pub(crate) fn type_text(&self, ty: &Type) -> String {
        type_text(&self.types, ty)
    }
}

pub(crate) fn type_text(types: &[UserType], ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int => "int".into(),
        Type::Real => "real".into(),
        Type::Bv(width) => format!("bv{width}"),
        Type::Map(keys, value) => {
            let keys: Vec<String> = keys.iter().map(|key| type_text(types, key)).collect();
            format!("[{}]{}", keys.join(", "), type_text(types, value))
        }
        Type::User(index, args) => {
            let mut text = types[*index].name.clone();
            for arg in args {
                let inner = type_text(types, arg);
                let is_simple = !matches!(arg, Type::Map(..))
                    && !matches!(arg, Type::User(_, args) if !args.is_empty());
                text.push_str(&if is_simple { format!(" {inner}") } else { format!(" ({inner})") });
            }
            text
        }
        Type::Variable(name) => name.clone(),
        Type::Beyond(what) => (*what).into(),
    }
}

/// Calls `found` on every expression of the statements.
pub(crate) fn each_expression(stmts: &[Stmt], found: &mut dyn FnMut(&Expr)) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Assert(condition) | StmtKind::Assume(condition) => found(condition),
            StmtKind::Assign(targets, values) => {
                targets.iter().flat_map(|it| &it.indices).flatten().for_each(&mut *found);
                values.iter().for_each(&mut *found);
            }
            StmtKind::Call { args, .. } => args.iter().for_each(&mut *found),
            StmtKind::If { arms, otherwise } => {
                for arm in arms {
                    arm.guard.iter().for_each(&mut *found);
                    each_expression(&arm.body, found);
                }
                each_expression(otherwise.as_deref().unwrap_or(&[]), found);
            }
            StmtKind::While { guard, invariants, body, .. } => {
                guard.iter().for_each(&mut *found);
                invariants.iter().map(|clause| &clause.condition).for_each(&mut *found);
                each_expression(body, found);
            }
            StmtKind::Label(_)
            | StmtKind::Havoc(_)
            | StmtKind::Break(_)
            | StmtKind::Goto(_)
            | StmtKind::Return
            | StmtKind::Unsupported(_) => {}
        }
    }
}

/// Calls `found` on every procedure that the statements call.
pub(crate) fn each_call(stmts: &[Stmt], found: &mut dyn FnMut(usize)) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Call { procedure, .. } => found(*procedure),
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| each_call(&arm.body, found));
                each_call(otherwise.as_deref().unwrap_or(&[]), found);
            }
            StmtKind::While { body, .. } => each_call(body, found),
            _ => {}
        }
    }
}
