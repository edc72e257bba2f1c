//! What helps say besides the options: examples first, they answer most questions.

/// Order of the parts of a help.
pub(super) const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

pub(super) const COMMAND: &str = "Examples:
  whydunit explain prog.c                 find inputs that fail, and say why
  whydunit explain prog.c -o report.html  ... as a page for the browser
  whydunit explain prog.c --input x=-1    why the run on this input fails
  whydunit check prog.c                   every failure, or that there is none
  whydunit check max.c --function max     ... of a function, for all arguments
  whydunit repair prog.c                  changes that mend it, tried out
  whydunit trace prog.c                   a failing run, step by step
  whydunit run prog.c -- 3 hello          run it under checks, with arguments";

pub(super) const EXPLAIN: &str = "Examples:
  whydunit explain prog.c                 find a failing run and explain it
  whydunit explain prog.c -o report.html  ... as a page for the browser
  whydunit explain prog.c --input x=-1    explain the run on this input
  whydunit explain prog.c -- 3 hello      ... with these arguments
  whydunit explain max.c --function max   ... of one function
  whydunit explain prog.c --method relevance  what other values would do
  whydunit explain prog.c --verify        check every claim independently
  whydunit explain prog.c --witness w.yml explain what another tool has found
  whydunit explain prog.c --tests tests   explain why a test of a suite fails
  whydunit explain prog.c --expect-output o.txt  why the output is not this";

pub(super) const WHY: &str = "Examples:
  whydunit why prog.c --value total --at 12    why total has its value there
  whydunit why prog.c --expect n==3 --at 12#2  why n is not 3 the second time
  whydunit why prog.c --not-run 17 -- 3 hello  why line 17 is not executed
  whydunit why prog.c --printed 2 --stdin in   why line 2 of the output is this
  whydunit why prog.c --ends                   why the run ends where it does";

pub(super) const REPAIR: &str = "Examples:
  whydunit repair prog.c                  find failing inputs, and changes that mend them
  whydunit repair prog.c --tests t.toml   changes with which all these tests pass
  whydunit repair prog.c --tests dir      ... tests as NAME.in and NAME.out
  whydunit repair new.c --reference old.c --tests t.toml   as the old version does
  whydunit repair prog.c --show-evidence  why each change was tried
  whydunit repair prog.c --apply          write the best one into the file";

pub(super) const CHECK: &str = "Examples:
  whydunit check prog.c                   every failure, each with an input
  whydunit check max.c --function max     ... of a function, for all arguments
  whydunit check prog.c --input n=3       ... of the runs with this input
  whydunit check prog.c --checks assert   ... of these checks only
  whydunit check prog.c --unwind 20       20 iterations of every loop, no more
  whydunit check prog.c --emit-test t.c   a C test of what was found
  whydunit check prog.c -o found.sarif    for editors and code hosts";

pub(super) const RUN: &str = "Examples:
  whydunit run prog.c                     run it under checks
  whydunit run prog.c -- 3 hello          ... with arguments
  whydunit run prog.c --stdin input.txt   ... with standard input
  whydunit run max.c --function max --input 'a=[3,1,2]' --input n=3
  whydunit run max.c --tests max.toml     run a suite of tests
  whydunit run prog.c --tests tests/ --reference good.c";

pub(super) const TRACE: &str = "Examples:
  whydunit trace prog.c                   find a failing run and show it
  whydunit trace prog.c --input x=-1      the run on this input
  whydunit trace prog.c -o trace.json     for scripts
  whydunit trace prog.c --format smt2     as a formula, for any SMT solver";

pub(super) const COMPLETIONS: &str = "Examples:
  whydunit completions bash > ~/.local/share/bash-completion/completions/whydunit
  whydunit completions zsh > ~/.zfunc/_whydunit
  whydunit completions fish > ~/.config/fish/completions/whydunit.fish";

pub(super) const MAN: &str = "Examples:
  whydunit man | man -l -                 read it
  whydunit man explain | man -l -         ... that of a command
  whydunit man > ~/.local/share/man/man1/whydunit.1";

pub(super) const MORE: &str = "\
Exit codes: 0 no failure, 1 a failure was found, 2 the input cannot be used,
3 a budget ran out. More: `whydunit COMMAND --help`, and `whydunit help TOPIC` on
methods, checks, inputs, contracts, tests, formats, flags, limits.";

pub(super) const MORE_LONG: &str = "\
Exit codes:
  0  no failure: proved, or none within bounds (the text says which)
  1  a failure was found
  2  the input cannot be used: a bad option, file or program
  3  a budget ran out first; what is known so far is printed

Results go to standard output, everything else to standard error.

More help:
  whydunit COMMAND --help                 all options of a command
  whydunit help methods                   what can be asked about a failure
  whydunit help checks                    what counts as a failure
  whydunit help inputs                    how to write down inputs
  whydunit help contracts                 //@ requires, ensures, assert
  whydunit help tests                     suites of tests, and repairs by them
  whydunit help formats                   reports for people, scripts, editors
  whydunit help flags                     -I, -D, compile_commands.json
  whydunit help limits                    when nothing is found, or time is up
  whydunit man | man -l -                 the manual page";
