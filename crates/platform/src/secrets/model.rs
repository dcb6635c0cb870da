//! Whose a secret is, and what may be told of it.

use kernel::{CourierAccountId, Millis, PaymentMethodId, SecretText};

/// The record of a store that a secret belongs to. To add a kind: a constructor here with its word, and the deletion of its secrets
/// where such a record is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    kind: &'static str,
    id: i64,
}

impl Owner {
    /// A payment method: what its provider asks for.
    #[must_use]
    pub const fn payment_method(id: PaymentMethodId) -> Self {
        Self { kind: "payment_method", id: id.raw() }
    }

    /// A store's account at a courier: what the courier asks for.
    #[must_use]
    pub const fn courier_account(id: CourierAccountId) -> Self {
        Self { kind: "courier_account", id: id.raw() }
    }

    /// The stored word of its kind.
    pub(crate) const fn kind(self) -> &'static str {
        self.kind
    }

    /// Its id as a number.
    pub(crate) const fn id(self) -> i64 {
        self.id
    }
}

/// A sealed value, opened or not.
#[derive(Debug, Clone)]
pub enum Opened {
    /// The value.
    Readable(SecretText),
    /// No key of this program is the one that sealed it: the value must be typed again, or the key put back.
    LostKey,
    /// It is not what was sealed for this row: damaged, or moved from another one. The value must be typed again.
    Tampered,
}

impl Opened {
    /// Whether it is readable.
    #[must_use]
    pub const fn is_readable(&self) -> bool {
        matches!(self, Self::Readable(_))
    }
}

/// What is told of a secret that is set (PY-02): never its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretState {
    /// The field, as the owner names it.
    pub field: String,
    /// The last four characters; empty for a value of less than twelve.
    pub last_four: String,
    /// When it was set.
    pub set_at: Millis,
    /// Whether the program can use it; else the value must be typed again.
    pub is_readable: bool,
}

/// Values with fewer characters show none of them: four of twelve leave enough to guess.
const SHORTEST_SHOWN: usize = 12;

/// The last four characters of a value, for the person who set it. Empty for a short one, and where they are no text to show (the
/// end of a line).
pub(super) fn last_four(value: &SecretText) -> String {
    let characters = value.expose().chars().count();
    if characters < SHORTEST_SHOWN {
        return String::new();
    }
    let end: String = value.expose().chars().skip(characters - 4).collect();
    if end.contains(char::is_control) { String::new() } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn py_02_the_end_of_a_long_value_alone_is_shown() {
        for (value, shown) in [
            ("", ""),
            ("sk_12345678", ""),
            ("sk_123456789", "6789"),
            ("مفتاح سري جدا", " جدا"),
            ("-----END KEY-----\n", ""),
            ("12345678901\0", ""),
        ] {
            assert_eq!(last_four(&value.into()), shown, "{value:?}");
        }
    }

    proptest! {
        #[test]
        fn py_02_at_most_a_third_of_a_value_is_shown(value in any::<String>()) {
            let shown = last_four(&value.as_str().into());
            prop_assert!(value.ends_with(&shown));
            prop_assert!(shown.chars().count() * 3 <= value.chars().count());
            prop_assert!(!shown.contains(char::is_control));
        }
    }
}
