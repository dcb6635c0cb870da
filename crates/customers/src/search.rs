//! Search of customers by what people type: names in any spelling, phones in any digit form, e-mail addresses.

use kernel::phone::Phone;

use super::model::Customer;
use platform::search::{self, tokens};

/// The index words of a customer: those of the name, the number with its calling code, the number without.
#[must_use]
pub fn words_of(name: &str, mobile: &str) -> Vec<String> {
    let mut words = tokens([name]);
    let international = kernel::digits::digits_only(mobile);
    let national = Phone::parse(mobile, "").map(|p| kernel::digits::digits_only(p.national()).trim_start_matches('0').to_owned());
    for word in [Some(international), national.ok()].into_iter().flatten() {
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// One term of a search text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// Folded prefix of a word.
    Word(String),
    /// Prefix of an e-mail address, in lower case.
    Email(String),
}

/// The terms of a search text; all must match. Without any term no customer is found.
#[must_use]
pub fn terms(text: &str) -> Vec<Term> {
    if text.contains('@') {
        return vec![Term::Email(text.trim().to_lowercase())];
    }
    search::query_words(text).into_iter().map(Term::Word).collect()
}

impl Term {
    /// Whether it matches a customer in memory; further numbers and e-mail addresses are not considered.
    #[must_use]
    pub(super) fn holds(&self, of: &Customer) -> bool {
        match self {
            Self::Word(word) => words_of(&of.name, of.mobile.as_deref().unwrap_or_default()).iter().any(|w| w.starts_with(word)),
            Self::Email(email) => of.email.as_ref().is_some_and(|is| is.starts_with(email)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cu_01_a_customer_is_found_by_name_and_both_forms_of_the_number() {
        assert_eq!(words_of("سارة العلي", "+966501234567"), ["ساره", "العلي", "966501234567", "501234567"]);
        let word = |text: &str| vec![Term::Word(text.to_owned())];
        assert_eq!((terms("٠٥٠ ١٢٣ ٤٥٦٧"), terms("00966-50")), (word("501234567"), word("96650")));
        assert_eq!(terms(" Sara@Mail "), [Term::Email("sara@mail".into())]);
        assert!(terms("؟!").is_empty());
    }
}
