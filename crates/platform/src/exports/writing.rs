//! Formats values for a file. Pure.

use jiff::tz::TimeZone;
use kernel::{Currency, Lang, Millis, money};

use super::guard::guarded;
use super::kind::Exported;
use super::model::{Cell, Format};

/// Formats the rows of a file.
///
/// Texts never run as formulas: a workbook marks them as texts, and in a CSV what a spreadsheet would take for a formula or a
/// number, such as a phone number, has a mark in front.
pub struct Writing<K: Exported> {
    /// The language of captions and words.
    pub lang: Lang,
    pub(super) format: Format,
    /// The store's currency; sets the decimals of amounts.
    pub currency: Currency,
    /// The time zone of times.
    pub zone: TimeZone,
    /// The columns in their order.
    pub columns: Vec<K::Column>,
}

impl<K: Exported> Writing<K> {
    /// A free text.
    #[must_use]
    pub fn text(&self, text: &str) -> Cell {
        match self.format {
            Format::Csv => Cell::Text(guarded(text).into_owned()),
            Format::Xlsx => Cell::Text(text.to_owned()),
        }
    }

    /// A phone number: a text, not a number to calculate with.
    #[must_use]
    pub fn phone(&self, number: &str) -> Cell {
        match self.format {
            Format::Csv if !number.is_empty() => Cell::Text(format!("'{number}")),
            _ => Cell::Text(number.to_owned()),
        }
    }

    /// Words, joined.
    #[must_use]
    pub fn joined(&self, words: &[String]) -> Cell {
        self.text(&words.join(if self.lang == Lang::Ar { "، " } else { ", " }))
    }

    /// An amount in minor units of the store's currency.
    #[must_use]
    pub fn amount(&self, minor: i64) -> Cell {
        Cell::Number(money::format(minor, self.currency))
    }

    /// `2026-11-20 14:05` in the store's time zone; blank for none.
    #[must_use]
    pub fn moment(&self, at: Option<Millis>) -> Cell {
        let written = at.and_then(|at| jiff::Timestamp::from_millisecond(at.0).ok());
        Cell::Text(written.map(|at| at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M").to_string()).unwrap_or_default())
    }
}

/// A whole number.
impl From<i64> for Cell {
    fn from(n: i64) -> Self {
        Self::Number(n.to_string())
    }
}
