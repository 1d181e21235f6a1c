//! Hostile zip archives.

use crate::intake::tests::archives::{Place, Zipped, crc, deflated, end, paths, refusal, zip};
use crate::intake::{Intake, IntakeError, IntakeLimits, Refusal};

fn take(entries: &[Zipped]) -> Result<Intake, IntakeError> {
    Place::new().take_bytes("x.zip", &zip(entries))
}

fn refused(entries: &[Zipped]) -> Refusal {
    refusal(take(entries)).1
}

/// A sound archive with one entry, changed.
fn changed(change: impl Fn(&mut Zipped)) -> Refusal {
    let mut entry = Zipped::deflated("a.py", b"print(1)");
    assert!(take(std::slice::from_ref(&entry)).is_ok());
    change(&mut entry);
    refused(&[entry])
}

fn damage(taken: Result<Intake, IntakeError>) -> String {
    match taken {
        Err(IntakeError::Damaged(what)) => what,
        taken => panic!("it is not damaged: {taken:?}"),
    }
}

#[test]
fn names_are_checked() {
    let name = |name: &[u8]| {
        let (name, local_name) = (name.to_vec(), name.to_vec());
        changed(|entry| {
            (entry.name, entry.local_name) = (name.clone(), local_name.clone());
        })
    };
    assert_eq!(name(b"../x"), Refusal::Parent);
    assert_eq!(name(b"/x"), Refusal::Absolute);
    assert_eq!(name(b"C:\\x"), Refusal::Drive);
    assert_eq!(name(b"a\\x"), Refusal::Backslash);
    assert_eq!(name(b""), Refusal::Empty);
    assert_eq!(name(b"caf\x82"), Refusal::NotUtf8);
    let (entry, _) = refusal(take(&[Zipped::new("a\n\u{202e}../x", b"")]));
    assert_eq!(entry, "a\\n\\u{202e}../x", "names are safe to print");
}

#[test]
fn only_files_and_folders_are_taken() {
    assert_eq!(changed(|entry| entry.mode = 0o120_777), Refusal::Symlink);
    assert_eq!(changed(|entry| entry.mode = 0o020_666), Refusal::Special);
    assert_eq!(changed(|entry| entry.mode = 0o010_666), Refusal::Special);
    assert_eq!(changed(|entry| entry.mode = 0o040_755), Refusal::Disagreement);
    let folder = Zipped { mode: 0o040_755, ..Zipped::new("a/", b"content") };
    assert_eq!(refused(&[folder]), Refusal::FolderWithContent);
}

#[test]
fn entries_are_compared_with_earlier_ones() {
    let entries =
        |names: &[&str]| names.iter().map(|name| Zipped::new(name, b"x")).collect::<Vec<_>>();
    assert_eq!(refused(&entries(&["a", "b", "a"])), Refusal::Duplicate);
    assert_eq!(refused(&entries(&["a", "./a"])), Refusal::Duplicate);
    assert_eq!(refused(&entries(&["Ä.py", "ä.py"])), Refusal::CaseTwin("Ä.py".to_owned()));
    assert_eq!(refused(&entries(&["a/x", "A/y"])), Refusal::CaseTwin("a".to_owned()));
    assert_eq!(refused(&entries(&["a", "a/x"])), Refusal::FileAndFolder);
    assert_eq!(refused(&entries(&["a/x", "a"])), Refusal::FileAndFolder);
    let folder = Zipped { mode: 0o040_755, ..Zipped::new("a/", b"") };
    assert!(take(&[folder.clone(), folder, Zipped::new("a/x", b"")]).is_ok());
}

#[test]
fn sizes_are_counted_and_not_believed() {
    assert_eq!(changed(|entry| (entry.bytes, entry.local_bytes) = (3, 3)), Refusal::WrongSize);
    assert_eq!(changed(|entry| (entry.bytes, entry.local_bytes) = (99, 99)), Refusal::WrongSize);
    assert_eq!(changed(|entry| entry.packed = 1000), Refusal::WrongSize);
    assert_eq!(changed(|entry| entry.local_bytes = 3), Refusal::Disagreement);
    assert_eq!(changed(|entry| entry.content[2] ^= 4), Refusal::WrongChecksum);
    assert_eq!(changed(|entry| entry.crc ^= 1), Refusal::WrongChecksum);
    // content after the end of the compressed stream
    let longer = |entry: &mut Zipped| {
        entry.content.push(0);
        entry.packed += 1;
    };
    assert_eq!(changed(longer), Refusal::WrongSize);
    let limits = IntakeLimits { bytes: 1000, ..IntakeLimits::default() };
    let place = Place::new();
    let mut bomb = Zipped::deflated("zeros", &vec![0; 1 << 20]);
    (bomb.bytes, bomb.local_bytes) = (10, 10);
    place.write("honest.zip", &zip(&[Zipped::deflated("zeros", &vec![0; 1 << 20])]));
    place.write("lying.zip", &zip(&[bomb]));
    assert!(matches!(place.take_in("honest.zip", &limits), Err(IntakeError::TooLarge(1000))));
    assert_eq!(refusal(place.take_in("lying.zip", &limits)).1, Refusal::WrongSize);
}

