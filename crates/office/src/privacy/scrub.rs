//! Decides what stays of texts and facts after an erasure. Pure.
//!
//! Texts that people wrote are deleted, whatever they say: nobody can prove that a sentence names no one. Facts that the program
//! wrote stay: numbers, booleans, and words of its own vocabulary.

use kernel::digits::to_latin;
use kernel::fold::fold;
use kernel::phone::Phone;
use serde_json::Value;

/// The shortest word that identifies a person: "Al" is in any text.
const SHORTEST: usize = 3;
/// The number of last digits that identify a phone number.
const DIGITS: usize = 8;

/// Everything that identifies a person in texts.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// Folded: whole names, streets, e-mail addresses.
    texts: Vec<String>,
    /// Folded whole names.
    names: Vec<String>,
    /// Folded e-mail addresses: folding removes their punctuation.
    mails: Vec<String>,
    /// Folded words of the names, which identify the person when they stand alone.
    words: Vec<String>,
    /// The last digits of the numbers.
    numbers: Vec<String>,
    /// The numbers themselves, E.164.
    mobiles: Vec<String>,
    /// The country of numbers without a calling code (ISO 3166, upper case).
    country: String,
}

impl Known {
    /// From names, streets and e-mail addresses, and E.164 numbers, in a store of a country.
    pub(super) fn new<'a>(
        country: &str,
        names: impl IntoIterator<Item = &'a str>,
        texts: impl IntoIterator<Item = &'a str>,
        mobiles: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut known = Self { country: country.to_owned(), ..Self::default() };
        for name in names {
            let name = fold(name);
            known.words.extend(name.split_whitespace().filter(|w| w.chars().count() >= SHORTEST).map(str::to_owned));
            known.names.extend(Some(name.trim().to_owned()).filter(|name| name.chars().count() >= SHORTEST));
            known.texts.push(name);
        }
        for text in texts {
            known.mails.extend(Some(fold(text)).filter(|mail| text.contains('@') && !mail.is_empty()));
            known.texts.push(fold(text));
        }
        known.texts.retain(|t| t.chars().count() >= SHORTEST);
        for mobile in mobiles {
            known.mobiles.extend(Some(mobile.to_owned()).filter(|m| m.starts_with('+')));
            let digits: String = mobile.chars().filter(char::is_ascii_digit).collect();
            known
                .numbers
                .extend(digits.get(digits.len().saturating_sub(DIGITS)..).filter(|d| d.len() == DIGITS).map(str::to_owned));
        }
        for list in
            [&mut known.texts, &mut known.words, &mut known.numbers, &mut known.mobiles, &mut known.names, &mut known.mails]
        {
            list.sort_unstable();
            list.dedup();
        }
        known
    }

    /// The identifiers of both.
    pub(super) fn union(mut self, other: &Self) -> Self {
        for (list, others) in [
            (&mut self.texts, &other.texts),
            (&mut self.words, &other.words),
            (&mut self.numbers, &other.numbers),
            (&mut self.mobiles, &other.mobiles),
            (&mut self.names, &other.names),
            (&mut self.mails, &other.mails),
        ] {
            list.extend(others.iter().cloned());
            list.sort_unstable();
            list.dedup();
        }
        self
    }

    /// Whether the text mentions the person: it holds a whole name, a street, an e-mail address, a number, or is a word of the
    /// name.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let folded = fold(text);
        if self.words.contains(&folded) || self.texts.iter().any(|t| folded.contains(t.as_str())) {
            return true;
        }
        let digits = digits_of(text);
        self.numbers.iter().any(|n| digits.contains(n.as_str()))
    }

    /// Whether a record of a file is about the person: a cell holds a number or an e-mail address of theirs, or the cells
    /// together hold all words of a name, however they are divided among them and in whatever order; a name of one word stands in
    /// a cell of its own. Streets do not count: many people share one.
    pub(super) fn is_mentioned_in<'a>(&self, cells: impl Iterator<Item = &'a str>) -> bool {
        let cells: Vec<String> = cells.filter(|cell| !cell.trim().is_empty()).map(fold).collect();
        let joined = cells.join(" ");
        let words: Vec<&str> = words_of(&joined).collect();
        let is_name = |name: &String| {
            if name.contains(' ') {
                // Arabic prefixes are written together with the word: "لسارة القحطاني".
                joined.contains(name.as_str()) || words_of(name).all(|word| words.contains(&word))
            } else {
                cells.iter().any(|cell| cell.trim() == name.as_str())
            }
        };
        self.names.iter().any(is_name)
            || self.mails.iter().any(|mail| joined.contains(mail.as_str()))
            || cells.iter().map(|cell| digits_of(cell)).any(|digits| self.numbers.iter().any(|n| digits.contains(n.as_str())))
    }

    /// Whether the text is nothing but a number or an e-mail address of the person: it can mean no one else. A number of another
    /// country with the same ending is another person's; one without a calling code is of the store's country.
    pub(super) fn is_contact(&self, text: &str) -> bool {
        if text.contains('@') {
            return self.texts.contains(&fold(text));
        }
        let is_number = to_latin(text).chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-().".contains(c));
        if !is_number {
            return false;
        }
        let digits = digits_of(text);
        let is_whole = |mobile: &String| mobile.strip_prefix('+') == Some(digits.as_str());
        self.mobiles.iter().any(is_whole)
            || Phone::parse(text, &self.country).is_ok_and(|phone| self.mobiles.iter().any(|m| m == phone.e164()))
    }
}

