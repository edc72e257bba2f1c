//! Random queries: the embedded solver and solver programs must agree.
//!
//! The number of queries is 500; `WHYDUNIT_QUERY_COUNT` sets another. A program that does not answer in time is counted as such, not
//! as agreeing.
#![expect(clippy::print_stderr, reason = "the counts are worth seeing")]

use crate::common;

use common::{programs, seconds, unlimited};
use whydunit_solver::{
    Answer, Budget, Core, CrossCheck, Embedded, NamedAssertion, QueryOptions, Reason, Solve,
    Statistics, Verdict, minimise_core, write_query,
};
use whydunit_term::testing::{Options, RandomTerms};
use whydunit_term::{Sort, Term, Terms};

struct Query {
    terms: Terms,
    asserted: Vec<Term>,
    assumed: Vec<Term>,
    has_opaque: bool,
}

fn random_query(seed: u64) -> Query {
    let mut terms = Terms::new();
    let floats = seed.is_multiple_of(16);
    let opaque = seed % 16 == 1;
    let width = match seed % 8 {
        _ if floats => 32,
        0..=3 => 1 + (seed / 8 % 8) as u32,
        4 | 5 => 16,
        6 => 32,
        _ if seed.is_multiple_of(5) => 128,
        _ => 64,
    };
    let mut variables: Vec<Term> =
        (0..3).map(|index| terms.variable_bits(&format!("x{index}"), width)).collect();
    variables.push(terms.variable_bits("narrow", 1 + width / 2));
    variables.push(terms.variable_bool("p"));
    variables.push(terms.variable_bool("q"));
    let options = Options {
        variables: variables.clone(),
        max_width: width.max(2),
        floats,
        opaque,
        raw: seed % 4 == 3,
        ..Options::default()
    };
    let mut random = RandomTerms::new(seed, options);
    // Half of the queries are true of a model that nobody knows.
    let hidden = random.random().model(&terms, &variables);
    let satisfiable = random.random().one_in(2);
    let depth = if floats { 2 } else { 2 + (seed / 3 % 4) as u32 };
    let mut part = |terms: &mut Terms| {
        let mut term = Term::TRUE;
        for _ in 0..20 {
            term = random.boolean(terms, depth);
            if terms.value(term).is_none() {
                break;
            }
        }
        match terms.evaluate(term, &hidden) {
            Some(0) if satisfiable => terms.not(term),
            _ => term,
        }
    };
    let asserted = (0..1 + seed % 3).map(|_| part(&mut terms)).collect();
    let mut assumed: Vec<Term> = (0..seed / 2 % 6).map(|_| part(&mut terms)).collect();
    // Equations with constants make more of the others unsatisfiable.
    for &variable in &variables {
        if random.random().one_in(4) {
            let symbol = terms.symbol(variable).expect("a variable");
            let value = terms.constant(terms.sort(variable), hidden.get(symbol));
            assumed.push(terms.eq(variable, value));
        }
    }
    Query { terms, asserted, assumed, has_opaque: opaque }
}

impl Query {
    fn ask(&mut self, solver: &mut dyn Solve, budget: &Budget) -> Answer {
        for &term in &self.asserted {
            solver.assert(&mut self.terms, term);
        }
        solver.check(&mut self.terms, &self.assumed, budget)
    }

    fn holds(&self, model: &whydunit_term::Model) -> bool {
        let mut all = self.asserted.iter().chain(&self.assumed);
        all.all(|&term| self.terms.evaluate(term, model) == Some(1))
    }

    fn text(&self) -> String {
        let all = self.asserted.iter().chain(&self.assumed);
        let assertions: Vec<NamedAssertion> =
            all.map(|&term| NamedAssertion { name: None, comment: None, term }).collect();
        let mut text = String::new();
        write_query(&mut text, &self.terms, &assertions, &QueryOptions::default())
            .expect("a string takes any text");
        text
    }
}

fn query_count() -> u64 {
    match std::env::var("WHYDUNIT_QUERY_COUNT") {
        Ok(count) => count.parse().expect("WHYDUNIT_QUERY_COUNT should be a number"),
        Err(_) => 500,
    }
}

#[derive(Default, Debug)]
struct Counts {
    sat: u32,
    unsat: u32,
    abstracted: u32,
    out_of_budget: u32,
    cores: u32,
    minimal_cores: u32,
    /// Minimal ones of two assumptions or more.
    proper_cores: u32,
    conflicts: u64,
}

