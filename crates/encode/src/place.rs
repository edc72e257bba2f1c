//! Places: finding the cells that an expression or statement speaks of, and reading and writing them.

use smallvec::SmallVec;
use whydunit_interp::ObjectId;
use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Place, TypeId};
use whydunit_semantics::Located as Found;
use whydunit_term::{Op, Term};

use crate::encoder::{Addresses, Encoder, Evaluated, Halt, Scope, Style};
use crate::generated::Store;
use crate::limits::MOST_CELLS;
use crate::number::{bit, in_object, low_half, low_word, to_position};
use crate::pointer::{Located, Origin};
use crate::storage::{Range, Storage, Value, resize};

/// A bit-field: the bit it starts at, counted from the located byte, and its width.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitSite {
    pub(crate) shift: u32,
    pub(crate) width: u32,
    pub(crate) signed: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Register(Range),
    Memory(Unchecked),
}

/// An address while its place is looked up, with the pointers and indices that it is made of.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    pub(crate) address: Value,
    /// The pointer that the place is looked for from; `None` for variables.
    pub(crate) origin: Option<Origin>,
    pub(crate) steering: SmallVec<[Value; 2]>,
}

/// An address that nobody has checked yet.
#[derive(Clone, Debug)]
pub(crate) struct Unchecked {
    pub(crate) address: Value,
    /// The pointer that the place is looked for from; `None` for variables.
    pub(crate) origin: Option<Origin>,
    /// Pointers and indices that the address is made of.
    pub(crate) steering: SmallVec<[Value; 2]>,
    /// Bytes at the address.
    pub(crate) size: u32,
    pub(crate) bits: Option<BitSite>,
    /// What was loaded to find the address came from where the run loaded it.
    pub(crate) given: Term,
}

impl Unchecked {
    /// What the place is looked for from.
    pub(crate) fn pointer(&self) -> Value {
        self.origin.map_or(self.address, |origin| origin.pointer)
    }
}

