//! Phone numbers: any way of writing one, to E.164 and back to the national form (AU-09, contracts/locale.md §7).
//!
//! An own table of the regions the platform serves ([`table`]) instead of a full metadata library: no regex
//! engine, no generated data, and the refusals are ours. Patterns follow libphonenumber 9.0.43; they prove
//! the shape of a number, not that someone answers it.
//!
//! To add a region: one row in `table.rs` and its vectors in `tests/data/own_phone_vectors.csv`.

mod table;

use serde::{Serialize, Serializer};

use crate::digits::{ascii_digit, is_invisible};
use table::{Line, Region};

/// Regions offered first in the phone input (AU-09).
pub const PREFERRED_REGIONS: [&str; 5] = ["EG", "SA", "AE", "KW", "QA"];

/// Calling codes that are refused by decision of the specification.
const REFUSED_CALLING_CODES: [&str; 1] = ["972"];

/// Why a text is no phone number of a region we serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PhoneError {
    /// Nothing but blanks.
    #[error("the phone number is empty")]
    Empty,
    /// Letters or other characters that are no part of a phone number.
    #[error("not a phone number")]
    NotANumber,
    /// The calling code or region is not on our list.
    #[error("unknown country")]
    UnknownCountry,
    /// The country is left out of the list by the specification.
    #[error("numbers of this country are not accepted")]
    RefusedCountry,
    /// Fewer digits than any number of the region has.
    #[error("the phone number is too short")]
    TooShort,
    /// More digits than any number of the region has.
    #[error("the phone number is too long")]
    TooLong,
    /// The right length, but no operator of the region has such numbers.
    #[error("no such phone number in this country")]
    NoSuchNumber,
}

impl PhoneError {
    /// The message for a person.
    #[must_use]
    pub const fn message(self, lang: crate::Lang) -> &'static str {
        use crate::Lang::{Ar, En};
        match (self, lang) {
            (Self::Empty, Ar) => "رقم الجوال مطلوب.",
            (Self::Empty, En) => "The phone number is required.",
            (Self::NotANumber, Ar) => "هذا ليس رقم جوال.",
            (Self::NotANumber, En) => "This is not a phone number.",
            (Self::UnknownCountry, Ar) => "رمز الدولة غير معروف.",
            (Self::UnknownCountry, En) => "The country code is not known.",
            (Self::RefusedCountry, Ar) => "أرقام هذه الدولة غير مقبولة.",
            (Self::RefusedCountry, En) => "Numbers of this country are not accepted.",
            (Self::TooShort, Ar) => "الرقم أقصر من اللازم.",
            (Self::TooShort, En) => "The phone number is too short.",
            (Self::TooLong, Ar) => "الرقم أطول من اللازم.",
            (Self::TooLong, En) => "The phone number is too long.",
            (Self::NoSuchNumber, Ar) => "الرقم غير صحيح لهذه الدولة.",
            (Self::NoSuchNumber, En) => "The phone number is not valid for this country.",
        }
    }
}

/// A phone number of a region we serve. Serialised as its E.164 text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Phone {
    e164: String,
    region: &'static str,
    national: String,
    is_mobile: bool,
}

impl Phone {
    /// Reads a number as people write it. `default_region` (ISO 3166 alpha-2, upper case) is used when the
    /// number does not carry its country.
    ///
    /// Digits of any script; blanks, dashes, dots, brackets, slashes, invisible marks and a leading `'`
    /// (Excel's text guard) are ignored; `00` counts as `+`; the trunk `0` is dropped even after the
    /// calling code; a number that begins with the region's own calling code is international.
    ///
    /// # Errors
    /// See [`PhoneError`].
    ///
    /// ```
    /// use kernel::phone::Phone;
    /// assert_eq!(Phone::parse("٠١٠١٢٣٤٥٦٧٨", "EG").unwrap().e164(), "+201012345678");
    /// ```
    pub fn parse(text: &str, default_region: &str) -> Result<Self, PhoneError> {
        let (has_plus, digits) = plain_digits(text)?;
        let international = if has_plus { Some(digits.as_str()) } else { digits.strip_prefix("00") };
        if let Some(digits) = international {
            if REFUSED_CALLING_CODES.iter().any(|code| digits.starts_with(code)) {
                return Err(PhoneError::RefusedCountry);
            }
            let region = table::by_calling_code(digits).ok_or(PhoneError::UnknownCountry)?;
            return Self::of_region(region, &digits[region.calling_code.len()..]);
        }
        if default_region == "IL" {
            return Err(PhoneError::RefusedCountry);
        }
        let region = table::by_code(default_region).ok_or(PhoneError::UnknownCountry)?;
        Self::of_region(region, &digits).or_else(|fault| {
            let rest = digits.strip_prefix(region.calling_code).ok_or(fault)?;
            Self::of_region(region, rest).map_err(|_| fault)
        })
    }

