//! Functions of the C library whose answers come from outside, defined so that they answer as in the run.

use whydunit_interp::InputRecord;
use whydunit_program::{InputOrigin, Program};

use crate::request::Unsupported;

/// How a function makes its result of the recorded answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Result {
    /// It is the answer.
    Answer,
    /// It is the answer, and stored through the first parameter as well.
    Stored,
    /// It is the answer to a name: whoever asks again is answered as before.
    Named,
    /// A number of 48 bits, below 1.
    Fraction,
    /// Whatever the answer, with a reason: in a run that fails there was no file.
    Failure { result: &'static str, errno: u8 },
    /// What the real function does, or a failure: which of the two is the answer.
    Real { call: &'static str, result: &'static str, errno: u8 },
    /// It is the answer; where that is a failure, for this reason.
    Status { errno: u8 },
}

#[derive(Debug)]
pub(crate) struct Answering {
    pub(crate) name: &'static str,
    pub(crate) include: &'static str,
    pub(crate) header: &'static str,
    pub(crate) result: Result,
}

const ENOENT: u8 = 2;
const EIO: u8 = 5;
const ENOMEM: u8 = 12;
const EACCES: u8 = 13;

/// Every function of our C library that asks for an input of its own.
pub(crate) const ANSWERING: &[Answering] = &[
    of("time", "time.h", "time_t time(time_t *at)", Result::Stored),
    of("clock", "time.h", "clock_t clock(void)", Result::Answer),
    of("getenv", "stdlib.h", "char *getenv(const char *name)", Result::Named),
    of("rand", "stdlib.h", "int rand(void)", Result::Answer),
    of("random", "stdlib.h", "long random(void)", Result::Answer),
    of("lrand48", "stdlib.h", "long lrand48(void)", Result::Answer),
    of("mrand48", "stdlib.h", "long mrand48(void)", Result::Answer),
    of("drand48", "stdlib.h", "double drand48(void)", Result::Fraction),
    of("fopen", "stdio.h", "FILE *fopen(const char *path, const char *mode)", none(ENOENT)),
    of(
        "freopen",
        "stdio.h",
        "FILE *freopen(const char *path, const char *mode, FILE *stream)",
        none(ENOENT),
    ),
    of("tmpfile", "stdio.h", "FILE *tmpfile(void)", none(EACCES)),
    of("popen", "stdio.h", "FILE *popen(const char *command, const char *mode)", none(ENOMEM)),
    of("open", "fcntl.h", "int open(const char *path, int flags, ...)", no_descriptor()),
    of("creat", "fcntl.h", "int creat(const char *path, mode_t mode)", no_descriptor()),
    of("remove", "stdio.h", "int remove(const char *path)", status()),
    of("rename", "stdio.h", "int rename(const char *from, const char *to)", status()),
    of("access", "unistd.h", "int access(const char *path, int mode)", status()),
    of("unlink", "unistd.h", "int unlink(const char *path)", status()),
    of("rmdir", "unistd.h", "int rmdir(const char *path)", status()),
    of("chdir", "unistd.h", "int chdir(const char *path)", status()),
    real(
        "read",
        "unistd.h",
        "ssize_t __wrap_read(int descriptor, void *bytes, size_t count)",
        Result::Real { call: "read(descriptor, bytes, count)", result: "-1", errno: EIO },
    ),
    real("malloc", "stdlib.h", "void *__wrap_malloc(size_t size)", memory("malloc(size)")),
    real(
        "calloc",
        "stdlib.h",
        "void *__wrap_calloc(size_t count, size_t size)",
        memory("calloc(count, size)"),
    ),
    real(
        "realloc",
        "stdlib.h",
        "void *__wrap_realloc(void *block, size_t size)",
        memory("realloc(block, size)"),
    ),
    of("isatty", "unistd.h", "int isatty(int descriptor)", Result::Answer),
];

const fn of(
    name: &'static str,
    include: &'static str,
    header: &'static str,
    result: Result,
) -> Answering {
    Answering { name, include, header, result }
}

const fn real(
    name: &'static str,
    include: &'static str,
    header: &'static str,
    result: Result,
) -> Answering {
    of(name, include, header, result)
}

const fn memory(call: &'static str) -> Result {
    Result::Real { call, result: "0", errno: ENOMEM }
}

const fn none(errno: u8) -> Result {
    Result::Failure { result: "0", errno }
}

const fn no_descriptor() -> Result {
    Result::Failure { result: "-1", errno: ENOENT }
}

const fn status() -> Result {
    Result::Status { errno: ENOENT }
}

