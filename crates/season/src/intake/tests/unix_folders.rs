//! Links, pipes and modes, which not every system has.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;

use crate::intake::tests::archives::{Place, paths, refusal};
use crate::intake::{IntakeLimits, Refusal, fingerprint, take_in, take_in_upload};

fn limits() -> IntakeLimits {
    IntakeLimits::default()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

#[test]
fn only_the_executable_bit_is_kept() {
    let place = Place::new();
    for (name, mode) in [("a", 0o4711), ("b", 0o666), ("c/d", 0o400)] {
        let path = place.write(&format!("team/{name}"), b"x");
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }
    let intake = place.take_in("team", &limits()).unwrap();
    let modes = ["a", "b", "c/d", "c"].map(|name| mode(&place.path("into").join(name)));
    assert_eq!(modes, [0o755, 0o644, 0o644, 0o755]);
    assert_eq!(intake.files.iter().filter(|file| file.executable).count(), 1);
    fs::set_permissions(place.path("into/b"), fs::Permissions::from_mode(0o755)).unwrap();
    assert_ne!(fingerprint(&place.path("into")).unwrap(), intake.fingerprint);
}

#[test]
fn links_are_never_followed() {
    let place = Place::new();
    place.write("secret/key", b"secret");
    place.write("team/a", b"x");
    for (target, link) in
        [("../secret/key", "team/l"), ("../secret", "team/l"), ("nowhere", "team/l")]
    {
        symlink(target, place.path(link)).unwrap();
        assert_eq!(refusal(place.take_in("team", &limits())), ("l".to_owned(), Refusal::Symlink));
        fs::remove_file(place.path(link)).unwrap();
    }
    // skipped links are not followed either
    symlink("../secret", place.path("team/.git")).unwrap();
    assert_eq!(paths(&place.take_in("team", &limits()).unwrap()), ["a"]);
    // what was taken in is verified as strictly
    symlink("../secret", place.path("into/l")).unwrap();
    assert!(fingerprint(&place.path("into")).is_err());
}

#[test]
fn what_is_named_itself_is_no_link() {
    let place = Place::new();
    place.write("team/a", b"x");
    symlink("team", place.path("link")).unwrap();
    symlink("team/a", place.path("file")).unwrap();
    for name in ["link", "link/", "file"] {
        assert_eq!(refusal(place.take_in(name, &limits())).1, Refusal::Symlink, "{name}");
    }
    let upload = take_in_upload("a", &place.path("file"), &place.path("into"), &limits());
    assert_eq!(refusal(upload).1, Refusal::Symlink);
    assert!(fingerprint(&place.path("link")).is_err());
}

#[test]
fn hard_links_are_refused_in_folders() {
    let place = Place::new();
    place.write("secret", b"x");
    place.write("team/a", b"x");
    fs::hard_link(place.path("secret"), place.path("team/b")).unwrap();
    assert_eq!(refusal(place.take_in("team", &limits())).1, Refusal::HardLink);
    // build tools link programs, which are then named themselves
    assert!(place.take_in("team/b", &limits()).is_ok());
}

#[test]
fn pipes_and_devices_are_refused_without_waiting() {
    let place = Place::new();
    place.write("team/a", b"x");
    let pipe = place.path("team/pipe");
    if !Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()) {
        lettergame_xtest::skipped("mkfifo");
        return;
    }
    assert_eq!(refusal(place.take_in("team", &limits())).1, Refusal::Special);
    assert_eq!(refusal(place.take_in("team/pipe", &limits())).1, Refusal::Special);
    fs::remove_file(&pipe).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(place.path("team/socket")).unwrap();
    assert_eq!(refusal(place.take_in("team", &limits())).1, Refusal::Special);
    assert_eq!(
        refusal(take_in(Path::new("/dev/null"), &place.path("into"), &limits())).1,
        Refusal::Special
    );
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_are_checked() {
    let place = Place::new();
    for (name, reason) in [
        (&b"a\xff"[..], Refusal::NotUtf8),
        (b"a\\b", Refusal::Backslash),
        (b"a\nb", Refusal::Control),
        (b"NUL", Refusal::Reserved("NUL".to_owned())),
    ] {
        let path = place.path("team").join(std::ffi::OsStr::from_bytes(name));
        fs::create_dir_all(place.path("team")).unwrap();
        fs::write(&path, "x").unwrap();
        assert_eq!(refusal(place.take_in("team", &limits())).1, reason);
        fs::remove_file(path).unwrap();
    }
    place.write("team/a", b"x");
    place.write("team/A", b"x");
    assert_eq!(refusal(place.take_in("team", &limits())).1, Refusal::CaseTwin("A".to_owned()));
}

/// Swaps a file and a folder for links while they are copied.
#[test]
fn nobody_swaps_a_file_for_a_link_meanwhile() {
    let place = Place::new();
    place.write("secret/key", b"secret");
    place.write("team/a", b"x");
    let (file, folder) = (place.path("team/b"), place.path("team/c"));
    let stop = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                fs::write(&file, "x").unwrap();
                fs::create_dir(&folder).unwrap();
                fs::write(folder.join("key"), "x").unwrap();
                fs::remove_file(&file).unwrap();
                fs::remove_dir_all(&folder).unwrap();
                symlink("../secret/key", &file).unwrap();
                symlink("../secret", &folder).unwrap();
                fs::remove_file(&file).unwrap();
                fs::remove_file(&folder).unwrap();
            }
        });
        for _ in 0..100 {
            if let Ok(intake) = place.take_in("team", &limits()) {
                for file in &intake.files {
                    let bytes = fs::read(place.path("into").join(&file.path)).unwrap();
                    assert_ne!(bytes, b"secret");
                }
                fs::remove_dir_all(place.path("into")).unwrap();
            }
        }
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
