//! Error traces as formulas.
