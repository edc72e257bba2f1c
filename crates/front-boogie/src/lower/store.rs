//! Assignments: values to the places that keep them.

use whydunit_program::{Expr, Place, PlaceBase, StmtKind};
use whydunit_source::Span;

use crate::limits::MOST_STORED_CELLS;
use crate::module::{self, Target, Type, Var};

use super::body::{Lowering, Value};
use super::map::{MapKind, MapValue};
use super::walk::reads;
use super::{Gap, Res};

impl Lowering<'_, '_> {
    pub(crate) fn var_place(&mut self, var: Var, span: Span) -> Res<(Place, Type)> {
        match var {
            Var::Local(index) => self.variable_place(index, span),
            Var::Global(index) => {
                let place = self.global_place(index, span)?;
                Ok((place, self.module().globals[index].ty.clone()))
            }
            Var::Const(_) | Var::Formal(_) | Var::Bound(_) => {
                Err(Gap::new("an assignment to a constant", span))
            }
        }
    }

    /// The place that a target names, its keys as given.
    fn part(&mut self, target: &Target, keys: &[Vec<Expr>]) -> Res<Place> {
        let (mut place, mut ty) = self.var_place(target.var, target.span)?;
        for indices in keys {
            place = self.cell(&place, &ty, indices.clone(), target.span)?;
            ty = match ty {
                Type::Map(_, value) => *value,
                other => other,
            };
        }
        Ok(place)
    }

    /// All values are those before the first of the assignments.
    pub(crate) fn assignment(&mut self, targets: &[Target], values: &[module::Expr]) -> Res<()> {
        let mut ready = Vec::new();
        for (position, (target, value)) in targets.iter().zip(values).enumerate() {
            let earlier: Vec<Var> = targets[..position].iter().map(|target| target.var).collect();
            let is_changed = |var: Var| earlier.contains(&var);
            let mut keys = Vec::new();
            for list in &target.indices {
                let mut indices = self.indices(list)?;
                for (index, key) in indices.iter_mut().zip(list) {
                    if key.mentions(&is_changed) {
                        *index = self.kept(index.clone());
                    }
                }
                keys.push(indices);
            }
            let lowered = self.value(value)?;
            let lowered = match lowered {
                Value::Scalar(expr) => {
                    let expr = self.storable(expr, &target.ty)?;
                    let expr = if value.mentions(&is_changed) { self.kept(expr) } else { expr };
                    Value::Scalar(expr)
                }
                Value::Map(map) if value.mentions(&is_changed) => {
                    let place = self.kept_map(&map, value.span)?;
                    self.load(place, &target.ty)?
                }
                map => map,
            };
            ready.push((keys, lowered));
        }
        for (target, (keys, value)) in targets.iter().zip(ready) {
            let place = self.part(target, &keys)?;
            self.store(place, &target.ty, value)?;
        }
        Ok(())
    }

    /// A value that later assignments do not change.
    fn kept(&mut self, expr: Expr) -> Expr {
        if expr.as_int().is_some() {
            return expr;
        }
        let place = self.temporary(expr.ty);
        self.assign(place.clone(), expr);
        Expr::load(place)
    }

    fn kept_map(&mut self, map: &MapValue, span: Span) -> Res<Place> {
        let record = self.world.map(&map.ty, span)?.record;
        let place = self.temporary(record);
        self.build_map(place.clone(), map)?;
        Ok(place)
    }

    pub(crate) fn store(&mut self, place: Place, ty: &Type, value: Value) -> Res<()> {
        match value {
            Value::Scalar(value) => {
                let value = self.storable(value, ty)?;
                self.assign(place, value);
                Ok(())
            }
            Value::Map(map) => self.store_map(place, &map),
        }
    }

    /// The value as an argument: maps are passed as records.
    pub(crate) fn argument(&mut self, value: Value, ty: &Type, span: Span) -> Res<Expr> {
        match value {
            Value::Scalar(value) => self.storable(value, ty),
            Value::Map(map) => match &map.kind {
                MapKind::Stored(place) => Ok(Expr::load(place.clone())),
                _ => Ok(Expr::load(self.kept_map(&map, span)?)),
            },
        }
    }

    fn store_map(&mut self, place: Place, map: &MapValue) -> Res<()> {
        if let Some(updates) = own_updates(&place, map) {
            for (keys, value) in updates {
                let cell = self.cell(&place, &map.ty, keys.to_vec(), place.span)?;
                self.store(cell, &value_type(map), value.clone())?;
            }
            return Ok(());
        }
        let is_whole = matches!(map.kind, MapKind::Stored(_) | MapKind::Old(_));
        if is_whole || !map_reads(map, &place.base) {
            return self.build_map(place, map);
        }
        let kept = self.kept_map(map, place.span)?;
        self.assign(place, Expr::load(kept));
        Ok(())
    }

