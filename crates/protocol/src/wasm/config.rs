//! The limits of WASM players, and the interpreter configuration.

use wasmi::{CompilationMode, Config, CustomFuelCosts, Engine};

/// Size of a WASM memory page in bytes.
pub(super) const PAGE: u64 = 65_536;

/// Maximum size of an answer in bytes: that of a protocol line.
pub(super) const MAX_ANSWER: usize = 1 << 20;

/// Maximum size of a module file in bytes.
pub(super) const MAX_MODULE: usize = 64 << 20;

/// Maximum number of tables in a module.
pub(super) const MAX_TABLES: usize = 16;

/// Maximum number of elements in a table.
pub(super) const MAX_TABLE_ELEMENTS: usize = 1 << 16;

/// Maximum number of locals in a function. A call clears them without using fuel, so without this limit a
/// module could run for minutes on a second's fuel. Compilers stay far below.
pub(super) const MAX_LOCALS: u32 = 2000;

/// Resource limits of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Fuel per call, i.e. per message, and for the start function. About one unit per executed instruction.
    pub fuel: u64,
    /// Maximum memory of an instance in bytes. (While it grows, the host may reserve twice as much, mostly
    /// untouched.)
    pub memory: u64,
}

impl Limits {
    /// Default fuel per call: 1 to 2 seconds of typical work on an ordinary machine, which executes 1 to 2
    /// billion units per second. Work that mostly waits for memory or calls tiny functions takes 4 to 16
    /// times as long.
    pub const DEFAULT_FUEL: u64 = 2_000_000_000;
    /// Default memory of an instance: 64 MiB.
    pub const DEFAULT_MEMORY: u64 = 64 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self { fuel: Self::DEFAULT_FUEL, memory: Self::DEFAULT_MEMORY }
    }
}

/// An interpreter with fuel metering, with every feature disabled that could differ between
/// machines.
pub(super) fn engine() -> Engine {
    let mut config = Config::default();
    config
        .consume_fuel(true)
        .fuel_cost(FUEL_COSTS)
        .compilation_mode(CompilationMode::Eager)
        .ignore_custom_sections(true)
        .wasm_multi_memory(false)
        .set_max_stack_height(MAX_STACK)
        .set_max_recursion_depth(MAX_DEPTH);
    Engine::new(&config)
}

/// Size of the value stack in bytes: locals and operands, not data that compilers keep in linear
/// memory.
const MAX_STACK: usize = 1 << 20;

/// Maximum call depth.
const MAX_DEPTH: usize = 10_000;

/// Bulk operators pay for what they copy, at four times wasmi's default price. The last two costs
/// apply only to lazy translation.
const FUEL_COSTS: CustomFuelCosts = CustomFuelCosts {
    bytes_copied_per_fuel: 16,
    fuel_per_bytes_translated: 0,
    fuel_per_bytes_validated: 0,
};
