//! Many bytes at once: record assignment, `memcpy`, `memset`.

use whydunit_program::obligation::Access;
use whydunit_source::Span;
use whydunit_term::Term;

use super::access::Spot;
use super::memory::{Cell, choose};
use super::pointer::Entry;
use super::state::State;
use super::{CutReason, Exec, Run, Stop};
use crate::limits::{CELLS_BETWEEN_LOOKS, LONGEST_COPY, LONGEST_KNOWN_COPY};

impl Exec<'_> {
    /// Copies a fixed number of bytes; what has no value stays without.
    pub(crate) fn copy(
        &mut self,
        state: &mut State,
        to: Term,
        from: Term,
        size: u32,
        span: Span,
    ) -> Run<()> {
        if size == 0 {
            return Ok(());
        }
        let bytes = self.pointer_bits(size.into());
        let sources = self.resolve(state, from, bytes, Access::Read, span)?;
        let targets = self.resolve(state, to, bytes, Access::Write, span)?;
        self.copy_known(state, &targets, &sources, size, span)
    }

    fn copy_known(
        &mut self,
        state: &mut State,
        targets: &[Spot],
        sources: &[Spot],
        size: u32,
        span: Span,
    ) -> Run<()> {
        let cells = self.gather(state, sources, size, span)?;
        self.scatter(state, targets, &cells, span)
    }

    /// The cells of a range at any of several places.
    fn gather(
        &mut self,
        state: &mut State,
        sources: &[Spot],
        size: u32,
        span: Span,
    ) -> Run<Vec<(u32, Cell)>> {
        if let [only] = sources
            && let Some(offset) = self.terms.value(only.offset)
        {
            let object = state.memory.get(only.object).ok_or(Stop::Path)?;
            let mut at = 0;
            let cells = object.cells_of(self.terms, offset as u32, size);
            return Ok(cells
                .into_iter()
                .map(|cell| {
                    at += cell.size;
                    (at - cell.size, cell)
                })
                .collect());
        }
        // In words where everything is laid out so, else byte by byte.
        let step = self.common_step(state, sources, size);
        let mut cells = Vec::new();
        for at in (0..size).step_by(step as usize) {
            let delta = self.pointer_bits(at.into());
            let mut result: Option<Cell> = None;
            for spot in sources.iter().rev() {
                let offset = self.terms.add(spot.offset, delta);
                let cell = self.read_spot(state, &Spot { offset, ..*spot }, step, span)?;
                result = Some(match result {
                    None => cell,
                    Some(other) => choose(self.terms, spot.when, cell, other),
                });
            }
            cells.push((at, result.ok_or(Stop::Path)?));
        }
        Ok(cells)
    }

    /// The widest step in which the objects behind the spots can be read without taking cells apart, as far as a look at
    /// their beginnings tells.
    fn common_step(&self, state: &State, sources: &[Spot], size: u32) -> u32 {
        let mut step = 8;
        for spot in sources {
            let width = state.memory.get(spot.object).and_then(|object| object.cell_size_at(0));
            step = step.min(width.unwrap_or(1));
            let (stride, rest) = self.stride(spot.offset);
            while step > 1
                && (!size.is_multiple_of(step)
                    || !stride.is_multiple_of(u128::from(step))
                    || !rest.is_multiple_of(u128::from(step)))
            {
                step /= 2;
            }
        }
        if step.is_power_of_two() { step } else { 1 }
    }

    fn scatter(
        &mut self,
        state: &mut State,
        targets: &[Spot],
        cells: &[(u32, Cell)],
        span: Span,
    ) -> Run<()> {
        for spot in targets {
            for &(at, cell) in cells {
                let delta = self.pointer_bits(at.into());
                let offset = self.terms.add(spot.offset, delta);
                self.write_spot(state, &Spot { offset, ..*spot }, cell, span)?;
            }
        }
        Ok(())
    }

    /// Copies a number of bytes that may depend on inputs, and is not zero.
    pub(crate) fn copy_spots(
        &mut self,
        state: &mut State,
        targets: &[Spot],
        sources: &[Spot],
        count: Term,
        span: Span,
    ) -> Run<()> {
        if let Some(count) = self.terms.value(count)
            && count <= LONGEST_KNOWN_COPY
        {
            return self.copy_known(state, targets, sources, count as u32, span);
        }
        let most = self.longest(targets).min(self.longest(sources)).min(LONGEST_COPY);
        self.limit_count(state, count, most, span)?;
        // All is read before anything is written: the ranges may overlap.
        let mut cells = Vec::new();
        for at in 0..most {
            let here = self.pointer_bits(at);
            let is_part = self.terms.ult(here, count);
            let mut result: Option<Cell> = None;
            for spot in sources.iter().rev() {
                let offset = self.terms.add(spot.offset, here);
                let Ok(cell) = self.read_spot(state, &Spot { offset, ..*spot }, 1, span) else {
                    continue;
                };
                result = Some(match result {
                    None => cell,
                    Some(other) => choose(self.terms, spot.when, cell, other),
                });
            }
            let Some(cell) = result else { break };
            cells.push((is_part, here, cell));
        }
        for spot in targets {
            for &(is_part, here, cell) in &cells {
                let offset = self.terms.add(spot.offset, here);
                let when = self.terms.and(&[spot.when, is_part]);
                if when != Term::FALSE {
                    self.write_spot(state, &Spot { when, offset, ..*spot }, cell, span)?;
                }
            }
        }
        Ok(())
    }

    /// Sets a number of bytes that may depend on inputs, and is not zero.
    pub(crate) fn fill_spots(
        &mut self,
        state: &mut State,
        targets: &[Spot],
        byte: Term,
        count: Term,
        span: Span,
    ) -> Run<()> {
        let known = self.terms.value(count);
        let most = match known {
            Some(count) => count as u64,
            None => {
                let most = self.longest(targets).min(LONGEST_COPY);
                self.limit_count(state, count, most, span)?;
                most
            }
        };
        let wide = |exec: &mut Self, size: u32| {
            let mut value = byte;
            for _ in 1..size {
                value = exec.terms.concat(value, byte);
            }
            Cell { size, value, is_set: Term::TRUE }
        };
        for spot in targets {
            let mut at = 0;
            while at < most {
                if at.is_multiple_of(CELLS_BETWEEN_LOOKS) {
                    self.look_at_budget()?;
                }
                // Zeroed records are read in words more often than in bytes.
                let size = if known.is_some() && most - at >= 4 { 4 } else { 1 };
                let cell = wide(self, size);
                let here = self.pointer_bits(at);
                let is_part = self.terms.ult(here, count);
                let when = self.terms.and(&[spot.when, is_part]);
                let offset = self.terms.add(spot.offset, here);
                if when != Term::FALSE {
                    self.write_spot(state, &Spot { when, offset, ..*spot }, cell, span)?;
                }
                at += u64::from(size);
            }
        }
        Ok(())
    }

    fn longest(&self, spots: &[Spot]) -> u64 {
        let size = |spot: &Spot| match &self.entries[spot.object as usize] {
            Entry::Object(info) => info.largest,
            _ => 0,
        };
        spots.iter().map(size).max().unwrap_or(0)
    }

    fn limit_count(&mut self, state: &mut State, count: Term, most: u64, span: Span) -> Run<()> {
        let limit = self.pointer_bits(most);
        let over = self.terms.ult(limit, count);
        let message =
            format!("a copy of more than {most} bytes of a length that depends on inputs");
        let place = self.user_span(span);
        self.cut_when(state, over, CutReason::Gap(message, Some(place)))
    }
}