#[test]
fn random_queries() {
    let mut programs = programs();
    let mut counts = Counts::default();
    let mut agreed = vec![0; programs.len()];
    let mut late = vec![0; programs.len()];
    let mut gave_up = vec![0; programs.len()];
    for seed in 0..query_count() {
        let mut query = random_query(seed);
        let mut solver = Embedded::new();
        let answer = query.ask(&mut solver, &seconds(20));
        counts.conflicts += solver.statistics().conflicts;
        match &answer {
            Answer::Sat(model) => {
                assert!(query.holds(model), "seed {seed}: no model\n{}", query.text());
                let mut variables = query.terms.variables(&query.asserted);
                variables.extend(query.terms.variables(&query.assumed));
                for variable in variables {
                    let symbol = query.terms.symbol(variable).expect("a variable");
                    assert!(model.contains(symbol), "seed {seed}: no value for {symbol:?}");
                }
                counts.sat += 1;
            }
            Answer::Unsat(core) => {
                counts.unsat += 1;
                check_core(&mut query, seed, core, &mut counts);
            }
            Answer::Unknown(Reason::Abstracted) => counts.abstracted += 1,
            Answer::Unknown(Reason::Time) => counts.out_of_budget += 1,
            Answer::Unknown(reason) => panic!("seed {seed}: {reason}"),
        }
        for (index, (name, program)) in programs.iter_mut().enumerate() {
            program.reset();
            let other = query.ask(program, &seconds(20));
            match (&answer, &other) {
                (Answer::Sat(_), Answer::Sat(_)) | (Answer::Unsat(_), Answer::Unsat(_)) => {
                    agreed[index] += 1;
                }
                (_, Answer::Unknown(Reason::Time)) => late[index] += 1,
                // Programs give up on, or break down over, some queries with floating-point numbers.
                (_, Answer::Unknown(Reason::External(why))) if !why.contains("model is wrong") => {
                    eprintln!("seed {seed}: {why}");
                    gave_up[index] += 1;
                }
                (Answer::Unknown(_), _) => {}
                // Evaluation of terms and of gates need not see through a function equally well.
                (Answer::Sat(_), Answer::Unknown(Reason::Abstracted)) if query.has_opaque => {}
                _ => {
                    panic!("seed {seed}: {answer:?}, {name} says {other:?}\n{}", query.text());
                }
            }
            if let (Answer::Unsat(Core(core)), Answer::Unsat(_)) = (&answer, &other) {
                program.reset();
                let mut core_only = Query {
                    terms: query.terms.clone(),
                    asserted: query.asserted.clone(),
                    assumed: core.clone(),
                    has_opaque: query.has_opaque,
                };
                let again = core_only.ask(program, &seconds(20));
                assert!(
                    matches!(again, Answer::Unsat(_) | Answer::Unknown(Reason::Time)),
                    "seed {seed}: the core is satisfiable, says {name}\n{}",
                    core_only.text()
                );
            }
        }
    }
    eprintln!("embedded: {counts:?}");
    for (index, (name, _)) in programs.iter().enumerate() {
        eprintln!(
            "{name}: {} agree, {} out of time, {} given up",
            agreed[index], late[index], gave_up[index]
        );
    }
    let total = query_count() as u32;
    assert!(counts.sat > total / 4 && counts.unsat > total / 8, "{counts:?}");
    assert!(counts.proper_cores > total / 20, "{counts:?}");
    for (index, (name, _)) in programs.iter().enumerate() {
        assert!(agreed[index] > total * 3 / 4, "{name}: {} of {total}", agreed[index]);
    }
}

/// The core is a subset that another solver finds unsatisfiable; made minimal, it really is.
fn check_core(query: &mut Query, seed: u64, core: &Core, counts: &mut Counts) {
    counts.cores += 1;
    assert!(core.0.iter().all(|term| query.assumed.contains(term)), "seed {seed}");
    let terms = &mut query.terms;
    let mut fresh = Embedded::new();
    for &term in &query.asserted {
        fresh.assert(terms, term);
    }
    let budget = seconds(20);
    match fresh.decide(terms, &core.0, &budget) {
        Verdict::Unsat(_) | Verdict::Unknown(Reason::Time) => {}
        verdict => panic!("seed {seed}: the core is not one: {verdict:?}"),
    }
    let minimal = minimise_core(&mut fresh, terms, core, &[], &[], &budget);
    if !minimal.is_minimal {
        assert!(query.has_opaque || minimal.reason == Some(Reason::Time), "{minimal:?}");
        return;
    }
    counts.minimal_cores += 1;
    counts.proper_cores += u32::from(minimal.core.0.len() >= 2);
    for index in 0..minimal.core.0.len() {
        let mut smaller = minimal.core.0.clone();
        smaller.remove(index);
        let mut fresh = Embedded::new();
        for &term in &query.asserted {
            fresh.assert(terms, term);
        }
        match fresh.check(terms, &smaller, &seconds(20)) {
            Answer::Sat(model) => {
                let mut all = query.asserted.iter().chain(&smaller);
                assert!(all.all(|&term| terms.evaluate(term, &model) == Some(1)), "seed {seed}");
            }
            Answer::Unknown(Reason::Time) => {}
            answer => panic!("seed {seed}: a smaller core does as well: {answer:?}"),
        }
    }
}

