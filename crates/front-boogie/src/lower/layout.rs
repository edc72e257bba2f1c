//! How values of Boogie's types are stored.
//!
//! | type | stored as |
//! |---|---|
//! | `bool` | `_Bool` |
//! | `int` | signed, 64 bits |
//! | `bvN` | unsigned, the next of 8, 16, 32, 64 bits; bits beyond `N` are zero |
//! | a declared type | an enumeration of 8 bits whose names are its `unique` constants |
//! | a map | a record with one unnamed field: an array over the window of each key |
//!
//! The field of a map has no name so that its cells are called `m[3]`; the record makes a value of
//! it that can be assigned and passed.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{EnumInfo, Field, IntKind, Record, Type as IrType, TypeId, TypeTable};

use crate::limits::{
    LARGEST_CARRIER, LARGEST_WINDOW, MOST_CELLS, SMALLEST_CARRIER, SMALLEST_WINDOW,
};
use crate::module::{self, Expr, ExprKind, Module, Type};

#[derive(Clone, Debug)]
pub(crate) struct MapLayout {
    pub(crate) record: TypeId,
    /// Of each key: 0 up to this number, exclusive.
    pub(crate) windows: Vec<u64>,
    pub(crate) value: TypeId,
}

#[derive(Debug)]
pub(crate) struct Layout<'m> {
    module: &'m Module,
    window: u64,
    /// By declared type: how many values are known.
    carriers: Vec<u64>,
    users: FxHashMap<Type, TypeId>,
    maps: FxHashMap<Type, MapLayout>,
}

impl<'m> Layout<'m> {
    pub(crate) fn new(module: &'m Module, start: usize) -> Layout<'m> {
        let carriers = (0..module.types.len())
            .map(|index| {
                let uniques = unique_constants(module, &Type::User(index, Vec::new())).count();
                let room = (uniques as u64 + 1).next_power_of_two();
                room.clamp(SMALLEST_CARRIER, LARGEST_CARRIER)
            })
            .collect();
        Layout {
            module,
            window: window_of(module, start),
            carriers,
            users: FxHashMap::default(),
            maps: FxHashMap::default(),
        }
    }

    /// How many keys of that type a map has; those of integers are 0 and up.
    pub(crate) fn window(&self, key: &Type) -> u64 {
        match key {
            Type::Bool => 2,
            Type::Bv(width) if *width <= 8 => 1 << width,
            Type::User(index, _) => self.carriers[*index],
            _ => self.window,
        }
    }

    /// The type that values are stored in, or what is not supported about it.
    pub(crate) fn stored(&mut self, types: &mut TypeTable, ty: &Type) -> Result<TypeId, String> {
        match ty {
            Type::Bool => Ok(types.bool()),
            Type::Int => Ok(types.int(64, true)),
            Type::Bv(width) => match width {
                0 => Err("bit vectors without bits".into()),
                1..=8 => Ok(types.int(8, false)),
                9..=16 => Ok(types.int(16, false)),
                17..=32 => Ok(types.int(32, false)),
                33..=64 => Ok(types.int(64, false)),
                _ => Err("bit vectors of more than 64 bits".into()),
            },
            Type::User(..) => Ok(self.user(types, ty)),
            Type::Map(..) => Ok(self.map(types, ty)?.record),
            Type::Real => Err("real numbers".into()),
            Type::Variable(_) => Err("polymorphism".into()),
            Type::Beyond(what) => Err((*what).into()),
        }
    }

    /// The type that values are computed in: operands have 32 or 64 bits.
    pub(crate) fn computed(&mut self, types: &mut TypeTable, ty: &Type) -> Result<TypeId, String> {
        match ty {
            Type::Bool => Ok(types.int(32, true)),
            Type::Bv(1..=32) | Type::User(..) => Ok(types.int(32, false)),
            _ => self.stored(types, ty),
        }
    }

    fn user(&mut self, types: &mut TypeTable, ty: &Type) -> TypeId {
        if let Some(&known) = self.users.get(ty) {
            return known;
        }
        let names = unique_constants(self.module, ty).enumerate();
        let values = names.map(|(value, name)| (name.to_owned(), value as i64)).collect();
        let info = EnumInfo {
            name: Some(self.module.type_text(ty)),
            repr: IntKind { bits: 8, signed: false },
            values,
        };
        let id = types.add_enum(info);
        let id = types.intern(IrType::Enum(id));
        self.users.insert(ty.clone(), id);
        id
    }

    /// Invariant: `ty` is a map.
    pub(crate) fn map(&mut self, types: &mut TypeTable, ty: &Type) -> Result<MapLayout, String> {
        if let Some(known) = self.maps.get(ty) {
            return Ok(known.clone());
        }
        let Type::Map(keys, value) = ty else {
            return Err("a map of unknown type".into());
        };
        for key in keys {
            if matches!(key, Type::Map(..)) {
                return Err("maps as keys of maps".into());
            }
            self.stored(types, key)?;
        }
        let value = self.stored(types, value)?;
        let cells_each = cell_count(types, value);
        let mut windows: Vec<u64> = keys.iter().map(|key| self.window(key)).collect();
        loop {
            let cells = windows.iter().fold(cells_each, |all, window| all.saturating_mul(*window));
            if cells <= MOST_CELLS {
                break;
            }
            let widest = windows.iter_mut().max().filter(|window| **window > 2);
            let Some(widest) = widest else {
                return Err(format!("maps of more than {MOST_CELLS} cells"));
            };
            *widest /= 2;
        }
        let array = windows.iter().rev().fold(value, |elem, &len| types.array(elem, Some(len)));
        let (size, align) = (types.size_of(array).unwrap_or(0), types.align_of(array));
        let field =
            Field { name: String::new(), ty: array, offset: 0, bits: None, declaration: None };
        let record = types.add_record(Record {
            tag: Some(self.module.type_text(ty)),
            is_union: false,
            fields: vec![field],
            size,
            align,
            complete: true,
        });
        let record = types.intern(IrType::Record(record));
        let layout = MapLayout { record, windows, value };
        self.maps.insert(ty.clone(), layout.clone());
        Ok(layout)
    }
}

/// Names of the constants of a type that differ from each other, in order: their values are 0, 1,
/// ….
pub(crate) fn unique_constants<'m>(
    module: &'m Module,
    ty: &Type,
) -> impl Iterator<Item = &'m str> + use<'m> {
    let ty = ty.clone();
    let wanted = move |it: &&module::Const| it.is_unique && it.ty == ty;
    module.consts.iter().filter(wanted).map(|it| it.name.as_str()).take(LARGEST_CARRIER as usize)
}