#[test]
fn a_bomb_is_stopped() {
    // ten thousand times a megabyte of zeros, in kilobytes each
    let zeros = Zipped::deflated("zeros", &vec![0; 1 << 20]);
    let bomb: Vec<Zipped> = (0..900)
        .map(|number| {
            let name = format!("zeros{number}").into_bytes();
            Zipped { name: name.clone(), local_name: name, ..zeros.clone() }
        })
        .collect();
    assert!(matches!(take(&bomb), Err(IntakeError::TooLarge(_))));
}

#[test]
fn entries_share_no_bytes() {
    // two names of one compressed content, as in archives that unpack to more than they could hold
    let first = Zipped::deflated("a", b"content");
    let second = Zipped { at: Some(0), content: Vec::new(), ..first.clone() };
    assert_eq!(refused(&[first.clone(), second]), Refusal::Overlap("a".to_owned()));
    // a content that contains the next entry
    let inner = zip(&[Zipped::new("b", b"x")]);
    let inner = &inner[..32];
    let outer = Zipped::new("a", inner);
    let inner = Zipped { at: Some(31), ..Zipped::new("b", b"x") };
    assert_eq!(refused(&[outer, inner]), Refusal::Overlap("a".to_owned()));
    // a content that contains the directory
    let mut entry = Zipped::new("a", b"x");
    let with_directory = b"xPK\x01\x02\x14\x03\x14\0";
    (entry.crc, entry.packed) = (crc(with_directory), 9);
    (entry.bytes, entry.local_bytes) = (9, 9);
    assert_eq!(refused(&[entry]), Refusal::WrongSize);
    // skipped entries are checked too
    let noise = Zipped { at: Some(0), ..first.clone() };
    let noise = Zipped { name: b".DS_Store".to_vec(), ..noise };
    assert!(matches!(refused(&[first, noise]), Refusal::Disagreement | Refusal::Overlap(_)));
}

#[test]
fn headers_agree() {
    assert_eq!(changed(|entry| entry.local_name = b"b.py".to_vec()), Refusal::Disagreement);
    let entry = Zipped { at: Some(5), ..Zipped::new("a", b"x") };
    assert!(damage(take(&[entry])).contains("not where"));
}

#[test]
fn what_is_not_understood_is_refused() {
    assert_eq!(changed(|entry| entry.flags = 1), Refusal::Encrypted);
    assert_eq!(changed(|entry| entry.flags = 1 << 6 | 1), Refusal::Encrypted);
    assert_eq!(changed(|entry| entry.flags = 1 << 13), Refusal::Encrypted);
    assert_eq!(changed(|entry| entry.method = 12), Refusal::Compression(12));
    assert_eq!(changed(|entry| entry.method = 9), Refusal::Compression(9));
    assert!(matches!(changed(|entry| entry.content = vec![7; 10]), Refusal::Unreadable(_)));
    let large = Zipped { bytes: u32::MAX, local_bytes: u32::MAX, ..Zipped::new("a", b"x") };
    assert!(matches!(take(&[large]), Err(IntakeError::Unsupported(_))));
    let mut volume = zip(&[Zipped::new("a", b"x")]);
    let at = volume.len() - 22;
    volume[at + 4] = 1;
    assert!(matches!(Place::new().take_bytes("x.zip", &volume), Err(IntakeError::Unsupported(_))));
    let mut zip64 = zip(&[Zipped::new("a", b"x")]);
    zip64.splice(at..at, [&b"PK\x06\x07"[..], &[0; 16]].concat());
    assert!(matches!(Place::new().take_bytes("x.zip", &zip64), Err(IntakeError::Unsupported(_))));
}

