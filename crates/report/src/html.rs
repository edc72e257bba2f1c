//! The report as one self-contained page: headline, source with reasons, the run step by step, repairs.
//!
//! The page is made in two layers. What explains the failure is plain HTML: the headline, the source with a note below each line that matters, the methods
//! one by one. A script adds what needs one: stepping through the run with variables and invariants beside it, choosing among methods and failures. Style,
//! script and data are all inside the file, and its content security policy forbids it to load anything.
//!
//! * `views`: what is said beside which line, in the words of the terminal
//! * `source`, `failure`, `repairs`: the visible parts; `sources`: the files they show
//! * `data`, `loops`: what the script needs to know
//! * `highlight`, `prose`, `escape`, `labels`: text as markup

mod assets;
mod causes;
mod data;
mod escape;
mod failure;
mod highlight;
mod labels;
mod page;
mod prose;
mod repairs;
mod source;
mod sources;
mod views;

use crate::Report;
use sources::Sources;
use views::{View, views};

/// One page that needs no network.
pub fn to_html(report: &Report) -> String {
    let sources = Sources::of(report);
    let views: Vec<Vec<View<'_>>> = report.failures.iter().map(views).collect();
    page::page(report, &views, &sources)
}
