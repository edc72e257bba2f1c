//! What both programs are called with: parameters of a function, or arguments of `main`.

use whydunit_interp::InputValue;
use whydunit_program::{
    BinaryOp, Expr, ExprKind, Function, GlobalInit, InitValue, LocalId, Place, PlaceBase,
    Projection, StmtKind, Type, TypeId,
};

use super::arguments::Use;
use super::build::{binary, cast, constant, decay, input_global, place_of_global, zero_global};
use super::driver::{Array, Driver, Settings};
use super::plan::{self, ArgumentInputs, PointerInput};
use super::shape::is_plain;
use crate::limits::ARGUMENT_CHARACTERS;

/// What is found in `argv[0]`.
pub(super) const PROGRAM_NAME: &str = "program";

/// Parameters: what is passed to the program and to the reference.
pub(super) fn parameters(
    driver: &mut Driver,
    settings: Settings<'_>,
) -> Result<[Vec<Expr>; 2], String> {
    let starts = driver.sides.each_ref().map(|side| side.start);
    let functions = starts.map(|start| driver.program.function(start).clone());
    let mut passed = [Vec::new(), Vec::new()];
    for local in functions[0].params() {
        let [ours, theirs] = functions.each_ref().map(|function| function.local(local));
        let name = ours.name.as_str();
        driver.plan.parameters.push((name.to_owned(), theirs.name.clone()));
        let types = [ours.ty, theirs.ty];
        let args = match driver.program.types.pointee(ours.ty) {
            Some(_) => {
                let may_be_null =
                    functions.iter().any(|function| is_compared_with_null(function, local));
                pointer(driver, settings, name, types, may_be_null)?
            }
            None if is_plain(&driver.program.types, ours.ty) => value(driver, name, types),
            None => return Err(format!("pointers in `{name}`")),
        };
        for (list, arg) in passed.iter_mut().zip(args) {
            list.push(arg);
        }
    }
    // A given value is for the parameter, not for a global of the same name.
    for side in &driver.sides {
        for at in side.part.globals.clone() {
            let global = &mut driver.program.globals[at];
            if functions[0].params().any(|local| functions[0].local(local).name == global.name) {
                global.name.push('\'');
            }
        }
    }
    Ok(passed)
}

fn value(driver: &mut Driver, name: &str, types: [TypeId; 2]) -> [Expr; 2] {
    let ours = driver.param(name, types[0]);
    if driver.program.types.is_scalar(types[0]) {
        let theirs = cast(Expr::load(ours.clone()), types[1]);
        return [Expr::load(ours), theirs];
    }
    let span = driver.span();
    let copy = zero_global(&mut driver.program, "", types[1], span);
    let theirs = place_of_global(&driver.program, copy, span);
    driver.copy(theirs.clone(), ours.clone());
    [Expr::load(ours), Expr::load(theirs)]
}

fn pointer(
    driver: &mut Driver,
    settings: Settings<'_>,
    name: &str,
    types: [TypeId; 2],
    may_be_null: bool,
) -> Result<[Expr; 2], String> {
    let span = driver.span();
    let elems = types.map(|ty| driver.program.types.pointee(ty).unwrap_or(ty));
    if !is_plain(&driver.program.types, elems[0]) {
        return Err(format!("what `{name}` points to"));
    }
    driver.is_complete = false;
    let null = types.map(|ty| constant(0, ty, span));
    let length = match settings.given.get(name) {
        Some(InputValue::Null | InputValue::Int(0)) => return Ok(null),
        Some(InputValue::List(values)) => values.len() as u32,
        Some(InputValue::Bytes(bytes)) => bytes.len() as u32 + 1,
        Some(_) => 1,
        None => settings.elements,
    };
    let arrays = elems.map(|elem| driver.program.types.array(elem, Some(length.into())));
    let storage = [
        input_global(&mut driver.program, name, arrays[0], span),
        zero_global(&mut driver.program, "", arrays[1], span),
    ];
    let [ours, theirs] = storage.map(|id| place_of_global(&driver.program, id, span));
    driver.copy(theirs, ours);
    driver.plan.pointers.push(PointerInput { name: name.to_owned(), length: length as usize });
    let mut args = [0, 1].map(|side| decay(&mut driver.program, storage[side], elems[side], span));
    if may_be_null && settings.given.get(name).is_none() {
        let flag = driver.program.types.bool();
        let flag = driver.param(&plan::null_flag(name), flag);
        let [ours, theirs] = args;
        let choose = |null: Expr, arg: Expr| {
            let (ty, flag) = (arg.ty, Expr::load(flag.clone()));
            let kind = ExprKind::Cond(Box::new(flag), Box::new(null), Box::new(arg));
            Expr::new(kind, ty, span)
        };
        let [our_null, their_null] = null;
        args = [choose(our_null, ours), choose(their_null, theirs)];
    }
    driver.arrays.push(Array { name: name.to_owned(), storage, elems, length });
    Ok(args)
}

