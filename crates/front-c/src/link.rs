//! Several files, and the parts of the C library they use, made into one program.

use lang_c::ast::{Expression, ExternalDeclaration, TranslationUnit};
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use lang_c::span::Span as LangSpan;
use lang_c::visit::{Visit, visit_expression};
use rustc_hash::FxHashSet;
use whydunit_program::{Arithmetic, Body, FunctionId, GlobalId, Program};
use whydunit_source::{SourceMap, Span};

use crate::acsl::{self, Clause, ClauseKind};
use crate::library::{self, FileUse};
use crate::limits::MAX_ERRORS;
use crate::lower::{
    ExternalName, Unit, World, declared_function_name, intrinsic_type, is_static_definition,
};
use crate::sema::ctype::Kind;
use crate::text::{self, Prepared};
use crate::{Compiled, InputFile, Options, Start, start};
use whydunit_source::Diagnostic;

pub(crate) fn compile(files: &[InputFile], options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
    let mut sources = SourceMap::new();
    let mut units = Vec::new();
    let mut errors = Vec::new();
    for file in files {
        match read_unit(&mut sources, file, options) {
            Ok(unit) => units.push(unit),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    link(sources, units, options)
}

/// One file whose text needs no preprocessor any more.
pub(crate) fn compile_preprocessed(
    name: &str,
    text: &str,
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut sources = SourceMap::new();
    let prepared =
        text::prepare_preprocessed(&mut sources, name, text).map_err(|error| vec![error])?;
    let unit = parse(&prepared).map_err(|error| vec![syntax_error(&error, &prepared, &sources)])?;
    link(sources, vec![(prepared, unit)], options)
}

fn link(
    sources: SourceMap,
    units: Vec<(Prepared, TranslationUnit)>,
    options: &Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    let mut world = World::new(sources, options);
    read_start_clauses(&mut world, options);
    for (_, unit) in &units {
        for external in &unit.0 {
            if let ExternalDeclaration::FunctionDefinition(definition) = &external.node
                && let Some(name) = declared_function_name(&definition.node)
            {
                world.user_defined.insert(name.to_owned());
                if !is_static_definition(&definition.node) {
                    world.user_external.insert(name.to_owned());
                }
            }
        }
    }
    world.file_use =
        FileUse { memory_ends: options.memory_ends, ..file_use(&units, &world.user_defined) };
    let mut candidates = Vec::new();
    if !world.user_defined.contains(&world.start) {
        candidates = match options.function {
            Some(_) => start::all_functions(&units, &world.sources),
            None => start::candidates(&units, &world.sources),
        };
        if let ([only], None) = (candidates.as_slice(), &options.function) {
            world.start.clone_from(&only.name);
        }
    }
    for (prepared, unit) in &units {
        Unit::new(&mut world, prepared, false).lower(unit);
    }
    if world.errors.is_empty() {
        link_library(&mut world);
    }
    if !world.errors.is_empty() {
        let mut errors = world.errors;
        errors.truncate(MAX_ERRORS);
        return Err(errors);
    }
    let warnings = std::mem::take(&mut world.warnings);
    let name = world.start.clone();
    let program = finish(world);
    let start = program
        .find_function(&name)
        .filter(|&id| !program.function(id).blocks().is_empty())
        .map_or_else(|| Start::Unclear(candidates), Start::Function);
    Ok(Compiled { program, warnings, start })
}

/// What the program does with files, as far as its text mentions functions that it does not define.
fn file_use(units: &[(Prepared, TranslationUnit)], defined: &FxHashSet<String>) -> FileUse {
    struct Mentions<'d> {
        defined: &'d FxHashSet<String>,
        used: FileUse,
    }
    impl<'ast> Visit<'ast> for Mentions<'_> {
        fn visit_expression(&mut self, expression: &'ast Expression, span: &'ast LangSpan) {
            if let Expression::Identifier(name) = expression
                && !self.defined.contains(&name.node.name)
            {
                self.used = self.used.with(&name.node.name);
            }
            visit_expression(self, expression, span);
        }
    }
    let mut mentions = Mentions { defined, used: FileUse::default() };
    for (_, unit) in units {
        mentions.visit_translation_unit(unit);
    }
    mentions.used
}

/// The contract of the start function that the options give.
fn read_start_clauses(world: &mut World, options: &Options) {
    let requires = options.requires.iter().map(|text| ("--requires", ClauseKind::Requires, text));
    let ensures = options.ensures.iter().map(|text| ("--ensures", ClauseKind::Ensures, text));
    for (option, kind, text) in requires.chain(ensures) {
        let file = world.sources.add(format!("<{option}>"), text.as_str());
        let base = Span::new(file, 0, text.len() as u32);
        match acsl::parse_predicate(text) {
            Ok(expr) => {
                let (start, end) = (expr.start, expr.end);
                let clause = Clause { kind, expr: Some(expr), text: text.clone(), start, end };
                world.start_clauses.push((clause, base));
            }
            Err(error) => {
                let span = acsl::place(base, error.offset, error.offset);
                world.errors.push(Diagnostic::error(error.message).at(&world.sources, span));
            }
        }
    }
}

