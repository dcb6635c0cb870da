//! Identifiers of sign-in and rules of passwords. Pure.

use kernel::Lang;
use kernel::phone::{Phone, PhoneError, countries};
use kernel::rules::{Rule, check_confirmed};
use serde::Deserialize;
use web::message::common;
use web::{FieldErrors, Message, schema};

/// Longest password, in bytes: bounds the work of the hash.
const MOST_PASSWORD_BYTES: usize = 200;

/// The identifier of a person: an e-mail address, or a mobile number in any form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identifier {
    /// Lower case.
    Email(String),
    /// The E.164 numbers it may mean: one with a calling code, else one for each country it fits.
    Mobiles(Vec<String>),
    /// Neither; no account has it.
    Unknown(String),
}

impl Identifier {
    /// Reads what was typed.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        if text.contains('@') {
            return Self::Email(text.to_lowercase());
        }
        let mut mobiles: Vec<String> = Vec::new();
        for country in countries() {
            if let Ok(phone) = Phone::parse(text, country.region)
                && !mobiles.iter().any(|m| m == phone.e164())
            {
                mobiles.push(phone.e164().to_owned());
            }
        }
        if mobiles.is_empty() { Self::Unknown(text.chars().take(100).collect()) } else { Self::Mobiles(mobiles) }
    }

    /// The key under which attempts are counted, whether or not an account exists.
    #[must_use]
    pub fn key(&self) -> String {
        match self {
            Self::Email(text) | Self::Unknown(text) => text.chars().take(254).collect(),
            Self::Mobiles(mobiles) => format!("mobile:{}", ending(mobiles.first().map_or("", String::as_str))),
        }
    }
}

/// The last digits that all spellings of a number share, with its calling code, without, and parsed for any country that it fits:
/// no two spellings of one number are counted apart.
fn ending(e164: &str) -> &str {
    e164.get(e164.len().saturating_sub(ENDING)..).unwrap_or(e164)
}

/// The digits of the shortest number of all countries.
const ENDING: usize = 7;

/// A password from a request; never printed.
#[derive(Clone, Deserialize, utoipa::ToSchema)]
#[serde(transparent)]
#[schema(min_length = 1)]
pub struct Password(pub String);

web::schema_types! {
    /// A new password: 8 characters at least, 200 bytes at most; in any order an upper-case and a lower-case letter, a digit and
    /// another sign, which a pattern cannot express.
    NewPassword => schema::text(r"^([\u0001-\u007f]{8,200}|[^\u0000]{8,50})$", None);
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(...)")
    }
}

const FIELD: Message = Message::new("كلمة المرور", "password");
const TOO_LONG: Message = Message::new("كلمة المرور أطول من المسموح.", "The password is longer than allowed.");

/// A rule's message for a field, in both languages.
#[must_use]
pub fn rule_message(rule: &Rule, field: &Message) -> Message {
    Message { ar: rule.message(field.get(Lang::Ar), Lang::Ar).into(), en: rule.message(field.get(Lang::En), Lang::En).into() }
}

/// AU-05: validates a new password and its repetition. Earlier passwords are checked by the caller.
pub fn check_new_password(errors: &mut FieldErrors, password: &Password, confirmation: &Password) {
    let Password(text) = password;
    if text.is_empty() {
        errors.add("password", common::REQUIRED);
        return;
    }
    if text.len() > MOST_PASSWORD_BYTES {
        errors.add("password", TOO_LONG);
    } else if let Err(rule) = Rule::PasswordLength(8).check(text).and_then(|()| Rule::StrongPassword.check(text)) {
        errors.add("password", rule_message(&rule, &FIELD));
    }
    if let Err(rule) = check_confirmed(text, &confirmation.0) {
        errors.add("password_confirmation", rule_message(&rule, &FIELD));
    }
}

/// A refusal of the phone rules in both languages.
#[must_use]
pub fn phone_message(e: PhoneError) -> Message {
    Message::new(e.message(Lang::Ar), e.message(Lang::En))
}

/// The number cannot receive messages.
pub const NOT_MOBILE: Message = Message::new(
    "هذا رقم هاتف ثابت. أدخل رقم جوال تصله الرسائل.",
    "This is a landline. Enter a mobile number that receives messages.",
);

/// Parses a mobile number with the country chosen beside it (AU-09).
///
/// # Errors
/// What is wrong with it.
pub fn parse_mobile(mobile: &str, country: &str) -> Result<Phone, Message> {
    let phone = Phone::parse(mobile, &country.trim().to_uppercase()).map_err(phone_message)?;
    if phone.is_mobile() { Ok(phone) } else { Err(NOT_MOBILE) }
}

