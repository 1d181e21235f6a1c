//! The book: its commands, links and tables, and the schemas that it prints.

#[cfg(unix)]
mod blocks;
mod book_tables;
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod links;
mod schema;
#[cfg(unix)]
mod scratch;