/// Does the function ask whether the parameter is a null pointer?
fn is_compared_with_null(function: &Function, parameter: LocalId) -> bool {
    let is_parameter = |expr: &Expr| {
        matches!(&expr.without_casts().kind, ExprKind::Load(place)
            if place.base == PlaceBase::Local(parameter) && place.path.is_empty())
    };
    let mut is_compared = false;
    function.walk(&mut |expr| match &expr.kind {
        ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) => {
            let is_null = |expr: &Expr| expr.without_casts().as_int() == Some(0);
            is_compared |= is_parameter(a) && is_null(b) || is_parameter(b) && is_null(a);
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            is_compared |= is_parameter(a) || is_parameter(b);
        }
        ExprKind::Unary(whydunit_program::UnaryOp::Not, a) | ExprKind::Cond(a, _, _) => {
            is_compared |= is_parameter(a);
        }
        _ => {}
    });
    is_compared
        || function.blocks().iter().any(|block| {
            matches!(&block.terminator.kind, whydunit_program::TerminatorKind::Branch { cond, .. }
                if is_parameter(cond))
        })
}

/// `argc` and `argv` of both programs.
pub(super) fn arguments(driver: &mut Driver, usage: Use, count: Option<usize>) -> [Vec<Expr>; 2] {
    let functions = driver.sides.each_ref().map(|side| driver.program.function(side.start).clone());
    let widest = functions.iter().map(|function| function.param_count).max().unwrap_or(0);
    let most = count.map_or(usage.most(), |count| count as u32);
    driver.plan.arguments = Some(ArgumentInputs {
        is_numeric: usage.is_numeric,
        most: if widest == 0 && count.is_none() { 0 } else { most },
        is_count_fixed: count.is_some(),
    });
    if widest == 0 {
        return [Vec::new(), Vec::new()];
    }
    driver.is_complete = false;
    let argc = match count {
        Some(count) => driver.int(count as i128 + 1),
        None => {
            let argc = Expr::load(driver.param(plan::COUNT, driver.int));
            let bounds = [(BinaryOp::Ge, 1), (BinaryOp::Le, i128::from(most) + 1)];
            for (op, bound) in bounds {
                let cond = binary(op, argc.clone(), driver.int(bound), driver.int);
                driver.push(StmtKind::Assume { cond });
            }
            argc
        }
    };
    let strings = strings(driver, usage, most);
    let mut passed = [Vec::new(), Vec::new()];
    for (side, function) in functions.iter().enumerate() {
        let params: Vec<TypeId> = function.params().map(|local| function.local(local).ty).collect();
        if let Some(&ty) = params.first() {
            passed[side].push(cast(argc.clone(), ty));
        }
        if let Some(&ty) = params.get(1) {
            let strings = strings.iter().map(|pair| &pair[side]);
            let vector = vector(driver, ty, strings, &argc);
            passed[side].push(vector);
        }
        if let Some(&ty) = params.get(2) {
            let nothing = vector(driver, ty, std::iter::empty(), &argc);
            passed[side].push(nothing);
        }
    }
    passed
}

