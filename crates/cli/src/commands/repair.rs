//! `whydunit repair`: changes of the program with which its tests pass.

use anyhow::anyhow;
use whydunit::{Language, NativeOptions, Options, Outcome, Session};
use whydunit_report::{CAUSES, MessageKind};

use super::{confined, written};
use crate::args::RepairArgs;
use crate::outcome::{Problem, print_message};
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn repair(args: &RepairArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::of(&args.common.output)?;
    if Language::of(&args.common.files)? != Language::C {
        return Err(anyhow!("repair changes C programs; Boogie programs are explained only").into());
    }
    let native = NativeOptions { is_allowed: args.native, launcher: confined::launcher() };
    let options = Options { tests: args.tests.options(), native, ..args.common.options()? };
    let mut session = Session::open(options)?;
    if !args.tests.is_given() {
        stdin::supply(&mut session, Pipe::Read)?;
    }
    let mut repaired = session.repair(&args.options())?;
    let has_failed = repaired.report.repairing.is_some();
    outputs.write(
        &mut repaired.report,
        Text { is_result: has_failed, unfold: false, causes: CAUSES },
        None,
    )?;
    if !args.apply || !has_failed {
        return Ok(repaired.outcome);
    }
    if repaired.is_refused {
        let message = "--apply: no repair passes when it is compiled by the C compiler; left alone";
        print_message(MessageKind::Note, message.to_owned());
    } else {
        written::apply_best(repaired.best)?;
    }
    Ok(repaired.outcome)
}
