//! Why a file is not a valid player module, and the remedy.

use std::fmt;

/// Why a module was rejected. Each text names the problem and the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// The bytes are not WASM.
    NotWasm,
    /// The bytes are WAT, the text form of WASM.
    Text,
    /// The bytes are a WASM component.
    Component,
    /// The file is larger than allowed.
    TooLarge {
        /// Its size in bytes.
        size: usize,
        /// The maximum size.
        limit: usize,
    },
    /// The module is invalid or uses a disabled feature, which the text names.
    Invalid(String),
    /// The module imports something not provided: `module.name (type)` of each.
    Imports(Vec<String>),
    /// Exports are missing or have the wrong type: expected and actual.
    Exports(Vec<String>),
    /// The module's initial memory exceeds the limit.
    Memory {
        /// The declared size in bytes.
        declared: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The module has too many or too large tables; details.
    Tables(String),
    /// A function has too many locals.
    Locals {
        /// The index of the function in the module.
        function: usize,
        /// Its number of locals.
        count: u32,
        /// The maximum number.
        limit: u32,
    },
    /// The start function, or the data initialisation before it, failed; details.
    Start(String),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotWasm => f.write_str(
                "this is not a WASM module: it does not begin with the bytes 00 61 73 6D; name the file that the compiler wrote, usually *.wasm",
            ),
            Self::Text => f.write_str(
                "this is WAT, the text form of WASM: translate it first, for example with `wat2wasm FILE.wat -o FILE.wasm`",
            ),
            Self::Component => {
                f.write_str("this is a WASM component: build a core module instead (in Rust the target wasm32-unknown-unknown)")
            }
            Self::TooLarge { size, limit } => {
                write!(f, "the module has {size} bytes, more than the {limit} allowed: strip it, or compress its data")
            }
            Self::Invalid(why) => write!(
                f,
                "invalid module: {why}; build it for plain WebAssembly without SIMD, threads, several memories or memory64"
            ),
            Self::Imports(names) => write!(
                f,
                "the module imports {}, but only lgp.log (i32, i32) -> () is provided; build it without WASI and without a JavaScript host \
                 (in Rust the target wasm32-unknown-unknown and crate-type \"cdylib\")",
                names.join(", ")
            ),
            Self::Exports(faults) => {
                write!(f, "the exports of the module are missing or invalid: {}; declare and export them like this", faults.join("; "))
            }
            Self::Memory { declared, limit } => write!(
                f,
                "the module's initial memory of {declared} bytes exceeds its limit of {limit}: declare less or raise the limit"
            ),
            Self::Tables(what) => write!(f, "the module has {what}: declare fewer or smaller tables"),
            Self::Locals { function, count, limit } => write!(
                f,
                "function {function} of the module has {count} locals, more than the {limit} allowed: \
                 split it, or build with optimisation"
            ),
            Self::Start(how) => {
                write!(f, "the module could not be started: {how}; check its start function and its data segments")
            }
        }
    }
}

impl std::error::Error for LoadError {}
