//! The query of the list of the carts of a step: filters, sorts and search. Its SQL is in `list_store`.

use db::{Conn, Result};
use kernel::{Millis, StoreScope};

use commerce::carts::Step;
use platform::search::{self, Index};

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Active,
    Amount,
}

impl Sort {
    pub(super) fn parse(word: Option<&str>) -> Self {
        if word == Some("amount") { Self::Amount } else { Self::Active }
    }
}

/// Filter by the state of a cart's reminders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReminderFilter {
    None,
    Reminded,
    Returned,
    Stopped,
}

impl ReminderFilter {
    pub(super) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "none" => Self::None,
            "reminded" => Self::Reminded,
            "returned" => Self::Returned,
            "stopped" => Self::Stopped,
            _ => return None,
        })
    }
}

/// Below this many matches carts are found by a word first and sorted afterwards; a more frequent word is met soon on a walk in
/// the list's order.
const FEW: i64 = 20_000;

/// Words of which each must begin a word of the cart's contact.
#[derive(Debug, Clone)]
pub(super) struct Search {
    pub(super) words: Vec<String>,
    /// The rarest of them, where it is rare enough to drive the search.
    pub(super) lead: Option<usize>,
}

impl Search {
    /// Parses a text; one without a word finds nothing.
    pub(super) async fn parse(c: Conn<'_>, scope: &StoreScope, text: &str) -> Result<Self> {
        let words = search::query_words(text);
        let mut best: Option<(i64, usize)> = None;
        for (at, word) in words.iter().enumerate() {
            let n = search::count(c, scope.store(), Index::Cart, word, FEW).await?;
            if n < best.map_or(FEW, |(least, _)| least) {
                best = Some((n, at));
            }
        }
        Ok(Self { words, lead: best.map(|(_, at)| at) })
    }

    /// Whether the carts are found first and sorted afterwards.
    pub(super) fn is_driven(&self) -> bool {
        self.lead.is_some() || self.words.is_empty()
    }
}

/// The filter of a list's query.
#[derive(Debug, Clone)]
pub(super) struct CartFilter {
    pub(super) step: Step,
    /// Abandoned after this, as far as the list looks back at all.
    pub(super) after: Option<Millis>,
    /// Abandoned up to this.
    pub(super) up_to: Option<Millis>,
    pub(super) at_least: Option<i64>,
    pub(super) at_most: Option<i64>,
    pub(super) reminder: Option<ReminderFilter>,
    pub(super) search: Option<Search>,
}
