//! Random C programs without undefined or unspecified behaviour.
//!
//! A program is a function `pN` with its own types, globals and helper functions; a file holds many of them and a
//! `main` that calls each. Every line a program prints starts with its name, so that a difference between two
//! implementations leads to the program.
//!
//! How it stays well-defined: signed arithmetic is done in unsigned types, in wider ones or on values cut down to
//! size; indices and shift counts are masked; divisors are positive or below -1; floating values are converted through range
//! checks; everything is initialised; loops and recursion have fixed bounds. An expression has no side effects except behind sequence points,
//! and calls of functions that have any stand alone in a statement.

mod decl;
mod expr;
mod records;
pub(crate) mod rng;
mod stmt;
mod types;

use std::fmt::Write;

use records::RecordHelper;
use rng::Rng;
use types::Ty;

/// A file of programs with these seeds.
pub(crate) fn file(seeds: impl Iterator<Item = u64> + Clone) -> String {
    let mut text = String::from(PRELUDE);
    for seed in seeds.clone() {
        let _ = writeln!(text, "\n/* seed {seed} */");
        text.push_str(&Generator::new(seed).program());
    }
    text.push_str("\nint main(void)\n{\n");
    for seed in seeds {
        let _ = writeln!(text, "    p{seed}();");
    }
    text.push_str("    return 0;\n}\n");
    text
}

const PRELUDE: &str = r#"#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define CONVERSION(name, type, low, high) \
    static type name(double d) { return d > low && d < high ? (type)d : (type)77; }
CONVERSION(f2b, _Bool, -1e300, 1e300)
CONVERSION(f2c, char, -128.0, 127.0)
CONVERSION(f2i8, signed char, -129.0, 128.0)
CONVERSION(f2u8, unsigned char, -1.0, 256.0)
CONVERSION(f2i16, short, -32769.0, 32768.0)
CONVERSION(f2u16, unsigned short, -1.0, 65536.0)
CONVERSION(f2i32, int, -2147483649.0, 2147483648.0)
CONVERSION(f2u32, unsigned, -1.0, 4294967296.0)
CONVERSION(f2l, long, -9.2e18, 9.2e18)
CONVERSION(f2ul, unsigned long, -1.0, 1.8e19)
CONVERSION(f2ll, long long, -9.2e18, 9.2e18)
CONVERSION(f2ull, unsigned long long, -1.0, 1.8e19)

#define TYPE(e) _Generic((e), _Bool: 1, char: 2, signed char: 3, unsigned char: 4, short: 5, unsigned short: 6, int: 7, \
    unsigned: 8, long: 9, unsigned long: 10, long long: 11, unsigned long long: 12, float: 13, double: 14, default: 15)

static unsigned long sum;
static void mix(unsigned long value) { sum = (sum << 7 | sum >> 57) ^ value; }
static void show_float(const char *label, double d)
{
    if (d != d)
        printf("%s nan\n", label);
    else
        printf("%s %.17g %a\n", label, d, d);
}
static void mix_float(double d)
{
    unsigned long bits;
    if (d != d)
        d = 0.125;
    memcpy(&bits, &d, sizeof bits);
    mix(bits);
}

/* Adds up arguments of the types that the letters say. */
static long total(const char *types, ...)
{
    unsigned long result = 0;
    va_list list;
    va_start(list, types);
    for (; *types; types++)
        switch (*types) {
        case 'i': result += va_arg(list, int); break;
        case 'u': result = result * 3 + va_arg(list, unsigned); break;
        case 'l': result ^= va_arg(list, long); break;
        case 'q': result -= va_arg(list, unsigned long long); break;
        case 'd': result += f2l(va_arg(list, double)); break;
        case 's': result += strlen(va_arg(list, const char *)); break;
        }
    va_end(list);
    return result;
}

/* What the formatted number looks like, as a number. */
static unsigned looks(const char *format, long value)
{
    char text[64], *c;
    unsigned result = snprintf(text, sizeof text, format, value);
    for (c = text; *c; c++)
        result = result * 31 + (unsigned char)*c;
    return result;
}
"#;

/// Something that can be read and perhaps written.
#[derive(Clone, Debug)]
struct Var {
    text: String,
    ty: Ty,
    /// Width, of a bit-field.
    bits: Option<u32>,
    /// May be assigned to (loop counters and constants may not).
    writable: bool,
    /// A local whose address is never taken: nothing else can change it.
    plain: bool,
}

