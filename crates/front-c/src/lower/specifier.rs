//! Declaration specifiers: the type, storage and attributes that a declaration starts with.

use lang_c::ast::{
    AlignmentSpecifier, DeclarationSpecifier, EnumType, Expression, Extension, FunctionSpecifier,
    SpecifierQualifier, StorageClassSpecifier, TS18661FloatFormat, TypeOf, TypeQualifier,
    TypeSpecifier,
};
use lang_c::span::Node;
use whydunit_program::{EnumInfo, FloatKind, IntKind};
use whydunit_source::Span;

use super::{Res, Unit};
use crate::sema::ctype::{IntTy, Kind, Ty};
use crate::sema::scope::{Symbol, SymbolKind, Tag};
use crate::text::display_name;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    None,
    Typedef,
    Extern,
    Static,
}

/// What a list of specifiers says.
#[derive(Clone, Debug)]
pub(crate) struct Specified {
    pub(crate) ty: Ty,
    pub(crate) storage: Storage,
    pub(crate) is_inline: bool,
    pub(crate) attributes: Attributes,
}

/// The attributes we know.
#[derive(Clone, Default, Debug)]
pub(crate) struct Attributes {
    pub(crate) packed: bool,
    pub(crate) align: Option<u64>,
    pub(crate) pack: Option<u64>,
    pub(crate) cleanup: bool,
    /// `constexpr`
    pub(crate) is_constant: bool,
    /// `typeof_unqual`
    pub(super) is_unqualified: bool,
    /// The type that an enumeration is given (`enum e : unsigned char`).
    pub(super) underlying: Option<Ty>,
    /// Of a compound literal: static storage.
    pub(crate) is_static: bool,
    /// Replaces the declared type by another of its kind.
    pub(crate) resize: Option<Resize>,
}

/// What `mode` and `vector_size` make of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Resize {
    /// An integer of so many bytes.
    Integer(u64),
    Float(FloatKind),
    /// A vector of so many bytes.
    Vector(u64),
}

