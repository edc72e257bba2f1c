//! What C programs mean before they are lowered: types, layout, literals, constants, names.
//!
//! Nothing here emits statements. C types are kept apart from the types of the program
//! representation because C distinguishes more (`char` from `signed char`, `long` from `long long`,
//! qualifiers, variable-length arrays).

pub(crate) mod constant;
pub(crate) mod ctype;
pub(crate) mod layout;
pub(crate) mod literal;
pub(crate) mod scope;
