//! The store of a module's instance, with the host state and the fuel of a call.

use wasmi::{Error, Extern, Func, Store};

use crate::wasm::config::Limits;
use crate::wasm::host::{self, Host};

/// A store without an instance, with the fuel for one call.
pub(super) fn fresh_store(module: &wasmi::Module, limits: &Limits) -> Store<Host> {
    let mut store = Store::new(module.engine(), Host::new(limits));
    store.limiter(|host| host);
    store.set_fuel(limits.fuel).expect("the engine meters fuel");
    store
}

/// Creates the instance. [`Module::load`](crate::wasm::Module::load) has checked that every import is
/// `lgp.log`.
pub(super) fn instantiate(
    store: &mut Store<Host>,
    module: &wasmi::Module,
) -> Result<wasmi::Instance, Error> {
    let imports: Vec<Extern> =
        module.imports().map(|_| Extern::Func(Func::wrap(&mut *store, host::log))).collect();
    wasmi::Instance::new(store, module, &imports)
}
