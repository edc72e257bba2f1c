//! Declarations, function definitions, and the types defined in them.

use whydunit_source::Span;

use super::words::{is_storage_or_qualifier, is_type_word};
use super::{Meaning, Normalise, NormaliseError, Normaliser};

/// Where declaration specifiers stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Context {
    File,
    Block,
    Parameter,
    Member,
    TypeName,
}

/// What a list of declaration specifiers said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Specifiers {
    is_typedef: bool,
    /// Where `__auto_type` stood: index in the output, and place.
    auto_type: Option<(usize, Span)>,
}

impl Normaliser<'_> {
    /// A declaration up to its semicolon, or a function definition.
    pub(super) fn declaration(&mut self, context: Context) -> Normalise {
        let specifiers = self.specifiers(context)?;
        if self.eat(";") {
            return Ok(());
        }
        let meaning = if specifiers.is_typedef { Meaning::Typedef } else { Meaning::Ordinary };
        loop {
            let declarator = self.declarator(false)?;
            self.declarator_suffix();
            if let Some(name) = declarator.name {
                let name = self.out[name].text.clone();
                self.declare(&name, meaning);
            }
            if let Some(function) = declarator.function
                && (self.peek() == "{" || (function.is_old_style && self.type_starts_at(0)))
            {
                if context != Context::File {
                    let message = "functions inside functions are not supported".to_owned();
                    let name = declarator.name.map(|name| self.out[name].span);
                    let span = name.unwrap_or_else(|| self.here());
                    return Err(NormaliseError { message, span, note: None });
                }
                return self.function(function);
            }
            if self.eat("=") {
                self.initializer(specifiers)?;
            }
            if !self.eat(",") {
                break;
            }
        }
        if self.peek() != ";" {
            // The parser will say what is wrong here; reading goes on behind it.
            let stops: &[&str] = if context == Context::File { &[";", "{"] } else { &[";"] };
            self.expression_until(stops)?;
        }
        self.eat(";");
        Ok(())
    }

    fn initializer(&mut self, specifiers: Specifiers) -> Normalise {
        let start = self.out.len();
        self.expression_until(&[",", ";"])?;
        let Some((at, span)) = specifiers.auto_type else { return Ok(()) };
        // The comma operator turns arrays into pointers and promotes nothing, as the declaration does.
        let value = self.out[start..].to_vec();
        let tail = self.out.split_off(at);
        self.insert_at("__typeof ( ( 0 , (", span);
        self.out.extend(value);
        self.insert_at(") ) )", span);
        self.out.extend(tail);
        Ok(())
    }

    /// Copies declaration specifiers, and adds the `int` that is left out among them.
    pub(super) fn specifiers(&mut self, context: Context) -> Normalise<Specifiers> {
        let mut out = Specifiers::default();
        let (mut has_type, mut has_other) = (false, false);
        let mut inferred = None;
        loop {
            let word = self.peek();
            if self.at_attribute() {
                match context {
                    Context::Parameter => self.drop_attributes(),
                    _ => self.attributes(),
                }
                continue;
            }
            match word {
                "_BitInt" => return Err(self.error("`_BitInt` is not supported")),
                "_Atomic" if self.peek_at(1) == "(" => {
                    self.bump();
                    self.bump();
                    self.type_name()?;
                    self.eat(")");
                    has_type = true;
                }
                "typedef" => {
                    out.is_typedef = true;
                    has_other = true;
                    self.bump();
                }
                "_Alignas" if context == Context::Member => self.member_alignas()?,
                "_Alignas" => self.alignas()?,
                "__typeof" => {
                    self.typeof_type()?;
                    has_type = true;
                }
                // Of newer C, the type of the initialiser, unless a type follows.
                "auto" if self.dialect.c23 => {
                    inferred = Some((self.out.len(), self.input[self.pos].span));
                    self.skip();
                }
                "__auto_type" => {
                    out.auto_type = Some((self.out.len(), self.input[self.pos].span));
                    has_type = true;
                    self.skip();
                }
                "struct" | "union" => {
                    self.nested(Self::record)?;
                    has_type = true;
                }
                "enum" => {
                    self.enumeration()?;
                    has_type = true;
                }
                _ if is_type_word(word) => {
                    has_type = true;
                    self.bump();
                }
                _ if is_storage_or_qualifier(word) => {
                    has_other = true;
                    self.bump();
                }
                _ if !has_type && self.name_at(0).is_some_and(|name| self.is_typedef(name)) => {
                    has_type = true;
                    self.bump();
                }
                _ => break,
            }
        }
        if !has_type && inferred.is_some() {
            out.auto_type = inferred;
        } else if !has_type {
            self.implicit_int(context, has_other)?;
        }
        Ok(out)
    }

    fn alignas(&mut self) -> Normalise {
        self.bump();
        if self.eat("(") {
            if self.type_starts_at(0) {
                self.type_name()?;
            } else {
                self.expression_until(&[])?;
            }
            self.eat(")");
        }
        Ok(())
    }

    /// The parser does not know `_Alignas` among the specifiers of a member.
    fn member_alignas(&mut self) -> Normalise {
        let (start, span) = (self.out.len(), self.input[self.pos].span);
        self.alignas()?;
        let words: Vec<_> = self.out.drain(start..).map(|token| token.text).collect();
        let argument = words.get(2..words.len().max(3) - 1).unwrap_or(&[]).join(" ");
        let is_type = self.type_words(&words);
        let argument = if is_type { format!("_Alignof({argument})") } else { argument };
        self.push_word(format!("__attribute__((aligned({argument})))"), span);
        Ok(())
    }

    /// Is the argument of `_Alignas`, given by its words, a type?
    fn type_words(&self, words: &[std::borrow::Cow<'_, str>]) -> bool {
        words.get(2).is_some_and(|word| {
            is_type_word(word)
                || matches!(word.as_ref(), "struct" | "union" | "enum" | "const" | "__typeof")
                || self.is_typedef(word)
        })
    }

    fn implicit_int(&mut self, context: Context, has_other: bool) -> Normalise {
        if let Some(name) = self.name_at(0) {
            // A name where the type should be, with the name to declare behind it.
            let stars =
                (1..).take_while(|&ahead| matches!(self.peek_at(ahead), "*" | "const")).count();
            let names_something = self.name_at(1 + stars).is_some();
            let declares = names_something
                && (stars == 0
                    || matches!(self.peek_at(2 + stars), ";" | "," | "=" | ")" | "[" | "("));
            if declares && context != Context::TypeName {
                return Err(self.unknown_type(name));
            }
        }
        let starts_declarator = self.name_at(0).is_some() || matches!(self.peek(), "*" | "(");
        let wanted = match context {
            Context::File => starts_declarator,
            _ => has_other,
        };
        if wanted {
            self.insert("int");
        }
        Ok(())
    }

    /// `struct` or `union`, with its members if they stand here.
    fn record(&mut self) -> Normalise {
        self.bump();
        // Attributes behind the tag belong to what is declared.
        let mut attributes = self.collect_attributes();
        if self.name_at(0).is_some() {
            self.bump();
        }
        if self.peek() != "{" {
            return Ok(());
        }
        let pack = self.pack_at(self.pos);
        self.bump();
        while !self.at_end() && self.peek() != "}" {
            let start = self.pos;
            match self.peek() {
                ";" => self.skip(),
                "_Static_assert" => self.static_assert()?,
                _ => self.member()?,
            }
            if self.pos == start {
                self.bump();
            }
        }
        self.eat("}");
        match pack {
            0 => {}
            _ => attributes.push(format!("__attribute__((__whydunit_pack__({pack})))")),
        }
        self.push_attributes(attributes);
        Ok(())
    }

    fn collect_attributes(&mut self) -> Vec<String> {
        let mut collected = Vec::new();
        while self.at_attribute() {
            collected.extend(self.attribute());
        }
        collected
    }

    fn push_attributes(&mut self, attributes: Vec<String>) {
        let span = self.here();
        for attribute in attributes {
            self.push_word(attribute, span);
        }
    }

    /// The members that one declaration in a record declares.
    fn member(&mut self) -> Normalise {
        self.specifiers(Context::Member)?;
        while !matches!(self.peek(), ";" | "}" | "") {
            if self.peek() != ":" {
                self.declarator(false)?;
            }
            if self.eat(":") {
                self.expression_until(&[",", ";"])?;
            }
            self.attributes();
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat(";") && self.peek() == "}" {
            self.insert(";");
        }
        Ok(())
    }

    fn enumeration(&mut self) -> Normalise {
        self.bump();
        let mut attributes = self.collect_attributes();
        if self.name_at(0).is_some() {
            self.bump();
        }
        if self.peek() == ":" && self.peek_at(1) != ":" && self.type_starts_at(1) {
            // The underlying type of newer C.
            let (out, start) = (self.out.len(), self.pos);
            self.skip();
            self.type_name()?;
            let words: Vec<_> = self.out.drain(out..).map(|token| token.text).collect();
            if self.peek() != "{" {
                self.pos = start;
                return Ok(());
            }
            let underlying = words.join(" ");
            attributes.push(format!("__attribute__((__whydunit_underlying__(({underlying})0)))"));
        }
        if !self.eat("{") {
            return Ok(());
        }
        while self.name_at(0).is_some() {
            let name = self.peek().to_owned();
            self.declare(&name, Meaning::Ordinary);
            self.bump();
            self.drop_attributes();
            if self.eat("=") {
                self.expression_until(&[",", "}"])?;
            }
            if !self.eat(",") {
                break;
            }
        }
        self.eat("}");
        self.push_attributes(attributes);
        Ok(())
    }
}
