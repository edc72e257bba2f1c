//! Did both programs do the same? One check for each thing that is compared.

use whydunit_program::{BinaryOp, CheckKind, Expr, ExprKind, GlobalId, Place, StmtKind, Type};
use whydunit_source::Span;

use super::build::{and, binary, cast, constant, decay, deref, load_global, or, place_of_global};
use super::driver::{Driver, LINE, Subject};
use super::globals::{changed, visible};
use super::shape::{alike, is_plain, leaves};
use super::support::Support;

impl Driver {
    /// Spans of a check, of the program's value and of the reference's.
    fn subject(&mut self, subject: Subject) -> [Span; 3] {
        let start = self.subjects.len() as u32 * LINE;
        self.subjects.push(subject);
        [0, 2, 1].map(|at| Span::new(self.file, start + at, start + at + 1))
    }

    fn check(&mut self, mut cond: Expr, span: Span, text: &str) {
        cond.span = span;
        self.push(StmtKind::Check { kind: CheckKind::Assert, cond, text: text.to_owned() });
    }

    /// One of the variables that `support.c` keeps for each program.
    fn kept(&self, side: usize, which: fn(&Support) -> GlobalId, span: Span) -> Expr {
        load_global(&self.program, which(&self.sides[side].support), span)
    }

    fn equal(&self, left: Expr, right: Expr) -> Expr {
        binary(BinaryOp::Eq, left, right, self.int)
    }

    pub(super) fn compare(&mut self) -> Result<(), String> {
        self.compare_endings();
        self.compare_output();
        for array in self.arrays.clone() {
            let [ours, theirs] = array.storage;
            self.compare_storage(Subject::Pointee(array.name.clone()), ours, theirs)?;
        }
        if !self.is_main {
            self.compare_globals()?;
            self.compare_results()?;
        }
        Ok(())
    }

    fn compare_endings(&mut self) {
        let [check, ours, theirs] = self.subject(Subject::Ending);
        let ended = |driver: &Driver, side, span| {
            let ended = driver.kept(side, |support| support.ended, span);
            match driver.is_main {
                // Whether `main` returns or somebody calls `exit` makes no difference.
                true => driver.equal(ended, driver.int(2)),
                false => ended,
            }
        };
        let same = self.equal(ended(self, 1, theirs), ended(self, 0, ours));
        self.check(same, check, "both end in the same way");

        let [check, ours, theirs] = self.subject(Subject::ExitCode);
        let [our_code, their_code] = [(0, ours), (1, theirs)].map(|(side, span)| {
            let code = self.kept(side, |support| support.code, span);
            let code = match (self.is_main, self.returned[side]) {
                (true, Some(returned)) => {
                    let ended = self.kept(side, |support| support.ended, span);
                    let result = load_global(&self.program, returned, span);
                    let result = cast(result, self.int);
                    let cond = [ended, code, result].map(Box::new);
                    let [ended, code, result] = cond;
                    Expr::new(ExprKind::Cond(ended, code, result), self.int, span)
                }
                _ => code,
            };
            // What the operating system passes on.
            let byte = constant(0xff, self.int, span);
            binary(BinaryOp::BitAnd, code, byte, self.int)
        });
        let ended = self.kept(1, |support| support.ended, theirs);
        let exempt = match self.is_main {
            true => self.equal(ended, self.int(2)),
            false => binary(BinaryOp::Ne, ended, self.int(1), self.int),
        };
        let same = self.equal(their_code, our_code);
        self.check(or(exempt, same, self.int), check, "both have the same exit code");
    }

    fn compare_output(&mut self) {
        let [check, ours, theirs] = self.subject(Subject::Output);
        let [our_log, their_log] = self.sides.each_ref().map(|side| side.support.log);
        let mut cond = self.equal(
            self.kept(1, |support| support.used, theirs),
            self.kept(0, |support| support.used, ours),
        );
        let a = place_of_global(&self.program, their_log, theirs);
        let b = place_of_global(&self.program, our_log, ours);
        let pairs = leaves(&mut self.program, a, b).unwrap_or_default();
        for (a, b) in pairs {
            let same = self.equal(Expr::load(a), Expr::load(b));
            cond = and(cond, same, self.int);
        }
        self.check(cond, check, "both write the same");
    }

