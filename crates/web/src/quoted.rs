//! Error texts on pages: what they quote between backticks is shown as code.

use maud::{Markup, html};

/// An error text for a page.
pub(crate) fn error_text(text: &str) -> Markup {
    let pieces: Vec<&str> = text.split('`').collect();
    // a backtick without its partner is one of the text
    let (quoting, rest) = pieces.split_at(pieces.len() - (pieces.len() + 1) % 2);
    html! {
        @for (index, piece) in quoting.iter().enumerate() {
            @if index % 2 == 1 { code { (piece) } } @else { (piece) }
        }
        @for piece in rest { "`" (piece) }
    }
}

/// An error text where only characters can be shown.
pub(crate) fn plain_error(text: &str) -> String {
    let mut is_end = true;
    let marks = |c: char| {
        if c != '`' {
            return c;
        }
        is_end = !is_end;
        if is_end { '”' } else { '“' }
    };
    text.chars().map(marks).collect()
}

#[cfg(test)]
mod tests {
    use super::{error_text, plain_error};

    #[test]
    fn what_is_quoted_is_code() {
        for (text, html, plain) in [
            ("", "", ""),
            ("no <b>", "no &lt;b&gt;", "no <b>"),
            ("`x`", "<code>x</code>", "“x”"),
            (
                "rule `a<` is `10`;",
                "rule <code>a&lt;</code> is <code>10</code>;",
                "rule “a<” is “10”;",
            ),
            ("a ` alone", "a ` alone", "a “ alone"),
            ("`a` and `", "<code>a</code> and `", "“a” and “"),
        ] {
            assert_eq!(error_text(text).into_string(), html);
            assert_eq!(plain_error(text), plain);
        }
    }
}
