//! Declaration specifiers, declarators and type names: which type does this declare?

use lang_c::ast::{
    AlignmentSpecifier, ArraySize, DeclarationSpecifier, Declarator, DeclaratorKind,
    DerivedDeclarator, Ellipsis, EnumType, Expression, Extension, FunctionDeclarator,
    FunctionSpecifier, Identifier, PointerQualifier, SpecifierQualifier, StorageClassSpecifier,
    TS18661FloatFormat, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use whydunit_program::{EnumInfo, FloatKind, IntKind, LocalRole};
use whydunit_source::Span;

use super::{Res, Unit};
use crate::sema::ctype::{ArrayLen, FnTy, IntTy, Kind, Ty};
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

/// One declarator read.
#[derive(Debug)]
pub(crate) struct Declared<'n> {
    pub(crate) name: Option<&'n Node<Identifier>>,
    pub(crate) ty: Ty,
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
            TypeSpecifier::Enum(node) => self.enum_type(&node.node, attributes.packed, span),
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
            TypeSpecifier::TypeOf(type_of) => match &type_of.node {
                TypeOf::Expression(expr) => {
                    let operand = self.type_of(expr)?;
                    Ok(operand.ty)
                }
                TypeOf::Type(name) => self.type_name(name),
            },
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

    fn enum_type(&mut self, node: &EnumType, packed: bool, span: Span) -> Res<Ty> {
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
        self.enumerators(node, id, packed)?;
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
        packed: bool,
    ) -> Res<()> {
        let mut next: i128 = 0;
        let mut values = Vec::new();
        for enumerator in &node.enumerators {
            let name = &enumerator.node.identifier.node.name;
            let span = self.span_of(&enumerator.node.identifier);
            if let Some(expr) = &enumerator.node.expression {
                next = self.constant_expression(expr, "an enumerator")?;
            }
            let ty = if i32::try_from(next).is_ok() {
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
        let smallest: &[u8] = if packed { &[8, 16, 32] } else { &[32] };
        let bits = smallest.iter().copied().find(|&bits| fits(u32::from(bits))).unwrap_or(64);
        let info = self.types().table.enum_info_mut(id);
        info.repr = IntKind { bits, signed };
        info.values = values;
        Ok(())
    }

    pub(crate) fn redefinition(
        &self,
        name: &str,
        span: Span,
        earlier: Span,
    ) -> Box<crate::diagnostic::Diagnostic> {
        let mut error = self.error(span, format!("`{}` is defined twice", display_name(name)));
        error.notes.push(format!("first defined at {}", self.world.sources.describe(earlier)));
        error
    }

    pub(crate) fn type_name(&mut self, name: &Node<TypeName>) -> Res<Ty> {
        Ok(self.type_name_with_attributes(name)?.0)
    }

    pub(crate) fn type_name_with_attributes(
        &mut self,
        name: &Node<TypeName>,
    ) -> Res<(Ty, Attributes)> {
        let span = self.span_of(name);
        let (base, attributes) = self.specifier_qualifiers(&name.node.specifiers, span)?;
        match &name.node.declarator {
            // The alignment of a typedef is not that of pointers to it.
            Some(declarator) => Ok((self.declarator(base, declarator)?.ty, Attributes::default())),
            None => Ok((base, attributes)),
        }
    }

    /// Applies a declarator to the type of its specifiers.
    pub(crate) fn declarator<'n>(
        &mut self,
        base: Ty,
        declarator: &'n Node<Declarator>,
    ) -> Res<Declared<'n>> {
        let span = self.span_of(declarator);
        let mut ty = base;
        let is_pointer = |derived: &&Node<DerivedDeclarator>| {
            matches!(derived.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
        };
        let derived = &declarator.node.derived;
        for pointer in derived.iter().filter(is_pointer) {
            ty = self.types().pointer(ty);
            let DerivedDeclarator::Pointer(qualifiers) = &pointer.node else { continue };
            for qualifier in qualifiers {
                if let PointerQualifier::TypeQualifier(qualifier) = &qualifier.node {
                    match qualifier.node {
                        TypeQualifier::Const => ty.is_const = true,
                        TypeQualifier::Volatile => ty.is_volatile = true,
                        _ => {}
                    }
                }
            }
        }
        for suffix in derived.iter().rev().filter(|derived| !is_pointer(derived)) {
            ty = match &suffix.node {
                DerivedDeclarator::Array(array) => self.array_of(ty, &array.node.size, span)?,
                DerivedDeclarator::Function(function) => {
                    self.function_returning(ty, &function.node, span)?
                }
                _ => {
                    self.check_result(ty, span)?;
                    self.types().function(FnTy {
                        result: ty.unqualified(),
                        params: [].into(),
                        variadic: false,
                        prototyped: false,
                    })
                }
            };
        }
        match &declarator.node.kind.node {
            DeclaratorKind::Abstract => Ok(Declared { name: None, ty }),
            DeclaratorKind::Identifier(name) => Ok(Declared { name: Some(name), ty }),
            DeclaratorKind::Declarator(inner) => self.declarator(ty, inner),
        }
    }

    fn array_of(&mut self, elem: Ty, size: &ArraySize, span: Span) -> Res<Ty> {
        if self.types().is_function(elem) || self.types().is_void(elem) {
            let message = format!("array of `{}`", self.display(elem));
            return Err(self.error(span, message));
        }
        if !self.types().is_complete(elem) && self.prototype_depth == 0 {
            let message = format!("the elements have the incomplete type `{}`", self.display(elem));
            return Err(self.error(span, message));
        }
        let len = match size {
            ArraySize::Unknown => ArrayLen::Unknown,
            ArraySize::VariableUnknown => self.types().fresh_variable_len(),
            ArraySize::VariableExpression(expr) | ArraySize::StaticExpression(expr) => {
                self.array_len(expr)?
            }
        };
        Ok(self.types().array(elem, len))
    }

    fn array_len(&mut self, expr: &Node<Expression>) -> Res<ArrayLen> {
        let span = self.span_of(expr);
        if let Some(len) = self.constant_value(expr) {
            return match u64::try_from(len) {
                Ok(len) if len <= i64::MAX as u64 => Ok(ArrayLen::Known(len)),
                _ => Err(self.error(span, format!("an array cannot have {len} elements"))),
            };
        }
        if self.prototype_depth > 0 {
            return Ok(self.types().fresh_variable_len());
        }
        let len = self.value(expr)?;
        if !self.types().is_integer(len.ty) {
            return Err(self.error(span, "the length of an array must be an integer"));
        }
        if self.func.id.is_none() {
            return Err(
                self.error(span, "the length of an array outside a function must be constant")
            );
        }
        // A negative length must stay recognisable, so the sign is kept where `size_t` has room.
        let size_t = self.types().size();
        let len = self.convert(len, size_t);
        let local = self.add_local("", size_t, LocalRole::Temporary, span);
        let ir = self.types().ir(size_t);
        let place = whydunit_program::Place::local(local, ir, span);
        self.emit_assign(place, len.expr, span);
        let variable = self.types().fresh_variable_len();
        if let ArrayLen::Variable(id) = variable {
            self.func.variable_lengths.insert(id, local);
        }
        Ok(variable)
    }

    fn check_result(&mut self, result: Ty, span: Span) -> Res<()> {
        if self.types().is_array(result) || self.types().is_function(result) {
            let message = format!("a function cannot return `{}`", self.display(result));
            return Err(self.error(span, message));
        }
        Ok(())
    }

    fn function_returning(
        &mut self,
        result: Ty,
        function: &FunctionDeclarator,
        span: Span,
    ) -> Res<Ty> {
        self.check_result(result, span)?;
        self.scopes.enter();
        self.prototype_depth += 1;
        let locals = self.func.locals.len();
        let params = self.parameter_types(function);
        self.func.locals.truncate(locals);
        self.prototype_depth -= 1;
        self.scopes.leave();
        let params = params?;
        let variadic = function.ellipsis == Ellipsis::Some;
        // `f()` is written without parameters; `f(void)` has one of type void.
        let prototyped = !function.parameters.is_empty();
        let is_void_list = matches!(params.as_slice(), [one] if self.types().is_void(*one));
        let params = if is_void_list { Vec::new() } else { params };
        Ok(self.types().function(FnTy {
            result: result.unqualified(),
            params: params.into(),
            variadic,
            prototyped,
        }))
    }

    fn parameter_types(&mut self, function: &FunctionDeclarator) -> Res<Vec<Ty>> {
        let mut params = Vec::new();
        for parameter in &function.parameters {
            let span = self.span_of(parameter);
            let specified = self.specifiers(&parameter.node.specifiers, span)?;
            let mut ty = specified.ty;
            if let Some(declarator) = &parameter.node.declarator {
                let declared = self.declarator(ty, declarator)?;
                ty = declared.ty;
                if let Some(name) = declared.name {
                    // Known by name to the sizes of later parameters, but not to be evaluated.
                    let adjusted = self.adjust_parameter(ty);
                    self.declare_phantom(&name.node.name, adjusted, span);
                }
            }
            let ty = self.adjust_parameter(ty);
            params.push(ty.unqualified());
        }
        Ok(params)
    }

    /// A parameter of a prototype: `sizeof` and `typeof` in later parameters may mention it. Its
    /// value is never used, because lengths in prototypes are not evaluated.
    fn declare_phantom(&mut self, name: &str, ty: Ty, span: Span) {
        let local = self.add_local("", ty, LocalRole::Temporary, span);
        let kind = SymbolKind::Local(local);
        self.scopes.declare(name, Symbol { kind, ty, span });
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

    /// Arrays and functions as parameters are pointers.
    pub(crate) fn adjust_parameter(&mut self, ty: Ty) -> Ty {
        match *self.types().kind(ty) {
            Kind::Array { elem, .. } => self.types().pointer(elem.with_quals_of(ty)),
            Kind::Function(_) => self.types().pointer(ty),
            _ => ty,
        }
    }

    /// The value of an integer constant expression.
    pub(crate) fn constant_expression(&mut self, expr: &Node<Expression>, what: &str) -> Res<i128> {
        let span = self.span_of(expr);
        let val = self.without_effects(|unit| unit.value(expr))?;
        match self.evaluate_int(&val.expr) {
            Some(value) if self.types().is_integer(val.ty) => Ok(value),
            _ => Err(self.error(span, format!("{what} must be an integer constant"))),
        }
    }

    pub(crate) fn static_assert(&mut self, node: &Node<lang_c::ast::StaticAssert>) -> Res<()> {
        let value = self.constant_expression(&node.node.expression, "a static assertion")?;
        if value != 0 {
            return Ok(());
        }
        let message = crate::sema::literal::string(&node.node.message.node).map(|(_, units)| {
            let bytes: Vec<u8> = units.into_iter().map(|unit| unit as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let span = self.span_of(&node.node.expression);
        let message = message.unwrap_or_default();
        Err(self.error(span, format!("static assertion failed: {message}")))
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
