//! Maps as values: where they are stored, or how they come from maps that are.
//!
//! An update, a choice between maps and a lambda are stored nowhere until somebody assigns them;
//! selecting from them goes to where the value comes from: `m[i := v][j]` is `if j == i then v else
//! m[j]`. Keys are numbers from 0 on, in 64 bits: the index into the array that stands for the map.

use std::rc::Rc;

use whydunit_program::{BinaryOp, Expr, Place, Projection};
use whydunit_source::Span;

use crate::module::{self, Bound, Type};

use super::body::{Env, Lowering, Value};
use super::{Gap, Res};

#[derive(Clone, Debug)]
pub(crate) struct MapValue {
    pub(crate) ty: Type,
    pub(crate) kind: MapKind,
}

#[derive(Clone, Debug)]
pub(crate) enum MapKind {
    Stored(Place),
    /// A global as it was on entry.
    Old(usize),
    /// Keys come as indices.
    Update(Rc<MapValue>, Vec<Expr>, Value),
    If(Expr, Rc<MapValue>, Rc<MapValue>),
    Lambda(Vec<Bound>, Rc<module::Expr>, Box<Env>),
}

impl Lowering<'_, '_> {
    /// The keys of a map as indices.
    pub(crate) fn indices(&mut self, keys: &[module::Expr]) -> Res<Vec<Expr>> {
        keys.iter().map(|key| self.index(key)).collect()
    }

    fn index(&mut self, key: &module::Expr) -> Res<Expr> {
        if matches!(key.ty, Type::Map(..)) {
            return Err(Gap::new("maps as keys of maps", key.span));
        }
        let key = self.scalar(key)?;
        let ty = self.int64();
        Ok(match key.as_int() {
            Some(value) if i64::try_from(value).is_ok() => Expr::int(value, ty, key.span),
            _ => self.cast(key, ty),
        })
    }

    /// The key that an index stands for.
    pub(crate) fn key(&mut self, index: Expr, ty: &Type) -> Res<Expr> {
        let span = index.span;
        match ty {
            Type::Int => Ok(index),
            Type::Bool => {
                let zero = self.number(0, span);
                Ok(self.binary(BinaryOp::Ne, index, zero))
            }
            _ => {
                let ty = self.world.computed(ty, span)?;
                Ok(match index.as_int() {
                    Some(value) => Expr::int(value, ty, span),
                    None => self.cast(index, ty),
                })
            }
        }
    }

    /// A part of a stored map.
    pub(crate) fn cell(
        &mut self,
        place: &Place,
        ty: &Type,
        indices: Vec<Expr>,
        span: Span,
    ) -> Res<Place> {
        let layout = self.world.map(ty, span)?;
        let mut path = place.path.clone();
        path.push(Projection::Field(0));
        path.extend(indices.into_iter().map(|index| Projection::Index(Box::new(index))));
        Ok(Place { base: place.base.clone(), path, ty: layout.value, span })
    }

    pub(crate) fn select(&mut self, map: &MapValue, indices: Vec<Expr>, span: Span) -> Res<Value> {
        self.grow(1, span)?;
        let value_type = match &map.ty {
            Type::Map(_, value) => (**value).clone(),
            _ => return Err(Gap::new("a map of unknown type", span)),
        };
        match &map.kind {
            MapKind::Stored(place) => {
                let cell = self.cell(place, &map.ty, indices, span)?;
                self.load(cell, &value_type)
            }
            MapKind::Old(global) => self.select_old(*global, map, indices, &value_type, span),
            MapKind::Update(base, keys, value) => {
                let mut same: Option<Expr> = None;
                for (index, key) in indices.iter().zip(keys) {
                    match (index.as_int(), key.as_int()) {
                        (Some(a), Some(b)) if a == b => continue,
                        (Some(_), Some(_)) => return self.select(base, indices.clone(), span),
                        _ => {}
                    }
                    self.grow_by(index, span)?;
                    self.grow_by(key, span)?;
                    let equal = self.binary(BinaryOp::Eq, index.clone(), key.clone());
                    same = Some(match same {
                        Some(before) => self.and(before, equal),
                        None => equal,
                    });
                }
                let Some(same) = same else { return Ok(value.clone()) };
                let otherwise = self.select(base, indices, span)?;
                self.choose_value(same, value.clone(), otherwise, &value_type)
            }
            MapKind::If(cond, then, otherwise) => {
                self.grow_by(cond, span)?;
                let then = self.select(then, indices.clone(), span)?;
                let otherwise = self.select(otherwise, indices, span)?;
                self.choose_value(cond.clone(), then, otherwise, &value_type)
            }
            MapKind::Lambda(vars, body, env) => {
                let mut inner = (**env).clone();
                for (var, index) in vars.iter().zip(indices) {
                    let key = self.key(index, &var.ty)?;
                    inner.bound.insert(var.id, Value::Scalar(key));
                }
                let outer = std::mem::replace(&mut self.env, inner);
                let result = self.value(body);
                self.env = outer;
                result
            }
        }
    }

