//! Standard output and standard error; a closed pipe is not an error.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Once;

use crate::cli::exit::Failure;
use lettergame_base::{terminal_page, terminal_text};
use lettergame_report::{Format, Table, folded, stderr_width, terminal_width};
use lettergame_run::{RunFolder, RunLock};

/// Writes text to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Writes data to standard output.
pub(super) fn print_bytes(content: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(content).and_then(|()| out.flush()).map_err(cannot_write)
}

/// The failure for an error in writing to standard output.
pub(super) fn cannot_write(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::Unusable(format!("cannot write to standard output: {error}")),
    }
}

/// Writes text for people to standard output, with control characters escaped: much of it may come from files.
pub(super) fn print_text(text: &str) -> Result<(), Failure> {
    print(&terminal_page(text))
}

/// Writes a report in its format to standard output; one for programs is left as it is. On a terminal a long one
/// is shown in the user's pager.
pub(super) fn print_report(text: &str, format: Format) -> Result<(), Failure> {
    match format {
        Format::Table => {
            let page = terminal_page(text);
            if is_paged(&page) { Ok(()) } else { print(&page) }
        }
        Format::Markdown => print_text(text),
        Format::Csv | Format::Json => print(text),
    }
}

/// Shows a text that is longer than the terminal in the pager, `less` unless `PAGER` names another; false if it is
/// to be printed, because it fits or there is no pager.
fn is_paged(text: &str) -> bool {
    let lines = terminal_size::terminal_size_of(io::stdout()).map(|(_, height)| height.0);
    if is_dumb_terminal() || lines.is_none_or(|lines| text.lines().count() < lines.into()) {
        return false;
    }
    let pager = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec {pager}")).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let Ok(mut pager) = command.spawn() else { return false };
    if let Some(mut stdin) = pager.stdin.take() {
        // a reader that leaves early has read enough
        let _ = stdin.write_all(text.as_bytes());
    }
    // the shell tells that there is no such pager with 127
    pager.wait().is_ok_and(|status| status.code() != Some(127))
}

/// Writes a line of prose to standard output, broken between words where a terminal is narrower.
pub(super) fn print_line(text: &str, format: Format) -> Result<(), Failure> {
    let width = terminal_width().filter(|_| format == Format::Table);
    print_text(&(folded(text, width.unwrap_or(usize::MAX)).join("\n") + "\n"))
}

/// Writes a table to standard output.
pub(super) fn print_table(table: &Table, format: Format) -> Result<(), Failure> {
    print(&table.render(format).map_err(Failure::unusable)?)
}

/// Writes a remark to standard error; write errors are ignored. Control characters in quoted text
/// are escaped, and on a terminal lines end between words, except for commands, which are copied.
pub(super) fn remark(text: &str) {
    let lines = remark_lines(&terminal_text(text), stderr_width().unwrap_or(usize::MAX));
    let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
}

/// Lines within a width; a command at the end of a line stays whole.
fn remark_lines(text: &str, width: usize) -> Vec<String> {
    text.split('\n').flat_map(|line| remark_line(line, width)).collect()
}

fn remark_line(line: &str, width: usize) -> Vec<String> {
    let label = match line.find(": lettergame ") {
        Some(end) => end + 2,
        None if line.trim_start().starts_with("lettergame ") => return vec![line.to_owned()],
        None => return folded(line, width),
    };
    let (label, command) = line.split_at(label);
    let mut lines = folded(label, width);
    match lines.last_mut() {
        Some(last) if last.chars().count() + 1 + command.chars().count() <= width => {
            *last += " ";
            *last += command;
        }
        _ => lines.push(format!("  {command}")),
    }
    lines
}

/// Remarks on damaged files of a finished run, except for row files.
pub(super) fn remark_on_sums(dir: &Path) -> Result<(), Failure> {
    RunFolder::altered_files(dir)?.iter().for_each(|wrong| remark(wrong));
    Ok(())
}

/// Remarks on a run without checksums.
pub(super) fn remark_on_checksums(dir: &Path) -> Result<(), Failure> {
    if !RunFolder::read_config(dir)?.1.checked {
        remark(&format!(
            "{}: an earlier version began this run, without checksums: its rows are consistent, but not every \
             changed byte would be found",
            dir.display()
        ));
    }
    Ok(())
}

/// Remarks, once, that other commands are not kept out of a run's folder, if that is so.
pub(super) fn remark_on_lock(lock: &RunLock) {
    static SAID: Once = Once::new();
    if !lock.excludes_others() {
        SAID.call_once(|| {
            remark(&format!(
                "{}: this file system has no file locks: make sure that no other command uses the same run",
                lock.dir().display()
            ));
        });
    }
}

/// Colour is for people at a terminal that supports it, unless `NO_COLOR` is set.
pub(super) fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && !is_dumb_terminal() && io::stdout().is_terminal()
}

/// Whether the terminal is known not to support escape codes.
pub(super) fn is_dumb_terminal() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

#[cfg(test)]
mod tests {
    use super::remark_lines;

    #[test]
    fn commands_are_not_broken() {
        let command = "lettergame play auction --players person,zero --load '7: 1 2 3'";
        let text = format!("To continue the game:\n  {command}");
        assert_eq!(remark_lines(&text, 12), ["To continue", "the game:", &format!("  {command}")]);
        let text = "all are kept; resume with: lettergame resume a";
        assert_eq!(remark_lines(text, 80), [text]);
        let broken = ["all are kept; resume", "with: lettergame resume a"];
        assert_eq!(remark_lines(text, 25), broken);
        let apart = ["all are kept; resume", "with:", "  lettergame resume a"];
        assert_eq!(remark_lines(text, 20), apart);
    }
}