    /// Writes a map that does not depend on the place, unless it is assigned as a whole.
    fn build_map(&mut self, place: Place, map: &MapValue) -> Res<()> {
        let span = place.span;
        match &map.kind {
            MapKind::Stored(from) => {
                self.assign(place, Expr::load(from.clone()));
                Ok(())
            }
            MapKind::Old(global) => {
                let from = self.old_copy(*global, span)?;
                self.assign(place, Expr::load(from));
                Ok(())
            }
            MapKind::Update(base, keys, value) => {
                self.build_map(place.clone(), base)?;
                let cell = self.cell(&place, &map.ty, keys.clone(), span)?;
                match value {
                    Value::Map(value) => self.build_map(cell, value),
                    Value::Scalar(_) => self.store(cell, &value_type(map), value.clone()),
                }
            }
            MapKind::If(..) | MapKind::Lambda(..) => self.build_cells(place, map, span),
        }
    }

    fn build_cells(&mut self, place: Place, map: &MapValue, span: Span) -> Res<()> {
        let windows = self.world.map(&map.ty, span)?.windows;
        if windows.iter().product::<u64>() > MOST_STORED_CELLS {
            return Err(Gap::new("a map of that size as a value", span));
        }
        let mut keys: Vec<u64> = vec![0; windows.len()];
        loop {
            let indices: Vec<Expr> =
                keys.iter().map(|&key| self.number(key.into(), span)).collect();
            let value = self.select(map, indices.clone(), span)?;
            let cell = self.cell(&place, &map.ty, indices, span)?;
            match value {
                Value::Map(value) => self.build_map(cell, &value)?,
                Value::Scalar(_) => self.store(cell, &value_type(map), value)?,
            }
            // The next tuple of keys, the last key running fastest.
            let mut position = keys.len();
            loop {
                let Some(before) = position.checked_sub(1) else { return Ok(()) };
                position = before;
                keys[position] += 1;
                if keys[position] < windows[position] {
                    break;
                }
                keys[position] = 0;
            }
        }
    }

    /// A value that nothing determines, and what its declaration says of it.
    pub(crate) fn havoc(
        &mut self,
        vars: &[Var],
        origin: &whydunit_program::InputOrigin,
    ) -> Res<()> {
        for var in vars {
            let (place, ty) = self.var_place(*var, self.span)?;
            self.input(place, &ty, origin.clone())?;
        }
        self.assume_declared(vars)
    }

    /// What the `where` clauses of variables say.
    pub(crate) fn assume_declared(&mut self, vars: &[Var]) -> Res<()> {
        let module = self.module();
        let procedure = &module.procedures[self.procedure];
        let variables = procedure
            .bodies
            .get(self.implementation)
            .map_or(&procedure.variables, |it| &it.variables);
        for var in vars {
            let condition = match var {
                Var::Local(index) => variables.get(*index).and_then(|it| it.condition.as_ref()),
                Var::Global(index) => module.globals[*index].condition.as_ref(),
                _ => None,
            };
            if let Some(condition) = condition {
                let cond = self.condition(condition)?;
                self.emit(StmtKind::Assume { cond });
            }
        }
        Ok(())
    }
}

fn value_type(map: &MapValue) -> Type {
    match &map.ty {
        Type::Map(_, value) => (**value).clone(),
        other => other.clone(),
    }
}

/// The updates, first one first, if the map is what is stored at the place with these made, and
/// they can be made one by one there: only the first may depend on the place.
fn own_updates<'v>(place: &Place, map: &'v MapValue) -> Option<Vec<(&'v [Expr], &'v Value)>> {
    let is_it = |other: &PlaceBase| *other == place.base;
    let mut updates = Vec::new();
    let mut depends = false;
    let mut rest = map;
    loop {
        match &rest.kind {
            MapKind::Update(base, keys, value) => {
                if depends {
                    return None;
                }
                depends = keys.iter().any(|key| reads(key, &is_it))
                    || match value {
                        Value::Scalar(value) => reads(value, &is_it),
                        // It may be written cell by cell.
                        Value::Map(value) if map_reads(value, &place.base) => return None,
                        Value::Map(_) => false,
                    };
                updates.push((keys.as_slice(), value));
                rest = base;
            }
            MapKind::Stored(from) if from.base == place.base && from.path == place.path => {
                updates.reverse();
                return (!updates.is_empty()).then_some(updates);
            }
            _ => return None,
        }
    }
}

/// May the map depend on what is stored there?
fn map_reads(map: &MapValue, base: &PlaceBase) -> bool {
    let is_it = |other: &PlaceBase| other == base;
    match &map.kind {
        MapKind::Stored(place) => reads(&Expr::load(place.clone()), &is_it),
        MapKind::Old(_) => false,
        MapKind::Update(inner, keys, value) => {
            map_reads(inner, base)
                || keys.iter().any(|key| reads(key, &is_it))
                || match value {
                    Value::Scalar(value) => reads(value, &is_it),
                    Value::Map(value) => map_reads(value, base),
                }
        }
        MapKind::If(cond, then, otherwise) => {
            reads(cond, &is_it) || map_reads(then, base) || map_reads(otherwise, base)
        }
        // Its body is not lowered yet.
        MapKind::Lambda(..) => true,
    }
}
