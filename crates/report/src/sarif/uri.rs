//! Names of files as URIs: relative to the directory that whydunit was started in if they are inside of it, absolute (`file:`) if not.
//!
//! Names are taken apart by their text alone; the file system is not asked.

/// A name as a URI reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FileUri {
    pub(super) text: String,
    /// It starts from the directory.
    pub(super) is_relative: bool,
}

/// Stands for a name that is empty.
const UNNAMED: &str = "unnamed";

/// A name that is no file: standard input, or text of our own.
pub(super) fn is_no_file(name: &str) -> bool {
    name == "-" || name.starts_with('<')
}

pub(super) fn file_uri(name: &str, directory: &str) -> FileUri {
    let relative = |text: String| FileUri { text, is_relative: true };
    if name.is_empty() || is_no_file(name) {
        return relative(encoded(if name.is_empty() { UNNAMED } else { name }));
    }
    let base = segments(directory);
    let is_absolute = name.starts_with('/');
    if !is_absolute && !directory.starts_with('/') {
        return relative(joined(&resolved(Vec::new(), &segments(name), false)));
    }
    let start = if is_absolute { Vec::new() } else { resolved(Vec::new(), &base, true) };
    let path = resolved(start, &segments(name), true);
    let base = resolved(Vec::new(), &base, true);
    match path.strip_prefix(base.as_slice()) {
        Some(inside) if directory.starts_with('/') && !inside.is_empty() => {
            relative(joined(inside))
        }
        _ => FileUri { text: format!("file:///{}", joined(&path)), is_relative: false },
    }
}

/// The URI of a directory, if its path is known.
pub(super) fn directory_uri(path: &str) -> Option<String> {
    let path = path.strip_prefix('/')?;
    let path = joined(&resolved(Vec::new(), &segments(path), true));
    Some(if path.is_empty() { "file:///".to_owned() } else { format!("file:///{path}/") })
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty() && *segment != ".").collect()
}

/// What `start` and then `path` lead to. Above the root is the root.
fn resolved<'p>(start: Vec<&'p str>, path: &[&'p str], has_root: bool) -> Vec<&'p str> {
    let mut result = start;
    for &segment in path {
        match (segment, result.last()) {
            ("..", Some(&last)) if last != ".." => drop(result.pop()),
            ("..", None) if has_root => {}
            _ => result.push(segment),
        }
    }
    result
}

fn joined(segments: &[&str]) -> String {
    segments.iter().map(|segment| encoded(segment)).collect::<Vec<_>>().join("/")
}

/// Percent-encoded, but for what needs no encoding anywhere.
fn encoded(segment: &str) -> String {
    let mut text = String::new();
    for byte in segment.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(byte));
            }
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_inside_of_the_directory_are_relative() {
        let cases = [
            ("a.c", "/home/me", "a.c"),
            ("./src//a.c", "/home/me", "src/a.c"),
            ("/home/me/src/a.c", "/home/me/", "src/a.c"),
            ("src/../b c.c", "/home/me", "b%20c.c"),
            ("../me/a.c", "/home/me", "a.c"),
            ("a.c", "", "a.c"),
            ("../a.c", "", "../a.c"),
            ("ünï:1.c", "/", "%C3%BCn%C3%AF%3A1.c"),
            ("-", "/home/me", "-"),
            ("<stdin>", "/home/me", "%3Cstdin%3E"),
            ("", "/home/me", "unnamed"),
        ];
        for (name, directory, expected) in cases {
            let expected = FileUri { text: expected.to_owned(), is_relative: true };
            assert_eq!(file_uri(name, directory), expected, "{name} in {directory}");
        }
    }

    #[test]
    fn other_names_are_absolute() {
        let cases = [
            ("/usr/include/x.h", "/home/me", "file:///usr/include/x.h"),
            ("/home/me too/x.c", "/home/me", "file:///home/me%20too/x.c"),
            ("../you/x.c", "/home/me", "file:///home/you/x.c"),
            ("../../../../x.c", "/home/me", "file:///x.c"),
            ("/x.c", "", "file:///x.c"),
            ("/home/me", "/home/me", "file:///home/me"),
        ];
        for (name, directory, expected) in cases {
            let expected = FileUri { text: expected.to_owned(), is_relative: false };
            assert_eq!(file_uri(name, directory), expected, "{name} in {directory}");
        }
    }

    #[test]
    fn directories_end_in_a_slash() {
        assert_eq!(directory_uri("/home/me").as_deref(), Some("file:///home/me/"));
        assert_eq!(directory_uri("/").as_deref(), Some("file:///"));
        assert_eq!(directory_uri("").as_deref(), None);
        assert_eq!(directory_uri("relative").as_deref(), None);
    }
}
