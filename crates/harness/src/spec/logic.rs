//! What contracts have and C does not: quantifiers, `\valid`, `\old` under a quantifier.

use whydunit_program::{Expr, LocalId};

use super::{AND, Conditions, POSTFIX, PRIMARY, Text, UNARY};
use crate::Unsupported;
use crate::ctype::declaration;

impl Conditions<'_, '_> {
    pub(super) fn quantifier(
        &mut self,
        forall: bool,
        var: LocalId,
        lo: &Expr,
        hi: &Expr,
        body: &Expr,
    ) -> Result<Text, Unsupported> {
        let name = self.function.local(var).name.clone();
        let (lo, hi) = (self.expr(lo)?.at(8), self.expr(hi)?.at(9));
        self.bound.push((var, name.clone(), lo.clone(), hi.clone()));
        let body = self.expr(body);
        self.bound.pop();
        let body = body?;
        // Ends at the first value that decides: it then still lies in the range.
        let stop = if forall { body.at(AND + 1) } else { format!("!{}", body.at(UNARY + 1)) };
        let decided = if forall { ">" } else { "<=" };
        let bounds = format!("long long {name} = {lo}, {name}_last = {hi};");
        let text = format!(
            "({{ {bounds} while ({name} <= {name}_last && {stop}) {name}++; {name} {decided} {name}_last; }})"
        );
        Ok(Text { rank: Some((32, true)), width: 2, ..Text::new(text, PRIMARY) })
    }

    pub(super) fn valid(
        &mut self,
        pointer: &Expr,
        lo: &Expr,
        hi: &Expr,
    ) -> Result<Text, Unsupported> {
        self.uses_valid = true;
        let size =
            self.program.types.pointee(pointer.ty).and_then(|to| self.program.types.size_of(to));
        let size = size.unwrap_or(1);
        let single = lo.as_int() == Some(0) && hi.as_int() == Some(0);
        let pointer = self.expr(pointer)?;
        let (first, bytes, empty) = if single {
            (format!("(void *){}", pointer.at(UNARY)), size.to_string(), None)
        } else {
            let (from, to) = (self.expr(lo)?, self.expr(hi)?);
            let count = if lo.as_int() == Some(0) {
                format!("{} + 1", to.at(10))
            } else {
                format!("{} - {} + 1", to.at(10), from.at(11))
            };
            let first = if lo.as_int() == Some(0) {
                format!("(void *){}", pointer.at(UNARY))
            } else {
                format!("(void *)({} + {})", pointer.at(10), from.at(11))
            };
            let bytes = if size == 1 { count } else { format!("({count}) * {size}") };
            (first, bytes, Some(format!("{} < {}", to.at(9), from.at(9))))
        };
        let start = pointer.at(UNARY + 1);
        let valid = format!("{start} && !__asan_region_is_poisoned({first}, {bytes})");
        let text = match empty {
            Some(empty) => format!("({empty} || ({valid}))"),
            None => format!("({valid})"),
        };
        Ok(Text { rank: Some((32, true)), width: 2, ..Text::new(text, PRIMARY) })
    }

    /// `\old` under a quantifier: an array of the values for each value of the variable.
    pub(super) fn old(&mut self, expr: &Expr) -> Result<Text, Unsupported> {
        let inner = self.expr(expr)?;
        let Some((_, var, lo, hi)) = self.bound.last().cloned() else {
            return Err(Unsupported::new("\\old outside of any quantifier"));
        };
        if self.bound.len() > 1 || hi.contains(&self.result) || lo.contains(&self.result) {
            return Err(Unsupported::new(
                "the contract speaks of old values under a quantifier whose range is not known before the call",
            ));
        }
        let table = self.names.fresh("old");
        let (index, length) = match lo.as_str() {
            "0" => (var.clone(), format!("{hi} + 1")),
            _ => (format!("{var} - {lo}"), format!("{hi} - {lo} + 1")),
        };
        // An empty range, too, needs an array that may exist.
        let array = format!("{table}[{length} > 0 ? {length} : 1]");
        let array = declaration(self.program, expr.ty, &array, None)?;
        let old = &inner.text;
        self.saved.push(format!("{array};"));
        self.saved.push(format!(
            "{{ long long {var}; for ({var} = {lo}; {var} <= {hi}; {var}++) {table}[{index}] = {old}; }}"
        ));
        Ok(self.leaf(Text::new(format!("{table}[{index}]"), POSTFIX), expr.ty))
    }
}
