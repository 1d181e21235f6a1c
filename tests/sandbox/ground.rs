//! The base of the tests: a folder for each, users and plans, and a check of what is left behind.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use lettergame::protocol::sandbox::{self, Channel, Ending, Enforced, Mode, Spec};

pub(crate) const LAUNCHER: &str = env!("CARGO_BIN_EXE_lettergame");
const NOBODY: u32 = 65534;

/// The user who runs the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum User {
    Own,
    Nobody,
}

/// How much of the sandbox is available.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Plan {
    /// Everything that the kernel offers.
    Full,
    /// As on a kernel without user namespaces.
    Plain,
    /// As on a kernel without Landlock.
    Unlocked,
    /// As on a kernel without user namespaces or Landlock.
    Filtered,
    /// No sandbox: to verify that the test would notice.
    Off,
}

/// All users available here: another user can be tried only by root, and only if that user can reach the
/// binaries.
pub(crate) fn users() -> Vec<User> {
    let root = rustix::process::geteuid().is_root();
    match root && is_reachable(Path::new(LAUNCHER)) {
        true => vec![User::Own, User::Nobody],
        false => vec![User::Own],
    }
}

/// Whether every user may execute this file and enter the folders above it.
fn is_reachable(file: &Path) -> bool {
    let open =
        |path: &Path| fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 1 != 0);
    file.ancestors().all(open)
}

/// Runs the test on a fresh ground for each user and each of the plans.
pub(crate) fn on_each(plans: &[Plan], test: impl Fn(&Ground)) {
    for user in users() {
        for &plan in plans {
            eprintln!("{user:?}, {plan:?}");
            test(&Ground::new(user, plan));
        }
    }
}

pub(crate) const CONFINED: &[Plan] = &[Plan::Full, Plan::Plain];
/// Everything available, and less: what a filter of system calls achieves by itself.
pub(crate) const ALL_CONFINED: &[Plan] = &[Plan::Full, Plan::Plain, Plan::Unlocked, Plan::Filtered];
pub(crate) const ALL: &[Plan] = &[Plan::Off, Plan::Full, Plan::Plain];

pub(crate) fn enforced() -> &'static Enforced {
    static FOUND: OnceLock<Enforced> = OnceLock::new();
    FOUND.get_or_init(|| sandbox::probe(Path::new(LAUNCHER)).unwrap())
}

pub(crate) fn hostile() -> PathBuf {
    crate::program::example("hostile")
}

/// A folder with a secret and an empty scratch folder, and a name that no other process has.
pub(crate) struct Ground {
    pub(crate) user: User,
    pub(crate) plan: Plan,
    pub(crate) folder: PathBuf,
    pub(crate) marker: String,
}

impl Ground {
    fn new(user: User, plan: Plan) -> Ground {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // of one width, so that none contains another: what holds a ground's marker is killed at its end
        let marker = format!("ground-{}-{number:06}", std::process::id());
        let folder = std::env::temp_dir().join(&marker);
        for part in ["", "scratch", "own"] {
            fs::create_dir(folder.join(part)).unwrap();
        }
        fs::write(folder.join("secret"), "the secret").unwrap();
        let ground = Ground { user, plan, folder, marker };
        for part in ["", "scratch", "own", "secret"] {
            ground.give(&ground.folder.join(part));
        }
        ground
    }

