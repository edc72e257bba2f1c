//! The documentation as data: pages, their code blocks and links, and where their commands are run.

pub(crate) mod blocks;
pub(crate) mod links;
pub(crate) mod method_pages;
pub(crate) mod pages;
pub(crate) mod pictures;
pub(crate) mod sandbox;
pub(crate) mod schema_fields;
