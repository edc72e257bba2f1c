//! The documentation is true: commands print what is shown, links lead somewhere, pages made from the sources are up to date.
//!
//! `UPDATE_EXPECT=1 cargo test -p whydunit-cli --test tests documentation` writes the output of commands, the pages of the methods and the pictures anew. The book
//! (`docs/`) follows the conventions of mdBook, which is not needed here.

use crate::book;
use crate::common;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use book::links::{broken, targets};
use book::method_pages::method_pages;
use book::pages::{self, Show};
use book::pictures::PICTURES;
use book::sandbox::{Sandbox, root};
use book::schema_fields::with_fields;

/// Held by tests that may rewrite the same page.
static PAGES: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    PAGES.lock().unwrap_or_else(PoisonError::into_inner)
}

#[test]
fn commands_print_what_is_shown() {
    let _alone = alone();
    let made = book::pages::book().join("methods");
    let mut pages = pages::pages();
    pages.retain(|page| !page.starts_with(&made));
    let failures = common::parallel(&pages, |page| {
        let text = pages::read(page);
        let (wanted, mut problems) = pages::with_output(&text, Show::Shown);
        problems.extend(pages::stray_listings(&text));
        problems.extend(pages::settle(page, &wanted).err());
        let problems = problems.into_iter();
        problems.map(|problem| format!("{}: {problem}", pages::name(page))).collect::<Vec<_>>()
    });
    common::finish("pages", pages.len(), &failures.concat());
}

#[test]
fn methods_have_pages_made_from_their_files() {
    let pages = method_pages();
    let failures = common::parallel(&pages, |page| {
        let (wanted, mut problems) = page.text();
        problems.extend(pages::settle(&page.path(), &wanted).err());
        problems
    });
    common::finish("pages of methods", pages.len(), &failures.concat());
    let mut made: Vec<_> = pages.iter().map(|page| page.path()).collect();
    made.sort();
    let mut there = pages::book_pages();
    there.retain(|page| page.starts_with(pages::book().join("methods")));
    assert_eq!(there, made, "there are pages of methods that do not exist");
}

#[test]
fn pictures_show_what_is_printed() {
    let problems = PICTURES.iter().filter_map(|picture| {
        let wanted = picture.drawing();
        assert!(wanted.contains("<svg"), "{picture:?} should be a drawing");
        pages::settle(&picture.path(), &wanted).err()
    });
    common::finish("pictures", PICTURES.len(), &problems.collect::<Vec<_>>());
}

#[test]
fn links_lead_somewhere() {
    let mut pages = pages::pages();
    pages.push(pages::book().join("SUMMARY.md"));
    pages.push(root().join("ARCHITECTURE.md"));
    let problems: Vec<String> = pages.iter().flat_map(|page| broken(page)).collect();
    common::finish("pages with links", pages.len(), &problems);
}

/// mdBook shows what the summary lists, and nothing else.
#[test]
fn summary_lists_every_page_once() {
    let summary = pages::read(&pages::book().join("SUMMARY.md"));
    assert!(summary.starts_with("# Summary\n"), "mdBook expects this title");
    let mut listed: Vec<_> =
        targets(&summary).iter().map(|target| pages::book().join(target)).collect();
    listed.sort();
    let names = |pages: &[PathBuf]| pages.iter().map(|page| pages::name(page)).collect::<Vec<_>>();
    assert_eq!(names(&listed), names(&pages::book_pages()));
    let settings = pages::read(&root().join("docs/book.toml"));
    assert!(settings.contains("src = \"src\""), "the pages should be where mdBook looks for them");
}

/// The reference has the help of every command and topic, and so whatever options there are.
#[test]
fn all_help_is_in_the_reference() {
    let help = Sandbox::new().run("whydunit --help").text;
    let (_, list) = help.split_once("Commands:\n").expect("the help should list the commands");
    let commands = list.lines().take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.split_whitespace().next());
    let commands = commands.filter(|command| *command != "help");
    let commands = commands.map(|command| format!("$ whydunit {command} --help\n"));
    let topics = help.lines().filter_map(|line| line.trim_start().strip_prefix("whydunit help "));
    let topics = topics.filter_map(|line| line.split_whitespace().next());
    let topics = topics.map(|topic| format!("$ whydunit help {topic}\n"));
    let page = pages::read(&pages::book().join("options.md"));
    let missing: Vec<String> =
        commands.chain(topics).filter(|command| !page.contains(command)).collect();
    assert!(missing.is_empty(), "options.md lacks {missing:?}");
}

#[test]
fn fields_of_the_report_are_those_of_its_schema() {
    let _alone = alone();
    let page = pages::book().join("json.md");
    let wanted = with_fields(&pages::read(&page));
    if let Err(problem) = pages::settle(&page, &wanted) {
        panic!("{problem}");
    }
}

/// Every example has its command in the index, and every command there finds a failure.
#[test]
fn examples_fail() {
    let directory = root().join("examples");
    let index = pages::read(&directory.join("README.md"));
    let sandbox = Sandbox::new();
    let entries = std::fs::read_dir(&directory).expect("the examples should be there");
    let names = entries.map(|entry| entry.expect("readable").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let programs: Vec<String> =
        names.filter(|name| Path::new(name).extension() == Some("c".as_ref())).collect();
    let mut problems = Vec::new();
    for program in &programs {
        let mut commands = index.lines().filter_map(|line| line.strip_prefix("$ "));
        match commands.find(|command| command.contains(&format!("examples/{program}"))) {
            Some(command) => {
                let printed = sandbox.run(command);
                if printed.code != Some(1) {
                    problems.push(format!("{command}: {}", printed.text));
                }
            }
            None => problems.push(format!("examples/README.md has no command for {program}")),
        }
    }
    common::finish("examples", programs.len(), &problems);
}
