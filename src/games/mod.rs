//! L3: the games. Each has its rules and its players side by side; no game knows another.

pub mod auction;
pub mod marrakech;
pub mod scrabble;
pub mod wordgame;
