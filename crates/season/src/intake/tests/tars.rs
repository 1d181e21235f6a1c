//! Hostile tar archives.

use crate::intake::tests::archives::{
    Place, gzipped, paths, refusal, signed, tar, tar_header, tarred,
};
use crate::intake::{Intake, IntakeError, Refusal};

fn take(entries: &[Vec<u8>]) -> Result<Intake, IntakeError> {
    Place::new().take_bytes("x.tar", &tar(entries))
}

fn refused(entries: &[Vec<u8>]) -> Refusal {
    refusal(take(entries)).1
}

fn file(name: &str) -> Vec<u8> {
    tarred(name.as_bytes(), b'0', b"x")
}

fn damage(taken: Result<Intake, IntakeError>) -> String {
    match taken {
        Err(IntakeError::Damaged(what)) => what,
        taken => panic!("it is not damaged: {taken:?}"),
    }
}

/// A header of POSIX for the next entry.
fn pax(key: &str, value: &str) -> Vec<u8> {
    let rest = format!(" {key}={value}\n");
    let length = rest.len() + 2;
    tarred(b"pax", b'x', format!("{length}{rest}").as_bytes())
}

#[test]
fn names_are_checked() {
    assert_eq!(refused(&[file("/etc/passwd")]), Refusal::Absolute);
    assert_eq!(refused(&[file("../x")]), Refusal::Parent);
    assert_eq!(refused(&[file("a/../../x")]), Refusal::Parent);
    assert_eq!(refused(&[tarred(b"a\xff", b'0', b"")]), Refusal::NotUtf8);
    assert_eq!(refused(&[tarred(b"../x/", b'5', b"")]), Refusal::Parent);
    assert_eq!(refused(&[file("a"), file("A")]), Refusal::CaseTwin("a".to_owned()));
    assert_eq!(refused(&[file("a"), file("a")]), Refusal::Duplicate);
    assert_eq!(refused(&[file("a"), file("a/b")]), Refusal::FileAndFolder);
    // the names that headers before an entry announce
    assert_eq!(refused(&[pax("path", "../x"), file("a")]), Refusal::Parent);
    assert_eq!(refused(&[tarred(b"././@LongLink", b'L', b"/x\0"), file("a")]), Refusal::Absolute);
    let twice = [pax("path", "b"), tarred(b"l", b'L', b"c\0"), file("a")];
    assert_eq!(refused(&twice), Refusal::Disagreement);
    let long = tarred(b"l", b'L', "a".repeat(300).as_bytes());
    assert_eq!(refused(&[long, file("a")]), Refusal::TooLong(200));
    // the prefix of the format of POSIX
    let mut block = tar_header(b"x", b'0', 0, b"");
    block[345..347].copy_from_slice(b"..");
    assert_eq!(refused(&[signed(block)]), Refusal::Parent);
}

#[test]
fn only_files_and_folders_are_taken() {
    let link = |kind: u8| tar_header(b"a", kind, 0, b"/etc");
    assert_eq!(refused(&[link(b'2'), file("a/passwd")]), Refusal::Symlink);
    assert_eq!(refused(&[file("b"), link(b'1')]), Refusal::HardLink);
    for kind in [b'3', b'4', b'6'] {
        assert_eq!(refused(&[link(kind)]), Refusal::Special);
    }
    for kind in [b'7', b'V', b'M', b'D', b'N'] {
        assert!(matches!(refused(&[link(kind)]), Refusal::UnknownType(_)));
    }
    assert_eq!(refused(&[tarred(b"a", b'5', b"content")]), Refusal::FolderWithContent);
    assert_eq!(refused(&[tarred(b"a/", b'0', b"content")]), Refusal::Disagreement);
    // a link that is skipped
    let intake = take(&[tar_header(b"__pycache__", b'2', 0, b"/etc"), file("a")]).unwrap();
    assert_eq!((paths(&intake), intake.skipped.len()), (vec!["a"], 1));
    assert_eq!(
        refused(&[tarred(b".git/x", b'7', b"content")]),
        Refusal::UnknownType("7".to_owned())
    );
}

