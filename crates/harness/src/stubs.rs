//! What the program leaves undefined, defined so that it does again what it did in the run.

use std::collections::BTreeMap;

use whydunit_interp::InputRecord;
use whydunit_program::{Body, Callee, CheckKind, Function, InputOrigin, StmtKind, Type, TypeId};

use crate::answers::ANSWERING;
use crate::ctype::declaration;
use crate::draft::Draft;
use crate::files::Files;
use crate::request::{Request, Unsupported};
use crate::scan::Scan;
use crate::values::{Item, Scope, Values};

/// Functions of verification tools, with the type they have unless the program declares another.
const ASSERTIONS: &[(&str, &str)] = &[
    ("assert", "void assert(int condition)"),
    ("__VERIFIER_assert", "void __VERIFIER_assert(int condition)"),
    ("__CPROVER_assert", "void __CPROVER_assert(int condition, const char *text)"),
];
const ASSUMPTIONS: &[(&str, &str)] = &[
    ("__VERIFIER_assume", "void __VERIFIER_assume(int condition)"),
    ("__CPROVER_assume", "void __CPROVER_assume(int condition)"),
    ("__builtin_assume", "void __builtin_assume(int condition)"),
];
const ERRORS: &[(&str, &str)] = &[
    ("reach_error", "void reach_error(void)"),
    ("__VERIFIER_error", "void __VERIFIER_error(void)"),
];

/// Puts all definitions that the program lacks into the draft.
pub(crate) fn define_missing(
    request: &Request<'_>,
    files: &Files<'_>,
    draft: &mut Draft,
) -> Result<(), Unsupported> {
    let mut stubs = Stubs { request, files, draft };
    stubs.verification_functions()?;
    stubs.nondeterministic_functions()?;
    stubs.undefined_functions()?;
    stubs.library_functions()?;
    stubs.undefined_globals()
}

struct Stubs<'s, 'a> {
    request: &'s Request<'a>,
    files: &'s Files<'a>,
    draft: &'s mut Draft,
}

impl Stubs<'_, '_> {
    /// The first line of a definition of `name`; declared ahead where the program does not.
    fn header(&mut self, name: &str, fallback: &str) -> String {
        if let Some((scan, header)) = self.files.declaration(name) {
            let tokens = scan.between(header.start, header.end);
            let kept: Vec<_> =
                tokens.iter().copied().filter(|&token| scan.word(token) != "extern").collect();
            return scan.spelled(&kept);
        }
        self.draft.ahead.push(format!("{fallback};"));
        fallback.to_owned()
    }

    /// The name of the first parameter in a header; the header is given one if it lacks it.
    fn first_parameter(header: &mut String) -> String {
        let scan = Scan::new(header);
        let open = scan.tokens.iter().position(|&token| scan.word(token) == "(");
        let words: Vec<_> = scan.tokens[open.unwrap_or(0)..]
            .iter()
            .map(|&token| scan.word(token))
            .take_while(|word| !matches!(*word, "," | ")"))
            .collect();
        let is_type = |word: &str| {
            matches!(word, "int" | "long" | "unsigned" | "_Bool" | "bool" | "char" | "(" | "signed")
        };
        match words.last() {
            Some(word) if !is_type(word) => (*word).to_owned(),
            last => {
                let at = scan.tokens[open.unwrap_or(0) + words.len()].start;
                let text = if last == Some(&"(") { "int condition" } else { " condition" };
                header.insert_str(at, text);
                "condition".into()
            }
        }
    }

    fn is_missing(&self, name: &str) -> bool {
        let is_macro = self.files.all().any(|scan| scan.defines_macro(name));
        let from_header =
            name == "assert" && self.files.all().any(|scan| scan.includes("assert.h"));
        self.files.mentions(name) && !self.files.defines(name) && !is_macro && !from_header
    }

