//! A WASM player in one game: one call into its module per message.

use wasmi::{Error, Memory, Store, TypedFunc};

use crate::wasm::config::MAX_ANSWER;
use crate::wasm::host::{Host, slice};
use crate::wasm::load::Module;
use crate::wasm::stop::Stop;
use crate::wasm::store::{fresh_store, instantiate};

/// A fresh instance of a module, with its own memory: create one per game.
#[derive(Debug)]
pub struct Instance {
    store: Store<Host>,
    fuel: u64,
    calls: Result<Calls, Stop>,
}

/// The module's exports.
#[derive(Debug, Clone)]
struct Calls {
    memory: Memory,
    alloc: TypedFunc<u32, u32>,
    handle: TypedFunc<(u32, u32), u64>,
}

/// The location of an answer in memory.
#[derive(Debug, Clone, Copy)]
struct MemorySpan {
    ptr: u32,
    len: u32,
}

impl Instance {
    /// Starts a module: clears its memory, initialises its data and runs its start function. If that fails,
    /// which [`Module::load`] rules out unless the machine runs out of memory, the instance is dead from the
    /// beginning.
    #[must_use]
    pub fn new(module: &Module) -> Self {
        let mut store = fresh_store(module.compiled(), module.limits());
        let calls =
            start(&mut store, module).map_err(|error| Stop::of(&error, store.data().refused));
        Self { store, fuel: module.limits().fuel, calls }
    }

    /// Passes a message to the module and returns its answer, if any.
    ///
    /// # Errors
    /// A [`Stop`]; all further calls return the same one.
    pub fn handle(&mut self, message: &[u8]) -> Result<Option<&[u8]>, Stop> {
        let calls = self.calls.as_ref().map_err(Stop::clone)?;
        match exchange(&mut self.store, calls, self.fuel, message) {
            Ok(None) => Ok(None),
            Ok(Some(place)) => Ok(slice(calls.memory.data(&self.store), place.ptr, place.len)),
            Err(stop) => {
                self.calls = Err(stop.clone());
                Err(stop)
            }
        }
    }

    /// The fuel used by the last call.
    #[must_use]
    pub fn fuel_used(&self) -> u64 {
        self.fuel - self.store.get_fuel().unwrap_or(0)
    }

    /// Adds a line to the log, after what the module has written so far.
    pub fn note(&mut self, line: &str) {
        self.store.data_mut().keep(line.as_bytes());
    }

    /// The last lines that the module wrote with `lgp.log`, oldest first: at most 20 lines and 2 KiB.
    pub fn log(&self) -> impl Iterator<Item = &str> {
        self.store.data().log()
    }
}

/// Instantiates a module in a fresh store.
fn start(store: &mut Store<Host>, module: &Module) -> Result<Calls, Error> {
    let instance = instantiate(store, module.compiled())?;
    Ok(Calls {
        memory: instance
            .get_memory(&*store, "memory")
            .ok_or_else(|| Error::new("no export memory"))?,
        alloc: instance.get_typed_func(&*store, "lgp_alloc")?,
        handle: instance.get_typed_func(&*store, "lgp_handle")?,
    })
}

/// Exchanges one message for its answer.
fn exchange(
    store: &mut Store<Host>,
    calls: &Calls,
    fuel: u64,
    message: &[u8],
) -> Result<Option<MemorySpan>, Stop> {
    store.set_fuel(fuel).expect("the engine meters fuel");
    store.data_mut().refused = None;
    let len = u32::try_from(message.len()).map_err(|_| {
        Stop::BadAnswer("a message of 4 GiB or more does not fit into memory".to_owned())
    })?;
    let room = calls
        .alloc
        .call(&mut *store, len)
        .map_err(|error| Stop::of(&error, store.data().refused))?;
    write(store, calls, room, message)?;
    let packed = calls
        .handle
        .call(&mut *store, (room, len))
        .map_err(|error| Stop::of(&error, store.data().refused))?;
    let place = MemorySpan { ptr: (packed >> 32) as u32, len: packed as u32 };
    if place.len == 0 {
        return Ok(None);
    }
    check(calls.memory.data(&*store), place).map(Some)
}

/// Writes a message at the address chosen by the module.
fn write(store: &mut Store<Host>, calls: &Calls, room: u32, message: &[u8]) -> Result<(), Stop> {
    if room == 0 {
        return Err(match store.data().refused {
            Some(_) => Stop::Memory,
            None => Stop::BadAnswer(format!(
                "lgp_alloc returned 0 (no room) for {} bytes",
                message.len()
            )),
        });
    }
    calls.memory.write(&mut *store, room as usize, message).map_err(|_| {
        let size = calls.memory.data_size(&*store);
        Stop::BadAnswer(format!(
            "lgp_alloc returned {} bytes at {room}, but the memory has {size} bytes",
            message.len()
        ))
    })
}

/// Checks that an answer is in bounds and not too long.
fn check(memory: &[u8], place: MemorySpan) -> Result<MemorySpan, Stop> {
    let MemorySpan { ptr, len } = place;
    if len as usize > MAX_ANSWER {
        return Err(Stop::BadAnswer(format!(
            "an answer of {len} bytes, more than the {MAX_ANSWER} allowed"
        )));
    }
    if slice(memory, ptr, len).is_none() {
        let size = memory.len();
        return Err(Stop::BadAnswer(format!(
            "an answer of {len} bytes at {ptr}, but the memory has {size} bytes"
        )));
    }
    Ok(place)
}
