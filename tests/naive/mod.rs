//! Rules a second time, plain and slow, to be compared with the engine.
#![allow(unreachable_pub, reason = "a module of a test")]

pub mod marrakech;
