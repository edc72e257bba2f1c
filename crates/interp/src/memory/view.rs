//! Views: pointers that are good for one sub-object only, and what they are equal to.

use super::{ENTRY_COST, Memory, NO_ENTRY, View, What};

impl Memory {
    /// A pointer to the array of `len` bytes at `address`, confined to it when it is a part of a
    /// larger object. What is no live object is left as it is: using it is what fails.
    pub(crate) fn view(&mut self, address: u64, len: u64) -> u64 {
        let (index, offset) = self.locate(address);
        let Some(entry) = self.entries.get(index) else { return address };
        let (root, start) = match &entry.what {
            What::Object(object) => {
                if offset == 0 && object.size == len {
                    return address;
                }
                (index, offset)
            }
            What::View(view) => {
                if offset == 0 && u64::from(view.len) == len {
                    return address;
                }
                (view.root as usize, i64::from(view.start) + offset)
            }
            What::Null | What::Function(_) => return address,
        };
        let Some(object) = self.object(root) else { return address };
        let inside = start >= 0 && start as u64 + len <= object.size;
        if !inside || object.state != super::State::Live {
            return address;
        }
        let root_object = self.entries[root].object;
        let (start, len) = (start as u32, len as u32);
        if let Some(&view) = self.views.get(&(root_object, start, len)) {
            return self.address_of(view as usize);
        }
        let next_view = object.first_view;
        let view = View { root: root as u32, root_object, start, len, next_view };
        let Ok(index) = self.push_entry(What::View(view), u64::from(len)) else { return address };
        self.used += ENTRY_COST;
        self.views.insert((root_object, start, len), index as u32);
        if let What::Object(object) = &mut self.entries[root].what {
            object.first_view = index as u32;
        }
        self.address_of(index)
    }

    /// The address in the root object that a pointer stands for: what comparisons, differences and
    /// conversions to integers see.
    #[inline]
    pub(crate) fn canonical(&self, address: u64) -> u64 {
        let (index, offset) = self.locate(address);
        match self.entries.get(index).map(|entry| &entry.what) {
            Some(What::View(view)) => {
                let root = self.address_of(view.root as usize);
                root.wrapping_add(u64::from(view.start)).wrapping_add_signed(offset)
            }
            _ => address,
        }
    }

    /// Is this the address of a sub-object's view, and of which root entry?
    pub(crate) fn view_at(&self, address: u64) -> Option<View> {
        let (index, _) = self.locate(address);
        match self.entries.get(index)?.what {
            What::View(view) => Some(view),
            _ => None,
        }
    }
}

const _: () = assert!(NO_ENTRY == u32::MAX);