fn read_unit(
    sources: &mut SourceMap,
    file: &InputFile,
    options: &Options,
) -> Result<(Prepared, TranslationUnit), Diagnostic> {
    let prepared = text::prepare_file(sources, file, options)?;
    match parse(&prepared) {
        Ok(unit) => Ok((prepared, unit)),
        Err(error) => Err(text::compiler_objection(file, options)
            .unwrap_or_else(|| syntax_error(&error, &prepared, sources))),
    }
}

fn parse(prepared: &Prepared) -> Result<TranslationUnit, SyntaxError> {
    let config =
        Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    parse_preprocessed(&config, prepared.text.clone()).map(|parse| parse.unit)
}

/// The parser's complaint in a sentence: what stands there, and the likeliest thing missing.
fn syntax_error(error: &SyntaxError, prepared: &Prepared, sources: &SourceMap) -> Diagnostic {
    const LIKELY: [&str; 8] = [";", ")", "]", "}", ":", "(", ",", "{"];
    let missing = LIKELY.into_iter().find(|token| error.expected.contains(token));
    match (prepared.token_at(error.offset), missing) {
        (Some((token, _)), Some(missing)) => {
            let message = format!("expected `{missing}` before `{}`", text::display_name(token));
            let span = prepared
                .end_of_previous(error.offset)
                .unwrap_or_else(|| prepared.span(error.offset, error.offset));
            Diagnostic::error(message).at(sources, span)
        }
        (Some((token, span)), None) => {
            let message = format!("`{}` is not expected here", text::display_name(token));
            Diagnostic::error(message).at(sources, span)
        }
        (None, _) => {
            let span = prepared.span(error.offset, error.offset);
            Diagnostic::error("the file ends in the middle of something").at(sources, span)
        }
    }
}

/// Lowers the library unit that defines `name`, unless that has been done; `false` if none does.
pub(crate) fn load_library_unit(world: &mut World, name: &str) -> bool {
    let Some(unit) = library::unit_defining(name, world.file_use) else { return false };
    if !world.loaded_units.insert(unit.name) {
        return true;
    }
    let shown = format!("<library>/{}", unit.name);
    let prepared =
        text::prepare_internal(&mut world.sources, &shown, &unit.source(&world.file_inputs));
    match parse(&prepared) {
        Ok(unit) => Unit::new(world, &prepared, true).lower(&unit),
        Err(error) => {
            let diagnostic = syntax_error(&error, &prepared, &world.sources);
            world.errors.push(diagnostic);
        }
    }
    true
}

/// Gives every function and object that is declared but not defined what the library has for it.
fn link_library(world: &mut World) {
    let (mut next_function, mut next_global) = (0, 0);
    // Units refer to further functions, which are appended while we go.
    while next_function < world.functions.len() || next_global < world.globals.len() {
        if next_function < world.functions.len() {
            link_function(world, FunctionId(next_function as u32));
            next_function += 1;
        } else {
            link_global(world, GlobalId(next_global as u32));
            next_global += 1;
        }
    }
}

fn link_function(world: &mut World, id: FunctionId) {
    let function = &world.functions[id.index()];
    if !matches!(function.body, Body::Undefined) || function.is_static {
        return;
    }
    let name = function.name.clone();
    match library::intrinsic_named(&name, world.file_use) {
        Some(intrinsic) => {
            let ty = intrinsic_type(intrinsic, &mut world.types);
            let Kind::Function(shape) = world.types.kind(ty).clone() else { return };
            let signature = world.types.signature(&shape);
            let function = &mut world.functions[id.index()];
            function.body = Body::Intrinsic(intrinsic);
            function.signature = signature;
            function.is_library = true;
        }
        None => {
            load_library_unit(world, &name);
        }
    }
}

fn link_global(world: &mut World, id: GlobalId) {
    let global = &world.globals[id.index()];
    let is_external = matches!(world.externals.get(&global.name), Some(ExternalName::Global(other)) if *other == id);
    if !global.is_undefined || !is_external || !world.global_infos[id.index()].is_referenced {
        return;
    }
    let name = global.name.clone();
    load_library_unit(world, &name);
}

fn finish(mut world: World) -> Program {
    let start = world.start.clone();
    // What lies behind a `void *` is bytes, also where the program has no name for them.
    world.types.table.int(8, true);
    let mut program = Program {
        sources: world.sources,
        types: world.types.table,
        globals: world.globals,
        functions: world.functions,
        source_stmts: world.source_stmts,
        arithmetic: Arithmetic::Machine,
        expectation: None,
    };
    crate::unify::unify(&mut program);
    crate::reconcile::reconcile(&mut program);
    crate::prune::prune(&mut program, &start);
    program
}
