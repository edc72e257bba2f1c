//! Does a program depend on anything outside it? Read off its text: where the answer is no, it has one run only.

use whydunit_program::{Body, Callee, FunctionId, Intrinsic, Program, SharedState, Stmt, StmtKind};

/// May runs that start in `function` differ? Storage without a value is not considered: reading it is a failure of its own.
pub fn has_inputs(program: &Program, function: FunctionId) -> bool {
    let is_outside = |body: &Body| match body {
        Body::Undefined => true,
        Body::Intrinsic(intrinsic) => reads_stream(*intrinsic),
        Body::Blocks(_) => false,
    };
    let takes_input = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Input { .. } => true,
        StmtKind::Call { callee: Callee::Direct(callee), .. } => {
            is_outside(&program.function(*callee).body)
        }
        // Only functions whose addresses are taken can be called so; most programs have none that are undefined.
        StmtKind::Call { callee: Callee::Pointer(_), .. } => {
            program.functions.iter().any(|function| matches!(function.body, Body::Undefined))
        }
        _ => false,
    };
    program.function(function).param_count > 0
        || program.globals.iter().any(|global| global.is_undefined)
        || !SharedState::at(program, function).open.is_empty()
        || program.functions.iter().any(|function| {
            function.blocks().iter().any(|block| block.stmts.iter().any(takes_input))
        })
}

/// Is there anything in the program that an input of this name could be? What it is called in a run is known only from the run.
pub fn may_name_input(program: &Program, name: &str) -> bool {
    let base = name.trim_start_matches("(*").split(['[', '.', ')', '#']).next().unwrap_or(name);
    base == "nondet"
        || program.globals.iter().any(|global| global.owner.is_none() && global.name == base)
        || program.functions.iter().any(|function| {
            function.name == base || function.locals.iter().any(|local| local.name == base)
        })
}

/// Is there anything in the program that reads standard input?
pub fn reads_standard_input(program: &Program) -> bool {
    program.functions.iter().any(
        |function| matches!(function.body, Body::Intrinsic(intrinsic) if reads_stream(intrinsic)),
    )
}

fn reads_stream(intrinsic: Intrinsic) -> bool {
    use Intrinsic::{Fscanf, Getchar, Scanf, Vfscanf, Vscanf};
    matches!(intrinsic, Getchar | Scanf | Fscanf | Vscanf | Vfscanf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_open(source: &str) -> bool {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let file = directory.path().join("prog.c");
        std::fs::write(&file, source).expect("writing it should work");
        let compiled =
            whydunit_front_c::compile(&[file], &Default::default()).expect("it should compile");
        let main = compiled.program.find_function("main").expect("there should be a main");
        has_inputs(&compiled.program, main)
    }

    #[test]
    fn programs_without_inputs_are_recognised() {
        let closed = [
            "int main(void) { return 0; }",
            "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\nextern int unused(int);\n\
             int main(void) { char *s = malloc(9); strcpy(s, \"a\"); puts(s); free(s); return 0; }",
            "int twice(int x) { return 2 * x; }\nint main(void) { return twice(2); }",
            "int f(int x) { return x; }\nint main(void) { int (*p)(int) = f; return p(1); }",
        ];
        for source in closed {
            assert!(!is_open(source), "{source}");
        }
    }

    #[test]
    fn every_kind_of_input_is_recognised() {
        let open = [
            "int main(int argc, char **argv) { return argc; }",
            "#include <stdio.h>\nint main(void) { return getchar(); }",
            "#include <stdio.h>\nint main(void) { int x; return scanf(\"%d\", &x); }",
            "extern int next(void);\nint main(void) { return next(); }",
            "extern int limit;\nint main(void) { return limit; }",
            "int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int(); }",
            "#include <time.h>\nint main(void) { return (int)time(0); }",
            "#include <stdlib.h>\nint main(void) { return getenv(\"HOME\") != 0; }",
        ];
        for source in open {
            assert!(is_open(source), "{source}");
        }
    }
}
