//! The imports between the files of a crate, extracted from their text: re-exported names (`pub use`) lead to
//! the file that defines them. Small made-up crates verify the extraction.

use std::collections::{BTreeMap, BTreeSet};

/// A file of a crate: its module path, and its code.
pub(crate) struct File {
    /// Names from the root of the crate; empty for `lib.rs`.
    pub(crate) module: Vec<String>,
    /// The text, including comments.
    pub(crate) text: String,
}

/// The files of one crate, with the names in their scope.
struct Crate {
    modules: BTreeMap<Vec<String>, Module>,
}

#[derive(Default)]
struct Module {
    tokens: Vec<String>,
    /// Names brought into scope by `use`, and the paths they stand for.
    names: BTreeMap<String, Vec<String>>,
    /// Paths of glob imports.
    globs: Vec<Vec<String>>,
    /// The names defined in the file.
    defines: BTreeSet<String>,
}

/// The files that each file imports.
type Edges = BTreeMap<Vec<String>, BTreeSet<Vec<String>>>;

/// Import cycles between files of a crate, each cycle sorted. A file and its submodules may import each
/// other.
pub(crate) fn cycles(files: &[File]) -> Vec<Vec<String>> {
    let mut edges = edges(files);
    for (path, imported) in &mut edges {
        imported.retain(|other| !is_child(path, other));
    }
    circles(&edges)
}

/// Import cycles between files, also between a file and its submodules, and between folders.
pub(crate) fn all_cycles(files: &[File]) -> Vec<Vec<String>> {
    let edges = edges(files);
    let mut found = circles(&edges);
    let folders: BTreeSet<&[String]> =
        edges.keys().filter(|path| !path.is_empty()).map(|path| &path[..path.len() - 1]).collect();
    found.extend(folders.into_iter().flat_map(|folder| circles(&within(folder, &edges))));
    found.sort();
    found.dedup();
    found
}

/// The imports between the entries of a folder, each with all that is below it. What a folder's own file declares
/// is the folder's, and no entry of it.
fn within(folder: &[String], edges: &Edges) -> Edges {
    let entry = |path: &[String]| {
        let below = path.strip_prefix(folder)?.first()?;
        Some(folder.iter().cloned().chain([below.clone()]).collect::<Vec<_>>())
    };
    let mut found = Edges::new();
    for (path, imported) in edges {
        let Some(own) = entry(path) else { continue };
        let others = imported.iter().filter_map(|other| entry(other)).filter(|other| *other != own);
        found.entry(own.clone()).or_default().extend(others);
    }
    found
}

fn edges(files: &[File]) -> Edges {
    let known = Crate::new(files);
    let imported = |(path, module): (&Vec<String>, &Module)| {
        let others = known.imports(path, module).into_iter().filter(|other| other != path);
        (path.clone(), others.collect())
    };
    known.modules.iter().map(imported).collect()
}

fn is_child(parent: &[String], other: &[String]) -> bool {
    other.len() > parent.len() && other.starts_with(parent)
}

/// Groups of several nodes that all reach each other.
fn circles(edges: &Edges) -> Vec<Vec<String>> {
    let reached: BTreeMap<_, _> = edges.keys().map(|from| (from, reach(edges, from))).collect();
    let mut found = BTreeSet::new();
    for (from, all) in &reached {
        let circle = all.iter().filter(|to| reached[*to].contains(from));
        found.insert(circle.map(|path| shown(path)).collect::<Vec<_>>());
    }
    found.into_iter().filter(|circle| circle.len() > 1).collect()
}

fn reach<'a>(edges: &'a Edges, from: &Vec<String>) -> BTreeSet<&'a Vec<String>> {
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<_> = edges[from].iter().collect();
    while let Some(path) = waiting.pop() {
        if seen.insert(path) {
            waiting.extend(&edges[path]);
        }
    }
    seen
}

fn shown(path: &[String]) -> String {
    if path.is_empty() { "lib".to_owned() } else { path.join("/") }
}

impl Crate {
    fn new(files: &[File]) -> Crate {
        let modules = files.iter().filter(|file| file.module.last().is_none_or(|of| of != "tests"));
        Crate { modules: modules.map(|file| (file.module.clone(), read(file))).collect() }
    }

    /// The files that this one refers to.
    fn imports(&self, path: &[String], module: &Module) -> BTreeSet<Vec<String>> {
        let named = paths(&module.tokens)
            .into_iter()
            .filter(|of| of.len() > 1 || module.names.contains_key(&of[0]));
        let brought = module.names.values().cloned().chain(module.globs.iter().cloned());
        let all = named.chain(brought).filter_map(|of| self.locate(path, &of, 0));
        // a module in scope does not count as an import: the names used through it do
        all.filter(|(_, is_module)| !is_module).map(|(file, _)| file).collect()
    }