/// The strings behind `argv`, of the program and of the reference: the program's name first.
fn strings(driver: &mut Driver, usage: Use, most: u32) -> Vec<[Place; 2]> {
    let span = driver.span();
    let types = &mut driver.program.types;
    let char_type = types.int(8, true);
    let number = types.int(if usage.is_wide { 64 } else { 32 }, true);
    let name = match usage.is_numeric && usage.is_name_parsed {
        // As a number it is zero.
        true => zero_global(&mut driver.program, "", number, span),
        false => {
            let length = PROGRAM_NAME.len() as u64 + 1;
            let array = types.array(char_type, Some(length));
            let id = zero_global(&mut driver.program, "", array, span);
            let value = InitValue::Bytes(PROGRAM_NAME.as_bytes().to_vec());
            driver.program.globals[id.index()].init = vec![GlobalInit { offset: 0, value }];
            id
        }
    };
    let name = place_of_global(&driver.program, name, span);
    let mut strings = vec![[name.clone(), name]];
    for index in 1..=most {
        let name = plan::argument(index);
        if usage.is_numeric {
            let id = input_global(&mut driver.program, &name, number, span);
            let place = place_of_global(&driver.program, id, span);
            strings.push([place.clone(), place]);
            continue;
        }
        let array = driver.program.types.array(char_type, Some(ARGUMENT_CHARACTERS + 1));
        let ours = input_global(&mut driver.program, &name, array, span);
        let ours = place_of_global(&driver.program, ours, span);
        let at = driver.program.types.int(64, true);
        let last = Projection::Index(Box::new(constant(ARGUMENT_CHARACTERS.into(), at, span)));
        let end = Place { path: vec![last], ty: char_type, ..ours.clone() };
        let null = constant(0, char_type, span);
        let cond = binary(BinaryOp::Eq, Expr::load(end), null, driver.int);
        driver.push(StmtKind::Assume { cond });
        let theirs = zero_global(&mut driver.program, "", array, span);
        let theirs = place_of_global(&driver.program, theirs, span);
        driver.copy(theirs.clone(), ours.clone());
        strings.push([ours, theirs]);
    }
    strings
}

/// An array of pointers to the strings that there are, and null pointers behind them.
fn vector<'a>(
    driver: &mut Driver,
    ty: TypeId,
    strings: impl Iterator<Item = &'a Place>,
    argc: &Expr,
) -> Expr {
    let span = driver.span();
    let strings: Vec<Place> = strings.cloned().collect();
    let elem = driver.program.types.pointee(ty).unwrap_or(ty);
    let array = driver.program.types.array(elem, Some(strings.len() as u64 + 1));
    let id = zero_global(&mut driver.program, "argv", array, span);
    let whole = place_of_global(&driver.program, id, span);
    let index = driver.program.types.int(64, true);
    for (at, string) in strings.into_iter().enumerate() {
        let to = driver.program.types.pointer(string.ty);
        let is_array = matches!(driver.program.types.get(string.ty), Type::Array { .. });
        let address = match is_array {
            true => Expr::new(ExprKind::Decay(string), elem, span),
            false => cast(Expr::new(ExprKind::AddrOf(string), to, span), elem),
        };
        let at = at as i128;
        let exists = binary(BinaryOp::Gt, argc.clone(), driver.int(at), driver.int);
        let null = constant(0, elem, span);
        let kind = ExprKind::Cond(Box::new(exists), Box::new(address), Box::new(null));
        let step = Projection::Index(Box::new(constant(at, index, span)));
        let place = Place { path: vec![step], ty: elem, ..whole.clone() };
        driver.push(StmtKind::Assign { place, value: Expr::new(kind, elem, span) });
    }
    decay(&mut driver.program, id, elem, span)
}
