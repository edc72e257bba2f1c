//! Terms as text and back.
//!
//! The text is an S-expression with the names of SMT-LIB where it has one:
//!
//! ```text
//! term     = true | false | #b0101 | #x00ff | variable | bound
//!          | (operation number... term...)
//!          | (name:sort term...)                   application of an uninterpreted function
//!          | (let ((bound term)...) term)          later terms may use earlier names
//! variable = name:sort | name                      without a sort if the store knows the name
//! sort     = bool | 1 | 2 | ... | 128              a number is the width of a bit-vector
//! name     = letters, digits and _ . ! $ @ ' - | "|" anything, with \| and \\ for | and \ "|"
//! ```
//!
//! Operations with parameters are written flat: `(extract 7 0 x:32)`, `(zero_extend 64 x:32)` (to 64 bits),
//! `(rotate_left 3 x:32)`. Printing names what is used more than once and is larger than a leaf, so the text of a
//! term is as long as it has distinct parts.

mod parse;
mod print;
mod syntax;

pub use parse::ParseError;
pub use print::Display;
