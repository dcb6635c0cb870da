//! The Saudi QR code of phase 1 (contracts/zatca.md §1): tags 1 to 5 as tag, length, value; base64 over all of it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The content of the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims<'a> {
    /// The seller's registered name.
    pub seller: &'a str,
    /// 15 digits, the first and the last are 3.
    pub vat_number: &'a str,
    /// Timestamp: `2022-02-21T12:13:57Z`.
    pub at: &'a str,
    /// Total with VAT, as decimal text with two decimals.
    pub total: &'a str,
    /// VAT, as decimal text with two decimals.
    pub vat: &'a str,
}

/// Whether it is a VAT number of the Saudi tax authority: 15 digits, the first and the last are 3.
#[must_use]
pub fn is_vat_number(text: &str) -> bool {
    text.len() == 15 && text.bytes().all(|b| b.is_ascii_digit()) && text.starts_with('3') && text.ends_with('3')
}

/// The code's text. A value is cut at 255 bytes, at a character boundary, because its length is one byte.
#[must_use]
pub fn qr_text(claims: Claims<'_>) -> String {
    let mut bytes = Vec::with_capacity(128);
    for (tag, value) in (1_u8..).zip([claims.seller, claims.vat_number, claims.at, claims.total, claims.vat]) {
        let value = &value[..value.floor_char_boundary(255)];
        bytes.push(tag);
        bytes.push(u8::try_from(value.len()).unwrap_or(u8::MAX));
        bytes.extend_from_slice(value.as_bytes());
    }
    STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// OR-08: the four test vectors of contracts/zatca.md.
    #[test]
    fn or_08_the_codes_of_the_contract() {
        let qr = |seller, vat_number, at, total, vat| qr_text(Claims { seller, vat_number, at, total, vat });
        assert_eq!(
            qr("Salla", "1234567891", "2021-07-12T14:25:09Z", "100.00", "15.00"),
            "AQVTYWxsYQIKMTIzNDU2Nzg5MQMUMjAyMS0wNy0xMlQxNDoyNTowOVoEBjEwMC4wMAUFMTUuMDA="
        );
        assert_eq!(
            qr("سلة", "1234567891", "2021-07-12T14:25:09Z", "100.00", "15.00"),
            "AQbYs9mE2KkCCjEyMzQ1Njc4OTEDFDIwMjEtMDctMTJUMTQ6MjU6MDlaBAYxMDAuMDAFBTE1LjAw"
        );
        assert_eq!(
            qr("Bobs Records", "310122393500003", "2022-04-25T15:30:00Z", "1000.00", "150.00"),
            "AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA=="
        );
        assert_eq!(
            qr("متجر النخلة", "300000000000003", "2026-01-31T21:05:00Z", "115.00", "15.00"),
            "ARXZhdiq2KzYsSDYp9mE2YbYrtmE2KkCDzMwMDAwMDAwMDAwMDAwMwMUMjAyNi0wMS0zMVQyMTowNTowMFoEBjExNS4wMAUFMTUuMDA="
        );
    }

    #[test]
    fn or_08_a_long_name_is_cut_between_letters() {
        let name = "ق".repeat(200);
        let qr = qr_text(Claims { seller: &name, vat_number: "3", at: "", total: "", vat: "" });
        let bytes = STANDARD.decode(qr).unwrap();
        assert_eq!((bytes[0], bytes[1]), (1, 254));
        assert_eq!(std::str::from_utf8(&bytes[2..256]).unwrap(), "ق".repeat(127));
    }

    #[test]
    fn or_08_a_saudi_vat_number_has_15_digits_between_two_threes() {
        assert!(is_vat_number("310122393500003"));
        for wrong in ["", "31012239350000", "3101223935000033", "210122393500003", "310122393500004", "3101223935o0003"] {
            assert!(!is_vat_number(wrong), "{wrong}");
        }
    }
}
