//! Every small change of the program that is tried, each as text and as meaning.
//!
//! A *site* is an expression as the user wrote it: the outermost node of the representation with that text, conversions
//! that C adds by itself left aside. Families of changes (one file each) say what could stand there instead. Costs order
//! the candidates: first what touches the fewest tokens, then what stays closest to the original.

mod accesses;
mod calls;
mod conditions;
mod constants;
mod generator;
mod grouping;
mod guards;
mod inserted;
mod layout;
mod limits;
mod operands;
mod operator;
mod operators;
mod rearranged;
mod site;
mod sizes;
mod statements;
mod synthesis;
mod targets;
mod tokens;

use whydunit_program::{Expr, FunctionId, LocalId, Point, Program, SourceStmtId, StmtKind, TypeId};
use whydunit_source::{FileId, Span};

use crate::Edit;
use crate::annotations::{Alternative, Library};

pub(crate) use generator::{Aim, Generator, is_failure};
pub(crate) use guards::{Action, Guard};
pub(crate) use limits::Limit;
pub(crate) use operator::{Operator, operator_of};
pub(crate) use rearranged::{declared, rearranged};
pub(crate) use site::core;
use site::form;
pub(crate) use site::{Form, Part, Site, SiteView, Use};
pub(crate) use targets::Target;

/// One change.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) edit: Edit,
    pub(crate) variant: Variant,
    pub(crate) cost: u32,
    pub(crate) source: SourceStmtId,
}

/// What a change means.
#[derive(Clone, Debug)]
pub(crate) enum Variant {
    /// The expressions with these spans become this one.
    Value { at: Vec<Span>, with: Expr },
    /// The statement at the point becomes this one.
    Statement { at: Point, with: StmtKind },
    /// Before the point, unless the condition holds, the run goes on elsewhere; `dead` are the variables whose scope it leaves.
    Guard { at: Point, keep: Expr, dead: Vec<LocalId>, otherwise: Point },
    /// Before the point this is executed.
    Insertion { at: Point, stmt: StmtKind },
    /// Known only from the text.
    Text,
}

/// Costs of the families. A change of one token costs about 10.
pub(crate) mod cost {
    pub(crate) const NEIGHBOUR: u32 = 8;
    pub(crate) const TOKEN: u32 = 10;
    pub(crate) const LEFT_OUT: u32 = 11;
    pub(crate) const DISTANT_TOKEN: u32 = 12;
    pub(crate) const EXPRESSION: u32 = 14;
    pub(crate) const ADDED: u32 = 16;
    pub(crate) const ADDED_CONDITION: u32 = 20;
    /// A check in front of a statement.
    pub(crate) const GUARD: u32 = 20;
    pub(crate) const CALL: u32 = 13;
    pub(crate) const STATEMENT: u32 = 18;
    /// More for what changes how inputs are read.
    pub(crate) const READING: u32 = 16;
    pub(crate) const COMPARISON: u32 = 24;
    pub(crate) const CONDITIONAL: u32 = 28;
    pub(crate) const ADDED_COMPARISON: u32 = 30;
    pub(crate) const COMPUTED: u32 = 26;
    pub(crate) const DECIDED: u32 = 40;
}

/// The user's functions that may be changed.
pub(crate) fn own_functions(
    program: &Program,
    files: &[FileId],
) -> impl Iterator<Item = FunctionId> {
    let functions = program.functions.iter().enumerate();
    functions
        .filter(|(_, function)| {
            files.contains(&function.span.file)
                && !function.is_library
                && !function.blocks().is_empty()
                && !is_part_of_the_specification(&function.name)
        })
        .map(|(index, _)| FunctionId(index as u32))
}

/// The integers that statements compute: conditions, and what is assigned, returned or passed.
pub(crate) fn sites(
    program: &Program,
    int: TypeId,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<SiteView> {
    let mut all = Vec::new();
    for function in own_functions(program, files) {
        let mut generator = Generator::new(program, function, int, Aim::Sites);
        generator.visit(wanted);
        all.append(&mut generator.sites);
    }
    all
}

/// The changes that a library has entries for, in the order of the text.
pub(crate) fn by_library(
    library: &Library,
    program: &Program,
    int: TypeId,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Alternative> {
    let mut all = Vec::new();
    for function in own_functions(program, files) {
        let mut generator = Generator::new(program, function, int, Aim::Library(library));
        generator.visit(wanted);
        all.append(&mut generator.alternatives);
    }
    all
}

/// All changes of the user's functions that `wanted` lets through, cheapest first.
pub(crate) fn changes(
    program: &Program,
    int: TypeId,
    files: &[FileId],
    seen_in_tests: &[i128],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Change> {
    let mut all = Vec::new();
    for function in own_functions(program, files) {
        let mut generator = Generator::new(program, function, int, Aim::All { seen_in_tests });
        generator.visit(wanted);
        all.append(&mut generator.found);
    }
    constants::named(program, files, wanted, &mut all);
    sizes::sizes(program, files, &mut all);
    statements::by_text(program, files, wanted, &mut all);
    for (file, source) in program.sources.files().filter(|(file, _)| files.contains(file)) {
        tokens::tokens(file, source.text(), &mut all);
    }
    all.sort_by(|a, b| (a.cost, &a.edit).cmp(&(b.cost, &b.edit)));
    all
}

/// Statements in front of those that `wanted` lets through.
pub(crate) fn insertions(
    program: &Program,
    int: TypeId,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Change> {
    own_functions(program, files)
        .flat_map(|function| Generator::new(program, function, int, Aim::Sites).inserted(wanted))
        .collect()
}

pub(crate) fn is_part_of_the_specification(name: &str) -> bool {
    name.starts_with("__VERIFIER") || name.starts_with("__CPROVER") || name == "reach_error"
}