impl Var {
    /// Type of its value in an expression.
    fn value_ty(&self) -> Ty {
        match self.bits {
            Some(bits) if bits < 32 => Ty::I32,
            _ => self.ty,
        }
    }
}

#[derive(Clone, Debug)]
struct Array {
    text: String,
    ty: Ty,
    /// A power of two.
    length: usize,
    writable: bool,
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    ty: Ty,
    bits: Option<u32>,
    /// 0 for a scalar, else a power of two.
    length: usize,
}

#[derive(Clone, Debug)]
struct Record {
    name: String,
    fields: Vec<Field>,
    is_union: bool,
}

#[derive(Clone, Debug)]
struct Object {
    text: String,
    record: usize,
    writable: bool,
}

#[derive(Clone, Debug)]
struct Helper {
    name: String,
    result: Ty,
    params: Vec<Ty>,
    /// Reads and writes nothing but its parameters and locals.
    pure: bool,
    /// The name is that of an array of four such functions.
    is_table: bool,
}

/// What is in scope; blocks remember the lengths and cut back to them.
#[derive(Clone, Default, Debug)]
struct Scope {
    vars: Vec<Var>,
    arrays: Vec<Array>,
    /// Pointers that may be dereferenced: name and pointee.
    pointers: Vec<(String, Ty)>,
    objects: Vec<Object>,
}

