//! The languages used for players run in the sandbox. Those not installed are skipped.

use std::fs;
use std::process::Command;

use lettergame::protocol::sandbox::Spec;
use lettergame_xtest::installed;

use crate::ground::{CONFINED, Ground, User, error_text, on_each, output_text};

fn assert_says(ground: &Ground, spec: &Spec, wanted: &str) {
    let output = ground.run(spec);
    assert_eq!(output_text(&output).trim(), wanted, "{:?} {}", output.status, error_text(&output));
    ground.assert_nothing_left();
}

#[test]
fn python() {
    let script = "import json, random, ssl, sqlite3, multiprocessing, threading\nprint('fine')";
    on_each(CONFINED, |ground| {
        if let Some(spec) = ground.python(&["-c", "import json, ssl; print('fine')"]) {
            assert_says(ground, &spec, "fine");
        }
        // The one in PATH may be in a home directory that another user may not enter.
        if ground.user == User::Own && installed(&["python3"]) {
            assert_says(ground, &ground.spec("python3", &["-c", script]), "fine");
        }
    });
}

#[test]
fn a_virtual_environment() {
    on_each(CONFINED, |ground| {
        let place = ground.folder.join("venv");
        let Some(python) = ground.python(&[]) else { return };
        let made =
            Command::new(python.program).args(["-m", "venv", "--without-pip"]).arg(&place).status();
        if made.is_ok_and(|status| status.success()) {
            let spec =
                ground.spec(place.join("bin/python3"), &["-c", "import sys; print(sys.prefix)"]);
            assert_says(ground, &spec, place.to_str().unwrap());
        }
    });
}

#[test]
fn java() {
    if !installed(&["javac"]) {
        return;
    }
    on_each(CONFINED, |ground| {
        let own = ground.folder.join("own");
        let text = "public class Hello { static byte[] kept; public static void main(String[] a) {\n\
                    for (int i = 0; i < 3000; i++) kept = new byte[1 << 20]; System.out.println(\"fine\"); } }";
        fs::write(own.join("Hello.java"), text).unwrap();
        assert!(Command::new("javac").arg(own.join("Hello.java")).status().unwrap().success());
        for (mib, heap) in [(1024, "-ea"), (512, "-Xmx256m")] {
            let mut spec = ground.spec("java", &[heap, "-cp", own.to_str().unwrap(), "Hello"]);
            spec.memory = mib << 20;
            spec.read.push(own.clone());
            assert_says(ground, &spec, "fine");
        }
    });
}

#[test]
fn node() {
    if !installed(&["node"]) {
        return;
    }
    on_each(CONFINED, |ground| {
        let script = "require('crypto'); const {Worker} = require('worker_threads');\n\
                      new Worker('require(\"worker_threads\").parentPort.postMessage(1)', {eval: true})\n\
                      .on('message', () => console.log('fine'))";
        assert_says(ground, &ground.spec("node", &["-e", script]), "fine");
    });
}

#[test]
fn a_script_and_its_input_by_name() {
    on_each(CONFINED, |ground| {
        let script = ground.folder.join("script");
        fs::write(&script, "#!/bin/sh\ncat /dev/stdin; echo \"$1\"\n").unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&script, mode).unwrap();
        assert_says(ground, &ground.spec(script, &["fine"]), "fine");
    });
}

#[test]
fn a_static_binary() {
    on_each(CONFINED, |ground| {
        let source = ground.folder.join("fine.c");
        let binary = ground.folder.join("fine");
        fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"fine\"); return 0; }\n")
            .unwrap();
        let made = Command::new("gcc").arg("-static").arg(&source).arg("-o").arg(&binary).status();
        if made.is_ok_and(|status| status.success()) {
            assert_says(ground, &ground.spec(binary, &[]), "fine");
        } else {
            lettergame_xtest::skipped("gcc -static");
        }
    });
}