#[test]
fn holes_and_other_sizes_are_refused() {
    assert_eq!(refused(&[tarred(b"a", b'S', b"")]), Refusal::Sparse);
    assert_eq!(refused(&[pax("GNU.sparse.major", "1"), file("a")]), Refusal::Sparse);
    assert_eq!(refused(&[pax("size", "99"), file("a")]), Refusal::Disagreement);
    assert!(take(&[pax("mtime", "123"), file("a")]).is_ok());
    let global = |text: &str| tarred(b"pax", b'g', text.as_bytes());
    assert!(take(&[global("13 comment=x\n"), file("a")]).is_ok());
    let renamed = take(&[global("10 path=x\n"), file("a")]);
    assert!(matches!(renamed, Err(IntakeError::Unsupported(_))), "{renamed:?}");
    // a size that is no octal number, and one larger than the archive
    let mut block = tar_header(b"a", b'0', 0, b"");
    block[124..128].copy_from_slice(b"zzzz");
    damage(take(&[signed(block)]));
    let short = refused(&[tar_header(b"a", b'0', 1 << 20, b"")]);
    assert_eq!(short, Refusal::Unreadable("it breaks off".to_owned()));
    let huge = tar_header(b"pax", b'x', 1 << 30, b"");
    assert!(damage(take(&[huge])).contains("too long"));
    for broken in [
        "99 path=x\n",
        "x path=x\n",
        "0 path=x\n",
        "8 path=x\n",
        "5 pa\n",
        "99999999999999999999999 a=b\n",
    ] {
        damage(take(&[tarred(b"pax", b'x', broken.as_bytes()), file("a")]));
    }
}

#[test]
fn damaged_archives_are_refused() {
    let whole = tar(&[file("a"), file("b")]);
    let take = |bytes: &[u8]| Place::new().take_bytes("x.tar", bytes);
    assert!(take(&whole).is_ok());
    for length in [512, 513, 1000, 1024, 1500, 2047, 2048] {
        let error = take(&whole[..length]).unwrap_err().to_string();
        assert!(error.contains("it breaks off"), "cut after {length} bytes: {error}");
    }
    let mut bytes = whole.clone();
    bytes[1024] ^= 1;
    assert!(damage(take(&bytes)).contains("checksum"));
    let twice = [&whole[..], &whole[..]].concat();
    assert!(damage(take(&twice)).contains("follows its end"));
    let endless = [&whole[..], &vec![0; 2 << 20]].concat();
    assert!(damage(take(&endless)).contains("follows its end"));
    assert!(damage(take(&tar(&[pax("path", "x")]))).contains("missing"));
    assert!(matches!(take(&tar(&[])), Err(IntakeError::Nothing)));
}

#[test]
fn damaged_compression_is_refused() {
    let whole = gzipped(&tar(&[file("a")]));
    let take = |bytes: &[u8]| Place::new().take_bytes("x.tgz", bytes);
    assert!(take(&whole).is_ok());
    for length in 10..whole.len() {
        assert!(take(&whole[..length]).is_err(), "cut after {length} bytes");
    }
    let checksum = whole.len() - 6;
    let mut bytes = whole.clone();
    bytes[checksum] ^= 1;
    damage(take(&bytes));
    assert!(damage(take(&[&whole[..], &whole[..]].concat())).contains("follows its end"));
    assert!(damage(take(&[&whole[..], b"junk"].concat())).contains("follows its end"));
}

/// A thousand zeros for each byte of the archive.
#[test]
fn a_bomb_is_stopped() {
    let zeros = 200 << 20;
    let mut bytes = tar_header(b"zeros", b'0', zeros as u64, b"");
    bytes.resize(bytes.len() + zeros + 1024, 0);
    let bomb = gzipped(&bytes);
    assert!(bomb.len() < 300_000);
    let taken = Place::new().take_bytes("x.tar.gz", &bomb);
    assert!(matches!(taken, Err(IntakeError::TooLarge(_))), "{taken:?}");
    // what is skipped is counted as well
    bytes.splice(..512, tar_header(b".git/zeros", b'0', zeros as u64, b""));
    let taken = Place::new().take_bytes("x.tar.gz", &gzipped(&bytes));
    assert!(matches!(taken, Err(IntakeError::TooLarge(_))), "{taken:?}");
}

#[test]
fn archives_of_old_formats_are_taken() {
    let mut block = tar_header(b"old/", 0, 0, b"");
    block[257..265].fill(0);
    let folder = signed(block.clone());
    block = tar_header(b"old/a.py", 0, 0, b"");
    block[257..265].fill(0);
    let intake = take(&[folder, signed(block)]).unwrap();
    assert_eq!(paths(&intake), ["a.py"]);
    let intake =
        take(&[tarred(b"./", b'5', b""), file("./a"), tarred(b"l", b'L', b"b/c\0"), file("x")]);
    assert_eq!(paths(&intake.unwrap()), ["a", "b/c"]);
}
