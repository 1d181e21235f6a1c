//! Tables of the book that repeat a declaration: columns of files, players of games.
//!
//! After a change that is meant: `UPDATE_GOLDEN=1 cargo test --test it book_tables`, then read the diff.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use lettergame::game::{CellKind, Column, Parameter};
use lettergame::registry::games;

use crate::program::done;
use crate::run::columns::{FILES, Own};

/// Asserts that `page` has this table between `<!-- NAME -->` and `<!-- end -->`, or puts it there.
fn keep(page: &str, name: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(page);
    let mut text = fs::read_to_string(&path).unwrap();
    let (begin, end) = (format!("<!-- {name} -->\n"), "<!-- end -->");
    let start = text.find(&begin).expect(&begin) + begin.len();
    let length = text[start..].find(end).expect(end);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        text.replace_range(start..start + length, table);
        fs::write(&path, text).unwrap();
    } else {
        assert_eq!(&text[start..start + length], table, "{name} in docs/{page}");
    }
}

fn column_line(text: &mut String, game: &str, column: &Column) {
    let kind = match column.kind {
        CellKind::Long | CellKind::Int => "integer",
        CellKind::Real => "number",
        CellKind::Text => "text",
    };
    let Column { name, about, .. } = column;
    writeln!(text, "| {game}`{name}` | {kind} | {about} |").unwrap();
}

fn columns(common: &[Column], own: Own) -> String {
    let mut text = "| column | cells | meaning |\n| --- | --- | --- |\n".to_owned();
    common.iter().for_each(|column| column_line(&mut text, "", column));
    for game in games() {
        let own = own(game).iter();
        own.for_each(|column| column_line(&mut text, &format!("{}: ", game.info.name), column));
    }
    text
}

#[test]
fn columns_match_their_declaration() {
    for (file, common, own) in FILES {
        keep("files.md", &format!("columns of {file}"), &columns(common, own));
    }
}

#[test]
fn exit_codes_match_the_manual() {
    let page = done(Path::new("."), "man").out;
    let (_, section) = page.split_once(".SH \"EXIT STATUS\"").unwrap();
    let (section, _) = section.split_once(".SH").unwrap();
    let mut text = "| code | meaning |\n| --- | --- |\n".to_owned();
    for term in section.split(".TP\n").skip(1) {
        let [code, meaning] = [0, 1].map(|line| term.lines().nth(line).unwrap());
        let code = code.replace("\\fB", "").replace("\\fR", "");
        writeln!(text, "| {code} | {meaning} |").unwrap();
    }
    keep("files.md", "exit codes", &text);
}

#[test]
fn players_match_the_rosters() {
    for game in games() {
        let mut text = "| player | idea | parameters |\n| --- | --- | --- |\n".to_owned();
        for player in game.roster() {
            let suffix = player.suffix.map_or("", |_| "-N");
            let with_default = |one: &Parameter| format!("`{}={}`", one.key, one.default);
            let parameters: Vec<String> = player.parameters.iter().map(with_default).collect();
            let (name, idea) = (player.name, player.idea);
            writeln!(text, "| `{name}{suffix}` | {idea} | {} |", parameters.join(" ")).unwrap();
        }
        keep(&format!("{}.md", game.info.name), "players", &text);
    }
}
