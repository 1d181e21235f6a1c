//! The sandbox against a hostile player, for each user and each kind of kernel available here.
#![cfg(target_os = "linux")]

#[path = "../it/program/mod.rs"]
mod program;

mod bounds;
mod ends;
mod files;
mod ground;
mod others;
mod pause;
mod runtimes;
mod watch;
