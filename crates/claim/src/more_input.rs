//! What is claimed of calls for which standard input was too short, or did not fit.

use whydunit_trace::StepIndex;

/// With another end of standard input the run receives the same as it did up to a call, the call receives more, and the run does not fail as it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoreInput {
    /// The first step of the call.
    pub call: StepIndex,
    /// How many inputs the run had received when the call was over.
    pub received: usize,
    pub stdin: Vec<u8>,
}
