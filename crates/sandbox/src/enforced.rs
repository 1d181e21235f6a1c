//! What the kernel offers for sandboxing.

use serde::{Deserialize, Serialize};

/// The parts of the sandbox in force on this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Enforced {
    /// User, process, mount, network and IPC namespaces with a scratch folder in memory.
    pub namespaces: bool,
    /// A namespace for the host name. Optional.
    pub uts: bool,
    /// A namespace for control groups. Optional as well.
    pub cgroup: bool,
    /// A private `/proc` of the namespace, for watching memory and processes.
    pub private_proc: bool,
    /// The version of Landlock; 0 for none.
    pub landlock: u32,
    /// The filter of system calls.
    pub seccomp: bool,
    /// Why parts are missing.
    pub remarks: Vec<String>,
}

/// The oldest Landlock version with everything required: files (1), TCP (4), signals and abstract sockets
/// (6).
const LANDLOCK_WANTED: u32 = 6;

impl Enforced {
    /// The unavailable parts. A private `/proc` is not among them: the watch works without it.
    pub fn missing(&self) -> Vec<&'static str> {
        let mut missing = Vec::new();
        if !self.namespaces {
            missing.push("user namespaces");
        }
        if self.landlock < LANDLOCK_WANTED {
            missing.push("Landlock ABI 6");
        }
        if !self.seccomp {
            missing.push("seccomp");
        }
        missing
    }

    /// One line for people.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        if self.namespaces {
            parts.push("namespaces".to_string());
        }
        if self.landlock > 0 {
            parts.push(format!("Landlock ABI {}", self.landlock));
        }
        if self.seccomp {
            parts.push("seccomp".to_string());
        }
        let missing = self.missing();
        let open = if !self.namespaces && self.landlock < LANDLOCK_WANTED {
            "; players can signal each other's processes"
        } else {
            ""
        };
        match (parts.is_empty(), missing.is_empty()) {
            (true, _) => "nothing is enforced".to_string(),
            (false, true) => parts.join(", "),
            (false, false) => {
                format!("{} (missing: {}{open})", parts.join(", "), missing.join(", "))
            }
        }
    }

    /// Why mode `require` fails, and the remedy.
    pub fn refusal(&self) -> String {
        let mut lines =
            vec![format!("the sandbox is incomplete here: missing {}", self.missing().join(", "))];
        lines.extend(self.remarks.iter().cloned());
        if cfg!(not(target_os = "linux")) {
            lines.push(
                "the sandbox is available on Linux only; use --sandbox off for players that you trust"
                    .into(),
            );
            return lines.join("; ");
        }
        if !self.namespaces {
            lines.push(
                "allow user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone=1, \
                 kernel.apparmor_restrict_unprivileged_userns=0, or a container that permits unshare)"
                    .into(),
            );
        }
        if self.landlock < LANDLOCK_WANTED {
            lines.push("Landlock ABI 6 requires Linux 6.12 or newer with landlock among its security modules".into());
        }
        lines.push("or use --sandbox auto".into());
        lines.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::Enforced;

    #[test]
    fn an_old_landlock_is_reported_as_missing() {
        let old = Enforced { namespaces: true, seccomp: true, landlock: 3, ..Enforced::default() };
        assert_eq!(old.missing(), ["Landlock ABI 6"]);
        assert!(old.refusal().contains("Linux 6.12"));
        assert_eq!(old.text(), "namespaces, Landlock ABI 3, seccomp (missing: Landlock ABI 6)");
    }

    #[test]
    fn missing_isolation_between_players_is_named() {
        let apart = "players can signal each other's processes";
        let old = Enforced { seccomp: true, landlock: 5, ..Enforced::default() };
        assert!(old.text().contains(apart), "{}", old.text());
        let scoped = Enforced { landlock: 6, ..old.clone() };
        assert!(!scoped.text().contains(apart), "{}", scoped.text());
        let namespaces = Enforced { namespaces: true, ..old };
        assert!(!namespaces.text().contains(apart), "{}", namespaces.text());
    }

    #[test]
    fn no_enforcement_is_stated_plainly() {
        assert_eq!(Enforced::default().text(), "nothing is enforced");
    }
}
