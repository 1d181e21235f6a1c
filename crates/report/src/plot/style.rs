//! The style sheet of plots: colours for a light and a dark scheme, and the classes of marks.

/// The style sheet of all plots. A page that shows plots includes it once, before its own. It sets `--paper`,
/// `--ink`, `--soft`, `--grid` and `--quiet`, which a page may use, and follows the scheme of the reader's
/// system unless the root element has `data-scheme="light"` or `"dark"`.
pub const STYLE: &str = concat!(
    "/* Plots. Colours are variables: light first, dark second. */\n",
    ":root {\n  color-scheme: light dark;\n",
    include_str!("colours.css"),
    "}\n",
    ":root[data-scheme=\"light\"] { color-scheme: light; }\n",
    ":root[data-scheme=\"dark\"] { color-scheme: dark; }\n",
    "@media print { :root, :root[data-scheme=\"dark\"] { color-scheme: light; } }\n\n",
    include_str!("marks.css"),
);

/// The same for plots inside elements of the class `plots`, on a page with other names and colours: it does
/// not affect the rest of the page, and follows the page's own scheme.
pub const SCOPED_STYLE: &str =
    concat!(".plots {\n", include_str!("colours.css"), include_str!("marks.css"), "}\n");

/// The style sheet of a picture on its own, which follows the reader's scheme: with plain colours, because not every
/// viewer of SVG supports variables and `light-dark`.
pub(super) fn plain_style() -> String {
    let colours =
        include_str!("colours.css").lines().filter_map(|line| line.trim().split_once(": "));
    let paper = ".paper { fill: var(--paper); }\n".to_owned();
    let style = colours.fold(paper + include_str!("marks.css"), |style, (name, colour)| {
        style.replace(&format!("var({name})"), colour.trim_end_matches(';'))
    });
    let coloured = style.split_inclusive('}').filter(|rule| rule.contains("light-dark("));
    let dark = in_scheme(&coloured.collect::<String>(), 1);
    let light = in_scheme(&style, 0);
    format!(
        "\nsvg {{ color-scheme: light dark; }}\n{light}@media (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
    )
}

/// A style sheet with the colours of one scheme: 0 is light, 1 is dark.
fn in_scheme(style: &str, scheme: usize) -> String {
    let mut parts = style.split("light-dark(");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (both, rest) = part.split_once(')').unwrap_or((part, ""));
        text + both.split(", ").nth(scheme).unwrap_or_default() + rest
    })
}

#[cfg(test)]
mod tests {
    use super::{SCOPED_STYLE, STYLE, in_scheme, plain_style};
    use crate::plot::COLOURS;

    type Rgb = [f64; 3];

    #[test]
    fn braces_balance_so_that_the_style_sheet_can_be_nested() {
        let count = |text: &str, brace| text.matches(brace).count();
        for text in [STYLE, SCOPED_STYLE] {
            assert_eq!(count(text, '{'), count(text, '}'));
        }
        assert!(SCOPED_STYLE.starts_with(".plots {") && !SCOPED_STYLE.contains(":root"));
    }

    #[test]
    fn pictures_have_plain_colours() {
        let style = "a { color: light-dark(#fff, #000); b: 1 }";
        let both = [0, 1].map(|scheme| in_scheme(style, scheme));
        assert_eq!(both, ["a { color: #fff; b: 1 }", "a { color: #000; b: 1 }"]);
        let (light, dark) = plain_style()
            .split_once("@media (prefers-color-scheme")
            .map(|(light, dark)| (light.to_owned(), dark.to_owned()))
            .unwrap();
        for (text, paper) in [(&light, "#ffffff"), (&dark, "#15181d")] {
            assert!(text.contains(&format!(".paper {{ fill: {paper}; }}")), "{text}");
            assert!(!text.contains("light-dark") && !text.contains("var(--paper)"), "{text}");
        }
        assert!(light.contains("stroke-dasharray") && !dark.contains("stroke-dasharray: 9"));
    }

