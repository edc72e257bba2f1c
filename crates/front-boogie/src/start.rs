//! Which procedure a program starts with: the one that is asked for, `main`, or the only one that can be meant.
//!
//! Without a `main` the start is the only procedure with a body that no other one calls.

use std::collections::BTreeSet;

use whydunit_source::{Diagnostic, similar};

use crate::limits::MOST_LISTED;
use crate::module::{Module, Stmt, StmtKind};

/// Index of the procedure.
pub(crate) fn procedure(module: &Module, wanted: Option<&str>) -> Result<usize, Box<Diagnostic>> {
    let with_body: Vec<usize> = (0..module.procedures.len())
        .filter(|&index| !module.procedures[index].bodies.is_empty())
        .collect();
    let name = |index: usize| module.procedures[index].name.as_str();
    let list = |indices: &[usize]| match indices {
        [] => "no procedure has a body".to_owned(),
        _ => {
            let names: Vec<String> =
                indices.iter().map(|&index| format!("`{}`", name(index))).collect();
            format!("procedures with a body: {}", names.join(", "))
        }
    };
    let fail = |message: String| Err(Box::new(Diagnostic::error(message).note(list(&with_body))));
    let named = |wanted: &str| (0..module.procedures.len()).find(|&index| name(index) == wanted);
    if let Some(wanted) = wanted {
        return match named(wanted) {
            Some(index) if with_body.contains(&index) => Ok(index),
            Some(_) => fail(format!("the procedure `{wanted}` has no body to start with")),
            None => match similar(wanted, with_body.iter().map(|&index| name(index))) {
                Some(meant) => {
                    fail(format!("there is no procedure `{wanted}`; did you mean `{meant}`?"))
                }
                None => fail(format!("there is no procedure `{wanted}`")),
            },
        };
    }
    if let Some(index) = named("main").filter(|index| with_body.contains(index)) {
        return Ok(index);
    }
    let roots = roots(module, &with_body);
    match (with_body.as_slice(), roots.as_slice()) {
        ([only], _) | (_, [only]) => Ok(*only),
        ([], _) => fail("there is nothing to start with".to_owned()),
        _ => {
            let message = "there is no procedure `main`; say with `--function` where to start";
            let meant = if roots.is_empty() { &with_body } else { &roots };
            let commands = meant.iter().map(|&index| {
                let procedure = &module.procedures[index];
                let params: Vec<String> = procedure
                    .params()
                    .iter()
                    .map(|param| format!("{}: {}", param.name, module.type_text(&param.ty)))
                    .collect();
                format!("--function {0} for {0}({1})", procedure.name, params.join(", "))
            });
            let error = Diagnostic::error(message);
            Err(Box::new(commands.take(MOST_LISTED).fold(error, Diagnostic::note)))
        }
    }
}

/// Those that no other one calls.
fn roots(module: &Module, with_body: &[usize]) -> Vec<usize> {
    let called: BTreeSet<usize> = with_body
        .iter()
        .flat_map(|&caller| {
            let mut called = BTreeSet::new();
            for body in &module.procedures[caller].bodies {
                calls(&body.stmts, &mut called);
            }
            called.remove(&caller);
            called
        })
        .collect();
    with_body.iter().copied().filter(|index| !called.contains(index)).collect()
}

fn calls(stmts: &[Stmt], called: &mut BTreeSet<usize>) {
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Call { procedure, .. } => {
                called.insert(*procedure);
            }
            StmtKind::If { arms, otherwise } => {
                arms.iter().for_each(|arm| calls(&arm.body, called));
                calls(otherwise.as_deref().unwrap_or_default(), called);
            }
            StmtKind::While { body, .. } => calls(body, called),
            _ => {}
        }
    }
}
