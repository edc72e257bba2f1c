//! Directories that are damaged, planted or deleted, before and during a run.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use whydunit_source::SourceMap;

use super::{HEADERS, HeaderDir, discard, holds_headers, is_plain};
use crate::text::prepare_file;
use crate::{InputFile, Options};

/// A directory to keep headers in, not there yet.
fn cache() -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = dir.path().join("cache");
    (dir, path)
}

/// The headers, from the cache.
fn kept(cache: &Path) -> HeaderDir {
    let headers = HeaderDir::open(Some(cache)).expect("headers should be writable");
    assert!(headers.temporary.is_none(), "{} should be used", cache.display());
    assert!(headers.path().starts_with(cache));
    headers
}

/// The headers, from somewhere else.
fn elsewhere(cache: &Path) {
    let headers = HeaderDir::open(Some(cache)).expect("headers should be writable");
    assert!(headers.temporary.is_some(), "{} should not be used", cache.display());
    assert!(holds_headers(headers.path()) && headers.is_intact());
}

fn entries(dir: &Path) -> usize {
    fs::read_dir(dir).expect("the directory should be readable").count()
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("this should be possible");
}

#[test]
fn headers_are_written_once() {
    let (_dir, cache) = cache();
    let inode = |headers: &HeaderDir| fs::metadata(headers.path()).expect("it is there").ino();
    let first = kept(&cache);
    assert!(first.is_intact());
    let before = inode(&first);
    drop(first);
    let second = kept(&cache);
    assert_eq!(inode(&second), before);
    assert!(second.is_intact());
    assert_eq!(entries(&cache), 1);
}

#[test]
fn what_does_not_hold_the_headers_is_noticed_and_made_again() {
    let (_dir, cache) = cache();
    let header = |headers: &HeaderDir| headers.path().join("stdio.h");
    let delete = |path: &Path| fs::remove_file(path).expect("deleting should work");
    let damages: [&dyn Fn(&HeaderDir); 6] = [
        &|headers| delete(&header(headers)),
        &|headers| fs::write(header(headers), "int printf();").expect("writing should work"),
        &|headers| {
            let text = fs::read(header(headers)).expect("reading should work");
            fs::write(header(headers), text.to_ascii_uppercase()).expect("writing should work");
        },
        &|headers| {
            delete(&header(headers));
            symlink("/dev/zero", header(headers)).expect("linking should work");
        },
        &|headers| fs::remove_dir_all(headers.path()).expect("deleting should work"),
        &|headers| set_mode(headers.path(), 0o777),
    ];
    for damage in damages {
        let headers = kept(&cache);
        damage(&headers);
        assert!(!headers.is_intact());
        assert!(kept(&cache).is_intact());
        assert_eq!(entries(&cache), 1, "nothing is left over");
    }
}

#[test]
fn directories_that_others_may_change_are_not_used() {
    let (dir, cache) = cache();
    let name = kept(&cache).path().file_name().expect("it has a name").to_owned();
    // Where the headers belong there is something else.
    let planted = dir.path().join("planted");
    fs::rename(cache.join(&name), &planted).expect("renaming should work");
    symlink(&planted, cache.join(&name)).expect("linking should work");
    let headers = kept(&cache);
    assert!(headers.path().symlink_metadata().expect("it is there").is_dir());
    assert!(headers.is_intact() && holds_headers(&planted));
    // The place itself is somebody else's, or everybody's.
    let link = dir.path().join("link");
    symlink(&cache, &link).expect("linking should work");
    elsewhere(&link);
    set_mode(&cache, 0o777);
    elsewhere(&cache);
    if rustix::process::geteuid().is_root() {
        set_mode(&cache, 0o700);
        std::os::unix::fs::chown(&cache, Some(4321), None).expect("this is possible");
        elsewhere(&cache);
    }
    // It cannot be made.
    let file = dir.path().join("file");
    fs::write(&file, "").expect("writing should work");
    elsewhere(&file);
    elsewhere(&file.join("below"));
    elsewhere(Path::new("relative"));
    assert!(!Path::new("relative").exists());
}

#[test]
fn names_that_a_line_marker_would_escape_are_not_used() {
    assert!(is_plain(Path::new("/home/zoë/a b/.cache")));
    for name in ["/home/a\"b", "/home/a\\b", "/home/a\nb", "cache"] {
        assert!(!is_plain(Path::new(name)), "{name}");
    }
}

/// A compiler that does something to the cache before it reads the program.
fn compiler_after(dir: &Path, deed: &str) -> String {
    let script = dir.join("compiler");
    fs::write(&script, format!("#!/bin/sh\n{deed}\nexec cc \"$@\"\n")).expect("this is possible");
    set_mode(&script, 0o755);
    script.display().to_string()
}

#[test]
fn a_program_is_read_with_our_headers_whatever_happens_to_them() {
    let (dir, cache) = cache();
    let program = dir.path().join("p.c");
    let text = "#include <stdio.h>\n#include <stdlib.h>\nint main(void) { return EOF; }\n";
    fs::write(&program, text).expect("writing should work");
    let read = |compiler: Option<String>| {
        let options = Options { compiler, header_cache: Some(cache.clone()), ..Options::default() };
        let mut sources = SourceMap::new();
        let prepared = prepare_file(&mut sources, &InputFile::new(&program), &options);
        let files = sources.files().map(|(_, file)| file.name().to_owned());
        // Where they lie is part of the names of those that contribute nothing.
        let files: Vec<String> = files.filter(|name| name.starts_with('<')).collect();
        (prepared.expect("the program should be taken").text, files)
    };
    let expected = read(None);
    assert!(expected.1.contains(&"<stdio.h>".to_owned()));
    let headers = HEADERS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    let kept_dir = kept(&cache).path().display().to_string();
    for deed in [
        format!("rm -rf {kept_dir}"),
        format!("rm -rf {}", cache.display()),
        format!("[ ! -d {kept_dir} ] || : > {kept_dir}/stdlib.h"),
        format!(
            "[ ! -d {kept_dir} ] || for h in {headers}; do echo '#error' > {kept_dir}/$h; done"
        ),
        format!("[ ! -d {kept_dir} ] || chmod 777 {kept_dir}"),
    ] {
        kept(&cache);
        assert!(read(Some(compiler_after(dir.path(), &deed))) == expected, "{deed}");
        assert!(read(None) == expected, "after {deed}");
    }
}

#[test]
fn runs_at_once_never_see_a_part_of_the_headers() {
    let (_dir, cache) = cache();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for round in 0..20 {
                    let headers = HeaderDir::open(Some(&cache)).expect("headers can be had");
                    // Others may take all of them away, never change one.
                    for (name, text) in HEADERS {
                        if let Ok(found) = fs::read_to_string(headers.path().join(name)) {
                            assert_eq!(found, *text, "{name}");
                        }
                    }
                    if round % 5 == 4 && headers.temporary.is_none() {
                        discard(headers.path());
                    }
                }
            });
        }
    });
    assert!(kept(&cache).is_intact());
    assert_eq!(entries(&cache), 1, "nothing is left over");
}
