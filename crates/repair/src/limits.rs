//! How much is looked at, tried and shown before a repair is proposed, and why not more?
//!
//! A search for repairs multiplies: changes by places, by tests, by values. Each number below bounds one factor, so that the others get
//! their turn within the time that the user gives. Costs and weights, which decide the order, stand beside what they price.

use std::time::Duration;

// Trials of changes.

/// Failing inputs of wrong repairs that become tests: each is run on every later change, and what so many do not tell apart, further ones
/// rarely do.
pub(crate) const MOST_COUNTEREXAMPLES: usize = 60;

/// Steps that a run of a changed program may always take: a change may make a short test longer without being wrong.
pub(crate) const LEAST_STEPS: u64 = 20_000;

/// Times the steps of the longest passing test that a run may take: one that takes more does not end, most likely, and most changes of loops
/// make some such run.
pub(crate) const STEPS_FACTOR: u64 = 20;

/// Steps beyond three times those of the longest passing test that a run may take: where tests are long already, the factor alone would let
/// runs that do not end take most of the time.
pub(crate) const MANY_STEPS: u64 = 500_000;

/// Changes known by their text only that are compiled in each portion: each is a whole compilation, where thousands of others share one.
pub(crate) const MOST_TEXTS: usize = 60;

/// Texts that are compiled to see whether they pass when there is a repair already: they can only add to the list.
pub(crate) const MOST_CURIOUS: usize = 8;

/// Passing tests that are watched for the lines they execute: watched runs are slow, and further tests add few lines.
pub(crate) const MOST_WATCHED: usize = 100;

/// Of the lines that good runs execute, a repair that a diagnosis proposes may leave one in so many unreached: more is no repair, but the
/// removal of what was wanted.
pub(crate) const TOLERATED_SHARE: u32 = 12;

/// With one good repair at hand, others are searched for failures no longer than this: the user waits for an answer that is there.
pub(crate) const MORE_REPAIRS: Duration = Duration::from_secs(4);

/// Changes that one program holds: the decisions between them must not outgrow the caches.
pub(crate) const MOST_CHANGES_AT_ONCE: usize = 30_000;

/// For the proofs of one changed program: there are many, and what is not proved is searched for failures instead.
pub(crate) const TIME_FOR_PROOFS_OF_A_CHANGE: Duration = Duration::from_secs(2);

/// First changes that are followed up by a second: each costs as much as all single changes again.
pub(crate) const MOST_FIRST: usize = 40;

/// First changes that are followed by two more: the cube of all changes, so only the most promising.
pub(crate) const MOST_FOLLOWED: usize = 12;

/// Cost of the dearest change that takes part in a pair: up to an added condition. Two dear changes fit any tests.
pub(crate) const DEAREST_OF_A_PAIR: u32 = 20;

/// Of the dearest guard, whose condition adds a little to its cost.
pub(crate) const DEAREST_GUARD_OF_A_PAIR: u32 = 21;

/// Failing and passing tests, spread over all, that first changes are measured on: the measure only orders them.
pub(crate) const MEASURED_ON: (usize, usize) = (12, 40);

/// Numbers of a function, and of the tests, that stand for the value of an expression by force: each is a run of every failing test, at every expression.
pub(crate) const MOST_FORCED_NUMBERS: usize = 16;

// Changes that are generated.

/// Guards in front of one statement: conditions grow with the square of what is in scope.
pub(crate) const MOST_GUARDS_OF_A_STATEMENT: usize = 150;

/// Variables that are set by an inserted statement, at one place: four statements each, in front of every one that failing tests execute.
pub(crate) const MOST_INSERTED_VARIABLES: usize = 12;

/// Calls that are copied to other places: texts that are printed, of which a program that forgets one has few.
pub(crate) const MOST_COPIED_CALLS: usize = 6;

/// Ways to return from one place: the values that the function returns elsewhere are alike.
pub(crate) const MOST_RETURNS: usize = 3;