fn cell_count(types: &TypeTable, ty: TypeId) -> u64 {
    match types.get(ty) {
        IrType::Array { elem, len } => len.unwrap_or(1).saturating_mul(cell_count(types, *elem)),
        IrType::Record(id) => {
            types.record(*id).fields.iter().map(|field| cell_count(types, field.ty)).sum()
        }
        _ => 1,
    }
}

/// The power of two above the largest integer that the program mentions and that a window could
/// have.
fn window_of(module: &Module, start: usize) -> u64 {
    let mut largest = 0;
    each_expression(module, start, &mut |expr| {
        if let ExprKind::Int(Some(value)) = expr.kind
            && value <= i128::from(LARGEST_WINDOW)
        {
            largest = largest.max(value as u64);
        }
    });
    (largest + 1).next_power_of_two().clamp(SMALLEST_WINDOW, LARGEST_WINDOW)
}

/// Calls `found` on every expression, with its parts, that a run may evaluate.
fn each_expression(module: &Module, start: usize, found: &mut dyn FnMut(&Expr)) {
    let mut functions = FxHashSet::default();
    let mut work: Vec<usize> = Vec::new();
    let mut look = |expr: &Expr| {
        expr.visit(&mut |part| {
            found(part);
            if let ExprKind::Apply(index, _) = part.kind
                && functions.insert(index)
            {
                work.push(index);
            }
        });
    };
    module.axioms.iter().for_each(&mut look);
    module.globals.iter().filter_map(|it| it.condition.as_ref()).for_each(&mut look);
    for procedure in reached(module, start) {
        let procedure = &module.procedures[procedure];
        let clauses = procedure.requires.iter().chain(&procedure.ensures);
        clauses.map(|clause| &clause.condition).for_each(&mut look);
        procedure.variables.iter().filter_map(|it| it.condition.as_ref()).for_each(&mut look);
        for body in &procedure.bodies {
            body.variables.iter().filter_map(|it| it.condition.as_ref()).for_each(&mut look);
            module::each_expression(&body.stmts, &mut look);
        }
    }
    while let Some(index) = work.pop() {
        let Some(body) = &module.functions[index].body else { continue };
        body.visit(&mut |part| {
            found(part);
            if let ExprKind::Apply(index, _) = part.kind
                && functions.insert(index)
            {
                work.push(index);
            }
        });
    }
}

/// The procedures that may be called, directly or not, in order of their discovery.
fn reached(module: &Module, start: usize) -> Vec<usize> {
    let mut order = vec![start];
    let mut next = 0;
    while let Some(&procedure) = order.get(next) {
        next += 1;
        for body in &module.procedures[procedure].bodies {
            module::each_call(&body.stmts, &mut |callee| {
                if !order.contains(&callee) {
                    order.push(callee);
                }
            });
        }
    }
    order
}
