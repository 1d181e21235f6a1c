//! However a player ends, nothing of it is left behind.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lettergame::protocol::sandbox::{self, Ending};

use crate::ground::{
    ALL, CONFINED, Ground, Plan, User, error_text, hostile, on_each, output_text, processes_with,
};

#[test]
fn an_exit_code_and_a_signal_are_passed_on() {
    on_each(CONFINED, |ground| {
        for code in [0, 7, 120, 121, 122, 123, 137] {
            let spec = ground.spec("sh", &["-c", &format!("exit {code}")]);
            let (output, ending) = ground.ended(&spec);
            assert_eq!((ending, output.status.code()), (Ending::Code(code), Some(code)));
        }
        let (output, ending) = ground.ended(&ground.spec("sh", &["-c", "kill -SEGV $$"]));
        assert_eq!((ending, output.status.code()), (Ending::Signal(11), Some(139)));
    });
}

#[test]
fn the_player_has_its_standard_streams_and_no_other_file() {
    on_each(CONFINED, |ground| {
        let script = "import os
for n in range(3, 200):
 try: os.fstat(n); print('open', n)
 except OSError: pass";
        let Some(spec) = ground.python(&["-c", script]) else { return };
        let output = ground.run(&spec);
        assert_eq!((output_text(&output).as_str(), error_text(&output).as_str()), ("", ""));
    });
}

#[test]
fn an_invalid_program_is_named() {
    on_each(CONFINED, |ground| {
        let (output, ending) = ground.ended(&ground.spec(ground.secret(), &[]));
        assert!(matches!(ending, Ending::NotStarted(_)), "{ending:?}");
        assert!(error_text(&output).contains("lettergame: cannot start "));
    });
}

#[test]
fn a_child_in_a_session_of_its_own_ends_with_the_player() {
    on_each(ALL, |ground| {
        let output = ground.run(&ground.hostile(&["escape", &ground.marker]));
        assert!(output_text(&output).starts_with("done"), "{}", error_text(&output));
        if ground.confined() {
            ground.assert_nothing_left();
        } else {
            assert!(!processes_with(&ground.marker).is_empty());
        }
    });
}

fn wait_until_it_stays(ground: &Ground, count: usize) {
    let end = Instant::now() + Duration::from_secs(5);
    while processes_with(&ground.marker).len() < count {
        assert!(Instant::now() < end, "the player did not start");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn kill_ends_all_at_once() {
    on_each(CONFINED, |ground| {
        for act in ["ignore-term", "escape-and-stay"] {
            let mut child = ground.start(&ground.hostile(&[act, &ground.marker]));
            wait_until_it_stays(ground, if act == "ignore-term" { 1 } else { 2 });
            sandbox::terminate(&child);
            let start = Instant::now();
            sandbox::kill(&mut child).unwrap();
            assert!(processes_with(&ground.marker).is_empty(), "{act}");
            assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
            ground.assert_nothing_left();
        }
    });
}

#[test]
fn a_termination_request_reaches_only_the_player() {
    on_each(CONFINED, |ground| {
        let script = "trap 'echo left; exit 3' TERM; echo ready; while :; do sleep 0.05; done";
        let mut child = ground.start(&ground.spec("sh", &["-c", script]));
        let mut ready = [0; 6];
        child.stdout.as_mut().unwrap().read_exact(&mut ready).unwrap();
        sandbox::terminate(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output_text(&output).as_str()), (Some(3), "left\n"));
    });
}

#[test]
fn a_closed_output_is_detected() {
    on_each(CONFINED, |ground| {
        let (stdin, _writer) = std::io::pipe().unwrap();
        let spec = ground.hostile(&["close-output", &ground.marker]);
        let mut child = ground.command_with(&spec, stdin).0.spawn().unwrap();
        let mut rest = String::new();
        let start = Instant::now();
        child.stdout.take().unwrap().read_to_string(&mut rest).unwrap();
        assert!(start.elapsed() < Duration::from_secs(5));
        assert!(child.try_wait().unwrap().is_none());
        sandbox::kill(&mut child).unwrap();
        ground.assert_nothing_left();
    });
}

#[test]
fn a_player_outlives_the_thread_that_started_it() {
    on_each(CONFINED, |ground| {
        let spec = ground.spec("sh", &["-c", "sleep 0.3; echo alive"]);
        let (mut command, _channel) = ground.command(&spec);
        let child = std::thread::spawn(move || command.spawn().unwrap()).join().unwrap();
        assert_eq!(output_text(&child.wait_with_output().unwrap()), "alive\n");
    });
}

/// The caller is the example `run`, as this test cannot kill itself.
#[test]
fn nothing_outlives_a_caller_that_is_killed() {
    on_each(CONFINED, |ground| {
        for act in ["ignore-term", "escape-and-stay"] {
            let mode = if ground.plan == Plan::Full { "require" } else { "plain" };
            let mut command = Command::new(crate::program::example("sandboxed"));
            command.args(["--mode", mode]).arg(hostile()).args([act, &ground.marker]);
            command
                .env("TMPDIR", ground.scratch())
                .stdin(Stdio::null())
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            if ground.user == User::Nobody {
                command.uid(65534).gid(65534);
            }
            let mut caller = command.spawn().unwrap();
            wait_until_it_stays(ground, if act == "ignore-term" { 2 } else { 3 });
            caller.kill().unwrap();
            caller.wait().unwrap();
            let end = Instant::now() + Duration::from_secs(2);
            while !processes_with(&ground.marker).is_empty() {
                assert!(Instant::now() < end, "{act}: left {:?}", processes_with(&ground.marker));
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    });
}

/// Only with namespaces: without them the launcher is what ends the rest.
#[test]
fn nothing_outlives_a_launcher_that_is_killed() {
    on_each(&[Plan::Full], |ground| {
        let mut child = ground.start(&ground.hostile(&["escape-and-stay", &ground.marker]));
        wait_until_it_stays(ground, 2);
        child.kill().unwrap();
        child.wait().unwrap();
        ground.assert_nothing_left();
    });
}
