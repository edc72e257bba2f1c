//! The tree of a Boogie text as it was written: names are not yet looked up, types not yet known.

use whydunit_source::Span;

#[derive(Clone, Debug)]
pub(crate) struct Ident {
    pub(crate) name: String,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeExpr {
    pub(crate) kind: TypeKind,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum TypeKind {
    Bool,
    Int,
    Real,
    Bv(u32),
    Map {
        type_params: Vec<Ident>,
        keys: Vec<TypeExpr>,
        value: Box<TypeExpr>,
    },
    /// A declared type with its arguments, or a type variable.
    Named(Ident, Vec<TypeExpr>),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: ExprKind,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    Iff,
    Implies,
    /// `a <== b`: `b` implies `a`.
    Follows,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Subtype,
    Concat,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    RealDiv,
    Power,
}

impl Operator {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Operator::Iff => "<==>",
            Operator::Implies => "==>",
            Operator::Follows => "<==",
            Operator::And => "&&",
            Operator::Or => "||",
            Operator::Eq => "==",
            Operator::Ne => "!=",
            Operator::Lt => "<",
            Operator::Le => "<=",
            Operator::Gt => ">",
            Operator::Ge => ">=",
            Operator::Subtype => "<:",
            Operator::Concat => "++",
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "div",
            Operator::Mod => "mod",
            Operator::RealDiv => "/",
            Operator::Power => "**",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Binder {
    Forall,
    Exists,
    Lambda,
}

#[derive(Clone, Debug)]
pub(crate) enum ExprKind {
    Bool(bool),
    /// Decimal digits.
    Int(String),
    Bv {
        digits: String,
        width: u32,
    },
    Real,
    Float,
    Name(String),
    Apply(Ident, Vec<Expr>),
    Old(Box<Expr>),
    Not(Box<Expr>),
    Neg(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Select(Box<Expr>, Vec<Expr>),
    Update(Box<Expr>, Vec<Expr>, Box<Expr>),
    /// `e[high:low]`; the bit `high` is not part of it.
    Extract(Box<Expr>, u32, u32),
    Bind {
        binder: Binder,
        type_params: Vec<Ident>,
        vars: Vec<Variable>,
        body: Box<Expr>,
    },
    Let(Vec<(Ident, Expr)>, Box<Expr>),
    Coerce(Box<Expr>, TypeExpr),
}

/// A variable, constant, parameter or bound variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub(crate) name: Ident,
    pub(crate) ty: TypeExpr,
    pub(crate) condition: Option<Expr>,
    /// The declarator: `x: int`, or of `x, y: int` the name alone.
    pub(crate) span: Span,
}

/// `{:name "text"}`; of other arguments nothing is kept.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) text: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) span: Span,
}

/// `None` is `*`: either way.
pub(crate) type Guard = Option<Expr>;

#[derive(Clone, Debug)]
pub(crate) enum StmtKind {
    Label(Ident),
    Assert(Expr),
    Assume(Expr),
    Havoc(Vec<Ident>),
    Assign(Vec<Target>, Vec<Expr>),
    Call {
        results: Vec<Ident>,
        procedure: Ident,
        args: Vec<Expr>,
    },
    If {
        arms: Vec<Arm>,
        otherwise: Option<Vec<Stmt>>,
    },
    While {
        guard: Guard,
        /// Of the guard; of `while (*)` where the guard is `*`.
        guard_span: Span,
        invariants: Vec<Clause>,
        body: Vec<Stmt>,
    },
    Break(Option<Ident>),
    Goto(Vec<Ident>),
    Return,
    Unsupported(&'static str),
}

/// One `if (guard) { body }` of a chain.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) guard: Guard,
    pub(crate) guard_span: Span,
    pub(crate) body: Vec<Stmt>,
}

/// `m[i][j, k]` to the left of `:=`.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) name: Ident,
    pub(crate) indices: Vec<Vec<Expr>>,
    pub(crate) span: Span,
}

/// A condition of a contract or a loop.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) is_free: bool,
    pub(crate) condition: Expr,
    pub(crate) span: Span,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Contract {
    pub(crate) requires: Vec<Clause>,
    pub(crate) ensures: Vec<Clause>,
    pub(crate) modifies: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) locals: Vec<Variable>,
    pub(crate) stmts: Vec<Stmt>,
    /// The closing brace.
    pub(crate) end: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) name: Ident,
    pub(crate) type_params: Vec<Ident>,
    pub(crate) params: Vec<Variable>,
    pub(crate) results: Vec<Variable>,
}

#[derive(Clone, Debug)]
pub(crate) struct Procedure {
    /// Those in it that change what it means.
    pub(crate) attributes: Vec<(String, Span)>,
    pub(crate) header: Header,
    pub(crate) contract: Contract,
    pub(crate) body: Option<Body>,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: Ident,
    pub(crate) type_params: Vec<Ident>,
    pub(crate) params: Vec<(Option<Ident>, TypeExpr)>,
    pub(crate) result: TypeExpr,
    pub(crate) body: Option<Expr>,
    /// What SMT-LIB calls it, from `{:bvbuiltin "..."}`.
    pub(crate) builtin: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct TypeDecl {
    pub(crate) name: Ident,
    pub(crate) params: Vec<Ident>,
    pub(crate) synonym: Option<TypeExpr>,
}

#[derive(Clone, Debug)]
pub(crate) struct Implementation {
    pub(crate) attributes: Vec<(String, Span)>,
    pub(crate) header: Header,
    pub(crate) body: Body,
}

#[derive(Clone, Debug)]
pub(crate) enum Decl {
    Type(TypeDecl),
    Const { is_unique: bool, variable: Variable },
    Var(Variable),
    Axiom(Expr),
    Function(Function),
    Procedure(Procedure),
    Implementation(Implementation),
}
