//! Egypt Post's barcodes: UPU S10, two letters, eight digits, a check digit, and the country (contracts/wassalha.md).

use kernel::digits::to_latin;

const WEIGHTS: [u32; 8] = [8, 6, 4, 2, 3, 5, 9, 7];

/// What a text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Barcode {
    /// A barcode of Egypt Post, in upper case without blanks.
    Valid(String),
    /// One with a wrong check digit: something was mistyped.
    WrongCheckDigit,
    /// Something else.
    Other,
}

/// The check digit of eight digits: 11 less the weighted sum modulo 11, where 10 is 0 and 11 is 5.
#[must_use]
pub fn check_digit(serial: [u8; 8]) -> u8 {
    let sum: u32 = serial.iter().zip(WEIGHTS).map(|(digit, weight)| u32::from(*digit % 10) * weight).sum();
    match 11 - sum % 11 {
        10 => 0,
        11 => 5,
        digit => u8::try_from(digit).unwrap_or_default(),
    }
}

/// Reads a barcode, in any case and with blanks between its parts.
#[must_use]
pub fn read(text: &str) -> Barcode {
    let plain: String = to_latin(text).chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect();
    let bytes = plain.as_bytes();
    let (Some(letters), Some(digits), Some(country)) = (bytes.get(..2), bytes.get(2..11), bytes.get(11..)) else {
        return Barcode::Other;
    };
    if country != b"EG" || !letters.iter().all(u8::is_ascii_uppercase) || !digits.iter().all(u8::is_ascii_digit) {
        return Barcode::Other;
    }
    let mut serial = [0; 8];
    for (at, digit) in serial.iter_mut().zip(digits) {
        *at = digit - b'0';
    }
    if digits.last().is_some_and(|last| last - b'0' == check_digit(serial)) {
        Barcode::Valid(plain)
    } else {
        Barcode::WrongCheckDigit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sp_04_check_digits_are_those_of_s10() {
        // The example of the standard: RB 47312482 9 US.
        assert_eq!(check_digit([4, 7, 3, 1, 2, 4, 8, 2]), 9);
        assert_eq!(check_digit([0; 8]), 5);
        assert_eq!(read("EP473124829EG"), Barcode::Valid("EP473124829EG".into()));
        assert_eq!(read(" ep 473124829 eg "), Barcode::Valid("EP473124829EG".into()));
        assert_eq!(read("EP٤٧٣١٢٤٨٢٩EG"), Barcode::Valid("EP473124829EG".into()));
        assert_eq!(read("EP473124820EG"), Barcode::WrongCheckDigit);
        for text in ["", "EP47312482EG", "EP473124829US", "E1473124829EG", "01012345678", "EP473124829EGX", "ÉP473124829EG"] {
            assert_eq!(read(text), Barcode::Other, "{text}");
        }
    }

    proptest! {
        #[test]
        fn sp_04_a_mistyped_digit_is_found(serial in proptest::array::uniform8(0..10_u8), at in 0..8_usize, other in 1..10_u8) {
            let text = |serial: [u8; 8], check: u8| {
                let digits: String = serial.iter().map(|digit| char::from(b'0' + digit)).collect();
                format!("EP{digits}{check}EG")
            };
            let right = text(serial, check_digit(serial));
            prop_assert_eq!(read(&right), Barcode::Valid(right.clone()));
            let mut mistyped = serial;
            mistyped[at] = (mistyped[at] + other) % 10;
            // 10 and 0 share a check digit, and so do 11 and 6: a digit in eleven can go unseen there, and none elsewhere.
            let sum = |serial: [u8; 8]| serial.iter().zip(WEIGHTS).map(|(d, w)| u32::from(*d) * w).sum::<u32>() % 11;
            let is_shared = check_digit(serial) == check_digit(mistyped) && sum(serial) != sum(mistyped);
            prop_assert_eq!(read(&text(mistyped, check_digit(serial))) == Barcode::WrongCheckDigit, !is_shared);
        }

        #[test]
        fn sp_04_any_text_is_a_barcode_or_none(text in ".{0,20}") {
            if let Barcode::Valid(number) = read(&text) {
                prop_assert_eq!(number.len(), 13);
            }
        }
    }
}
