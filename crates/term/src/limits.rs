//! How far do rules look when a term is made, and why not farther?
//!
//! Terms are made by the million: what a rule looks at must be a constant.

/// Constructions inside one another that rules may cause. The chain of parts of a concatenation, the longest that rules follow as a matter of
/// course, has at most 128.
pub(crate) const MAX_NESTING: u32 = 300;

/// Constructions that the making of one term may entail: rules that feed each other would go on.
pub(crate) const MAX_STEPS: u32 = 2000;

/// Levels of a term that are looked at for its range: each may double the terms that are visited.
pub(crate) const RANGE_DEPTH: u32 = 3;

/// Constants of a nest of `ite` that an equality with a constant is spread over: tables of more are better compared as they are.
pub(crate) const MAX_ITE_CHAIN: usize = 8;

/// Literals of a conjunction or disjunction whose negation is spread over them, so that literals meet their complements: longer ones would be
/// copied by every negation.
pub(crate) const MAX_SPREAD: usize = 8;

/// Operands of a list that nested lists are merged into, and that rules compare with each other: a conjunction that grows one by one so
/// becomes a chain of lists, and each step costs a constant.
pub(crate) const MAX_MERGED: usize = 16;
