//! Links between pages: each leads to an existing file and heading.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::blocks::{markdown, pages, project, read};

/// The link targets of a page, outside code, with their lines.
fn links(page: &Path) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut is_fenced = false;
    for (index, line) in read(page).lines().enumerate() {
        is_fenced ^= line.starts_with("```");
        if is_fenced {
            continue;
        }
        for rest in line.split("](").skip(1) {
            let target = rest.split(')').next().unwrap_or_default();
            found.push((index + 1, target.to_owned()));
        }
    }
    found
}

/// The anchors of a page, as GitHub and mdBook derive them from its headings.
fn anchors(page: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_fenced = false;
    for line in read(page).lines() {
        is_fenced ^= line.starts_with("```");
        let heading = line.trim_start_matches('#');
        if is_fenced || heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let letters = heading.trim().to_lowercase();
        let kept =
            letters.chars().filter(|&letter| letter.is_alphanumeric() || " -_".contains(letter));
        found.insert(kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect());
    }
    found
}

/// A path without `.` and `..`.
fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(straight.pop(), "{path:?} leads out of the project"),
            Component::CurDir => {}
            part => straight.push(part),
        }
    }
    straight
}

#[test]
fn every_link_resolves() {
    let more = ["files/README.md", "sdk/PROTOCOL.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let more = more.map(PathBuf::from).into_iter().filter(|page| project().join(page).exists());
    let mut broken = Vec::new();
    for page in pages().into_iter().chain(more) {
        for (line, link) in links(&page) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let folder = page.parent().expect("a folder");
            let target = if file.is_empty() { page.clone() } else { straight(&folder.join(file)) };
            let is_there = project().join(&target).exists();
            if !is_there || !(anchor.is_empty() || anchors(&target).contains(anchor)) {
                broken.push(format!("{}:{line}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_summary_once() {
    let summary = Path::new("docs/SUMMARY.md");
    let mut listed: Vec<PathBuf> =
        links(summary).into_iter().map(|(_, link)| Path::new("docs").join(link)).collect();
    listed.sort();
    let mut there = markdown("docs");
    there.retain(|page| page != summary);
    there.sort();
    assert_eq!(listed, there);
}

#[test]
fn the_readme_works_as_a_first_page() {
    let lines = read(Path::new("README.md")).lines().count();
    assert!(lines <= 200, "{lines} lines: more belongs into docs/");
}

/// mdBook hands its preprocessor `[context, book]`: here a chapter with another one in it.
#[test]
fn links_out_of_the_book_lead_to_the_repository() {
    if !lettergame_xtest::installed(&["python3"]) {
        return;
    }
    let content = |text: &str| json!({"Chapter": {"content": text, "sub_items": []}});
    let chapter = |outer: &str, inner: &str| {
        let mut chapter = content(outer);
        chapter["Chapter"]["sub_items"] = json!([content(inner)]);
        json!({"items": ["Separator", chapter]})
    };
    let context =
        json!({"config": {"output": {"html": {"git-repository-url": "https://a.example/b"}}}});
    let given = json!([
        context,
        chapter("[x](../src/lib.rs#y), [z](words.md)", "![i](images/../../i.png) [w](../W.md)")
    ]);
    let mut script = Command::new("python3");
    script.arg(project().join("docs/repository_links.py"));
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(given.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let book: Value = serde_json::from_slice(&output.stdout).unwrap();
    let at = "https://a.example/b/blob/main";
    let expected = chapter(
        &format!("[x]({at}/src/lib.rs#y), [z](words.md)"),
        &format!("![i](images/../../i.png) [w]({at}/W.md)"),
    );
    assert_eq!(book, expected);
}
