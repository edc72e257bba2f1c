//! What a program does, said once.
//!
//! The evaluation of expressions, conversions and places is written here, generic over a [`Domain`]: what stands for numbers and truth values
//! ([`Scalars`]), and what storage is; so is the execution of statements ([`Execution`]) and of library functions ([`Library`]). `program` says what operations demand; here it is said in which order operands are evaluated, which
//! operands are lazy, what an operation means once its demands are met, and what it does where a check is off. An instance brings
//! its numbers, its storage and its shortcuts; it restates no operator, no conversion and no check.
//!
//! Instances: formulas over traces (`encode`), the search (`find`), abstract values (`absint`), and [`Concrete`] numbers over a [`Store`]: contracts at
//! run time, address guards, states along a run. Whatever stands for bits by terms, or is bits, implements [`Algebra`] and has all of [`Scalars`] from it.
//!
//! The bytecode machine of `interp` is not an instance: it is the second opinion that instances are held against.

// A silent truncation would be a wrong answer.
#![cfg_attr(
    not(test),
    warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)
)]

mod algebra;
mod arithmetic;
mod concrete;
mod convert;
mod domain;
mod evaluate;
mod execute;
mod library;
mod place;
mod specification;

pub use algebra::Algebra;
pub use arithmetic::in_case;
pub use concrete::{Bits, Concrete, Steering, Store, cast, exact, operate, operate_unary};
pub use domain::{Domain, Guard, Operands, Quantifier, Scalars, Site};
pub use evaluate::{choose, condition, expr, index};
pub use execute::{Block, Call, Execution, statement};
pub use library::{Library, LibraryCall, Origin, library};
pub use place::{Base, Element, Located, locate};
