//! Files outside can be neither read nor written; those granted are available.

use lettergame::protocol::sandbox::Ending;
use std::fs;

use crate::ground::{ALL, CONFINED, Plan, error_text, on_each, output_text};

#[test]
fn a_file_outside_is_not_read() {
    on_each(ALL, |ground| {
        ground.assert_refused(&["read", ground.secret().to_str().unwrap()]);
        ground.assert_refused(&["read", "../secret"]);
        ground.assert_refused(&["list", ground.folder.to_str().unwrap()]);
        ground.assert_refused(&["read", "/etc/passwd"]);
    });
}

#[test]
fn a_link_to_a_file_outside_does_not_open_it() {
    on_each(CONFINED, |ground| {
        let mut spec = ground.hostile(&["read", "way/out"]);
        spec.links.push(("way/out".into(), ground.secret()));
        let output = ground.run(&spec);
        assert!(
            output_text(&output).starts_with("refused Permission denied"),
            "{}",
            error_text(&output)
        );
    });
}

#[test]
fn nothing_outside_is_written_or_removed() {
    on_each(ALL, |ground| {
        let own = ground.folder.join("own/new");
        let temporary = ground.folder.with_extension("new");
        let places = [ground.secret(), own.clone(), temporary.clone()];
        for place in &places {
            ground.assert_refused(&["write", place.to_str().unwrap()]);
            assert_eq!(
                fs::read_to_string(place).is_ok_and(|text| text == "hostile"),
                !ground.confined()
            );
            let _ = fs::remove_file("link");
        }
        fs::write(ground.secret(), "the secret").unwrap();
        let _ = (fs::remove_file(&own), fs::remove_file(&temporary));
        ground.assert_refused(&["write-through-link", ground.secret().to_str().unwrap()]);
        assert_eq!(fs::read_to_string(ground.secret()).unwrap() == "the secret", ground.confined());
        ground.assert_refused(&["remove", ground.secret().to_str().unwrap()]);
        assert_eq!(ground.secret().exists(), ground.confined());
    });
}

#[test]
fn granted_files_are_readable_and_the_scratch_folder_writable() {
    on_each(ALL, |ground| {
        let own = ground.folder.join("own");
        fs::write(own.join("data"), "own data\n").unwrap();
        let script = "cat files/words own/data && echo more > own-file && cat own-file && pwd && echo $HOME $NAME";
        let mut spec = ground.spec("sh", &["-c", script]);
        spec.files.push(("files/words".into(), ground.secret()));
        spec.links.push(("own".into(), own.clone()));
        spec.read.push(own);
        spec.env.push(("NAME".into(), "value".into()));
        let scratch = ground.scratch().canonicalize().unwrap();
        let output = ground.run(&spec);
        let wanted = format!("the secretown data\nmore\n{0}\n{0} value\n", scratch.display());
        assert_eq!(output_text(&output), wanted, "{}", error_text(&output));
        ground.assert_nothing_left();
    });
}

#[test]
fn a_granted_folder_is_not_writable() {
    on_each(CONFINED, |ground| {
        let place = ground.folder.join("own/new");
        let mut spec = ground.hostile(&["write", place.to_str().unwrap()]);
        spec.read.push(ground.folder.join("own"));
        assert!(output_text(&ground.run(&spec)).starts_with("refused"));
        assert!(!place.exists());
    });
}

#[test]
fn names_that_leave_the_scratch_folder_are_refused() {
    on_each(&[Plan::Full, Plan::Plain], |ground| {
        let mut spec = ground.hostile(&["stay"]);
        spec.files.push(("../own/new".into(), ground.secret()));
        let (output, ending) = ground.ended(&spec);
        assert!(matches!(ending, Ending::SetupFailed(_)), "{ending:?}");
        assert!(error_text(&output).contains("is outside the scratch folder"));
    });
}

#[test]
fn names_in_a_folder_are_listed_and_nothing_is_read() {
    on_each(CONFINED, |ground| {
        let own = ground.folder.join("own");
        fs::write(own.join("data"), "own data\n").unwrap();
        let mut spec = ground.hostile(&["list", own.to_str().unwrap()]);
        spec.list.push(own.clone());
        assert!(!output_text(&ground.run(&spec)).starts_with("refused"));
        let mut spec = ground.hostile(&["read", own.join("data").to_str().unwrap()]);
        spec.list.push(own);
        assert!(output_text(&ground.run(&spec)).starts_with("refused"));
    });
}
