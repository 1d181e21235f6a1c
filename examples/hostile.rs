//! A player program that misbehaves, for the tests of the sandbox. The first argument names what it does, the
//! rest say to whom. It tells on standard output: `done`, with what it got, or `refused`, with the error.

use std::error::Error;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpStream, UdpSocket};
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{SigSet, Signal, kill};
use nix::unistd::Pid;

type Outcome = Result<String, Box<dyn Error>>;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let object = args.get(2).map_or("", String::as_str);
    match act(&args[1], object, &args[0]) {
        Ok(text) => println!("done {text}"),
        Err(error) => println!("refused {error}"),
    }
}

fn act(what: &str, object: &str, own_path: &str) -> Outcome {
    match what {
        "read" => Ok(fs::read_to_string(object)?),
        "list" => Ok(fs::read_dir(object)?.count().to_string()),
        "write" => Ok(fs::write(object, "hostile").map(|()| String::new())?),
        "write-through-link" => write_through_link(object),
        "remove" => Ok(fs::remove_file(object).map(|()| String::new())?),
        "tcp" => send(&mut TcpStream::connect(object)?),
        "udp" => Ok(UdpSocket::bind("127.0.0.1:0")?.send_to(b"hostile", object)?.to_string()),
        "abstract" => send(&mut UnixStream::connect_addr(&abstract_address(object)?)?),
        "socket" => send(&mut UnixStream::connect(object)?),
        "kill" => {
            Ok(kill(Pid::from_raw(object.parse()?), Signal::SIGKILL).map(|()| String::new())?)
        }
        "kill-parent" => Ok(kill(Pid::parent(), Signal::SIGKILL).map(|()| String::new())?),
        "environ-of-parent" => Ok(fs::read_to_string(format!("/proc/{}/environ", Pid::parent()))?),
        "ptrace-sibling" => ptrace_sibling(),
        "namespace" => {
            Ok(nix::sched::unshare(nix::sched::CloneFlags::CLONE_NEWUSER)
                .map(|()| String::new())?)
        }
        "memory" => take_memory(object.parse()?),
        "memory-of-many" => take_memory_in_many(object, own_path),
        "one-file" => fill_one_file(),
        "many-files" => fill_many_files(),
        "escape" => escape(object, own_path),
        "escape-and-stay" => escape(object, own_path).and_then(|_| stay()),
        "stay" => stay(),
        "ignore-term" => ignore_term(),
        "talk-endlessly" => talk("x\n"),
        "endless-line" => talk("x"),
        "close-output" => close_output(),
        "spin" => loop {
            std::hint::spin_loop();
        },
        _ => Err(format!("what is {what}?").into()),
    }
}

fn write_through_link(target: &str) -> Outcome {
    std::os::unix::fs::symlink(target, "link")?;
    fs::write("link", "hostile")?;
    Ok(String::new())
}

fn send(stream: &mut impl Write) -> Outcome {
    stream.write_all(b"hostile")?;
    Ok(String::new())
}

fn abstract_address(name: &str) -> Result<SocketAddr, Box<dyn Error>> {
    Ok(<SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name)?)
}

fn ptrace_sibling() -> Outcome {
    let mut sibling = Command::new("sleep").arg("5").spawn()?;
    let id = Pid::from_raw(sibling.id().cast_signed());
    let attached = nix::sys::ptrace::attach(id);
    sibling.kill()?;
    Ok(attached.map(|()| String::new())?)
}

/// Takes memory and uses it, step by step, and keeps it for a while.
fn take_memory(mib: usize) -> Outcome {
    let mut held = Vec::new();
    for _ in 0..mib {
        let mut block: Vec<u8> = Vec::new();
        block.try_reserve_exact(1 << 20)?;
        block.resize(1 << 20, 1);
        held.push(block);
    }
    std::thread::sleep(Duration::from_secs(1));
    Ok(held.len().to_string())
}

/// Eight processes that take `mib` each.
fn take_memory_in_many(mib: &str, own_path: &str) -> Outcome {
    let start = |_| Command::new(own_path).args(["memory", mib]).stdout(Stdio::null()).spawn();
    let mut children = (0..8).map(start).collect::<Result<Vec<_>, _>>()?;
    let ended = children.iter_mut().map(|child| child.wait()).collect::<Result<Vec<_>, _>>()?;
    Ok(ended.len().to_string())
}

/// Writes to one file until it is not allowed to, or a GiB is there.
fn fill_one_file() -> Outcome {
    // The limit on the size of a file sends a signal; without it the write fails.
    let mut blocked = SigSet::empty();
    blocked.add(Signal::SIGXFSZ);
    blocked.thread_block()?;
    let mut file = fs::File::create("big")?;
    for _ in 0..1024 {
        file.write_all(&vec![1; 1 << 20])?;
    }
    Ok(String::new())
}

fn fill_many_files() -> Outcome {
    for number in 0..256 {
        fs::write(format!("file{number}"), vec![1; 1 << 20])?;
    }
    Ok(String::new())
}

/// Leaves a process behind whose parent has ended, if possible in a session of its own.
fn escape(marker: &str, own_path: &str) -> Outcome {
    Command::new("sh")
        .args([
            "-c",
            "{ setsid \"$0\" stay \"$1\" || \"$0\" stay \"$1\"; } & exit 0",
            own_path,
            marker,
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    std::thread::sleep(Duration::from_millis(100));
    Ok(String::new())
}

fn stay() -> Outcome {
    println!("staying");
    std::thread::sleep(Duration::from_secs(30));
    Ok(String::new())
}

fn ignore_term() -> Outcome {
    let mut ignored = SigSet::empty();
    ignored.add(Signal::SIGTERM);
    ignored.thread_block()?;
    stay()
}

fn talk(text: &str) -> Outcome {
    let block = text.repeat(1 << 12);
    let mut out = std::io::stdout();
    loop {
        out.write_all(block.as_bytes())?;
    }
}

/// Closes its output but reads on.
fn close_output() -> Outcome {
    let nothing = fs::File::options().write(true).open(Path::new("/dev/null"))?;
    rustix::stdio::dup2_stdout(&nothing)?;
    let mut rest = String::new();
    std::io::stdin().read_to_string(&mut rest)?;
    Ok(PathBuf::from(rest).display().to_string())
}
