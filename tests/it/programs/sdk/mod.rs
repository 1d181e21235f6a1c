//! The kits for writing players, in real tournaments: samples, new players, the output of `check`, and the
//! drop-in for players of the class simulator.

mod check;
mod class_api;
mod class_data;
mod class_faults;
mod class_import;
mod class_players;
mod class_preset;
mod class_season;
mod class_slow;
mod cut_bids;
mod new_player;
mod play;
mod rows;
mod tools;
