//! How much is shown, and why not more?
//!
//! What is left out is counted where it was, and is in the JSON form.

/// Iterations of a loop up to which it is shown whole; more are folded, since rounds repeat each other.
pub(crate) const UNFOLDED: u32 = 4;

/// Calls inside one another up to which all are shown; of deeper ones, mostly recursion, the middle is left out.
pub(crate) const UNFOLDED_CALLS: usize = 12;

/// Calls that are shown on both ends where there are more.
pub(crate) const SHOWN_CALLS: usize = 4;

/// Characters of a statement in the list of a run: there is to be room for its values on the same line.
pub(crate) const LONGEST_STATEMENT: usize = 60;

/// Lines of values of one step: it is one of many.
pub(crate) const VALUE_LINES: usize = 3;

/// Columns that values are given however narrow the terminal is: fewer show none.
pub(crate) const NARROWEST_VALUES: usize = 24;

/// Columns of an excerpt however narrow the terminal is: a statement and its reason stand side by side.
pub(crate) const NARROWEST_EXCERPT: usize = 60;

/// Lines of one reason or invariant: the code it belongs to is to be seen around it.
pub(crate) const MOST_REASON_LINES: usize = 3;

/// Lines of the default answer: what can be seen at once in a terminal of the usual height.
pub(crate) const MOST_ANSWER_LINES: usize = 25;

/// Rows of the chain and lines of one reason, from what is best read to the least that tells anything; the first that fits is taken. People hold about seven things at once, so there is no
/// more than ten rows even where there is room.
pub(crate) const ANSWER_LADDER: &[(usize, usize)] =
    &[(10, 2), (8, 2), (7, 2), (9, 1), (7, 1), (6, 1), (5, 1), (4, 1), (3, 1), (2, 1), (1, 1)];

/// Lines of the evidence for one cause: three causes with their heading are to fit [`MOST_CAUSE_LINES`].
pub(crate) const MOST_EVIDENCE_LINES: usize = 2;

/// Lines of the causes in the default answer: a heading, and three causes of two or three lines. The chain is to have half of what is left.
pub(crate) const MOST_CAUSE_LINES: usize = 10;

/// Lines that each of several explanations is given: its question, the condition, the chain, how much matters.
pub(crate) const FEWEST_SECTION_LINES: usize = 16;

/// Statements at the beginning that every run executes, from which on they are one row: two are as easily read.
pub(crate) const FEWEST_SET_UP: usize = 3;

/// Lines of a message; values in it can be of any length.
pub(crate) const MOST_TITLE_LINES: usize = 2;

/// Lines of the inputs, and of the condition under which it fails: both are read before anything else.
pub(crate) const MOST_HEADLINE_LINES: usize = 2;

/// Lines of one remark in the default answer.
pub(crate) const MOST_REMARK_LINES: usize = 2;

/// Lines of a command in the default answer; a longer one would push the chain away.
pub(crate) const MOST_COMMAND_LINES: usize = 2;

/// Columns of a verdict however narrow the terminal is: narrower text cannot be read.
pub(crate) const NARROWEST_VERDICT: usize = 40;

/// Lines of one sentence of a verdict.
pub(crate) const MOST_VERDICT_LINES: usize = 6;

/// Gaps of a search that are listed; more are counted.
pub(crate) const LISTED_GAPS: usize = 5;

/// Assumptions of a verdict that are listed; more are counted.
pub(crate) const LISTED_ASSUMPTIONS: usize = 8;

/// Loops that are listed with their bounds; more are counted.
pub(crate) const LISTED_LOOPS: usize = 6;

/// Characters of a loop's head, which stands in a sentence.
pub(crate) const LONGEST_LOOP: usize = 40;

/// Runs of iterations in one row; of more, the first two and the last are shown.
pub(crate) const MOST_RUNS: usize = 4;

/// Ranges of iterations in one text: more cannot be read.
pub(crate) const SHOWN_ITERATIONS: usize = 4;

