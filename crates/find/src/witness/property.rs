//! What a witness claims to be violated, and whether a failure is that.

use sha2::{Digest, Sha256};
use whydunit_interp::Failure;
use whydunit_program::{CheckKind, Program, Target};
use whydunit_source::Span;

use super::places::{Places, base_name};
use super::{Location, Witness};

/// A property in the words of the tool that checked it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub text: String,
    /// Checks whose failure violates it; anything when empty.
    kinds: Vec<CheckKind>,
}

use CheckKind::{
    Abort, Assert, Bounds, Contract, Div, Lifetime, Null, Overflow, Shift, Uninit, Unreach,
};

impl Property {
    /// SV-COMP's `CHECK( init(main()), LTL(G ! call(reach_error())) )` and its like.
    pub(super) fn of_specification(text: &str) -> Property {
        let has = |word: &str| text.contains(word);
        let kinds: &[CheckKind] = if has("call(") || has("label(") || has("G assert") {
            &[Unreach, Assert, Contract, Abort]
        } else if has("valid-") {
            &[Bounds, Null, Lifetime, Uninit]
        } else if has("overflow") {
            &[Overflow, Shift, Div]
        } else {
            &[]
        };
        Property { text: text.trim().to_owned(), kinds: kinds.to_vec() }
    }

    /// CBMC's `main.assertion.1`, `f.overflow.2`, `main.array_bounds.1`.
    pub(super) fn of_cbmc(text: &str) -> Property {
        let has = |word: &str| text.contains(word);
        let kinds: &[CheckKind] = if has(".overflow") {
            &[Overflow, Shift, Div]
        } else if has(".assertion") || has(".error_label") {
            &[Unreach, Assert, Contract]
        } else if has("division-by-zero") {
            &[Div]
        } else if has("shift") {
            &[Shift]
        } else if has("bounds") || has("pointer") || has("precondition") {
            &[Bounds, Null, Lifetime, Uninit]
        } else {
            &[]
        };
        Property { text: text.to_owned(), kinds: kinds.to_vec() }
    }

    pub(super) fn admits(&self, kind: CheckKind) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }
}

/// The property that a failure of ours violates, as SV-COMP writes it.
pub(super) fn specification(start: &str, failure: &Failure) -> String {
    let formula = match failure.kind {
        Unreach => match failure.text.split_once('(') {
            Some((function, _)) => format!("G ! call({function}())"),
            None => "G ! call(reach_error())".to_owned(),
        },
        Assert => "G ! call(__assert_fail())".to_owned(),
        Abort => "G ! call(abort())".to_owned(),
        Contract | CheckKind::Requires | CheckKind::Expectation => "G assert".to_owned(),
        CheckKind::Termination => "F end".to_owned(),
        CheckKind::Leak => "G valid-memtrack".to_owned(),
        CheckKind::AllocFail => "G true".to_owned(),
        Lifetime if failure.text.trim_start().starts_with("free") => "G valid-free".to_owned(),
        Bounds | Null | Lifetime => "G valid-deref".to_owned(),
        Overflow => "G ! overflow".to_owned(),
        Div | Shift | Uninit => "G def-behavior".to_owned(),
    };
    format!("CHECK( init({start}()), LTL({formula}) )")
}

/// Does the run fail where the witness says? `is_loose` if the place is only the last one that the witness mentions.
pub(super) fn is_at(
    places: &Places<'_>,
    failure: &Failure,
    target: &Location,
    is_loose: bool,
) -> bool {
    let program = places.program();
    let target = places.site(target);
    let covers = |span: Span| places.lines(span).contains(target);
    let statement = |span: Span| {
        program.source_stmts.iter().any(|stmt| {
            let around = stmt.span;
            around.file == span.file
                && around.start <= span.start
                && span.end <= around.end
                && covers(around)
        })
    };
    if covers(failure.span) || statement(failure.span) {
        return true;
    }
    // Tools that look into `reach_error` find the failure in its body, we at its call.
    if failure.kind == Unreach
        && let Some((name, _)) = failure.text.split_once('(')
        && let Some(function) = program.find_function(name)
        && places.function_contains(function, target)
    {
        return true;
    }
    is_loose && failure.stack.iter().filter_map(|entry| entry.call_span).any(covers)
}

/// What makes one doubt that the witness belongs to the program, in words.
pub fn witness_differences(program: &Program, witness: &Witness) -> Vec<String> {
    let mut differences = Vec::new();
    let ours = match program.types.target() {
        Target::Lp64 => 64,
        Target::Ilp32 => 32,
    };
    if let Some(theirs) = witness.pointer_bits
        && theirs != ours
    {
        differences.push(format!(
            "the witness is for a {theirs}-bit machine, the program for {ours} bits"
        ));
    }
    for (file, hash) in &witness.program_hashes {
        let same_name = |name: &str| base_name(name) == base_name(file);
        let known = program.sources.files().map(|(_, file)| file).filter(|file| file.is_user());
        for known in known.filter(|known| same_name(known.name())) {
            // Older witnesses have hashes of another kind.
            if hash.len() == 64 && !hash.eq_ignore_ascii_case(&sha256(&known.all_bytes())) {
                let name = known.name();
                differences.push(format!("the witness is for another version of {name}"));
            }
        }
    }
    differences
}

pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_admit_the_checks_they_are_about() {
        let admitted = |property: &Property| {
            let names = CheckKind::ALL.into_iter().filter(|kind| property.admits(*kind));
            names.map(CheckKind::name).collect::<Vec<_>>().join(" ")
        };
        for (text, kinds) in [
            (
                "CHECK( init(main()), LTL(G ! call(reach_error())) )",
                "assert unreach contract abort",
            ),
            ("CHECK( init(main()), LTL(G valid-deref) )", "bounds null lifetime uninit"),
            ("CHECK( init(main()), LTL(G ! overflow) )", "div overflow shift"),
        ] {
            assert_eq!(admitted(&Property::of_specification(text)), kinds);
        }
        for (text, kinds) in [
            ("main.assertion.1", "assert unreach contract"),
            ("f.overflow.2", "div overflow shift"),
            ("main.array_bounds.1", "bounds null lifetime uninit"),
            ("main.division-by-zero.3", "div"),
        ] {
            assert_eq!(admitted(&Property::of_cbmc(text)), kinds);
        }
        assert!(Property::of_specification("something new").admits(Shift));
    }

    #[test]
    fn the_hash_is_sha_256() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sha256(b""), empty);
    }
}
