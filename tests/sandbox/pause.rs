//! A player is stopped by its caller, with all processes that it started, and continues later.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use lettergame::protocol::sandbox::{self, Spec};

use crate::ground::{CONFINED, Ground, on_each, processes_with};

/// Two spinning processes, one of which also echoes each line.
const ECHO: &str = "import os, sys, threading, signal\n\
    if os.fork() == 0:\n while True: pass\n\
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])\n\
    def leave(): signal.sigwait([signal.SIGTERM]); os._exit(7)\n\
    def spin():\n while True: pass\n\
    for act in leave, spin: threading.Thread(target=act, daemon=True).start()\n\
    for line in sys.stdin: print(line, end='', flush=True)\n";

/// They use as much processor time as they get.
fn spinning(ground: &Ground) -> Option<Spec> {
    let spec = ground.python(&["-c", ECHO, &ground.marker])?;
    Some(Spec { cpu_seconds: None, ..spec })
}

/// The states of the player's processes, from `/proc`.
fn states(ground: &Ground) -> Vec<char> {
    let state = |id: u32| {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        text.rsplit_once(") ")?.1.chars().next()
    };
    processes_with(&ground.marker).into_iter().filter_map(state).collect()
}

/// Waits until both processes are stopped, or both running.
#[track_caller]
fn wait_until(ground: &Ground, stopped: bool) {
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let states = states(ground);
        if states.len() == 2 && states.iter().all(|&state| (state == 'T') == stopped) {
            return;
        }
        assert!(Instant::now() < end, "{states:?}, stopped: {stopped}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_paused_player_stops_and_answers_once_resumed() {
    on_each(CONFINED, |ground| {
        let (stdin, mut writer) = std::io::pipe().unwrap();
        let Some(spec) = spinning(ground) else { return };
        let (mut command, mut channel) = ground.command_with(&spec, stdin);
        let mut child = command.spawn().unwrap();
        drop(command);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for round in 0..3 {
            writeln!(writer, "{round}").unwrap();
            assert_eq!(lines.next().unwrap().unwrap(), round.to_string());
            wait_until(ground, false);
            channel.pause();
            wait_until(ground, true);
            channel.resume();
        }
        // as for a run that ends while nothing is asked: a request to exit is received
        channel.pause();
        wait_until(ground, true);
        sandbox::terminate(&child);
        let status = child.wait().unwrap();
        assert_eq!(channel.ending(status), sandbox::Ending::Code(7));
        ground.assert_nothing_left();
    });
}

#[test]
fn a_paused_player_can_be_killed_and_a_released_one_runs_on() {
    on_each(CONFINED, |ground| {
        let (stdin, _writer) = std::io::pipe().unwrap();
        let Some(spec) = spinning(ground) else { return };
        let (mut command, channel) = ground.command_with(&spec, stdin);
        let mut child = command.spawn().unwrap();
        drop(command);
        wait_until(ground, false);
        channel.pause();
        wait_until(ground, true);
        drop(channel);
        wait_until(ground, false);
        sandbox::kill(&mut child).unwrap();
        ground.assert_nothing_left();
    });
}

#[test]
fn a_pause_revoked_at_once_stops_nothing() {
    on_each(CONFINED, |ground| {
        let (stdin, mut writer) = std::io::pipe().unwrap();
        let Some(spec) = spinning(ground) else { return };
        let (mut command, channel) = ground.command_with(&spec, stdin);
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for round in 0..500 {
            channel.pause();
            channel.resume();
            writeln!(writer, "{round}").unwrap();
            assert_eq!(lines.next().unwrap().unwrap(), round.to_string());
        }
        wait_until(ground, false);
        sandbox::kill(&mut child).unwrap();
    });
}