/// A type specifier or qualifier, whichever list it came from.
enum Piece<'n> {
    Specifier(&'n Node<TypeSpecifier>),
    Qualifier(&'n Node<TypeQualifier>),
    Extensions(&'n [Node<Extension>]),
}

impl Unit<'_> {
    pub(crate) fn specifiers(
        &mut self,
        specifiers: &[Node<DeclarationSpecifier>],
        span: Span,
    ) -> Res<Specified> {
        let mut storage = Storage::None;
        let mut is_inline = false;
        let mut align = None;
        let mut pieces = Vec::new();
        for specifier in specifiers {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    StorageClassSpecifier::Typedef => storage = Storage::Typedef,
                    StorageClassSpecifier::Extern => storage = Storage::Extern,
                    StorageClassSpecifier::Static => storage = Storage::Static,
                    StorageClassSpecifier::ThreadLocal
                    | StorageClassSpecifier::Auto
                    | StorageClassSpecifier::Register => {}
                },
                DeclarationSpecifier::TypeSpecifier(node) => pieces.push(Piece::Specifier(node)),
                DeclarationSpecifier::TypeQualifier(node) => pieces.push(Piece::Qualifier(node)),
                DeclarationSpecifier::Function(function) => {
                    is_inline |= function.node == FunctionSpecifier::Inline;
                }
                DeclarationSpecifier::Alignment(alignment) => {
                    let wanted = self.alignment(&alignment.node)?;
                    align = align.max(wanted);
                }
                DeclarationSpecifier::Extension(extensions) => {
                    pieces.push(Piece::Extensions(extensions));
                }
            }
        }
        let (ty, mut attributes) = self.type_from(&pieces, span)?;
        attributes.align = attributes.align.max(align);
        Ok(Specified { ty, storage, is_inline, attributes })
    }

    pub(crate) fn specifier_qualifiers(
        &mut self,
        specifiers: &[Node<SpecifierQualifier>],
        span: Span,
    ) -> Res<(Ty, Attributes)> {
        let pieces: Vec<_> = specifiers
            .iter()
            .map(|specifier| match &specifier.node {
                SpecifierQualifier::TypeSpecifier(node) => Piece::Specifier(node),
                SpecifierQualifier::TypeQualifier(node) => Piece::Qualifier(node),
                SpecifierQualifier::Extension(extensions) => Piece::Extensions(extensions),
            })
            .collect();
        self.type_from(&pieces, span)
    }

    fn alignment(&mut self, alignment: &AlignmentSpecifier) -> Res<Option<u64>> {
        match alignment {
            AlignmentSpecifier::Type(name) => {
                let ty = self.type_name(name)?;
                Ok(Some(self.types().align_of(ty)))
            }
            AlignmentSpecifier::Constant(expr) => {
                let value = self.constant_expression(expr, "an alignment")?;
                Ok(u64::try_from(value).ok().filter(|value| value.is_power_of_two()))
            }
        }
    }

    pub(crate) fn attributes(&mut self, extensions: &[Node<Extension>], out: &mut Attributes) {
        for extension in extensions {
            let Extension::Attribute(attribute) = &extension.node else { continue };
            let name = attribute.name.node.trim_matches('_').to_owned();
            let argument = |unit: &mut Self| {
                let argument = attribute.arguments.first()?;
                let value = unit.constant_value(argument)?;
                u64::try_from(value).ok().filter(|value| value.is_power_of_two())
            };
            match name.as_str() {
                "packed" => out.packed = true,
                "aligned" => {
                    let wanted = match attribute.arguments.is_empty() {
                        true => Some(16),
                        false => argument(self),
                    };
                    out.align = out.align.max(wanted);
                }
                "whydunit_pack" => out.pack = argument(self),
                "cleanup" => out.cleanup = true,
                "whydunit_constexpr" => out.is_constant = true,
                "whydunit_unqualified" => out.is_unqualified = true,
                "whydunit_static" => out.is_static = true,
                "whydunit_underlying" => {
                    let given = attribute.arguments.first();
                    let ty = given.and_then(|given| self.type_of(given).ok());
                    out.underlying = ty.map(|operand| operand.ty);
                }
                "vector_size" if argument(self).is_some() => {
                    out.resize = argument(self).map(Resize::Vector);
                }
                "mode" if machine_mode(attribute).is_some() => {
                    let word = self.types().target().pointer_bytes();
                    out.resize = machine_mode(attribute).map(|mode| match mode {
                        Resize::Integer(0) => Resize::Integer(word),
                        mode => mode,
                    });
                }
                "vector_size"
                | "mode"
                | "alias"
                | "constructor"
                | "destructor"
                | "scalar_storage_order" => {
                    let span = self.span_of(extension);
                    let error =
                        self.error(span, format!("the attribute `{name}` is not supported"));
                    self.report(error);
                }
                _ => {}
            }
        }
    }

    fn type_from(&mut self, pieces: &[Piece<'_>], span: Span) -> Res<(Ty, Attributes)> {
        let mut attributes = Attributes::default();
        for piece in pieces {
            if let Piece::Extensions(extensions) = piece {
                self.attributes(extensions, &mut attributes);
            }
        }
        let mut words = Words::default();
        let mut named: Option<Ty> = None;
        let (mut is_const, mut is_volatile) = (false, false);
        for piece in pieces {
            match piece {
                Piece::Qualifier(qualifier) => match qualifier.node {
                    TypeQualifier::Const => is_const = true,
                    TypeQualifier::Volatile => is_volatile = true,
                    _ => {}
                },
                Piece::Extensions(_) => {}
                Piece::Specifier(specifier) => {
                    if words.add(&specifier.node) {
                        continue;
                    }
                    let ty = self.named_type(specifier, &mut attributes)?;
                    if named.replace(ty).is_some() {
                        return Err(self.error(span, "two types in one declaration"));
                    }
                }
            }
        }
        let ty = match named {
            Some(ty) if words.is_empty() => ty,
            Some(ty) if self.types().opaque(ty).is_some() => ty,
            Some(_) => return Err(self.error(span, "two types in one declaration")),
            None => match words.kind() {
                Some(kind) => self.types().intern(kind),
                None => return Err(self.error(span, "these words do not make a type")),
            },
        };
        let quals = Ty { id: ty.id, is_const, is_volatile };
        Ok((ty.with_quals_of(quals), attributes))
    }

    fn named_type(
        &mut self,
        specifier: &Node<TypeSpecifier>,
        attributes: &mut Attributes,
    ) -> Res<Ty> {
        let span = self.span_of(specifier);
        match &specifier.node {
            TypeSpecifier::Struct(record) => {
                let ty = self.record_type(&record.node, attributes, span)?;
                // Consumed by the type; the variables declared with it are not aligned themselves.
                if record.node.declarations.is_some() {
                    attributes.align = None;
                    attributes.packed = false;
                }
                Ok(ty)
            }
            TypeSpecifier::Enum(node) => self.enum_type(&node.node, attributes, span),
            TypeSpecifier::TypedefName(name) => {
                let name = &name.node.name;
                if name == "__builtin_va_list" {
                    return Ok(self.types().va_list());
                }
                match self.scopes.lookup(name) {
                    Some(Symbol { kind: SymbolKind::Typedef { align }, ty, .. }) => {
                        attributes.align = attributes.align.max(*align);
                        Ok(*ty)
                    }
                    _ => {
                        let message = format!("`{}` is not a type", display_name(name));
                        Err(self.error(span, message))
                    }
                }
            }
            TypeSpecifier::TypeOf(type_of) => {
                let ty = match &type_of.node {
                    TypeOf::Expression(expr) => self.type_of(expr)?.ty,
                    TypeOf::Type(name) => self.type_name(name)?,
                };
                Ok(if attributes.is_unqualified { ty.unqualified() } else { ty })
            }
            TypeSpecifier::Atomic(name) => self.type_name(name),
            TypeSpecifier::TS18661Float(float) => {
                let extended = matches!(
                    float.format,
                    TS18661FloatFormat::BinaryExtended | TS18661FloatFormat::DecimalExtended
                );
                let binary = matches!(
                    float.format,
                    TS18661FloatFormat::BinaryInterchange | TS18661FloatFormat::BinaryExtended
                );
                let kind = match (binary, float.width, extended) {
                    (true, 32, false) => Kind::Float(FloatKind::F32),
                    (true, 64, false) | (true, 32, true) => Kind::Float(FloatKind::F64),
                    (true, 128, _) | (true, 64, true) => Kind::Float(FloatKind::Long),
                    (false, 128, true) => Kind::Opaque { what: "128-bit integers", size: 16 },
                    (_, width, _) => {
                        Kind::Opaque { what: "this floating type", size: (width as u64 / 8).max(1) }
                    }
                };
                Ok(self.types().intern(kind))
            }
            _ => Err(self.error(span, "unsupported type")),
        }
    }

    fn enum_type(&mut self, node: &EnumType, attributes: &Attributes, span: Span) -> Res<Ty> {
        let tag = node.identifier.as_ref().map(|tag| tag.node.name.clone());
        if node.enumerators.is_empty() {
            let Some(tag) = tag else { return Err(self.error(span, "empty enumeration")) };
            if let Some(Tag::Enum(id)) = self.scopes.tag(&tag) {
                return Ok(self.types().intern(Kind::Enum(id)));
            }
            if self.scopes.tag(&tag).is_some() {
                return Err(self.error(span, format!("`{tag}` is not an enumeration")));
            }
            let id = self.add_enum(Some(&tag));
            self.scopes.declare_tag(&tag, Tag::Enum(id));
            return Ok(self.types().intern(Kind::Enum(id)));
        }
        let id = match tag.as_deref().and_then(|tag| self.scopes.tag_here(tag)) {
            Some(Tag::Enum(id)) if self.types().table.enum_info(id).values.is_empty() => id,
            Some(_) => {
                let message = format!("`{}` is defined twice", tag.as_deref().unwrap_or(""));
                return Err(self.error(span, message));
            }
            None => {
                let id = self.add_enum(tag.as_deref());
                if let Some(tag) = &tag {
                    self.scopes.declare_tag(tag, Tag::Enum(id));
                }
                id
            }
        };
        self.enumerators(node, id, attributes)?;
        Ok(self.types().intern(Kind::Enum(id)))
    }

    fn add_enum(&mut self, tag: Option<&str>) -> whydunit_program::EnumId {
        self.types().table.add_enum(EnumInfo {
            name: tag.map(|tag| display_name(tag).into_owned()),
            repr: IntKind { bits: 32, signed: false },
            values: Vec::new(),
        })
    }

    fn enumerators(
        &mut self,
        node: &EnumType,
        id: whydunit_program::EnumId,
        attributes: &Attributes,
    ) -> Res<()> {
        let mut next: i128 = 0;
        let mut values = Vec::new();
        for enumerator in &node.enumerators {
            let name = &enumerator.node.identifier.node.name;
            let span = self.span_of(&enumerator.node.identifier);
            if let Some(expr) = &enumerator.node.expression {
                next = self.constant_expression(expr, "an enumerator")?;
            }
            let ty = if let Some(underlying) = attributes.underlying {
                underlying
            } else if i32::try_from(next).is_ok() {
                self.types().int()
            } else if u32::try_from(next).is_ok() {
                self.types().integer(IntTy::UInt)
            } else if next <= i128::from(i64::MAX) {
                self.types().integer(IntTy::LongLong)
            } else {
                self.types().integer(IntTy::ULongLong)
            };
            let kind = SymbolKind::EnumConstant(next);
            if let Some(earlier) = self.scopes.lookup_here(name) {
                let earlier = earlier.span;
                return Err(self.redefinition(name, span, earlier));
            }
            self.scopes.declare(name, Symbol { kind, ty, span });
            values.push((display_name(name).into_owned(), next as i64));
            next += 1;
        }
        let low = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let high = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let signed = low < 0;
        let fits = |bits: u32| {
            let (low, high) = (i128::from(low), i128::from(high));
            if signed {
                low >= -(1 << (bits - 1)) && high < 1 << (bits - 1)
            } else {
                high < 1 << bits
            }
        };
        let smallest: &[u8] = if attributes.packed { &[8, 16, 32] } else { &[32] };
        let bits = smallest.iter().copied().find(|&bits| fits(u32::from(bits))).unwrap_or(64);
        let given = attributes.underlying.map(|underlying| self.types().ir(underlying));
        let given = given.and_then(|given| self.types().table.int_kind(given));
        let info = self.types().table.enum_info_mut(id);
        info.repr = given.unwrap_or(IntKind { bits, signed });
        info.values = values;
        Ok(())
    }

    pub(crate) fn redefinition(
        &self,
        name: &str,
        span: Span,
        earlier: Span,
    ) -> Box<whydunit_source::Diagnostic> {
        let mut error = self.error(span, format!("`{}` is defined twice", display_name(name)));
        error.notes.push(format!("first defined at {}", self.world.sources.describe(earlier)));
        error
    }

    /// The declared type, after the attributes that replace it.
    pub(crate) fn resized(&mut self, ty: Ty, attributes: &Attributes) -> Ty {
        let Some(resize) = attributes.resize else { return ty };
        let signed = self.types().int_ty(ty).is_none_or(IntTy::is_signed);
        let kind = match resize {
            Resize::Vector(size) => Kind::Opaque { what: "vector types", size },
            Resize::Float(kind) => Kind::Float(kind),
            Resize::Integer(16) => Kind::Opaque { what: "128-bit integers", size: 16 },
            Resize::Integer(bytes) => {
                let int = match bytes {
                    1 => IntTy::SChar,
                    2 => IntTy::Short,
                    4 => IntTy::Int,
                    _ if self.types().target().pointer_bytes() == 8 => IntTy::Long,
                    _ => IntTy::LongLong,
                };
                Kind::Int(if signed { int } else { int.to_unsigned() })
            }
        };
        self.types().intern(kind).with_quals_of(ty)
    }
}

