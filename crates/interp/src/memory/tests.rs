use whydunit_program::{GlobalId, Target};

use super::*;

fn object(memory: &mut Memory, size: u64, content: Content) -> usize {
    memory.allocate(size, content, ObjectKind::Global(GlobalId(0)), None).expect("within limits")
}

#[test]
fn addresses_know_their_object() {
    let mut memory = Memory::new(Target::Lp64, true, None);
    let first = object(&mut memory, 8, Content::Zero);
    let second = object(&mut memory, 8, Content::Zero);
    let address = memory.address_of(second);
    assert_eq!(memory.locate(address.wrapping_sub(100)), (second, -100));
    assert_eq!(memory.store::<4>(address, 4, [1, 2, 3, 4]), Some(()));
    assert_eq!(memory.load::<4>(address, 4), Some([1, 2, 3, 4]));
    assert_eq!(memory.load::<4>(address, 5), None);
    assert_eq!(memory.load::<4>(memory.address_of(first), -4), None);
    assert_eq!(memory.load::<1>(0, 0), None);
}

#[test]
fn narrow_addresses_are_resolved() {
    let mut memory = Memory::new(Target::Ilp32, true, None);
    let first = object(&mut memory, 8, Content::Zero);
    let second = object(&mut memory, 8, Content::Zero);
    let address = memory.address_of(first);
    assert!(address < 1 << 32);
    assert_eq!(memory.locate(address + 9), (first, 9));
    assert_eq!(memory.locate(address - 100), (first, -100));
    let address = memory.address_of(second);
    assert_eq!(memory.locate(address), (second, 0));
    assert_eq!(memory.locate(address - 1), (second, -1));
    let reason = |address| memory.read(address, 0, 4).unwrap_err().reason;
    assert!(matches!(reason(4), Reason::Null));
    assert!(matches!(reason(0xffff_fffc), Reason::Null), "just below null");
    assert!(matches!(reason(0x8000_0000), Reason::Wild));
}

#[test]
fn narrow_regions_are_reused_when_none_is_left() {
    let mut memory = Memory::new(Target::Ilp32, true, None);
    let kind = || ObjectKind::Global(GlobalId(0));
    let kept = object(&mut memory, 64, Content::Zero);
    for _ in 0..20 {
        let index = memory.allocate(1 << 30, Content::Zero, kind(), None).expect("released before");
        memory.release(index, State::OutOfScope);
    }
    let smaller = object(&mut memory, 1 << 28, Content::Zero);
    memory.view(memory.address_of(smaller), 16);
    assert_eq!(memory.locate(memory.address_of(kept)), (kept, 0));
    assert_eq!(memory.locate(memory.address_of(smaller) + 5), (smaller, 5));
    for _ in 0..3 {
        object(&mut memory, 1 << 30, Content::Zero);
    }
    assert!(memory.allocate(1 << 30, Content::Zero, kind(), None).is_err(), "all are alive");
}

#[test]
fn reading_needs_initialised_bytes() {
    let mut memory = Memory::new(Target::Lp64, true, None);
    let index = object(&mut memory, 8, Content::Uninitialised);
    let address = memory.address_of(index);
    assert_eq!(memory.load::<1>(address, 0), None);
    memory.store::<2>(address, 0, [7, 0]);
    assert_eq!(memory.read(address, 0, 2).map(|(value, _)| value).unwrap(), 7);
    let fault = memory.read(address, 0, 4).unwrap_err();
    assert!(matches!(fault.reason, Reason::Uninitialised { .. }));
    let other = object(&mut memory, 8, Content::Zero);
    memory.copy(memory.address_of(other), address, 8).expect("both ranges are fine");
    assert!(!memory.is_initialised(Located { index: other, start: 0 }, 8), "the mask is copied");
}

#[test]
fn views_confine_and_compare_equal_to_their_root() {
    for target in [Target::Lp64, Target::Ilp32] {
        confine(Memory::new(target, true, None));
    }
}

fn confine(mut memory: Memory) {
    let index = object(&mut memory, 16, Content::Zero);
    let address = memory.address_of(index);
    let view = memory.view(address + 4, 8);
    assert_ne!(view, address + 4);
    assert_eq!(view, memory.view(address + 4, 8), "one view for one sub-object");
    assert_eq!(memory.canonical(view + 3), address + 7);
    memory.write(view, 7, 1, 9).expect("inside the view");
    assert_eq!(memory.load::<1>(address, 11), Some([9]));
    let fault = memory.write(view, 8, 1, 9).unwrap_err();
    assert!(matches!(fault.reason, Reason::Bounds { low: 4, high: 12, start: 12, .. }));
    memory.release(index, State::OutOfScope);
    assert!(matches!(memory.read(view, 0, 1).unwrap_err().reason, Reason::Dead { .. }));
}

#[test]
fn snapshots_keep_what_changes() {
    let mut memory = Memory::new(Target::Lp64, true, None);
    let index = object(&mut memory, 4, Content::Zero);
    let address = memory.address_of(index);
    memory.write(address, 0, 4, 1).unwrap();
    let first = memory.take_snapshot();
    let second = memory.take_snapshot();
    assert_eq!(memory.store::<4>(address, 0, [2, 0, 0, 0]), None, "the fast path steps back once");
    memory.write(address, 0, 4, 2).unwrap();
    assert_eq!(memory.store::<4>(address, 0, [3, 0, 0, 0]), Some(()));
    let third = memory.take_snapshot();
    memory.write(address, 0, 4, 4).unwrap();
    let old = |memory: &Memory, snapshot| memory.read_old(snapshot, address, 0, 4).unwrap();
    assert_eq!(old(&memory, first), 1);
    assert_eq!(old(&memory, second), 1);
    assert_eq!(old(&memory, third), 3);
    memory.drop_snapshot(first);
    assert_eq!(old(&memory, second), 1);
}

#[test]
fn the_budget_is_kept() {
    let mut memory = Memory::new(Target::Lp64, true, Some(10_000));
    let kind = || ObjectKind::Global(GlobalId(0));
    assert!(memory.allocate(20_000, Content::Zero, kind(), None).is_err());
    for _ in 0..100 {
        let index = memory.allocate(4_000, Content::Zero, kind(), None).expect("released before");
        memory.release(index, State::OutOfScope);
        memory.used -= ENTRY_COST;
    }
}

#[test]
fn dead_entries_are_reused_in_the_end() {
    for target in [Target::Lp64, Target::Ilp32] {
        let mut memory = Memory::new(target, true, None);
        let mut seen = Vec::new();
        for _ in 0..QUARANTINE + 10 {
            let index = object(&mut memory, 8, Content::Uninitialised);
            memory.release(index, State::OutOfScope);
            seen.push((index, memory.entries[index].object));
        }
        assert!(memory.entries.len() <= QUARANTINE + 3);
        let (first, last) = (seen[0], seen[QUARANTINE + 1]);
        assert_eq!(first.0, last.0, "the oldest entry comes first");
        assert_ne!(first.1, last.1, "object numbers are never reused");
    }
}
