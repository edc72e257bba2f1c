//! Which inputs of a run are the same each time they are asked for? Those of nondeterministic calls for which nothing is given any more: they take 0, for ever.

use whydunit_interp::{InputRecord, InputValue, RunSpec};
use whydunit_program::InputOrigin;

/// The answers that are given by their number.
#[derive(Clone, Copy, Debug)]
pub struct GivenAnswers {
    /// The largest number of one that is given; `None` where lists are, which do not tell.
    last: Option<u64>,
}

impl GivenAnswers {
    /// Of a run.
    #[must_use]
    pub fn of(spec: &RunSpec) -> GivenAnswers {
        let mut last = Some(0);
        for (name, value) in spec.inputs.iter() {
            let number = name.rsplit_once('#').map(|(_, number)| number.parse::<u64>().ok());
            last = match (last, number, value) {
                (_, _, InputValue::List(_)) | (None, _, _) | (_, Some(None), _) => None,
                (Some(last), Some(Some(number)), _) => Some(last.max(number)),
                (last, None, _) => last,
            };
        }
        GivenAnswers { last }
    }

    /// Nothing is known of the run.
    #[must_use]
    pub fn unknown() -> GivenAnswers {
        GivenAnswers { last: None }
    }

    /// Is this answer the one that all later calls at the place get, too?
    #[must_use]
    pub fn is_constant(self, record: &InputRecord) -> bool {
        let number =
            record.name.rsplit_once('#').and_then(|(_, number)| number.parse::<u64>().ok());
        matches!(record.origin, InputOrigin::Nondet(_))
            && record.bits == 0
            && number.zip(self.last).is_some_and(|(number, last)| number > last)
    }
}