/// The type that `mode(...)` names; a size of 0 stands for the size of a pointer.
fn machine_mode(attribute: &lang_c::ast::Attribute) -> Option<Resize> {
    let Expression::Identifier(name) = &attribute.arguments.first()?.node else { return None };
    Some(match name.node.name.trim_matches('_') {
        "QI" | "byte" => Resize::Integer(1),
        "HI" => Resize::Integer(2),
        "SI" => Resize::Integer(4),
        "DI" => Resize::Integer(8),
        "TI" => Resize::Integer(16),
        "word" | "pointer" => Resize::Integer(0),
        "SF" => Resize::Float(FloatKind::F32),
        "DF" => Resize::Float(FloatKind::F64),
        "XF" | "TF" => Resize::Float(FloatKind::Long),
        _ => return None,
    })
}

/// Counts of the keywords that make arithmetic types.
#[derive(Default)]
struct Words {
    void: u8,
    bool: u8,
    char: u8,
    short: u8,
    int: u8,
    long: u8,
    float: u8,
    double: u8,
    signed: u8,
    unsigned: u8,
    complex: u8,
}

impl Words {
    /// Counts the specifier if it is one of these keywords.
    fn add(&mut self, specifier: &TypeSpecifier) -> bool {
        let count = match specifier {
            TypeSpecifier::Void => &mut self.void,
            TypeSpecifier::Bool => &mut self.bool,
            TypeSpecifier::Char => &mut self.char,
            TypeSpecifier::Short => &mut self.short,
            TypeSpecifier::Int => &mut self.int,
            TypeSpecifier::Long => &mut self.long,
            TypeSpecifier::Float => &mut self.float,
            TypeSpecifier::Double => &mut self.double,
            TypeSpecifier::Signed => &mut self.signed,
            TypeSpecifier::Unsigned => &mut self.unsigned,
            TypeSpecifier::Complex => &mut self.complex,
            _ => return false,
        };
        *count = count.saturating_add(1);
        true
    }

