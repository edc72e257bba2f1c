//! What people ask of a run, stated as a check: why has this its value, why does this not hold, why was this line executed, or not, why was this printed, why did the run end?

use rustc_hash::FxHashSet;
use whydunit_interp::{
    Cell, CellObject, Compiled, Config, Ending, Observer, RunSpec, Stream, prepare,
};
use whydunit_program::{
    About, BinaryOp, Body, CheckKind, Expectation, Expr, ExprKind, FunctionId, Local, LocalId,
    LocalRole, Place, Point, Program, Stmt, StmtKind, Type,
};

use crate::check::{falsehood, int, with_check};
use crate::not_run::kept_away;
use crate::record::{Execution, Recording, record, record_stream, watch};
use crate::stated_decision;
use crate::{Unstated, endless, printed_question};

/// Which execution of a statement is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Last,
    /// Counted from 1.
    Of(u64),
}

/// A question about a run.
#[derive(Clone, Debug)]
pub enum Question {
    /// Why has the expression its value before the statement is executed? With the expression as it is written.
    Value {
        at: Point,
        count: Count,
        value: Expr,
        written: String,
    },
    /// Why does the condition not hold there?
    Condition {
        at: Point,
        count: Count,
        condition: Expr,
        written: String,
    },
    Ran {
        at: Point,
        count: Count,
    },
    /// `during`: between an execution of another statement and the next one.
    NotRan {
        at: Point,
        during: Option<(Point, Count)>,
    },
    /// Why does the output have this line, or the character at this column (from 1)?
    Printed {
        stream: Stream,
        line: usize,
        column: Option<usize>,
    },
    Ends,
}

/// The answer to a question that needs no explanation, or a program with a check for it.
#[derive(Debug)]
pub enum Posed {
    Stated(Box<Program>),
    /// The run fails a check: that is what ended it.
    FailsCheck,
    /// It is not as the question has it: the statement was executed, the condition holds.
    Otherwise(String),
}

/// States a question about the run.
///
/// # Errors
/// There is nothing to ask about, or it cannot be said as a condition.
pub fn state_question(
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    question: &Question,
) -> Result<Posed, Unstated> {
    let asking = Asking { program, spec, config, compiled: prepare(program) };
    match question {
        Question::Value { at, count, value, written } => asking.value(*at, *count, value, written),
        Question::Condition { at, count, condition, written } => {
            asking.condition(*at, *count, condition, written)
        }
        Question::Ran { at, count } => asking.ran(*at, *count),
        Question::NotRan { at, during } => asking.not_ran(*at, *during),
        Question::Printed { stream, line, column } => {
            let recording = record_stream(&asking.compiled, program, spec, config, *stream);
            let name = match stream {
                Stream::Out => "the output",
                Stream::Error => "the error output",
            };
            let program = printed_question::question(program, &recording, name, *line, *column)?;
            Ok(Posed::Stated(Box::new(program)))
        }
        Question::Ends => asking.ends(),
    }
}

struct Asking<'a> {
    program: &'a Program,
    spec: &'a RunSpec,
    config: &'a Config,
    compiled: Compiled<'a>,
}

