//! The way in: translate once, run often.

use std::sync::OnceLock;

use whydunit_program::{FunctionId, Program};

use crate::code::Code;
use crate::erased::{End, EndAndInputs, Erased, Everything, Watching};
use crate::machine::{self, Streams};
use crate::translate::{Layout, translate};
use crate::{CompactLog, Config, Detail, Files, InputValues, Observer, RunResult, Stream};

/// What one run starts from.
#[derive(Clone, PartialEq, Debug)]
pub struct RunSpec {
    pub function: FunctionId,
    /// `argv[1]` and up.
    pub args: Vec<Vec<u8>>,
    /// `argv[0]`.
    pub program_name: String,
    pub stdin: Vec<u8>,
    pub files: Files,
    pub inputs: InputValues,
}

impl RunSpec {
    /// Starts `function` without arguments or inputs.
    pub fn new(function: FunctionId) -> RunSpec {
        RunSpec {
            function,
            args: Vec::new(),
            program_name: "program".into(),
            stdin: Vec::new(),
            files: Files::default(),
            inputs: InputValues::new(),
        }
    }
}

/// The same, borrowed: for those who run often and have the parts already.
#[derive(Clone, Copy, Debug)]
pub struct BorrowedSpec<'r> {
    pub function: FunctionId,
    pub args: &'r [Vec<u8>],
    pub program_name: &'r str,
    pub stdin: &'r [u8],
    pub files: &'r Files,
    pub inputs: &'r InputValues,
}

impl RunSpec {
    pub fn borrowed(&self) -> BorrowedSpec<'_> {
        BorrowedSpec {
            function: self.function,
            args: &self.args,
            program_name: &self.program_name,
            stdin: &self.stdin,
            files: &self.files,
            inputs: &self.inputs,
        }
    }
}

/// A program ready to run; each level of observation has code of its own, made when first needed.
#[derive(Debug)]
pub struct Compiled<'p> {
    program: &'p Program,
    layout: Layout,
    code: [OnceLock<Code<'p>>; 3],
}

/// The function that an address stands for: addresses of functions are the same in every run.
pub fn function_at(program: &Program, address: u64) -> Option<FunctionId> {
    let layout = Layout::new(program);
    let mut functions = (0..program.functions.len() as u32).map(FunctionId);
    functions.find(|&id| layout.function(id) == address)
}

pub fn prepare(program: &Program) -> Compiled<'_> {
    Compiled {
        program,
        layout: Layout::new(program),
        code: [OnceLock::new(), OnceLock::new(), OnceLock::new()],
    }
}

impl Compiled<'_> {
    /// What a pointer to the function holds; the same in every run.
    pub fn function_address(&self, function: FunctionId) -> u64 {
        self.layout.function(function)
    }

    pub fn run<O: Observer>(
        &self,
        spec: &RunSpec,
        config: &Config,
        output: &mut dyn FnMut(Stream, &[u8]),
        observer: &mut O,
    ) -> RunResult {
        self.run_borrowed(spec.borrowed(), config, output, observer)
    }

    pub fn run_borrowed<O: Observer>(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        output: &mut dyn FnMut(Stream, &[u8]),
        observer: &mut O,
    ) -> RunResult {
        self.run_typed(spec, config, output, &mut Vec::new, observer)
    }

    /// The same, with more standard input behind what is given: lines as they are typed, nothing at the end.
    pub fn run_typed<O: Observer>(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        output: &mut dyn FnMut(Stream, &[u8]),
        typed: &mut dyn FnMut() -> Vec<u8>,
        observer: &mut O,
    ) -> RunResult {
        let streams = Streams { output, typed };
        match O::DETAIL {
            Detail::Nothing if O::INPUTS => self.run_for_inputs(spec, config, streams, observer),
            Detail::Nothing => self.run_for_end(spec, config, streams, observer),
            Detail::Steps => {
                let log = observer.log().expect("an observer of steps should have a log");
                self.run_logged(spec, config, streams, log)
            }
            Detail::Everything => self.run_watched(spec, config, streams, observer),
        }
    }

    // No type parameter from here on: what has one is compiled again in every crate that uses it.

    fn run_for_end(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        streams: Streams<'_>,
        observer: &mut dyn Watching,
    ) -> RunResult {
        self.start(spec, config, streams, &mut Erased::<End>::new(observer))
    }

    fn run_for_inputs(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        streams: Streams<'_>,
        observer: &mut dyn Watching,
    ) -> RunResult {
        self.start(spec, config, streams, &mut Erased::<EndAndInputs>::new(observer))
    }

    fn run_logged(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        streams: Streams<'_>,
        log: &mut CompactLog,
    ) -> RunResult {
        self.start(spec, config, streams, log)
    }

    fn run_watched(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        streams: Streams<'_>,
        observer: &mut dyn Watching,
    ) -> RunResult {
        self.start(spec, config, streams, &mut Erased::<Everything>::new(observer))
    }

    fn start<O: Observer>(
        &self,
        spec: BorrowedSpec<'_>,
        config: &Config,
        streams: Streams<'_>,
        observer: &mut O,
    ) -> RunResult {
        let slot = match O::DETAIL {
            Detail::Nothing => 0,
            Detail::Steps => 1,
            Detail::Everything => 2,
        };
        let code = self.code[slot].get_or_init(|| translate(self.program, &self.layout, O::DETAIL));
        machine::run(self.program, code, &self.layout, spec, config, streams, observer)
    }
}

/// Translates and runs in one go.
pub fn run<O: Observer>(
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    output: &mut dyn FnMut(Stream, &[u8]),
    observer: &mut O,
) -> RunResult {
    prepare(program).run(spec, config, output, observer)
}