    fn is_empty(&self) -> bool {
        let all = [self.void, self.bool, self.char, self.short, self.int, self.long];
        let rest = [self.float, self.double, self.signed, self.unsigned, self.complex];
        all.iter().chain(&rest).all(|&count| count == 0)
    }

    fn kind(&self) -> Option<Kind> {
        let unsigned = self.unsigned > 0;
        let pick = |signed_ty: IntTy, unsigned_ty: IntTy| {
            Kind::Int(if unsigned { unsigned_ty } else { signed_ty })
        };
        if self.complex > 0 {
            let size = if self.float > 0 {
                8
            } else if self.long > 0 {
                32
            } else {
                16
            };
            return Some(Kind::Opaque { what: "complex numbers", size });
        }
        if self.signed > 0 && unsigned {
            return None;
        }
        Some(match self {
            Words { void: 1, .. } => Kind::Void,
            Words { bool: 1, .. } => Kind::Bool,
            Words { float: 1, .. } => Kind::Float(FloatKind::F32),
            Words { double: 1, long: 0, .. } => Kind::Float(FloatKind::F64),
            Words { double: 1, long: 1, .. } => Kind::Float(FloatKind::Long),
            Words { char: 1, .. } if self.signed > 0 => Kind::Int(IntTy::SChar),
            Words { char: 1, .. } => pick(IntTy::Char, IntTy::UChar),
            Words { short: 1, .. } => pick(IntTy::Short, IntTy::UShort),
            Words { long: 0, .. } => pick(IntTy::Int, IntTy::UInt),
            Words { long: 1, .. } => pick(IntTy::Long, IntTy::ULong),
            Words { long: 2, .. } => pick(IntTy::LongLong, IntTy::ULongLong),
            _ => return None,
        })
    }
}
