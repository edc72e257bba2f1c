//! The C library, in C: which unit defines a name?
//!
//! Each unit under `lib/` is plain C without preprocessor directives and defines one function or a
//! tight group; only the units that a program uses are parsed. The code runs under the same checks as
//! the program, so it touches exactly the bytes that the standard lets the function touch, and an
//! error inside is the caller's. It behaves as the GNU C library in the "C" locale.
//!
//! A program that never opens a file has the plain streams of `stdio/` and the interpreter. One that does has those of `files/` in their
//! place: streams and descriptors over a tree of files in memory, which asks the view of the run for what it does not have.
//!
//! What the library allocates for itself (`__builtin_malloc`) is always there; what it hands out (`strdup`, `getline`) is not where memory may end.

use whydunit_program::Intrinsic;

use crate::lower::OUTSIDE;

/// One C source of the library.
#[derive(Debug)]
pub(crate) struct LibraryUnit {
    /// Path below `lib/`, such as `string/strcpy.c`.
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    /// The functions and objects that it defines for others.
    defines: &'static [&'static str],
}

/// Declarations that stand before the text of every unit. A unit declares whatever else it uses.
const PRELUDE: &str = "\
typedef __typeof__(sizeof(0)) size_t;
typedef int wchar_t;
typedef struct __whydunit_file { int id; } FILE;
";

/// What the units of `files/` have in common.
const FILES_PRELUDE: &str = "\
/* A file or folder. Kinds: 0 nothing, 1 file, 2 folder, 3 the null device, 4 the one of zeros, 5 pipe. `source`: its number in the view, or -1. */
struct __whydunit_node {
    struct __whydunit_node *next; char *path; char *data; long size; long loaded; long room; long number;
    int kind; int source; int is_written; unsigned mode; int readers; int writers;
};
struct __whydunit_open { struct __whydunit_node *node; long offset; int flags; int count; int standard; };
struct __whydunit_stream {
    int descriptor; int is_readable; int is_writable; int at_end; int failed; int pushed; unsigned char bytes[8];
};
";

/// What a program does with files decides which streams it has, and the options which heap.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct FileUse {
    /// It may open, look for or change files.
    pub(crate) opens: bool,
    /// The standard streams may come to stand for others.
    pub(crate) redirects: bool,
    /// Not by the program but by the options: whether there is memory is an input.
    pub(crate) memory_ends: bool,
}

impl FileUse {
    /// With what a program does that mentions `name`.
    #[must_use]
    pub(crate) fn with(self, name: &str) -> FileUse {
        const REDIRECTING: [&str; 3] = ["freopen", "freopen64", "dup2"];
        let is_in = |units: &[LibraryUnit]| units.iter().any(|unit| unit.defines.contains(&name));
        let redirects = REDIRECTING.contains(&name);
        let opens = is_in(FILE_UNITS) && !is_in(UNITS) && Intrinsic::from_name(name).is_none();
        FileUse { opens: self.opens || opens, redirects: self.redirects || redirects, ..self }
    }
}

/// The unit that defines the function or object `name`, if there is one.
pub(crate) fn unit_defining(name: &str, used: FileUse) -> Option<&'static LibraryUnit> {
    let among =
        |units: &'static [LibraryUnit]| units.iter().find(|unit| unit.defines.contains(&name));
    let failing = if used.memory_ends { among(FAILING_UNITS) } else { None };
    let redirected = if used.redirects { among(REDIRECTED_UNITS) } else { None };
    let files = || if used.opens { among(FILE_UNITS) } else { None };
    failing.or(redirected).or_else(files).or_else(|| among(UNITS))
}

/// Does the library have a function of that name?
pub(crate) fn knows(name: &str, used: FileUse) -> bool {
    Intrinsic::from_name(name).is_some() || unit_defining(name, used).is_some()
}

/// What the interpreter performs under that name, unless a unit stands before it.
pub(crate) fn intrinsic_named(name: &str, used: FileUse) -> Option<Intrinsic> {
    Intrinsic::from_name(name).filter(|_| unit_defining(name, used).is_none())
}

impl LibraryUnit {
    /// Its text with the declarations that stand before it, for a program with these files as inputs.
    pub(crate) fn source(&self, inputs: &[FileInput]) -> String {
        let common = if self.name.starts_with("files/") { FILES_PRELUDE } else { "" };
        let own = if self.name == "files/inputs.c" { lengths(inputs) } else { String::new() };
        format!("{PRELUDE}{common}{}{own}", self.text)
    }
}

