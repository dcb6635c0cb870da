//! Enum words in columns: a stored word is read back as the same variant, or not at all.
//!
//! An unknown word is a newer version's or damage. Taken for another one it would be acted upon: an order paid by an unknown
//! provider would be cash on delivery. So it is an error that names table, column and word.

use crate::error::{Error, Result};

/// One of a few words in a column. Made by [`stored_words`](crate::stored_words), which lets rows be read with it.
pub trait StoredWord: Sized {
    /// Table and column; `*` where the word stands in several.
    const PLACE: (&'static str, &'static str);

    /// What the word means.
    fn of_word(word: &str) -> Option<Self>;

    /// Reads a word of a row.
    ///
    /// # Errors
    /// [`Error::StoredWord`] for one without a meaning.
    fn decode(word: &str) -> Result<Self> {
        Self::of_word(word).ok_or_else(|| Error::stored_word(Self::PLACE.0, Self::PLACE.1, word))
    }
}

/// `stored_words! { Provider, "payment_methods" "provider"; }`: the type has `fn parse(&str) -> Option<Self>`.
#[macro_export]
macro_rules! stored_words {
    ($($t:ty, $table:literal $column:literal;)*) => {
        $(
            impl $crate::StoredWord for $t {
                const PLACE: (&'static str, &'static str) = ($table, $column);

                fn of_word(word: &str) -> Option<Self> {
                    <$t>::parse(word)
                }
            }
            impl $crate::Column for $t {
                fn read(cell: &$crate::Cell<'_>) -> ::std::result::Result<Self, String> {
                    let word = <String as $crate::Column>::read(cell)?;
                    <$t as $crate::StoredWord>::decode(&word).map_err(|e| e.to_string())
                }
            }
        )*
    };
}

stored_words! {
    kernel::Lang, "*" "language";
    kernel::Currency, "*" "currency";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_without_a_meaning_is_an_error_that_says_where_it_stands() {
        assert_eq!(kernel::Lang::decode("en").unwrap(), kernel::Lang::En);
        let error = kernel::Currency::decode("XXQ").unwrap_err().to_string();
        assert!(error.contains("currency") && error.contains("XXQ"), "{error}");
    }
}