/// The words of a folded text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn digits_of(text: &str) -> String {
    to_latin(text).chars().filter(char::is_ascii_digit).collect()
}

/// Fields of journal entries that hold personal data or free text, whatever their value.
const PERSONAL: &[&str] = &[
    "name",
    "mobile",
    "email",
    "address",
    "note",
    "reason",
    "contact",
    "tags",
    "groups",
    "city",
    "author",
    "merged",
    "last_four",
    "words",
    "recipient",
    "received_by",
    "customer",
    "sender_name",
    "street",
];

/// A word of the program's own vocabulary, a number, a moment or an id: no letters but Latin ones, no blanks.
fn is_coded(text: &str) -> bool {
    text.len() <= 60 && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '+'))
}

/// The part of an entry's facts that stays; none when nothing does.
pub(super) fn facts(value: &Value, known: &Known) -> Option<Value> {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => Some(value.clone()),
        Value::String(text) => (is_coded(text) && !known.is_in(text)).then(|| value.clone()),
        Value::Array(all) => Some(Value::Array(all.iter().filter_map(|one| facts(one, known)).collect())),
        Value::Object(fields) => {
            let remaining = fields.iter().filter(|(key, _)| !PERSONAL.contains(&key.as_str()));
            Some(Value::Object(remaining.filter_map(|(key, one)| Some((key.clone(), facts(one, known)?))).collect()))
        }
    }
}

/// Whether the text is a list's query, as URLs write it.
fn is_query(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.split('&').all(|pair| pair.contains('='))
}

/// Whether a part of a query searches for the person.
fn asks_for(pair: &str, known: &Known) -> bool {
    let value = pair.split_once('=').map_or(pair, |(_, value)| value);
    known.is_in(value) || web::list::decode(value).is_some_and(|text| known.is_in(&text))
}