/// Places that a change would have to be made at, where no repair says it already.
pub(crate) const MOST_PLACES: usize = 5;

/// Characters of what a check is about: kind and line stand beside it.
pub(crate) const LONGEST_CHECKED: usize = 32;

/// Characters of a test's name that widen the column of names: a long one would push all verdicts away.
pub(crate) const WIDEST_NAME: usize = 40;

/// Calls that are shown on both ends of the stack: mostly recursion fills the middle.
pub(crate) const SHOWN_FRAMES: usize = 8;

/// Inputs in a headline; more are counted.
pub(crate) const SHOWN_INPUTS: usize = 12;

/// Conjuncts of a condition: a longer one is not understood.
pub(crate) const MOST_CONJUNCTS: usize = 6;

/// Characters of a fact: values can be of any length. Longer ones lose their middle.
pub(crate) const LONGEST_FACT: usize = 120;

/// Sets, inputs and places in one remark; more are counted.
pub(crate) const LISTED_REMARKS: usize = 5;

/// Lines around one that matters that the page shows wherever it is.
pub(crate) const PAGE_CONTEXT: u32 = 4;

/// Occurrences of a line that the page lists; of more, the first and the last few.
pub(crate) const LISTED_OCCURRENCES: usize = 10;

/// How many the last few are.
pub(crate) const LISTED_LAST: usize = 3;

/// Values of one occurrence; more are counted.
pub(crate) const MOST_VALUES: usize = 6;

/// Characters of a message: values can be of any length. Longer ones lose their middle.
pub(crate) const LONGEST_MESSAGE: usize = 2000;

/// Lines around a place that are part of its context.
pub(crate) const SNIPPET_CONTEXT: u32 = 2;

/// Characters of a snippet: a line can be of any length.
pub(crate) const LONGEST_SNIPPET: usize = 1000;

/// Steps of one flow: GitHub shows a thousand, and rejects results with more than ten thousand in all flows.
pub(crate) const MOST_FLOW_STEPS: usize = 1000;

/// Steps that every flow may have, however many failures there are.
pub(crate) const FEWEST_FLOW_STEPS: usize = 100;

/// Steps of the flow that tells why, before the failing one: as many as the rows of the default answer. The flow of the run has the others.
pub(crate) const MOST_BRIEF_STEPS: usize = 10;

/// Steps of one flow of each failure together: GitHub rejects files of more than 10 MB.
pub(crate) const MOST_STEPS_OF_ALL: usize = 20_000;

/// Explanations with a flow: with that of the run they are ten, so that all of them have no more than ten thousand steps.
pub(crate) const MOST_EXPLANATIONS: usize = 9;

/// Characters of a statement in a flow: one can go over many lines.
pub(crate) const LONGEST_FLOW_STATEMENT: usize = 120;

/// Characters of a value in a flow: it can be of any length.
pub(crate) const LONGEST_FLOW_VALUE: usize = 500;

/// Values in the text of a step: it is one line of many.
pub(crate) const SHOWN_WRITES: usize = 4;

/// Lines in a message; related locations have them all.
pub(crate) const LINES_IN_MESSAGE: usize = 5;

/// Characters of the inputs in a message: there can be any number.
pub(crate) const LONGEST_INPUTS: usize = 400;

/// Characters of a value in a message: it can be of any length.
pub(crate) const LONGEST_RESULT_VALUE: usize = 500;

/// Related places of a result: GitHub shows a hundred.
pub(crate) const MOST_RELATED: usize = 100;

/// Characters of a value beside a related place: it can be of any length.
pub(crate) const LONGEST_RELATED_VALUE: usize = 200;

/// Causes that the page shows at once; the others are a click away.
pub(crate) const FIRST_CAUSES: usize = 3;

/// Causes of a failure in forms without an option for it: people read three to five.
pub(crate) const MOST_CAUSES: usize = 5;
