//! Runs one program in the sandbox, for trying out and for timing:
//! `sandboxed [--mode off|auto|require|plain] [--memory MIB] [--read PATH]... [--times N] PROGRAM ARGS...`
//! (`plain` is what there is without namespaces).

use std::path::PathBuf;
use std::time::Instant;

use lettergame::protocol::sandbox::{self, Enforced, Mode, Spec};

fn main() -> std::process::ExitCode {
    if let Some(code) = sandbox::main_if_stage(std::env::args()) {
        return code;
    }
    let launcher = std::env::current_exe().unwrap();
    let scratch = std::env::temp_dir().join(format!("run-{}", std::process::id()));
    std::fs::create_dir(&scratch).unwrap();
    let mut spec = Spec {
        program: PathBuf::new(),
        args: Vec::new(),
        env: Vec::new(),
        scratch: scratch.clone(),
        files: Vec::new(),
        links: Vec::new(),
        read: Vec::new(),
        list: Vec::new(),
        memory: 1 << 30,
        processes: 64,
        file_size: 64 << 20,
        disk: 64 << 20,
        cpu_seconds: None,
        mode: Mode::Require,
    };
    let mut enforced = sandbox::probe(&launcher).unwrap();
    eprintln!("{}", enforced.text());
    let mut times = 1;
    let mut args = std::env::args().skip(1).peekable();
    while args.peek().is_some_and(|arg| arg.starts_with("--")) {
        let (name, value) = (args.next().unwrap(), args.next().unwrap());
        match name.as_str() {
            "--mode" if value == "plain" => {
                spec.mode = Mode::Auto;
                enforced = Enforced { namespaces: false, ..enforced };
            }
            "--mode" => spec.mode = serde_json::from_value(value.into()).unwrap(),
            "--memory" => spec.memory = value.parse::<u64>().unwrap() << 20,
            "--read" => spec.read.push(value.into()),
            "--times" => times = value.parse().unwrap(),
            _ => panic!("no option {name}"),
        }
    }
    spec.program = args.next().unwrap().into();
    spec.args = args.collect();
    let start = Instant::now();
    let mut last = None;
    for _ in 0..times {
        let (stdin, _) = std::io::pipe().unwrap();
        let (mut command, mut channel) =
            sandbox::command(&spec, &enforced, &launcher, stdin).unwrap();
        last = Some(channel.ending(command.status().unwrap()));
    }
    eprintln!(
        "{:?}, {:.2} ms each",
        last.unwrap(),
        start.elapsed().as_secs_f64() * 1000.0 / f64::from(times)
    );
    std::fs::remove_dir_all(&scratch).unwrap();
    std::process::ExitCode::SUCCESS
}
