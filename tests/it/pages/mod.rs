//! Every page in a real browser: what all of them have to be, whatever they show.

mod accessible;
mod measures;
mod numbers;
mod pictures;
mod tour;
