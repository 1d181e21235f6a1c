//! The processes around the player cannot be reached by their ids, even if any part of the sandbox except the
//! system call filter is missing.

use crate::ground::{ALL_CONFINED, Ground, Plan, error_text, on_each, output_text};

/// Calls `libc.syscall` with the arguments of this process and prints the result.
const PROBE: &str = r#"
import ctypes, os, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *args):
    return 0 if libc.syscall(number, *args) >= 0 else ctypes.get_errno()
zeros = bytes(64)
watch, caller = os.getppid(), int(sys.argv[1])
"#;

/// Runs the probe with additional lines of Python, which must print this.
#[track_caller]
fn assert_probed(ground: &Ground, script: &str, wanted: &str) {
    let script = format!("{PROBE}{script}");
    let caller = std::process::id().to_string();
    let Some(spec) = ground.python(&["-c", &script, &caller]) else { return };
    let output = ground.run(&spec);
    assert_eq!((error_text(&output).as_str(), output_text(&output).as_str()), ("", wanted));
}

/// System calls that name a process, in Python, with its id in `id`. Signals are 0, in case one gets through.
fn calls() -> String {
    [
        (libc::SYS_prlimit64, "id, 7, struct.pack('QQ', 0, 0), 0"),
        (libc::SYS_prlimit64, "id, 0, 0, zeros"),
        (libc::SYS_sched_setaffinity, "id, 8, struct.pack('Q', 1)"),
        (libc::SYS_sched_setscheduler, "id, 5, struct.pack('i', 0)"),
        (libc::SYS_sched_setparam, "id, struct.pack('i', 0)"),
        (libc::SYS_sched_setattr, "id, struct.pack('IIQiIQQQ', 48, 5, 0, 0, 0, 0, 0, 0), 0"),
        (libc::SYS_setpriority, "0, id, 19"),
        (libc::SYS_setpriority, "2, 0, 0"),
        (libc::SYS_ioprio_set, "1, id, 3 << 13"),
        (libc::SYS_ioprio_set, "3, 0, 2 << 13 | 4"),
        (libc::SYS_kill, "id, 0"),
        (libc::SYS_tkill, "id, 0"),
        (libc::SYS_tgkill, "id, id, 0"),
        (libc::SYS_rt_sigqueueinfo, "id, 0, struct.pack('iii', 0, 0, -1) + zeros + zeros"),
        (libc::SYS_rt_tgsigqueueinfo, "id, id, 0, struct.pack('iii', 0, 0, -1) + zeros + zeros"),
        (libc::SYS_pidfd_open, "id, 0"),
        (libc::SYS_migrate_pages, "id, 64, zeros, zeros"),
        (libc::SYS_move_pages, "id, 0, 0, 0, 0, 0"),
        (libc::SYS_get_robust_list, "id, zeros, zeros"),
        (libc::SYS_ptrace, "16, id, 0, 0"),
        (libc::SYS_process_vm_readv, "id, zeros, 0, zeros, 0, 0"),
        (libc::SYS_process_vm_writev, "id, zeros, 0, zeros, 0, 0"),
        (libc::SYS_kcmp, "id, id, 0, 0, 0"),
        (libc::SYS_process_madvise, "0, 0, 0, 0, 0"),
        (libc::SYS_process_mrelease, "0, 0"),
        (libc::SYS_pidfd_getfd, "0, 0, 0"),
        (libc::SYS_perf_event_open, "zeros, id, -1, -1, 0"),
        (libc::SYS_fcntl, "0, 8, id"),
        (libc::SYS_fcntl, "0, 10, 9"),
        (libc::SYS_fcntl, "0, 15, zeros"),
        (libc::SYS_ioctl, "0, 0x8901, zeros"),
        (libc::SYS_ioctl, "0, 0x8902, zeros"),
    ]
    .map(|(number, args)| format!("  ({args:?}, call({number}, {args})),\n"))
    .concat()
}

#[test]
fn no_call_names_the_watch_or_the_caller() {
    on_each(ALL_CONFINED, |ground| {
        let own = matches!(ground.plan, Plan::Full | Plan::Unlocked);
        // the caller has no id in the namespace
        let ids = if own { "[watch]" } else { "[watch, caller]" };
        let script = format!(
            "for id in {ids}:\n for what, came in [\n{}  ]:\n  if came != 1: print(id, what, came)\n",
            calls()
        );
        assert_probed(ground, &script, "");
    });
}

#[test]
fn the_files_and_memory_of_the_watch_are_closed() {
    on_each(ALL_CONFINED, |ground| {
        // of root's own processes only the numbers of open files are visible
        let script = "files = [f'fd/{number}' for number in range(64)]\n\
            for name in files + ['mem', 'environ', 'maps', 'cwd/', 'root/', 'exe']:\n \
            path = f'/proc/{watch}/{name}'\n \
            for what in os.listdir, lambda path: os.open(path, os.O_RDWR), os.readlink:\n  \
              try: print(name, what(path))\n  except OSError: pass\n";
        assert_probed(ground, script, "");
    });
}

#[test]
fn signals_to_all_or_to_a_group_of_others_are_refused() {
    on_each(&[Plan::Plain, Plan::Filtered], |ground| {
        let script =
            format!("print([call({}, id, 0) for id in (-1, -watch, -caller)])\n", libc::SYS_kill);
        assert_probed(ground, &script, "[1, 1, 1]\n");
    });
}

/// What runtimes do with their own processes and threads.
#[test]
fn own_processes_and_threads_may_be_controlled() {
    on_each(ALL_CONFINED, |ground| {
        let script = "import resource, signal, subprocess, threading\n\
            own = os.sched_getaffinity(0)\n\
            os.sched_setaffinity(0, own)\n\
            os.setpriority(os.PRIO_PROCESS, 0, 1)\n\
            resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))\n\
            child = subprocess.Popen(['sleep', '9'])\n\
            os.kill(child.pid, signal.SIGSTOP); os.kill(child.pid, signal.SIGCONT); child.kill()\n\
            print(child.wait(), os.sched_getaffinity(watch) >= own)\n";
        assert_probed(ground, script, "-9 True\n");
        let by_number = "import threading\n\
            tid = threading.get_native_id()\n\
            def act(): os.sched_setaffinity(tid, os.sched_getaffinity(tid)); os.setpriority(0, tid, 2)\n\
            thread = threading.Thread(target=act); thread.start(); thread.join(); print('done')\n";
        if matches!(ground.plan, Plan::Full | Plan::Unlocked) {
            assert_probed(ground, by_number, "done\n");
        }
    });
}