impl Encoder<'_> {
    pub(crate) fn size_of(&self, ty: TypeId) -> u64 {
        self.program.types.size_of(ty).unwrap_or(0)
    }

    /// To another width; new bits are zeros or copies of the sign.
    pub(crate) fn resize(&mut self, value: Value, width: u32, signed: bool) -> Value {
        resize(self.terms, value, width, signed)
    }

    /// Storage whose address depends on nothing.
    pub(crate) fn spot(&mut self, address: u64) -> Spot {
        let width = self.pointer_width();
        let address = self.bits(width, address.into());
        Spot { address, origin: None, steering: SmallVec::new() }
    }

    /// Finds a place.
    pub(crate) fn find(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<Target> {
        let before = self.contribution().guards.len();
        let located = whydunit_semantics::locate(self, place, false, scope)?;
        let mut target = self.target_of(place, located, scope);
        if let Target::Memory(found) = &mut target {
            found.given = self.guarded_since(before);
        }
        Ok(target)
    }

    /// What the step's guards say that were added when there were so many.
    pub(crate) fn guarded_since(&mut self, before: usize) -> Term {
        let guards = self.contribution().guards[before..].to_vec();
        self.terms.and(&guards)
    }

    /// The bytes of a place that was found.
    pub(crate) fn target_of(
        &mut self,
        place: &Place,
        located: Found<Spot>,
        scope: &Scope,
    ) -> Target {
        match located {
            Found::Register(local) => {
                let function = self.program.function(self.function_of(scope.frame));
                let size = self.program.types.size_of(function.local(local).ty).unwrap_or(8);
                let storage = Storage::Register { frame: scope.frame, local };
                Target::Register(Range::new(storage, 0, in_object(size)))
            }
            Found::Memory(Spot { address, origin, steering }) => {
                let size = in_object(self.size_of(place.ty));
                let (bits, given) = (None, Term::TRUE);
                Target::Memory(Unchecked { address, origin, steering, size, bits, given })
            }
            Found::Bits(Spot { address, origin, steering }, bits, signed) => {
                let shift = (bits.bit_offset % 8) as u32;
                let site = BitSite { shift, width: bits.width.into(), signed };
                let size = (shift + site.width).div_ceil(8).max(1);
                let address = self.add(address, bits.bit_offset / 8);
                let (bits, given) = (Some(site), Term::TRUE);
                Target::Memory(Unchecked { address, origin, steering, size, bits, given })
            }
        }
    }

    /// Checks that the whole place may be accessed. In the guarded form the address is that of the run from here
    /// on, and guards say so; only here, because a failing check must speak of the address itself.
    pub(crate) fn settle(&mut self, found: &Unchecked, access: Access) -> Evaluated<Located> {
        self.settle_bytes(found, found.size.into(), access)
    }

    pub(crate) fn settle_bytes(
        &mut self,
        found: &Unchecked,
        size: u64,
        access: Access,
    ) -> Evaluated<Located> {
        let bytes = self.bits(64, size.into());
        let located = match found.origin {
            Some(origin) => self.locate_from(origin, found.address, bytes, access)?,
            None => self.locate(found.address, bytes, access)?,
        };
        if access == Access::Write {
            self.note_store(&located, bytes, (found.address, &found.steering), found.given);
        }
        Ok(self.settled(located, &found.steering))
    }

    /// Where a write goes, or how far it reaches, is computed: it might have set something else, in this object or in another one.
    pub(crate) fn note_store(
        &mut self,
        located: &Located,
        bytes: Value,
        (address, steering): (Value, &[Value]),
        given: Term,
    ) {
        let &Located { object, offset, .. } = located;
        let is_given = offset.is_constant() && bytes.is_constant() && given == Term::TRUE;
        if self.style != Style::Equations || is_given {
            return;
        }
        let mut deciding = steering.iter().filter(|value| !value.is_constant());
        // Of an address that was loaded from storage that never changes, what was loaded decides alone.
        let is_plain = deciding.next().is_none_or(|&value| self.leads_to(value, object))
            && deciding.next().is_none();
        let store = Store {
            object,
            offset: offset.term,
            known: low_word(self.known(offset)),
            size: low_word(self.known(bytes)),
            bytes: bytes.term,
            address: is_plain.then_some(address.term),
            given,
        };
        self.contribution().stores.push(store);
    }

    /// Is the value a pointer to (a part of) the object?
    fn leads_to(&self, value: Value, object: ObjectId) -> bool {
        let is_pointer = self.terms.width(value.known) == self.pointer_width();
        let entry = is_pointer.then(|| self.entry(low_word(self.known(value)))).flatten();
        entry.is_some_and(|entry| entry.object.id == object)
    }

    pub(crate) fn settled(&mut self, located: Located, steering: &[Value]) -> Located {
        if self.addresses == Addresses::Exact {
            return located;
        }
        for &value in steering {
            self.guard(value);
        }
        Located { offset: Value::constant(located.offset.known), ..located }
    }

    pub(crate) fn add(&mut self, address: Value, offset: u64) -> Value {
        if offset == 0 {
            return address;
        }
        let width = self.pointer_width();
        let offset = self.bits(width, offset.into());
        self.apply(Op::Add, &[address, offset])
    }

    /// The value stored at a scalar place.
    pub(crate) fn load_target(
        &mut self,
        place: &Place,
        target: Target,
        scope: &Scope,
    ) -> Evaluated<Value> {
        let width = self.class(place.ty).width();
        self.reading = Some(place.span);
        match target {
            Target::Register(range) => {
                let value = self.read_checked(range, scope)?;
                Ok(self.resize(value, width, false))
            }
            Target::Memory(found) => {
                let located = self.settle(&found, Access::Read)?;
                let (size, bits) = (found.size, found.bits);
                // A `long double` has its value in the first eight bytes.
                let size = if bits.is_none() { size.min(8) } else { size };
                let value = self.read_located(&located, size, scope)?;
                let value = self.unless_elsewhere(&found, value);
                let is_computed = found.steering.iter().any(|value| !value.is_constant());
                self.ending.reads_given |= is_computed && value.is_constant() && self.is_last();
                Ok(match bits {
                    Some(site) => {
                        let field = self.field(value, site);
                        self.resize(field, width, site.signed)
                    }
                    None => self.resize(value, width, false),
                })
            }
        }
    }

    /// What is read or written through a pointer that may lead to another object than in the run: there it is something unknown, so that nothing is decided by what this object holds.
    fn unless_elsewhere(&mut self, found: &Unchecked, value: Value) -> Value {
        let pointer = found.pointer();
        if self.style == Style::Equations || pointer.is_constant() {
            return value;
        }
        let same = self.same_entry(pointer);
        if same.term == Term::TRUE {
            return value;
        }
        let sort = self.terms.sort(value.term);
        let elsewhere = self.unknown("in another object", sort);
        let term = self.terms.ite(same.term, value.term, elsewhere);
        Value { term, ..value }
    }

    /// The bits of a bit-field in the bytes it touches.
    pub(crate) fn field(&mut self, bytes: Value, site: BitSite) -> Value {
        let high = bit(site.shift + site.width - 1);
        self.apply(Op::Extract { high, low: bit(site.shift) }, &[bytes])
    }

    fn read_checked(&mut self, range: Range, scope: &Scope) -> Evaluated<Value> {
        let (value, validity) = self.read_flagged(range, scope.at)?;
        if self.checks(CheckKind::Uninit) && scope.at.is_none() {
            self.check_initialised(range, validity)?;
        }
        Ok(value)
    }

    /// Reads `size` bytes at a checked place.
    pub(crate) fn read_located(
        &mut self,
        located: &Located,
        size: u32,
        scope: &Scope,
    ) -> Evaluated<Value> {
        let storage = Storage::Object(located.object);
        let known = low_half(self.known(located.offset));
        let here = Range::new(storage, known, size);
        if located.offset.is_constant() || self.addresses == Addresses::Guarded {
            return self.read_checked(here, scope);
        }
        let Some((first, count)) = self.cells(located, size) else {
            let value = self.read_checked(here, scope)?;
            let same = self.unchanged(located.offset);
            return Ok(self.only_when(same, value, "read"));
        };
        let index = self.cell_index(located, first, size)?;
        let (value, valid_here) = self.read_flagged(here, scope.at)?;
        let mut list = Vec::with_capacity(to_position(count));
        let mut valid = Vec::new();
        for number in 0..count {
            let offset = in_object(first + number * u64::from(size));
            let (cell, validity) =
                self.read_flagged(Range::new(storage, offset, size), scope.at)?;
            list.push(cell.term);
            if validity.term != Term::TRUE {
                let position = self.terms.bits(self.terms.width(index), number.into());
                let chosen = self.terms.eq(index, position);
                valid.push(self.terms.implies(chosen, validity.term));
            }
        }
        if self.checks(CheckKind::Uninit) && scope.at.is_none() {
            let term = self.terms.and(&valid);
            self.check_initialised(here, Value { term, known: valid_here.known })?;
        }
        let term = self.select(index, &list);
        Ok(Value { term, known: value.known })
    }

    /// First offset and number of the cells of a width that an access may mean.
    fn cells(&self, located: &Located, size: u32) -> Option<(u64, u64)> {
        let size = u64::from(size);
        let known = low_word(self.known(located.offset));
        let before = known.checked_sub(located.low)? / size;
        let first = known - before * size;
        let count = (located.high.checked_sub(first)?) / size;
        (count <= MOST_CELLS).then_some((first, count))
    }

    /// Which of the cells an address means; addresses between them leave the trace.
    fn cell_index(&mut self, located: &Located, first: u64, size: u32) -> Evaluated<Term> {
        let width = self.pointer_width();
        let start = self.bits(width, first.into());
        let distance = self.apply(Op::Sub, &[located.offset, start]);
        if size == 1 {
            return Ok(distance.term);
        }
        let size = self.bits(width, size.into());
        let rest = self.apply(Op::URem, &[distance, size]);
        let zero = self.bits(width, 0);
        let aligned = self.equal(rest, zero);
        // Between the cells there may be others of another size: they are not followed.
        self.only_followed(aligned, "between")?;
        Ok(self.apply(Op::UDiv, &[distance, size]).term)
    }

    /// The element of a list that an index names: a tree over the bits of the index.
    fn select(&mut self, index: Term, list: &[Term]) -> Term {
        let mut level = list.to_vec();
        let mut bit = 0;
        while level.len() > 1 {
            let choice = self.terms.extract(index, bit, bit);
            let one = self.terms.bits(1, 1);
            let choice = self.terms.eq(choice, one);
            level = level
                .chunks(2)
                .map(|pair| match pair {
                    [low, high] => self.terms.ite(choice, *high, *low),
                    _ => pair[0],
                })
                .collect();
            bit += 1;
        }
        level[0]
    }

    /// Sets a scalar place that the run wrote.
    pub(crate) fn store(
        &mut self,
        place: &Place,
        value: Value,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let value = self.stored_value(place, value, scope);
        match self.find(place, scope)? {
            Target::Register(range) => {
                let value = self.resize(value, 8 * range.size, false);
                self.write(range, value);
                Ok(())
            }
            Target::Memory(found) => {
                let located = self.settle(&found, Access::Write)?;
                // Where the pointer leads elsewhere, this object keeps what it had, which is not followed.
                let value = self.unless_elsewhere(&found, value);
                self.follow_store(found.pointer(), located.object)?;
                match found.bits {
                    Some(site) => self.store_bits(&located, found.size, site, value),
                    None => self.store_scalar(&located, found.size, value),
                }
            }
        }
    }

    fn store_scalar(&mut self, located: &Located, size: u32, value: Value) -> Evaluated<()> {
        if size <= 8 {
            let value = self.resize(value, 8 * size, false);
            return self.write_located(located, size, value);
        }
        // The rest of a `long double` is cleared.
        let value = self.resize(value, 64, false);
        self.write_located(located, 8, value)?;
        let rest = Located { offset: self.add(located.offset, 8), ..*located };
        let zero = self.bits(8 * (size - 8), 0);
        self.write_located(&rest, size - 8, zero)
    }

    pub(crate) fn store_bits(
        &mut self,
        located: &Located,
        size: u32,
        site: BitSite,
        value: Value,
    ) -> Evaluated<()> {
        let known = low_half(self.known(located.offset));
        let range = Range::new(Storage::Object(located.object), known, size);
        let (old, _) = self.read_flagged(range, None)?;
        let field = self.resize(value, site.width, false);
        let total = 8 * size;
        let mut joined = field;
        if site.shift > 0 {
            let low = self.apply(Op::Extract { high: bit(site.shift) - 1, low: 0 }, &[old]);
            joined = self.apply(Op::Concat, &[joined, low]);
        }
        let used = site.shift + site.width;
        if used < total {
            let op = Op::Extract { high: bit(total) - 1, low: bit(used) };
            let high = self.apply(op, &[old]);
            joined = self.apply(Op::Concat, &[high, joined]);
        }
        self.stays_in_memory(located.offset)?;
        self.write(range, joined);
        Ok(())
    }

    /// Writes a value at a checked place.
    pub(crate) fn write_located(
        &mut self,
        located: &Located,
        size: u32,
        value: Value,
    ) -> Evaluated<()> {
        let storage = Storage::Object(located.object);
        let known = low_half(self.known(located.offset));
        if located.offset.is_constant() || self.addresses == Addresses::Guarded {
            self.write(Range::new(storage, known, size), value);
            return Ok(());
        }
        let Some((first, count)) = self.cells(located, size) else {
            // Where another address leads is not followed: whether the run then goes on is unknown.
            let same = self.unchanged(located.offset);
            self.only_followed(same, "elsewhere")?;
            self.write(Range::new(storage, known, size), value);
            return Ok(());
        };
        let index = self.cell_index(located, first, size)?;
        let mut changed = Vec::with_capacity(to_position(count));
        for number in 0..count {
            let offset = in_object(first + number * u64::from(size));
            let range = Range::new(storage, offset, size);
            let (old, validity) = self.read_flagged(range, None)?;
            let position = self.terms.bits(self.terms.width(index), number.into());
            let chosen = self.terms.eq(index, position);
            let term = self.terms.ite(chosen, value.term, old.term);
            let is_here = offset == known;
            let known = if is_here { value.known } else { old.known };
            let valid = Value {
                term: self.terms.or(&[chosen, validity.term]),
                known: if is_here { Term::TRUE } else { validity.known },
            };
            changed.push((range, Value { term, known }, valid));
        }
        for (range, value, validity) in changed {
            self.write_valid(range, value, validity);
        }
        Ok(())
    }

    /// A place that only its bytes are wanted of: the address, checked for `size` bytes.
    pub(crate) fn locate_place(
        &mut self,
        place: &Place,
        size: u64,
        access: Access,
        scope: &mut Scope,
    ) -> Evaluated<Located> {
        match self.find(place, scope)? {
            Target::Memory(found) if found.bits.is_none() => {
                let located = self.settle_bytes(&found, size, access)?;
                self.follow_pointer(found.pointer())?;
                Ok(located)
            }
            _ => Err(Halt::Gap("a register where bytes are wanted".into())),
        }
    }
}
