//! The host state of an instance: its log, and refused allocations.

use std::collections::VecDeque;

use wasmi::errors::{MemoryError, TableError};
use wasmi::{Caller, Error, Extern, ResourceLimiter, TrapCode};
use wasmi_core::LimiterError;

use crate::wasm::config::{Limits, MAX_TABLE_ELEMENTS, MAX_TABLES};

/// Maximum number of retained log lines.
const LOG_LINES: usize = 20;

/// Maximum total size of the retained log in bytes.
const LOG_BYTES: usize = 2048;

/// The fuel cost of a call to `lgp.log`: it takes longer than an instruction.
const LOG_FUEL: u64 = 1000;

/// What a module was refused during the current call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutOfMemory {
    /// Memory of this many bytes.
    Memory(usize),
    /// A table of this many elements.
    Table(usize),
    /// The machine is out of memory.
    Machine,
}

/// The host state of an instance.
#[derive(Debug)]
pub(super) struct Host {
    memory_limit: u64,
    /// Set by a refused growth; cleared before each call.
    pub(super) refused: Option<OutOfMemory>,
    log: VecDeque<String>,
    log_bytes: usize,
}

impl Host {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { memory_limit: limits.memory, refused: None, log: VecDeque::new(), log_bytes: 0 }
    }

    /// The retained lines, oldest first.
    pub(super) fn log(&self) -> impl Iterator<Item = &str> {
        self.log.iter().map(String::as_str)
    }

    /// Retains the lines of `text`, and drops the oldest lines beyond the limits.
    pub(super) fn keep(&mut self, text: &[u8]) {
        for line in String::from_utf8_lossy(text).lines() {
            let line = &line[..line.floor_char_boundary(LOG_BYTES)];
            self.log_bytes += line.len();
            self.log.push_back(line.to_owned());
            while self.log.len() > LOG_LINES || self.log_bytes > LOG_BYTES {
                self.log_bytes -= self.log.pop_front().map_or(0, |old| old.len());
            }
        }
    }
}

/// The import `lgp.log`: logs text from the module's memory. Only the beginning of a long text is read.
pub(super) fn log(mut caller: Caller<'_, Host>, ptr: u32, len: u32) -> Result<(), Error> {
    let left = caller.get_fuel()?.checked_sub(LOG_FUEL).ok_or(TrapCode::OutOfFuel)?;
    caller.set_fuel(left)?;
    let memory = caller
        .get_export("memory")
        .and_then(Extern::into_memory)
        .ok_or_else(|| Error::new("no memory"))?;
    let (bytes, host) = memory.data_and_store_mut(&mut caller);
    let text = slice(bytes, ptr, len)
        .ok_or_else(|| Error::new("lgp.log was called with a text outside the memory"))?;
    host.keep(&text[..text.len().min(LOG_BYTES)]);
    Ok(())
}

/// `len` bytes of memory at `ptr`, if in bounds.
pub(super) fn slice(memory: &[u8], ptr: u32, len: u32) -> Option<&[u8]> {
    let start = usize::try_from(ptr).ok()?;
    let end = start.checked_add(usize::try_from(len).ok()?)?;
    memory.get(start..end)
}

impl ResourceLimiter for Host {
    fn memory_growing(
        &mut self,
        _: usize,
        desired: usize,
        _: Option<usize>,
    ) -> Result<bool, LimiterError> {
        let allowed = desired as u64 <= self.memory_limit;
        if !allowed {
            self.refused = Some(OutOfMemory::Memory(desired));
        }
        Ok(allowed)
    }

    fn table_growing(
        &mut self,
        _: usize,
        desired: usize,
        _: Option<usize>,
    ) -> Result<bool, LimiterError> {
        let allowed = desired <= MAX_TABLE_ELEMENTS;
        if !allowed {
            self.refused = Some(OutOfMemory::Table(desired));
        }
        Ok(allowed)
    }

    /// Called if an allowed growth failed for lack of fuel or machine memory. The latter ends the call: a
    /// module must not see differences between machines.
    fn memory_grow_failed(&mut self, error: &MemoryError) -> Result<(), LimiterError> {
        self.fail_for_the_machine(matches!(error, MemoryError::OutOfSystemMemory))
    }

    fn table_grow_failed(&mut self, error: &TableError) -> Result<(), LimiterError> {
        self.fail_for_the_machine(matches!(error, TableError::OutOfSystemMemory))
    }

    fn instances(&self) -> usize {
        1
    }

    fn tables(&self) -> usize {
        MAX_TABLES
    }

    fn memories(&self) -> usize {
        1
    }
}

impl Host {
    fn fail_for_the_machine(&mut self, machine_is_full: bool) -> Result<(), LimiterError> {
        if machine_is_full {
            self.refused = Some(OutOfMemory::Machine);
            return Err(LimiterError::ResourceLimiterDeniedAllocation);
        }
        Ok(())
    }
}
