//! Multiplication: shift and add, one row after the other.
//!
//! Adding whole rows proved better than compressing columns (Wallace, Dadda): equal parts of different products end up as
//! equal gates more often. A constant factor is recoded in non-adjacent form (digits -1, 0, 1, no two neighbours
//! non-zero) where that saves rows: `31 * x` is `32 * x - x`.

use super::{add, bits};
use crate::gates::{Bit, Gates};

/// The lowest `width` bits of the product of two unsigned numbers.
pub(super) fn multiply(gates: &mut Gates, a: &[Bit], b: &[Bit], width: usize) -> Vec<Bit> {
    let (a, b) = order(gates, a, b);
    let constant: Option<Vec<bool>> = b.iter().map(|&bit| gates.known(bit).value()).collect();
    let mut product = vec![Bit::FALSE; width];
    match constant {
        Some(number) => {
            for (shift, digit) in cheap_digits(&number, width).into_iter().enumerate() {
                if digit != 0 {
                    accumulate(gates, &mut product, a, shift, digit < 0);
                }
            }
        }
        None => {
            for (shift, &digit) in b.iter().enumerate().take(width) {
                let row: Vec<Bit> =
                    a.iter().take(width - shift).map(|&bit| gates.and(bit, digit)).collect();
                accumulate(gates, &mut product, &row, shift, false);
            }
        }
    }
    product
}

/// Adds a row to the product, or subtracts it.
fn accumulate(
    gates: &mut Gates,
    product: &mut Vec<Bit>,
    row: &[Bit],
    shift: usize,
    negative: bool,
) {
    let room = product.len() - shift;
    let row = bits::extend(&row[..row.len().min(room)], room, Bit::FALSE);
    let sum = if negative {
        add::subtract(gates, &product[shift..], &row)
    } else {
        add::add(gates, &product[shift..], &row)
    };
    product.truncate(shift);
    product.extend(sum);
}

/// The digits of a number that cost fewer additions; starting with a negative one costs a negation.
fn cheap_digits(number: &[bool], width: usize) -> Vec<i8> {
    let cost = |digits: &[i8]| {
        let first = digits.iter().copied().find(|&digit| digit != 0);
        digits.iter().filter(|&&digit| digit != 0).count() + usize::from(first == Some(-1))
    };
    let plain: Vec<i8> = number.iter().take(width).map(|&bit| bit.into()).collect();
    let recoded = non_adjacent_form(number, width);
    if cost(&recoded) < cost(&plain) { recoded } else { plain }
}

/// Digits, lowest first, of a number modulo `2^width`.
fn non_adjacent_form(number: &[bool], width: usize) -> Vec<i8> {
    let mut digits = Vec::with_capacity(width);
    let mut carry = false;
    let bit = |index: usize| index < number.len() && number[index];
    for index in 0..width {
        let odd = bit(index) != carry;
        carry = bit(index) && carry;
        if !odd {
            digits.push(0);
        } else if bit(index + 1) && index + 1 < width {
            digits.push(-1);
            carry = true;
        } else {
            digits.push(1);
        }
    }
    digits
}

/// The same order for both ways of writing a product: a constant second, else the number with fewer rows to add.
fn order<'a>(gates: &Gates, a: &'a [Bit], b: &'a [Bit]) -> (&'a [Bit], &'a [Bit]) {
    let rank = |row: &'a [Bit]| {
        let varying = row.iter().any(|&bit| !gates.known(bit).is_constant());
        let rows = row.iter().filter(|&&bit| gates.known(bit) != Bit::FALSE).count();
        (varying, rows, row)
    };
    if rank(a) < rank(b) { (b, a) } else { (a, b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn non_adjacent_forms_have_the_value_and_few_digits() {
        for width in 1..=9 {
            for value in 0..1_i32 << width {
                let number: Vec<bool> = (0..width).map(|index| value >> index & 1 == 1).collect();
                let digits = non_adjacent_form(&number, width);
                let sum: i32 =
                    digits.iter().rev().fold(0, |sum, &digit| 2 * sum + i32::from(digit));
                assert_eq!(sum.rem_euclid(1 << width), value, "{digits:?}");
                assert!(digits.windows(2).all(|pair| pair[0] == 0 || pair[1] == 0), "{digits:?}");
            }
        }
    }
}
