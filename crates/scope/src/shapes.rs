//! Can whoever chooses the arguments, standard input or the environment avoid the failure with other ones?
//!
//! How many arguments there are, how long each is, and where standard input ends is chosen outside as well as the bytes: a run on no arguments at all can fail because there are
//! none. The arguments as a whole, standard input as a whole, and each text that the system answers (`getenv`), be it none, are one input each. Other ones are tried by running the program; where none of them
//! avoids the failure, a search is asked, in which all of them are open.

use whydunit_counterfactual::{Avoided, Counterfactual};
use whydunit_interp::{InputRecord, InputValue, RunSpec};
use whydunit_program::{InputOrigin, Program};
use whydunit_source::Span;
use whydunit_trace::ErrorTrace;

use crate::limits::{MOST_ENDLESS, MOST_OTHERS};
use crate::others::{
    TEXTS, answered_texts, argument_shapes, other_arguments, reads_stdin, stdin_shapes,
    takes_arguments,
};
use crate::security::{Question, Searched, SecurityOptions, beyond};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Arguments,
    StandardInput,
    /// A text that the system has answered, or that there is none: the position in [`ErrorTrace::inputs`].
    Answer(u32),
}

/// What other arguments, or another standard input, can do.
#[derive(Clone, Debug)]
pub enum ProgramShape {
    /// Those of the run surely lead to the error; others avoid it.
    Decides(Box<Shape>),
    /// None avoid it.
    DoesNotDecide,
    Unknown(String),
}

#[derive(Clone, Debug)]
pub struct Shape {
    /// What is not as in the run.
    pub stream: Stream,
    pub passing_run: RunSpec,
    pub avoided: Avoided,
    /// Where another check fails.
    pub place: Option<Span>,
}

/// Asks about the arguments and standard input of a run that has looked at them; nothing where it has not.
pub fn program_shape(
    program: &Program,
    trace: &ErrorTrace,
    options: &SecurityOptions,
) -> Option<ProgramShape> {
    let streams = [
        takes_arguments(trace).then_some(Stream::Arguments),
        reads_stdin(program, trace).then_some(Stream::StandardInput),
    ];
    let answers = answered_texts(program, trace).into_iter().map(Stream::Answer);
    let streams: Vec<Stream> = streams.into_iter().flatten().chain(answers).collect();
    if streams.is_empty() {
        return None;
    }
    let question = Question::new(program, trace, options);
    let answer = question.shape(&streams);
    Some(answer.unwrap_or_else(ProgramShape::Unknown))
}

impl Question<'_> {
    fn shape(&self, streams: &[Stream]) -> Result<ProgramShape, String> {
        if let Some(reason) = self.options.budget.exceeded() {
            return Err(reason.to_string());
        }
        let found = match self.other_shape(streams) {
            Some(found) => found,
            None => match self.searched_shape()? {
                Some(found) => found,
                None => return Ok(ProgramShape::DoesNotDecide),
            },
        };
        // Texts that the system answers are among the streams, and so are their parts.
        let texts = answered_texts(self.program, self.trace);
        let texts: Vec<&str> =
            texts.iter().map(|&at| self.trace.inputs[at as usize].name.as_str()).collect();
        let is_other = |record: &InputRecord| {
            let whole = record.name.split('[').next().unwrap_or_default();
            !matches!(record.origin, InputOrigin::Argv | InputOrigin::Stdin)
                && !texts.contains(&whole)
        };
        if self.trace.inputs.iter().any(is_other) {
            // With the same arguments and standard input, other inputs may avoid it.
            let open = self.variant(0, None)?;
            match self.avoided(&open, &self.search(&open, true)?) {
                Searched::Never(_) => {}
                Searched::By(_) => return Err("other inputs have a say in it".into()),
                Searched::Undecided(reason) => return Err(reason),
            }
        }
        Ok(ProgramShape::Decides(Box::new(found)))
    }

    /// By trying.
    fn other_shape(&self, streams: &[Stream]) -> Option<Shape> {
        let own = &self.trace.spec;
        let mut best: Option<Shape> = None;
        let mut endless = 0;
        for &stream in streams {
            let runs: Vec<RunSpec> = match stream {
                Stream::Arguments => {
                    let shapes = argument_shapes(self.program, &own.args)
                        .into_iter()
                        .chain(other_arguments(&own.args));
                    shapes.map(|args| RunSpec { args, ..own.clone() }).collect()
                }
                Stream::StandardInput => stdin_shapes(&own.stdin)
                    .into_iter()
                    .map(|stdin| RunSpec { stdin, ..own.clone() })
                    .collect(),
                Stream::Answer(position) => {
                    let record = &self.trace.inputs[position as usize];
                    let with = |value: InputValue| {
                        let mut run = own.clone();
                        run.inputs.set(&record.name, value);
                        run
                    };
                    let null = (record.bits != 0).then_some(InputValue::Null);
                    let texts = TEXTS.map(|text| InputValue::Bytes(text.to_vec()));
                    null.into_iter().chain(texts).map(with).collect()
                }
            };
            for passing_run in runs.into_iter().take(MOST_OTHERS) {
                if endless == MOST_ENDLESS || self.options.budget.exceeded().is_some() {
                    return best;
                }
                let (ending, is_long) = self.ending(&passing_run, &[]);
                endless += usize::from(is_long);
                let Counterfactual::Avoids(avoided) = ending.how else { continue };
                if best.as_ref().is_none_or(|best| avoided < best.avoided) {
                    best = Some(Shape { stream, passing_run, avoided, place: ending.place });
                }
                if avoided == Avoided::Ends {
                    return best;
                }
            }
        }
        best
    }

    /// By search: nothing if no arguments and no standard input avoid the error.
    fn searched_shape(&self) -> Result<Option<Shape>, String> {
        let open = self.variant(0, None)?;
        let run = match self.avoided(&open, &self.search(&open, false)?) {
            Searched::By(run) => run,
            Searched::Never(coverage) => return beyond(&coverage).map_or(Ok(None), Err),
            Searched::Undecided(reason) => return Err(reason),
        };
        let own = &self.trace.spec;
        let alone = [
            (Stream::Arguments, RunSpec { args: run.args, ..own.clone() }),
            (Stream::StandardInput, RunSpec { stdin: run.stdin, ..own.clone() }),
        ];
        for (stream, passing_run) in alone {
            let (ended, _) = self.ending(&passing_run, &[]);
            if let Counterfactual::Avoids(avoided) = ended.how {
                return Ok(Some(Shape { stream, passing_run, avoided, place: ended.place }));
            }
        }
        Err("only other inputs together avoid it".into())
    }
}
