//! Types as they are written, to what they stand for.

use rustc_hash::FxHashMap;

use crate::limits::{DEEPEST_SYNONYM, LARGEST_TYPE};
use crate::module::{Type, UserType};
use crate::parser::counted;
use crate::syntax::{Decl, Ident, TypeExpr, TypeKind};

use super::Checker;

impl<'s> Checker<'s> {
    pub(super) fn declare_types(&mut self, decls: &'s [Decl]) {
        for decl in decls {
            let Decl::Type(ty) = decl else { continue };
            let name = &ty.name.name;
            if self.type_names.contains_key(name) || self.synonyms.contains_key(name) {
                self.problem(ty.name.span, format!("the type `{name}` is declared twice"));
            } else if ty.synonym.is_some() {
                self.synonyms.insert(name.clone(), ty);
            } else {
                self.type_names.insert(name.clone(), self.module.types.len());
                self.module.types.push(UserType { name: name.clone(), arity: ty.params.len() });
            }
        }
        for decl in decls {
            if let Decl::Type(ty) = decl
                && let Some(synonym) = &ty.synonym
            {
                self.resolve(synonym, &ty.params);
            }
        }
    }

    pub(super) fn resolve(&mut self, ty: &TypeExpr, variables: &[Ident]) -> Type {
        let bindings = variables
            .iter()
            .map(|ident| (ident.name.clone(), Type::Variable(ident.name.clone())))
            .collect();
        let mut parts = 0;
        self.resolve_in(ty, &bindings, 0, &mut parts)
    }

    fn resolve_in(
        &mut self,
        ty: &TypeExpr,
        bindings: &FxHashMap<String, Type>,
        depth: u32,
        parts: &mut usize,
    ) -> Type {
        *parts += 1;
        if *parts > LARGEST_TYPE {
            if *parts == LARGEST_TYPE + 1 {
                self.problem(ty.span, "this type is too large");
            }
            return Type::Beyond("a type that is too large");
        }
        match &ty.kind {
            TypeKind::Bool => Type::Bool,
            TypeKind::Int => Type::Int,
            TypeKind::Real => Type::Real,
            TypeKind::Bv(width) => Type::Bv(*width),
            TypeKind::Map { type_params, .. } if !type_params.is_empty() => {
                Type::Beyond("a polymorphic map")
            }
            TypeKind::Map { keys, value, .. } => {
                let mut resolve = |ty: &TypeExpr| self.resolve_in(ty, bindings, depth, parts);
                let keys: Vec<Type> = keys.iter().map(&mut resolve).collect();
                let value = resolve(value);
                if keys.is_empty() {
                    return Type::Beyond("a map without keys");
                }
                Type::Map(keys, Box::new(value))
            }
            TypeKind::Named(name, args) => {
                if let Some(bound) = bindings.get(&name.name)
                    && args.is_empty()
                {
                    return bound.clone();
                }
                let mut resolve = |ty: &TypeExpr| self.resolve_in(ty, bindings, depth, parts);
                let args: Vec<Type> = args.iter().map(&mut resolve).collect();
                self.named(name, args, depth, parts)
            }
        }
    }

    fn named(&mut self, name: &Ident, args: Vec<Type>, depth: u32, parts: &mut usize) -> Type {
        let (expected, index) =
            match (self.type_names.get(&name.name), self.synonyms.get(&name.name)) {
                (Some(&index), _) => (self.module.types[index].arity, Some(index)),
                (None, Some(synonym)) => (synonym.params.len(), None),
                (None, None) => {
                    if let Some(what) = built_in_beyond_us(&name.name) {
                        return Type::Beyond(what);
                    }
                    self.problem(name.span, format!("the type `{}` is not declared", name.name));
                    return Type::Beyond("a type that is not declared");
                }
            };
        if args.len() != expected {
            let count = counted(expected, "argument", "arguments");
            let message = format!("the type `{}` takes {count}, not {}", name.name, args.len());
            self.problem(name.span, message);
            return Type::Beyond("a type with wrong arguments");
        }
        if let Some(index) = index {
            return Type::User(index, args);
        }
        if depth > DEEPEST_SYNONYM {
            self.problem(name.span, format!("the type `{}` stands for itself", name.name));
            return Type::Beyond("a type that stands for itself");
        }
        let Some(&declared) = self.synonyms.get(&name.name) else {
            return Type::Beyond("a type that is not declared");
        };
        let params = declared.params.iter().map(|param| param.name.clone());
        let bindings = params.zip(args).collect();
        match &declared.synonym {
            Some(meaning) => self.resolve_in(meaning, &bindings, depth + 1, parts),
            None => Type::Beyond("a type that is not declared"),
        }
    }
}

/// Types that Boogie knows without a declaration and that we do not support.
fn built_in_beyond_us(name: &str) -> Option<&'static str> {
    let is_float = || {
        let (significand, exponent) = name.strip_prefix("float")?.split_once('e')?;
        let is_number = |text: &str| text.parse::<u32>().is_ok();
        (is_number(significand) && is_number(exponent)).then_some("floating-point numbers")
    };
    match name {
        "rmode" => Some("floating-point numbers"),
        "string" | "regex" => Some("strings"),
        _ => is_float(),
    }
}

/// Are they the same, as far as is known?
pub(super) fn fits(left: &Type, right: &Type) -> bool {
    match (left, right) {
        (Type::Beyond(_), _) | (_, Type::Beyond(_)) => true,
        (Type::Map(left_keys, left), Type::Map(right_keys, right)) => {
            all_fit(left_keys, right_keys) && fits(left, right)
        }
        (Type::User(a, left), Type::User(b, right)) => a == b && all_fit(left, right),
        _ => left == right,
    }
}

fn all_fit(left: &[Type], right: &[Type]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| fits(left, right))
}

/// Finds what the type variables of `pattern` stand for in `ty`: the first place of each decides.
pub(super) fn infer(pattern: &Type, ty: &Type, bindings: &mut FxHashMap<String, Type>) {
    match (pattern, ty) {
        (Type::Variable(name), _) => {
            bindings.entry(name.clone()).or_insert_with(|| ty.clone());
        }
        (Type::Map(pattern_keys, pattern), Type::Map(keys, value)) => {
            pattern_keys.iter().zip(keys).for_each(|(pattern, key)| infer(pattern, key, bindings));
            infer(pattern, value, bindings);
        }
        (Type::User(_, pattern), Type::User(_, args)) => {
            pattern.iter().zip(args).for_each(|(pattern, arg)| infer(pattern, arg, bindings));
        }
        _ => {}
    }
}

/// The type with its variables replaced; what is not known fits everything.
pub(super) fn instantiate(ty: &Type, bindings: &FxHashMap<String, Type>) -> Type {
    let all = |types: &[Type]| types.iter().map(|ty| instantiate(ty, bindings)).collect();
    match ty {
        Type::Variable(name) => {
            bindings.get(name).cloned().unwrap_or(Type::Beyond("a type that is not known"))
        }
        Type::Map(keys, value) => Type::Map(all(keys), Box::new(instantiate(value, bindings))),
        Type::User(index, args) => Type::User(*index, all(args)),
        _ => ty.clone(),
    }
}