    /// The light and the dark colour after `start` in the style sheet.
    fn colours(start: &str) -> [Rgb; 2] {
        let at = STYLE.find(start).unwrap_or_else(|| panic!("{start} is not in the style sheet"));
        let rest = STYLE[at + start.len()..].split_once("light-dark(").unwrap().1;
        let both = rest.split_once(')').unwrap().0;
        let (light, dark) = both.split_once(", ").unwrap();
        [light, dark].map(rgb)
    }

    /// `#fff` or `#1d2228` in linear light (IEC 61966-2-1).
    fn rgb(hex: &str) -> Rgb {
        let digits = hex.trim().trim_start_matches('#');
        let wide: String = match digits.len() {
            3 => digits.chars().flat_map(|c| [c, c]).collect(),
            _ => digits.to_owned(),
        };
        [0, 2, 4].map(|at| {
            let part = f64::from(u8::from_str_radix(&wide[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn dot(a: Rgb, b: Rgb) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    /// Contrast ratio by WCAG 2.2.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let [a, b] = [a, b].map(|colour| dot(colour, [0.2126, 0.7152, 0.0722]) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn contrast_matches_the_standard() {
        assert!((contrast(rgb("#000"), rgb("#fff")) - 21.0).abs() < 1e-9);
        // the grey that just passes for text on white
        assert!((contrast(rgb("#767676"), rgb("#ffffff")) - 4.54).abs() < 0.005);
    }

    #[test]
    fn text_has_aa_contrast() {
        for scheme in [0, 1] {
            let paper = colours("--paper:")[scheme];
            for name in ["--ink:", "--soft:"] {
                assert!(contrast(colours(name)[scheme], paper) >= 4.5, "{name} {scheme}");
            }
            let steps =
                (0..11).map(|k| (format!(".h{k} {{ --cell:"), format!(".h{k} {{ --on-cell:")));
            let parts = (0..7).map(|k| (format!(".q{k} {{ fill:"), format!(".q{k} text")));
            for (below, text) in steps.chain(parts) {
                let found = contrast(colours(&below)[scheme], colours(&text)[scheme]);
                assert!(found >= 4.5, "{text} in scheme {scheme}: {found:.2}");
            }
        }
    }

    #[test]
    fn marks_stand_out_from_the_background() {
        for scheme in [0, 1] {
            let paper = colours("--paper:")[scheme];
            let series = (0..COLOURS).map(|k| format!("--series-{k}:"));
            for name in series.chain(["--quiet:".to_owned()]) {
                let found = contrast(colours(&name)[scheme], paper);
                assert!(found >= 3.0, "{name} in scheme {scheme}: {found:.2}");
            }
        }
    }

    /// CIE 1976 L*a*b* of a colour in linear light, for white D65.
    fn lab(colour: Rgb) -> Rgb {
        const XYZ: [Rgb; 3] = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];
        let white = [0.95047, 1.0, 1.08883];
        let colour = colour.map(|part| part.clamp(0.0, 1.0));
        let [x, y, z] = [0, 1, 2].map(|k| {
            let part: f64 = dot(XYZ[k], colour) / white[k];
            if part > 0.008856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
    /// Simulation of Color Vision Deficiency", 2009: severity 1, for linear light.
    const VISIONS: [(&str, [Rgb; 3]); 4] = [
        ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];

    /// A distance of 2.3 in CIELAB is just noticeable; these are at least five times as far apart.
    #[test]
    fn series_are_distinguishable_for_every_kind_of_colour_vision() {
        for scheme in [0, 1] {
            for (sight, matrix) in VISIONS {
                let seen = |k: usize| {
                    let colour = colours(&format!("--series-{k}:"))[scheme];
                    lab(matrix.map(|row| dot(row, colour)))
                };
                for (a, b) in (0..COLOURS).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    let [a_seen, b_seen] = [seen(a), seen(b)];
                    let apart: f64 = a_seen.iter().zip(b_seen).map(|(a, b)| (a - b).powi(2)).sum();
                    assert!(
                        apart.sqrt() >= 11.5,
                        "{a} and {b}, {sight}, {scheme}: {}",
                        apart.sqrt()
                    );
                }
            }
        }
    }
}
