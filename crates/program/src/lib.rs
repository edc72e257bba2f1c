//! The one intermediate representation.
//!
//! A [`Program`] is what front ends produce and everything else consumes: typed expressions *without
//! side effects*, statements with *one atomic effect each*, functions as control-flow graphs, every
//! statement tied to the source statement it came from. It knows neither C syntax nor execution.
//!
//! Conventions that every consumer relies on:
//! - Expressions never write, call or allocate. `&&`, `||`, `?:` in expressions are lazy.
//! - A value of record type occurs only as `Load(place)`, and only as the right-hand side of an
//!   assignment, as a call argument or as a return value.
//! - Operands of a binary operator have the same type (shifts excepted), conversions are explicit
//!   casts. Comparisons and logical operators yield `int`.
//! - What may be undefined in an operation is implied by the operation and its types; it is not
//!   spelled out in the IR but in [`obligation`].

#![warn(missing_docs)]
// A silent truncation would be a wrong answer.
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

pub mod address;
mod calls;
mod cfg;
mod class;
mod declared;
mod expectation;
mod expr;
mod fold;
mod function;
mod intrinsic;
mod limits;
mod naming;
mod number;
pub mod obligation;
mod print;
pub mod shadow;
mod shared_state;
mod syntax;
mod types;
mod validate;
mod visit;

pub use calls::{called, callees};
pub use cfg::{Cfg, LoopId, LoopInfo};
pub use class::Class;
pub use declared::Declared;
pub use expectation::{About, Expectation};
pub use expr::{BinaryOp, Expr, ExprKind, Place, PlaceBase, Projection, UnaryOp};
pub use fold::Fold;
pub use function::{
    Arithmetic, Block, BlockId, Body, Callee, CheckKind, Function, FunctionId, Global, GlobalId,
    GlobalInit, InitValue, InputOrigin, Local, LocalId, LocalRole, Point, Program, SourceKind,
    SourceStmt, SourceStmtId, Stmt, StmtKind, SwitchCase, Terminator, TerminatorKind,
};
pub use intrinsic::{Intrinsic, MathFunction};
pub use naming::{bit_field_path, cell_path, range_path};
pub use print::{expr_to_c, place_to_c, print_function, print_program};
pub use shared_state::SharedState;
pub use syntax::{Syntax, strength};
pub use types::{
    BitField, EnumId, EnumInfo, Field, FloatKind, IntKind, Record, RecordId, Signature, Target,
    Type, TypeId, TypeTable,
};
pub use validate::validate;
pub use visit::{Use, Visitor};
