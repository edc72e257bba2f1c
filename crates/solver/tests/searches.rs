//! Searches that ask many queries, against brute force.

use crate::common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::unlimited;
use whydunit_solver::{
    Answer, Core, Embedded, Enumeration, ExistsForall, Goal, MaxSat, MinimalSet, Optimum,
    Signedness, Soft, Solve, Verdict, exists_forall, maxsat, minimal_sets, minimise_core, optimum,
};
use whydunit_term::testing::{Options, Random, RandomTerms};
use whydunit_term::{Model, Op, Sort, Term, Terms};

/// Random constraints over two small numbers, few enough to try everything.
struct Instance {
    terms: Terms,
    variables: Vec<Term>,
    hard: Term,
    choices: Vec<Term>,
}

const WIDTH: u32 = 3;

impl Instance {
    fn random(seed: u64, count: usize) -> Instance {
        let mut terms = Terms::new();
        let variables: Vec<Term> =
            ["x", "y"].into_iter().map(|name| terms.variable_bits(name, WIDTH)).collect();
        let options = Options {
            variables: variables.clone(),
            max_width: 4,
            floats: false,
            ..Options::default()
        };
        let mut random = RandomTerms::new(seed, options);
        let hard = random.boolean(&mut terms, 2);
        let choices = (0..count)
            .map(|_| {
                let a = random.boolean(&mut terms, 2);
                let b = random.boolean(&mut terms, 2);
                terms.and(&[a, b])
            })
            .collect();
        Instance { terms, variables, hard, choices }
    }

    fn models(&self) -> Vec<Model> {
        all_models(&self.terms, &self.variables)
            .into_iter()
            .filter(|model| self.terms.evaluate(self.hard, model) == Some(1))
            .collect()
    }

    /// For each model of the hard part, which choices hold: bit `i` for choice `i`.
    fn satisfied(&self) -> Vec<u32> {
        let holds = |model: &Model, term| self.terms.evaluate(term, model) == Some(1);
        let bits = |model: &Model| {
            (0..self.choices.len())
                .filter(|&index| holds(model, self.choices[index]))
                .fold(0, |bits, index| bits | 1 << index)
        };
        self.models().iter().map(bits).collect()
    }

    fn solver(&mut self) -> Embedded {
        let mut solver = Embedded::new();
        solver.assert(&mut self.terms, self.hard);
        solver
    }

    fn subset(&self, bits: u32) -> Vec<Term> {
        let members = (0..self.choices.len()).filter(|index| bits >> index & 1 == 1);
        members.map(|index| self.choices[index]).collect()
    }
}

fn all_models(terms: &Terms, variables: &[Term]) -> Vec<Model> {
    let mut models = vec![Model::new()];
    for &variable in variables {
        let mut longer = Vec::new();
        for model in &models {
            for value in 0..=terms.sort(variable).mask() {
                let mut model = model.clone();
                model.set_term(terms, variable, value);
                longer.push(model);
            }
        }
        models = longer;
    }
    models
}

#[test]
fn maxsat_finds_the_least_cost() {
    let mut infeasible = 0;
    for seed in 0..300 {
        let count = 1 + seed as usize % 10;
        let mut instance = Instance::random(seed, count);
        let mut random = Random::new(seed);
        let softs: Vec<Soft> = instance
            .choices
            .iter()
            .map(|&term| Soft {
                term,
                weight: random.below(if seed % 3 == 0 { 2 } else { 9 }) as u64,
            })
            .collect();
        let cost = |bits: u32| -> u64 {
            let violated = softs.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 0);
            violated.map(|(_, soft)| soft.weight).sum()
        };
        let expected = instance.satisfied().into_iter().map(cost).min();
        let mut solver = instance.solver();
        let result = maxsat(&mut solver, &mut instance.terms, &softs, &[], &unlimited());
        match (result, expected) {
            (MaxSat::Optimal(solution), Some(cost)) => {
                assert_eq!(solution.cost, cost, "seed {seed}");
                assert_eq!(instance.terms.evaluate(instance.hard, &solution.model), Some(1));
                let violated: Vec<usize> = (0..count)
                    .filter(|&index| {
                        instance.terms.evaluate(softs[index].term, &solution.model) == Some(0)
                    })
                    .collect();
                assert_eq!(solution.violated, violated, "seed {seed}");
                assert!(solution.model.iter().count() <= 2, "no variables of ours: seed {seed}");
                // Nothing was restricted on the way.
                let all: Vec<Model> = instance.models();
                for model in all.iter().take(5) {
                    let point = point(&mut instance.terms, &instance.variables, model);
                    let answer = solver.check(&mut instance.terms, &point, &unlimited());
                    assert!(matches!(answer, Answer::Sat(_)), "seed {seed}");
                }
            }
            (MaxSat::Infeasible(core), None) => {
                assert_eq!(core, Core::default());
                infeasible += 1;
            }
            (result, expected) => panic!("seed {seed}: {result:?} instead of {expected:?}"),
        }
    }
    assert!(infeasible > 5, "{infeasible} infeasible instances");
}