/// Numbers in one initialiser that are changed: longer ones are tables, and a fault in them is not guessed.
pub(crate) const MOST_INITIAL_NUMBERS: usize = 16;

/// Labels of one program whose numbers are changed: each is tried with the numbers of all others.
pub(crate) const MOST_LABELS: usize = 12;

/// Values that are combined with each other at a place: the combinations grow with the square, times the operators.
pub(crate) const MOST_COMBINED_VALUES: usize = 24;

/// Conditions, and values, of conditional expressions at a place: each condition is paired with each value.
pub(crate) const MOST_SYNTHESISED_CONDITIONS: usize = 30;

/// Changes of tokens, of each kind, in one file: they are compiled one by one.
pub(crate) const MOST_TOKENS_OF_A_KIND: usize = 24;

/// Elements that a check keeps free at the end of an array, at most as many as the statement uses: no statement writes more of them one by
/// one, as a rule.
pub(crate) const MOST_ROOM: usize = 4;

/// Arrays whose ends one pointer is held against: those that it may point into come of few assignments.
pub(crate) const MOST_ARRAYS_OF_AN_ACCESS: usize = 4;

/// Bounds that an access is held against because the function compares the same with them.
pub(crate) const MOST_COMPARED: usize = 4;

/// Variables in scope that an access is held against: each is a guard of its own in front of each statement.
pub(crate) const MOST_IN_SCOPE: usize = 10;

/// Elements of arrays that are offered as values: all arrays times all indices in scope.
pub(crate) const MOST_ELEMENTS: usize = 200;

/// Constants of one enumeration that are offered: larger ones are tables of codes.
pub(crate) const MOST_ENUMERATORS: usize = 30;

/// Bytes of an expression that is offered elsewhere: longer ones fit one place.
pub(crate) const LONGEST_OFFERED: u32 = 60;

/// Numbers of the program, the tests and the runs that are tried as constants: each is tried at each constant.
pub(crate) const MOST_NUMBERS: usize = 400;

/// Failing tests whose output is compared with what is expected: a wrong text is wrong in the first ones.
pub(crate) const MOST_TESTS_OF_OUTPUT: usize = 5;

/// Changes of texts that come of them: compiled one by one.
pub(crate) const MOST_CHANGES_OF_OUTPUT: usize = 20;

/// Characters of equal text on either side of a difference that are looked for in strings: enough to tell places apart, and values that are
/// printed beside stand in no string.
pub(crate) const LONGEST_CONTEXT: usize = 12;

/// Bytes of an output that is compared: longer ones differ in more than a string.
pub(crate) const LONGEST_OUTPUT: usize = 100_000;

// Values that would make tests pass.

/// Sites that are asked about: each is a search, up to its time. The most suspicious come first.
pub(crate) const MOST_SITES: usize = 40;

/// Failing tests that are asked for values: a site that has none in the first is left, and the expressions that are found are tried on all
/// tests.
pub(crate) const MOST_TESTS_FOR_VALUES: usize = 3;

/// One question: those that can be answered are answered soon, mostly.
pub(crate) const TIME_OF_A_QUESTION: Duration = Duration::from_millis(700);

/// All questions together: other ways to repairs need the rest.
pub(crate) const TIME_OF_ALL_QUESTIONS: Duration = Duration::from_secs(15);

/// Iterations of loops that depend on the values asked for: the runs of tests are short.
pub(crate) const UNWIND_FOR_VALUES: u32 = 32;

/// Variables that templates are made of: expressions grow with the square of them.
pub(crate) const MOST_VARIABLES_OF_TEMPLATES: usize = 16;

/// Visits of a site in one run, beyond which its values are too many to mean anything.
pub(crate) const MOST_VISITS: usize = 64;

// Evidence of failing runs.

/// Failing tests whose runs are looked at: further ones fail for the same reason mostly.
pub(crate) const MOST_RUNS: usize = 3;

