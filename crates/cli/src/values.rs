//! Many small values as one that a person can read: bytes of a string, elements of an array.

use whydunit_interp::{Cell, CellObject, InputRecord};
use whydunit_program::{Arithmetic, InputOrigin, Program, TypeId};
use whydunit_report::{InputReport, WriteReport};
use whydunit_trace::{ErrorTrace, cell_name, value_text};

/// Arrays are shown whole up to this many elements, longer ones shortened in the middle.
const SHOWN_ELEMENTS: usize = 16;
const SHOWN_CHARACTERS: usize = 64;
/// Fewer elements than this are shown one by one.
const SMALLEST_RUN: usize = 2;

/// What the bytes of standard input are elements of.
const STANDARD_INPUT: &str = "stdin";

/// One value with its name, before it is grouped.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) ty: Option<TypeId>,
    pub(crate) bits: u64,
}

/// A run of consecutive elements of one array, or a single value.
struct Run {
    /// Index of the first of its values.
    first: usize,
    len: usize,
}

/// Splits `name[k]` into `name` and `k`.
fn element(name: &str) -> Option<(&str, u64)> {
    let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
    Some((base, index.parse().ok()?))
}

fn runs(values: &[Named]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (index, value) in values.iter().enumerate() {
        let continues = runs.last().is_some_and(|run| {
            let before = &values[run.first + run.len - 1];
            match (element(&before.name), element(&value.name)) {
                (Some((left, at)), Some((right, next))) => {
                    left == right && next == at + 1 && before.ty == value.ty
                }
                _ => false,
            }
        });
        match runs.last_mut().filter(|_| continues) {
            Some(run) => run.len += 1,
            None => runs.push(Run { first: index, len: 1 }),
        }
    }
    runs
}

/// Names and values with runs of elements put together: `a[0..2] = {1, 2, 3}`, `s = "abc"`. Each comes with
/// the index of its first value.
pub(crate) fn grouped(
    program: &Program,
    trace: Option<&ErrorTrace>,
    values: &[Named],
) -> Vec<(usize, String, String)> {
    let text = |value: &Named| match value.ty {
        Some(ty) => value_text(program, trace, ty, value.bits),
        None => value.bits.to_string(),
    };
    let mut result = Vec::new();
    for run in runs(values) {
        let members = &values[run.first..run.first + run.len];
        if run.len < SMALLEST_RUN {
            result.push((run.first, members[0].name.clone(), text(&members[0])));
            continue;
        }
        let (base, from) = element(&members[0].name).expect("a run should consist of elements");
        let name = if from == 0 {
            base.to_string()
        } else {
            format!("{base}[{from}..{}]", from + run.len as u64 - 1)
        };
        let is_char = base == STANDARD_INPUT
            || members[0]
                .ty
                .filter(|_| program.arithmetic == Arithmetic::Machine)
                .is_some_and(|ty| program.types.int_kind(ty).is_some_and(|kind| kind.bits == 8));
        let value = match program.arithmetic {
            _ if is_char => string_text(members),
            Arithmetic::Machine => list_text(members, text),
            Arithmetic::Mathematical => map_text(members, text),
        };
        result.push((run.first, name, value));
    }
    result
}

fn string_text(members: &[Named]) -> String {
    let mut bytes: Vec<u8> = members.iter().map(|member| member.bits as u8).collect();
    if bytes.last() == Some(&0) {
        bytes.pop();
    }
    let escape = |bytes: &[u8]| bytes.escape_ascii().to_string().replace("\\x00", "\\0");
    if bytes.len() <= SHOWN_CHARACTERS {
        return format!("\"{}\"", escape(&bytes));
    }
    let half = SHOWN_CHARACTERS / 2;
    let (head, tail) = (&bytes[..half], &bytes[bytes.len() - half..]);
    format!("\"{}\"...\"{}\" ({} characters)", escape(head), escape(tail), bytes.len())
}

fn list_text(members: &[Named], text: impl Fn(&Named) -> String) -> String {
    let list = |members: &[Named]| members.iter().map(&text).collect::<Vec<_>>().join(", ");
    if members.len() <= SHOWN_ELEMENTS {
        return format!("{{{}}}", list(members));
    }
    let half = SHOWN_ELEMENTS / 2;
    let (head, tail) = (&members[..half], &members[members.len() - half..]);
    format!("{{{}, ..., {}}} ({} elements)", list(head), list(tail), members.len())
}

