//! Pictures of a terminal: what a command prints in colours, as a scalable drawing.

use std::path::PathBuf;

use super::pages::book;
use super::sandbox::Sandbox;

/// A file under `images`, and the command that it shows.
#[derive(Debug)]
pub(crate) struct Picture {
    file: &'static str,
    command: &'static str,
}

pub(crate) const PICTURES: [Picture; 1] =
    [Picture { file: "explain.svg", command: "whydunit explain examples/overrun.c" }];

/// The colours of old terminals are hard to read on black; these are not.
const COLOURS: [(&str, &str); 10] = [
    (".fg { fill: #AAAAAA }", ".fg { fill: #D4D4D4 }"),
    (".bg { fill: #000000 }", ".bg { fill: #1E1E1E }"),
    ("fill: #0000AA", "fill: #6CB6FF"),
    ("fill: #00AAAA", "fill: #56D4DD"),
    ("fill: #AA0000", "fill: #FF7B72"),
    ("fill: #AA5500", "fill: #E3B341"),
    ("fill: #00AA00", "fill: #7EE787"),
    ("fill: #AA00AA", "fill: #D2A8FF"),
    ("fill: #555555", "fill: #8B949E"),
    ("fill: #5555FF", "fill: #6CB6FF"),
];

impl Picture {
    pub(crate) fn path(&self) -> PathBuf {
        book().join("images").join(self.file)
    }

    pub(crate) fn drawing(&self) -> String {
        let printed = Sandbox::new().run(&format!("{} --color always", self.command));
        let text = format!("$ {}\n{}", self.command, printed.text);
        let drawing = anstyle_svg::Term::new().render_svg(&text);
        COLOURS.iter().fold(drawing, |drawing, (old, new)| drawing.replace(old, new))
    }
}
