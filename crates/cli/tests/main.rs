//! All tests of this crate, in one binary: it is linked once, and all tests share the cores. One file for each subject.

// What tests share.
mod boogie_support;
mod book;
mod command_support;
mod common;
mod every_program;
#[path = "common/expectation.rs"]
mod expectation;
mod expected_support;
mod files_support;
mod generator;
#[path = "../../report/tests/html_support/mod.rs"]
mod html_support;
#[path = "explain_support/made_up.rs"]
mod made_up;
#[allow(dead_code, reason = "a part is used")]
#[path = "../../find/tests/generator/mod.rs"]
mod random_programs;
mod repair_support;
mod sarif_support;
#[path = "explain_support/programs.rs"]
mod small;
#[path = "../../absint/tests/support/mod.rs"]
mod support;

use generator::rng;

// The tests.
mod agreement;
mod architecture;
mod bad_input;
mod bombs;
mod boogie;
mod boogie_limits;
mod boogie_options;
mod brief;
mod budgets;
mod c23;
mod causes_and_looks;
mod check;
mod checks;
mod chosen;
mod claims;
mod command_line;
mod compare_reference;
mod compile_commands;
mod completions;
mod composed_text;
mod consistency;
mod counterfactuals;
mod differential;
mod documentation;
mod endless_runs;
mod error_documents;
mod expected_ends;
mod expected_format;
mod expected_near_misses;
mod expected_output;
mod explain;
mod explain_command;
mod explain_declarations;
mod explain_elsewhere;
mod explain_end_of_input;
mod explain_ends;
mod explain_folding;
mod explain_judged;
mod explain_layout;
mod explain_outside;
mod explain_partial;
mod explain_relevance;
mod explain_replayed;
mod explain_rows;
mod explain_search;
mod explain_steps;
mod explanation_rows;
mod files;
mod fuzz;
mod fuzz_inputs;
mod html;
mod inconsistent;
mod interrupts;
mod json_schema;
mod leaks;
mod lost_storage;
mod mistakes;
mod on_a_terminal;
mod orphans;
mod random;
mod redact;
mod repair;
mod repair_forms;
mod repair_grades;
mod repair_own;
mod repair_ped;
mod repair_ped_own;
mod repair_search;
mod repair_table;
mod repair_verify;
mod responsibility;
mod run_tests;
mod run_tests_refused;
mod sarif;
mod shares;
mod smt2;
mod stdin_program;
mod terminal;
mod trace;
mod unset;
mod values;
mod verdict_rows;
mod verdicts;
mod verify_sweep;
mod why;
mod witness_command;
mod world_answers;
mod writing;
