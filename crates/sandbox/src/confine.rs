//! The restrictions that the last stage applies to itself before it becomes the player: limits, no
//! privileges, Landlock.

use std::fs;
use std::io;
use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use rustix::thread::{CapabilitySet, CapabilitySets};

use crate::Spec;

/// The newest rules requested. Rules unknown to an older kernel are omitted.
const NEWEST: ABI = ABI::V6;

/// System programs, libraries and settings that runtimes read. Missing ones are skipped.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
    "/run/current-system/sw",
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/crypto-policies",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/pki",
    "/etc/ssl",
    "/etc/timezone",
];

/// Settings whose names contain a version: `/etc/java-17-openjdk`.
const SYSTEM_PREFIXES: &[&str] = &["java", "python3", "mono", "dotnet"];

const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

const OPEN_FILES: u64 = 512;

/// Limit of address space backed by private memory, relative to the limit of memory in use. Runtimes reserve
/// much that they never touch, so this is only a second line of defence.
const DATA_PER_MEMORY: u64 = 2;

/// Sets the limits enforced by the kernel itself. `count_tasks` says that tasks are counted per namespace;
/// otherwise all processes of the user would count.
pub(super) fn limit(spec: &Spec, count_tasks: bool) -> io::Result<()> {
    set(Resource::Data, spec.memory.saturating_mul(DATA_PER_MEMORY))?;
    set(Resource::Fsize, spec.file_size)?;
    set(Resource::Nofile, OPEN_FILES)?;
    set(Resource::Core, 0)?;
    if let Some(seconds) = spec.cpu_seconds {
        set(Resource::Cpu, seconds)?;
    }
    if count_tasks {
        set(Resource::Nproc, u64::from(spec.tasks()))?;
    }
    // If the machine runs out of memory, the player is killed first.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    Ok(())
}

/// A lower limit of the caller is kept.
fn set(resource: Resource, wanted: u64) -> io::Result<()> {
    let hard = rustix::process::getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let bound = Some(wanted.min(hard));
    Ok(setrlimit(resource, Rlimit { current: bound, maximum: bound })?)
}

/// Drops all capabilities, and the means to regain them.
pub(super) fn drop_privileges() -> io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        // Fails for an ordinary user outside a namespace, who has nothing to give up.
        let _ = rustix::thread::remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    rustix::thread::clear_ambient_capability_set()?;
    rustix::thread::set_capabilities(
        None,
        CapabilitySets { effective: none, permitted: none, inheritable: none },
    )?;
    Ok(rustix::thread::set_no_new_privs(true)?)
}

/// Restricts file access to `granted`, and forbids TCP, and abstract sockets and signals to the outside.
pub(super) fn restrict_files(spec: &Spec, granted: &[PathBuf]) -> io::Result<()> {
    let status = ruleset(spec, granted).map_err(io::Error::other)?;
    match status {
        RulesetStatus::NotEnforced => Err(io::Error::other("Landlock is not in force")),
        _ => Ok(()),
    }
}

fn ruleset(spec: &Spec, granted: &[PathBuf]) -> Result<RulesetStatus, landlock::RulesetError> {
    let read = AccessFs::from_read(NEWEST);
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    let status = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(NEWEST))?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?
        .add_rules(path_beneath_rules(SYSTEM, read))?
        .add_rules(path_beneath_rules(versioned_settings(), read))?
        .add_rules(path_beneath_rules(DEVICES, device))?
        .add_rules(path_beneath_rules(granted, read))?
        .add_rules(path_beneath_rules(&spec.list, AccessFs::ReadDir))?
        .add_rules(path_beneath_rules([&spec.scratch], AccessFs::from_all(NEWEST)))?
        .restrict_self()?;
    Ok(status.ruleset)
}

fn versioned_settings() -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir("/etc") else {
        return Vec::new();
    };
    let names = folder.flatten().map(|entry| entry.path());
    let wanted = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        SYSTEM_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    };
    names.filter(wanted).collect()
}

/// The Landlock version of this kernel, found by restricting this process, which must exit afterwards.
pub(super) fn landlock_version() -> u32 {
    let restricted = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST))
        .and_then(|ruleset| ruleset.create())
        .and_then(|created| created.restrict_self());
    match restricted.map(|status| status.landlock) {
        Ok(LandlockStatus::Available { effective_abi, kernel_abi }) => {
            kernel_abi.map_or(effective_abi as u32, |version| version as u32)
        }
        _ => 0,
    }
}
