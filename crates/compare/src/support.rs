//! The parts of `support.c` that belong to one of the two programs.

use whydunit_program::{Body, Callee, FunctionId, GlobalId, Program, StmtKind};

use super::merge::{Part, append};

/// Its functions and variables, by what they are for.
#[derive(Clone, Debug)]
pub(super) struct Support {
    pub(super) record: FunctionId,
    pub(super) text: FunctionId,
    pub(super) float: FunctionId,
    pub(super) select: FunctionId,
    pub(super) fputc: FunctionId,
    pub(super) exit: FunctionId,
    pub(super) abort: FunctionId,
    /// Arguments of `main` as `int`, `long`, `long long`.
    pub(super) numbers: [FunctionId; 3],
    pub(super) next: FunctionId,
    pub(super) getchar: FunctionId,
    pub(super) ungetc: FunctionId,
    pub(super) feof: FunctionId,
    pub(super) clearerr: FunctionId,
    pub(super) scan: FunctionId,
    pub(super) scan_int: FunctionId,
    pub(super) scan_long: FunctionId,
    pub(super) scan_float: FunctionId,
    pub(super) scan_double: FunctionId,
    pub(super) scan_space: FunctionId,
    pub(super) scan_char: FunctionId,
    pub(super) scan_word: FunctionId,
    pub(super) scan_result: FunctionId,
    pub(super) ended: GlobalId,
    pub(super) code: GlobalId,
    pub(super) used: GlobalId,
    pub(super) log: GlobalId,
}

/// Functions that `support.c` declares only: where they are called, the comparison ends.
const BEYOND: [(&str, &str); 4] = [
    ("whydunit_too_much_output", "long output"),
    ("whydunit_other_stream", "output to a file"),
    ("whydunit_many_inputs", "many nondeterministic values"),
    ("whydunit_pushed_back", "`ungetc` of another character than the last"),
];

/// Adds another copy of the support to the product.
pub(super) fn add(program: &mut Program, support: &Program) -> Support {
    let part = append(program, support);
    for index in part.functions.clone() {
        // A failure inside of it is the caller's.
        program.functions[index].is_library = true;
        let Body::Blocks(mut blocks) = program.functions[index].body.clone() else { continue };
        for stmt in blocks.iter_mut().flat_map(|block| &mut block.stmts) {
            if let StmtKind::Call { callee: Callee::Direct(callee), .. } = &stmt.kind
                && let name = &program.function(*callee).name
                && let Some((_, what)) = BEYOND.iter().find(|(known, _)| known == name)
            {
                stmt.kind = StmtKind::Unsupported { what: (*what).to_owned() };
            }
        }
        program.functions[index].body = Body::Blocks(blocks);
    }
    find(program, &part)
}

fn find(program: &Program, part: &Part) -> Support {
    let function = |name: &str| {
        let name = format!("whydunit_{name}");
        let at = part.functions.clone().find(|&at| program.functions[at].name == name);
        FunctionId(at.expect("support.c should define it") as u32)
    };
    let global = |name: &str| {
        let name = format!("whydunit_{name}");
        let at = part.globals.clone().find(|&at| program.globals[at].name == name);
        GlobalId(at.expect("support.c should define it") as u32)
    };
    Support {
        record: function("record"),
        text: function("text"),
        float: function("float"),
        select: function("select"),
        fputc: function("fputc"),
        exit: function("exit"),
        abort: function("abort"),
        numbers: ["int", "long", "long_long"].map(function),
        next: function("next"),
        getchar: function("getchar"),
        ungetc: function("ungetc"),
        feof: function("feof"),
        clearerr: function("clearerr"),
        scan: function("scan"),
        scan_int: function("scan_int"),
        scan_long: function("scan_long"),
        scan_float: function("scan_float"),
        scan_double: function("scan_double"),
        scan_space: function("scan_space"),
        scan_char: function("scan_char"),
        scan_word: function("scan_word"),
        scan_result: function("scan_result"),
        ended: global("ended"),
        code: global("code"),
        used: global("used"),
        log: global("log"),
    }
}
