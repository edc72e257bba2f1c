//! How exactly are all runs followed at once, and why not more exactly?
//!
//! Every number below only makes what is known weaker where it is exceeded; nothing false is said.

// The graph of calls.

/// Nodes up to which calls are followed one by one; further ones share a summary of the callee. Every node has a state.
pub(crate) const MOST_NODES: usize = 20_000;

/// Calls inside one another that are followed one by one: what lies deeper is called from many places mostly.
pub(crate) const DEEPEST: usize = 16;

/// Nodes up to which recursion is followed: small ones end within these, and others would fill the graph with instances of one function.
pub(crate) const MOST_NODES_OF_RECURSION: usize = 240;

/// Changes of what a function returns before it is widened: results of recursion grow with every change.
pub(crate) const SUMMARY_PATIENCE: u32 = 4;

// The iteration.

/// Visits of a loop's head before its state is widened: what the first turns set differs from what later ones do.
pub(crate) const LOOP_PATIENCE: u32 = 3;

/// Rounds of narrowing: the first brings back the bounds of loops, the second those that depend on them.
pub(crate) const NARROWINGS: usize = 2;

/// Visits in which constants of the program may hold a bound that grows, and as many again in which the ends of types may.
pub(crate) const MOST_STOPS: u32 = 12;

/// Steps of the iteration for each node of the graph: it ends by itself, but nested loops may take long.
pub(crate) const MOST_STEPS: usize = 200;

/// Times that what is no fixpoint yet is gone on with: then nothing is said at all.
pub(crate) const MOST_ROUNDS: usize = 6;

/// Visits of a node on the way back before what it says is widened.
pub(crate) const BACKWARD_PATIENCE: u32 = 4;

/// Visits of one node on the way back: then nothing is known there.
pub(crate) const MOST_VISITS: u32 = 40;

// Cases that are told apart.

/// Choices on one way through a node: the number of ways is exponential in it.
pub(crate) const MOST_CHOICES: usize = 3;

/// Variables whose values are told apart: the states are multiplied by the values of each.
pub(crate) const MOST_FLAGS: usize = 3;

/// Turns of a loop that are told apart from all later ones: the states are multiplied by these.
pub(crate) const MOST_TURNS: u8 = 6;

/// Last branches that are told apart: exponentially many states.
pub(crate) const LONGEST_PATH: usize = 4;

/// Nodes of a graph that is told apart by turns and branches; larger ones are by flags only.
pub(crate) const MOST_PARTITIONED_NODES: usize = 600;

/// Obligations that are projected: each goes back through the graph by itself.
pub(crate) const MOST_DEMANDS: usize = 400;

// Memory.

/// Bytes of an element of a block that is looked into: larger ones are buffers, whose contents are not told apart anyway.
pub(crate) const LARGEST_ELEMENT: u64 = 1 << 16;

/// Slots of one object; what has more is kept as a whole: each has its dimension in every state.
pub(crate) const MOST_SLOTS: usize = 64;

/// Objects that a pointer is followed to: an access goes to each of them.
pub(crate) const MOST_TARGETS: usize = 16;

/// Single elements that are known to have values: they are kept one by one in every state.
pub(crate) const MOST_KNOWN_ELEMENTS: usize = 32;

/// Elements of an initialised array that are looked at one by one: larger tables are made by programs, and only their range would be known.
pub(crate) const MOST_INITIAL_ELEMENTS: u64 = 65_536;

// Numbers.

/// Pieces that wrapping tears a range into: with more, all values of the type are taken.
pub(crate) const MOST_PIECES: usize = 3;

/// Dimensions that an octagon relates: closing it takes the cube of them.
pub(crate) const MOST_RELATED: usize = 36;

/// Terms of a sum for which all ways to pair them are tried: the ways grow with the factorial.
pub(crate) const MOST_PAIRED: usize = 5;

/// Rounds of deriving bounds from a condition with several terms; each uses the bounds that the one before found, and little is found later.
pub(crate) const ROUNDS: usize = 3;

/// Terms of an equation that is kept: longer ones come of elimination and are rarely used.
pub(crate) const MOST_TERMS: usize = 5;

/// Numbers in an equation: products of two must fit 128 bits with those of a program.
pub(crate) const LARGEST_NUMBER: u128 = 1 << 80;
