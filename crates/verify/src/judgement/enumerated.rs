//! Where there is no formula: everything is tried.
//!
//! Of an assignment of few values, in a program whose inputs have few values, the definition of relevance can be tried out in the interpreter.

use whydunit_claim::Judged;
use whydunit_interp::{Cell, CellObject};
use whydunit_program::Type;

use super::Checker;
use crate::limits::MOST_TRIED;
use crate::verdict::Complaint;
use whydunit_counterfactual::Course;

/// Values of inputs by position.
type Values = Vec<(u32, u64)>;

impl Checker<'_> {
    /// No failing execution is led away by another value, whatever comes later.
    pub(super) fn enumerate(&mut self, judged: &Judged) {
        let step = judged.step.index();
        let horizon = self.horizon(judged);
        let (earlier, later): (Vec<u32>, Vec<u32>) = (self.functions.inputs())
            .map(|input| input.record)
            .partition(|&record| record < horizon);
        let tried = (self.all_values(&earlier), self.all_values(&later), self.all_bytes(judged));
        let (Some(starts), Some(continuations), Some(values)) = tried else {
            return self.unclear(step, "there are too many values to be tried around conditionals");
        };
        for start in &starts {
            let joined = |continuation: &Values| -> Values {
                start.iter().chain(continuation).copied().collect()
            };
            let fails = |inputs: &Values| {
                self.replay.run_around(inputs, &[], None, &self.around).course == Course::Fails
            };
            let failing: Vec<Values> = continuations.iter().map(joined).filter(fails).collect();
            if failing.is_empty() {
                continue;
            }
            for &bits in &values {
                self.tried += self.replay.len() * (continuations.len() + failing.len());
                if self.tried > MOST_TRIED {
                    return self.unclear(step, "not all values could be tried");
                }
                let replaced: Vec<(Cell, u64)> =
                    judged.target.iter().map(|&cell| (cell, bits)).collect();
                let course = |inputs: &Values| self.replaced_course(judged, &replaced, inputs, &[]);
                let counting = self.judgement.counting;
                let leads = failing.iter().any(|inputs| {
                    matches!(course(inputs), Course::Blocks(_, how) if counting.counts(how))
                });
                let is_made_up_for =
                    || continuations.iter().any(|later| course(&joined(later)) == Course::Fails);
                if leads && !is_made_up_for() {
                    return self.complain(Complaint::Relevant { step });
                }
            }
        }
    }

    /// All values of what is assigned, where that is one byte.
    fn all_bytes(&self, judged: &Judged) -> Option<Vec<u64>> {
        let is_result = |cell: &&Cell| matches!(cell.object, CellObject::Register { local, .. } if local == Cell::RESULT);
        let cells: Vec<&Cell> = judged.target.iter().filter(|cell| !is_result(cell)).collect();
        let [cell] = cells.as_slice() else { return None };
        let ty = self.type_of(judged);
        match ty.map(|ty| self.program.types.get(ty)) {
            Some(Type::Bool) => Some(vec![0, 1]),
            _ if cell.size == 1 && cell.bits.is_none() => Some((0..256).collect()),
            _ => None,
        }
    }
}
