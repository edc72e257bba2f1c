//! Only what the program can use: functions and globals that nothing refers to are dropped.
//!
//! Functions of the user's that are visible outside their file stay, and so do the user's variables;
//! unused library functions, `static` functions, literals and mere declarations go.

use whydunit_program::{Body, FunctionId, GlobalId, Program};

use crate::walk::{Reference, references_of_function, references_of_global};

/// The library's function that runs what `atexit` registered; called when the program ends.
const AT_EXIT: &str = "__whydunit_at_exit";

#[derive(Clone, Copy)]
enum Item {
    Function(FunctionId),
    Global(GlobalId),
}

pub(crate) fn prune(program: &mut Program, start: &str) {
    let mut keep_functions = vec![false; program.functions.len()];
    let mut keep_globals = vec![false; program.globals.len()];
    let mut work = roots(program, start);
    while let Some(item) = work.pop() {
        let seen = match item {
            Item::Function(id) => &mut keep_functions[id.index()],
            Item::Global(id) => &mut keep_globals[id.index()],
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        let mut visit = |reference: Reference<'_>| match reference {
            Reference::Function(id) => work.push(Item::Function(*id)),
            Reference::Global(id) => work.push(Item::Global(*id)),
            Reference::Type(_) | Reference::Place(_) => {}
        };
        match item {
            Item::Function(id) => {
                references_of_function(&mut program.functions[id.index()], &mut visit);
            }
            Item::Global(id) => {
                references_of_global(&mut program.globals[id.index()], &mut visit);
            }
        }
    }
    renumber(program, &keep_functions, &keep_globals);
}

fn roots(program: &Program, start: &str) -> Vec<Item> {
    let functions = program.functions.iter().enumerate().filter(|(_, function)| {
        let is_defined = matches!(function.body, Body::Blocks(_));
        let is_visible = !function.is_static || function.name == start;
        is_defined && (function.name == AT_EXIT || (!function.is_library && is_visible))
    });
    let globals = program.globals.iter().enumerate().filter(|(_, global)| {
        let is_user = program.sources.file(global.span.file).is_user();
        is_user && !global.is_literal && !global.is_undefined && global.owner.is_none()
    });
    functions
        .map(|(index, _)| Item::Function(FunctionId(index as u32)))
        .chain(globals.map(|(index, _)| Item::Global(GlobalId(index as u32))))
        .collect()
}

fn numbering(keep: &[bool]) -> Vec<u32> {
    let mut next = 0;
    keep.iter()
        .map(|&kept| {
            let number = next;
            next += u32::from(kept);
            number
        })
        .collect()
}

fn renumber(program: &mut Program, keep_functions: &[bool], keep_globals: &[bool]) {
    let functions = numbering(keep_functions);
    let globals = numbering(keep_globals);
    let mut update = |reference: Reference<'_>| match reference {
        Reference::Function(id) => *id = FunctionId(functions[id.index()]),
        Reference::Global(id) => *id = GlobalId(globals[id.index()]),
        Reference::Type(_) | Reference::Place(_) => {}
    };
    let mut index = 0;
    program.functions.retain(|_| {
        index += 1;
        keep_functions[index - 1]
    });
    index = 0;
    program.globals.retain(|_| {
        index += 1;
        keep_globals[index - 1]
    });
    for function in &mut program.functions {
        references_of_function(function, &mut update);
    }
    for global in &mut program.globals {
        references_of_global(global, &mut update);
        if let Some(owner) = &mut global.owner {
            if keep_functions[owner.index()] {
                *owner = FunctionId(functions[owner.index()]);
            } else {
                global.owner = None;
            }
        }
    }
    for stmt in &mut program.source_stmts {
        stmt.function = stmt
            .function
            .filter(|id| keep_functions[id.index()])
            .map(|id| FunctionId(functions[id.index()]));
    }
}