/// The length of each file whose contents are an input is one, too.
fn lengths(inputs: &[FileInput]) -> String {
    let mut text = String::from("int strcmp(const char *, const char *);\n");
    for input in inputs {
        text.push_str(&format!("long {OUTSIDE}{}(int);\n", input.length_name()));
    }
    text.push_str("long __whydunit_input_length(const char *path)\n{\n    long length;\n");
    for input in inputs {
        let FileInput { path, length, most } = input;
        let escaped: String = path.bytes().map(|byte| format!("\\{byte:03o}")).collect();
        text.push_str(&format!(
            "    if (strcmp(path, \"{escaped}\") == 0) {{\n        length = {OUTSIDE}{}({length});\n        \
             return length < 0 ? 0 : length > {most} ? {most} : length;\n    }}\n",
            input.length_name()
        ));
    }
    text.push_str("    return -1;\n}\n");
    text
}

/// A file whose contents are an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileInput {
    /// Canonical: from the top of the view.
    pub path: String,
    /// How long it is where nothing else is said.
    pub length: u64,
    /// It has at most so many bytes.
    pub most: u64,
}

impl FileInput {
    /// What its length is called among the inputs.
    #[must_use]
    pub fn length_name(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = self.path.trim_start_matches('/').chars().map(plain).collect();
        format!("length_of_{name}")
    }
}

macro_rules! units {
    ($list:ident: $($path:literal: $($name:ident)+;)*) => {
        static $list: &[LibraryUnit] = &[$(LibraryUnit {
            name: $path,
            text: include_str!(concat!("../lib/", $path)),
            defines: &[$(stringify!($name)),+],
        },)*];
    };
}

units! { FILE_UNITS:
    "files/changes.c": chmod ftruncate truncate;
    "files/current.c": getcwd;
    "files/descriptors.c":
        __whydunit_can_read __whydunit_descriptor __whydunit_enter __whydunit_leave __whydunit_may_open
        __whydunit_open_node __whydunit_open_path __whydunit_read __whydunit_seek __whydunit_write;
    "files/duplicates.c": dup dup2 pipe;
    "files/folders.c":
        __whydunit_has_entries closedir dirfd fdopendir opendir readdir readdir64 rewinddir;
    "files/formatted.c": dprintf fprintf fscanf vdprintf vfprintf vfscanf;
    "files/inputs.c": __whydunit_input_length;
    "files/names.c": access chdir mkdir remove rename rmdir unlink;
    "files/open.c": close creat fsync lseek lseek64 open open64 read write;
    "files/status.c": fstat fstat64 lstat lstat64 stat stat64;
    "files/streams.c":
        __whydunit_put __whydunit_redirect __whydunit_stream __whydunit_stream_on clearerr fclose
        fdopen feof ferror fflush fgetc fgetpos fileno fopen fopen64 fputc fputs fputs_unlocked
        fread freopen freopen64 fseek fseeko fseeko64 fsetpos ftell ftello ftello64 fwrite rewind
        ungetc;
    "files/temporary.c": mkstemp tmpfile tmpnam;
    "files/tree.c":
        __whydunit_add_node __whydunit_current_folder __whydunit_forget __whydunit_load
        __whydunit_look __whydunit_make __whydunit_node_at __whydunit_nodes __whydunit_resize
        __whydunit_resolve __whydunit_take_away;
}

units! { REDIRECTED_UNITS:
    "files/redirected.c": getchar printf scanf vprintf vscanf;
}

units! { FAILING_UNITS:
    "alloc/failing.c": calloc malloc realloc;
}

