//! From cells back to the source: what an expression over cells is called at a statement, and the edit that puts
//! it there.
//!
//! A cell may have several names at a statement. Those that say how the program reaches it come first: of the
//! element `a[2]`, where `i` is 2, that is `a[i]` before `a[2]`.

use whydunit_interp::{Cell, CellObject, ObjectId, ObjectKind};
use whydunit_program::{Type, TypeId, cell_path};
use whydunit_source::Span;

use super::linear::{Key, Linear, Piece, Term, Via};
use super::points::{Act, Kind};
use super::predicate::{AtomSite, Predicate};
use super::relop::Relop;
use super::run::{Number, Run};
use super::tokens;
use crate::Edit;
use crate::limits::{MOST_NAMES, MOST_VARIABLES_FOR_A_NUMBER};

/// A statement, as a place to write expressions at.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'s, 'a> {
    pub(crate) run: &'s Run<'a>,
    pub(crate) act: &'s Act,
}

/// A variable that can be named at a statement.
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) cell: Cell,
    pub(crate) ty: TypeId,
}

impl Scope<'_, '_> {
    /// Scalar variables that are visible, those of the statement itself first.
    pub(crate) fn variables(&self) -> Vec<Variable> {
        let mut variables = Vec::new();
        let program = self.run.program;
        let types = &program.types;
        let used = self.used_cells();
        if let Some(id) = self.run.function_of(self.act.frame) {
            let function = program.function(id);
            for (index, local) in function.locals.iter().enumerate() {
                let local_id = whydunit_program::LocalId(index as u32);
                let is_visible = types.is_scalar(local.ty)
                    && self.run.is_named(id, local_id)
                    && self.sees(local.span);
                if let (true, Some(cell)) =
                    (is_visible, self.run.local_cell(self.act.frame, local_id, self.act.step))
                {
                    variables.push(Variable { name: local.name.clone(), cell, ty: local.ty });
                }
            }
        }
        for (index, global) in program.globals.iter().enumerate() {
            let id = whydunit_program::GlobalId(index as u32);
            let is_visible =
                types.is_scalar(global.ty) && !global.is_literal && global.owner.is_none();
            if let (true, Some(object)) = (is_visible, self.run.global_object(id)) {
                let size = types.size_of(global.ty).unwrap_or(0) as u32;
                let cell = Cell::memory(object, 0, size);
                variables.push(Variable { name: global.name.clone(), cell, ty: global.ty });
            }
        }
        variables.sort_by_key(|variable| !used.contains(&variable.cell));
        variables
    }

    /// Cells that the statement speaks of.
    fn used_cells(&self) -> Vec<Cell> {
        match &self.act.kind {
            Kind::Assign(assign) => {
                let mut cells = assign.value.cells_and_indices();
                let left = Linear::of(Key::Cell(assign.cell), assign.via.clone());
                cells.extend(left.cells_and_indices());
                cells
            }
            Kind::Branch(branch) => {
                branch.predicates.iter().flat_map(|p| p.expr.cells_and_indices()).collect()
            }
            Kind::Bytes { .. } => Vec::new(),
        }
    }

