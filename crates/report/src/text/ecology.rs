//! An ecology as text: its start, end and course.

use crate::table::shown;
use crate::text::{Section, USUAL, sparkline, sparkline_width, terminal_width};
use crate::{Cell, Ecology, Format, Table, TableError};

impl Ecology {
    /// The ecology as text that ends with a line break: for programs a row for each generation; for people a
    /// row for each player with its course as bars, then some generations.
    ///
    /// # Errors
    /// When the format rejects a value; the values of an ecology are never rejected.
    pub fn render(&self, format: Format) -> Result<String, TableError> {
        if matches!(format, Format::Json | Format::Csv) {
            return self.table().render(format);
        }
        let terminal = if format == Format::Table { terminal_width() } else { None };
        let width = terminal.map_or(USUAL, sparkline_width);
        let last = self.generations.len().saturating_sub(1);
        let courses = Section::new("Ecology", self.courses(width)).noted(
            "The share of each player in a population, in which each share grows by what it takes.",
        );
        let generations = Section::new(&format!("Generations 0 to {last}"), self.summary());
        Ok(courses.render(format, terminal)? + "\n" + &generations.render(format, terminal)?)
    }

    /// A row for each player, those with the largest share at the end first.
    fn courses(&self, width: usize) -> Table {
        let mut rows: Vec<(&String, Vec<f64>)> = (self.players.iter().enumerate())
            .map(|(player, name)| (name, self.of_player(player).collect()))
            .collect();
        let end = |parts: &[f64]| parts.last().copied().unwrap_or(0.0);
        rows.sort_by(|a, b| end(&b.1).total_cmp(&end(&a.1)));
        let mut table = Table::new(&["player", "at first", "most", "in the end", "course"]);
        for (name, parts) in rows {
            let percent = |part: f64| Cell::text(&format!("{} %", shown(part * 100.0, 1)));
            table.push(vec![
                Cell::text(name),
                percent(parts.first().copied().unwrap_or(0.0)),
                percent(parts.iter().copied().fold(0.0, f64::max)),
                percent(end(&parts)),
                Cell::text(&sparkline::line(&parts, width)),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use crate::{Ecology, Format};

    fn ecology() -> Ecology {
        let generations = vec![vec![0.5, 0.5], vec![0.25, 0.75], vec![0.125, 0.875]];
        Ecology { players: vec!["a".into(), "b".into()], generations }
    }

    #[test]
    fn programs_get_every_generation() {
        let csv = ecology().render(Format::Csv).unwrap();
        assert_eq!(
            csv,
            "generation,a,b\n0,0.500000,0.500000\n1,0.250000,0.750000\n2,0.125000,0.875000\n"
        );
    }

    #[test]
    fn people_get_trajectories_and_some_generations() {
        let text = ecology().render(Format::Markdown).unwrap();
        let b = text.lines().find(|line| line.starts_with("| b")).unwrap();
        assert!(b.contains("50.0 %") && b.contains("87.5 %") && b.contains("▁▆█"), "{text}");
        assert!(text.contains("## Generations 0 to 2"), "{text}");
        let long = Ecology { generations: vec![vec![0.5, 0.5]; 31], ..ecology() };
        let text = long.render(Format::Markdown).unwrap();
        let shown: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("| ")).collect();
        let shown: Vec<u32> =
            shown.iter().filter_map(|line| line.split_whitespace().next()?.parse().ok()).collect();
        assert_eq!(shown, [0, 1, 2, 5, 10, 20, 30]);
    }
}
