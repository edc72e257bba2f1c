//! Storage of a symbolic state.
//!
//! An object is a map from byte offsets to cells of 1 to 16 bytes that do not overlap; what no cell covers is as the object was
//! made (zero, or without a value). Cells are as wide as the accesses that wrote them, so that a program that reads
//! what it wrote never sees a concatenation; other accesses take cells apart. Maps are persistent: a branch copies nothing, and
//! joining two states costs what they differ in.

use std::rc::Rc;

use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use whydunit_term::{Term, Terms};

/// Number of an entry: an object, a function, or a part of an object that a pointer is confined to.
pub(crate) type EntryId = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// In bytes.
    pub(crate) size: u32,
    pub(crate) value: Term,
    /// When has it a value at all?
    pub(crate) is_set: Term,
}

/// Contents that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    Zero,
    Unset,
}

#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) is_alive: Term,
    fill: Fill,
    cells: OrdMap<u32, Cell>,
}

#[derive(Clone, Debug)]
struct Shared(Rc<Object>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Memory {
    objects: OrdMap<EntryId, Shared>,
}

impl Object {
    pub(crate) fn new(fill: Fill) -> Object {
        Object { is_alive: Term::TRUE, fill, cells: OrdMap::new() }
    }

    /// The cell that covers a byte, with its offset.
    fn covering(&self, byte: u32) -> Option<(u32, Cell)> {
        let (&offset, &cell) = self.cells.get_prev(&byte)?;
        (byte < offset + cell.size).then_some((offset, cell))
    }

    fn unset(&self, terms: &mut Terms, size: u32) -> Cell {
        let value = terms.bits(8 * size, 0);
        let is_set = if self.fill == Fill::Zero { Term::TRUE } else { Term::FALSE };
        Cell { size, value, is_set }
    }

    /// The part of a cell between two offsets that begins at `from` and ends at or before `to`.
    fn piece(&self, terms: &mut Terms, from: u32, to: u32) -> Cell {
        match self.covering(from) {
            Some((offset, cell)) => {
                let end = (offset + cell.size).min(to);
                if from == offset && end == offset + cell.size {
                    return cell;
                }
                let (low, high) = (8 * (from - offset), 8 * (end - offset) - 1);
                let value = terms.extract(cell.value, high, low);
                Cell { size: end - from, value, is_set: cell.is_set }
            }
            None => {
                let next = self.cells.get_next(&from).map_or(to, |(&offset, _)| offset.min(to));
                self.unset(terms, (next - from).min(8))
            }
        }
    }

    /// What `size` bytes (at most 16) at an offset hold.
    pub(crate) fn read(&self, terms: &mut Terms, offset: u32, size: u32) -> Cell {
        if let Some(&cell) = self.cells.get(&offset)
            && cell.size == size
        {
            return cell;
        }
        let end = offset + size;
        let mut whole = self.piece(terms, offset, end);
        while whole.size < size {
            let next = self.piece(terms, offset + whole.size, end);
            whole.value = terms.concat(next.value, whole.value);
            whole.is_set = terms.and(&[whole.is_set, next.is_set]);
            whole.size += next.size;
        }
        whole
    }

    /// The cells of a range, one after the other.
    pub(crate) fn cells_of(&self, terms: &mut Terms, offset: u32, size: u32) -> Vec<Cell> {
        let (mut at, end) = (offset, offset + size);
        let mut cells = Vec::new();
        while at < end {
            let cell = self.piece(terms, at, end);
            at += cell.size;
            cells.push(cell);
        }
        cells
    }

    /// Offsets and sizes of all cells.
    pub(crate) fn layout(&self) -> Vec<(u32, u32)> {
        self.cells.iter().map(|(&offset, cell)| (offset, cell.size)).collect()
    }

    pub(crate) fn write(&mut self, terms: &mut Terms, offset: u32, cell: Cell) {
        let end = offset + cell.size;
        if let Some((&start, &old)) = self.cells.get_prev(&offset)
            && start < offset
            && start + old.size > offset
        {
            self.keep(terms, (start, old), start, offset);
            self.keep(terms, (start, old), end, start + old.size);
        }
        let inside: Vec<(u32, Cell)> =
            self.cells.range(offset..end).map(|(&start, &old)| (start, old)).collect();
        for (start, old) in inside {
            self.cells.remove(&start);
            self.keep(terms, (start, old), end, start + old.size);
        }
        self.cells.insert(offset, cell);
    }

    /// Makes a cell of the bytes `from..to` of another that is going to be overwritten.
    fn keep(&mut self, terms: &mut Terms, (start, old): (u32, Cell), from: u32, to: u32) {
        if from < to {
            let value = terms.extract(old.value, 8 * (to - start) - 1, 8 * (from - start));
            self.cells.insert(from, Cell { size: to - from, value, is_set: old.is_set });
        }
    }

    /// Writes where a condition holds; elsewhere the bytes keep what they had.
    pub(crate) fn write_when(
        &mut self,
        terms: &mut Terms,
        condition: Term,
        offset: u32,
        cell: Cell,
    ) {
        if condition == Term::FALSE {
            return;
        }
        let old = self.read(terms, offset, cell.size);
        let merged = choose(terms, condition, cell, old);
        if merged != old {
            self.write(terms, offset, merged);
        }
    }

    /// Is there something at the very offset that was written or read as a whole?
    pub(crate) fn cell_size_at(&self, offset: u32) -> Option<u32> {
        self.cells.get(&offset).map(|cell| cell.size)
    }

    fn join(terms: &mut Terms, condition: Term, a: &Object, b: &Object) -> Object {
        let is_alive = terms.ite(condition, a.is_alive, b.is_alive);
        if is_alive == Term::FALSE {
            return Object { is_alive, fill: Fill::Unset, cells: OrdMap::new() };
        }
        // Nobody looks into an object that is gone.
        if a.is_alive == Term::FALSE || b.is_alive == Term::FALSE {
            let alive = if a.is_alive == Term::FALSE { b } else { a };
            return Object { is_alive, ..alive.clone() };
        }
        let mut joined = b.clone();
        joined.is_alive = is_alive;
        let mut touched: Vec<(u32, u32)> = Vec::new();
        for item in b.cells.diff(&a.cells) {
            match item {
                DiffItem::Add(&offset, cell) | DiffItem::Remove(&offset, cell) => {
                    touched.push((offset, cell.size));
                }
                DiffItem::Update { old: (&offset, old), new: (_, new) } => {
                    // Cut as finely as either side: parts may differ in whether they have a value.
                    let (less, more) = (old.size.min(new.size), old.size.max(new.size));
                    touched.push((offset, less));
                    if more > less {
                        touched.push((offset + less, more - less));
                    }
                }
            }
        }
        for (offset, size) in touched {
            let cell = a.read(terms, offset, size);
            let size = cell.size;
            let old = b.read(terms, offset, size);
            let merged = choose(terms, condition, cell, old);
            joined.write(terms, offset, merged);
        }
        joined
    }
}

/// The first cell where the condition holds, else the second. What has no value may be taken for any.
pub(crate) fn choose(terms: &mut Terms, condition: Term, a: Cell, b: Cell) -> Cell {
    let value = if a.is_set == Term::FALSE {
        b.value
    } else if b.is_set == Term::FALSE {
        a.value
    } else {
        terms.ite(condition, a.value, b.value)
    };
    Cell { size: a.size, value, is_set: terms.ite(condition, a.is_set, b.is_set) }
}

impl Memory {
    pub(crate) fn get(&self, id: EntryId) -> Option<&Object> {
        self.objects.get(&id).map(|shared| &*shared.0)
    }

    pub(crate) fn get_mut(&mut self, id: EntryId) -> Option<&mut Object> {
        self.objects.get_mut(&id).map(|shared| Rc::make_mut(&mut shared.0))
    }

    pub(crate) fn insert(&mut self, id: EntryId, object: Object) {
        self.objects.insert(id, Shared(Rc::new(object)));
    }

    /// The memory that is `a` where the condition holds and `b` elsewhere. Objects that only one of them has were made
    /// on its way, and only values of that way point to them.
    pub(crate) fn join(terms: &mut Terms, condition: Term, a: &Memory, b: &Memory) -> Memory {
        let mut joined = b.clone();
        for item in b.objects.diff(&a.objects) {
            match item {
                DiffItem::Add(&id, object) => {
                    joined.objects.insert(id, object.clone());
                }
                DiffItem::Remove(..) => {}
                DiffItem::Update { old: (&id, of_b), new: (_, of_a) } => {
                    let object = Object::join(terms, condition, &of_a.0, &of_b.0);
                    joined.objects.insert(id, Shared(Rc::new(object)));
                }
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(terms: &mut Terms, size: u32, value: u128) -> Cell {
        Cell { size, value: terms.bits(8 * size, value), is_set: Term::TRUE }
    }

    #[test]
    fn overlapping_writes_take_cells_apart() {
        let mut terms = Terms::new();
        let mut object = Object::new(Fill::Zero);
        let word = cell(&mut terms, 4, 0x4433_2211);
        object.write(&mut terms, 4, word);
        let byte = cell(&mut terms, 1, 0xff);
        object.write(&mut terms, 6, byte);
        let read = object.read(&mut terms, 4, 4);
        assert_eq!(terms.value(read.value), Some(0x44ff_2211));
        let read = object.read(&mut terms, 2, 4);
        assert_eq!(terms.value(read.value), Some(0x2211_0000));
        let long = cell(&mut terms, 8, 0x0807_0605_0403_0201);
        object.write(&mut terms, 1, long);
        let read = object.read(&mut terms, 4, 8);
        assert_eq!(terms.value(read.value), Some(0x0000_0008_0706_0504 & 0xffff_ffff_ffff));
    }

    #[test]
    fn bytes_without_a_value_are_known() {
        let mut terms = Terms::new();
        let mut object = Object::new(Fill::Unset);
        let byte = cell(&mut terms, 1, 1);
        object.write(&mut terms, 0, byte);
        assert_eq!(object.read(&mut terms, 0, 1).is_set, Term::TRUE);
        assert_eq!(object.read(&mut terms, 0, 4).is_set, Term::FALSE);
    }

    #[test]
    fn joined_objects_choose_cell_by_cell() {
        let mut terms = Terms::new();
        let c = terms.variable_bool("c");
        let mut base = Memory::default();
        base.insert(1, Object::new(Fill::Zero));
        let (mut a, mut b) = (base.clone(), base);
        let word = cell(&mut terms, 4, 7);
        a.get_mut(1).expect("object").write(&mut terms, 0, word);
        let byte = cell(&mut terms, 1, 9);
        b.get_mut(1).expect("object").write(&mut terms, 0, byte);
        let joined = Memory::join(&mut terms, c, &a, &b);
        let read = joined.get(1).expect("object").read(&mut terms, 0, 4);
        let (seven, nine) = (terms.bits(32, 7), terms.bits(32, 9));
        let expected = terms.ite(c, seven, nine);
        assert_eq!(read.value, expected);
    }
}