/// Delay before the next code may be requested, after `sent` codes of the last hours: from a minute up to ten (AU-02).
#[must_use]
pub fn resend_delay(sent: i64) -> i64 {
    use kernel::Millis;
    let doublings = u32::try_from(sent.clamp(0, 4)).unwrap_or(0);
    (Millis::MINUTE << doublings).min(10 * Millis::MINUTE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Millis;

    #[test]
    fn au_01_an_identifier_is_read_in_any_digit_form() {
        assert_eq!(Identifier::parse(" Sara@Example.COM "), Identifier::Email("sara@example.com".into()));
        assert_eq!(Identifier::parse("+966 50 123 4567"), Identifier::Mobiles(vec!["+966501234567".into()]));
        assert_eq!(Identifier::parse("٠١٠١٢٣٤٥٦٧٨"), Identifier::parse("01012345678"));
        for text in ["0501234567", "٠٥٠١٢٣٤٥٦٧", "00966501234567", "+966501234567"] {
            let Identifier::Mobiles(mobiles) = Identifier::parse(text) else { panic!("{text}") };
            assert!(mobiles.contains(&"+966501234567".to_owned()), "{text} {mobiles:?}");
        }
        assert!(matches!(Identifier::parse("nobody"), Identifier::Unknown(_)));
        assert!(matches!(Identifier::parse(""), Identifier::Unknown(_)));
    }

    // L7
    #[test]
    fn every_spelling_of_a_number_is_counted_under_one_key() {
        for (number, spellings) in [
            (
                "+966501234567",
                ["0501234567", "501234567", "966501234567", "00966501234567", "٠٥٠ ١٢٣ ٤٥٦٧", "+966 (50) 123-4567"],
            ),
            ("+971501234567", ["0501234567", "501234567", "971501234567", "00971501234567", "٠٥٠-١٢٣٤٥٦٧", "+971 50 123 4567"]),
            ("+201012345678", ["01012345678", "1012345678", "201012345678", "00201012345678", "٠١٠١٢٣٤٥٦٧٨", "+20 101 234 5678"]),
            ("+96551234567", ["51234567", "5123 4567", "96551234567", "0096551234567", "٥١٢٣٤٥٦٧", "+965 5123 4567"]),
            ("+9613123456", ["03123456", "3123456", "9613123456", "009613123456", "٠٣١٢٣٤٥٦", "+961 3 123 456"]),
        ] {
            let key = Identifier::parse(number).key();
            for spelling in spellings {
                let read = Identifier::parse(spelling);
                assert_eq!(read.key(), key, "{spelling} of {number}: {read:?}");
            }
        }
        // A number that fits many countries has the same key in each.
        for text in ["0501234567", "51234567", "03123456", "01012345678", "0791234567", "0912345678"] {
            let read = Identifier::parse(text);
            if let Identifier::Mobiles(mobiles) = &read {
                for mobile in mobiles {
                    assert_eq!(Identifier::parse(mobile).key(), read.key(), "{text} as {mobile}");
                }
            }
        }
    }

    #[test]
    fn au_05_weak_passwords_are_refused_with_the_documents_words() {
        let check = |password: &str, again: &str| {
            let mut errors = FieldErrors::new();
            check_new_password(&mut errors, &Password(password.into()), &Password(again.into()));
            format!("{errors:?}")
        };
        assert!(!check("Abcdef1!", "Abcdef1!").contains("password"));
        assert!(check("Ab1!", "Ab1!").contains("too short, you want to get hacked?"));
        assert!(
            check("abcdefg1!", "abcdefg1!")
                .contains("at least one uppercase, one lowercase, one special character and one digit")
        );
        assert!(check("Abcdef1!", "Abcdef1?").contains("doesn't match the password field"));
        assert!(check("", "").contains("required"));
        assert!(check(&"Aa1!".repeat(100), &"Aa1!".repeat(100)).contains("longer"));
    }

    #[test]
    fn au_02_resending_slows_down_from_one_minute_to_ten() {
        let minutes: Vec<i64> = (0..7).map(|n| resend_delay(n) / Millis::MINUTE).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 10, 10, 10]);
    }

    #[test]
    fn passwords_are_never_printed() {
        assert!(!format!("{:?}", Password("Secret1!".into())).contains("Secret"));
    }
}
