//! The model of a customer. Pure.

use kernel::{CustomerGroupId, CustomerId, CustomerNoteId, Lang, Millis};
use serde::Serialize;

/// A person who has ordered, or whom the merchant created. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Customer {
    /// The customer.
    pub id: CustomerId,
    /// As given with the first order, or as the merchant wrote it.
    pub name: String,
    /// E.164.
    pub mobile: Option<String>,
    /// Lower case.
    pub email: Option<String>,
    /// `ar` or `en`: their language.
    pub locale: Lang,
    /// City of the latest order's address.
    pub city: String,
    /// ISO code.
    pub country: String,
    /// Orders ever placed.
    pub orders_count: i64,
    /// Of them, those that were cancelled.
    pub cancelled_count: i64,
    /// Of them, those that were returned.
    pub returned_count: i64,
    /// Of orders that were neither cancelled nor returned.
    pub total_spent: i64,
    /// Time of the first order.
    pub first_order_at: Option<Millis>,
    /// Time of the latest order.
    pub last_order_at: Option<Millis>,
    /// Blocked from checkout since then.
    pub blocked_at: Option<Millis>,
    /// The reason of the block, for the staff.
    pub block_reason: String,
    /// Time of the erasure of their personal data.
    pub erased_at: Option<Millis>,
    /// Time of the first order, or when the merchant created the record.
    pub created_at: Millis,
    /// Time of the last change.
    pub updated_at: Millis,
    /// Version for optimistic concurrency; raised by edits of people, not by orders.
    pub version: i64,
}

impl Customer {
    /// Their language.
    #[must_use]
    pub fn language(&self) -> Lang {
        self.locale
    }

    /// Mean of the orders in [`Customer::total_spent`], rounded half up; `None` when there are none.
    #[must_use]
    pub fn average_order(&self) -> Option<i64> {
        let counted = self.orders_count - self.cancelled_count - self.returned_count;
        (counted > 0).then(|| (self.total_spent + counted / 2).div_euclid(counted))
    }
}

web::words! {
    /// A channel of contact, each with a consent of its own.
    Channel as ConsentChannel {
        /// Text messages.
        Sms "sms",
        /// WhatsApp.
        Whatsapp "whatsapp",
        /// E-mail.
        Email "email",
        /// Telephone calls.
        Calls "calls",
    }
}
web::words! {
    /// How the store learned of a consent.
    Source as ConsentSource {
        /// On the telephone.
        Phone "phone",
        /// In a message they wrote.
        Message "message",
        /// Face to face.
        InPerson "in_person",
        /// On a form they signed.
        Paper "paper",
        /// On the store's website.
        Website "website",
        /// By a file of another platform or of the merchant.
        Import "import",
    }
}

/// The latest consent of a person to a channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// The channel.
    pub channel: Channel,
    /// They agreed.
    pub is_granted: bool,
    /// How the store learned of it.
    pub source: Source,
    /// When.
    pub at: Millis,
}
db::row!(Consent { channel, is_granted, source, at });

/// A group of customers, named by the merchant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct CustomerGroup {
    /// The group.
    pub id: CustomerGroupId,
    /// The merchant's name for it.
    pub name: String,
}
db::row!(CustomerGroup { id, name });

/// A note of the staff about a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The note.
    pub id: CustomerNoteId,
    /// What was written.
    pub text: String,
    /// The author's name at that time.
    pub author_name: String,
    /// When.
    pub created_at: Millis,
}
db::row!(Note { id, text, author_name, created_at });

/// Most tags of a customer.
pub(super) const MOST_TAGS: usize = 50;
/// Most groups of a store.
pub(super) const MOST_GROUPS: usize = 100;
/// Longest tag and name of a group, in characters.
pub(super) const LONGEST_WORD: usize = 60;

db::stored_words! {
    Source, "customer_consents" "source";
    Channel, "*" "channel";
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn customer(orders: i64, cancelled: i64, returned: i64, spent: i64) -> Customer {
        Customer {
            id: CustomerId::from_raw(1),
            name: String::new(),
            mobile: None,
            email: None,
            locale: Lang::Ar,
            city: String::new(),
            country: String::new(),
            orders_count: orders,
            cancelled_count: cancelled,
            returned_count: returned,
            total_spent: spent,
            first_order_at: None,
            last_order_at: None,
            blocked_at: None,
            block_reason: String::new(),
            erased_at: None,
            created_at: Millis(0),
            updated_at: Millis(0),
            version: 1,
        }
    }

    proptest! {
        /// CU-01: an average is no further from the exact mean than half of the smallest coin, and there is none of nothing.
        #[test]
        fn cu_01_the_average_is_the_nearest_minor_unit(counted in 0_i64..10_000, cancelled in 0_i64..50, returned in 0_i64..50, spent in 0_i64..1_000_000_000_000) {
            let average = customer(counted + cancelled + returned, cancelled, returned, spent).average_order();
            match average {
                None => prop_assert_eq!(counted, 0),
                Some(n) => prop_assert!((2 * (n * counted - spent)).abs() <= counted, "{} {} {}", n, counted, spent),
            }
        }
    }
}
