//! The network and the other processes of the machine are out of reach.

use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use crate::ground::{
    ALL, CONFINED, Ground, Plan, User, enforced, error_text, on_each, output_text,
};

#[test]
fn no_tcp_connection_is_made() {
    on_each(ALL, |ground| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        ground.assert_refused(&["tcp", &listener.local_addr().unwrap().to_string()]);
        listener.set_nonblocking(true).unwrap();
        assert_eq!(listener.accept().is_ok(), !ground.confined());
    });
}

#[test]
fn no_udp_packet_arrives() {
    on_each(ALL, |ground| {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        ground.assert_refused(&["udp", &socket.local_addr().unwrap().to_string()]);
        socket.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        let got = loop {
            match socket.recv(&mut [0; 16]).map_err(|error| error.kind()) {
                Err(ErrorKind::Interrupted) => {}
                got => break got,
            }
        };
        assert_eq!(got, if ground.confined() { Err(ErrorKind::WouldBlock) } else { Ok(7) });
    });
}

#[test]
fn no_unix_socket_is_reached() {
    on_each(ALL, |ground| {
        let address = SocketAddr::from_abstract_name(&ground.marker).unwrap();
        let listener = UnixListener::bind_addr(&address).unwrap();
        ground.assert_refused(&["abstract", &ground.marker]);
        listener.set_nonblocking(true).unwrap();
        assert_eq!(listener.accept().is_ok(), !ground.confined());

        let place = ground.folder.join("socket");
        let listener = UnixListener::bind(&place).unwrap();
        ground.give(&place);
        ground.assert_refused(&["socket", place.to_str().unwrap()]);
        listener.set_nonblocking(true).unwrap();
        assert_eq!(listener.accept().is_ok(), !ground.confined());
    });
}

/// A process of the same user.
fn victim(ground: &Ground) -> std::process::Child {
    let mut command = Command::new("sleep");
    command.arg("20");
    if ground.user == User::Nobody {
        command.uid(65534).gid(65534);
    }
    command.spawn().unwrap()
}

#[test]
fn no_process_outside_is_killed() {
    on_each(ALL, |ground| {
        let mut victim = victim(ground);
        ground.assert_refused(&["kill", &victim.id().to_string()]);
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!(victim.try_wait().unwrap().is_none(), ground.confined());
        let _ = victim.kill();
        victim.wait().unwrap();
    });
}

#[test]
fn the_stage_around_the_player_is_not_killed() {
    on_each(CONFINED, |ground| {
        let output = ground.run(&ground.hostile(&["kill-parent"]));
        assert!(output.status.success(), "{:?} {}", output.status, error_text(&output));
        // Process 1 ignores signals from its own namespace; the call itself may succeed.
        assert!(ground.plan == Plan::Full || output_text(&output).starts_with("refused"));
    });
}

/// Only with namespaces: if it failed without them, it would hit the machine that runs the test.
#[test]
fn a_signal_to_all_reaches_no_one() {
    if !enforced().namespaces {
        return;
    }
    on_each(&[Plan::Full], |ground| {
        let mut victim = victim(ground);
        let output = ground.run(&ground.spec("sh", &["-c", "kill -9 0; kill -9 -1; echo alive"]));
        assert!(victim.try_wait().unwrap().is_none());
        // A signal to its own group kills only the player itself.
        assert_eq!(output.status.code(), Some(137), "{}", error_text(&output));
        let output = ground.run(&ground.spec("sh", &["-c", "kill -9 -1; echo alive"]));
        assert_eq!(output_text(&output), "alive\n");
        assert!(victim.try_wait().unwrap().is_none());
        victim.kill().unwrap();
        victim.wait().unwrap();
    });
}

#[test]
fn no_environment_of_another_process_is_read() {
    on_each(ALL, |ground| {
        // Without a sandbox the parent is this test, which another user may not read either.
        if ground.confined() || ground.user == User::Own {
            ground.assert_refused(&["environ-of-parent"]);
        }
        ground.assert_refused(&["list", "/proc"]);
    });
}

#[test]
fn the_environment_of_the_caller_is_not_handed_on() {
    on_each(CONFINED, |ground| {
        let text = output_text(&ground.run(&ground.spec("env", &[])));
        let mut names: Vec<&str> = text.lines().filter_map(|line| line.split('=').next()).collect();
        names.sort_unstable();
        assert_eq!(names, ["HOME", "JAVA_TOOL_OPTIONS", "LANG", "PATH", "TMPDIR"]);
    });
}

#[test]
fn no_process_is_traced_and_no_namespace_made() {
    on_each(ALL, |ground| {
        ground.assert_refused(&["ptrace-sibling"]);
        ground.assert_refused(&["namespace"]);
    });
}

#[test]
fn no_capability_is_left() {
    on_each(CONFINED, |ground| {
        // A set-user-ID program gains nothing, and root loses its privileges.
        let output =
            ground.run(&ground.spec("sh", &["-c", "chroot . true; mount -t tmpfs x . ; echo $?"]));
        assert!(!output_text(&output).starts_with('0'), "{}", error_text(&output));
    });
}
