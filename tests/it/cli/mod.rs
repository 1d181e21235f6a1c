//! The commands: what they print, what they refuse, how they end.

mod auction_analyse;
mod auction_play;
mod bad_input;
mod commands;
mod compare;
mod compare_speed;
mod configs;
mod console;
mod history;
mod marrakech;
mod player_names;
mod race;
mod report;
mod scrabble;
mod scrabble_alphabets;
mod scrabble_annotate;
mod scrabble_batch;
mod scrabble_files;
mod scrabble_game;
mod scrabble_play;
mod scrabble_simulation;
mod table_widths;
mod tune;
mod wordgame;
