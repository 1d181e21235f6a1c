//! The commands on a page: fenced blocks, by the word after the fence.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a block is tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `sh`: runs as it is.
    Run,
    /// `sh slow`: has a duration in a comment; only has to parse.
    Slow,
    /// `sh template`: has placeholders in capitals; only has to parse.
    Template,
    /// `sh install`: changes the machine.
    Install,
    /// `text`: the output of the command above.
    Output,
    /// `toml class.toml`: to be saved under that name.
    File(String),
    /// Anything else.
    Other,
}

/// A block of a page.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) kind: Kind,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    pub(super) lines: Vec<String>,
}

/// A command of one or more lines, with the number of the first line.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) line: usize,
    pub(super) text: String,
}

/// The folder of the project.
pub(super) fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages with commands: the README, the book, and the READMEs of SDKs and tournaments; paths relative to
/// the project.
pub(super) fn pages() -> Vec<PathBuf> {
    let mut pages = vec![PathBuf::from("README.md"), PathBuf::from("tournaments/README.md")];
    pages.push("tournaments/cluster/README.md".into());
    pages.extend(markdown("docs"));
    for folder in fs::read_dir(project().join("sdk")).expect("sdk/") {
        let name = folder.expect("an entry").file_name().into_string().expect("UTF-8");
        let page = PathBuf::from(format!("sdk/{name}/README.md"));
        pages.extend(project().join(&page).is_file().then_some(page));
    }
    pages.sort();
    pages
}

/// The pages of a folder.
pub(super) fn markdown(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(project().join(folder)).expect(folder);
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let paths = names.map(|name| Path::new(folder).join(name));
    paths.filter(|path| path.extension().is_some_and(|kind| kind == "md")).collect()
}

pub(super) fn read(page: &Path) -> String {
    fs::read_to_string(project().join(page)).unwrap_or_else(|error| panic!("{page:?}: {error}"))
}

/// The fenced blocks of a page.
pub(super) fn blocks(page: &Path) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in read(page).lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let kind = kind(info, &format!("{}:{}", page.display(), index + 1));
                open = Some(Block { kind, line: index + 2, lines: Vec::new() });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.lines.push(line.to_owned()),
            (None, None) => {
                let command = line.strip_prefix("    ").unwrap_or_default();
                assert!(!command.starts_with("lettergame "), "{page:?}: fence {command}");
            }
        }
    }
    assert!(open.is_none(), "{page:?}: a fence is open at the end");
    blocks
}

fn kind(info: &str, place: &str) -> Kind {
    match info.split_once(' ').unwrap_or((info, "")) {
        ("sh", "") => Kind::Run,
        ("sh", "slow") => Kind::Slow,
        ("sh", "template") => Kind::Template,
        ("sh", "install") => Kind::Install,
        ("sh", word) => panic!("{place}: there is no kind of block `sh {word}`"),
        ("text", _) => Kind::Output,
        (_, name) if name.contains('.') => Kind::File(name.to_owned()),
        _ => Kind::Other,
    }
}

/// The commands in lines of shell, each with all of its lines: a loop or a here-document is one command.
pub(super) fn statements(first: usize, lines: &[String]) -> Vec<Statement> {
    let mut statements = Vec::new();
    let mut open: Option<Statement> = None;
    for (index, line) in lines.iter().enumerate() {
        let statement = match open.take() {
            Some(Statement { line: first, text }) => {
                Statement { line: first, text: format!("{text}\n{line}") }
            }
            None if line.trim().is_empty() => continue,
            None => Statement { line: first + index, text: line.clone() },
        };
        if is_whole(&statement.text) {
            statements.push(statement);
        } else {
            open = Some(statement);
        }
    }
    assert!(open.is_none(), "a command without an end: {open:?}");
    statements
}

fn is_whole(text: &str) -> bool {
    // most commands are a single line without open constructs
    if !text.contains(['\\', '\'', '"', '<', '(', '{']) && !text.contains("for ") {
        return true;
    }
    let output = Command::new("bash").args(["-n", "-c", text]).stdin(Stdio::null()).output();
    let output = output.expect("bash");
    output.status.success() && output.stderr.is_empty() && !text.ends_with('\\')
}

/// The commands of ours in inline code, which may continue on the next line, outside fences, with their lines.
pub(super) fn inline_commands(page: &Path) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut is_fenced = false;
    let mut is_code = false;
    for (index, line) in read(page).lines().enumerate() {
        is_fenced ^= line.starts_with("```");
        if is_fenced || line.starts_with("```") || line.is_empty() {
            is_code = false;
            continue;
        }
        for (place, span) in line.split('`').enumerate() {
            let continued = is_code && place == 0;
            is_code ^= place > 0;
            match found.last_mut() {
                Some(Statement { text, .. }) if continued => {
                    text.push(' ');
                    text.push_str(span.trim());
                }
                _ if is_code => found.push(Statement { line: index + 1, text: span.to_owned() }),
                _ => {}
            }
        }
    }
    found.retain(|span| span.text.starts_with("lettergame "));
    found
}
