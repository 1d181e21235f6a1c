//! Limits on memory, processes, disk and time.

use std::time::{Duration, Instant};

use lettergame::protocol::sandbox::{self, Ending};

use crate::ground::{CONFINED, Plan, error_text, on_each, output_text};

#[test]
fn a_memory_hog_is_killed() {
    on_each(&[Plan::Off, Plan::Full, Plan::Plain], |ground| {
        let (output, ending) = ground.ended(&ground.hostile(&["memory", "160", &ground.marker]));
        if !ground.confined() {
            assert!(output_text(&output).starts_with("done"));
            return;
        }
        assert!(matches!(ending, Ending::MemoryExceeded(_)), "{ending:?} {}", error_text(&output));
        assert!(error_text(&output).contains("lettergame: memory limit of 128 MiB exceeded"));
        ground.assert_nothing_left();
    });
}

#[test]
fn memory_is_summed_over_all_processes() {
    on_each(&[Plan::Off, Plan::Full, Plan::Plain], |ground| {
        let (output, ending) = ground.ended(&ground.hostile(&["memory-of-many", "24"]));
        let exceeded = matches!(ending, Ending::MemoryExceeded(_));
        assert_eq!(exceeded, ground.confined(), "{ending:?} {}", error_text(&output));
    });
}

#[test]
fn memory_shared_by_processes_counts_once() {
    on_each(CONFINED, |ground| {
        let script = "import os, time\nheld = b'x' * (60 << 20)\n\
                      for _ in range(6):\n if os.fork() == 0:\n  time.sleep(0.5); os._exit(0)\n\
                      for _ in range(6): os.wait()\nprint('fine')";
        let Some(spec) = ground.python(&["-c", script]) else { return };
        let output = ground.run(&spec);
        assert_eq!(output_text(&output), "fine\n", "{}", error_text(&output));
    });
}

#[test]
fn an_excessive_reservation_fails() {
    on_each(CONFINED, |ground| {
        let Some(spec) = ground.python(&["-c", "bytearray(1 << 30)"]) else { return };
        let output = ground.run(&spec);
        assert_eq!(output.status.code(), Some(1));
        assert!(error_text(&output).contains("MemoryError"));
    });
}

/// Doubles eight times and then waits: should the sandbox fail, the machine survives.
const BOMB: &str =
    "bomb() { [ $1 -gt 0 ] && { bomb $(($1-1)) & bomb $(($1-1)) & }; sleep 5; }; bomb 8";

#[test]
fn a_fork_bomb_is_killed() {
    on_each(CONFINED, |ground| {
        let spec = ground.spec("sh", &["-c", BOMB, &ground.marker]);
        let start = Instant::now();
        let (output, ending) = ground.ended(&spec);
        let exceeded = matches!(ending, Ending::ProcessesExceeded(_));
        assert!(exceeded, "{ending:?} {}", error_text(&output));
        let said = error_text(&output);
        assert!(said.contains("lettergame: process limit of 32 exceeded"), "{ending:?} {said}");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        ground.assert_nothing_left();
    });
}

#[test]
fn file_size_is_bounded() {
    on_each(CONFINED, |ground| {
        ground.assert_refused(&["one-file"]);
        ground.assert_nothing_left();
    });
}

/// Without namespaces only the size of each file is limited.
#[test]
fn total_file_size_is_bounded() {
    on_each(&[Plan::Off, Plan::Full], |ground| {
        ground.assert_refused(&["many-files"]);
        ground.assert_nothing_left();
    });
}

#[test]
fn endless_output_waits_for_its_reader() {
    on_each(CONFINED, |ground| {
        for act in ["talk-endlessly", "endless-line"] {
            let mut child = ground.start(&ground.hostile(&[act, &ground.marker]));
            std::thread::sleep(Duration::from_millis(100));
            assert!(child.try_wait().unwrap().is_none());
            sandbox::kill(&mut child).unwrap();
            ground.assert_nothing_left();
        }
    });
}

#[test]
fn endless_stderr_does_not_delay_the_end() {
    on_each(CONFINED, |ground| {
        let script = format!("yes >&2 & sleep 0.3; {BOMB}");
        let (mut command, mut channel) =
            ground.command(&ground.spec("sh", &["-c", &script, &ground.marker]));
        let mut child = command.spawn().unwrap();
        let end = Instant::now() + Duration::from_secs(10);
        let status = loop {
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None => assert!(Instant::now() < end, "still there"),
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        let ending = channel.ending(status);
        assert!(matches!(ending, Ending::ProcessesExceeded(_)), "{ending:?} {status:?}");
        ground.assert_nothing_left();
    });
}

#[test]
fn processor_time_is_bounded() {
    on_each(CONFINED, |ground| {
        let mut spec = ground.hostile(&["spin"]);
        spec.cpu_seconds = Some(1);
        // killed, as the soft and hard limits are equal
        assert_eq!(ground.run(&spec).status.code(), Some(137));
    });
}