fn point(terms: &mut Terms, variables: &[Term], model: &Model) -> Vec<Term> {
    let mut equations = Vec::new();
    for &variable in variables {
        let symbol = terms.symbol(variable).expect("a variable");
        let value = terms.constant(terms.sort(variable), model.get(symbol));
        equations.push(terms.eq(variable, value));
    }
    equations
}

#[test]
fn maxsat_under_assumptions_and_again() {
    let mut terms = Terms::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| terms.variable_bool(name));
    let mut solver = Embedded::new();
    let some_false = {
        let all = terms.and(&[p, q, r]);
        terms.not(all)
    };
    solver.assert(&mut terms, some_false);
    let softs = [(p, 5), (q, 3), (r, 4)].map(|(term, weight)| Soft { term, weight });
    let not_p = terms.not(p);
    for (assumptions, cost, violated) in [
        (vec![], 3, vec![1]),
        (vec![q], 4, vec![2]),
        (vec![q, r], 5, vec![0]),
        (vec![not_p], 5, vec![0]),
        (vec![], 3, vec![1]),
    ] {
        match maxsat(&mut solver, &mut terms, &softs, &assumptions, &unlimited()) {
            MaxSat::Optimal(solution) => {
                assert_eq!((solution.cost, solution.violated), (cost, violated));
            }
            result => panic!("{result:?}"),
        }
    }
    let result = maxsat(&mut solver, &mut terms, &softs, &[p, not_p], &unlimited());
    assert_eq!(result, MaxSat::Infeasible(Core(vec![p, not_p])));
}

