//! WASM module players: loads and calls modules, with resource limits and identical results on every machine.
//!
//! # Module interface
//! A core module (not a component, no WASI) that exports
//!
//! | export | type | meaning |
//! | --- | --- | --- |
//! | `memory` | memory | where messages and answers lie |
//! | `lgp_alloc` | `(len: i32) -> i32` | where the host may write the next message of `len` bytes; 0 when there is no room |
//! | `lgp_handle` | `(ptr: i32, len: i32) -> i64` | handles that message; the answer is `ptr << 32 \| len`, or 0 for none |
//!
//! and that imports nothing, or only `lgp.log (ptr: i32, len: i32)`, which logs a line of text. Addresses and
//! lengths are read as unsigned. One call handles one message of the protocol: the JSON without a line end.
//! The message buffer is owned by the module once `lgp_handle` is called. The answer buffer must remain
//! unchanged until the next call. An answer of length 0 counts as none.
//!
//! # Limits
//! See [`Limits`]. A call that uses up its fuel, traps, runs out of memory or returns an invalid answer ends
//! in a [`Stop`]; the instance is dead from then on. Logging with `lgp.log` costs fuel as well.
//!
//! # Determinism
//! - **Isolation.** A module has no clock, no randomness, no files and no access to other instances. `lgp.log` returns nothing.
//! - **Floats.** All float operators of WASM are exactly specified by IEEE 754 (there is no `sin`) and the
//!   interpreter does not fuse or widen them; only the bits of a NaN are left open by WASM. With wasmi's
//!   feature `deterministic`, operators return the canonical positive quiet NaN. (32-bit x86 without SSE2 is
//!   the exception; it is not a common Rust target.)
//! - **SIMD**, relaxed SIMD and threads are off; a module that uses them is rejected.
//! - **Memory growth** depends only on the limit: `memory.grow` returns -1 beyond it. If the machine itself
//!   runs out of memory, the call ends in [`Stop::Memory`] and the module never sees a -1 that it would not
//!   see on another machine.
//! - **Fuel** is counted by executed code, per call. Code is translated eagerly, so the first call costs no
//!   more than the second. The version of wasmi is pinned, since another may count differently.
//! - **The stack** has a fixed depth, set by the interpreter and not by the machine.

mod config;
mod host;
mod instance;
mod load;
mod refusal;
mod stop;
mod store;

pub use config::Limits;
pub use instance::Instance;
pub use load::Module;
pub use refusal::LoadError;
pub use stop::Stop;
