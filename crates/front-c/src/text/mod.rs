//! C text, made ready for the parser.
//!
//! A file goes through the preprocessor of the machine's compiler ([`preprocess`]), is lexed
//! ([`lexer`]), gets the place of every token in the file as its author wrote it ([`align`]), and is
//! rewritten token by token into the dialect that the parser accepts ([`normalise`]). What comes out is a
//! [`Prepared`]: text to parse, and the way back from its offsets to the original files.

mod align;
mod asked;
#[cfg(test)]
mod damage;
mod decode;
mod emit;
mod header_dir;
mod headers;
mod lexer;
mod load;
mod missing;
mod neighbourhood;
mod normalise;
mod opened;
mod original;
mod preprocess;
mod scan;
#[cfg(test)]
mod tests;

use std::path::Path;

use whydunit_source::{SourceMap, Span};

use crate::{Diagnostic, InputFile, Options};
use align::AlignFile;
use header_dir::HeaderDir;
use lexer::Lexed;
use original::Original;
use preprocess::Comments;
use scan::Kind;

pub(crate) use emit::Prepared;
pub(crate) use missing::declared_by;
pub(crate) use normalise::display_name;

/// A token on its way to the parser.
#[derive(Clone, Debug)]
struct Token<'a> {
    kind: Kind,
    text: std::borrow::Cow<'a, str>,
    span: Span,
}

/// Preprocesses one user file with the C compiler and prepares it for the parser.
pub(crate) fn prepare_file(
    sources: &mut SourceMap,
    file: &InputFile,
    options: &Options,
) -> Result<Prepared, Diagnostic> {
    let path = file.path.as_path();
    let main = preprocess::read_source(file, options)?;
    let mut headers = HeaderDir::open(options.header_cache.as_deref()).map_err(no_headers)?;
    let mut comments =
        if may_have_annotations(&main.text) { Comments::Keep } else { Comments::Drop };
    loop {
        let copy = match comments {
            Comments::Keep => without_comments_before_directives(&main.text),
            Comments::Drop => None,
        };
        let output = preprocess::preprocess(file, copy.as_deref(), options, &headers, comments);
        if !headers.is_intact() {
            headers = HeaderDir::temporary().map_err(no_headers)?;
            continue;
        }
        let preprocess::Preprocessed { text: output, opened } = output?;
        let lexed = match lexer::lex(&output.text) {
            Ok(lexed) => lexed,
            Err(error) => {
                let text_of = |name: &str| opened.read(name, options);
                return Err(load::lex_diagnostic(error, path, &main.text, text_of));
            }
        };
        let read = (&opened, options);
        let ids = load::load(sources, &lexed, &output.text, path, &main, &headers, read);
        let files: Vec<AlignFile<'_>> = ids
            .iter()
            .map(|&id| {
                let file = sources.file(id);
                AlignFile { id, original: file.is_user().then(|| Original::scan(file.text())) }
            })
            .collect();
        let annotated =
            |file: &AlignFile<'_>| file.original.as_ref().is_some_and(Original::has_annotations);
        if comments == Comments::Drop && files.iter().any(annotated) {
            // A header of the user's has contracts.
            comments = Comments::Keep;
            continue;
        }
        let spans = align::align(&lexed, &files, sources);
        drop(files);
        let mut tokens = tokens(&lexed, &spans, &output.raw_offsets);
        if let Some(asked) = &options.asked {
            asked::insert(&mut tokens, asked, sources);
        }
        let dialect = normalise::Dialect::from_std(file.standard(options));
        return match normalise::normalise(tokens, dialect, sources) {
            Ok(normalised) => Ok(emit::emit(normalised)),
            Err(error) => {
                let diagnostic = Diagnostic::error(error.message).at(sources, error.span);
                Err(error.note.into_iter().fold(diagnostic, Diagnostic::note))
            }
        };
    }
}

/// Prepares text of our own (library units): no preprocessor, marked internal in the source map.
///
/// Text that is not C comes back as it is, for the parser to complain about.
pub(crate) fn prepare_internal(sources: &mut SourceMap, name: &str, text: &str) -> Prepared {
    let id = sources.find(name).unwrap_or_else(|| sources.add_internal(name, text));
    let Ok(lexed) = lexer::lex(text) else { return Prepared::verbatim(id, text) };
    let spans: Vec<Span> = lexed
        .tokens
        .iter()
        .map(|token| Span::new(id, token.offset, token.offset + token.text.len() as u32))
        .collect();
    match normalise::normalise(tokens(&lexed, &spans, &[]), normalise::Dialect::default(), sources)
    {
        Ok(normalised) => emit::emit(normalised),
        Err(_) => Prepared::verbatim(id, text),
    }
}

/// Prepares text that needs no preprocessor any more; places are places in it, line markers are ignored.
pub(crate) fn prepare_preprocessed(
    sources: &mut SourceMap,
    name: &str,
    text: &str,
) -> Result<Prepared, Diagnostic> {
    let id = sources.add(name, text);
    let lexed = lexer::lex(text)
        .map_err(|error| load::lex_diagnostic(error, Path::new(name), text, |_| None))?;
    let spans: Vec<Span> = lexed
        .tokens
        .iter()
        .map(|token| Span::new(id, token.offset, token.offset + token.text.len() as u32))
        .collect();
    match normalise::normalise(tokens(&lexed, &spans, &[]), normalise::Dialect::default(), sources)
    {
        Ok(normalised) => Ok(emit::emit(normalised)),
        Err(error) => Err(Diagnostic::error(error.message).at(sources, error.span)),
    }
}

/// What the C compiler says about a file that the parser rejected, if it rejects it as well: its
/// explanation of a syntax error is better than "expected one of these tokens".
pub(crate) fn compiler_objection(file: &InputFile, options: &Options) -> Option<Diagnostic> {
    let objection = |headers: &HeaderDir| preprocess::compiler_objection(file, options, headers);
    let headers = HeaderDir::open(options.header_cache.as_deref()).ok()?;
    let found = objection(&headers);
    if headers.is_intact() { found } else { objection(&HeaderDir::temporary().ok()?) }
}

fn no_headers(error: std::io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot write whydunit's headers to a temporary directory: {error}"))
}

fn may_have_annotations(text: &str) -> bool {
    text.contains("/*@") || text.contains("//@")
}

/// A preprocessor that keeps comments overlooks directives behind them, so those comments are blanked
/// out; every other byte stays where it is. `None` if there are none.
fn without_comments_before_directives(text: &str) -> Option<String> {
    let comments = Original::scan(text).comments_before_directives;
    if comments.is_empty() {
        return None;
    }
    let mut out = text.to_owned();
    for comment in comments {
        let blank: String = out[comment.clone()]
            .bytes()
            .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
            .collect();
        out.replace_range(comment, &blank);
    }
    Some(out)
}

fn tokens<'a>(lexed: &Lexed<'a>, spans: &[Span], raw_offsets: &[u32]) -> Vec<Token<'a>> {
    lexed
        .tokens
        .iter()
        .zip(spans)
        .map(|(token, &span)| {
            let text = normalise::literal(token, raw_offsets);
            Token { kind: token.kind, text, span }
        })
        .collect()
}