#[test]
fn minimal_sets_are_all_found() {
    for seed in 1000..1200 {
        let count = 2 + seed as usize % 6;
        let mut instance = Instance::random(seed, count);
        let mut distinct = BTreeSet::new();
        instance.choices.retain(|&choice| distinct.insert(choice));
        let count = instance.choices.len();
        let satisfied = instance.satisfied();
        let holds = |subset: u32| satisfied.iter().any(|bits| bits & subset == subset);
        let full = (1_u32 << count) - 1;
        let without_one = |subset: u32| {
            (0..count).map(move |index| subset & !(1 << index)).filter(move |&less| less != subset)
        };
        let mut expected = BTreeSet::new();
        for subset in 0..=full {
            if !holds(subset) && without_one(subset).all(holds) {
                expected.insert((false, instance.subset(subset)));
            }
            let rest = |correction: u32| holds(full & !correction);
            if rest(subset) && without_one(subset).all(|less| !rest(less)) {
                expected.insert((true, instance.subset(subset)));
            }
        }
        let mut runs = Vec::new();
        for _ in 0..2 {
            let mut solver = instance.solver();
            let mut found = Vec::new();
            let ending = minimal_sets(
                &mut solver,
                &mut instance.terms,
                &instance.choices,
                &[],
                &unlimited(),
                &mut |set| {
                    found.push(match set {
                        MinimalSet::Unsatisfiable(terms) => (false, terms),
                        MinimalSet::Correction(terms) => (true, terms),
                    });
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(ending, Enumeration::Complete, "seed {seed}");
            assert_eq!(found.len(), expected.len(), "seed {seed}: none twice");
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected, "seed {seed}");
            runs.push(found);
        }
        assert_eq!(runs[0], runs[1], "the order is always the same");
    }
}

#[test]
fn an_enumeration_can_be_stopped() {
    let mut instance = Instance::random(1003, 6);
    let mut solver = instance.solver();
    let mut count = 0;
    let ending = minimal_sets(
        &mut solver,
        &mut instance.terms,
        &instance.choices,
        &[],
        &unlimited(),
        &mut |_| {
            count += 1;
            ControlFlow::Break(())
        },
    );
    assert_eq!((ending, count), (Enumeration::Stopped, 1));
}

#[test]
fn minimal_cores_are_minimal() {
    let mut proper = 0;
    for seed in 2000..2300 {
        let mut instance = Instance::random(seed, 8);
        let mut solver = instance.solver();
        let choices = instance.choices.clone();
        let terms = &mut instance.terms;
        let Verdict::Unsat(_) = solver.decide(terms, &choices, &unlimited()) else { continue };
        // From everything, not from the core that the solver found.
        let all = Core(choices.clone());
        let result = minimise_core(&mut solver, terms, &all, &[], &[], &unlimited());
        assert!(result.is_minimal && result.reason.is_none());
        let Core(core) = &result.core;
        let answer = solver.decide(terms, core, &unlimited());
        assert!(matches!(answer, Verdict::Unsat(_)), "seed {seed}");
        for index in 0..core.len() {
            let mut smaller = core.clone();
            smaller.remove(index);
            assert_eq!(solver.decide(terms, &smaller, &unlimited()), Verdict::Sat, "seed {seed}");
        }
        proper += usize::from(core.len() >= 2);
    }
    assert!(proper > 20, "{proper} cores of two or more");
}

#[test]
fn preferred_elements_are_dropped_first() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 8);
    let limits: Vec<Term> = (1..=4)
        .map(|limit| {
            let limit = terms.bits(8, 10 * limit);
            terms.ult(x, limit)
        })
        .collect();
    let large = terms.bits(8, 100);
    let large = terms.ult(large, x);
    let mut all = limits.clone();
    all.push(large);
    let mut solver = Embedded::new();
    for kept in 0..limits.len() {
        let mut order = limits.clone();
        let last = order.remove(kept);
        order.push(last);
        // Refinement by cores may keep another one if the last is not in them; ask for each with only two left.
        let two = Core(vec![order[0], last, large]);
        let result = minimise_core(&mut solver, &mut terms, &two, &[], &order, &unlimited());
        assert_eq!(result.core, Core(vec![last, large]));
        assert!(result.is_minimal);
    }
    let background = [large];
    let core = Core(limits.clone());
    let result = minimise_core(&mut solver, &mut terms, &core, &background, &[], &unlimited());
    assert_eq!(result.core.0.len(), 1);
    let result = minimise_core(&mut solver, &mut terms, &core, &[Term::FALSE], &[], &unlimited());
    assert_eq!(result.core, Core::default());
}

#[test]
fn optima_are_those_of_enumeration() {
    for seed in 3000..3150 {
        let mut instance = Instance::random(seed, 1);
        let options =
            Options { variables: instance.variables.clone(), floats: false, ..Options::default() };
        let width = 1 + seed as u32 % 7;
        let objective = RandomTerms::new(seed, options).bits(&mut instance.terms, width, 2);
        let values: Vec<u128> = instance
            .models()
            .iter()
            .map(|model| instance.terms.evaluate(objective, model).expect("nothing opaque"))
            .collect();
        let sign = 1_u128 << (width - 1);
        for signedness in [Signedness::Unsigned, Signedness::Signed] {
            let key = |value: &u128| match signedness {
                Signedness::Unsigned => *value,
                Signedness::Signed => value ^ sign,
            };
            for goal in [Goal::Smallest, Goal::Largest] {
                let expected = match goal {
                    Goal::Smallest => values.iter().copied().min_by_key(key),
                    Goal::Largest => values.iter().copied().max_by_key(key),
                };
                let mut solver = instance.solver();
                let goal = (goal, signedness);
                let terms = &mut instance.terms;
                match optimum(&mut solver, terms, objective, goal, &[], &unlimited()) {
                    Optimum::Found { value, model } => {
                        assert_eq!(Some(value), expected, "seed {seed} {goal:?}");
                        assert_eq!(terms.evaluate(objective, &model), Some(value));
                        assert_eq!(terms.evaluate(instance.hard, &model), Some(1));
                    }
                    Optimum::Infeasible(core) => {
                        assert_eq!((core, expected), (Core::default(), None), "seed {seed}");
                    }
                    unknown => panic!("seed {seed}: {unknown:?}"),
                }
            }
        }
    }
}

