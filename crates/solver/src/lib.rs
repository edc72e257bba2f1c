//! Satisfiability of terms.
