//! Statements.

use lang_c::ast::{
    BlockItem, Expression, ForInitializer, ForStatement, IfStatement, Label, LabeledStatement,
    Statement,
};
use lang_c::span::Node;
use whydunit_program::{SourceKind, TerminatorKind};
use whydunit_source::Span;

use super::builder::JumpTarget;
use super::{Res, Unit};

impl Unit<'_> {
    /// Lowers the items of a block; an error in one does not keep the others from being looked at.
    pub(crate) fn block_items(&mut self, items: &[Node<BlockItem>]) {
        for item in items {
            let depth = self.scopes.depth();
            let open = self.func.open_scopes.len();
            let result = match &item.node {
                BlockItem::Declaration(declaration) => {
                    let before = self.limits_met;
                    let result = self.local_declaration(declaration);
                    self.unless_limit_met(before, result)
                }
                BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                BlockItem::Statement(statement) => self.statement(statement),
            };
            if let Err(error) = result {
                self.report(error);
                self.scopes.truncate(depth);
                self.func.open_scopes.truncate(open);
            }
        }
    }

    /// What a statement does with a value that we do not support is not looked at: a run ends before. Its type is not known, so it may seem to be wrong.
    fn unless_limit_met(&self, before: usize, result: Res<()>) -> Res<()> {
        if self.limits_met > before { Ok(()) } else { result }
    }

    pub(crate) fn statement(&mut self, statement: &Node<Statement>) -> Res<()> {
        let span = self.span_of(statement);
        match &statement.node {
            Statement::Labeled(labeled) => self.labeled(&labeled.node, span),
            Statement::Compound(items) => {
                self.enter_scope();
                self.block_items(items);
                let end = statement.span.end;
                let end = self.text.span(end.saturating_sub(1), end);
                self.leave_scope(end);
                Ok(())
            }
            Statement::Expression(None) => Ok(()),
            Statement::Expression(Some(expr)) => {
                let span = self.span_of(expr);
                self.begin_source(span, SourceKind::Expression);
                let before = self.limits_met;
                let result = self.effect(expr);
                self.unless_limit_met(before, result)
            }
            Statement::If(node) => self.with_names(|unit| unit.if_statement(&node.node)),
            Statement::Switch(node) => self.with_names(|unit| unit.switch(&node.node)),
            Statement::While(node) => self.with_names(|unit| {
                unit.while_statement(&node.node.expression, &node.node.statement)
            }),
            Statement::DoWhile(node) => {
                self.with_names(|unit| unit.do_while(&node.node.statement, &node.node.expression))
            }
            Statement::For(node) => self.for_statement(&node.node, span),
            Statement::Goto(label) => {
                self.begin_source(span, SourceKind::Jump);
                self.goto(&label.node.name, span);
                Ok(())
            }
            Statement::Continue => self.continue_statement(span),
            Statement::Break => self.break_statement(span),
            Statement::Return(value) => {
                let before = self.limits_met;
                let result = self.return_statement(value.as_deref(), span);
                self.unless_limit_met(before, result)
            }
            Statement::Asm(_) => {
                self.begin_source(span, SourceKind::Expression);
                self.unsupported("inline assembler", span);
                Ok(())
            }
        }
    }

    /// What an expression of a selection or iteration statement declares (tags, enumeration
    /// constants) is known in that statement only.
    fn with_names(&mut self, lower: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        self.scopes.enter();
        let result = lower(self);
        self.scopes.leave();
        result
    }

    fn begin_condition(&mut self, expr: &Node<Expression>) {
        let span = self.span_of(expr);
        self.begin_source(span, SourceKind::Condition);
    }

    /// A statement that is the body of another: a scope of its own.
    fn body(&mut self, statement: &Node<Statement>) -> Res<()> {
        if matches!(statement.node, Statement::Compound(_)) {
            return self.statement(statement);
        }
        let span = self.span_of(statement);
        self.enter_scope();
        let result = self.statement(statement);
        self.leave_scope(span);
        result
    }

    fn if_statement(&mut self, node: &IfStatement) -> Res<()> {
        self.begin_condition(&node.condition);
        let cond_span = self.span_of(&node.condition);
        let source = self.func.source;
        let then = self.new_block();
        let join = self.new_block();
        let otherwise = if node.else_statement.is_some() { self.new_block() } else { join };
        self.condition(&node.condition, then, otherwise)?;
        self.switch_to(then);
        let then_result = self.body(&node.then_statement);
        self.func.source = source;
        self.continue_in(join, cond_span);
        let mut else_result = Ok(());
        if let Some(statement) = &node.else_statement {
            self.switch_to(otherwise);
            else_result = self.body(statement);
            self.func.source = source;
            self.continue_in(join, cond_span);
        }
        self.switch_to(join);
        then_result.and(else_result)
    }

    fn while_statement(&mut self, cond: &Node<Expression>, body: &Node<Statement>) -> Res<()> {
        let invariants = std::mem::take(&mut self.func.pending_invariants);
        let head = self.new_block();
        let inside = self.new_block();
        let after = self.new_block();
        self.begin_condition(cond);
        let source = self.func.source;
        let span = self.span_of(cond);
        self.continue_in(head, span);
        self.check_invariants(&invariants);
        self.func.source = source;
        self.condition(cond, inside, after)?;
        self.switch_to(inside);
        self.push_loop(after, head);
        let result = self.body(body);
        self.func.jumps.pop();
        self.func.source = source;
        self.continue_in(head, span);
        self.switch_to(after);
        result
    }

    fn push_loop(&mut self, after: whydunit_program::BlockId, again: whydunit_program::BlockId) {
        let depth = self.func.open_scopes.len();
        let target = JumpTarget { break_to: after, continue_to: Some(again), depth };
        self.func.jumps.push(target);
    }

    fn do_while(&mut self, body: &Node<Statement>, cond: &Node<Expression>) -> Res<()> {
        let invariants = std::mem::take(&mut self.func.pending_invariants);
        let start = self.new_block();
        let test = self.new_block();
        let after = self.new_block();
        let span = self.span_of(cond);
        self.func.source = self.func.implicit;
        self.continue_in(start, span);
        self.check_invariants(&invariants);
        self.push_loop(after, test);
        let result = self.body(body);
        self.func.jumps.pop();
        self.begin_condition(cond);
        self.continue_in(test, span);
        let cond_result = self.condition(cond, start, after);
        self.switch_to(after);
        result.and(cond_result)
    }

    fn for_statement(&mut self, node: &ForStatement, span: Span) -> Res<()> {
        let invariants = std::mem::take(&mut self.func.pending_invariants);
        self.enter_scope();
        let result = self.for_parts(node, invariants, span);
        self.leave_scope(span);
        result
    }

    fn for_parts(
        &mut self,
        node: &ForStatement,
        invariants: Vec<super::spec::Invariant>,
        span: Span,
    ) -> Res<()> {
        match &node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(expr) => {
                let span = self.span_of(expr);
                self.begin_source(span, SourceKind::Expression);
                self.effect(expr)?;
            }
            ForInitializer::Declaration(declaration) => self.local_declaration(declaration)?,
            ForInitializer::StaticAssert(assertion) => self.static_assert(assertion)?,
        }
        let head = self.new_block();
        let inside = self.new_block();
        let step = self.new_block();
        let after = self.new_block();
        let cond_span = match &node.condition {
            Some(cond) => {
                self.begin_condition(cond);
                self.span_of(cond)
            }
            None => {
                self.func.source = self.func.implicit;
                span
            }
        };
        let source = self.func.source;
        self.continue_in(head, cond_span);
        self.check_invariants(&invariants);
        self.func.source = source;
        match &node.condition {
            Some(cond) => {
                self.condition(cond, inside, after)?;
                self.switch_to(inside);
            }
            None => self.continue_in(inside, cond_span),
        }
        self.push_loop(after, step);
        let result = self.body(&node.statement);
        self.func.jumps.pop();
        self.func.source = source;
        self.continue_in(step, cond_span);
        let mut step_result = Ok(());
        let mut step_span = cond_span;
        if let Some(expr) = &node.step {
            step_span = self.span_of(expr);
            self.begin_source(step_span, SourceKind::Expression);
            step_result = self.effect(expr);
        }
        self.continue_in(head, step_span);
        self.switch_to(after);
        result.and(step_result)
    }

    fn labeled(&mut self, node: &LabeledStatement, span: Span) -> Res<()> {
        self.label(node, span)?;
        self.statement(&node.statement)
    }

    /// The label of a labelled statement, without the statement.
    pub(crate) fn label(&mut self, node: &LabeledStatement, span: Span) -> Res<()> {
        match &node.label.node {
            Label::Identifier(name) => {
                let name_span = self.span_of(name);
                self.define_label(&name.node.name, name_span)?;
            }
            Label::Case(expr) => {
                let value = self.constant_expression(expr, "a case label")?;
                let label_span = self.span_of(expr);
                self.case(value, value, label_span)?;
            }
            Label::CaseRange(range) => {
                let low = self.constant_expression(&range.node.low, "a case label")?;
                let high = self.constant_expression(&range.node.high, "a case label")?;
                let label_span = self.span_of(range);
                self.case(low, high, label_span)?;
            }
            Label::Default => self.default_case(span)?,
        }
        Ok(())
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, span: Span) -> Res<()> {
        let shown = match value {
            // Without the semicolon.
            Some(value) => span_until(span, self.span_of(value)),
            None => span,
        };
        self.begin_source(shown, SourceKind::Return);
        let result = self.func.result;
        let Some(value) = value else {
            return self.emit_return(None, shown);
        };
        if self.types().is_void(result) {
            // `return f();` in a void function, where f is void too.
            let operand = self.operand(value)?;
            if self.types().is_void(operand.ty) {
                return self.emit_return(None, shown);
            }
            self.warn(shown, "`return` with a value in a function that returns nothing");
            return self.emit_return(None, shown);
        }
        let val = self.value(value)?;
        let val = self.assign_convert(val, result, "return")?;
        if self.types().opaque(result).is_some() {
            return self.emit_return(None, shown);
        }
        self.emit_return(Some(val), shown)
    }

    pub(crate) fn jump_to(&mut self, block: whydunit_program::BlockId, span: Span) {
        self.terminate(TerminatorKind::Goto(block), span);
    }
}

/// From the start of one span to the end of another in the same file.
fn span_until(start: Span, end: Span) -> Span {
    if start.file != end.file || end.end < start.start {
        return start;
    }
    Span::new(start.file, start.start, end.end)
}
