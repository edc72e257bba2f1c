//! Where the commands of a page are run: a directory of its own with copies of what pages speak of, so that nothing is
//! left behind in the repository.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Directories of the repository that commands in the documentation may use.
const COPIED: [&str; 4] = ["examples", "tests/papers", "tests/programs/boogie", "tests/repair"];

#[derive(Debug)]
pub(crate) struct Sandbox {
    directory: tempfile::TempDir,
}

/// What a command has printed, both streams in their order, and its exit code.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: String,
    pub(crate) code: Option<i32>,
}

impl Sandbox {
    pub(crate) fn new() -> Sandbox {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        for name in COPIED {
            copy(&root().join(name), &directory.path().join(name));
        }
        Sandbox { directory }
    }

    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// Writes a file that a page shows, unless the repository has it: then it has to be the same.
    pub(crate) fn add(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.path().join(name);
        match fs::read_to_string(&path) {
            Ok(there) if there == text => Ok(()),
            Ok(_) => Err(format!("the listing of {name} is not what is in the file")),
            Err(_) => {
                let directory = path.parent().expect("a file should be in a directory");
                let made = fs::create_dir_all(directory).and_then(|()| fs::write(&path, text));
                made.map_err(|e| format!("{name}: {e}"))
            }
        }
    }

    /// Runs a line of a shell in which `whydunit` is the command under test, as a terminal of 100 columns without colours
    /// would show it.
    pub(crate) fn run(&self, line: &str) -> Printed {
        let binary = Path::new(env!("CARGO_BIN_EXE_whydunit"));
        let binaries = binary.parent().expect("the command should be in a directory");
        let mut path = binaries.as_os_str().to_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", &format!("{{ {line}\n}} 2>&1")])
            .current_dir(self.path())
            .env("PATH", path)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .stdin(Stdio::null())
            .output()
            .expect("a shell should start");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Printed { text, code: output.status.code() }
    }
}

pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the repository should be there")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory should be possible");
    let entries = fs::read_dir(from).unwrap_or_else(|e| panic!("{}: {e}", from.display()));
    for entry in entries {
        let entry = entry.expect("the directory should be readable");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copying a file should work");
        }
    }
}
