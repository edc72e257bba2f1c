//! One explanation marked with the labels of another.

use std::collections::BTreeMap;

use whydunit_report::{ExplanationReport, Label};

/// Gives the steps of the first explanation the labels that the second has for them, where another value would have led elsewhere.
pub(super) fn label(explanations: &mut [ExplanationReport]) {
    let [told, judged, ..] = explanations else { return };
    let inputs = judged.judged.iter().flat_map(|judged| &judged.inputs_that_matter);
    let inputs = inputs.filter_map(|input| Some((input.step?, input.label?)));
    let statements = judged.relevant.iter().filter_map(|entry| Some((entry.step?, entry.mark()?)));
    let labels: BTreeMap<usize, Label> = statements.chain(inputs).collect();
    for entry in &mut told.relevant {
        entry.label = entry.step.and_then(|step| labels.get(&step).copied());
    }
}
