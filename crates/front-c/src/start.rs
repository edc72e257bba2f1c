//! Where a program without a `main` starts.
//!
//! Someone who asks about a file with one function in it means that function; helpers that it calls are no
//! reason to ask back. A *root* is a function of the user's that no other one mentions. A single root is the start, and
//! so is the single root that other files can see. Mentions are read off the syntax tree, because contracts are
//! attached to the start while it is lowered.

use std::collections::BTreeSet;

use lang_c::ast::{
    Declarator, DeclaratorKind, Expression, ExternalDeclaration, FunctionDefinition,
    TranslationUnit,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use whydunit_source::SourceMap;

use crate::lower::{declared_function_name, is_static_definition};
use crate::text::Prepared;

/// A function that the user may have meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub name: String,
    /// Its head as it is written, on one line.
    pub prototype: String,
}

/// What the user's files define.
#[derive(Debug, Default)]
struct Defined {
    functions: Vec<Definition>,
    /// What initialisers and other declarations mention.
    mentioned: BTreeSet<String>,
}

#[derive(Debug)]
struct Definition {
    candidate: Candidate,
    is_static: bool,
    mentioned: BTreeSet<String>,
}

/// The functions that a program without `main` may start in: one if that is clear.
pub(crate) fn candidates(
    units: &[(Prepared, TranslationUnit)],
    sources: &SourceMap,
) -> Vec<Candidate> {
    defined(units, sources).candidates()
}

/// All functions that the user's files define.
pub(crate) fn all_functions(
    units: &[(Prepared, TranslationUnit)],
    sources: &SourceMap,
) -> Vec<Candidate> {
    let functions = defined(units, sources).functions;
    functions.into_iter().map(|function| function.candidate).collect()
}

fn defined(units: &[(Prepared, TranslationUnit)], sources: &SourceMap) -> Defined {
    let mut defined = Defined::default();
    for (prepared, unit) in units {
        for external in &unit.0 {
            match &external.node {
                ExternalDeclaration::FunctionDefinition(definition) => {
                    defined.functions.extend(read(definition, prepared, sources));
                }
                ExternalDeclaration::Declaration(declaration) => {
                    let mut mentions = Mentions::default();
                    mentions.visit_declaration(&declaration.node, &declaration.span);
                    defined.mentioned.append(&mut mentions.named);
                }
                ExternalDeclaration::StaticAssert(_) => {}
            }
        }
    }
    defined
}

impl Defined {
    fn candidates(mut self) -> Vec<Candidate> {
        let is_root: Vec<bool> = (0..self.functions.len()).map(|at| self.is_root(at)).collect();
        // Functions that call each other in a circle are all mentioned: then any of them may be meant.
        if is_root.contains(&true) {
            let mut roots = is_root.into_iter();
            self.functions.retain(|_| roots.next().unwrap_or(false));
        }
        if self.functions.iter().any(|function| !function.is_static) {
            self.functions.retain(|function| !function.is_static);
        }
        self.functions.into_iter().map(|function| function.candidate).collect()
    }

    fn is_root(&self, at: usize) -> bool {
        let name = &self.functions[at].candidate.name;
        let others = self.functions.iter().enumerate().filter(|(other, _)| *other != at);
        !self.mentioned.contains(name)
            && others.into_iter().all(|(_, function)| !function.mentioned.contains(name))
    }
}

fn read(
    definition: &Node<FunctionDefinition>,
    prepared: &Prepared,
    sources: &SourceMap,
) -> Option<Definition> {
    let name = declared_function_name(&definition.node)?.to_owned();
    let body = &definition.node.statement;
    let head = prepared.span(definition.span.start, body.span.start);
    let file = sources.file(head.file);
    if !file.is_user() {
        return None;
    }
    let written = file.text().get(head.start as usize..head.end as usize).unwrap_or(&name);
    let prototype = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut mentions = Mentions::default();
    mentions.visit_declarator(&definition.node.declarator.node, &definition.node.declarator.span);
    mentions.visit_statement(&body.node, &body.span);
    let mut mentioned = mentions.named;
    // A variable of that name stands for itself.
    mentioned.retain(|name| !mentions.declared.contains(name));
    Some(Definition {
        candidate: Candidate { name, prototype },
        is_static: is_static_definition(&definition.node),
        mentioned,
    })
}

/// Names in expressions, and names that declarations give to something.
#[derive(Default)]
struct Mentions {
    named: BTreeSet<String>,
    declared: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Mentions {
    fn visit_expression(&mut self, expression: &'ast Expression, span: &'ast Span) {
        if let Expression::Identifier(name) = expression {
            self.named.insert(name.node.name.clone());
        }
        visit::visit_expression(self, expression, span);
    }

    fn visit_declarator(&mut self, declarator: &'ast Declarator, span: &'ast Span) {
        let is_function = declarator
            .derived
            .iter()
            .any(|derived| matches!(derived.node, lang_c::ast::DerivedDeclarator::Function(_)));
        if let DeclaratorKind::Identifier(name) = &declarator.kind.node
            && !is_function
        {
            self.declared.insert(name.node.name.clone());
        }
        visit::visit_declarator(self, declarator, span);
    }
}