    /// `+` and up to 15 digits: the form that is stored, sent to providers and compared.
    #[must_use]
    pub fn e164(&self) -> &str {
        &self.e164
    }

    /// The number as people of its country write it, with the trunk `0` and blanks.
    #[must_use]
    pub fn national(&self) -> &str {
        &self.national
    }

    /// ISO 3166 alpha-2 code of the country, upper case.
    #[must_use]
    pub const fn region(&self) -> &'static str {
        self.region
    }

    /// Whether messages can be sent to it: a mobile number, or one of a country that does not tell them apart.
    #[must_use]
    pub const fn is_mobile(&self) -> bool {
        self.is_mobile
    }

    fn of_region(region: &'static Region, number: &str) -> Result<Self, PhoneError> {
        let without_trunk = region.trunk.and_then(|trunk| number.strip_prefix(trunk));
        for candidate in without_trunk.into_iter().chain([number]) {
            if let Some(line) = region.lines.iter().find(|line| matches(line.pattern, candidate)) {
                return Ok(Self {
                    e164: format!("+{}{candidate}", region.calling_code),
                    region: region.code,
                    national: lay_out(line, candidate),
                    is_mobile: line.is_mobile,
                });
            }
        }
        let length = without_trunk.unwrap_or(number).len();
        let lengths = || region.lines.iter().map(|line| pattern_length(line.pattern));
        if lengths().min().is_some_and(|shortest| length < shortest) {
            Err(PhoneError::TooShort)
        } else if lengths().max().is_some_and(|longest| length > longest) {
            Err(PhoneError::TooLong)
        } else {
            Err(PhoneError::NoSuchNumber)
        }
    }
}

impl Serialize for Phone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.e164)
    }
}

/// A country of the phone input: ISO code and calling code (AU-09).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneCountry {
    /// ISO 3166 alpha-2, upper case.
    pub region: &'static str,
    /// Digits after the `+`.
    pub calling_code: &'static str,
}

/// The countries whose numbers are accepted, the preferred ones first.
#[must_use]
pub fn countries() -> Vec<PhoneCountry> {
    let rank = |code: &str| PREFERRED_REGIONS.iter().position(|preferred| *preferred == code).unwrap_or(usize::MAX);
    let mut countries: Vec<PhoneCountry> =
        table::REGIONS.iter().map(|region| PhoneCountry { region: region.code, calling_code: region.calling_code }).collect();
    countries.sort_by_key(|country| (rank(country.region), country.region));
    countries
}

/// The mobile numbers of all regions in E.164 as a pattern, for the API document.
#[must_use]
pub fn mobile_pattern() -> String {
    let of = |region: &Region| {
        let lines: Vec<String> = region.lines.iter().filter(|line| line.is_mobile).map(|line| shape(line.pattern)).collect();
        format!("{}({})", region.calling_code, lines.join("|"))
    };
    format!(r"^\+({})$", table::REGIONS.iter().map(of).collect::<Vec<_>>().join("|"))
}

/// A row's pattern as a regular expression.
fn shape(pattern: &str) -> String {
    let literal = pattern.trim_end_matches('#');
    let any = pattern.len() - literal.len();
    format!("{}[0-9]{{{any}}}", literal.replace('#', "[0-9]"))
}

/// Strips what people put between digits; the flag says whether a `+` stood in front.
fn plain_digits(text: &str) -> Result<(bool, String), PhoneError> {
    let text = text.trim();
    let text = text.strip_prefix(['\'', '\u{2019}']).unwrap_or(text);
    let mut has_plus = false;
    let mut digits = String::with_capacity(text.len());
    for c in text.chars() {
        if let Some(digit) = ascii_digit(c) {
            digits.push(digit);
        } else if matches!(c, '+' | '\u{FF0B}') && digits.is_empty() && !has_plus {
            has_plus = true;
        } else if !(c.is_whitespace() || is_invisible(c) || is_phone_punctuation(c)) {
            return Err(PhoneError::NotANumber);
        }
    }
    if digits.is_empty() {
        let blank = text.chars().all(|c| c.is_whitespace() || is_invisible(c));
        return Err(if blank { PhoneError::Empty } else { PhoneError::NotANumber });
    }
    Ok((has_plus, digits))
}

