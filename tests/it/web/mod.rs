//! `serve`: pages by request, and in a real browser.

mod auction_browser;
mod auction_table_browser;
pub(crate) mod browser;
mod command;
mod help_browser;
mod marrakech;
mod marrakech_browser;
pub(crate) mod pages;
mod people;
mod people_browser;
mod review;
mod review_browser;
mod saved;
mod scrabble;
mod scrabble_analysis;
mod scrabble_browser;
mod serve;
pub(crate) mod site;
mod start;
mod start_browser;
mod tournaments;
mod tournaments_browser;
mod tournaments_command;
mod wordgame;
mod wordgame_browser;
