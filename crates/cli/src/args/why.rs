//! What can be asked of any run.

use clap::{ArgGroup, Args};
use whydunit::{ExplainOptions, Place, WhyQuestion};

use super::CommonArgs;
use super::explain::Named;

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("question").required(true).args(["value", "expect", "ran", "not_run", "printed", "printed_stderr", "ends"]))]
pub(crate) struct WhyArgs {
    /// Why has this expression its value when the place of --at is reached?
    #[arg(long, value_name = "EXPR", requires = "at", help_heading = "Question")]
    value: Option<String>,

    /// Why does this condition not hold there?
    #[arg(long, value_name = "COND", requires = "at", help_heading = "Question")]
    expect: Option<String>,

    /// Where: `[FILE:]LINE[#K]`, the K-th time; the last time without `#K`
    #[arg(long, value_name = "PLACE", value_parser = Place::parse, conflicts_with_all = ["ran", "not_run", "printed", "printed_stderr", "ends"], help_heading = "Question")]
    at: Option<Place>,

    /// Why was this line executed?
    #[arg(long, value_name = "PLACE", value_parser = Place::parse, help_heading = "Question")]
    ran: Option<Place>,

    /// Why was this line not executed?
    #[arg(long, value_name = "PLACE", value_parser = Place::parse, help_heading = "Question")]
    not_run: Option<Place>,

    /// Of --not-run: between this execution of another line and the next one
    #[arg(long, value_name = "PLACE", value_parser = Place::parse, requires = "not_run", help_heading = "Question")]
    during: Option<Place>,

    /// Why does line N of the output read as it does, or the character at a column of it?
    #[arg(long, value_name = "N[:COLUMN]", value_parser = printed, help_heading = "Question")]
    printed: Option<(usize, Option<usize>)>,

    /// The same of what the program writes to standard error
    #[arg(long, value_name = "N[:COLUMN]", value_parser = printed, help_heading = "Question")]
    printed_stderr: Option<(usize, Option<usize>)>,

    /// Why did the run end where it did, or why does it not end?
    #[arg(long, help_heading = "Question")]
    ends: bool,

    /// How the answer is found, as of explain [default: flow-sensitive and relevance, as one answer]
    #[arg(long = "method", value_enum, value_name = "LIST", value_delimiter = ',')]
    methods: Vec<Named>,

    /// Have every claim checked independently before it is shown
    #[arg(long)]
    verify: bool,

    /// Show the whole chain: every step that matters, however often it repeats
    #[arg(long = "chain", visible_alias = "unfold")]
    pub(crate) unfold: bool,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

fn printed(text: &str) -> Result<(usize, Option<usize>), String> {
    let number = |text: &str| {
        let number = text.parse::<usize>().ok().filter(|number| *number > 0);
        number.ok_or_else(|| format!("`{text}` is not the number of a line or a column"))
    };
    match text.split_once(':') {
        Some((line, column)) => Ok((number(line)?, Some(number(column)?))),
        None => Ok((number(text)?, None)),
    }
}

impl WhyArgs {
    /// `with_further`: a form of the report has room for what was not asked.
    pub(crate) fn options(&self, with_further: bool) -> ExplainOptions {
        ExplainOptions {
            questions: self.methods.iter().map(|named| named.question()).collect(),
            verify: self.verify,
            with_further,
            causes: false,
            ..ExplainOptions::default()
        }
    }

    /// The one question that was asked.
    pub(crate) fn question(&self) -> Option<WhyQuestion> {
        let at = self.at.clone();
        if let Some(expression) = self.value.clone() {
            return Some(WhyQuestion::Value { expression, at: at? });
        }
        if let Some(condition) = self.expect.clone() {
            return Some(WhyQuestion::Expect { condition, at: at? });
        }
        if let Some(place) = self.ran.clone() {
            return Some(WhyQuestion::Ran(place));
        }
        if let Some(place) = self.not_run.clone() {
            return Some(WhyQuestion::NotRan(place, self.during.clone()));
        }
        if let Some((line, column)) = self.printed {
            return Some(WhyQuestion::Printed(line, column));
        }
        if let Some((line, column)) = self.printed_stderr {
            return Some(WhyQuestion::PrintedError(line, column));
        }
        self.ends.then_some(WhyQuestion::Ends)
    }
}