const fn is_phone_punctuation(c: char) -> bool {
    matches!(c, '-' | '.' | '(' | ')' | '[' | ']' | '/' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// Matches digits against a pattern of the table: a digit stands for itself, `#` for any digit, `[1-35]`
/// for one of a class.
fn matches(pattern: &str, digits: &str) -> bool {
    let mut pattern = pattern.bytes();
    let mut digits = digits.bytes();
    loop {
        match (pattern.next(), digits.next()) {
            (None, None) => return true,
            (Some(b'#'), Some(_)) => {}
            (Some(b'['), Some(digit)) => {
                let mut hit = false;
                let mut previous = b'0';
                while let Some(symbol) = pattern.next().filter(|symbol| *symbol != b']') {
                    if symbol == b'-' {
                        let to = pattern.next().unwrap_or(previous);
                        hit |= (previous..=to).contains(&digit);
                    } else {
                        hit |= symbol == digit;
                        previous = symbol;
                    }
                }
                if !hit {
                    return false;
                }
            }
            (Some(literal), Some(digit)) if literal == digit => {}
            _ => return false,
        }
    }
}

fn pattern_length(pattern: &str) -> usize {
    let mut length = 0;
    let mut inside_class = false;
    for symbol in pattern.bytes() {
        match symbol {
            b'[' => inside_class = true,
            b']' => {
                inside_class = false;
                length += 1;
            }
            _ if !inside_class => length += 1,
            _ => {}
        }
    }
    length
}

/// A mobile number of a region as people write one with its calling code, for the hint of a field; none for a region we do not serve.
#[must_use]
pub fn example(region: &str) -> Option<String> {
    let region = table::by_code(region)?;
    let line = region.lines.iter().find(|line| line.is_mobile)?;
    let mut counted = (b'1'..=b'9').cycle();
    let (mut digits, mut class) = (String::new(), None);
    for symbol in line.pattern.bytes() {
        match (symbol, class) {
            (b'[', _) => class = Some(true),
            (b']', _) => class = None,
            (_, Some(false)) => {}
            // The first of a class stands for all of it.
            (_, Some(true)) => {
                digits.push(char::from(symbol));
                class = Some(false);
            }
            (b'#', None) => digits.extend(counted.next().map(char::from)),
            (literal, None) => digits.push(char::from(literal)),
        }
    }
    let national = lay_out(line, &digits);
    let plain = national.strip_prefix(|c| Some(c) == region.trunk).unwrap_or(&national);
    Some(format!("+{} {}", region.calling_code, plain.trim_start()))
}

/// Puts the digits into the layout's `X` places.
fn lay_out(line: &Line, digits: &str) -> String {
    let mut digits = digits.chars();
    line.layout.chars().map(|c| if c == 'X' { digits.next().unwrap_or(c) } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// input, default region, E.164 (empty when refused), national form, whether it is a mobile number.
    const VECTORS: &str = include_str!("../tests/data/own_phone_vectors.csv");

    #[test]
    fn l4_the_pattern_of_the_document_is_made_of_the_tables_mobile_rows() {
        let pattern = mobile_pattern();
        for part in ["966(5[0-9]{8})", "1([2-9][0-9][0-9][2-9][0-9]{6})", "973(3[0-9]{7}|6[36][0-9]{6})"] {
            assert!(pattern.contains(part), "{part} in {pattern}");
        }
        assert!(pattern.starts_with(r"^\+(") && pattern.ends_with(")$") && !pattern.contains('#'));
    }

    #[test]
    fn au_09_the_vectors_of_the_locale_contract_hold() {
        let mut count = 0;
        for row in VECTORS.lines().skip(1) {
            let fields: Vec<&str> = row.split(',').collect();
            let [input, region, e164, national, mobile] = fields[..] else { panic!("bad row {row}") };
            count += 1;
            match Phone::parse(input, region) {
                Ok(phone) => {
                    assert_eq!(phone.e164(), e164, "{row}");
                    assert_eq!(phone.national(), national, "{row}");
                    assert_eq!(phone.is_mobile(), mobile == "1", "{row}");
                }
                Err(fault) => assert!(e164.is_empty(), "{row}: {fault}"),
            }
        }
        assert_eq!(count, 31);
    }

    #[test]
    fn au_09_refusals_say_why() {
        let cases = [
            ("01312345678", "EG", PhoneError::NoSuchNumber),
            ("010", "EG", PhoneError::TooShort),
            ("010123456789", "EG", PhoneError::TooLong),
            ("+972501234567", "EG", PhoneError::RefusedCountry),
            ("00972501234567", "EG", PhoneError::RefusedCountry),
            ("0501234567", "IL", PhoneError::RefusedCountry),
            ("+999123456", "EG", PhoneError::UnknownCountry),
            ("0501234567", "ZZ", PhoneError::UnknownCountry),
            ("abc", "SA", PhoneError::NotANumber),
            ("05123x45678", "SA", PhoneError::NotANumber),
            ("++966512345678", "SA", PhoneError::NotANumber),
            ("()", "SA", PhoneError::NotANumber),
            (" \u{200F} ", "SA", PhoneError::Empty),
        ];
        for (input, region, fault) in cases {
            assert_eq!(Phone::parse(input, region), Err(fault), "{input}");
        }
    }

    #[test]
    fn au_09_what_people_put_around_digits_is_ignored() {
        for input in ["'+201012345678", "\u{202A}+20 (10) 1234-5678\u{202C}", "＋20 10 1234 5678", "010/1234.5678"] {
            assert_eq!(Phone::parse(input, "EG").unwrap().e164(), "+201012345678", "{input}");
        }
    }

    #[test]
    fn au_09_palestine_and_euro_countries_are_accepted() {
        assert_eq!(Phone::parse("+970 59 912 3456", "EG").unwrap().region(), "PS");
        assert_eq!(Phone::parse("0151 23456789", "DE").unwrap().e164(), "+4915123456789");
        assert_eq!(Phone::parse("06 12 34 56 78", "FR").unwrap().national(), "06 12 34 56 78");
        // The leading zero of an Italian fixed number belongs to the number.
        assert_eq!(Phone::parse("06 1234 5678", "IT").unwrap().e164(), "+390612345678");
    }

    #[test]
    fn au_09_the_list_of_countries_starts_with_the_preferred_ones() {
        let countries = countries();
        let first: Vec<&str> = countries.iter().take(5).map(|country| country.region).collect();
        assert_eq!(first, PREFERRED_REGIONS);
        assert!(countries.iter().all(|country| country.region != "IL"));
    }

    #[test]
    fn the_example_of_every_region_is_a_mobile_number_of_it() {
        for region in table::REGIONS {
            let Some(text) = example(region.code) else { continue };
            let phone = Phone::parse(&text, "").unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!((phone.is_mobile(), phone.region()), (true, region.code), "{text}");
        }
        assert_eq!(example("SA").as_deref(), Some("+966 51 234 5678"));
        assert_eq!(example("XX"), None);
    }

    #[test]
    fn every_row_of_the_table_lays_out_all_its_digits() {
        for region in table::REGIONS {
            for line in region.lines {
                let places = line.layout.chars().filter(|c| *c == 'X').count();
                assert_eq!(places, pattern_length(line.pattern), "{} {}", region.code, line.pattern);
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_and_e164_is_stable(text in "\\PC*", digits in "[+0]?[0-9]{0,15}") {
            for input in [text, digits] {
                for region in ["EG", "SA", "LB", "US", "DE", "IT", "", "IL"] {
                    if let Ok(phone) = Phone::parse(&input, region) {
                        let again = Phone::parse(phone.e164(), "SA");
                        prop_assert_eq!(again.as_ref().map(Phone::e164), Ok(phone.e164()));
                        prop_assert!(phone.e164().len() <= 16);
                    }
                }
            }
        }

        #[test]
        fn the_national_form_reads_back(number in "1[0-25][0-9]{8}") {
            let phone = Phone::parse(&number, "EG").unwrap();
            prop_assert_eq!(Phone::parse(phone.national(), "EG").unwrap(), phone);
        }
    }
}
