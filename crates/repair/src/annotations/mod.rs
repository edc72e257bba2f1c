//! The annotation library: which mistakes people make, and how readily each is to be assumed.
//!
//! Balakrishnan and Ganai's PED (SEFM 2008, section 4.2) replaces an operator of a suspicious statement not by an
//! arbitrary value but by one of the alternatives that a library lists for it, with weights that say which one is
//! preferred. Here the library is a file, `annotations.toml`, of entries `KIND.WHERE.WHAT = WEIGHT`; files of the
//! user's are laid over it, entry by entry. Each entry is one [`Rule`]; what it means at an expression is made by the
//! families of `changes`, so an alternative is an edit of the text and its meaning, like every other change.
//!
//! Invariant: an entry is known by its name, which is its dotted key as TOML writes it; a library has each name once.

mod apply;
mod offset;
mod read;
mod rule;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_program::{Program, SourceStmtId, TypeId};
use whydunit_source::{Diagnostic, FileId};

use crate::Edit;
use crate::changes::{Change, by_library};
pub(crate) use rule::Rule;

/// The file that comes with whydunit.
const SHIPPED: &str = include_str!("../../annotations.toml");

/// Rules with their weights.
#[derive(Clone, Debug, Default)]
pub struct Library {
    entries: BTreeMap<String, Entry>,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Its key: `operator."<="."<"`.
    pub(crate) name: String,
    pub(crate) rule: Rule,
    /// 0 turns it off.
    pub(crate) weight: u32,
}

impl Library {
    /// The library that comes with whydunit.
    pub fn shipped() -> Library {
        Library::default()
            .extended_with(SHIPPED, "annotations.toml")
            .expect("the shipped library should be readable")
    }

    /// This library with the entries of a file, which go before those of the same name. `name` is what the file is
    /// called in messages.
    ///
    /// # Errors
    /// All that is wrong with the file, each with line and column.
    pub fn extended_with(&self, text: &str, name: &str) -> Result<Library, Vec<Diagnostic>> {
        let mut library = self.clone();
        for entry in read::entries(text, name)? {
            library.entries.insert(entry.name.clone(), entry);
        }
        Ok(library)
    }

    /// The entries that are in force.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(|entry| entry.weight > 0)
    }
}

/// A change that an entry of a library proposes.
#[derive(Clone, Debug)]
pub struct Alternative {
    pub(crate) change: Change,
    /// The more, the readier it is taken.
    pub weight: u32,
    /// The name of the entry.
    pub entry: String,
}

/// What the library has for the statements that `wanted` lets through, in the order of the text, the preferred first
/// at each place. An edit that several entries propose has the greatest of their weights.
pub(crate) fn alternatives(
    library: &Library,
    program: &Program,
    int: TypeId,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Alternative> {
    let mut best: FxHashMap<Edit, usize> = FxHashMap::default();
    let mut found: Vec<Alternative> = Vec::new();
    for one in by_library(library, program, int, files, wanted) {
        match best.get(&one.change.edit) {
            Some(&known) if found[known].weight >= one.weight => {}
            Some(&known) => found[known] = one,
            None => {
                best.insert(one.change.edit.clone(), found.len());
                found.push(one);
            }
        }
    }
    found.sort_by(|a, b| {
        let place = |one: &Alternative| (one.change.edit.span, std::cmp::Reverse(one.weight));
        (place(a), &a.change.edit.new).cmp(&(place(b), &b.change.edit.new))
    });
    found
}