impl Asking<'_> {
    fn recording(&self) -> Recording {
        record(&self.compiled, self.program, self.spec, self.config)
    }

    /// The execution that is meant.
    fn execution(&self, at: Point, count: Count) -> Result<Execution, Unstated> {
        let times = self.recording().counts.get(&at).copied().unwrap_or(0);
        let occurrence = match count {
            Count::Last => times,
            Count::Of(occurrence) => occurrence,
        };
        if occurrence == 0 || occurrence > times {
            return Err(Unstated::Unsupported(match times {
                0 => "that line was not executed in this run (--not-run asks why)".to_owned(),
                1 => "that line was executed once in this run".to_owned(),
                times => format!("that line was executed {times} times in this run"),
            }));
        }
        Ok(Execution { point: at, occurrence })
    }

    fn stated(
        &self,
        mut program: Program,
        at: Execution,
        condition: Option<Expr>,
        message: String,
    ) -> Posed {
        let (span, _) = program.origin_of(at.point);
        let condition = condition.unwrap_or_else(|| falsehood(&mut program, span));
        let expectation = question(message);
        Posed::Stated(Box::new(with_check(program, at, condition, span, expectation)))
    }

    fn value(
        &self,
        at: Point,
        count: Count,
        value: &Expr,
        written: &str,
    ) -> Result<Posed, Unstated> {
        let at = self.execution(at, count)?;
        let Some(bits) = probe(self, at, value) else {
            return Err(Unstated::Unsupported(format!("{written} has no value there")));
        };
        let mut program = self.program.clone();
        let (constant, shown) = constant(&program, value, bits);
        let int = int(&mut program);
        let kind = ExprKind::Binary(BinaryOp::Ne, Box::new(value.clone()), Box::new(constant));
        let condition = Expr::new(kind, int, value.span);
        Ok(self.stated(program, at, Some(condition), format!("{written} is {shown}")))
    }

    fn condition(
        &self,
        at: Point,
        count: Count,
        condition: &Expr,
        written: &str,
    ) -> Result<Posed, Unstated> {
        let at = self.execution(at, count)?;
        let message = format!("{written} does not hold");
        let stated = self.stated(self.program.clone(), at, Some(condition.clone()), message);
        let Posed::Stated(program) = &stated else { return Ok(stated) };
        let result = prepare(program).run(
            self.spec,
            &endless::asking(self.config),
            &mut |_, _| {},
            &mut whydunit_interp::NoObserver,
        );
        match result.ending {
            Ending::Failed(failure) if failure.kind == CheckKind::Expectation => Ok(stated),
            _ => Ok(Posed::Otherwise(format!("{written} holds there"))),
        }
    }

    fn ran(&self, at: Point, count: Count) -> Result<Posed, Unstated> {
        let times = self.recording().counts.get(&at).copied().unwrap_or(0);
        if times == 0 {
            return self.not_ran(at, None);
        }
        let at = self.execution(at, count)?;
        let which = match (at.occurrence, times) {
            (_, 1) => "was executed".to_owned(),
            (occurrence, _) => format!("was executed (time {occurrence} of {times})"),
        };
        let line = self.line(at.point);
        Ok(self.stated(self.program.clone(), at, None, format!("line {line} {which}")))
    }

    fn line(&self, at: Point) -> u32 {
        let (span, _) = self.program.origin_of(at);
        self.program.sources.line_column(span).line
    }

    fn not_ran(&self, at: Point, during: Option<(Point, Count)>) -> Result<Posed, Unstated> {
        let watched = during.map(|(point, _)| point);
        let recording = watch(&self.compiled, self.program, self.spec, self.config, watched, at);
        let line = self.line(at);
        let within = match during {
            None => {
                let times = recording.counts.get(&at).copied().unwrap_or(0);
                if times > 0 {
                    let times =
                        if times == 1 { "once".to_owned() } else { format!("{times} times") };
                    return Ok(Posed::Otherwise(format!("line {line} was executed {times}")));
                }
                0..usize::MAX
            }
            Some((_, count)) => {
                let times = recording.watched.len();
                let index = match count {
                    Count::Last => times,
                    Count::Of(number) => usize::try_from(number).unwrap_or(usize::MAX),
                };
                let Some(&(start, before)) =
                    index.checked_sub(1).and_then(|it| recording.watched.get(it))
                else {
                    let times =
                        if times == 1 { "once".to_owned() } else { format!("{times} times") };
                    return Err(Unstated::Unsupported(format!(
                        "the line of --during was executed {times} in this run"
                    )));
                };
                let all = recording.counts.get(&at).copied().unwrap_or(0);
                let (end, after) =
                    recording.watched.get(index).copied().unwrap_or((usize::MAX, all));
                if after > before {
                    return Ok(Posed::Otherwise(format!("line {line} was executed then")));
                }
                start..end
            }
        };
        let Some(away) = kept_away(self.program, &recording, at, within) else {
            return Err(Unstated::Unsupported(format!(
                "no decision of this run kept it from line {line}"
            )));
        };
        let mut program = self.program.clone();
        let (condition, span, said) =
            stated_decision::condition(&mut program, away.at, away.successor);
        let expectation = question(format!("line {line} was not executed: {said}"));
        Ok(Posed::Stated(Box::new(with_check(program, away.at, condition, span, expectation))))
    }

    fn ends(&self) -> Result<Posed, Unstated> {
        let recording = self.recording();
        let message = match &recording.result.ending {
            Ending::Failed(_) => return Ok(Posed::FailsCheck),
            Ending::OutOfBudget { .. } => {
                let expected = whydunit_suite::Expected::default();
                let request = crate::Request {
                    program: self.program,
                    spec: self.spec,
                    config: self.config,
                    expected: &expected,
                    mode: whydunit_suite::OutputMode::Exact,
                };
                return Ok(Posed::Stated(Box::new(crate::state(request)?)));
            }
            Ending::Finished { exit_code } => {
                format!("the run ends here, with exit code {exit_code}")
            }
            Ending::Aborted { .. } => "the run is aborted here".to_owned(),
            Ending::AssumptionFailed { text, .. } => format!("the assumption {text} does not hold"),
            Ending::Trapped { message, .. }
            | Ending::Limit { message, .. }
            | Ending::OutOfRange { message, .. } => {
                return Err(Unstated::Unsupported(message.clone()));
            }
        };
        match recording.last_of_user {
            Some(at) => Ok(self.stated(self.program.clone(), at, None, message)),
            None => Err(Unstated::Unsupported("nothing was executed".to_owned())),
        }
    }
}

