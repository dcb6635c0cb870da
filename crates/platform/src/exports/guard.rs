//! Guard against formula injection: texts that a spreadsheet must not run. Pure.

use kernel::digits::canonical_decimal;

/// What begins a formula in spreadsheets, in either width.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// A cell with `'` in front when a spreadsheet would run it. A text that begins with such a mark already gets a second one, so
/// that [`unguarded`] always restores the original.
#[must_use]
pub fn guarded(cell: &str) -> std::borrow::Cow<'_, str> {
    let bare = cell.trim_start_matches('\'');
    let runs = bare.starts_with(FORMULA) && (bare.len() < cell.len() || canonical_decimal(cell).is_err());
    if runs { format!("'{cell}").into() } else { cell.into() }
}

/// A cell without the `'` that [`guarded`], or a spreadsheet, put in front.
#[must_use]
pub fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(FORMULA) => rest,
        _ => cell,
    }
}
