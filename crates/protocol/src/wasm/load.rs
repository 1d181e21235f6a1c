//! Loads a WASM module and checks that it is a player.

use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{Error, ExternType, FuncType, ImportType, ValType};
use wasmparser::{BinaryReaderError, FunctionBody, Parser, Payload, Validator};

use crate::wasm::config::{
    self, Limits, MAX_LOCALS, MAX_MODULE, MAX_TABLE_ELEMENTS, MAX_TABLES, PAGE,
};
use crate::wasm::host::OutOfMemory;
use crate::wasm::refusal::LoadError;
use crate::wasm::stop::Stop;
use crate::wasm::store::{fresh_store, instantiate};

/// A validated and translated module, ready for any number of instances. Can be shared between threads.
#[derive(Debug, Clone)]
pub struct Module {
    compiled: wasmi::Module,
    limits: Limits,
}

impl Module {
    /// Parses a module, validates it and starts it once as a trial.
    ///
    /// # Errors
    /// A [`LoadError`] with the problem and its remedy.
    pub fn load(bytes: &[u8], limits: Limits) -> Result<Self, LoadError> {
        check_form(bytes)?;
        // the interpreter translates while validating, and mistakes some invalid code for an internal error
        Validator::new().validate_all(bytes).map_err(|e| LoadError::Invalid(e.to_string()))?;
        let compiled = wasmi::Module::new(&config::engine(), bytes)
            .map_err(|e| LoadError::Invalid(e.to_string()))?;
        check_imports(&compiled)?;
        check_exports(&compiled)?;
        check_memory(&compiled, &limits)?;
        check_locals(bytes, &compiled)?;
        let module = Self { compiled, limits };
        module.try_start()?;
        Ok(module)
    }

    /// The limits it was loaded with.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(super) fn compiled(&self) -> &wasmi::Module {
        &self.compiled
    }

    /// Instantiates the module once: the only way to check tables that are not exported.
    fn try_start(&self) -> Result<(), LoadError> {
        let mut store = fresh_store(&self.compiled, &self.limits);
        match instantiate(&mut store, &self.compiled) {
            Ok(_) => Ok(()),
            Err(error) => Err(start_error(&error, store.data().refused)),
        }
    }
}

/// Identifies the bytes if they are not a core module.
fn check_form(bytes: &[u8]) -> Result<(), LoadError> {
    const MAGIC: &[u8] = b"\0asm";
    const COMPONENT_LAYER: &[u8] = &[1, 0];
    if bytes.len() > MAX_MODULE {
        return Err(LoadError::TooLarge { size: bytes.len(), limit: MAX_MODULE });
    }
    match bytes.strip_prefix(MAGIC) {
        Some(rest) if rest.get(2..4) == Some(COMPONENT_LAYER) => Err(LoadError::Component),
        Some(_) => Ok(()),
        None if is_text(bytes) => Err(LoadError::Text),
        None => Err(LoadError::NotWasm),
    }
}

/// Whether the bytes appear to be WAT: they begin with a list or a comment.
fn is_text(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    [b"(module".as_slice(), b"(;", b";;", b"(component"].iter().any(|start| text.starts_with(start))
}

/// Checks that only `lgp.log` is imported.
fn check_imports(module: &wasmi::Module) -> Result<(), LoadError> {
    let foreign: Vec<String> =
        module.imports().filter(|import| !is_log(import)).map(|import| name(&import)).collect();
    if foreign.is_empty() { Ok(()) } else { Err(LoadError::Imports(foreign)) }
}

fn is_log(import: &ImportType<'_>) -> bool {
    let log = FuncType::new([ValType::I32, ValType::I32], []);
    import.module() == "lgp" && import.name() == "log" && import.ty().func() == Some(&log)
}

fn name(import: &ImportType<'_>) -> String {
    format!("{}.{} {}", import.module(), import.name(), describe(import.ty()))
}