/// Empties the texts of a document that mention the person; true when there were any. For what other people saved for themselves:
/// views and preferences.
pub(super) fn empty_mentions(value: &mut Value, known: &Known) -> bool {
    match value {
        Value::String(text) if is_query(text) => {
            let remaining: Vec<&str> = text.split('&').filter(|pair| !asks_for(pair, known)).collect();
            let is_less = remaining.len() < text.split('&').count();
            *text = remaining.join("&");
            is_less
        }
        Value::String(text) if known.is_in(text) => {
            text.clear();
            true
        }
        // Removes the word that mentions the person from a list of words. Every element is visited: `|` does not short-circuit.
        Value::Array(all) => {
            let before = all.len();
            all.retain(|one| !one.as_str().is_some_and(|text| !is_query(text) && known.is_in(text)));
            let is_less = all.len() < before;
            is_less | all.iter_mut().map(|one| empty_mentions(one, known)).fold(false, std::ops::BitOr::bitor)
        }
        Value::Object(fields) => fields.values_mut().map(|one| empty_mentions(one, known)).fold(false, std::ops::BitOr::bitor),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn known() -> Known {
        Known::new("SA", ["سارة القحطاني", "Sara Alqahtani"], ["شارع التحلية", "sara@example.com"], ["+966551234567"])
    }

    #[test]
    fn cu_01_a_person_is_known_by_every_spelling_of_what_is_theirs() {
        for text in [
            "اتصلت ساره القحطانى اليوم",
            "sara@EXAMPLE.com",
            "0551234567",
            "٠٥٥١٢٣٤٥٦٧",
            "00966 55 123 4567",
            "قرب شارع التحليه",
            "سارة",
        ] {
            assert!(known().is_in(text), "{text}");
        }
        for text in ["", "PRCS", "551234", "شارع العليا", "العميل"] {
            assert!(!known().is_in(text), "{text}");
        }
        assert!(!Known::default().is_in("anything 0551234567"));
    }

    #[test]
    fn cu_01_facts_stay_and_words_go() {
        let entry = json!({
            "number": 1001, "status": "PRCS", "total": "125.50", "name": "x", "merged": {"name": "y", "orders": 3},
            "lines": [{"line": 1, "quantity": 2, "label": "هدية لسارة"}], "is_visible": true, "assignee": "Sara", "next_call": "2027-01-15T08:00:00Z",
        });
        let expected = json!({
            "number": 1001, "status": "PRCS", "total": "125.50", "lines": [{"line": 1, "quantity": 2}], "is_visible": true,
            "next_call": "2027-01-15T08:00:00Z",
        });
        assert_eq!(facts(&entry, &known()), Some(expected));
        let mut view = json!({"query": {"search": "0551234567", "filter[status]": "PEND"}, "columns": ["name"]});
        assert!(empty_mentions(&mut view, &known()));
        assert_eq!(view, json!({"query": {"search": "", "filter[status]": "PEND"}, "columns": ["name"]}));
        assert!(!empty_mentions(&mut view, &known()));
        let mut way_back = json!({"tags": {"add": ["عاجل", "سارة القحطاني"], "remove": ["Sara"]}});
        assert!(empty_mentions(&mut way_back, &known()));
        assert_eq!(way_back, json!({"tags": {"add": ["عاجل"], "remove": []}}), "an empty word cannot be put back");
    }

    #[test]
    fn cu_01_a_record_of_a_file_is_about_the_person_or_about_somebody_else() {
        for record in [
            vec!["1", "سارة", "القحطاني", "الرياض"],
            vec!["x", "٠٥٥ ١٢٣ ٤٥٦٧"],
            vec!["SARA@example.com"],
            vec!["عائلة سارة القحطانى", ""],
            vec!["القحطاني", "سارة"],
            vec!["سارة", "محمد", "القحطاني", "9.66551E+11"],
            vec!["ALQAHTANI, Sara"],
            vec!["طلب لسارة القحطاني", "0551234599"],
        ] {
            assert!(known().is_mentioned_in(record.iter().copied()), "{record:?}");
        }
        for record in
            [vec!["سارة", "العتيبي", "شارع التحلية", "0551234599"], vec!["القحطاني", "نورة", "05512", "34567"], vec!["", ""]]
        {
            assert!(!known().is_mentioned_in(record.iter().copied()), "{record:?}");
        }
        let single = Known::new("SA", ["سارة"], [], []);
        assert!(single.is_mentioned_in(["ساره", "x"].into_iter()) && !single.is_mentioned_in(["سارة العتيبي"].into_iter()));
    }

    #[test]
    fn cu_01_a_number_alone_means_nobody_else() {
        for text in ["0551234567", "+966 55 123-4567", "٠٥٥١٢٣٤٥٦٧", "966551234567", "00966551234567", "SARA@example.com"]
        {
            assert!(known().is_contact(text), "{text}");
        }
        // The same ending, but another country's or an invalid number.
        for text in ["+971551234567", "00971 55 123 4567", "51234567", "+20 1051234567", "1551234567", "055123456"] {
            assert!(!known().is_contact(text), "{text}");
        }
        let foreign_known = Known::new("SA", [], [], ["+971551234567"]);
        assert!(foreign_known.is_contact("+971 55 123 4567") && foreign_known.is_contact("971551234567"));
        assert!(!foreign_known.is_contact("0551234567"), "without its country a number is the store's country's");
        let at_home = Known::new("AE", [], [], ["+971551234567"]);
        assert!(at_home.is_contact("0551234567") && !at_home.is_contact("+966551234567"));
        for text in ["سارة القحطاني", "سارة 0551234567", "1234567", "noura@example.com", "", "شارع التحلية"]
        {
            assert!(!known().is_contact(text), "{text}");
        }
    }

    proptest! {
        /// CU-01: whatever an entry holds, nothing of the person is in what stays of it.
        #[test]
        fn cu_01_nothing_of_the_person_is_left(
            before in "[a-z ]{0,6}", after in "[a-z ]{0,6}", key in "[a-z_]{1,12}",
            personal_text in prop::sample::select(vec!["سارة القحطاني", "Sara Alqahtani", "شارع التحلية", "sara@example.com", "+966551234567", "0551234567"]),
        ) {
            let entry = json!({ key: format!("{before}{personal_text}{after}"), "deep": [{ "er": personal_text }] });
            let scrubbed = facts(&entry, &known()).unwrap_or_default().to_string();
            prop_assert!(!known().is_in(&scrubbed), "{scrubbed}");
        }
    }
}