/// A map has a few keys that somebody has set, and many that nobody cares about.
fn map_text(members: &[Named], text: impl Fn(&Named) -> String) -> String {
    let set = members.iter().rposition(|member| member.bits != 0).map_or(0, |last| last + 1);
    if set + 2 >= members.len() || set > SHOWN_ELEMENTS {
        return list_text(members, text);
    }
    let shown: Vec<String> = members[..=set].iter().map(&text).collect();
    format!("{{{}, ...}} ({} elements)", shown.join(", "), members.len())
}

/// The inputs of a run; strings and arrays as one.
pub(crate) fn inputs(
    program: &Program,
    records: &[InputRecord],
    trace: Option<&ErrorTrace>,
) -> Vec<InputReport> {
    let records: Vec<&InputRecord> =
        records.iter().filter(|record| !leads_to_inputs(program, records, record)).collect();
    let values: Vec<Named> = records.iter().map(|record| input_value(record)).collect();
    grouped(program, trace, &values)
        .into_iter()
        .map(|(first, name, value)| {
            let record = records[first];
            let (name, value) = if name == "stdin[0]" && is_text(record) {
                (STANDARD_INPUT.to_owned(), string_text(&values[first..=first]))
            } else {
                (name, value)
            };
            InputReport {
                name,
                value,
                origin: record.origin.name(),
                external: record.origin.is_external(),
                file: program.sources.file(record.span.file).name().to_string(),
                line: program.sources.line_column(record.span).line,
            }
        })
        .collect()
}

/// One byte of standard input is a text, too.
fn is_text(record: &InputRecord) -> bool {
    record.origin == InputOrigin::Stdin && record.cell.size == 1 && record.bits != 0
}

/// A pointer whose target consists of inputs: they say it all, its own value means nothing to anybody.
fn leads_to_inputs(program: &Program, records: &[InputRecord], record: &InputRecord) -> bool {
    let name = &record.name;
    let is_target = |other: &InputRecord| {
        other.name.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('['))
            || other.name.strip_prefix("(*").is_some_and(|rest| {
                rest.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with(')'))
            })
    };
    program.types.pointee(record.ty).is_some() && record.bits != 0 && records.iter().any(is_target)
}

/// Inputs go by the variable that received them, where there is one.
pub(crate) fn input_value(record: &InputRecord) -> Named {
    let name = with_arrows(record.variable.as_ref().unwrap_or(&record.name));
    Named { name, ty: Some(record.ty), bits: record.bits }
}

/// `(*(*p).next).value` as `p->next->value`.
fn with_arrows(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some(open) = name.rfind("(*") {
        let Some(close) = name[open..].find(").").map(|at| open + at) else { break };
        name = format!("{}{}->{}", &name[..open], &name[open + 2..close], &name[close + 2..]);
    }
    name
}

/// Values that the failing step read, by the names that the user knows; what a library function reads is not among them.
pub(crate) fn read_by_failing_step(program: &Program, trace: &ErrorTrace) -> Vec<WriteReport> {
    let Some(step) = trace.steps.last() else { return Vec::new() };
    if trace.frames.get(step.frame as usize).is_none_or(|frame| frame.is_library) {
        return Vec::new();
    }
    let mut values: Vec<WriteReport> = Vec::new();
    for access in trace.reads(step) {
        let Some(ty) = cell_type(program, trace, access.cell) else { continue };
        let Some(name) = cell_name(program, trace, access.cell) else { continue };
        // The characters of a literal are there to be seen.
        if !name.starts_with('"') && values.iter().all(|known| known.name != name) {
            let value = value_text(program, Some(trace), ty, access.bits);
            values.push(WriteReport::new(name, value));
        }
    }
    values
}

/// The type of a cell that is a whole variable or a part of a typed object.
pub(crate) fn cell_type(program: &Program, trace: &ErrorTrace, cell: Cell) -> Option<TypeId> {
    if cell.bits.is_some() {
        return None;
    }
    match cell.object {
        CellObject::Register { frame, local } => {
            let function = trace.frames.get(frame as usize)?.function;
            program.function(function).locals.get(local.index()).map(|local| local.ty)
        }
        CellObject::Memory(id) => {
            let (offset, size) = (u64::from(cell.offset), u64::from(cell.size));
            program.types.part_at(trace.object(id)?.info.ty?, offset, size)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_arrows;

    #[test]
    fn names_of_what_pointers_lead_to() {
        assert_eq!(with_arrows("x"), "x");
        assert_eq!(with_arrows("(*p).x"), "p->x");
        assert_eq!(with_arrows("(*(*p).next).value"), "p->next->value");
        assert_eq!(with_arrows("(*p).a[2]"), "p->a[2]");
        assert_eq!(with_arrows("(*list.head).value"), "list.head->value");
        assert_eq!(with_arrows("(*p)"), "(*p)");
    }
}
