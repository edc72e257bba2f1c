//! Inputs: calls that give one, and parameters of the start function, each restricted to a small range.

use super::draft::{Parameter, Range};
use super::types::Ty;
use super::{Array, Generator, Var};

impl Generator {
    /// A range of values of this type that the combinations left allow, taken from them `times` over.
    fn range(&mut self, ty: Ty, most: i64, times: u32) -> Option<Range> {
        let mut size = self.rng.between(2, most);
        while size >= 2 {
            let used = (size as u64).saturating_pow(times);
            if used <= self.combinations {
                self.combinations /= used;
                let low = match self.rng.below(4) {
                    _ if ty == Ty::Bool => 0,
                    0 if ty.is_signed() => -self.rng.between(1, size - 1),
                    1 => self.rng.between(1, 9),
                    _ => 0,
                };
                let high = if ty == Ty::Bool { 1 } else { low + size - 1 };
                return Some(Range { low, high });
            }
            size -= 1;
        }
        None
    }

    /// Declares a variable whose value is an input. How many runs of the line a run of the program may have is `times`.
    pub(super) fn input_variable(&mut self, times: u32) {
        let ty = Ty::any(&mut self.rng);
        let most = if times > 1 { 3 } else { 12 };
        let Some(range) = self.range(ty, most, times) else { return };
        let name = self.fresh("n");
        let is_outside = ty == Ty::Int && self.rng.percent(20);
        let source = if is_outside { "outside" } else { ty.source() };
        let (ty_name, Range { low, high }) = (ty.name(), range);
        let bounds = match (ty, low) {
            (Ty::Bool, _) => String::new(),
            (_, 0) if !ty.is_signed() => format!(" __VERIFIER_assume({name} <= {high});"),
            _ if self.returns == Some(Ty::Int) && self.rng.percent(15) => {
                format!(" if ({name} < {low} || {name} > {high}) return 0;")
            }
            _ => format!(" __VERIFIER_assume({name} >= {low} && {name} <= {high});"),
        };
        self.line(format!("{ty_name} {name} = {source}();{bounds}"));
        self.draft.takes_input(range);
        let is_writable = self.rng.percent(50);
        let var = Var { text: name, ty, is_writable, has_address: true, is_small: true };
        self.scope.vars.push(var);
    }

    /// A block that is entered when an input says so.
    pub(super) fn input_branch(&mut self) {
        let times = if self.loop_depth == 0 { 1 } else { 4 };
        if self.loop_depth > 1 || self.combinations < 1 << times {
            return self.assignment();
        }
        self.combinations >>= times;
        self.line("if (__VERIFIER_nondet_bool()) {");
        self.draft.takes_input(Range { low: 0, high: 1 });
        self.indent += 1;
        self.block();
        self.close("}");
    }

    /// The head of the start function with its contract.
    pub(super) fn start_head(&mut self) {
        let mut declared = Vec::new();
        let mut parameters = Vec::new();
        let mut requires = Vec::new();
        for _ in 0..self.rng.between(1, 3) {
            let ty = Ty::any(&mut self.rng);
            let Some(range) = self.range(ty, 12, 1) else { continue };
            let name = self.fresh("n");
            let Range { low, high } = range;
            declared.push(format!("{} {name}", ty.name()));
            requires.push(format!("{low} <= {name} && {name} <= {high}"));
            parameters.push(Parameter { name: name.clone(), range, length: None });
            let var = Var { text: name, ty, is_writable: true, has_address: true, is_small: true };
            self.scope.vars.push(var);
        }
        if self.rng.percent(35) {
            let length = self.rng.between(2, 3) as usize;
            let ty = [Ty::Int, Ty::UChar, Ty::Short, Ty::Unsigned][self.rng.below(4)];
            if let Some(range) = self.range(ty, 4, length as u32) {
                let name = self.fresh("b");
                let (last, Range { low, high }) = (length - 1, range);
                declared.push(format!("{} *{name}", ty.name()));
                requires.push(format!("\\valid({name} + (0..{last}))"));
                requires.push(format!(
                    "(\\forall integer k; 0 <= k <= {last} ==> {low} <= {name}[k] <= {high})"
                ));
                parameters.push(Parameter { name: name.clone(), range, length: Some(length) });
                self.scope.arrays.push(Array { text: name, ty, length });
            }
        }
        self.line(format!("//@ requires {};", requires.join(" && ")));
        self.draft.restricts(parameters);
        if self.rng.percent(30) {
            let least = self.rng.between(-3, 0);
            self.line(format!("//@ ensures \\result >= {least};"));
        }
        self.open(format!("int start({}) {{", declared.join(", ")));
    }
}
