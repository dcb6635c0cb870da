//! A bank account, and validation of IBANs. Pure.

use kernel::BankAccountId;

/// A bank account that shoppers transfer to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankAccount {
    /// Id of the account.
    pub id: BankAccountId,
    /// Its bank of the list ([`super::banks`]); empty for another one.
    pub bank_id: String,
    /// Name of the bank.
    pub bank_name: String,
    /// Name of the account holder at the bank.
    pub beneficiary_name: String,
    /// Account number, or empty.
    pub account_number: String,
    /// IBAN in upper case without spaces, or empty.
    pub iban: String,
    /// Shown to shoppers.
    pub is_active: bool,
    /// Incremented by every change.
    pub version: i64,
}
db::row!(BankAccount { id, bank_id, bank_name, beneficiary_name, account_number, iban, is_active, version });

impl BankAccount {
    /// The name of its bank for shoppers: in their language where the bank is of the list.
    #[must_use]
    pub fn bank_name_in(&self, lang: kernel::Lang) -> &str {
        super::banks::find(&self.bank_id).map_or(&self.bank_name, |bank| bank.name_in(lang))
    }
}

/// Length of a country's IBAN; neighbouring countries, and the most common others.
const LENGTHS: &[(&str, usize)] = &[
    ("SA", 24),
    ("AE", 23),
    ("EG", 29),
    ("KW", 30),
    ("BH", 22),
    ("QA", 29),
    ("OM", 23),
    ("JO", 30),
    ("LB", 28),
    ("LY", 25),
    ("TN", 24),
    ("YE", 30),
    ("MA", 28),
    ("IQ", 23),
    ("PS", 29),
    ("SD", 18),
    ("TR", 26),
    ("DE", 22),
    ("FR", 27),
    ("GB", 22),
];
/// Countries without IBANs.
const NONE: &[&str] = &["SY"];

/// The IBAN in its stored form; none when it is not valid.
#[must_use]
pub(super) fn iban(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase();
    if !text.is_ascii() || !(15..=34).contains(&text.len()) || !text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let (country, rest) = text.split_at(2);
    let is_formed = country.bytes().all(|b| b.is_ascii_uppercase()) && rest.bytes().take(2).all(|b| b.is_ascii_digit());
    let length = LENGTHS.iter().find(|(c, _)| *c == country).map_or(text.len(), |(_, n)| *n);
    if !is_formed || NONE.contains(&country) || length != text.len() {
        return None;
    }
    let rearranged = text[4..].bytes().chain(text[..4].bytes());
    let rest = rearranged.fold(0_u32, |rest, b| match b {
        b'0'..=b'9' => (rest * 10 + u32::from(b - b'0')) % 97,
        _ => (rest * 100 + u32::from(b - b'A') + 10) % 97,
    });
    (rest == 1).then_some(text)
}

/// Formats it in groups of four.
#[must_use]
pub fn grouped(iban: &str) -> String {
    iban.as_bytes().chunks(4).map(|c| String::from_utf8_lossy(c)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_04_an_iban_is_checked_by_length_and_digits() {
        for good in [
            "SA0380000000608010167519",
            "sa03 8000 0000 6080 1016 7519",
            "EG380019000500000000263180002",
            "DE89370400440532013000",
        ] {
            assert!(iban(good).is_some(), "{good}");
        }
        for bad in [
            "SA0380000000608010167518",
            "SA038000000060801016751",
            "AE070331234567890123465",
            "SY0380000000608010167519",
            "KW81CBKU000000000000123456010!",
            "",
            "١٢٣",
        ] {
            assert_eq!(iban(bad), None, "{bad}");
        }
        assert_eq!(grouped("SA0380000000608010167519"), "SA03 8000 0000 6080 1016 7519");
    }
}
