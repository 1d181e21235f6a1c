//! The limits of WASM players, and the configuration of the interpreter.

use wasmi::{CompilationMode, Config, CustomFuelCosts, Engine};

/// Bytes of one page of WASM memory.
pub(super) const PAGE: u64 = 65_536;

/// The largest answer in bytes: that of a line of the protocol.
pub(super) const MAX_ANSWER: usize = 1 << 20;

/// The largest file of a module, in bytes.
pub(super) const MAX_MODULE: usize = 64 << 20;

/// How many tables a module may have.
pub(super) const MAX_TABLES: usize = 16;

/// How many elements a table may have.
pub(super) const MAX_TABLE_ELEMENTS: usize = 1 << 16;

/// How many locals a function may have. A call clears them without costing fuel, so without this limit a module could
/// spend minutes on the fuel of a second. Compilers stay far below.
pub(super) const MAX_LOCALS: u32 = 2000;

/// What a module may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Fuel of one call, that is of one message, and of the start function. About one unit per instruction executed.
    pub fuel: u64,
    /// The most memory one instance may have, in bytes. (While it grows, the host may set aside twice as much, mostly untouched.)
    pub memory: u64,
}

impl Limits {
    /// Default fuel of one call: 1 to 2 seconds of usual work on an ordinary machine, which executes 1 to 2
    /// billion units a second. Work that mostly waits for memory or calls tiny functions takes 4 to 16 times as long.
    pub const DEFAULT_FUEL: u64 = 2_000_000_000;
    /// Default memory of one instance: 64 MiB.
    pub const DEFAULT_MEMORY: u64 = 64 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self { fuel: Self::DEFAULT_FUEL, memory: Self::DEFAULT_MEMORY }
    }
}

/// An interpreter with fuel, with everything switched off that could differ between machines.
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

/// Size of the value stack in bytes: locals and operands, not what a compiler keeps in memory.
const MAX_STACK: usize = 1 << 20;

/// How deep functions may call each other.
const MAX_DEPTH: usize = 10_000;

/// Bulk operators pay for what they copy, four times wasmi's usual price. The last two costs
/// arise only when code is translated on first use.
const FUEL_COSTS: CustomFuelCosts = CustomFuelCosts {
    bytes_copied_per_fuel: 16,
    fuel_per_bytes_translated: 0,
    fuel_per_bytes_validated: 0,
};
