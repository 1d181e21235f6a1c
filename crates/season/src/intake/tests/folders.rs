//! Hostile files and folders.

use std::fs;

use crate::intake::tests::archives::{Place, gzipped, paths, refusal, tar, tarred, write};
use crate::intake::{IntakeError, IntakeLimits, Refusal, fingerprint, take_in, take_in_upload};

fn limits() -> IntakeLimits {
    IntakeLimits::default()
}

#[test]
fn a_folder_is_copied_without_noise() {
    let place = Place::new();
    for file in
        ["b.py", "a/x.txt", "a.txt", ".git/HEAD", "a/__pycache__/x.pyc", ".DS_Store", "._b.py"]
    {
        place.write(&format!("team/{file}"), b"x");
    }
    fs::create_dir(place.path("team/empty")).unwrap();
    let intake = place.take_in("team", &limits()).unwrap();
    assert_eq!(paths(&intake), ["a.txt", "a/x.txt", "b.py"]);
    assert_eq!(intake.skipped, [".DS_Store", "._b.py", ".git", "a/__pycache__"]);
    assert!(!place.path("into/empty").exists());
    assert_eq!(fingerprint(&place.path("into")).unwrap(), intake.fingerprint);
    assert!(place.path("team/b.py").exists());
}

#[test]
fn every_change_of_a_folder_changes_its_fingerprint() {
    let place = Place::new();
    place.write("team/a/b", b"content");
    place.write("team/c", b"x");
    let intake = place.take_in("team", &limits()).unwrap();
    let into = place.path("into");
    let known = fingerprint(&into).unwrap();
    assert_eq!(known, intake.fingerprint);
    // pinned: results that were recorded refer to it
    assert_eq!(known, "7e561483059e65c95cba2cac8da0bbabec6645ae1fdcecda74c6b51a0d7e7088");
    for (name, bytes) in [("a/b", &b"other!!"[..]), ("a/b", b"content!"), ("new", b"")] {
        let before = fs::read(into.join(name)).ok();
        write(&into, name, bytes);
        assert_ne!(fingerprint(&into).unwrap(), known, "{name}");
        match before {
            Some(before) => fs::write(into.join(name), before).unwrap(),
            None => fs::remove_file(into.join(name)).unwrap(),
        }
        assert_eq!(fingerprint(&into).unwrap(), known);
    }
    fs::rename(into.join("c"), into.join("d")).unwrap();
    assert_ne!(fingerprint(&into).unwrap(), known);
}

#[test]
fn the_new_folder_is_new_and_elsewhere() {
    let place = Place::new();
    place.write("team/a", b"x");
    place.write("there/b", b"kept");
    let there = place.path("there");
    let error = take_in(&place.path("team"), &there, &limits()).unwrap_err();
    assert!(matches!(error, IntakeError::Exists(_)));
    assert!(there.join("b").exists(), "what was there is not removed");
    let error = take_in(&place.path("team"), &place.path("team/into"), &limits()).unwrap_err();
    assert!(matches!(error, IntakeError::Inside(_)));
    let error = take_in(&place.path("none"), &place.path("into"), &limits()).unwrap_err();
    assert!(matches!(error, IntakeError::Io { .. }));
}

#[test]
fn a_folder_has_bounds() {
    let place = Place::new();
    for number in 0..5 {
        place.write(&format!("team/{number}"), &[0; 100]);
    }
    let few = IntakeLimits { files: 4, ..limits() };
    assert!(matches!(place.take_in("team", &few), Err(IntakeError::TooManyFiles(4))));
    let small = IntakeLimits { bytes: 499, ..limits() };
    assert!(matches!(place.take_in("team", &small), Err(IntakeError::TooLarge(499))));
    assert!(place.take_in("team", &IntakeLimits { files: 5, bytes: 500, ..limits() }).is_ok());
    place.write("deep/1/2/3/4/x", b"x");
    let into = place.path("other");
    let deep = take_in(&place.path("deep"), &into, &IntakeLimits { depth: 4, ..limits() });
    assert_eq!(refusal(deep).1, Refusal::TooDeep(4));
}

#[test]
fn uploads_have_hostile_names() {
    let place = Place::new();
    let file = place.write("upload", b"#!/bin/sh\n");
    let into = place.path("into");
    for name in
        ["../x", "/etc/x", "a/b", "C:\\x", "a\\b", "", "..", "a\0b", "con", "-rf", "x\u{202e}"]
    {
        assert!(take_in_upload(name, &file, &into, &limits()).is_err(), "{name}");
        assert!(!into.exists(), "{name}");
    }
    for name in [".", ".git", "x.pyc"] {
        let taken = take_in_upload(name, &file, &into, &limits());
        assert!(matches!(taken, Err(IntakeError::Nothing)), "{name}");
    }
    let intake = take_in_upload("player", &file, &into, &limits()).unwrap();
    assert_eq!(paths(&intake), ["player"]);
    assert_eq!(intake.files[0].executable, cfg!(unix), "it starts like a script");
}

#[test]
fn archives_are_recognised_by_name_and_content() {
    let zip = {
        use crate::intake::tests::archives::{Zipped, zip};
        zip(&[Zipped::new("a.py", b"x")])
    };
    let tar = tar(&[tarred(b"a.py", b'0', b"x")]);
    let tgz = gzipped(&tar);
    for (name, bytes) in
        [("x.zip", &zip), ("x.ZIP", &zip), ("x.tar", &tar), ("x.tar.gz", &tgz), ("x.tgz", &tgz)]
    {
        let place = Place::new();
        assert_eq!(paths(&place.take_bytes(name, bytes).unwrap()), ["a.py"], "{name}");
    }
    for name in ["x.jar", "x.wasm", "x.py", "x.pyz"] {
        let place = Place::new();
        assert_eq!(paths(&place.take_bytes(name, &zip).unwrap()), [name], "{name} is not unpacked");
    }
    for (name, bytes) in
        [("x.zip", &tgz), ("x.tgz", &zip), ("x.tar", &tgz), ("x.tar", &zip), ("x.tar.gz", &tar)]
    {
        let taken = Place::new().take_bytes(name, bytes);
        assert!(matches!(taken, Err(IntakeError::WrongContent { .. })), "{name}: {taken:?}");
    }
    for (name, bytes) in [
        ("x.rar", &zip),
        ("x.7z", &zip),
        ("x.gz", &tgz),
        ("x.tar.xz", &tar),
        ("x", &zip),
        ("x", &tgz),
        ("x", &tar),
    ] {
        let taken = Place::new().take_bytes(name, bytes);
        assert!(matches!(taken, Err(IntakeError::UnknownArchive(_))), "{name}: {taken:?}");
    }
}