    pub(crate) fn choose_value(
        &mut self,
        cond: Expr,
        then: Value,
        otherwise: Value,
        ty: &Type,
    ) -> Res<Value> {
        let span = cond.span;
        Ok(match (then, otherwise) {
            (Value::Scalar(then), Value::Scalar(otherwise)) => {
                let computed = self.world.computed(ty, span)?;
                let then = self.cast(then, computed);
                let otherwise = self.cast(otherwise, computed);
                Value::Scalar(self.choose(cond, then, otherwise))
            }
            (Value::Map(then), Value::Map(otherwise)) => {
                let kind = MapKind::If(cond, then, otherwise);
                Value::Map(Rc::new(MapValue { ty: ty.clone(), kind }))
            }
            _ => return Err(Gap::new("a choice between different things", span)),
        })
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: Place, ty: &Type) -> Res<Value> {
        if matches!(ty, Type::Map(..)) {
            let map = MapValue { ty: ty.clone(), kind: MapKind::Stored(place) };
            return Ok(Value::Map(Rc::new(map)));
        }
        Ok(Value::Scalar(self.load_scalar(place, ty)?))
    }

    /// Equality of all cells.
    pub(crate) fn equal(&mut self, left: Value, right: Value, ty: &Type, span: Span) -> Res<Expr> {
        match (left, right) {
            (Value::Scalar(left), Value::Scalar(right)) => {
                let computed = self.world.computed(ty, span)?;
                let (left, right) = (self.cast(left, computed), self.cast(right, computed));
                Ok(self.binary(BinaryOp::Eq, left, right))
            }
            (Value::Map(left), Value::Map(right)) => {
                let layout = self.world.map(ty, span)?;
                self.equal_cells(&left, &right, &layout.windows, Vec::new(), span)
            }
            _ => Err(Gap::new("a comparison of different things", span)),
        }
    }

    fn equal_cells(
        &mut self,
        left: &MapValue,
        right: &MapValue,
        windows: &[u64],
        indices: Vec<Expr>,
        span: Span,
    ) -> Res<Expr> {
        let Some((&window, rest)) = windows.split_first() else {
            let a = self.select(left, indices.clone(), span)?;
            let b = self.select(right, indices, span)?;
            let Type::Map(_, value) = &left.ty else {
                return Err(Gap::new("a map of unknown type", span));
            };
            let value = (**value).clone();
            return self.equal(a, b, &value, span);
        };
        let (lo, hi) = (self.number(0, span), self.number(i128::from(window) - 1, span));
        self.for_all(true, "k", (lo, hi), span, &mut |this, index| {
            let mut indices = indices.clone();
            indices.push(index);
            this.equal_cells(left, right, rest, indices, span)
        })
    }

    /// Are all cells of a place of the type values of it? See [`Lowering::range_conditions`].
    pub(crate) fn in_range(&mut self, place: Place, ty: &Type, span: Span) -> Res<Expr> {
        match ty {
            Type::Map(_, value) => {
                let layout = self.world.map(ty, span)?;
                self.cells_in_range(place, (ty, value), &layout.windows, Vec::new(), span)
            }
            Type::Bv(width) => {
                let value = self.load_scalar(place, ty)?;
                let greatest = Expr::int((1i128 << (*width).min(64)) - 1, value.ty, span);
                Ok(self.binary(BinaryOp::Le, value, greatest))
            }
            _ => Ok(self.truth(true, span)),
        }
    }

    fn cells_in_range(
        &mut self,
        place: Place,
        (ty, value): (&Type, &Type),
        windows: &[u64],
        indices: Vec<Expr>,
        span: Span,
    ) -> Res<Expr> {
        let Some((&window, rest)) = windows.split_first() else {
            let cell = self.cell(&place, ty, indices, span)?;
            return self.in_range(cell, value, span);
        };
        let (lo, hi) = (self.number(0, span), self.number(i128::from(window) - 1, span));
        self.for_all(true, "k", (lo, hi), span, &mut |this, index| {
            let mut indices = indices.clone();
            indices.push(index);
            this.cells_in_range(place.clone(), (ty, value), rest, indices, span)
        })
    }
}
