//! The contact of an invitation, and its masked form for the holder of the link. Pure.

use kernel::Millis;
use kernel::rules::Rule;
use kernel::text_guard::{Lines, clean};
use web::Message;
use web::message::common;

use crate::identity::{parse_mobile, rule_message};
use crate::outbox::Channel;
use crate::stores::fault;

/// How long a link is valid.
pub(super) const LIFE: i64 = 7 * Millis::DAY;
/// Open invitations of a store, including expired ones until they are withdrawn or swept.
pub(super) const MOST_OPEN: i64 = 50;
/// Members and open invitations of a store: the list of members shows as many.
pub(super) const MOST_PEOPLE: i64 = 200;

const EMAIL: Message = Message::new("البريد الإلكتروني", "email");

/// The contact of a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contact {
    pub(super) channel: Channel,
    /// E.164, or an address in lower case.
    pub(super) text: String,
}

impl Contact {
    /// Parses an e-mail address, or a mobile number in any form, by default of `country`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn parse(input: &str, country: &str) -> Result<Self, Message> {
        let text = clean(input, 254, Lines::Single).map_err(fault)?;
        if text.is_empty() {
            return Err(common::REQUIRED);
        }
        if !text.contains('@') {
            return parse_mobile(&text, country).map(|phone| Self { channel: Channel::Sms, text: phone.e164().to_owned() });
        }
        let text = text.to_lowercase();
        Rule::Email.check(&text).map_err(|rule| rule_message(&rule, &EMAIL))?;
        Ok(Self { channel: Channel::Email, text })
    }
}

/// The masked contact: enough to recognise one's own, too little to write to.
#[must_use]
pub(super) fn mask(contact: &str) -> String {
    if let Some((name, host)) = contact.split_once('@') {
        return format!("{}•••@{host}", name.chars().next().unwrap_or_default());
    }
    let digits: Vec<char> = contact.chars().collect();
    let hidden = 4..digits.len().saturating_sub(2).max(4);
    digits.iter().enumerate().map(|(at, digit)| if hidden.contains(&at) { '•' } else { *digit }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(input: &str) -> Option<(Channel, String)> {
        Contact::parse(input, "SA").ok().map(|c| (c.channel, c.text))
    }

    #[test]
    fn gu_11_a_contact_is_a_mobile_in_any_form_or_an_address() {
        for input in ["0551234567", "٠٥٥١٢٣٤٥٦٧", "+966 55 123 4567", " 00966551234567 ", "551234567"] {
            assert_eq!(read(input), Some((Channel::Sms, "+966551234567".into())), "{input}");
        }
        assert_eq!(read("+20 101 234 5678"), Some((Channel::Sms, "+201012345678".into())));
        assert_eq!(read(" Sara@Example.COM "), Some((Channel::Email, "sara@example.com".into())));
        for bad in ["", "   ", "سارة", "0112345678", "sara@", "@example.com", "a\u{202e}@example.com", "055\n1234567"] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn gu_11_a_masked_contact_is_known_by_its_owner() {
        assert_eq!(mask("+966551234567"), "+966•••••••67");
        assert_eq!(mask("sara@example.com"), "s•••@example.com");
    }

    proptest! {
        #[test]
        fn gu_11_no_masked_contact_tells_the_whole(digits in "[0-9]{8,14}", name in "[a-z.]{2,20}") {
            let (mobile, email) = (format!("+{digits}"), format!("{name}@example.com"));
            prop_assert!(mask(&mobile).chars().filter(char::is_ascii_digit).count() <= 5);
            prop_assert_eq!(mask(&mobile).chars().count(), mobile.chars().count());
            prop_assert_eq!(mask(&email).split('@').next().map(|shown| shown.chars().count()), Some(4), "one letter of {}", email);
        }
    }
}