    /// Storage that is left behind, unless the program has ended by itself.
    fn compare_storage(
        &mut self,
        subject: Subject,
        ours: GlobalId,
        theirs: GlobalId,
    ) -> Result<(), String> {
        let words = match &subject {
            Subject::Pointee(name) | Subject::Global(name) => format!("`{name}`"),
            _ => "the result".to_owned(),
        };
        let [check, our_span, their_span] = self.subject(subject);
        let a = place_of_global(&self.program, theirs, their_span);
        let b = place_of_global(&self.program, ours, our_span);
        let Some(pairs) = leaves(&mut self.program, a, b) else {
            return Err(format!("{words}, which is too large"));
        };
        let mut cond = None;
        for (a, b) in pairs {
            let same = self.same_value(a, b);
            cond = Some(match cond {
                None => same,
                Some(before) => and(before, same, self.int),
            });
        }
        let Some(cond) = cond else { return Ok(()) };
        let ended = self.kept(1, |support| support.ended, their_span);
        let text = format!("both leave the same in {words}");
        self.check(or(ended, cond, self.int), check, &text);
        Ok(())
    }

    /// Floating-point numbers are compared by their bits.
    fn same_value(&mut self, a: Place, b: Place) -> Expr {
        let bits = match self.program.types.get(a.ty) {
            Type::Float(_) => self.program.types.size_of(a.ty).unwrap_or(0) * 8,
            _ => 0,
        };
        let [a, b] = [a, b].map(|place| {
            if bits == 0 {
                return Expr::load(place);
            }
            let span = place.span;
            let float = self.program.types.pointer(place.ty);
            let word = self.program.types.int(bits as u8, false);
            let pointer = self.program.types.pointer(word);
            let address = Expr::new(ExprKind::AddrOf(place), float, span);
            Expr::load(deref(cast(address, pointer), word))
        });
        // Enumerations are two types even if they are one.
        let b = cast(b, a.ty);
        self.equal(a, b)
    }

    fn compare_globals(&mut self) -> Result<(), String> {
        let changed = self.sides.each_ref().map(|side| changed(&self.program, side));
        let [ours, theirs] = self.sides.each_ref().map(|side| visible(&self.program, &side.part));
        for &id in &theirs {
            let name = self.program.global(id).name.clone();
            let Some(&other) = ours.iter().find(|&&other| self.program.global(other).name == name)
            else {
                if changed[1].contains(&id) {
                    return Err(format!("`{name}`, which only the reference has"));
                }
                continue;
            };
            if !changed[0].contains(&other) && !changed[1].contains(&id) {
                continue;
            }
            let types = [other, id].map(|id| self.program.global(id).ty);
            if !alike(&self.program.types, types[0], types[1]) {
                return Err(format!("`{name}`, which has another type in the reference"));
            }
            if !is_plain(&self.program.types, types[0]) {
                return Err(format!("pointers in `{name}`"));
            }
            self.compare_storage(Subject::Global(name), other, id)?;
        }
        Ok(())
    }

    fn compare_results(&mut self) -> Result<(), String> {
        let Some([ours, theirs]) = self.results else { return Ok(()) };
        let ty = self.program.global(ours).ty;
        if is_plain(&self.program.types, ty) {
            return self.compare_storage(Subject::Result, ours, theirs);
        }
        if self.program.types.pointee(ty).is_none() {
            return Err("pointers in the result".into());
        }
        let [check, our_span, their_span] = self.subject(Subject::Result);
        let load = |driver: &Driver, side: usize, span| {
            load_global(&driver.program, [ours, theirs][side], span)
        };
        let is_null = |driver: &Driver, side, span| {
            let value = load(driver, side, span);
            let null = constant(0, value.ty, span);
            driver.equal(value, null)
        };
        let mut same = and(is_null(self, 1, their_span), is_null(self, 0, our_span), self.int);
        let mut known = is_null(self, 1, their_span);
        for array in self.arrays.clone() {
            for at in 0..=array.length {
                let [our_cell, their_cell] =
                    [(0, our_span), (1, their_span)].map(|(side, span)| {
                        let base =
                            decay(&mut self.program, array.storage[side], array.elems[side], span);
                        let index = self.program.types.int(64, true);
                        let at = Box::new(constant(at.into(), index, span));
                        let ty = base.ty;
                        let cell = Expr::new(ExprKind::PtrAdd(Box::new(base), at), ty, span);
                        let value = load(self, side, span);
                        let cell = cast(cell, value.ty);
                        self.equal(value, cell)
                    });
                known = or(known, their_cell.clone(), self.int);
                same = or(same, and(their_cell, our_cell, self.int), self.int);
            }
        }
        let ended = self.kept(1, |support| support.ended, their_span);
        let beyond =
            binary(BinaryOp::Eq, or(ended.clone(), known, self.int), self.int(0), self.int);
        self.stop_where(beyond, "a result that points to something else than an argument");
        self.check(or(ended, same, self.int), check, "both return the same");
        Ok(())
    }
}
