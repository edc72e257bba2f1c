//! `why`: any question about a run, answered as a failure is.

use whydunit_expectation::{Count, Posed, Question as Asked, Unstated, asking, state_question};
use whydunit_interp::{Config, RunSpec, Stream};
use whydunit_program::{
    Body, CheckKind, Expr, ExprKind, Point, Program, SourceKind, Stmt, StmtKind, TerminatorKind,
};
use whydunit_project::{Asked as AskedAt, Error, Outcome, Subject, compile, run_spec};
use whydunit_report::{Report, Verdict};
use whydunit_suite::DEFAULT_STEPS;

use crate::expected::Stated;
use crate::{Answer, Session};

/// A question about a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyQuestion {
    /// Why the expression has its value when the place is reached.
    Value {
        /// In C, over what is in scope there.
        expression: String,
        /// Where.
        at: Place,
    },
    /// Why the condition does not hold there.
    Expect {
        /// In C, over what is in scope there.
        condition: String,
        /// Where.
        at: Place,
    },
    /// Why a line was executed.
    Ran(Place),
    /// Why a line was not executed; between one execution of the other line and the next one.
    NotRan(Place, Option<Place>),
    /// Why the output reads as it does in a line, at a column; both counted from 1.
    Printed(usize, Option<usize>),
    /// The same of what it writes to standard error.
    PrintedError(usize, Option<usize>),
    /// Why the run ended where it did, or does not end.
    Ends,
}

/// `[FILE:]LINE[#K]`: the K-th time that a line is reached; the last time without `#K`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Needed where several files have code on that line.
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
    /// From 1.
    pub count: Option<u64>,
}

impl Place {
    /// Reads a place.
    ///
    /// # Errors
    /// What is no place.
    pub fn parse(text: &str) -> Result<Place, String> {
        let (rest, count) = match text.rsplit_once('#') {
            Some((rest, count)) => {
                let number = count.parse::<u64>().ok().filter(|number| *number > 0);
                let number =
                    number.ok_or_else(|| format!("`{count}` does not count executions"))?;
                (rest, Some(number))
            }
            None => (text, None),
        };
        let (file, line) = match rest.rsplit_once(':') {
            Some((file, line)) => (Some(file.to_owned()), line),
            None => (None, rest),
        };
        let number = line.parse::<u32>().ok().filter(|number| *number > 0);
        let line = number.ok_or_else(|| format!("`{line}` is not the number of a line"))?;
        Ok(Place { file, line, count })
    }

    fn count(&self) -> Count {
        self.count.map_or(Count::Last, Count::Of)
    }
}

/// What came of the question.
pub(crate) enum Posing {
    Run(Box<Stated>),
    Answer(Box<Answer>),
}

pub(crate) fn pose(session: &Session, question: &WhyQuestion) -> Result<Posing, Error> {
    let common = session.options();
    let config = session.config()?;
    let max_steps = config.max_steps.or(Some(DEFAULT_STEPS));
    let config = Config { max_steps, ..config };
    common.observer.phase("asking the run");
    let own = &session.subject().program;
    let (program, asked) = match question {
        WhyQuestion::Value { expression, at } => {
            let text = format!("({expression}) == ({expression})");
            let (program, condition, point) = with_expression(session, at, &text)?;
            let ExprKind::Binary(_, value, _) = condition.kind else {
                return Err(Error::Unusable(format!("--value: `{expression}` is no value")));
            };
            let written = expression.clone();
            (Some(program), Asked::Value { at: point, count: at.count(), value: *value, written })
        }
        WhyQuestion::Expect { condition: text, at } => {
            let (program, condition, point) = with_expression(session, at, text)?;
            let written = text.clone();
            let count = at.count();
            (Some(program), Asked::Condition { at: point, count, condition, written })
        }
        WhyQuestion::Ran(at) => (None, Asked::Ran { at: resolve(own, at)?, count: at.count() }),
        WhyQuestion::NotRan(at, during) => {
            let during = match during {
                Some(during) => Some((resolve(own, during)?, during.count())),
                None => None,
            };
            (None, Asked::NotRan { at: resolve(own, at)?, during })
        }
        WhyQuestion::Printed(line, column) => {
            (None, Asked::Printed { stream: Stream::Out, line: *line, column: *column })
        }
        WhyQuestion::PrintedError(line, column) => {
            (None, Asked::Printed { stream: Stream::Error, line: *line, column: *column })
        }
        WhyQuestion::Ends => (None, Asked::Ends),
    };
    let spec: RunSpec = run_spec(common, session.subject())?;
    let posed = state_question(program.as_ref().unwrap_or(own), &spec, &config, &asked);
    common.observer.clear();
    let program = match posed {
        Ok(Posed::Stated(program)) => Some(*program),
        Ok(Posed::FailsCheck) => None,
        Ok(Posed::Otherwise(said)) => {
            return Ok(Posing::Answer(Box::new(plain(
                own,
                Verdict::Holds,
                Outcome::NoFailure,
                said,
            ))));
        }
        Err(Unstated::OutOfBudget) => {
            let said = "the run was cut off by a budget, and nothing shows that it never ends";
            let answer = plain(own, Verdict::Unknown, Outcome::OutOfBudget, said.to_owned());
            return Ok(Posing::Answer(Box::new(answer)));
        }
        Err(Unstated::Unsupported(why)) => return Err(Error::Unusable(why)),
        Err(Unstated::Met | Unstated::FailsCheck) => None,
    };
    let config = asking(&config);
    let stated = Stated { program, spec, config, hint: None, passing: Vec::new(), judged: None };
    Ok(Posing::Run(Box::new(stated)))
}

