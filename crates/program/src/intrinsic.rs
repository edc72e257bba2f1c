//! Library functions that the interpreter performs itself.
//!
//! Everything that can be said in C lives in the front end's C library instead, where it is checked,
//! traced and encoded like user code. What is here touches the world (streams, the heap, the end of the run), copies
//! storage byte by byte without reading it as a value, or computes what C cannot express exactly.

macro_rules! intrinsics {
    ($($(#[$doc:meta])* $variant:ident: $($name:literal)|+;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        /// What the semantics do themselves, by the names that C has for it.
        pub enum Intrinsic {
            $($(#[$doc])* $(#[doc = concat!("`", $name, "`")])+ $variant,)*
            /// A function of `math.h`.
            Math(MathFunction),
        }

        impl Intrinsic {
            /// The intrinsic that a C name stands for.
            pub fn from_name(name: &str) -> Option<Intrinsic> {
                match name {
                    $($($name)|+ => Some(Intrinsic::$variant),)*
                    _ => MathFunction::from_name(name).map(Intrinsic::Math),
                }
            }

            /// As diagnostics and the textual form call it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Intrinsic::$variant => [$($name),+][0],)*
                    Intrinsic::Math(function) => function.name(),
                }
            }
        }
    };
}

intrinsics! {
    Malloc: "malloc" | "__builtin_malloc";
    Calloc: "calloc" | "__builtin_calloc";
    Realloc: "realloc" | "__builtin_realloc";
    Free: "free" | "__builtin_free";
    Alloca: "alloca" | "__builtin_alloca";
    Memcpy: "memcpy" | "__builtin_memcpy";
    Memmove: "memmove" | "__builtin_memmove";
    Memset: "memset" | "__builtin_memset";

    Exit: "exit" | "__builtin_exit";
    /// `_exit`, `_Exit`: no `atexit` handlers.
    QuickExit: "_exit" | "_Exit";
    Abort: "abort" | "__builtin_abort" | "__builtin_trap";

    VaStart: "__builtin_va_start";
    VaEnd: "__builtin_va_end";

    Printf: "printf" | "__builtin_printf";
    Fprintf: "fprintf" | "__builtin_fprintf";
    Sprintf: "sprintf" | "__builtin_sprintf";
    Snprintf: "snprintf" | "__builtin_snprintf";
    Vprintf: "vprintf";
    Vfprintf: "vfprintf" | "__whydunit_vfprintf";
    Vsprintf: "vsprintf";
    Vsnprintf: "vsnprintf";
    /// One character to a stream; the other output functions are written in C on top of it.
    Fputc: "fputc" | "__whydunit_fputc";
    Fflush: "fflush";
    /// Next byte of standard input, an `int`, -1 at the end.
    Getchar: "getchar" | "__whydunit_getchar";
    Ungetc: "ungetc" | "__whydunit_ungetc";
    /// End-of-file and error flags of a stream.
    Feof: "feof" | "__whydunit_feof";
    Clearerr: "clearerr" | "__whydunit_clearerr";
    Scanf: "scanf" | "__isoc99_scanf";
    Fscanf: "fscanf" | "__isoc99_fscanf";
    Sscanf: "sscanf" | "__isoc99_sscanf";
    Vscanf: "vscanf";
    Vfscanf: "vfscanf" | "__whydunit_vfscanf";
    Vsscanf: "vsscanf";
    /// `strtod` without `errno`; the C library adds that.
    Strtod: "__whydunit_strtod";

    /// Seeds a generator of random numbers (0: `rand`, 1: `drand48`); its numbers are inputs.
    Seed: "__whydunit_seed";

    /// What a canonical path names in the view of the run: a number, or minus an error of the system.
    FileFind: "__whydunit_file_find";
    /// Of what has that number: what it is (0), how large (1).
    FileFact: "__whydunit_file_fact";
    /// Puts bytes of a file of the view somewhere: inputs.
    FileBytes: "__whydunit_file_bytes";
    /// Puts the k-th name in a folder of the view somewhere; of -1: where the top of the view is on this machine. Its length, 0 if there is none.
    FileEntry: "__whydunit_file_entry";
    /// `vfscanf` from a place in a file of the view; the place moves on. Where the end was seen it becomes negative.
    ScanFile: "__whydunit_scan_file";
    /// `vsscanf`; a place moves on by what was read. Where the end was seen it becomes negative.
    ScanText: "__whydunit_scan_text";
}

macro_rules! math {
    ($($variant:ident: $name:literal, $float:literal;)*) => {
        /// Functions of `math.h`, in `double`; the `float` versions round the double result.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum MathFunction {
            $(
                #[doc = concat!("`", $name, "`")]
                $variant {
                    /// Is it the `float` version?
                    float: bool,
                },
            )*
        }

        impl MathFunction {
            /// By the name that C knows it by, with `f` behind it for `float`.
            pub fn from_name(name: &str) -> Option<MathFunction> {
                let name = name.strip_prefix("__builtin_").unwrap_or(name);
                match name {
                    $($name => Some(MathFunction::$variant { float: false }),
                      $float => Some(MathFunction::$variant { float: true }),)*
                    _ => None,
                }
            }

            /// As C calls it.
            pub fn name(self) -> &'static str {
                match self {
                    $(MathFunction::$variant { float: false } => $name,
                      MathFunction::$variant { float: true } => $float,)*
                }
            }
        }
    };
}

math! {
    Sqrt: "sqrt", "sqrtf";
    Cbrt: "cbrt", "cbrtf";
    Sin: "sin", "sinf";
    Cos: "cos", "cosf";
    Tan: "tan", "tanf";
    Asin: "asin", "asinf";
    Acos: "acos", "acosf";
    Atan: "atan", "atanf";
    Atan2: "atan2", "atan2f";
    Sinh: "sinh", "sinhf";
    Cosh: "cosh", "coshf";
    Tanh: "tanh", "tanhf";
    Asinh: "asinh", "asinhf";
    Acosh: "acosh", "acoshf";
    Atanh: "atanh", "atanhf";
    Exp: "exp", "expf";
    Exp2: "exp2", "exp2f";
    Expm1: "expm1", "expm1f";
    Log: "log", "logf";
    Log2: "log2", "log2f";
    Log10: "log10", "log10f";
    Log1p: "log1p", "log1pf";
    Pow: "pow", "powf";
    Hypot: "hypot", "hypotf";
    Floor: "floor", "floorf";
    Ceil: "ceil", "ceilf";
    Round: "round", "roundf";
    Trunc: "trunc", "truncf";
    Rint: "rint", "rintf";
    Nearbyint: "nearbyint", "nearbyintf";
    Fmod: "fmod", "fmodf";
    Fma: "fma", "fmaf";
    Fabs: "fabs", "fabsf";
    Fmin: "fmin", "fminf";
    Fmax: "fmax", "fmaxf";
    Copysign: "copysign", "copysignf";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for name in ["malloc", "printf", "sqrt", "sqrtf", "__builtin_sqrt", "__isoc99_scanf"] {
            let intrinsic = Intrinsic::from_name(name).expect(name);
            assert_eq!(Intrinsic::from_name(intrinsic.name()), Some(intrinsic));
        }
        assert_eq!(Intrinsic::from_name("strlen"), None);
    }
}