#[test]
fn damaged_archives_are_refused() {
    let whole = zip(&[Zipped::deflated("a", b"one"), Zipped::new("b", b"two")]);
    let take = |bytes: &[u8]| Place::new().take_bytes("x.zip", bytes);
    assert!(take(&whole).is_ok());
    for length in 4..whole.len() {
        assert!(take(&whole[..length]).is_err(), "cut after {length} bytes");
    }
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        // a flipped bit may be in a time or a comment; what is taken in is sane nevertheless
        if let Ok(intake) = take(&bytes) {
            assert!(intake.files.iter().all(|file| file.bytes <= 3), "{intake:?}");
        }
    }
    assert!(
        damage(take(&[&b"junk"[..], &whole[..]].concat()).map_err(|error| match error {
            IntakeError::WrongContent { .. } => IntakeError::Damaged("name".to_owned()),
            error => error,
        }))
        .contains("name")
    );
    let junk = [&whole[..], &b"junk"[..]].concat();
    assert!(damage(take(&junk)).contains("end"));
    let mut gap = whole.clone();
    gap.splice(whole.len() - 22..whole.len() - 22, *b"junk");
    assert!(damage(take(&gap)).contains("not where its end says"));
    let start = u32::try_from(whole.len() - 22).unwrap();
    let fake = [&whole[..whole.len() - 2], &[22, 0], &end(0, 0, start + 22)[..]].concat();
    assert!(damage(take(&fake)).contains("two ends"));
    let count = whole.len() - 22 + 8;
    for lie in [1, 3] {
        let mut bytes = whole.clone();
        (bytes[count], bytes[count + 2]) = (lie, lie);
        damage(take(&bytes));
    }
}

#[test]
fn there_are_not_too_many_entries() {
    let limits = IntakeLimits { files: 2, ..IntakeLimits::default() };
    let names = ["a", "b", "c"].map(|name| Zipped::new(name, b"x"));
    let place = Place::new();
    place.write("x.zip", &zip(&names));
    assert!(matches!(place.take_in("x.zip", &limits), Err(IntakeError::TooManyFiles(2))));
    let limits = IntakeLimits { archive_bytes: 100, ..limits };
    assert!(matches!(place.take_in("x.zip", &limits), Err(IntakeError::ArchiveTooLarge(100))));
    let noise: Vec<Zipped> =
        (0..1021).map(|number| Zipped::new(&format!(".git/{number}"), b"")).collect();
    place.write("y.zip", &zip(&noise));
    assert!(matches!(
        place.take_in("y.zip", &limits.clone()),
        Err(IntakeError::ArchiveTooLarge(_))
    ));
    let limits = IntakeLimits { archive_bytes: 1 << 20, ..limits };
    assert!(matches!(place.take_in("y.zip", &limits), Err(IntakeError::TooManyEntries(1020))));
}

#[test]
fn noise_is_skipped_and_a_top_folder_stripped() {
    let names =
        ["team/a.py", "team/team", "__MACOSX/team/._a.py", "team/.git/HEAD", "team/x/b.pyc"];
    let intake = take(&names.map(|name| Zipped::new(name, b"x"))).unwrap();
    assert_eq!(paths(&intake), ["a.py", "team"]);
    assert_eq!(intake.skipped, ["__MACOSX", "team/.git", "team/x/b.pyc"]);
    let intake = take(&["team/a.py", "b.py"].map(|name| Zipped::new(name, b"x"))).unwrap();
    assert_eq!(paths(&intake), ["b.py", "team/a.py"]);
    let nothing = take(&[Zipped::new(".git/HEAD", b"x")]);
    assert!(matches!(nothing, Err(IntakeError::Nothing)));
}

#[test]
fn modes_are_kept_as_far_as_they_are_known() {
    let entries = [
        Zipped { mode: 0o100_700, ..Zipped::new("a", b"x") },
        Zipped { mode: 0o104_644, ..Zipped::new("b", b"x") },
        Zipped { mode: 0, ..Zipped::new("c", b"#!/bin/sh") },
        Zipped { mode: 0, ..Zipped::new("d", &deflated(b"x")) },
    ];
    let intake = take(&entries).unwrap();
    let modes: Vec<bool> = intake.files.iter().map(|file| file.executable).collect();
    assert_eq!(modes, if cfg!(unix) { [true, false, true, false] } else { [false; 4] });
}