units! { UNITS:
    "builtins/add_overflow.c":
        __whydunit_add_overflow_i16 __whydunit_add_overflow_i32 __whydunit_add_overflow_i64
        __whydunit_add_overflow_i8 __whydunit_add_overflow_u16 __whydunit_add_overflow_u32
        __whydunit_add_overflow_u64 __whydunit_add_overflow_u8;
    "builtins/bswap.c": __builtin_bswap16 __builtin_bswap32 __builtin_bswap64;
    "builtins/clz.c":
        __builtin_clrsb __builtin_clrsbl __builtin_clrsbll __builtin_clz __builtin_clzl
        __builtin_clzll;
    "builtins/ctz.c":
        __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ffs __builtin_ffsl __builtin_ffsll;
    "builtins/library/abs.c": __builtin_abs;
    "builtins/library/labs.c": __builtin_labs;
    "builtins/library/llabs.c": __builtin_llabs;
    "builtins/library/memchr.c": __builtin_memchr;
    "builtins/library/memcmp.c": __builtin_memcmp;
    "builtins/library/putchar.c": __builtin_putchar;
    "builtins/library/puts.c": __builtin_puts;
    "builtins/library/strcat.c": __builtin_strcat;
    "builtins/library/strchr.c": __builtin_strchr;
    "builtins/library/strcmp.c": __builtin_strcmp;
    "builtins/library/strcpy.c": __builtin_strcpy;
    "builtins/library/strlen.c": __builtin_strlen;
    "builtins/library/strncat.c": __builtin_strncat;
    "builtins/library/strncmp.c": __builtin_strncmp;
    "builtins/library/strncpy.c": __builtin_strncpy;
    "builtins/library/strrchr.c": __builtin_strrchr;
    "builtins/library/strstr.c": __builtin_strstr;
    "builtins/mul_overflow.c":
        __whydunit_mul_overflow_i16 __whydunit_mul_overflow_i32 __whydunit_mul_overflow_i64
        __whydunit_mul_overflow_i8 __whydunit_mul_overflow_u16 __whydunit_mul_overflow_u32
        __whydunit_mul_overflow_u64 __whydunit_mul_overflow_u8;
    "builtins/popcount.c":
        __builtin_parity __builtin_parityl __builtin_parityll __builtin_popcount
        __builtin_popcountl __builtin_popcountll;
    "builtins/sub_overflow.c":
        __whydunit_sub_overflow_i16 __whydunit_sub_overflow_i32 __whydunit_sub_overflow_i64
        __whydunit_sub_overflow_i8 __whydunit_sub_overflow_u16 __whydunit_sub_overflow_u32
        __whydunit_sub_overflow_u64 __whydunit_sub_overflow_u8;
    "builtins/typed_add_overflow.c":
        __builtin_sadd_overflow __builtin_saddl_overflow __builtin_saddll_overflow
        __builtin_uadd_overflow __builtin_uaddl_overflow __builtin_uaddll_overflow;
    "builtins/typed_mul_overflow.c":
        __builtin_smul_overflow __builtin_smull_overflow __builtin_smulll_overflow
        __builtin_umul_overflow __builtin_umull_overflow __builtin_umulll_overflow;
    "builtins/typed_sub_overflow.c":
        __builtin_ssub_overflow __builtin_ssubl_overflow __builtin_ssubll_overflow
        __builtin_usub_overflow __builtin_usubl_overflow __builtin_usubll_overflow;
    "ctype/isalnum.c": isalnum;
    "ctype/isalpha.c": isalpha;
    "ctype/isascii.c": isascii toascii;
    "ctype/isblank.c": isblank;
    "ctype/iscntrl.c": iscntrl;
    "ctype/isdigit.c": isdigit;
    "ctype/isgraph.c": isgraph;
    "ctype/islower.c": islower;
    "ctype/isprint.c": isprint;
    "ctype/ispunct.c": ispunct;
    "ctype/isspace.c": isspace;
    "ctype/isupper.c": isupper;
    "ctype/isxdigit.c": isxdigit;
    "ctype/tables.c": __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc;
    "ctype/tolower.c": tolower;
    "ctype/toupper.c": toupper;
    "errno/errno.c": errno;
    "errno/errno_location.c": __errno_location;
    "inet/byteorder.c": htonl htons ntohl ntohs;
    "locale/localeconv.c": localeconv;
    "locale/setlocale.c": setlocale;
    "math/classify.c":
        __whydunit_fpclassify __whydunit_fpclassifyf __whydunit_isfinite __whydunit_isinf
        __whydunit_isnan __whydunit_isnormal __whydunit_isnormalf __whydunit_signbit;
    "math/classify_functions.c":
        __finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isinf __isinff
        __isinfl __isnan __isnanf __isnanl __signbit __signbitf __signbitl finite finitef finitel isfinite isinf isinff isinfl isnan isnanf
        isnanl signbit
        __builtin_isfinite __builtin_isinf __builtin_isinf_sign __builtin_isnan __builtin_isnormal
        __builtin_signbit __builtin_signbitf;
    "math/compare.c":
        __whydunit_isgreater __whydunit_isless __whydunit_isunordered __builtin_isgreater
        __builtin_isgreaterequal __builtin_isless __builtin_islessequal __builtin_islessgreater
        __builtin_isunordered;
    "math/erf.c": erf erfc erfcf erff;
    "math/exp10.c": exp10 exp10f pow10;
    "math/fdim.c": fdim fdimf;
    "math/frexp.c": frexp frexpf frexpl;
    "math/gamma.c": lgamma lgammaf signgam tgamma tgammaf;
    "math/logb.c": ilogb ilogbf logb logbf logbl;
    "math/long_double/acoshl.c": acoshl;
    "math/long_double/acosl.c": acosl;
    "math/long_double/asinhl.c": asinhl;
    "math/long_double/asinl.c": asinl;
    "math/long_double/atan2l.c": atan2l;
    "math/long_double/atanhl.c": atanhl;
    "math/long_double/atanl.c": atanl;
    "math/long_double/cbrtl.c": cbrtl;
    "math/long_double/ceill.c": ceill;
    "math/long_double/copysignl.c": copysignl;
    "math/long_double/coshl.c": coshl;
    "math/long_double/cosl.c": cosl;
    "math/long_double/exp2l.c": exp2l;
    "math/long_double/expl.c": expl;
    "math/long_double/expm1l.c": expm1l;
    "math/long_double/fabsl.c": fabsl;
    "math/long_double/fdiml.c": fdiml;
    "math/long_double/floorl.c": floorl;
    "math/long_double/fmal.c": fmal;
    "math/long_double/fmaxl.c": fmaxl;
    "math/long_double/fminl.c": fminl;
    "math/long_double/fmodl.c": fmodl;
    "math/long_double/hypotl.c": hypotl;
    "math/long_double/ilogbl.c": ilogbl;
    "math/long_double/llrintl.c": llrintl;
    "math/long_double/llroundl.c": llroundl;
    "math/long_double/log10l.c": log10l;
    "math/long_double/log1pl.c": log1pl;
    "math/long_double/log2l.c": log2l;
    "math/long_double/logl.c": logl;
    "math/long_double/lrintl.c": lrintl;
    "math/long_double/lroundl.c": lroundl;
    "math/long_double/nearbyintl.c": nearbyintl;
    "math/long_double/nextafterl.c": nextafterl;
    "math/long_double/powl.c": powl;
    "math/long_double/remainderl.c": remainderl;
    "math/long_double/rintl.c": rintl;
    "math/long_double/roundl.c": roundl;
    "math/long_double/sinhl.c": sinhl;
    "math/long_double/sinl.c": sinl;
    "math/long_double/sqrtl.c": sqrtl;
    "math/long_double/tanhl.c": tanhl;
    "math/long_double/tanl.c": tanl;
    "math/long_double/truncl.c": truncl;
    "math/lrint.c": llrint llrintf lrint lrintf;
    "math/lround.c": llround llroundf lround lroundf;
    "math/modf.c": modf modff modfl;
    "math/nan.c": nan nanf nanl;
    "math/nextafter.c": nextafter nextafterf;
    "math/remainder.c": drem remainder remainderf;
    "math/remquo.c": remquo remquof;
    "math/scalbn.c": ldexp ldexpf ldexpl scalbln scalblnf scalbn scalbnf scalbnl;
    "math/sincos.c": sincos;
    "signal/sigaction.c": sigaction;
    "signal/signal.c": raise signal;
    "signal/sigset.c":
        sigaddset sigdelset sigemptyset sigfillset sigismember sigpending sigprocmask;
    "stdio/asprintf.c": asprintf vasprintf;
    "stdio/buffering.c": setbuf setbuffer setlinebuf setvbuf;
    "stdio/dprintf.c": dprintf vdprintf;
    "stdio/fclose.c": fclose;
    "stdio/fgetc.c": fgetc fgetc_unlocked getc getc_unlocked getchar_unlocked;
    "stdio/fgets.c": fgets;
    "stdio/fputs.c": fputs fputs_unlocked;
    "stdio/fread.c": fread;
    "stdio/fwrite.c": fwrite;
    "stdio/getline.c": getdelim getline;
    "stdio/gets.c": gets;
    "stdio/locking.c": flockfile funlockfile;
    "stdio/perror.c": perror;
    "stdio/popen.c": popen;
    "stdio/positions.c": fgetpos fseeko fsetpos ftello;
    "stdio/putc.c": fputc_unlocked putc putc_unlocked;
    "stdio/putchar.c": putchar putchar_unlocked;
    "stdio/puts.c": puts;
    "stdio/seek.c": fseek ftell rewind;
    "stdio/status.c": ferror fileno;
    "stdio/streams.c": stderr stdin stdout;
    "stdlib/abs.c": abs;
    "stdlib/aligned_alloc.c": aligned_alloc memalign posix_memalign valloc;
    "stdlib/atexit.c": __whydunit_at_exit atexit;
    "stdlib/atof.c": atof;
    "stdlib/atoi.c": atoi atol;
    "stdlib/atoll.c": atoll;
    "stdlib/bsearch.c": bsearch;
    "stdlib/div.c": div;
    "stdlib/getenv.c": getenv putenv setenv unsetenv;
    "stdlib/imaxdiv.c": imaxdiv;
    "stdlib/labs.c": labs;
    "stdlib/ldiv.c": ldiv;
    "stdlib/llabs.c": imaxabs llabs;
    "stdlib/lldiv.c": lldiv;
    "stdlib/multibyte.c": mblen mbstowcs mbtowc wcstombs wctomb;
    "stdlib/parse_integer.c": __whydunit_parse_integer;
    "stdlib/qsort.c": qsort;
    "stdlib/quick_exit.c": quick_exit;
    "stdlib/rand.c": rand random srand srandom;
    "stdlib/rand48.c": drand48 lrand48 mrand48 srand48;
    "stdlib/rand_r.c": rand_r;
    "stdlib/reallocarray.c": reallocarray;
    "stdlib/strtod.c": strtod strtof strtold;
    "stdlib/strtol.c": strtol;
    "stdlib/strtoll.c": strtoimax strtoll;
    "stdlib/strtoul.c": strtoul;
    "stdlib/strtoull.c": strtoull strtoumax;
    "string/explicit_bzero.c": explicit_bzero;
    "string/libgen.c": __xpg_basename basename dirname;
    "string/memccpy.c": memccpy;
    "string/memchr.c": memchr;
    "string/memcmp.c": memcmp;
    "string/memmem.c": memmem;
    "string/mempcpy.c": mempcpy;
    "string/memrchr.c": memrchr;
    "string/rawmemchr.c": rawmemchr;
    "string/stpcpy.c": stpcpy;
    "string/stpncpy.c": stpncpy;
    "string/strcat.c": strcat;
    "string/strchr.c": strchr;
    "string/strchrnul.c": strchrnul;
    "string/strcmp.c": strcmp;
    "string/strcoll.c": strcoll;
    "string/strcpy.c": strcpy;
    "string/strcspn.c": strcspn;
    "string/strdup.c": strdup;
    "string/strerror.c": strerror;
    "string/strerror_r.c": strerror_r;
    "string/strlcat.c": strlcat;
    "string/strlcpy.c": strlcpy;
    "string/strlen.c": strlen;
    "string/strncat.c": strncat;
    "string/strncmp.c": strncmp;
    "string/strncpy.c": strncpy;
    "string/strndup.c": strndup;
    "string/strnlen.c": strnlen;
    "string/strpbrk.c": strpbrk;
    "string/strrchr.c": strrchr;
    "string/strsep.c": strsep;
    "string/strsignal.c": strsignal;
    "string/strspn.c": strspn;
    "string/strstr.c": strstr;
    "string/strtok.c": strtok;
    "string/strtok_r.c": strtok_r;
    "string/strxfrm.c": strxfrm;
    "strings/bstring.c": bcmp bcopy bzero;
    "strings/ffs.c": ffs ffsl ffsll;
    "strings/index.c": index rindex;
    "strings/strcasecmp.c": strcasecmp;
    "strings/strcasestr.c": strcasestr;
    "strings/strncasecmp.c": strncasecmp;
    "time/asctime.c": asctime ctime;
    "time/clock.c": clock;
    "time/difftime.c": difftime;
    "time/gettimeofday.c": clock_gettime gettimeofday nanosleep;
    "time/gmtime.c": gmtime gmtime_r localtime localtime_r;
    "time/mktime.c": mktime timegm;
    "time/reentrant.c": asctime_r ctime_r;
    "time/strftime.c": strftime;
    "time/time.c": time;
    "time/timespec_get.c": clock_getres timespec_get;
    "time/tzset.c": daylight timezone tzname tzset;
    "unistd/files.c": close lseek;
    "unistd/getopt.c": getopt optarg opterr optind optopt;
    "unistd/isatty.c": isatty;
    "unistd/names.c": getcwd gethostname;
    "unistd/read.c": read;
    "unistd/sleep.c": sleep usleep;
    "unistd/write.c": write;
    "wchar/getwc.c": fgetwc fgetws getwc getwchar;
    "wchar/putwc.c": fputwc fputws putwc putwchar;
    "wchar/towlower.c": towlower towupper;
    "wchar/wcscat.c": wcscat wcsncat;
    "wchar/wcschr.c": wcschr wcsrchr;
    "wchar/wcscmp.c": wcscmp wcsncmp;
    "wchar/wcscpy.c": wcscpy;
    "wchar/wcsdup.c": wcsdup;
    "wchar/wcslen.c": wcslen wcsnlen;
    "wchar/wcsncpy.c": wcsncpy;
    "wchar/wcsspn.c": wcscspn wcspbrk wcsspn;
    "wchar/wcsstr.c": wcsstr;
    "wchar/wcstok.c": wcstok;
    "wchar/wmem.c": wmemcmp wmemcpy wmemmove wmemset;
    "wchar/wmemchr.c": wmemchr;
    "wchar/swprintf.c": swprintf vswprintf;
    "wchar/wprintf.c": fwprintf vfwprintf vwprintf wprintf;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn all() -> impl Iterator<Item = &'static LibraryUnit> {
        UNITS.iter().chain(FILE_UNITS).chain(REDIRECTED_UNITS).chain(FAILING_UNITS)
    }

    fn words(text: &str) -> BTreeSet<&str> {
        text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect()
    }

    #[test]
    fn names_stand_in_the_text_of_their_unit() {
        for unit in all() {
            // What depends on the inputs is made for them.
            let text = unit.source(&[]);
            let words = words(&text);
            for name in unit.defines {
                assert!(words.contains(name), "{}: no {name}", unit.name);
            }
        }
    }

    #[test]
    fn every_name_is_defined_once() {
        for units in [UNITS, FILE_UNITS, REDIRECTED_UNITS] {
            let mut seen = BTreeSet::new();
            for name in units.iter().flat_map(|unit| unit.defines) {
                assert!(seen.insert(name), "{name} is defined twice");
            }
        }
        for name in UNITS.iter().flat_map(|unit| unit.defines) {
            assert_eq!(Intrinsic::from_name(name), None, "{name} is an intrinsic");
        }
    }

    #[test]
    fn only_programs_that_open_files_have_their_streams() {
        let plain = FileUse::default();
        for name in ["printf", "fprintf", "fgetc", "read", "close", "getcwd", "main"] {
            assert_eq!(plain.with(name), plain, "{name}");
        }
        let files = plain.with("fopen");
        assert!(files.opens && !files.redirects);
        assert_eq!(intrinsic_named("fprintf", plain), Intrinsic::from_name("fprintf"));
        assert_eq!(intrinsic_named("fprintf", files), None);
        assert!(intrinsic_named("printf", files).is_some());
        assert_eq!(intrinsic_named("printf", files.with("freopen")), None);
    }

    #[test]
    fn units_have_no_directives() {
        for unit in all() {
            assert!(!unit.text.contains('#'), "{} has a directive", unit.name);
        }
    }

    fn count_files(directory: &Path) -> usize {
        let entries = std::fs::read_dir(directory).expect("the library should be readable");
        entries
            .map(|entry| entry.expect("the library should be readable").path())
            .map(|path| if path.is_dir() { count_files(&path) } else { 1 })
            .sum()
    }

    #[test]
    fn every_file_is_listed() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lib");
        assert_eq!(count_files(&root), all().count());
    }
}