/// For the evidence of one run: it is one way to repairs among others.
pub(crate) const TIME_FOR_EVIDENCE: Duration = Duration::from_secs(2);

/// Steps of a run that evidence is taken from, or that a diagnosis explains: longer runs say nothing that shorter ones do not, and both keep
/// a state for every step.
pub(crate) const MOST_STEPS: u64 = 20_000;

/// Proposals beyond the small changes: they are compiled one by one.
pub(crate) const MOST_PROPOSALS: usize = 60;

/// Iterations of loops when inputs are searched that reach a block: what lies behind more is left to chance.
pub(crate) const UNWIND_FOR_TESTS: u32 = 4;

/// Steps of a run that becomes a test: it is run on every change.
pub(crate) const MOST_STEPS_OF_A_MADE_TEST: u64 = 1_000_000;

/// Blocks that inputs are searched for: those beyond are left to chance.
pub(crate) const MOST_BLOCKS: usize = 300;

// Program-expression diagnosis as a way to repairs.

/// Failing runs that are looked at together: a diagnosis must explain all of them, and its formula holds them all.
pub(crate) const MOST_TRACES: usize = 3;

/// And beside other methods, whose time it takes.
pub(crate) const MOST_TRACES_BESIDE: usize = 2;

/// For the proofs that weigh statements: without them the diagnosis only ranks worse.
pub(crate) const TIME_FOR_PROOFS: Duration = Duration::from_secs(5);

/// For a diagnosis beside other methods, which find most repairs.
pub(crate) const TIME_BESIDE: Duration = Duration::from_secs(2);

/// Ways to change one statement that are looked at, in the order of preference: further ones are variations of these.
pub(crate) const MOST_OF_A_STATEMENT: usize = 4;

/// Of guards in front of one, which differ in what they do where the check does not hold: more than of other ways, for that.
pub(crate) const MOST_GUARDS: usize = 12;

/// Ways to change the same statements that are shown where there is no repair: they say where to look, and two show that there is a choice.
pub(crate) const MOST_SHOWN_ALONE: usize = 2;

/// And beside repairs, which say more.
pub(crate) const MOST_SHOWN_BESIDE: usize = 1;

/// Terms of one change of one trace: memory, and there are as many formulas as statements.
pub(crate) const MOST_TERMS_OF_A_CHANGE: usize = 200_000;

/// Conflicts of all questions about a statement that may compute anything: there are as many as statements.
pub(crate) const MOST_CONFLICTS_OF_A_CHANGE: u64 = 3_000;

/// Terms of one trace in which all statements may change at once: memory. It is made once.
pub(crate) const MOST_TERMS_OF_A_TRACE: usize = 1_000_000;

/// Conflicts of the search for sets of statements: one search instead of one for each statement.
pub(crate) const MOST_CONFLICTS_OF_SETS: u64 = 200_000;

/// Executions of a statement whose values are kept for display: more are a loop's, and are not read.
pub(crate) const MOST_VALUES: usize = 64;

/// Values that are looked at for one branch and one variable: loops give one for each iteration.
pub(crate) const MOST_LIVES: usize = 16;

/// Alternatives of one expression that are written out: nobody reads more.
pub(crate) const MOST_ALTERNATIVES_SHOWN: usize = 6;

// AutoDebug: states along the run.

/// Values of a quantifier: a proposal speaks of single elements, and longer ranges have none that stands out.
pub(crate) const MOST_INSTANCES: i128 = 4096;

/// Instances of a quantifier that are written out as predicates: each is matched with all facts.
pub(crate) const MOST_WRITTEN: usize = 64;

/// Characters of an expression that stands for the temporary that holds its value: longer ones are harder to read than the temporary's name.
pub(crate) const LONGEST_EXPRESSION: usize = 40;

/// Copies of copies that are followed to find a value: records are handed through few calls as a rule, and each level searches the writes
/// again.
pub(crate) const LONGEST_COPY_CHAIN: u32 = 8;