    /// Is what is declared there visible at the statement? Blocks are told by their braces.
    fn sees(&self, declaration: Span) -> bool {
        let program = self.run.program;
        let here = program.source_stmt(self.act.source).span;
        if declaration.file != here.file || declaration.start >= here.start {
            return false;
        }
        let text = program.sources.text(Span { end: here.start, ..declaration });
        let mut depth = 0;
        for c in text.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth < 0 {
                return false;
            }
        }
        true
    }

    /// What the cell is called here.
    pub(crate) fn names(&self, cell: Cell, via: Option<&Via>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        match cell.object {
            CellObject::Register { frame, local } => {
                let Some(function) = self.run.function_of(frame) else { return names };
                let span = self.run.program.function(function).locals.get(local.index());
                let is_visible = span.is_some_and(|local| self.sees(local.span));
                if frame == self.act.frame && is_visible && self.run.is_named(function, local) {
                    names.push(self.run.name(cell));
                }
            }
            CellObject::Memory(object) => {
                names.extend(via.and_then(|via| self.via_name(via)));
                names.extend(self.object_names(object, cell));
            }
        }
        dedup(&mut names);
        names.truncate(MOST_NAMES);
        names
    }

    fn via_name(&self, via: &Via) -> Option<String> {
        let same = |(cell, bits): &(Cell, u64)| {
            let own = match cell.object {
                CellObject::Register { frame, .. } => frame == self.act.frame,
                CellObject::Memory(_) => true,
            };
            own && self.run.bits(*cell, self.act.step) == Some(*bits)
        };
        if via.frame != self.act.frame || !via.pointers.iter().all(same) {
            return None;
        }
        let mut text = String::new();
        for piece in &via.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Index(index, value) => text.push_str(&self.index(index, *value)?),
            }
        }
        Some(text)
    }

    /// An index as the program computed it, where it still has that value; else the best name of the number.
    fn index(&self, index: &Linear, value: i128) -> Option<String> {
        let now = self.run.evaluate(index, self.act.step, 0);
        if !index.terms.is_empty() && now == Some(Number::Int(value)) {
            let written = self.texts(index, index).into_iter().next();
            if written.is_some() {
                return written;
            }
        }
        self.numbers(value).into_iter().next()
    }

    /// Expressions that have this value here: variables, their neighbours, the number itself.
    pub(crate) fn numbers(&self, value: i128) -> Vec<String> {
        let used = self.used_cells();
        let mut names = Vec::new();
        let mut near = Vec::new();
        for variable in self.variables() {
            let is_int = self.run.program.types.int_kind(variable.ty).is_some();
            let known = self.run.cell_value(variable.cell, self.act.step);
            let Some(Number::Int(known)) = known.filter(|_| is_int) else { continue };
            match value - known {
                0 => names.push(variable.name),
                1 if used.contains(&variable.cell) => near.push(format!("{} + 1", variable.name)),
                -1 if used.contains(&variable.cell) => near.push(format!("{} - 1", variable.name)),
                _ => {}
            }
        }
        names.truncate(MOST_VARIABLES_FOR_A_NUMBER);
        near.truncate(2);
        names.append(&mut near);
        names.push(value.to_string());
        names
    }

    /// Names of a part of an object: by a variable that is the object, or by one that points to it.
    fn object_names(&self, object: ObjectId, cell: Cell) -> Vec<String> {
        let mut names = Vec::new();
        let (program, types) = (self.run.program, &self.run.program.types);
        let Some(info) = self.run.trace.object(object) else { return names };
        let is_own = match info.info.kind {
            ObjectKind::Local { frame, function, local } => {
                frame == self.act.frame && self.sees(program.function(function).local(local).span)
            }
            ObjectKind::Global(id) => !program.global(id).is_literal,
            _ => false,
        };
        if let (true, Some(ty)) = (is_own, info.info.ty) {
            let name = whydunit_trace::object_name(program, info);
            match types.get(ty) {
                Type::Array { elem, .. } => {
                    names.extend(self.elements((&name, false), *elem, 0, cell))
                }
                _ => {
                    let path = cell_path(types, ty, cell.offset.into(), cell.size.into());
                    names.push(format!("{name}{path}"));
                }
            }
        }
        for variable in self.variables() {
            let Some(elem) = types.pointee(variable.ty) else { continue };
            let Some(bits) = self.run.bits(variable.cell, self.act.step) else { continue };
            let Some((target, offset)) = self.run.trace.locate(bits) else { continue };
            if target.id == object {
                names.extend(self.elements((&variable.name, true), elem, offset, cell));
            }
        }
        names.retain(|name| !name.contains('<'));
        names
    }

    /// Names of an element of an array, or of what a pointer points into.
    fn elements(
        &self,
        (base, is_pointer): (&str, bool),
        elem: TypeId,
        start: i64,
        cell: Cell,
    ) -> Vec<String> {
        let types = &self.run.program.types;
        let Some(size) = types.size_of(elem).filter(|&size| size > 0) else { return Vec::new() };
        let inside = i64::from(cell.offset) - start;
        let index = inside.div_euclid(size as i64);
        let whole = match cell.object {
            CellObject::Memory(object) => self.run.trace.object(object).map(|o| o.info.size),
            CellObject::Register { .. } => None,
        };
        let is_single = whole == Some(size) && index == 0;
        let path = cell_path(types, elem, inside.rem_euclid(size as i64) as u64, cell.size.into());
        let named = |index: String| match (index.as_str(), path.strip_prefix('.')) {
            ("0", Some(field)) if is_pointer => format!("{base}->{field}"),
            _ => format!("{base}[{index}]{path}"),
        };
        match (is_pointer && is_single, path.is_empty()) {
            (true, true) => vec![format!("*{base}")],
            (true, false) => vec![named(index.to_string())],
            _ => self.numbers(index.into()).into_iter().map(named).collect(),
        }
    }

    /// A combination as C, with the terms of `like` in their places; several where cells have several names.
    pub(crate) fn texts(&self, linear: &Linear, like: &Linear) -> Vec<String> {
        let mut named = Vec::new();
        for term in arranged(linear, like) {
            let names = self.term_names(&term);
            if names.is_empty() {
                return Vec::new();
            }
            // Shifts and bit operations bind weaker than sums; next to a factor every operation is set apart.
            let is_alone = linear.terms.len() == 1 && linear.constant == 0;
            let is_set_apart = match &term.key {
                Key::Op(op, _) if !(is_alone && term.coefficient == 1) => {
                    term.coefficient.unsigned_abs() != 1 || !matches!(&**op, "*" | "/" | "%")
                }
                _ => false,
            };
            let names: Vec<String> = match is_set_apart {
                true => names.into_iter().map(|name| format!("({name})")).collect(),
                false => names,
            };
            named.push((term.coefficient, names));
        }
        let versions = named.iter().map(|(_, names)| names.len()).max().unwrap_or(1);
        let mut texts = Vec::new();
        for version in 0..versions {
            let mut text = String::new();
            for (coefficient, names) in &named {
                let name = &names[version.min(names.len() - 1)];
                text.push_str(match (text.is_empty(), *coefficient < 0) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                });
                match coefficient.unsigned_abs() {
                    1 => text.push_str(name),
                    factor => text.push_str(&format!("{factor} * {name}")),
                }
            }
            texts.push(match linear.constant {
                constant if text.is_empty() => constant.to_string(),
                0 => text,
                constant if constant < 0 => format!("{text} - {}", constant.unsigned_abs()),
                constant => format!("{text} + {constant}"),
            });
        }
        dedup(&mut texts);
        texts
    }

    fn term_names(&self, term: &Term) -> Vec<String> {
        match &term.key {
            Key::Cell(cell) => self.names(*cell, term.via.as_deref()),
            Key::Entry(_) => Vec::new(),
            Key::Address(object, _) => self.bases(*object),
            Key::Real(bits) => vec![format!("{:?}", f64::from_bits(*bits))],
            Key::Op(op, operands) => {
                let [left, right] = operands.as_slice() else { return Vec::new() };
                let operand = |linear: &Linear| {
                    let text = self.texts(linear, linear).into_iter().next()?;
                    let is_one = linear.terms.len() + usize::from(linear.constant != 0) <= 1;
                    let is_operation =
                        linear.terms.iter().any(|term| matches!(term.key, Key::Op(..)));
                    let is_simple = is_one && !is_operation;
                    Some(if is_simple { text } else { format!("({text})") })
                };
                match (operand(left), operand(right)) {
                    (Some(left), Some(right)) => vec![format!("{left} {op} {right}")],
                    _ => Vec::new(),
                }
            }
        }
    }

    /// Variables that are, or point to, the beginning of an object.
    fn bases(&self, object: ObjectId) -> Vec<String> {
        let Some(info) = self.run.trace.object(object) else { return Vec::new() };
        match info.info.kind {
            ObjectKind::Local { frame, .. } if frame != self.act.frame => Vec::new(),
            ObjectKind::Local { .. } | ObjectKind::Global(_) => {
                vec![whydunit_trace::object_name(self.run.program, info)]
            }
            _ => {
                let points = |variable: &Variable| {
                    self.run.bits(variable.cell, self.act.step) == Some(info.info.address)
                };
                let found = self.variables().into_iter().find(points);
                found.map(|variable| variable.name).into_iter().collect()
            }
        }
    }

    /// A predicate as the comparison that stands at `site`, in the manner in which that is written.
    pub(crate) fn comparisons(&self, predicate: &Predicate, site: &AtomSite) -> Vec<String> {
        let full = predicate.full();
        let source = |span: Span| self.run.program.sources.text(span).to_owned();
        if let Some((left, right)) = site.sides {
            for (sign, relop) in [(1, predicate.relop), (-1, predicate.relop.flipped())] {
                if full.times(sign) == site.written {
                    return vec![format!("{} {} {}", source(left), relop.symbol(), source(right))];
                }
            }
        } else if full == site.written || full.times(-1) == site.written {
            let text = source(site.whole);
            return match predicate.relop {
                Relop::Ne => vec![text],
                Relop::Eq => vec![format!("!({text})")],
                relop if full == site.written => vec![format!("{text} {} 0", relop.symbol())],
                relop => vec![format!("{text} {} 0", relop.flipped().symbol())],
            };
        }
        // Terms stay on the side on which they were written.
        let shared = |linear: &Linear| {
            let same = linear.terms.iter().filter(|term| {
                site.written.coefficient(&term.key).signum() == term.coefficient.signum()
            });
            same.count()
        };
        let flips = match shared(&full).cmp(&shared(&full.times(-1))) {
            std::cmp::Ordering::Equal => full.terms.first().is_some_and(|t| t.coefficient < 0),
            order => order == std::cmp::Ordering::Less,
        };
        let (full, relop) = match flips {
            true => (full.times(-1), predicate.relop.flipped()),
            false => (full, predicate.relop),
        };
        let (mut left, mut right) = (Linear::default(), Linear::default());
        for term in &full.terms {
            let one = Linear { terms: vec![term.clone()], constant: 0 };
            match term.coefficient > 0 {
                true => left.add(&one, 1),
                false => right.add(&one, -1),
            }
        }
        match left.terms.is_empty() || (full.constant > 0 && !right.terms.is_empty()) {
            true => left.constant = full.constant,
            false => right.constant = -full.constant,
        }
        let lefts = self.texts(&left, &site.written);
        let rights = self.texts(&right, &site.written.times(-1));
        let versions = lefts.len().max(rights.len());
        if lefts.is_empty() || rights.is_empty() {
            return Vec::new();
        }
        let pick = |texts: &[String], version: usize| texts[version.min(texts.len() - 1)].clone();
        let mut texts: Vec<String> = (0..versions)
            .map(|v| format!("{} {} {}", pick(&lefts, v), relop.symbol(), pick(&rights, v)))
            .collect();
        dedup(&mut texts);
        texts
    }

    /// What may stand at the site in place of what is there.
    pub(crate) fn guarded(&self, site: &AtomSite, text: String) -> String {
        let file = self.run.program.sources.file(site.whole.file).text();
        let before = file.get(..site.whole.start as usize).unwrap_or_default().trim_end();
        let is_negated = before.ends_with('!') && tokens::tokens(&text).len() > 1;
        if is_negated && !text.starts_with('!') { format!("({text})") } else { text }
    }

    /// The edit that makes the text at `span` this one; `None` when it is that already.
    pub(crate) fn edit(&self, span: Span, new: &str) -> Option<Edit> {
        let old = self.run.program.sources.text(span);
        let (from, to) = tokens::changed(old, new)?;
        let start = span.start + from.start as u32;
        let end = span.start + from.end as u32;
        Some(Edit { span: Span { start, end, ..span }, new: new[to].to_owned() })
    }
}

