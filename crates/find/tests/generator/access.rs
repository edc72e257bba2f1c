//! Elements, what pointers point to, and what can be assigned to.

use super::types::Ty;
use super::{Array, Generator, Var, pick};

impl Generator {
    /// An element of an array.
    pub(super) fn element(&mut self) -> Option<String> {
        let array = pick(&mut self.rng, &self.scope.arrays)?;
        let index = self.index(array.length);
        Some(format!("{}[{index}]", array.text))
    }

    pub(super) fn matrix_element(&mut self) -> Option<String> {
        let matrix = pick(&mut self.rng, &self.scope.matrices)?;
        let (row, column) = (self.index(matrix.rows), self.index(matrix.columns));
        Some(format!("{}[{row}][{column}]", matrix.text))
    }

    pub(super) fn pointed_to(&mut self) -> Option<String> {
        let pointer = pick(&mut self.rng, &self.scope.pointers)?;
        Some(match self.rng.below(4) {
            0 => format!("{}[{}]", pointer.text, self.amount()),
            _ => format!("(*{})", pointer.text),
        })
    }

    /// A number that depends on where pointers point.
    pub(super) fn pointer_value(&mut self) -> Option<String> {
        if self.rng.percent(40) {
            let array = pick(&mut self.rng, &self.scope.arrays)?;
            let (first, second) = (self.index(array.length), self.index(array.length));
            let (name, operator) = (array.text, self.rng.pick(&["-", "-", "<", "=="]));
            return Some(format!("(int)(&{name}[{first}] {operator} &{name}[{second}])"));
        }
        let pointer = pick(&mut self.rng, &self.scope.pointers)?;
        let (name, ty) = (pointer.text, pointer.ty);
        let is_fit = |array: &&Array| array.ty == ty;
        let arrays: Vec<_> = self.scope.arrays.iter().filter(is_fit).cloned().collect();
        Some(match pick(&mut self.rng, &arrays) {
            Some(array) if self.rng.percent(60) => {
                format!("({name} == &{}[{}])", array.text, self.rng.below(array.length))
            }
            _ => format!("({name} != 0)"),
        })
    }

    /// Something that can be assigned to.
    pub(super) fn target(&mut self) -> Option<String> {
        let found = match self.rng.weighted(&[50, 22, 10, 10, 8]) {
            0 => None,
            1 => self.element(),
            2 => self.matrix_element(),
            3 => self.pointed_to(),
            _ => self.field(),
        };
        found.or_else(|| self.pick_writable().map(|var| var.text))
    }

    /// Makes a pointer point elsewhere.
    pub(super) fn move_pointer(&mut self) {
        let Some(pointer) = pick(&mut self.rng, &self.scope.pointers) else {
            return self.assignment();
        };
        let value = self.address(pointer.ty);
        let name = pointer.text;
        let text = match self.rng.below(6) {
            0 => format!("{name}++;"),
            1 => format!("{name} += {};", self.amount()),
            2 => format!("{name} -= {};", self.amount()),
            3 => format!("if ({}) {name} = {value};", self.condition(1)),
            _ => format!("{name} = {value};"),
        };
        self.statement_line(text);
    }

    /// An address of an integer of this type, or null.
    pub(super) fn address(&mut self, ty: Ty) -> String {
        let arrays: Vec<_> =
            self.scope.arrays.iter().filter(|array| array.ty == ty).cloned().collect();
        let is_fit = |var: &&Var| var.ty == ty && var.has_address && var.is_writable;
        let vars: Vec<_> = self.scope.vars.iter().filter(is_fit).cloned().collect();
        let array = pick(&mut self.rng, &arrays);
        let var = pick(&mut self.rng, &vars);
        match (self.rng.below(8), array, var) {
            (0, ..) | (_, None, None) => "0".into(),
            (1..=4, Some(array), _) | (_, Some(array), None) => match self.rng.below(3) {
                0 => array.text,
                1 => format!("&{}[{}]", array.text, self.index(array.length)),
                _ => format!("{} + ({})", array.text, self.index(array.length)),
            },
            (_, _, Some(var)) => format!("&{}", var.text),
        }
    }
}
