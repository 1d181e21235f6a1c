//! Why a file is no module of a player, and what to do about it.

use std::fmt;

/// Why a module was refused. The text of each names what is wrong and the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The bytes are no WASM at all.
    NotWasm,
    /// The bytes are WAT, the text form of WASM.
    Text,
    /// The bytes are a WASM component.
    Component,
    /// The file is larger than allowed.
    TooLarge {
        /// Its size in bytes.
        size: usize,
        /// The size allowed.
        limit: usize,
    },
    /// The module is broken or uses what is switched off; the text says what.
    Invalid(String),
    /// The module imports what there is not: `module.name (type)` of each.
    Imports(Vec<String>),
    /// Exports are missing or of another type: what was expected and what is there.
    Exports(Vec<String>),
    /// The module begins with more memory than the limit.
    Memory {
        /// Bytes that it declares.
        declared: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The module has tables too many or too large; the text says which.
    Tables(String),
    /// A function has too many locals.
    Locals {
        /// The index of the function in the module.
        function: usize,
        /// How many locals it has.
        count: u32,
        /// How many it may have.
        limit: u32,
    },
    /// The start function, or the data laid out before it, failed; the text says how.
    Start(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWasm => f.write_str(
                "this is no WASM module: it does not begin with the bytes 00 61 73 6D; name the file that the compiler wrote, mostly *.wasm",
            ),
            Self::Text => f.write_str(
                "this is WAT, the text form of WASM: translate it first, for example by `wat2wasm FILE.wat -o FILE.wasm`",
            ),
            Self::Component => {
                f.write_str("this is a WASM component: build a core module instead (in Rust the target wasm32-unknown-unknown)")
            }
            Self::TooLarge { size, limit } => {
                write!(f, "the module has {size} bytes, more than the {limit} allowed: strip it, or pack its data")
            }
            Self::Invalid(why) => write!(
                f,
                "the module is not valid here: {why}; build it for plain WebAssembly without SIMD, threads, several memories or memory64"
            ),
            Self::Imports(names) => write!(
                f,
                "the module imports {}: there is nothing but lgp.log (i32, i32) -> (); build it without WASI and without a JavaScript host \
                 (in Rust the target wasm32-unknown-unknown and crate-type \"cdylib\")",
                names.join(", ")
            ),
            Self::Exports(faults) => {
                write!(f, "the module lacks what a player must export: {}; declare and export it so", faults.join("; "))
            }
            Self::Memory { declared, limit } => write!(
                f,
                "the module begins with {declared} bytes of memory, more than its limit of {limit}: declare less or raise the limit"
            ),
            Self::Tables(what) => write!(f, "the module has {what}: declare fewer or smaller tables"),
            Self::Locals { function, count, limit } => write!(
                f,
                "function {function} of the module has {count} locals, more than the {limit} allowed: \
                 split it, or build with optimisation"
            ),
            Self::Start(how) => {
                write!(f, "the module could not be started: {how}; see its start function and its data segments")
            }
        }
    }
}

impl std::error::Error for LoadError {}
