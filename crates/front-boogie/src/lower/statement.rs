//! Statements to blocks.

use rustc_hash::FxHashMap;
use whydunit_program::{
    BlockId, Callee, CheckKind, Expr, InputOrigin, Place, Projection, SourceKind, StmtKind,
    TerminatorKind,
};
use whydunit_source::Span;

use crate::module::{self, Clause, Stmt, Target};

use super::body::{Exit, Lowering};
use super::choice::are_opposite;
use super::walk::move_to;
use super::{Gap, Res};

/// The assumption behind each label that has one.
pub(crate) type Assumptions<'s> = FxHashMap<&'s str, &'s module::Expr>;

impl Lowering<'_, '_> {
    pub(crate) fn statements(&mut self, stmts: &[Stmt], assumptions: &Assumptions<'_>) {
        let mut label = None;
        for stmt in stmts {
            let own = label.take();
            if let module::StmtKind::Label(name) = &stmt.kind {
                let block = self.label(name);
                self.end(TerminatorKind::Goto(block));
                self.switch_to(block);
                label = Some(name.clone());
                continue;
            }
            self.statement(stmt, own, assumptions);
        }
    }

    fn label(&mut self, name: &str) -> BlockId {
        if let Some(&block) = self.labels.get(name) {
            return block;
        }
        let block = self.new_block();
        self.labels.insert(name.to_owned(), block);
        block
    }

    /// What follows a jump is reached through labels only.
    fn jump(&mut self, kind: TerminatorKind) {
        self.end(kind);
        let rest = self.new_block();
        self.switch_to(rest);
    }

    fn or_unsupported(&mut self, result: Res<()>) {
        if let Err(gap) = result {
            self.unsupported(gap);
        }
    }

    fn statement(&mut self, stmt: &Stmt, label: Option<String>, assumptions: &Assumptions<'_>) {
        let span = stmt.span;
        match &stmt.kind {
            module::StmtKind::Label(_) => {}
            module::StmtKind::Assert(condition) => {
                self.begin(span, SourceKind::Annotation);
                self.check(CheckKind::Assert, condition);
            }
            module::StmtKind::Assume(condition) => {
                self.begin(span, SourceKind::Annotation);
                let result = self.assume(condition);
                self.or_unsupported(result);
            }
            module::StmtKind::Havoc(vars) => {
                self.begin(span, SourceKind::Expression);
                let result = self.havoc(vars, &InputOrigin::Nondet("havoc".into()));
                self.or_unsupported(result);
            }
            module::StmtKind::Assign(targets, values) => {
                self.begin(span, SourceKind::Expression);
                let result = self.assignment(targets, values);
                self.or_unsupported(result);
            }
            module::StmtKind::Call { results, procedure, args } => {
                self.begin(span, SourceKind::Expression);
                let result = self.call(results, *procedure, args, span);
                self.or_unsupported(result);
            }
            module::StmtKind::If { arms, otherwise } => {
                let exit = self.new_block();
                self.exits.push(Exit { label, is_loop: false, block: exit });
                for arm in arms {
                    self.begin(arm.guard_span, SourceKind::Condition);
                    let cond = self.guard(arm.guard.as_ref());
                    let (then, next) = (self.new_block(), self.new_block());
                    self.branch(cond, then, next);
                    self.switch_to(then);
                    self.statements(&arm.body, assumptions);
                    self.end(TerminatorKind::Goto(exit));
                    self.switch_to(next);
                }
                self.statements(otherwise.as_deref().unwrap_or(&[]), assumptions);
                self.end(TerminatorKind::Goto(exit));
                self.exits.pop();
                self.switch_to(exit);
            }
            module::StmtKind::While { guard, guard_span, invariants, body } => {
                self.begin(*guard_span, SourceKind::Condition);
                let (source, place) = (self.source, self.span);
                let (head, inside, exit) = (self.new_block(), self.new_block(), self.new_block());
                self.end(TerminatorKind::Goto(head));
                self.switch_to(head);
                for clause in invariants {
                    self.clause(CheckKind::Contract, clause);
                }
                self.resume(source, place);
                let cond = self.guard(guard.as_ref());
                self.branch(cond, inside, exit);
                self.exits.push(Exit { label, is_loop: true, block: exit });
                self.switch_to(inside);
                self.statements(body, assumptions);
                self.end(TerminatorKind::Goto(head));
                self.exits.pop();
                self.switch_to(exit);
            }
            module::StmtKind::Break(label) => {
                self.begin(span, SourceKind::Jump);
                let wanted = |exit: &&Exit| match label {
                    Some(_) => exit.label == *label,
                    None => exit.is_loop,
                };
                let exit = self.exits.iter().rev().find(wanted).map(|exit| exit.block);
                match exit {
                    Some(block) => self.jump(TerminatorKind::Goto(block)),
                    None => self.unsupported(Gap::new("a `break` to nowhere", span)),
                }
            }
            module::StmtKind::Goto(labels) => self.goto(labels, span, assumptions),
            module::StmtKind::Return => {
                self.begin(span, SourceKind::Return);
                self.leave();
                let rest = self.new_block();
                self.switch_to(rest);
            }
            module::StmtKind::Unsupported(what) => {
                self.begin(span, SourceKind::Expression);
                self.unsupported(Gap::new(*what, span));
            }
        }
    }

