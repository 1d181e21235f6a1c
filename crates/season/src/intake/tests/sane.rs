//! Sane trees survive every way in.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::intake::entry_path::folded;
use crate::intake::tests::archives::{Place, gzipped};
use crate::intake::{IntakeLimits, fingerprint};

/// Contents and whether they are executable.
type Files = BTreeMap<String, (Vec<u8>, bool)>;

/// Paths whose files are in one folder `top`, where something is.
fn files() -> impl Strategy<Value = Files> {
    let name = "[a-zäß][a-z0-9_]{0,3}( [a-z])?(\\.[a-z]{1,2})?";
    let path = vec(name, 1..4).prop_map(|names| names.join("/"));
    let file = (vec(any::<u8>(), 0..3000), any::<bool>());
    btree_map(path, file, 1..12).prop_map(sane)
}

/// Without files that are folders as well, twins, and names that some system reserves.
fn sane(files: Files) -> Files {
    let mut kept = Files::new();
    let mut spelled = BTreeMap::new();
    for (path, file) in files {
        let ends: Vec<usize> =
            path.match_indices('/').map(|(at, _)| at).chain([path.len()]).collect();
        let is_free = ends.iter().all(|end| {
            let part = &path[..*end];
            let is_folder = *end < path.len();
            spelled
                .get(&folded(part))
                .is_none_or(|own| *own == (part.to_owned(), true) && is_folder)
        });
        let reserved = ["con", "nul", "prn", "aux", "com", "lpt"];
        let is_noise =
            path.split('/').any(|name| reserved.iter().any(|start| name.starts_with(start)));
        if is_free && !is_noise {
            for end in ends {
                spelled.insert(folded(&path[..end]), (path[..end].to_owned(), end < path.len()));
            }
            kept.insert(path, file);
        }
    }
    // so that nothing is stripped
    kept.insert("zz".to_owned(), (Vec::new(), false));
    kept
}

fn mode(executable: bool) -> u32 {
    if executable { 0o755 } else { 0o644 }
}

fn zipped(files: &Files, top: &str, is_stored: bool) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let method =
        if is_stored { zip::CompressionMethod::Stored } else { zip::CompressionMethod::Deflated };
    for (path, (content, executable)) in files {
        let options = SimpleFileOptions::default().compression_method(method);
        let options = options.unix_permissions(mode(*executable));
        writer.start_file(format!("{top}{path}"), options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tarred(files: &Files, top: &str) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    // reversed: the order does not matter
    for (path, (content, executable)) in files.iter().rev() {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        header.set_mode(mode(*executable));
        header.set_mtime(12345);
        builder.append_data(&mut header, format!("{top}{path}"), &content[..]).unwrap();
    }
    builder.into_inner().unwrap()
}

fn write_folder(files: &Files, place: &Place) {
    for (path, (content, executable)) in files {
        let path = place.write(&format!("team/{path}"), content);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(path, fs::Permissions::from_mode(mode(*executable))).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn trees_survive_every_way_with_one_fingerprint(files in files()) {
        let place = Place::new();
        write_folder(&files, &place);
        place.write("a.zip", &zipped(&files, "", false));
        place.write("b.zip", &zipped(&files, "top folder/", true));
        place.write("a.tar", &tarred(&files, ""));
        place.write("b.tar.gz", &gzipped(&tarred(&files, "./top/")));
        let limits = IntakeLimits::default();
        let expected = place.take_in("team", &limits).unwrap();
        let written: Vec<(&str, u64)> = files.iter().map(|(path, file)| (path.as_str(), file.0.len() as u64)).collect();
        let taken: Vec<(&str, u64)> = expected.files.iter().map(|file| (file.path.as_str(), file.bytes)).collect();
        prop_assert_eq!(written, taken);
        for (path, (content, _)) in &files {
            prop_assert_eq!(&fs::read(place.path("into").join(path)).unwrap(), content);
        }
        for name in ["a.zip", "b.zip", "a.tar", "b.tar.gz", "into"] {
            let into = place.path("into");
            if name == "into" {
                prop_assert_eq!(&fingerprint(&into).unwrap(), &expected.fingerprint);
                continue;
            }
            fs::remove_dir_all(&into).unwrap();
            let taken = place.take_in(name, &limits).unwrap();
            prop_assert_eq!(&taken.fingerprint, &expected.fingerprint, "{}", name);
            prop_assert_eq!(&taken.files, &expected.files);
        }
    }

    #[test]
    fn any_bytes_are_taken_or_refused(mut bytes in vec(any::<u8>(), 0..2000), start in 0..3_usize) {
        let starts = [&b"PK\x03\x04"[..], b"\x1f\x8b\x08\0", b"a.py"];
        bytes.splice(0..0, starts[start].iter().copied());
        let _ = Place::new().take_bytes(["x.zip", "x.tgz", "x.tar"][start], &bytes);
    }
}