/// Predicates of all conjunctions of a formula together: alternatives multiply.
pub(crate) const MOST_PREDICATES: usize = 8192;

/// Conjunctions of the postcondition that are written out: each is looked at by itself.
pub(crate) const MOST_CONJUNCTIONS: usize = 64;

/// Alternatives of a branch predicate, or of a clause of the precondition, that are looked through for the one that held: it is written out
/// at every branch of the run.
pub(crate) const MOST_ALTERNATIVES: usize = 16;

/// Predicates kept of one direction of an actual state: states are kept at hundreds of points.
pub(crate) const MOST_FACTS: usize = 160;

/// Terms of a predicate: substitution along a loop lengthens it with every iteration.
pub(crate) const MOST_TERMS: usize = 160;

/// Predicates that are deduced at one point: further ones are farther from what was there.
pub(crate) const MOST_DEDUCED_AT_A_POINT: usize = 48;

/// Predicates of a conjunction that are combined with each other: in pairs.
pub(crate) const MOST_COMBINED: usize = 16;

/// Terms of a predicate that is combined further: longer ones say less about each variable.
pub(crate) const LONGEST_COMBINED: usize = 6;

/// Predicates of `R*` that are looked at besides those of `R`: they are weaker evidence.
pub(crate) const MOST_DEDUCED: usize = 6;

/// Points at which states are kept and compared: time and memory grow with each.
pub(crate) const MOST_POINTS: usize = 300;

/// Of these, the last ones of the trace, which are nearest to the failure; the others are instances of statements that are rare so far.
pub(crate) const LAST_POINTS: usize = 150;

/// Instances of a statement that are rare: the first iterations of loops, where they still differ.
pub(crate) const RARE_INSTANCES: u32 = 4;

/// Facts of each direction that deduction starts from: the nearest.
pub(crate) const DEDUCED_FROM: usize = 24;

// AutoDebug: evidence and modifications.

/// Proposals of one run: sorted afterwards, and few are tried.
pub(crate) const MOST_PROPOSALS_OF_A_RUN: usize = 4000;

/// Facts that a negative predicate is matched to: the best come first.
pub(crate) const MOST_MATCHES: usize = 40;

/// Statements of a slice at which a match is tried: the latest come first.
pub(crate) const MOST_SLICE: usize = 60;

/// Branch instances that implicit evidence is compared with: long loops have thousands that are alike.
pub(crate) const MOST_BRANCHES: usize = 200;

/// Branches that are turned for one predicate: each is a proposal by itself.
pub(crate) const MOST_TURNED: usize = 40;

/// Variables that are tried in place of one term of a branch condition.
pub(crate) const MOST_VARIABLES_IN_PLACE: usize = 6;

/// Exits of loops that are looked at, from the last: earlier ones are farther from the failure.
pub(crate) const MOST_EXITS: usize = 12;

/// Modifications by exchanging one term that are tried for one statement and one predicate.
pub(crate) const MOST_EXCHANGES: usize = 24;

/// Elements of an array that are looked through for a value: in long ones a value is found by accident.
pub(crate) const MOST_ELEMENTS_SEARCHED: u64 = 64;

/// Terms in which a matched right-hand side may differ from the one that is written: else it is another expression, not a modification.
pub(crate) const MOST_DIFFERENT: usize = 2;

/// Names tried for one cell: pointers give one cell many.
pub(crate) const MOST_NAMES: usize = 7;

/// Variables tried for one number: small numbers are held by many variables by accident.
pub(crate) const MOST_VARIABLES_FOR_A_NUMBER: usize = 4;

/// Points of the beginning and of the end of a trace that are always shown: a transcript is read by people.
pub(crate) const MOST_POINTS_SHOWN: usize = 200;

/// Predicates shown of one state.
pub(crate) const MOST_PREDICATES_SHOWN: usize = 24;

// What users write.

/// Weight of an annotation: a thousand levels tell preferences apart, and their sums stay small beside the cost of a change.
pub(crate) const HEAVIEST: u32 = 1000;