    /// The file that defines the target of a path in a module, and whether the target is itself a module;
    /// `None` for other crates.
    fn locate(&self, at: &[String], path: &[String], depth: usize) -> Option<(Vec<String>, bool)> {
        let (mut at, rest) = match path.first()?.as_str() {
            _ if depth > 8 => return None,
            "crate" => (Vec::new(), &path[1..]),
            "self" => (at.to_vec(), &path[1..]),
            "super" => (at[..at.len().checked_sub(1)?].to_vec(), &path[1..]),
            first => return self.step(at, first, &path[1..], depth),
        };
        let mut rest = rest;
        while let Some((_, more)) = rest.split_first().filter(|(name, _)| *name == "super") {
            at.pop()?;
            rest = more;
        }
        match rest.split_first() {
            Some((name, rest)) => Some(self.step(&at, name, rest, depth).unwrap_or((at, false))),
            None => Some((at, true)),
        }
    }

    /// Like [`Crate::locate`], from a name in a module.
    fn step(
        &self,
        at: &[String],
        name: &str,
        rest: &[String],
        depth: usize,
    ) -> Option<(Vec<String>, bool)> {
        let module = self.modules.get(at)?;
        let child: Vec<_> = at.iter().cloned().chain([name.to_owned()]).collect();
        if self.modules.contains_key(&child) {
            return match rest.split_first() {
                Some((name, rest)) => {
                    Some(self.step(&child, name, rest, depth + 1).unwrap_or((child, false)))
                }
                None => Some((child, true)),
            };
        }
        if let Some(path) = module.names.get(name) {
            let full: Vec<_> = path.iter().chain(rest).cloned().collect();
            return self.locate(at, &full, depth + 1);
        }
        if module.defines.contains(name) {
            return Some((at.to_vec(), false));
        }
        module.globs.iter().find_map(|glob| {
            let (file, _) = self.locate(at, glob, depth + 1).filter(|(_, is_module)| *is_module)?;
            self.step(&file, name, rest, depth + 1)
        })
    }
}

fn read(file: &File) -> Module {
    let tokens = without_tests(tokens(&file.text));
    let mut module = Module::default();
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            // in a type, `use<..>` lists captures
            "use" if tokens[at + 1] != "<" => {
                at = read_use(&tokens, at + 1, &mut Vec::new(), &mut module)
            }
            word => {
                let defines = ["struct", "enum", "trait", "type", "fn", "const", "static", "union"];
                if defines.contains(&word) && at + 1 < tokens.len() {
                    module.defines.insert(tokens[at + 1].clone());
                }
                module.tokens.push(tokens[at].clone());
            }
        }
        at += 1;
    }
    module
}

/// Reads one tree of a `use`; returns the index of its last token.
fn read_use(
    tokens: &[String],
    mut at: usize,
    path: &mut Vec<String>,
    module: &mut Module,
) -> usize {
    let depth = path.len();
    loop {
        match tokens[at].as_str() {
            "::" => {}
            "{" => {
                while tokens[at] != "}" {
                    at += 1;
                    if tokens[at] != "}" {
                        at = read_use(tokens, at, path, module);
                    }
                }
                at += 1;
                break;
            }
            "*" => {
                module.globs.push(path.clone());
                at += 1;
                break;
            }
            "as" => {
                name(module, tokens[at + 1].clone(), path.clone());
                at += 2;
                break;
            }
            ";" | "," | "}" => {
                if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
                    path.pop();
                }
                name(module, path[path.len() - 1].clone(), path.clone());
                break;
            }
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
    path.truncate(depth);
    at
}

fn name(module: &mut Module, name: String, path: Vec<String>) {
    module.names.insert(name, path);
}

/// Paths written out in code: one name, or several with `::` between them.
fn paths(tokens: &[String]) -> Vec<Vec<String>> {
    let is_name = |token: &String| token.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !is_name(&tokens[at]) || at > 0 && [".", "::"].contains(&tokens[at - 1].as_str()) {
            at += 1;
            continue;
        }
        let mut path = vec![tokens[at].clone()];
        while at + 2 < tokens.len() && tokens[at + 1] == "::" && is_name(&tokens[at + 2]) {
            path.push(tokens[at + 2].clone());
            at += 2;
        }
        found.push(path);
        at += 1;
    }
    found
}

