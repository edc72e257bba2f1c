//! Reports that no program leads to: control characters, names that are none, places outside of files, texts of any length.

use whydunit_report::{
    BoundedAnswer, CallFrame, EditReport, ExplanationReport, ExplanationStatus, FailureReport,
    InputReport, InvariantReport, LimitReport, Origin, Place, Property, Reason, RelevantReport,
    RepairGrade, RepairReport, Report, Role, SourceText, StatementCount, StepReport, TestCount,
    TraceReport, Verdict, WriteReport,
};

/// A generator of odd things: the same ones each time.
pub(crate) struct Odd(u64);

impl Odd {
    pub(crate) fn new() -> Odd {
        Odd(0x9e37_79b9_7f4a_7c15)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    fn number(&mut self) -> u32 {
        self.one_of(&[0, 1, 2, 3, 7, 1000, u32::MAX])
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    fn text(&mut self) -> String {
        let long = "very long ".repeat(300);
        let texts = [
            "",
            " ",
            "\n",
            "\u{0}\u{1b}[31m\u{7f}",
            "a[1](2)",
            "[x](99)",
            "](",
            "{0} {{",
            "\u{fffd}\u{fffd}",
            "😀\u{301}é",
            "</script>",
            "\"'\\",
            "%s%n",
            "\u{202e}abc",
            "x = 1",
            &long,
        ];
        self.one_of(&texts).to_owned()
    }

    fn file(&mut self) -> String {
        let names = [
            "",
            "-",
            "<stdin>",
            "a.c",
            "./a.c",
            "../b.c",
            "/abs/ o\u{7}dd/ü.c",
            "a:b.c",
            "dir/",
            "..",
            "/",
            "http://x/y.c",
            "a?b#c.c",
            "\\x.c",
            "😀.c",
        ];
        self.one_of(&names).to_owned()
    }

    fn place(&mut self) -> Place {
        let [line, column, end_line, end_column] = [(); 4].map(|()| self.number());
        let (file, line_text) = (self.file(), self.text());
        Place { file, line, column, end_line, end_column, line_text }
    }

    fn writes(&mut self) -> Vec<WriteReport> {
        (0..self.below(7)).map(|_| WriteReport::new(self.text(), self.text())).collect()
    }

    fn step(&mut self, index: usize) -> StepReport {
        let place = self.place();
        let loops = self.below(3);
        StepReport {
            index,
            kind: self.one_of(&["assign", "branch", "call", "return", "check", "odd"]),
            file: place.file,
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            text: self.text(),
            function: self.text(),
            writes: self.writes(),
            call: None,
            taken: Some(self.text()).filter(|text| text.len() % 2 == 0),
            depth: self.number() % 1000,
            scope: self.number(),
            iterations: (0..loops).map(|_| self.number()).collect(),
            loop_lines: (0..loops).map(|_| self.number()).collect(),
            guards: Vec::new(),
        }
    }

    fn relevant(&mut self, step: usize) -> RelevantReport {
        let place = self.place();
        RelevantReport {
            step: Some(step),
            position: step,
            file: place.file,
            line: place.line,
            column: place.column,
            text: self.text(),
            role: self.one_of(&[Role::Assign, Role::Condition, Role::Frame, Role::Check]),
            label: None,
            why: self.text(),
            ending: None,
            reason: Reason { uses: vec![self.text()], ..Reason::default() },
            line_text: self.text(),
        }
    }

    fn explanation(&mut self, steps: usize) -> ExplanationReport {
        let relevant: Vec<usize> = (0..steps).filter(|_| self.below(3) == 0).collect();
        ExplanationReport {
            method: "flow-sensitive",
            inputs: "fixed",
            status: ExplanationStatus::Complete,
            relevant: relevant.into_iter().map(|step| self.relevant(step)).collect(),
            lines: Vec::new(),
            invariants: vec![InvariantReport {
                from: 0,
                to: steps,
                formula: Some(self.text()),
                conjuncts: 1,
                exact: false,
                parts: vec![self.text()],
            }],
            general: Some(self.text()),
            statements: StatementCount::default(),
            verified: None,
            judged: None,
            general_scope: "program",
            counterexample: None,
            question: "",
            verification: None,
        }
    }

    fn repair(&mut self) -> RepairReport {
        let edit = |odd: &mut Odd| {
            let place = odd.place();
            EditReport {
                file: place.file,
                line: place.line,
                column: place.column,
                end_line: place.end_line,
                end_column: place.end_column,
                old: odd.text(),
                new: odd.text(),
            }
        };
        RepairReport {
            rank: 1,
            method: "ped",
            edits: (0..self.below(4)).map(|_| edit(self)).collect(),
            tests: Some(TestCount { passed: 1, total: 2, generated: 0 }),
            bounded: Some(BoundedAnswer::Unknown),
            grade: RepairGrade::Tests,
            against: self.text(),
            exhaustive: false,
            remaining: Some(self.text()),
            remarks: vec![self.text()],
            verified: None,
            patch: self.text(),
        }
    }

    fn failure(&mut self) -> FailureReport {
        let property = Property {
            kind: self.one_of(&["bounds", "assert", "odd", ""]),
            place: self.place(),
            text: self.text(),
            message: self.text(),
            values: self.writes(),
            expected: None,
            actual: None,
            inferred: None,
        };
        let input = |odd: &mut Odd| InputReport {
            name: odd.text(),
            value: odd.text(),
            origin: "stdin",
            external: true,
            file: odd.file(),
            line: odd.number(),
        };
        let inputs = (0..self.below(20)).map(|_| input(self)).collect();
        let frame = |odd: &mut Odd| CallFrame {
            function: format!("f{}", odd.text()),
            called_at: Some(odd.place()).filter(|place| place.line % 2 == 0),
        };
        let stack = (0..self.below(4)).map(|_| frame(self)).collect();
        let mut failure = FailureReport::new(property, inputs, stack);
        let steps: Vec<StepReport> =
            (0..self.one_of(&[0, 1, 5, 5, 1200])).map(|index| self.step(index)).collect();
        failure.explanations = (0..self.below(12)).map(|_| self.explanation(steps.len())).collect();
        failure.trace = Some(TraceReport { length: steps.len(), steps });
        failure.repairs = (0..self.below(3)).map(|_| self.repair()).collect();
        failure.reproduce = Some(self.text());
        failure.is_joined = self.below(2) == 0;
        failure
    }

    pub(crate) fn report(&mut self) -> Report {
        let mut report = Report::new(Verdict::Fails);
        report.failures = (0..self.below(4)).map(|_| self.failure()).collect();
        report.limits = ["gap", "loop", "", "odd"]
            .map(|what| LimitReport::new(what, self.text(), true).at(&self.place()))
            .to_vec();
        let source = |odd: &mut Odd| SourceText { name: odd.file(), text: odd.text() };
        report.origin = Origin {
            command: self.text(),
            directory: self.one_of(&["", "/", "/abs", "relative"]).to_owned(),
            version: "",
            solver: self.text(),
            sources: (0..self.below(4)).map(|_| source(self)).collect(),
        };
        report
    }
}