    fn verification_functions(&mut self) -> Result<(), Unsupported> {
        let place = self.draft.place.clone();
        for (name, fallback) in ASSERTIONS {
            if !self.is_missing(name) {
                continue;
            }
            let mut header = self.header(name, fallback);
            let condition = Self::first_parameter(&mut header);
            let failed = self.draft.message(&format!("{name} failed (expected at {place})"));
            self.draft.function(
                &header,
                &[
                    format!("if (!({condition})) {{"),
                    format!("    {failed}"),
                    "    abort();".into(),
                    "}".into(),
                ],
            );
        }
        for (name, fallback) in ASSUMPTIONS {
            if !self.is_missing(name) {
                continue;
            }
            let mut header = self.header(name, fallback);
            let condition = Self::first_parameter(&mut header);
            self.draft.needs("stdlib.h");
            self.draft.function(&header, &[format!("if (!({condition}))"), "    exit(0);".into()]);
        }
        for (name, fallback) in ERRORS {
            let failed = format!("{name}() was reached (expected at {place})");
            if self.is_missing(name) {
                let header = self.header(name, fallback);
                let failed = self.draft.message(&failed);
                self.draft.function(&header, &[failed, "abort();".into()]);
            } else if self.request.failure.kind == CheckKind::Unreach
                && self.request.failure.text.starts_with(name)
                && self.files.defines(name)
            {
                self.watch(name, &failed)?;
            }
        }
        Ok(())
    }

    /// The program defines the function itself, and its definition may do nothing.
    fn watch(&mut self, name: &str, failed: &str) -> Result<(), Unsupported> {
        if self.files.declaration(name).is_none() {
            self.draft.ahead.push(format!("void {name}();"));
        }
        self.draft.flags.push("-finstrument-functions".into());
        let failed = self.draft.message(failed);
        self.draft.function(
            "__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *entered, void *caller)",
            &[
                format!("if (entered == (void *){name}) {{"),
                format!("    {failed}"),
                "    abort();".into(),
                "}".into(),
            ],
        );
        self.draft.function(
            "__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *left, void *caller)",
            &[],
        );
        Ok(())
    }

