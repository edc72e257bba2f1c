//! Which functions are called that nothing defines? A linker would refuse the program.
//!
//! A search takes what such a function answers as an input, and says so. A run of a whole program does not: what the function would do is not
//! known. It ends there, unless the function is said to be outside, or an answer is given.

use std::collections::BTreeMap;

use whydunit_program::{Arithmetic, Body, Callee, FunctionId, PlaceBase, Program, Stmt, StmtKind};
use whydunit_source::Span;

use crate::Options;

/// Calls of a function that nothing defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undefined {
    pub name: String,
    /// The function and the place of each call.
    pub callers: Vec<(String, Span)>,
    /// Variables that receive what it returns.
    variables: Vec<String>,
}

/// Those of a whole program, in alphabetical order. What starts elsewhere is a part of one, and what it calls is outside.
pub(crate) fn functions(program: &Program, start: FunctionId) -> Vec<Undefined> {
    if !program.is_main(start) || program.arithmetic == Arithmetic::Mathematical {
        return Vec::new();
    }
    let mut found: BTreeMap<&str, Undefined> = BTreeMap::new();
    for caller in &program.functions {
        for stmt in caller.blocks().iter().flat_map(|block| &block.stmts) {
            let Some(callee) = called(program, stmt) else { continue };
            let entry = found.entry(&callee.name).or_insert_with(|| Undefined {
                name: callee.name.clone(),
                callers: Vec::new(),
                variables: Vec::new(),
            });
            entry.callers.push((caller.name.clone(), stmt.span));
            let StmtKind::Call { dest: Some(place), .. } = &stmt.kind else { continue };
            let variable = match &place.base {
                PlaceBase::Local(local) => &caller.local(*local).name,
                PlaceBase::Global(global) => &program.global(*global).name,
                PlaceBase::Deref(_) => continue,
            };
            if !variable.is_empty() {
                entry.variables.push(variable.clone());
            }
        }
    }
    found.into_values().collect()
}

fn called<'p>(program: &'p Program, stmt: &Stmt) -> Option<&'p whydunit_program::Function> {
    let StmtKind::Call { callee: Callee::Direct(callee), .. } = &stmt.kind else { return None };
    let callee = program.function(*callee);
    let is_intrinsic =
        ["__VERIFIER_", "__CPROVER_", "nondet"].iter().any(|start| callee.name.starts_with(start));
    (matches!(callee.body, Body::Undefined) && !is_intrinsic).then_some(callee)
}

impl Undefined {
    /// Is an answer among the given inputs: by the function, by a number, or by a variable that receives it?
    fn is_given(&self, inputs: &[String]) -> bool {
        inputs.iter().any(|input| {
            let name = input.split('=').next().unwrap_or(input).trim();
            let base = name.split(['#', '[', '.']).next().unwrap_or(name);
            base == self.name || base == "nondet" || self.variables.iter().any(|it| it == base)
        })
    }
}

/// Those that a run of the program may not call, with these inputs given.
#[must_use]
pub fn refused<'o>(options: &'o Options, inputs: &[String]) -> Vec<&'o Undefined> {
    let is_refused = |function: &&Undefined| {
        !options.world.outside.contains(&function.name) && !function.is_given(inputs)
    };
    options.world.undefined.iter().filter(is_refused).collect()
}
