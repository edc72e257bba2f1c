//! Files are written whole or not at all, whatever is in the way.

use std::fs;
use std::path::{Path, PathBuf};

use whydunit_host::{File, WriteError, is_same_file, recover, write_all};

fn file(path: impl Into<PathBuf>, bytes: &[u8]) -> File {
    File { path: path.into(), bytes: bytes.to_vec(), before: None }
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).expect("it should be readable");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    names
}

fn read(path: impl AsRef<Path>) -> String {
    String::from_utf8(fs::read(path).expect("it should be readable")).expect("UTF-8")
}

#[test]
fn files_are_replaced_and_nothing_is_left_behind() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let (here, journals) = (place.path().join("here"), place.path().join("journals"));
    fs::create_dir(&here).expect("making a directory should work");
    fs::write(here.join("a"), "old").expect("writing should work");
    let files = [file(here.join("a"), b"one"), file(here.join("b"), b"two")];
    assert_eq!(write_all(&files, Some(&journals)).expect("it should work"), [true, true]);
    assert_eq!((read(here.join("a")).as_str(), read(here.join("b")).as_str()), ("one", "two"));
    assert_eq!(write_all(&files, Some(&journals)).expect("it should work"), [false, false]);
    assert_eq!(names(&here), ["a", "b"]);
    assert_eq!(names(&journals), [] as [&str; 0]);
    assert_eq!(recover(&journals), []);
}

#[test]
fn what_has_changed_is_left_alone_and_so_are_the_others() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let at = |name: &str| place.path().join(name);
    fs::write(at("a"), "a").expect("writing should work");
    fs::write(at("b"), "changed").expect("writing should work");
    let before = |name: &str, before: &[u8]| File {
        before: Some(before.to_vec()),
        ..file(at(name), b"new")
    };
    let error = write_all(&[before("a", b"a"), before("b", b"b")], None);
    assert!(matches!(error, Err(WriteError::Changed(path)) if path == at("b")));
    let error = write_all(&[before("a", b"a"), before("missing", b"x")], None);
    assert!(matches!(error, Err(WriteError::Changed(path)) if path == at("missing")));
    assert_eq!((read(at("a")).as_str(), read(at("b")).as_str()), ("a", "changed"));
    assert_eq!(names(place.path()), ["a", "b"]);
    let error = write_all(&[file(at("a"), b"1"), file(at("./a"), b"2")], None);
    assert!(matches!(error, Err(WriteError::Twice(_))));
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_permissions_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let place = tempfile::tempdir().expect("a directory should be possible");
    let at = |name: &str| place.path().join(name);
    fs::write(at("real"), "old").expect("writing should work");
    fs::set_permissions(at("real"), PermissionsExt::from_mode(0o750)).expect("it is ours");
    symlink("real", at("link")).expect("linking should work");
    symlink("nothing", at("dangling")).expect("linking should work");
    fs::hard_link(at("real"), at("hard")).expect("linking should work");
    assert!(is_same_file(&at("link"), &at("./real")));
    assert!(is_same_file(&at("hard"), &at("real")));
    assert!(!is_same_file(&at("dangling"), &at("real")));
    write_all(&[file(at("link"), b"new"), file(at("dangling"), b"more")], None)
        .expect("it should work");
    assert_eq!(read(at("real")), "new");
    assert_eq!(read(at("nothing")), "more");
    assert!(at("link").is_symlink() && at("dangling").is_symlink());
    let mode = fs::metadata(at("real")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
}

/// A full disk, as a file system of a few pages: what was there is still there.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    use std::process::Command;
    let place = tempfile::tempdir().expect("a directory should be possible");
    let own = std::env::current_exe().expect("the test should know itself");
    let script = format!(
        "mount -t tmpfs -o size=64k none '{0}' && WHYDUNIT_FULL_DISK='{0}' '{1}' --exact write::on_a_full_disk --ignored",
        place.path().display(),
        own.display()
    );
    let mut command = Command::new("unshare");
    let output =
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]).output();
    let Ok(output) = output else { return whydunit_testing::missing("unshare") };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !said.contains("running 1 test") {
        return whydunit_testing::missing("unshare with mounts");
    }
    assert!(output.status.success(), "{said}");
}

/// The part of the test before that runs on the small file system.
#[test]
#[ignore = "run by a_full_disk_loses_nothing"]
fn on_a_full_disk() {
    let Some(place) = std::env::var_os("WHYDUNIT_FULL_DISK").map(PathBuf::from) else { return };
    fs::write(place.join("a"), vec![b'a'; 20_000]).expect("there is room for it");
    fs::write(place.join("b"), "b").expect("there is room for it");
    let large = vec![b'x'; 60_000];
    let files = [file(place.join("b"), b"new"), file(place.join("a"), &large)];
    let error = write_all(&files, Some(&place.join("journals")));
    assert!(matches!(error, Err(WriteError::Io { .. })), "{error:?}");
    assert_eq!((read(place.join("a")).len(), read(place.join("b")).as_str()), (20_000, "b"));
    assert_eq!(names(&place), ["a", "b", "journals"]);
    assert_eq!(names(&place.join("journals")), [] as [&str; 0]);
}

/// One of several cannot take its place: the others get back what they held.
#[cfg(target_os = "linux")]
#[test]
fn a_failing_rename_undoes_the_others() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("sub")).expect("making a directory should work");
    fs::write(at("a"), "a").expect("writing should work");
    fs::write(at("sub/b"), "b").expect("writing should work");
    let immutable = |sign: &str| {
        let changed = std::process::Command::new("chattr").arg(sign).arg(at("sub/b")).output();
        changed.is_ok_and(|changed| changed.status.success())
    };
    if !immutable("+i") {
        return;
    }
    let error = write_all(&[file(at("a"), b"new"), file(at("sub/b"), b"new")], None);
    immutable("-i");
    assert!(matches!(error, Err(WriteError::Io { .. })), "{error:?}");
    assert_eq!((read(at("a")).as_str(), read(at("sub/b")).as_str()), ("a", "b"));
    assert_eq!((names(place.path()).len(), names(&at("sub")).len()), (2, 1));
}

/// A journal that somebody else put there renames nothing of the user's.
#[test]
fn foreign_journals_do_nothing() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let at = |name: &str| place.path().join(name);
    let journals = at("journals");
    fs::create_dir(&journals).expect("making a directory should work");
    fs::write(at("mine"), "mine").expect("writing should work");
    let (mine, target) = (at("mine").display().to_string(), at("target").display().to_string());
    let texts = [
        format!("whydunit journal 1\ncomplete\nfile old= new= {mine} {target}\nend\n"),
        format!("whydunit journal 1\nundo\nfile old= new= {mine} {target}\nend\n"),
        format!("whydunit journal 1\ncomplete\nfile old= new= {mine}"),
        format!("whydunit journal 2\nundo\nfile old= new= {mine} {target}\nend\n"),
        "\0\u{1b}".to_owned(),
    ];
    for (number, text) in texts.iter().enumerate() {
        fs::write(journals.join(format!("1-{number}.journal")), text).expect("writing should work");
    }
    assert_eq!(recover(&journals), []);
    assert_eq!(read(at("mine")), "mine");
    assert!(!at("target").exists());
    assert_eq!(names(&journals), [] as [&str; 0]);
}