    /// Makes the test's user the owner.
    pub(crate) fn give(&self, path: &Path) {
        if self.user == User::Nobody {
            chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }

    pub(crate) fn scratch(&self) -> PathBuf {
        self.folder.join("scratch")
    }

    pub(crate) fn secret(&self) -> PathBuf {
        self.folder.join("secret")
    }

    pub(crate) fn confined(&self) -> bool {
        self.plan != Plan::Off
    }

    /// A player with small limits.
    pub(crate) fn spec(&self, program: impl Into<PathBuf>, args: &[&str]) -> Spec {
        Spec {
            program: program.into(),
            args: args.iter().map(|arg| arg.to_string()).collect(),
            env: Vec::new(),
            scratch: self.scratch(),
            files: Vec::new(),
            links: Vec::new(),
            read: Vec::new(),
            list: Vec::new(),
            memory: 128 << 20,
            processes: 32,
            file_size: 16 << 20,
            disk: 32 << 20,
            cpu_seconds: Some(20),
            mode: if self.plan == Plan::Off { Mode::Off } else { Mode::Auto },
        }
    }

    /// A player in Python; `None` if there is none that the user may run.
    pub(crate) fn python(&self, args: &[&str]) -> Option<Spec> {
        let python = crate::program::python::python()?;
        let reachable = self.user == User::Own || is_reachable(&python);
        if !reachable {
            eprintln!("passed over: another user cannot run {}", python.display());
        }
        reachable.then(|| self.spec(python, args))
    }

    pub(crate) fn hostile(&self, args: &[&str]) -> Spec {
        self.spec(hostile(), args)
    }

    /// The command of a player without input, and the channel to its launcher.
    pub(crate) fn command(&self, spec: &Spec) -> (Command, Channel) {
        self.command_with(spec, std::io::pipe().unwrap().0)
    }

    /// The command of a player with this input, and the channel to its launcher.
    pub(crate) fn command_with(
        &self,
        spec: &Spec,
        stdin: std::io::PipeReader,
    ) -> (Command, Channel) {
        let found = enforced().clone();
        let enforced = match self.plan {
            Plan::Plain => Enforced { namespaces: false, private_proc: false, ..found },
            Plan::Unlocked => Enforced { landlock: 0, ..found },
            Plan::Filtered => {
                Enforced { namespaces: false, private_proc: false, landlock: 0, ..found }
            }
            Plan::Full | Plan::Off => found,
        };
        let (mut command, channel) =
            sandbox::command(spec, &enforced, Path::new(LAUNCHER), stdin).unwrap();
        if self.user == User::Nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        (command, channel)
    }

    pub(crate) fn run(&self, spec: &Spec) -> Output {
        self.ended(spec).0
    }

    /// The output of a player, and how it ended according to its launcher.
    pub(crate) fn ended(&self, spec: &Spec) -> (Output, Ending) {
        let (mut command, mut channel) = self.command(spec);
        let output = command.output().unwrap();
        let ending = channel.ending(output.status);
        (output, ending)
    }

    pub(crate) fn start(&self, spec: &Spec) -> Child {
        self.command(spec).0.spawn().unwrap()
    }

    /// Asserts that a hostile act succeeds without a sandbox and is blocked in it.
    pub(crate) fn assert_refused(&self, args: &[&str]) {
        let output = self.run(&self.hostile(args));
        let said = String::from_utf8_lossy(&output.stdout);
        let wanted = if self.confined() { "refused" } else { "done" };
        assert!(
            said.starts_with(wanted),
            "{args:?}: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Asserts that no process of the test is alive after a short wait.
    pub(crate) fn assert_nothing_left(&self) {
        let end = Instant::now() + Duration::from_secs(2);
        while Instant::now() < end {
            if processes_with(&self.marker).is_empty() {
                let files = fs::read_dir(self.scratch()).unwrap().count();
                assert!(files == 0 || self.plan != Plan::Full, "{files} files are left");
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("left: {:?}", processes_with(&self.marker));
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        for id in processes_with(&self.marker) {
            let id = rustix::process::Pid::from_raw(id.cast_signed()).unwrap();
            let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The live processes with this text in an argument. The stages have it in no argument.
pub(crate) fn processes_with(text: &str) -> Vec<u32> {
    let ids = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter(|&id| {
        let arguments = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        id != std::process::id() && String::from_utf8_lossy(&arguments).contains(text)
    })
    .collect()
}

pub(crate) fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(crate) fn error_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