/// One solver that is asked many things in a row says the same as a new one for each.
#[test]
fn incremental_queries() {
    for seed in 0..query_count() / 10 {
        let mut terms = Terms::new();
        let width = 1 + (seed % 12) as u32;
        let variables: Vec<Term> =
            (0..3).map(|index| terms.variable_bits(&format!("x{index}"), width)).collect();
        let options = Options {
            variables,
            max_width: width.max(2),
            floats: false,
            opaque: seed.is_multiple_of(4),
            ..Options::default()
        };
        let mut random = RandomTerms::new(seed, options);
        let mut solver = Embedded::new();
        let mut asserted: Vec<Term> = Vec::new();
        let choices: Vec<Term> = (0..12).map(|_| random.boolean(&mut terms, 2)).collect();
        for round in 0..20 {
            if round % 4 == 3 {
                let a = random.boolean(&mut terms, 2);
                let b = random.boolean(&mut terms, 2);
                let term = terms.or(&[a, b]);
                asserted.push(term);
                solver.assert(&mut terms, term);
            }
            let assumed: Vec<Term> =
                choices.iter().copied().filter(|_| random.random().one_in(3)).collect();
            let answer = solver.check(&mut terms, &assumed, &unlimited());
            let mut fresh = Embedded::new();
            asserted.iter().for_each(|&term| fresh.assert(&mut terms, term));
            let expected = fresh.check(&mut terms, &assumed, &unlimited());
            match (&answer, &expected) {
                (Answer::Sat(model), Answer::Sat(_)) => {
                    let mut all = asserted.iter().chain(&assumed);
                    assert!(all.all(|&term| terms.evaluate(term, model) != Some(0)), "{seed}");
                }
                (Answer::Unsat(Core(core)), Answer::Unsat(_)) => {
                    let verdict = fresh.decide(&mut terms, core, &unlimited());
                    assert!(matches!(verdict, Verdict::Unsat(_)), "seed {seed} round {round}");
                }
                // Which model is found decides whether it rests on a function.
                (Answer::Unknown(Reason::Abstracted), Answer::Sat(_) | Answer::Unknown(_))
                | (Answer::Sat(_), Answer::Unknown(Reason::Abstracted)) => {}
                _ => panic!("seed {seed} round {round}: {answer:?} instead of {expected:?}"),
            }
        }
    }
}

/// A solver that is sometimes wrong.
struct Liar {
    inner: Embedded,
    answers: u32,
    lie: fn(Answer) -> Answer,
}

impl Solve for Liar {
    fn assert(&mut self, terms: &mut Terms, term: Term) {
        self.inner.assert(terms, term);
    }

    fn check(&mut self, terms: &mut Terms, assumptions: &[Term], budget: &Budget) -> Answer {
        let answer = self.inner.check(terms, assumptions, budget);
        self.answers += 1;
        if self.answers == 2 { (self.lie)(answer) } else { answer }
    }

    fn statistics(&self) -> Statistics {
        self.inner.statistics()
    }
}

#[test]
fn cross_checks_find_lies() {
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::Bits(8));
    let five = terms.bits(8, 5);
    let low = terms.ult(x, five);
    let high = terms.ult(five, x);
    let p = terms.variable_bool("p");
    type Lie = fn(Answer) -> Answer;
    let lies: [(Lie, Vec<Term>, &str); 4] = [
        (|_| Answer::Unsat(Core::default()), vec![low], "satisfiable says the first"),
        (|_| Answer::Sat(Default::default()), vec![low, high], "the model of the second"),
        (|_| Answer::Sat(Default::default()), vec![high], "the model of the second"),
        (
            |answer| match answer {
                Answer::Unsat(Core(mut core)) => {
                    core.pop();
                    Answer::Unsat(Core(core))
                }
                other => other,
            },
            vec![p, low, high],
            "the core of the second",
        ),
    ];
    for (lie, assumptions, what) in lies {
        let liar = Liar { inner: Embedded::new(), answers: 0, lie };
        let mut both = CrossCheck::new(Embedded::new(), liar);
        let holds = terms.or(&[p, low, high]);
        both.assert(&mut terms, holds);
        assert!(matches!(both.check(&mut terms, &[p], &unlimited()), Answer::Sat(_)));
        assert_eq!(both.disagreement(), None);
        let answer = both.check(&mut terms, &assumptions, &unlimited());
        assert!(matches!(answer, Answer::Unknown(Reason::External(_))), "{answer:?}");
        let disagreement = both.disagreement().expect("a lie").clone();
        assert!(disagreement.what.contains(what), "{disagreement}");
        assert!(disagreement.query.contains("(check-sat)"), "{}", disagreement.query);
        // There is no going on.
        assert_eq!(both.check(&mut terms, &[p], &unlimited()), answer);
    }
}

#[test]
fn cross_checks_with_programs() {
    for (name, program) in programs() {
        let mut both = CrossCheck::new(Embedded::new(), program);
        let mut query = random_query(12);
        for _ in 0..2 {
            query.ask(&mut both, &unlimited());
            assert_eq!(both.disagreement(), None, "{name}");
        }
    }
}
