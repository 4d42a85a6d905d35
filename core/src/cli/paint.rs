//! Colour, and aligned tables.

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;

use super::visible::visible;

pub(super) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
pub(super) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const HELP: Style = AnsiColor::BrightCyan.on_default().bold();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const HEAD: Style = Style::new().bold();

/// The style of a permission.
pub(super) fn permission(word: &str) -> Style {
    match word {
        "allow" => GOOD,
        "ask" => WARNING,
        _ => ERROR,
    }
}

/// The text in that style, when colour is wanted.
pub(super) fn paint(style: Style, text: &str, colour: bool) -> String {
    if colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
}

/// One cell of a table.
pub(super) type Cell<'t> = (Style, &'t str);

/// Rows with their columns aligned by what a terminal shows; the last column is not padded.
pub(super) fn table<const N: usize>(rows: &[[Cell<'_>; N]], indent: &str, colour: bool) -> String {
    let mut widths = [0; N];
    for row in rows {
        for (width, (_, text)) in widths.iter_mut().zip(row) {
            *width = (*width).max(visible(text).width());
        }
    }
    let mut out = String::new();
    for row in rows {
        out.push_str(indent);
        let mut rest = row.iter().zip(widths).peekable();
        while let Some(((style, text), width)) = rest.next() {
            let text = visible(text);
            out.push_str(&paint(*style, &text, colour));
            if rest.peek().is_some() {
                let gap = width.saturating_sub(text.width()).saturating_add(2);
                out.extend(std::iter::repeat_n(' ', gap));
            }
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_align_by_what_is_shown() {
        let rows =
            [[(HEAD, "a"), (HEAD, "b")], [(FAINT, "表"), (FAINT, "x")], [(FAINT, "\u{1b}"), (FAINT, "y")]];
        assert_eq!(table(&rows, " ", false), " a       b\n 表      x\n \\u{1b}  y\n");
        assert!(table(&rows, "", true).starts_with("\u{1b}[1ma\u{1b}[0m       "));
    }
}
