//! Making n terms makes a number of terms proportional to n, and no rule runs away.

use whydunit_term::{Sort, Term, Terms};

const COUNT: usize = 20_000;

/// Makes a term in each of many steps; says how many terms a step made on average, rounded up.
fn growth(mut step: impl FnMut(&mut Terms, usize)) -> usize {
    let mut terms = Terms::new();
    for index in 0..COUNT {
        step(&mut terms, index);
    }
    terms.len().div_ceil(COUNT)
}

#[test]
fn conjunctions_that_grow() {
    let mut all = Term::TRUE;
    let each = growth(|terms, index| {
        let literal = terms.variable_bool(&format!("p{index}"));
        all = terms.and(&[all, literal]);
    });
    assert!(each <= 3, "{each}");
}

#[test]
fn conjunctions_that_grow_and_are_denied() {
    let mut all = Term::TRUE;
    let each = growth(|terms, index| {
        let literal = terms.variable_bool(&format!("p{index}"));
        all = terms.and(&[all, literal]);
        let denied = terms.not(all);
        terms.or(&[denied, literal]);
    });
    assert!(each <= 6, "{each}");
}

/// Conditions of paths that part and meet again, as many times as there are steps.
#[test]
fn paths_that_part_and_meet() {
    let mut path = Term::TRUE;
    let each = growth(|terms, index| {
        let condition = terms.variable_bool(&format!("p{index}"));
        let denied = terms.not(condition);
        let (then, otherwise) = (terms.and(&[path, condition]), terms.and(&[path, denied]));
        path = terms.or(&[then, otherwise]);
        assert_eq!(path, Term::TRUE);
    });
    assert!(each <= 4, "{each}");
}

#[test]
fn a_list_of_any_length_at_once() {
    let mut terms = Terms::new();
    let list: Vec<Term> =
        (0..COUNT).map(|index| terms.variable_bool(&format!("p{index}"))).collect();
    let all = terms.and(&list);
    assert_eq!(terms.children(all), list);
    let some = terms.or(&list);
    assert_eq!(terms.children(some), list);
    let denied = terms.not(list[COUNT / 2]);
    let both = terms.and(&[&list[..], &[denied]].concat());
    assert_eq!(both, Term::FALSE);
}

#[test]
fn sums_with_constants() {
    let mut sum = None;
    let each = growth(|terms, index| {
        let x = terms.variable_bits(&format!("x{}", index % 100), 32);
        let k = terms.bits(32, index as u128);
        let term = terms.add(x, k);
        let all = sum.unwrap_or(x);
        sum = Some(terms.sub(all, term));
        let zero = terms.bits(32, 0);
        terms.eq(all, zero);
    });
    assert!(each <= 10, "{each}");
}

/// A status that is assigned constants again and again, and tested each time.
#[test]
fn nested_choices() {
    let mut status = None;
    let each = growth(|terms, index| {
        let condition = terms.variable_bool(&format!("p{index}"));
        let code = terms.bits(32, index as u128 % 7);
        let before = status.unwrap_or(code);
        let after = terms.ite(condition, code, before);
        status = Some(after);
        let tested = terms.bits(32, 3);
        terms.eq(after, tested);
        terms.slt(after, tested);
    });
    assert!(each <= 40, "{each}");
}

/// Writes to one bit field of a word, each followed by a read of another one.
#[test]
fn bit_fields() {
    let mut word = None;
    let each = growth(|terms, index| {
        let x = terms.variable_bits("x", 32);
        let before = word.unwrap_or(x);
        let mask = terms.bits(32, 0xffff_0ff5);
        let kept = terms.bit_and(before, mask);
        let bits = terms.bits(32, if index % 2 == 0 { 0xa002 } else { 0x5008 });
        let after = terms.bit_or(kept, bits);
        word = Some(after);
        let other = terms.extract(after, 31, 16);
        if index < 100 {
            assert_eq!(other, terms.extract(x, 31, 16));
        }
    });
    assert!(each <= 6, "{each}");
}

/// Each part is twice as large as the one before, read as a tree.
#[test]
fn doubling() {
    let mut terms = Terms::new();
    let mut term = terms.variable_bits("x", 1);
    for width in 1..120 {
        let (one, rest) = (terms.bits(1, 1), terms.zero_extend(term, width + 1));
        let joined = terms.concat(term, one);
        let mixed = terms.bit_xor(rest, joined);
        let product = terms.mul(mixed, rest);
        term = terms.bit_and(product, joined);
        terms.extract(term, width / 2, 0);
        let k = terms.bits(width + 1, 12345);
        terms.eq(term, k);
        terms.ult(term, k);
        terms.sadd_overflow(term, rest);
    }
    assert!(terms.len() < 40_000, "{}", terms.len());
}

#[test]
fn bytes_of_a_word() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 128);
    let bits: Vec<Term> = (0..128).map(|index| terms.extract(x, index, index)).collect();
    let from_low = bits[1..].iter().fold(bits[0], |low, &bit| terms.concat(bit, low));
    let from_high = bits[..127].iter().rev().fold(bits[127], |high, &bit| terms.concat(high, bit));
    assert_eq!((from_low, from_high), (x, x));
    let parts: Vec<Term> =
        (0..128).map(|index| terms.variable(&format!("b{index}"), Sort::Bits(1))).collect();
    let from_low = parts[1..].iter().fold(parts[0], |low, &bit| terms.concat(bit, low));
    let from_high =
        parts[..127].iter().rev().fold(parts[127], |high, &bit| terms.concat(high, bit));
    assert_eq!(from_low, from_high);
    for index in 0..128 {
        assert_eq!(terms.extract(from_low, index, index), parts[index as usize]);
    }
    let zero = terms.bits(128, 0);
    terms.eq(from_low, zero);
    assert!(terms.len() < 20_000, "{}", terms.len());
}