fn plain(program: &Program, verdict: Verdict, outcome: Outcome, said: String) -> Answer {
    let mut report = Report::new(verdict);
    report.origin = whydunit_lift::origin(program);
    Answer { report, outcome, hint: Some(said) }
}

/// The first statement that begins on the line.
fn resolve(program: &Program, place: &Place) -> Result<Point, Error> {
    let mut found: Vec<(String, u32, Point)> = Vec::new();
    for (function, id) in program.functions.iter().zip((0..).map(whydunit_program::FunctionId)) {
        if function.is_library {
            continue;
        }
        for (block, at) in function.blocks().iter().zip((0..).map(whydunit_program::BlockId)) {
            for index in 0..=block.stmts.len() {
                let point = Point { function: id, block: at, index: index as u32 };
                let (span, source) = program.origin_of(point);
                let source = program.source_stmt(source);
                let is_jump = block.stmts.len() == index
                    && matches!(
                        block.terminator.kind,
                        TerminatorKind::Goto(_) | TerminatorKind::Unreachable
                    );
                // Marks of a scope are no steps.
                let is_mark = block.stmts.get(index).is_some_and(|stmt| {
                    matches!(stmt.kind, StmtKind::Live { .. } | StmtKind::Dead { .. })
                });
                if source.kind == SourceKind::Implicit || span.is_empty() || is_jump || is_mark {
                    continue;
                }
                let file = program.sources.file(span.file).name();
                let is_named = place
                    .file
                    .as_ref()
                    .is_none_or(|name| file == name || file.ends_with(&format!("/{name}")));
                if is_named && program.sources.line_column(source.span).line == place.line {
                    found.push((file.to_owned(), span.start, point));
                }
            }
        }
    }
    let mut files: Vec<&String> = found.iter().map(|(file, _, _)| file).collect();
    files.dedup();
    files.sort();
    files.dedup();
    if files.len() > 1 {
        let list: Vec<String> = files.iter().map(|it| format!("{it}:{}", place.line)).collect();
        return Err(Error::Unusable(format!(
            "line {} has code in several files: {}",
            place.line,
            list.join(", ")
        )));
    }
    let first = found.iter().min_by_key(|(_, start, point)| (*start, point.block, point.index));
    match first {
        Some((_, _, point)) => Ok(*point),
        None => Err(Error::Unusable(match &place.file {
            Some(file) => {
                format!("{file}:{}: no statement of the program begins there", place.line)
            }
            None => format!("line {}: no statement of the program begins there", place.line),
        })),
    }
}

/// The program, a condition over what is in scope at a place, and the statement there.
fn with_expression(
    session: &Session,
    at: &Place,
    text: &str,
) -> Result<(Program, Expr, Point), Error> {
    let own = &session.subject().program;
    let point = resolve(own, at)?;
    let (span, _) = own.origin_of(point);
    let file = own.sources.file(span.file).name().to_owned();
    let mut options = session.options().clone();
    options.start.asked = Some(AskedAt { file, line: at.line, condition: text.to_owned() });
    let Subject { mut program, .. } = compile(&mut options)?;
    let Some(condition) = take_out(&mut program, text) else {
        return Err(Error::Unusable(format!("line {}: nothing can be asked there", at.line)));
    };
    let point = resolve(&program, at)?;
    Ok((program, condition, point))
}

/// The condition of the assertion that was put in, which is no part of the program any more.
fn take_out(program: &mut Program, text: &str) -> Option<Expr> {
    let is_it = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Check { kind: CheckKind::Contract, text: found, .. } if found == text);
    for function in &mut program.functions {
        let Body::Blocks(blocks) = &mut function.body else { continue };
        for block in blocks {
            if let Some(index) = block.stmts.iter().position(is_it) {
                let StmtKind::Check { cond, .. } = block.stmts.remove(index).kind else {
                    return None;
                };
                return Some(cond);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let place = |text: &str| Place::parse(text).map(|it| (it.file, it.line, it.count));
        assert_eq!(place("12"), Ok((None, 12, None)));
        assert_eq!(place("a.c:12#3"), Ok((Some("a.c".into()), 12, Some(3))));
        assert!(place("a.c").is_err() && place("0").is_err() && place("3#0").is_err());
    }
}
