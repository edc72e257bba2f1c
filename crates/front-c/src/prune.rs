//! Only what the program can use: functions and globals that nothing refers to are dropped.
//!
//! Functions of the user's that are visible outside their file stay, and so do the user's variables;
//! unused library functions, `static` functions, literals and mere declarations go.

use whydunit_program::{Body, Fold, FunctionId, GlobalId, Program};

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
        let mut needed = Needed { items: &mut work };
        match item {
            Item::Function(id) => program.functions[id.index()].fold_parts(&mut needed),
            Item::Global(id) => program.globals[id.index()].fold_parts(&mut needed),
        }
    }
    renumber(program, &keep_functions, &keep_globals);
}

/// What a function or a global refers to; changes nothing.
struct Needed<'w> {
    items: &'w mut Vec<Item>,
}

impl Fold for Needed<'_> {
    fn function(&mut self, id: &mut FunctionId) {
        self.items.push(Item::Function(*id));
    }

    fn global(&mut self, id: &mut GlobalId) {
        self.items.push(Item::Global(*id));
    }
}

/// The numbers of what is kept.
struct Numbers {
    functions: Vec<u32>,
    globals: Vec<u32>,
}

impl Fold for Numbers {
    fn function(&mut self, id: &mut FunctionId) {
        *id = FunctionId(self.functions[id.index()]);
    }

    fn global(&mut self, id: &mut GlobalId) {
        *id = GlobalId(self.globals[id.index()]);
    }
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
    let mut numbers =
        Numbers { functions: numbering(keep_functions), globals: numbering(keep_globals) };
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
        function.fold_parts(&mut numbers);
    }
    for global in &mut program.globals {
        global.fold_parts(&mut numbers);
        if let Some(owner) = &mut global.owner {
            if keep_functions[owner.index()] {
                numbers.function(owner);
            } else {
                global.owner = None;
            }
        }
    }
    for stmt in &mut program.source_stmts {
        stmt.function = stmt
            .function
            .filter(|id| keep_functions[id.index()])
            .map(|id| FunctionId(numbers.functions[id.index()]));
    }
}
