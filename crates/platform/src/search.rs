//! The full-text index of a store: folded words in an indexed table, the same SQL on both engines. The words of products are
//! chosen in `catalog::store::index`; matching and ranking are in `catalog::store::hits`.
//!
//! `kernel::fold` makes the words, here and for every query, so that index and queries always agree.

use db::Table;
use kernel::fold::{digits_query, fold};

mod store;

pub use store::{count, delete, has, insert, insert_weighted, replace, rows, subjects};

/// The tables of this module.
pub const TABLES: &[Table] =
    &[Table::of_store("search_tokens").personal().left_out("an index").shared("every slice indexes the words of its own rows")];

/// Most words of one subject in the index; more are not worth the rows.
const MOST_TOKENS: usize = 40;

/// Most words of a query that are used.
const MOST_WORDS: usize = 8;

/// What is indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Index {
    /// Names, SKUs and barcodes of products.
    Product,
    /// Names and phone numbers of customers.
    Customer,
    /// File names and alternative texts of pictures.
    Media,
    /// Names and phone numbers of carts' shoppers.
    Cart,
    /// Codes and names of coupons.
    Coupon,
}

impl Index {
    /// The word in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Customer => "customer",
            Self::Media => "media",
            Self::Cart => "cart",
            Self::Coupon => "coupon",
        }
    }
}

/// Distinct folded words of the texts, in order.
#[must_use]
pub fn tokens<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for text in texts {
        for word in fold(text).split_whitespace() {
            if out.len() < MOST_TOKENS && !out.iter().any(|w| w == word) {
                out.push(word.to_owned());
            }
        }
    }
    out
}

/// The exclusive upper end of the range of words that start with `prefix`.
#[must_use]
pub fn upper_bound(prefix: &str) -> String {
    format!("{prefix}\u{10FFFF}")
}

/// The distinct words of a query for people; every one of them must begin a word of each match. A text of three digits or more is
/// one phone number.
#[must_use]
pub fn query_words(text: &str) -> Vec<String> {
    if let Some(digits) = digits_query(text) {
        return vec![digits];
    }
    let mut words = tokens([text]);
    words.truncate(MOST_WORDS);
    words
}