/// Removes what is compiled only for tests.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let marker = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at..].iter().take(marker.len()).eq(marker.iter()) {
            at = end_of_item(&tokens, at + marker.len());
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// The index after the `;` or the closing brace of an item.
fn end_of_item(tokens: &[String], mut at: usize) -> usize {
    let mut depth = 0;
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" => depth -= 1,
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Names, `::` and single characters; comments, strings and character literals are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            length
        } else if rest.starts_with("::") {
            found.push("::".to_owned());
            2
        } else if first.is_alphanumeric() || first == '_' {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            found.push(rest[..length].to_owned());
            length
        } else {
            if !first.is_whitespace() {
                found.push(first.to_string());
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

/// The length of the string or character literal that starts here, if there is one.
fn literal(rest: &str) -> Option<usize> {
    let plain = rest.strip_prefix('b').unwrap_or(rest);
    let offset = rest.len() - plain.len();
    if let Some(raw) = plain.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let body = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        return Some(offset + 2 + hashes + body.find(&end)? + end.len());
    }
    if let Some(body) = plain.strip_prefix('"') {
        return Some(offset + 1 + closing(body, '"')?);
    }
    let body = plain.strip_prefix('\'')?;
    let mut letters = body.char_indices();
    let (_, first) = letters.next()?;
    // a lifetime has no closing quote
    let is_character = first == '\\' || letters.next().is_some_and(|(_, second)| second == '\'');
    if is_character { Some(offset + 1 + closing(body, '\'')?) } else { None }
}

/// The index after the closing quote.
fn closing(body: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

fn made_up(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    cycles(&made_up_files(files))
}

fn made_up_files(files: &[(&str, &str)]) -> Vec<File> {
    let file = |(path, text): &(&str, &str)| File {
        module: path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect(),
        text: (*text).to_owned(),
    };
    files.iter().map(file).collect()
}

#[test]
fn two_files_that_import_each_other_are_a_cycle() {
    let found = made_up(&[
        ("", "mod a; mod b; mod c;"),
        ("a", "use crate::b::B; pub struct A(B);"),
        ("b", "pub struct B; fn f() { let _ = super::a::A::new(); }"),
        ("c", "use crate::{a::A, b::{self, B as Other}};"),
    ]);
    assert_eq!(found, [["a", "b"]]);
}

#[test]
fn a_re_exported_name_resolves_to_its_file() {
    let found = made_up(&[
        ("", "mod a; mod b; mod deep; pub use a::A; pub use deep::*;"),
        ("a", "use crate::C; pub struct A;"),
        ("b", "use crate::A as Other; pub fn made() {}"),
        ("deep", "mod c; pub use c::C;"),
        ("deep/c", "use crate::b; pub struct C; fn f() { b::made() }"),
    ]);
    assert_eq!(found, [["a", "b", "deep/c"]]);
}

#[test]
fn a_file_and_its_submodules_may_import_each_other() {
    let found = made_up(&[
        ("", "mod a; pub struct Root; pub use a::A;"),
        ("a", "mod b; use crate::Root; pub struct A; use b::B;"),
        ("a/b", "use super::A; use crate::Root; pub struct B;"),
    ]);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn folders_and_submodules_are_no_exemption() {
    let files = made_up_files(&[
        ("", "mod a; mod other; mod own;"),
        ("a", "mod b; mod c; pub use b::B; pub use c::C;"),
        ("a/b", "use crate::other::Other; pub struct B;"),
        ("a/c", "pub struct C;"),
        ("other", "use crate::a::C; pub struct Other;"),
        ("own", "mod part; use part::Part; pub struct Own;"),
        ("own/part", "use super::Own; pub struct Part;"),
    ]);
    assert!(cycles(&files).is_empty());
    assert_eq!(all_cycles(&files), [["a", "other"], ["own", "own/part"]]);
}

#[test]
fn a_path_back_into_a_folder_is_a_cycle() {
    let found = made_up(&[
        ("", "mod a; mod other;"),
        ("a", "mod b; use crate::other::Other; pub struct A; pub use b::B;"),
        ("a/b", "use super::A; pub struct B;"),
        ("other", "use crate::a::B; pub struct Other;"),
    ]);
    assert_eq!(found, [["a", "a/b", "other"]]);
}

#[test]
fn strings_comments_and_tests_import_nothing() {
    let found = made_up(&[
        ("", "mod a; mod b;"),
        ("a", "use crate::b::B; pub struct A<'a>(&'a B);"),
        (
            "b",
            "// crate::a::A\n/// [`A`](crate::a::A)\npub struct B; const C: (&str, char) = (\"crate::a::A\", '\"');\n\
             #[cfg(test)] mod tests { use crate::a::A; }\n#[cfg(test)] use crate::a::A;",
        ),
        ("b/tests", "use crate::a::A;"),
    ]);
    assert!(found.is_empty(), "{found:?}");
}
