//! One table for all evaluators of the language: the machine's word on an operation is that of the C compiler, and every other
//! evaluator says the same.
//!
//! The machine is the reference. Where the checks of arithmetic are off it does what programs compiled at `-O0` do. Search,
//! formulas, analysis, address guards, contracts and the numbers of AutoDebug are held against it, operation by operation.

#[path = "agreement/checker.rs"]
mod checker;
#[path = "agreement/constants.rs"]
mod constants;
#[path = "agreement/contracts.rs"]
mod contracts;
#[path = "agreement/conversions.rs"]
mod conversions;
#[path = "agreement/evaluators.rs"]
mod evaluators;
#[path = "agreement/exhaustive.rs"]
mod exhaustive;
#[path = "agreement/floats.rs"]
mod floats;
#[path = "agreement/hold.rs"]
mod hold;
#[path = "agreement/intrinsics.rs"]
mod intrinsics;
#[path = "agreement/known.rs"]
mod known;
#[path = "agreement/obligations.rs"]
mod obligations;
#[path = "agreement/operators.rs"]
mod operators;
#[path = "agreement/planted.rs"]
mod planted;
#[path = "agreement/pointers.rs"]
mod pointers;
#[path = "agreement/programs.rs"]
mod programs;
#[path = "agreement/random.rs"]
mod random;
#[path = "agreement/symbolic.rs"]
mod symbolic;
#[path = "agreement/table.rs"]
mod table;
#[path = "agreement/types.rs"]
mod types;