/// The terms in the order of `like`: a term that is not there takes the place of one that is no longer.
fn arranged(linear: &Linear, like: &Linear) -> Vec<Term> {
    let is_kept = |term: &Term| like.terms.iter().any(|old| old.key == term.key);
    let mut fresh: Vec<&Term> = linear.terms.iter().filter(|term| !is_kept(term)).collect();
    let mut arranged = Vec::new();
    for old in &like.terms {
        let kept = linear.terms.iter().find(|term| term.key == old.key);
        let same_sign = |term: &&Term| term.coefficient.signum() == old.coefficient.signum();
        match (kept, fresh.iter().position(same_sign)) {
            (Some(term), _) => arranged.push(term.clone()),
            (None, Some(at)) => arranged.push(fresh.remove(at).clone()),
            (None, None) => {}
        }
    }
    arranged.extend(fresh.into_iter().cloned());
    if arranged.first().is_some_and(|term| term.coefficient < 0)
        && let Some(at) = arranged.iter().position(|term| term.coefficient > 0)
    {
        let positive = arranged.remove(at);
        arranged.insert(0, positive);
    }
    arranged
}

fn dedup(texts: &mut Vec<String>) {
    let mut seen: Vec<String> = Vec::new();
    texts.retain(|text| {
        let is_new = !seen.contains(text);
        if is_new {
            seen.push(text.clone());
        }
        is_new
    });
}