    fn goto(&mut self, labels: &[String], span: Span, assumptions: &Assumptions<'_>) {
        let targets: Vec<BlockId> = labels.iter().map(|label| self.label(label)).collect();
        if let [target] = targets.as_slice() {
            self.begin(span, SourceKind::Jump);
            self.jump(TerminatorKind::Goto(*target));
            return;
        }
        self.begin(span, SourceKind::Condition);
        let behind = |label: &String| assumptions.get(label.as_str()).copied();
        if let ([first, second], [a, b]) = (labels, targets.as_slice())
            && let (Some(condition), Some(other)) = (behind(first), behind(second))
            && are_opposite(condition, other)
            && let Ok(cond) = self.scalar(condition)
        {
            self.branch(cond, *a, *b);
        } else {
            self.choose_target(&targets);
        }
        let rest = self.new_block();
        self.switch_to(rest);
    }

    /// What decides a branch; of something unsupported the run does not get there.
    fn guard(&mut self, guard: Option<&module::Expr>) -> Expr {
        let Some(guard) = guard else { return self.choice("*") };
        match self.scalar(guard) {
            Ok(cond) => cond,
            Err(gap) => {
                self.unsupported(gap);
                self.truth(true, guard.span)
            }
        }
    }

    pub(crate) fn assume(&mut self, condition: &module::Expr) -> Res<()> {
        let cond = self.condition(condition)?;
        self.emit(StmtKind::Assume { cond });
        Ok(())
    }

    pub(crate) fn check(&mut self, kind: CheckKind, condition: &module::Expr) {
        match self.condition(condition) {
            Ok(mut cond) => {
                let text = self.text_of(condition.span);
                if cond.span.file != self.span.file {
                    move_to(&mut cond, self.span);
                }
                self.emit(StmtKind::Check { kind, cond, text });
            }
            Err(gap) => self.unsupported(gap),
        }
    }

    /// A condition as the user wrote it, without parentheses around all of it.
    fn text_of(&self, span: Span) -> String {
        let text = self.world.program.sources.text(span);
        without_parentheses(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A clause of a contract or loop, as a statement of its own.
    pub(crate) fn clause(&mut self, kind: CheckKind, clause: &Clause) {
        // What was given as an option has no place in the program.
        let is_shown = self.world.program.sources.file(clause.span.file).is_user();
        let span = match is_shown {
            true => clause.span,
            false => self.module().procedures[self.procedure].span,
        };
        self.begin(span, SourceKind::Annotation);
        if clause.is_free {
            let result = self.assume(&clause.condition);
            self.or_unsupported(result);
        } else {
            self.check(kind, &clause.condition);
        }
    }

    fn call(
        &mut self,
        results: &[Target],
        procedure: usize,
        args: &[module::Expr],
        span: Span,
    ) -> Res<()> {
        let callee = &self.module().procedures[procedure];
        if callee.is_polymorphic {
            return Err(Gap::new("polymorphism", span));
        }
        for variable in &callee.variables {
            self.world.stored(&variable.ty, span)?;
        }
        let id = self.world.function_of(procedure);
        let mut lowered = Vec::new();
        for (arg, param) in args.iter().zip(callee.params()) {
            let value = self.value(arg)?;
            lowered.push(self.argument(value, &param.ty, arg.span)?);
        }
        let callee = Callee::Direct(id);
        let args = lowered;
        match results {
            [] => self.emit(StmtKind::Call { dest: None, callee, args }),
            [only] => {
                let (dest, _) = self.var_place(only.var, only.span)?;
                self.emit(StmtKind::Call { dest: Some(dest), callee, args });
            }
            _ => {
                let ty = self.world.program.function(id).signature.result;
                let all = self.results_of(procedure, ty);
                self.emit(StmtKind::Call { dest: Some(all.clone()), callee, args });
                for (position, target) in results.iter().enumerate() {
                    let (place, _) = self.var_place(target.var, target.span)?;
                    let path = vec![Projection::Field(position as u32)];
                    let from = Place { path, ty: place.ty, ..all.clone() };
                    self.assign(place, Expr::load(from));
                }
            }
        }
        Ok(())
    }
}

/// `((a) && b)` is `(a) && b`, `(a) && (b)` stays.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) else {
        return text;
    };
    let mut depth = 0i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return text;
        }
    }
    inner.trim()
}
