//! `report`: summarises finished and unfinished runs.

use std::path::{Path, PathBuf};

use crate::cli::args::ReportArgs;
use crate::cli::exit::Failure;
use crate::cli::output::{print_report, remark, remark_on_sums};
use crate::cli::whole_file::{check_places, write_whole};
use lettergame_arena::phrases::COMMAND_LINE;
use lettergame_arena::{RunError, runs_in};
use lettergame_registry::row_shape;
use lettergame_report::{
    ClassRound, Digest, DigestError, Ecology, JoinedReport, Report, RunTitle, StandingsView,
    class_rounds, ecology_picture, page, write_parquet,
};

/// The default number of generations of an ecology.
const GENERATIONS: usize = 200;

pub(super) fn run(args: &ReportArgs) -> Result<(), Failure> {
    if args.join {
        return print_joined(args);
    }
    let files = [
        (args.html.as_deref(), "--html"),
        (args.parquet.as_deref(), "--parquet"),
        (args.class_rounds.as_deref(), "--class-rounds"),
        (args.svg.as_deref(), "--svg"),
    ];
    check_places(&files, &[])?;
    let (report, broken) = read(&args.dirs, &args.view.view())?;
    if let Some(file) = &args.html {
        write_page(&report, file)?;
    }
    if let Some(file) = &args.parquet {
        let runs: Vec<(String, PathBuf)> = report.runs.iter().map(labelled).collect();
        let rows = write_parquet(&runs, file, row_shape)?;
        remark(&format!("{rows} rows in {}", file.display()));
    }
    if let Some(file) = &args.class_rounds {
        write_class_rounds(&report, file)?;
    }
    if args.ecology {
        print_ecology(&report, args)?;
    } else {
        print_report(
            &report.render(args.format.format, &args.only).map_err(Failure::unusable)?,
            args.format.format,
        )?;
    }
    for run in &report.runs {
        remark_on(&run.run);
        remark_on_sums(Path::new(&run.run.dir))?;
    }
    Failure::if_left_out(broken, "run")
}

/// Prints the report on all runs together.
fn print_joined(args: &ReportArgs) -> Result<(), Failure> {
    let report = JoinedReport::read_as(&all_runs(&args.dirs)?, row_shape, &args.view.view())?;
    print_report(
        &report.render(args.format.format).map_err(Failure::unusable)?,
        args.format.format,
    )?;
    for run in &report.runs {
        remark_on(run);
        remark_on_sums(Path::new(&run.dir))?;
    }
    Ok(())
}

/// Prints how a population of the players of a single run would develop, and plots it.
fn print_ecology(report: &Report, args: &ReportArgs) -> Result<(), Failure> {
    let [run] = &report.runs[..] else {
        return Err(Failure::usage("--ecology is of one run; name its folder"));
    };
    let generations = args.generations.unwrap_or(GENERATIONS);
    let ecology = Ecology::of(run, generations).ok_or_else(|| {
        let text = "two players or more must all have met each other for --ecology";
        Failure::Unusable(format!("{}: {text}", run.run.dir))
    })?;
    print_report(
        &ecology.render(args.format.format).map_err(Failure::unusable)?,
        args.format.format,
    )?;
    if let Some(file) = &args.svg {
        write_whole(file, ecology_picture(run, &ecology), "--svg")?;
        remark(&format!("picture in {}", file.display()));
    }
    Ok(())
}

/// The label of a run in the report, and its path.
fn labelled(run: &Digest) -> (String, PathBuf) {
    (run.run.label.clone(), PathBuf::from(&run.run.dir))
}

/// Writes the rounds of all runs and reports the path.
fn write_class_rounds(report: &Report, file: &Path) -> Result<(), Failure> {
    let mut rounds: Vec<ClassRound> = Vec::new();
    for run in &report.runs {
        let dir = Path::new(&run.run.dir);
        let folder = dir.file_name().filter(|_| report.runs.len() > 1);
        let label = folder.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        rounds.extend(class_rounds(dir, &label, row_shape)?);
    }
    let text = serde_json::to_string_pretty(&rounds).map_err(Failure::unusable)?;
    write_whole(file, &(text + "\n"), "--class-rounds")?;
    remark(&format!("{} rounds of players in {}", rounds.len(), file.display()));
    Ok(())
}

/// Writes the page and reports the path.
fn write_page(report: &Report, file: &Path) -> Result<(), Failure> {
    write_whole(file, page(report), "--html")?;
    remark(&format!("page: {}", file.display()));
    Ok(())
}

/// The folders of all runs in these folders.
fn all_runs(dirs: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let runs: Vec<Vec<PathBuf>> =
        dirs.iter().map(|dir| runs_in(dir)).collect::<Result<_, RunError>>()?;
    Ok(runs.concat())
}

/// The report on the runs in these folders, and the number of runs skipped because they are
/// damaged; runs that have not begun are not counted.
fn read(dirs: &[PathBuf], view: &StandingsView) -> Result<(Report, u64), Failure> {
    let mut broken = 0;
    let report = Report::read_as(&all_runs(dirs)?, row_shape, view, |why| {
        broken += u64::from(!matches!(why, DigestError::NoGames(_)));
        remark(&format!("left out: {}", COMMAND_LINE.text(why)));
    })?;
    Ok((report, broken))
}

/// Remarks on what is missing in a run.
fn remark_on(run: &RunTitle) {
    let RunTitle { dir, games_done, games_total, .. } = run;
    if run.cut {
        remark(&format!("{dir}: the last game in scores.csv is not whole; it is left out"));
    }
    if games_done < games_total {
        remark(&format!(
            "{dir}: {games_done} of {games_total} games are done; {} resumes it",
            COMMAND_LINE.resume(Path::new(dir))
        ));
    }
}
