//! A message with an excerpt of the source, in the manner of a modern compiler.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::controls::rendered;
use crate::{Place, TextOptions};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageKind {
    /// Nothing can be done.
    Error,
    /// Something may be wrong.
    Warning,
    /// Something to know.
    Note,
}

/// A message about the program, with the line that it is about.
#[derive(Clone, Debug)]
pub struct Message {
    /// How bad it is.
    pub kind: MessageKind,
    /// One sentence.
    pub title: String,
    /// Where it is in the source, if it is there.
    pub place: Option<Place>,
    /// A few words under the marked text.
    pub label: Option<String>,
    /// What can be done about it.
    pub notes: Vec<String>,
}

/// The message, its excerpt and its notes; ends with a newline.
pub fn render_message(message: &Message, options: &TextOptions) -> String {
    rendered(options, |options| arranged(message, options))
}

fn arranged(message: &Message, options: &TextOptions) -> String {
    let level = match message.kind {
        MessageKind::Error => Level::ERROR,
        MessageKind::Warning => Level::WARNING,
        MessageKind::Note => Level::NOTE,
    };
    let title = level.primary_title(message.title.as_str());
    let mut group = match &message.place {
        None => Group::with_title(title),
        Some(place) => {
            let text = place.line_text.as_str();
            let start = byte_of_column(text, place.column);
            let end = if place.end_line == place.line {
                byte_of_column(text, place.end_column).max(start)
            } else {
                text.trim_end().len().max(start)
            };
            let mut mark = AnnotationKind::Primary.span(start..end);
            if let Some(label) = &message.label {
                mark = mark.label(label.as_str());
            }
            title.element(
                Snippet::source(text)
                    .line_start(place.line as usize)
                    .path(place.file.as_str())
                    .annotation(mark),
            )
        }
    };
    for note in &message.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    let renderer = if options.colour { Renderer::styled() } else { Renderer::plain() };
    let mut text = renderer.term_width(options.width).render(&[group]);
    text.push('\n');
    text
}

fn byte_of_column(line: &str, column: u32) -> usize {
    let characters = column.saturating_sub(1) as usize;
    line.char_indices().nth(characters).map_or(line.len(), |(index, _)| index)
}