pub(crate) fn question(message: String) -> Expectation {
    Expectation {
        occurrence: 1,
        about: About::Question,
        message,
        expected: None,
        actual: None,
        inferred: None,
    }
}

/// Sees what a local receives in one execution of a statement.
struct Probe {
    function: FunctionId,
    /// Frames of the function.
    frames: FxHashSet<u32>,
    local: LocalId,
    left: u64,
    found: Option<u64>,
}

impl Observer for Probe {
    fn enter(&mut self, frame: u32, function: FunctionId, _: Option<Point>, _: Option<u32>) {
        if function == self.function {
            self.frames.insert(frame);
        }
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        if let CellObject::Register { frame, local } = cell.object
            && local == self.local
            && self.frames.contains(&frame)
            && self.left > 0
        {
            self.left -= 1;
            self.found = (self.left == 0).then_some(bits);
        }
    }
}

/// The value of an expression: assigned to a variable that nobody else knows, in a copy of the program.
fn probe(asking: &Asking<'_>, at: Execution, value: &Expr) -> Option<u64> {
    let mut program = asking.program.clone();
    let (_, source) = program.origin_of(at.point);
    let function = &mut program.functions[at.point.function.index()];
    let local = LocalId(u32::try_from(function.locals.len()).ok()?);
    function.locals.push(Local {
        name: "probe".to_owned(),
        ty: value.ty,
        span: value.span,
        role: LocalRole::Temporary,
        in_memory: false,
        is_vla: false,
    });
    let Body::Blocks(blocks) = &mut function.body else { return None };
    let stmts = &mut blocks[at.point.block.index()].stmts;
    let place = Place::local(local, value.ty, value.span);
    let kind = StmtKind::Assign { place, value: value.clone() };
    stmts.insert(at.point.index as usize, Stmt { kind, span: value.span, source });
    let mut probe = Probe {
        function: at.point.function,
        frames: FxHashSet::default(),
        local,
        left: at.occurrence,
        found: None,
    };
    prepare(&program).run(asking.spec, asking.config, &mut |_, _| {}, &mut probe);
    probe.found
}

/// Bits as a constant of the expression's type, and as people write it.
fn constant(program: &Program, value: &Expr, bits: u64) -> (Expr, String) {
    let types = &program.types;
    if let Some(kind) = types.int_kind(value.ty) {
        let number = kind.wrap(i128::from(bits));
        return (Expr::int(number, value.ty, value.span), number.to_string());
    }
    match types.get(value.ty) {
        Type::Float(_) => {
            let number = match types.size_of(value.ty) {
                Some(4) => f64::from(f32::from_bits(bits as u32)),
                _ => f64::from_bits(bits),
            };
            (Expr::new(ExprKind::Float(number), value.ty, value.span), format!("{number}"))
        }
        _ => {
            let shown = if bits == 0 { "null".to_owned() } else { "not null".to_owned() };
            (Expr::int(i128::from(bits), value.ty, value.span), shown)
        }
    }
}