#[test]
fn choices_for_all() {
    let mut counts = [0, 0];
    for seed in 4000..4200 {
        let mut terms = Terms::new();
        let width = 1 + seed as u32 % 4;
        let variables: Vec<Term> =
            ["x", "y", "z"].into_iter().map(|name| terms.variable_bits(name, width)).collect();
        let options = Options {
            variables: variables.clone(),
            floats: false,
            max_width: 6,
            ..Options::default()
        };
        let mut random = RandomTerms::new(seed, options);
        let parts: Vec<Term> = (0..2).map(|_| random.boolean(&mut terms, 3)).collect();
        let formula = terms.or(&parts);
        let forall = &variables[1 + seed as usize % 2..];
        let exists = &variables[..3 - forall.len()];
        let works = |terms: &Terms, chosen: &Model| {
            all_models(terms, forall).iter().all(|others| {
                let mut model = chosen.clone();
                others.iter().for_each(|(symbol, value)| model.set(symbol, value));
                terms.evaluate(formula, &model) == Some(1)
            })
        };
        let possible = all_models(&terms, exists).iter().any(|model| works(&terms, model));
        let (mut proposer, mut verifier) = (Embedded::new(), Embedded::new());
        let result =
            exists_forall(&mut proposer, &mut verifier, &mut terms, forall, formula, &unlimited());
        match result {
            ExistsForall::Witness(model) => assert!(works(&terms, &model), "seed {seed}"),
            ExistsForall::Impossible => assert!(!possible, "seed {seed}"),
            unknown => panic!("seed {seed}: {unknown:?}"),
        }
        counts[usize::from(possible)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn choices_for_all_of_larger_width() {
    // Which mask makes `x & mask` the remainder by 16 for all x?
    let mut terms = Terms::new();
    let x = terms.variable("x", Sort::Bits(32));
    let mask = terms.variable("mask", Sort::Bits(32));
    let sixteen = terms.bits(32, 16);
    let remainder = terms.urem(x, sixteen);
    let masked = terms.bit_and(x, mask);
    let formula = terms.eq(remainder, masked);
    let result = exists_forall(
        &mut Embedded::new(),
        &mut Embedded::new(),
        &mut terms,
        &[x],
        formula,
        &unlimited(),
    );
    let ExistsForall::Witness(model) = result else { panic!("{result:?}") };
    assert_eq!(model.get(terms.symbol(mask).expect("a variable")), 15);
}

/// Is there a choice of the variables outside of `forall` with which the formula holds whatever those are? By trying all values.
fn possible_by_enumeration(
    terms: &Terms,
    (exists, forall): (&[Term], &[Term]),
    formula: Term,
) -> Vec<Model> {
    let others = all_models(terms, forall);
    let works = |chosen: &Model| {
        others.iter().all(|others| {
            let mut model = chosen.clone();
            others.iter().for_each(|(symbol, value)| model.set(symbol, value));
            terms.evaluate(formula, &model) == Some(1)
        })
    };
    all_models(terms, exists).into_iter().filter(works).collect()
}

/// A sum or difference of variables and small numbers, as C expressions have them: some operands extended, cut or chosen by a condition.
fn linear(terms: &mut Terms, random: &mut Random, variables: &[Term], width: u32) -> Term {
    let count = random.between(1, 3);
    let mut sum = terms.bits(width, random.below(1 << width) as u128);
    for _ in 0..count {
        let variable = *random.pick(variables);
        let operand = match random.below(8) {
            0 => terms.apply(Op::Neg, &[variable]),
            1 => terms.apply(Op::BitNot, &[variable]),
            2 => {
                let wide = terms.resize(variable, width + 1, random.one_in(2));
                terms.resize(wide, width, false)
            }
            3 => {
                let factor = terms.bits(width, 2);
                terms.apply(Op::Mul, &[variable, factor])
            }
            4 => {
                let (other, bound) = (*random.pick(variables), *random.pick(variables));
                let is_less = terms.apply(Op::SLt, &[other, bound]);
                terms.ite(is_less, variable, other)
            }
            _ => variable,
        };
        let op = *random.pick(&[Op::Add, Op::Sub, Op::Add, Op::BitXor]);
        let operands = if random.one_in(2) { [sum, operand] } else { [operand, sum] };
        sum = terms.apply(op, &operands);
    }
    sum
}

/// Counterexamples as terms say what counterexamples as numbers say: comparisons of sums, and sums that overflow, over all kinds of operands that are solved.
#[test]
fn choices_for_all_among_sums() {
    let mut counts = [0, 0];
    for seed in 5000..5600 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let width = 2 + seed as u32 % 3;
        let variables: Vec<Term> =
            ["x", "y", "z"].into_iter().map(|name| terms.variable_bits(name, width)).collect();
        let (exists, forall) = variables.split_at(1 + seed as usize % 2);
        let mut alternatives = Vec::new();
        for _ in 0..random.between(1, 4) {
            let mut all = Vec::new();
            for _ in 0..random.between(1, 2) {
                let a = linear(&mut terms, &mut random, &variables, width);
                let b = linear(&mut terms, &mut random, &variables, width);
                let op = *random.pick(&[
                    Op::Eq,
                    Op::ULt,
                    Op::ULe,
                    Op::SLt,
                    Op::SLe,
                    Op::SAddOverflow,
                    Op::SSubOverflow,
                ]);
                let atom = terms.apply(op, &[a, b]);
                all.push(if random.one_in(2) { atom } else { terms.not(atom) });
            }
            alternatives.push(terms.and(&all));
        }
        let formula = terms.or(&alternatives);
        let works = possible_by_enumeration(&terms, (exists, forall), formula);
        let (mut proposer, mut verifier) = (Embedded::new(), Embedded::new());
        let result =
            exists_forall(&mut proposer, &mut verifier, &mut terms, forall, formula, &unlimited());
        match result {
            ExistsForall::Witness(found) => {
                let value = |model: &Model, variable| {
                    model.get(terms.symbol(variable).expect("a variable"))
                };
                let is_same = |model: &Model| {
                    exists.iter().all(|&variable| value(model, variable) == value(&found, variable))
                };
                assert!(works.iter().any(is_same), "seed {seed}: {found:?}");
            }
            ExistsForall::Impossible => assert!(works.is_empty(), "seed {seed}: {works:?}"),
            unknown => panic!("seed {seed}: {unknown:?}"),
        }
        counts[usize::from(!works.is_empty())] += 1;
    }
    assert!(counts.iter().all(|&count| count > 60), "{counts:?}");
}

/// What takes as many numbers as there are takes one term: each question within a few rounds.
#[test]
fn counterexamples_are_terms_where_numbers_would_not_end() {
    let questions = [
        // A later number makes up for any other one.
        "(not (= (bvadd x:32 z:32) #x00000005))",
        "(bvslt #x00000000 (bvsub z:32 x:32))",
        "(not (= (bvxor x:32 (bvneg z:32)) y:32))",
        // The sum must not overflow on the way: there is always room for that.
        "(or (not (bvslt (bvadd x:32 z:32) #x00000000)) (bvsaddo x:32 z:32))",
        // Between two bounds, one above the other.
        "(and (bvslt x:32 #x00010000) (or (bvsle z:32 x:32) (bvsle (bvadd x:32 #x00000002) z:32)))",
    ];
    for text in questions {
        let mut terms = Terms::new();
        let formula = terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let z = terms.variable_bits("z", 32);
        let x = terms.variable_bits("x", 32);
        let zero = terms.bits(32, 0);
        let restricted = terms.apply(Op::SLe, &[zero, x]);
        let formula = terms.and(&[formula, restricted]);
        let budget = unlimited().with_conflicts(20_000);
        let (mut proposer, mut verifier) = (Embedded::new(), Embedded::new());
        let result =
            exists_forall(&mut proposer, &mut verifier, &mut terms, &[z], formula, &budget);
        assert_eq!(result, ExistsForall::Impossible, "{text}");
    }
}