/// Checks that all three exports exist, with the right types. All errors are reported at once.
fn check_exports(module: &wasmi::Module) -> Result<(), LoadError> {
    let alloc = FuncType::new([ValType::I32], [ValType::I32]);
    let handle = FuncType::new([ValType::I32, ValType::I32], [ValType::I64]);
    let faults: Vec<String> = [
        export_fault(module, "memory", "a memory", |ty| ty.memory().is_some()),
        export_fault(module, "lgp_alloc", &signature(&alloc), |ty| ty.func() == Some(&alloc)),
        export_fault(module, "lgp_handle", &signature(&handle), |ty| ty.func() == Some(&handle)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if faults.is_empty() { Ok(()) } else { Err(LoadError::Exports(faults)) }
}

/// The problem with one export, if any.
fn export_fault(
    module: &wasmi::Module,
    name: &str,
    expected: &str,
    fits: impl Fn(&ExternType) -> bool,
) -> Option<String> {
    match module.get_export(name) {
        None => Some(format!("`{name}`, {expected}, is missing")),
        Some(ty) if fits(&ty) => None,
        Some(ty) => Some(format!("`{name}` must be {expected}, but it is {}", describe(&ty))),
    }
}

fn describe(ty: &ExternType) -> String {
    match ty {
        ExternType::Func(func) => signature(func),
        ExternType::Memory(_) => "a memory".to_owned(),
        ExternType::Table(_) => "a table".to_owned(),
        ExternType::Global(_) => "a global".to_owned(),
    }
}

/// A function type as text: `(i32, i32) -> (i64)`.
fn signature(func: &FuncType) -> String {
    let list = |types: &[ValType]| {
        types.iter().map(|ty| format!("{ty:?}").to_ascii_lowercase()).collect::<Vec<_>>().join(", ")
    };
    format!("({}) -> ({})", list(func.params()), list(func.results()))
}

/// Checks that the initial memory is within the limit. The declared maximum does not matter: growth
/// is refused at the limit.
fn check_memory(module: &wasmi::Module, limits: &Limits) -> Result<(), LoadError> {
    let pages =
        module.get_export("memory").and_then(|ty| ty.memory().map(|memory| memory.minimum()));
    let declared = pages.unwrap_or(0).saturating_mul(PAGE);
    if declared > limits.memory {
        return Err(LoadError::Memory { declared, limit: limits.memory });
    }
    Ok(())
}

/// Checks the number of locals of each function. All imports are functions and are numbered first.
fn check_locals(bytes: &[u8], module: &wasmi::Module) -> Result<(), LoadError> {
    let imports = module.imports().len();
    let bodies = Parser::new(0).parse_all(bytes).filter_map(|payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => Some(body),
        _ => None,
    });
    for (index, body) in bodies.enumerate() {
        let count = locals(&body).map_err(|error| LoadError::Invalid(error.to_string()))?;
        if count > MAX_LOCALS {
            return Err(LoadError::Locals { function: imports + index, count, limit: MAX_LOCALS });
        }
    }
    Ok(())
}

fn locals(body: &FunctionBody<'_>) -> Result<u32, BinaryReaderError> {
    body.get_locals_reader()?
        .into_iter()
        .try_fold(0u32, |sum, group| Ok(sum.saturating_add(group?.0)))
}

/// The error for a failed start.
fn start_error(error: &Error, refused: Option<OutOfMemory>) -> LoadError {
    match (error.kind(), refused) {
        (ErrorKind::Instantiation(InstantiationError::TooManyTables), _) => {
            LoadError::Tables(format!("more than {MAX_TABLES} tables"))
        }
        (
            ErrorKind::Instantiation(InstantiationError::FailedToInstantiateTable(_)),
            Some(OutOfMemory::Table(size)),
        ) => {
            LoadError::Tables(format!("a table of {size} elements, more than {MAX_TABLE_ELEMENTS}"))
        }
        (ErrorKind::Instantiation(_), Some(OutOfMemory::Machine)) => {
            LoadError::Start("the machine has no memory left".to_owned())
        }
        _ => LoadError::Start(Stop::of(error, refused).to_string()),
    }
}