struct Generator {
    rng: Rng,
    name: String,
    next_name: u32,
    records: Vec<Record>,
    helpers: Vec<Helper>,
    record_helpers: Vec<RecordHelper>,
    scope: Scope,
    out: String,
    indent: usize,
    loop_depth: u32,
    /// Statements that may still be made in the current function.
    budget: i32,
    /// Inside a function without side effects on anything outside it.
    pure: bool,
    /// What `return` gives, in a helper.
    result: Option<Ty>,
    /// Variables that the expression under construction must not read: the statement changes them.
    excluded: Vec<String>,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            rng: Rng::new(seed),
            name: format!("p{seed}"),
            next_name: 0,
            records: Vec::new(),
            helpers: Vec::new(),
            record_helpers: Vec::new(),
            scope: Scope::default(),
            out: String::new(),
            indent: 0,
            loop_depth: 0,
            budget: 0,
            pure: false,
            result: None,
            excluded: Vec::new(),
        }
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    fn fresh_global(&mut self, prefix: &str) -> String {
        let name = self.fresh(prefix);
        format!("{}_{name}", self.name)
    }

    fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text.as_ref());
        self.out.push('\n');
    }

    fn program(mut self) -> String {
        for _ in 0..self.rng.below(3) {
            self.record();
        }
        self.globals();
        for _ in 0..self.rng.between(1, 4) {
            self.helper();
        }
        if self.rng.percent(50) {
            self.recursive_helper();
        }
        self.table_of_helpers();
        for _ in 0..self.rng.below(3) {
            self.record_helper();
        }
        self.entry();
        self.out
    }

    fn globals(&mut self) {
        for _ in 0..self.rng.between(1, 4) {
            let ty = Ty::any(&mut self.rng);
            let name = self.fresh_global("g");
            let is_const = self.rng.percent(15);
            let value = self.constant(ty);
            let qualifier = if is_const { "const " } else { "" };
            self.line(format!("static {qualifier}{} {name} = {value};", ty.name()));
            let writable = !is_const;
            self.scope.vars.push(Var { text: name, ty, bits: None, writable, plain: false });
        }
        for _ in 0..self.rng.below(3) {
            let ty = Ty::any(&mut self.rng);
            let name = self.fresh_global("a");
            let length = *self.rng.pick(&[2, 4, 8, 16]);
            let values = self.array_values(ty, length);
            self.line(format!("static {} {name}[{length}] = {{ {values} }};", ty.name()));
            self.scope.arrays.push(Array { text: name, ty, length, writable: true });
        }
    }

    /// Helpers of one shape can be called through a table.
    fn table_of_helpers(&mut self) {
        let Some(first) = self.helpers.iter().find(|helper| helper.pure).cloned() else { return };
        let same: Vec<&Helper> = self
            .helpers
            .iter()
            .filter(|h| h.pure && h.params == first.params && h.result == first.result)
            .collect();
        let params: Vec<&str> = first.params.iter().map(|ty| ty.name()).collect();
        let entries: Vec<&str> = (0..4).map(|i| same[i % same.len()].name.as_str()).collect();
        let text = format!(
            "static {} (*const {}_table[4])({}) = {{ {} }};",
            first.result.name(),
            self.name,
            params.join(", "),
            entries.join(", ")
        );
        let name = format!("{}_table", self.name);
        self.line(text);
        self.helpers.push(Helper { name, is_table: true, ..first });
    }

    fn begin_function(&mut self, head: &str) {
        self.line("");
        self.line(head);
        self.line("{");
        self.indent += 1;
    }

    fn end_function(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    fn helper(&mut self) {
        let pure = self.rng.percent(60);
        let result = Ty::any(&mut self.rng);
        let same_shape = self.helpers.first().filter(|_| self.next_name.is_multiple_of(2)).cloned();
        let (result, params) = match same_shape {
            Some(other) => (other.result, other.params),
            None => {
                let count = self.rng.below(4);
                (result, (0..count).map(|_| Ty::any(&mut self.rng)).collect())
            }
        };
        let name = self.fresh_global("h");
        let outer = self.scope.clone();
        if pure {
            self.scope = Scope::default();
        }
        let mut declared = Vec::new();
        for &ty in &params {
            let param = self.fresh("x");
            declared.push(format!("{} {param}", ty.name()));
            self.scope.vars.push(Var { text: param, ty, bits: None, writable: true, plain: true });
        }
        let declared = if declared.is_empty() { "void".to_string() } else { declared.join(", ") };
        self.begin_function(&format!("static {} {name}({declared})", result.name()));
        (self.pure, self.result, self.budget, self.loop_depth) = (pure, Some(result), 6, 1);
        self.locals(2);
        let count = self.rng.between(1, 4);
        self.statements(count);
        let value = self.expression_of(result, 2);
        self.line(format!("return {value};"));
        (self.pure, self.result, self.loop_depth) = (false, None, 0);
        self.end_function();
        self.scope = outer;
        self.helpers.push(Helper { name, result, params, pure, is_table: false });
    }

    fn recursive_helper(&mut self) {
        let result = Ty::any_integer(&mut self.rng);
        let param = Ty::any_integer(&mut self.rng);
        let name = self.fresh_global("r");
        let outer = std::mem::take(&mut self.scope);
        for (text, ty, writable) in [("x", param, true), ("fuel", Ty::I32, false)] {
            let text = text.to_string();
            self.scope.vars.push(Var { text, ty, bits: None, writable, plain: true });
        }
        self.begin_function(&format!(
            "static {} {name}({} x, int fuel)",
            result.name(),
            param.name()
        ));
        (self.pure, self.result, self.budget, self.loop_depth) = (true, Some(result), 3, 2);
        let base = self.expression_of(result, 1);
        self.line(format!("if (fuel <= 0)\n        return {base};"));
        self.statements(1);
        let (first, second) = (self.expression_of(param, 1), self.expression_of(param, 1));
        let ut = result.unsigned().name();
        let text = match self.rng.below(3) {
            0 => format!(
                "return ({ut}){name}({first}, fuel - 1) + ({ut}){name}({second}, fuel - 2);"
            ),
            1 => format!("return {name}({first}, fuel - 1) ^ {name}({second}, fuel / 2);"),
            _ => {
                format!("return fuel & 1 ? {name}({first}, fuel - 1) : {name}({second}, fuel - 2);")
            }
        };
        self.line(text);
        (self.pure, self.result, self.loop_depth) = (false, None, 0);
        self.end_function();
        self.scope = outer;
        self.line(format!(
            "static {} {name}_({} x) {{ return {name}(x, 6); }}",
            result.name(),
            param.name()
        ));
        let (name, params) = (format!("{name}_"), vec![param]);
        self.helpers.push(Helper { name, result, params, pure: true, is_table: false });
    }

    fn entry(&mut self) {
        let name = self.name.clone();
        self.begin_function(&format!("static void {name}(void)"));
        self.budget = 30;
        self.line("sum = 0;");
        let count = self.rng.between(2, 5);
        self.locals(count as usize);
        let count = self.rng.between(5, 12);
        self.statements(count);
        for index in 0..self.scope.vars.len() {
            let var = self.scope.vars[index].clone();
            self.print(&var.text, var.value_ty());
        }
        for index in 0..self.scope.arrays.len() {
            let array = self.scope.arrays[index].clone();
            self.line(format!("for (int i = 0; i < {}; i++)", array.length));
            let mixer = if array.ty.is_float() { "mix_float" } else { "mix" };
            self.line(format!("    {mixer}({}[i]);", array.text));
        }
        self.line(format!("printf(\"{name} sum %lx\\n\", sum);"));
        self.end_function();
    }
}