/// Can a test answer as in the run? Of a file that was opened it would need the content, and of other functions nothing is known here.
pub(crate) fn examine(
    program: &Program,
    inputs: &[InputRecord],
) -> std::result::Result<(), Unsupported> {
    for record in inputs {
        let function = match &record.origin {
            InputOrigin::Library { function, .. } | InputOrigin::Random(function) => function,
            InputOrigin::File(name) => {
                return Err(Unsupported::new(format!("the run has read the file {name}")));
            }
            _ => continue,
        };
        let known = ANSWERING.iter().find(|known| known.name == function);
        let is_failure = |known: &Answering| matches!(known.result, Result::Failure { .. });
        match known {
            None => return Err(Unsupported::new(format!("the run has asked {function}"))),
            Some(known) if known.is_real() && !is_called_by_program(program, record, function) => {
                let message = format!("the library has called {function} in the run");
                return Err(Unsupported::new(message));
            }
            Some(known) if is_failure(known) && record.bits != 0 => {
                return Err(Unsupported::new(format!("{function} was successful")));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Is the call that took the answer one of that function? Calls inside of the machine's own library cannot be answered.
fn is_called_by_program(program: &Program, record: &InputRecord, function: &str) -> bool {
    let text = program.sources.text(record.span).trim_start();
    text.contains(function)
}

impl Answering {
    pub(crate) fn is_real(&self) -> bool {
        matches!(self.result, Result::Real { .. })
    }

    /// What makes the linker take the answering function for the real one, and the declaration of that.
    pub(crate) fn wrapping(&self) -> Option<(String, String)> {
        let declaration = format!("{};", self.header.replace("__wrap_", "__real_"));
        self.is_real().then(|| (format!("-Wl,--wrap={}", self.name), declaration))
    }

    /// Why the k-th answer was a failure, where that differs from answer to answer: a file that is there was refused.
    pub(crate) fn errnos(&self, inputs: &[InputRecord]) -> Option<Vec<u8>> {
        let Result::Failure { errno: ENOENT, .. } = self.result else { return None };
        let is_there = |record: &InputRecord| {
            matches!(record.origin, InputOrigin::Library { otherwise: Some(1), .. })
        };
        let own = inputs.iter().filter(|record| self.is_of(record));
        let errnos: Vec<u8> =
            own.map(|record| if is_there(record) { EACCES } else { ENOENT }).collect();
        errnos.contains(&EACCES).then_some(errnos)
    }

    pub(crate) fn is_asked(&self, inputs: &[InputRecord]) -> bool {
        inputs.iter().any(|record| self.is_of(record))
    }

    pub(crate) fn is_of(&self, record: &InputRecord) -> bool {
        record.origin.answered_by() == Some(self.name)
    }

    /// The lines that make a result of `next`, an expression that gives the next answer.
    pub(crate) fn body(&self, next: &str) -> Vec<String> {
        let lines: &[&str] = match self.result {
            Result::Answer => &["return NEXT;"],
            Result::Stored => {
                &["time_t answer = NEXT;", "if (at)", "    *at = answer;", "return answer;"]
            }
            Result::Named => &[
                "static struct { char name[32]; char *value; } known[8];",
                "static int count;",
                "char *answer;",
                "for (int i = 0; i < count; i++)",
                "    if (strcmp(known[i].name, name) == 0)",
                "        return known[i].value;",
                "answer = NEXT;",
                "if (strlen(name) < 32 && count < 8) {",
                "    strcpy(known[count].name, name);",
                "    known[count++].value = answer;",
                "}",
                "return answer;",
            ],
            Result::Fraction => &["return (double)NEXT / 281474976710656.0;"],
            Result::Failure { .. } => &["errno = ERRNO;", "return RESULT;"],
            Result::Real { .. } => {
                &["if (NEXT)", "    return __real_CALL;", "errno = ERRNO;", "return RESULT;"]
            }
            Result::Status { .. } => {
                &["if (!NEXT)", "    return 0;", "errno = ERRNO;", "return -1;"]
            }
        };
        let (result, errno) = match self.result {
            Result::Failure { result, errno } | Result::Real { result, errno, .. } => {
                (result, errno)
            }
            Result::Status { errno } => ("", errno),
            _ => ("", 0),
        };
        let errno = errno.to_string();
        let call = if let Result::Real { call, .. } = self.result { call } else { "" };
        let text = |line: &&str| {
            let line = line.replace("NEXT", next).replace("CALL", call);
            line.replace("RESULT", result).replace("ERRNO", &errno)
        };
        lines.iter().map(text).collect()
    }

    /// Headers beyond its own that the lines need.
    pub(crate) fn needs(&self) -> Option<&'static str> {
        match self.result {
            Result::Named => Some("string.h"),
            Result::Failure { .. } | Result::Real { .. } | Result::Status { .. } => Some("errno.h"),
            Result::Answer | Result::Stored | Result::Fraction => None,
        }
    }
}
