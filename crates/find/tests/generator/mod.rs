//! Random C programs with few inputs of small ranges, so that all their runs can be tried.
//!
//! A program starts in `main`, which takes its inputs from calls, or in `start`, whose parameters are restricted by a contract. Nothing keeps
//! a program from failing: most indices, counts and divisors fit, some do not. Loops end: their counters are changed by nothing else. What
//! fails too often is mended afterwards (see [`oracle`]), so that programs fail in a few places for some inputs, or not at all.

mod access;
mod bytes;
mod control;
mod declare;
mod draft;
mod expression;
mod function;
mod heap;
mod indirect;
mod input;
pub(crate) mod oracle;
mod record;
pub(crate) mod reduce;
mod rng;
mod statement;
mod types;

pub(crate) use draft::Draft;
use rng::Rng;
use types::Ty;

/// An integer that can be read.
#[derive(Clone, Debug)]
struct Var {
    text: String,
    ty: Ty,
    /// May be assigned to: counters of loops may not.
    is_writable: bool,
    /// Bit-fields have no address.
    has_address: bool,
    /// Of few values: an input or a counter, good as an index as it is.
    is_small: bool,
}

#[derive(Clone, Debug)]
struct Array {
    text: String,
    ty: Ty,
    length: usize,
}

#[derive(Clone, Debug)]
struct Matrix {
    text: String,
    ty: Ty,
    rows: usize,
    columns: usize,
}

/// A pointer variable to integers; where it points is left to luck.
#[derive(Clone, Debug)]
struct Pointer {
    text: String,
    ty: Ty,
}

/// A structure.
#[derive(Clone, Debug)]
struct Record {
    name: String,
    fields: Vec<(&'static str, Ty)>,
}

/// A function over integers.
#[derive(Clone, Debug)]
struct Helper {
    name: String,
    parameters: usize,
    /// How often it may call itself is its first parameter.
    is_recursive: bool,
    /// The name is that of an array of so many functions; otherwise 0.
    table: usize,
}

/// What is in scope; blocks cut back to what was there before.
#[derive(Clone, Default, Debug)]
struct Scope {
    vars: Vec<Var>,
    arrays: Vec<Array>,
    matrices: Vec<Matrix>,
    pointers: Vec<Pointer>,
    records: Vec<Record>,
    /// Character arrays that hold strings.
    strings: Vec<Array>,
}

struct Generator {
    rng: Rng,
    draft: Draft,
    indent: usize,
    next_name: u32,
    scope: Scope,
    helpers: Vec<Helper>,
    /// Statements that may still be made in the current function.
    budget: i32,
    loop_depth: u32,
    /// Where `continue` is possible.
    is_in_loop: bool,
    /// Combinations of inputs that are left.
    combinations: u64,
    /// What `return` returns in the current function.
    returns: Option<Ty>,
    has_bit_fields: bool,
}

/// The most combinations of inputs of one program.
const MOST_COMBINATIONS: u64 = 1500;

const PRELUDE: [&str; 4] = [
    "void *malloc(unsigned long); void *calloc(unsigned long, unsigned long); void *realloc(void *, unsigned long); void free(void *); void *memcpy(void *, const void *, unsigned long); void *memset(void *, int, unsigned long);",
    "unsigned long strlen(const char *); char *strcpy(char *, const char *); char *strcat(char *, const char *); char *strchr(const char *, int);",
    "int strcmp(const char *, const char *); int memcmp(const void *, const void *, unsigned long); char *strncpy(char *, const char *, unsigned long);",
    "void exit(int); void abort(void); int outside(void);",
];

/// The program of a seed.
pub(crate) fn program(seed: u64) -> Draft {
    generated(seed, false)
}

/// The program of a seed, in which some members of structures are bit-fields.
#[allow(dead_code, reason = "not everything that uses programs looks at bit-fields")]
pub(crate) fn program_with_bit_fields(seed: u64) -> Draft {
    generated(seed, true)
}

fn generated(seed: u64, has_bit_fields: bool) -> Draft {
    let mut rng = Rng::new(seed);
    let start = if rng.percent(30) { "start" } else { "main" };
    let mut generator = Generator {
        rng,
        draft: Draft::new(start),
        indent: 0,
        next_name: 0,
        scope: Scope::default(),
        helpers: Vec::new(),
        budget: 0,
        loop_depth: 0,
        is_in_loop: false,
        combinations: MOST_COMBINATIONS,
        returns: None,
        has_bit_fields,
    };
    for line in PRELUDE {
        generator.line(line);
    }
    generator.globals();
    generator.functions();
    generator.entry();
    generator.draft
}

impl Generator {
    fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    /// A line that stays as it is.
    fn line(&mut self, text: impl Into<String>) {
        self.draft.push(self.indent, text.into(), None);
    }

    /// A statement that the program can do without.
    fn statement_line(&mut self, text: impl Into<String>) {
        self.draft.push(self.indent, text.into(), Some(";".into()));
    }

    /// A line that has a harmless variant.
    fn line_or(&mut self, text: impl Into<String>, mended: impl Into<String>) {
        self.draft.push(self.indent, text.into(), Some(mended.into()));
    }

    fn open(&mut self, text: impl Into<String>) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    /// What is declared in `contents` is gone afterwards.
    fn scoped(&mut self, contents: impl FnOnce(&mut Generator)) {
        let outer = self.scope.clone();
        contents(self);
        self.scope = outer;
    }

    /// Often one that depends on inputs directly.
    fn pick_var(&mut self) -> Option<Var> {
        if self.rng.percent(35)
            && let Some(small) = self.pick_small()
        {
            return Some(small);
        }
        pick(&mut self.rng, &self.scope.vars)
    }

    fn pick_small(&mut self) -> Option<Var> {
        let small: Vec<Var> = self.scope.vars.iter().filter(|var| var.is_small).cloned().collect();
        pick(&mut self.rng, &small)
    }

    fn pick_writable(&mut self) -> Option<Var> {
        let of = |var: &&Var| var.is_writable;
        let writable: Vec<Var> = self.scope.vars.iter().filter(of).cloned().collect();
        pick(&mut self.rng, &writable)
    }

    fn add_var(&mut self, text: impl Into<String>, ty: Ty) {
        let text = text.into();
        let var = Var { text, ty, is_writable: true, has_address: true, is_small: false };
        self.scope.vars.push(var);
    }
}

fn pick<T: Clone>(rng: &mut Rng, items: &[T]) -> Option<T> {
    if items.is_empty() { None } else { Some(items[rng.below(items.len())].clone()) }
}
