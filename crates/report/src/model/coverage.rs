//! What a search for failing runs has looked at, as plain data, and as the `limits` of the JSON form.

use crate::{LimitReport, Place};

/// Bounds that held back a search, and what ended it. No bounds, no gaps and no end before the end: everything was looked at.
#[derive(Clone, Default, Debug)]
pub struct CoverageReport {
    /// Loops that go on beyond what was looked at.
    pub loops: Vec<BoundedLoop>,
    /// Recursions that were not followed to their end.
    pub recursions: Vec<BoundedRecursion>,
    /// Bounds on the inputs, in words: `standard input of up to 16 bytes`.
    pub inputs: Vec<String>,
    /// What the search does not follow.
    pub gaps: Vec<SearchGap>,
    /// What keeps the bounds from being a verdict.
    pub doubts: Vec<SearchGap>,
    /// What ended it before its bounds did.
    pub stopped: Option<SearchStop>,
    /// The largest unwinding that was looked at completely; 0 if none.
    pub unwind: u32,
    /// Seconds that were allowed.
    pub timeout: String,
    /// Mebibytes that were allowed.
    pub memory: u64,
    /// Seconds of the processors that were allowed, where they ended the search.
    pub cpu_time: Option<String>,
    /// The program has several files: a line alone would not say which.
    pub names_files: bool,
}

/// A loop that was not followed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundedLoop {
    /// Where it is in the source.
    pub place: Place,
    /// It stands in a library function, which users do not see.
    pub is_library: bool,
    /// Of which no more were looked at.
    pub iterations: u32,
}

/// A recursion that was not followed to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundedRecursion {
    /// The function, by its name.
    pub function: String,
    /// Where it is in the source.
    pub place: Place,
    /// Calls in each other, of which no more were looked at.
    pub depth: u32,
}

/// Something that could not be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchGap {
    /// One sentence.
    pub message: String,
    /// Where it is in the source, if it is there.
    pub place: Option<Place>,
}

/// What ended a search before its bounds did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchStop {
    /// The time limit.
    Time,
    /// The memory limit.
    Memory,
    /// The limit of the processors' time.
    CpuTime,
    /// The user.
    Interrupted,
}

impl CoverageReport {
    /// One limit for each bound, budget and gap.
    pub fn limits(&self) -> Vec<LimitReport> {
        let is_unwound = !self.loops.is_empty() || !self.recursions.is_empty();
        let mut limits = vec![LimitReport::new("unwind", self.unwind.to_string(), is_unwound)];
        limits.extend(self.loops.iter().map(|bound| {
            LimitReport::new("loop", bound.iterations.to_string(), true).at(&bound.place)
        }));
        limits.extend(self.recursions.iter().map(|bound| {
            LimitReport::new("recursion", bound.depth.to_string(), true).at(&bound.place)
        }));
        limits.extend(self.inputs.iter().map(|bound| LimitReport::new("input", bound, true)));
        limits.extend(self.gaps.iter().chain(&self.doubts).map(|gap| {
            let limit = LimitReport::new("gap", &gap.message, true);
            match &gap.place {
                Some(place) => limit.at(place),
                None => limit,
            }
        }));
        let is_stop = |stop| self.stopped == Some(stop);
        limits.push(LimitReport::new("timeout", &self.timeout, is_stop(SearchStop::Time)));
        let memory = self.memory.to_string();
        limits.push(LimitReport::new("memory", memory, is_stop(SearchStop::Memory)));
        if let Some(seconds) = &self.cpu_time {
            limits.push(LimitReport::new("cpu-time", seconds, is_stop(SearchStop::CpuTime)));
        }
        if is_stop(SearchStop::Interrupted) {
            limits.push(LimitReport::new("interrupt", "Ctrl-C", true));
        }
        limits
    }
}