    fn nondeterministic_functions(&mut self) -> Result<(), Unsupported> {
        let mut found: BTreeMap<&str, TypeId> = BTreeMap::new();
        for function in self.request.program.functions.iter().filter(|f| !f.is_library) {
            for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
                if let StmtKind::Input { place, origin: InputOrigin::Nondet(name) } = &stmt.kind {
                    found.insert(name, place.ty);
                }
            }
        }
        for (name, ty) in found {
            let fallback = format!("{}(void)", declaration(self.request.program, ty, name, None)?);
            let header = self.header(name, &fallback);
            self.returning(
                name,
                &header,
                ty,
                |origin| matches!(origin, InputOrigin::Nondet(of) if of == name),
            )?;
        }
        Ok(())
    }

    fn undefined_functions(&mut self) -> Result<(), Unsupported> {
        for function in &self.request.program.functions {
            if !self.is_undefined(function) || self.is_builtin(&function.name) {
                continue;
            }
            let name = &function.name;
            let declared = self.files.declaration(name).is_some();
            let takes_pointer = |&ty: &TypeId| self.request.program.types.pointee(ty).is_some();
            let signature = &function.signature;
            if !declared
                && self.is_from_system_header(function)
                && signature.params.iter().any(takes_pointer)
            {
                // Its exact type is not known here; the C library has the function.
                continue;
            }
            let params: Result<Vec<_>, _> = signature
                .params
                .iter()
                .enumerate()
                .map(|(index, &ty)| {
                    declaration(self.request.program, ty, &format!("p{index}"), None)
                })
                .collect();
            let mut params = params?.join(", ");
            if signature.params.is_empty() {
                params.push_str("void");
            } else if signature.variadic {
                params.push_str(", ...");
            }
            let declared = format!("{name}({params})");
            let fallback = declaration(self.request.program, signature.result, &declared, None);
            let header = match (fallback, self.files.declaration(name)) {
                (Ok(fallback), _) => self.header(name, &fallback),
                (Err(_), Some(_)) => self.header(name, ""),
                (Err(problem), None) => return Err(problem),
            };
            if matches!(self.request.program.types.get(signature.result), Type::Void) {
                self.draft.function(&header, &[]);
                continue;
            }
            if matches!(function.body, Body::Undefined) {
                self.check_all_results_are_used(function)?;
            }
            self.returning(
                name,
                &header,
                signature.result,
                |origin| matches!(origin, InputOrigin::Undefined(of) if of == name),
            )?;
        }
        Ok(())
    }

    /// Is it defined nowhere? A contract may stand in its place.
    fn is_undefined(&self, function: &Function) -> bool {
        match function.body {
            Body::Undefined => true,
            Body::Blocks(_) => function.is_library && !self.is_from_system_header(function),
            Body::Intrinsic(_) => false,
        }
    }

    /// Verification functions are provided elsewhere.
    fn is_builtin(&self, name: &str) -> bool {
        name.starts_with("__builtin_")
            || [ASSERTIONS, ASSUMPTIONS, ERRORS]
                .into_iter()
                .flatten()
                .any(|(known, _)| *known == name)
    }

    fn is_from_system_header(&self, function: &Function) -> bool {
        !self.request.program.sources.file(function.span.file).is_user()
    }

    /// A call whose result nobody takes is no input of the run, but a call of the stub.
    fn check_all_results_are_used(&self, function: &Function) -> Result<(), Unsupported> {
        let is_recorded = self.request.inputs.iter().any(|record| {
            matches!(&record.origin, InputOrigin::Undefined(name) if *name == function.name)
                && record.bits != 0
        });
        let functions = &self.request.program.functions;
        let mut stmts = functions.iter().flat_map(Function::blocks).flat_map(|block| &block.stmts);
        let is_unused = stmts.any(|stmt| {
            matches!(&stmt.kind, StmtKind::Call { dest: None, callee: Callee::Direct(id), .. }
                if self.request.program.function(*id).name == function.name)
        });
        if is_recorded && is_unused {
            let name = &function.name;
            return Err(Unsupported::new(format!(
                "calls of {name} whose result is used cannot be told from those whose result is not"
            )));
        }
        Ok(())
    }

    /// A function that returns what the run's calls of it returned, then zero.
    fn returning(
        &mut self,
        name: &str,
        header: &str,
        ty: TypeId,
        is_of: impl Fn(&InputOrigin) -> bool,
    ) -> Result<(), Unsupported> {
        let result = self.result_type(header, name);
        let (mut body, next) = self.answers(name, ty, Some(&result), is_of)?;
        body.push(format!("return {next};"));
        self.draft.function(header, &body);
        Ok(())
    }

    /// Declarations for the body of a function, and an expression that is what the run got from its next call, at last zero. The type of the results
    /// is written as the program writes it, where it does.
    fn answers(
        &mut self,
        name: &str,
        ty: TypeId,
        written: Option<&str>,
        is_of: impl Fn(&InputOrigin) -> bool,
    ) -> Result<(Vec<String>, String), Unsupported> {
        let program = self.request.program;
        let mut roots: Vec<&str> = Vec::new();
        for record in self.request.inputs.iter().filter(|record| is_of(&record.origin)) {
            let number = record.name.find('#').unwrap_or(0);
            let length =
                record.name[number..].find(['.', '[']).map_or(record.name.len(), |at| number + at);
            let root = &record.name[..length];
            if roots.last() != Some(&root) {
                roots.push(root);
            }
        }
        let values = Values::new(program, self.request.inputs, is_of);
        let mut texts = Vec::new();
        for root in &roots {
            let mut lines = Vec::new();
            let variable = format!("{name}_result");
            let text = values.initialiser(
                Item { input: root, ty, variable: &variable, written: None },
                Scope::File,
                &mut self.draft.names,
                &mut lines,
            )?;
            self.draft.globals.extend(lines);
            texts.push(text);
        }
        while texts.last().is_some_and(|text| matches!(text.as_str(), "0" | "{0}")) {
            texts.pop();
        }
        let array = match written {
            Some(result) => format!("static {result} values[]"),
            None => format!("static {}", declaration(program, ty, "values[]", None)?),
        };
        Ok(match texts.len() {
            0 if program.types.is_record(ty) => {
                let result = written.unwrap_or_default();
                (vec![format!("static {result} zero;")], "zero".to_owned())
            }
            0 => (Vec::new(), "0".to_owned()),
            count => {
                let zero = if program.types.is_record(ty) { "{0}" } else { "0" };
                let values = format!("{array} = {{{}, {zero}}};", texts.join(", "));
                let next = format!("values[calls < {count} ? calls++ : {count}]");
                (vec![values, "static int calls;".to_owned()], next)
            }
        })
    }

    /// The type in front of a function's name.
    fn result_type(&self, header: &str, name: &str) -> String {
        let scan = Scan::new(header);
        let at = scan.tokens.iter().position(|&token| scan.word(token) == name).unwrap_or(0);
        let kept: Vec<_> = scan.tokens[..at]
            .iter()
            .copied()
            .filter(|&token| !matches!(scan.word(token), "static" | "inline" | "const"))
            .collect();
        scan.spelled(&kept)
    }

    /// Functions of the C library whose answers come from outside: those that the run asked.
    fn library_functions(&mut self) -> Result<(), Unsupported> {
        for function in ANSWERING.iter().filter(|it| it.is_asked(self.request.inputs)) {
            self.draft.needs(function.include);
            if let Some(header) = function.needs() {
                self.draft.needs(header);
            }
            let is_of =
                |record: &&InputRecord| function.is_of(record) && !record.name.contains(['[', '.']);
            let Some(first) = self.request.inputs.iter().find(is_of) else { continue };
            let is_it = |origin: &InputOrigin| origin.answered_by() == Some(function.name);
            let (lines, next) = self.answers(function.name, first.ty, None, is_it)?;
            let mut own = function.body(&next);
            if let Some((flag, declaration)) = function.wrapping() {
                self.draft.flags.push(flag);
                own.insert(0, declaration);
            }
            if let Some(errnos) = function.errnos(self.request.inputs) {
                own[0] = refused(&errnos);
            }
            self.draft.function(function.header, &[lines, own].concat());
        }
        Ok(())
    }

    fn undefined_globals(&mut self) -> Result<(), Unsupported> {
        let program = self.request.program;
        let values =
            Values::new(program, self.request.inputs, |origin| *origin == InputOrigin::Global);
        for global in
            program.globals.iter().filter(|global| global.is_undefined && !global.is_literal)
        {
            let name = &global.name;
            if matches!(name.as_str(), "stdin" | "stdout" | "stderr" | "environ" | "errno") {
                continue;
            }
            let is_open = matches!(program.types.get(global.ty), Type::Array { len: None, .. });
            let declared = if self.files.visible().any(|scan| scan.mentions(name)) {
                match is_open {
                    true => format!("__typeof__({name}[0]) {name}[1]"),
                    false => format!("__typeof__({name}) {name}"),
                }
            } else {
                declaration(program, global.ty, name, None)?
            };
            let mut lines = Vec::new();
            let value = values.initialiser(
                Item { input: name, ty: global.ty, variable: name, written: None },
                Scope::File,
                &mut self.draft.names,
                &mut lines,
            )?;
            self.draft.globals.extend(lines);
            let is_zero = is_open || matches!(value.as_str(), "0" | "{0}");
            let value = if is_zero { String::new() } else { format!(" = {value}") };
            self.draft.globals.push(format!("{declared}{value};"));
        }
        Ok(())
    }
}

/// Sets `errno` as in the run, call by call.
fn refused(errnos: &[u8]) -> String {
    match errnos {
        [only] => format!("errno = {only};"),
        several => {
            let list: Vec<String> = several.iter().map(u8::to_string).collect();
            let (last, list) = (several.len() - 1, list.join(", "));
            format!(
                "static const int reasons[] = {{{list}}}; static int asked; errno = reasons[asked < {last} ? asked++ : {last}];"
            )
        }
    }
}
