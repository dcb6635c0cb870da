//! What a customer is. Pure.

use kernel::{CustomerGroupId, CustomerId, CustomerNoteId, Lang, Millis};
use serde::Serialize;

/// A person who has ordered, or whom the merchant wrote down. Money is in minor units of the store's currency.
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
    /// `ar` or `en`: what they read.
    pub locale: Lang,
    /// Of the latest order's address.
    pub city: String,
    /// ISO code.
    pub country: String,
    /// Orders ever placed.
    pub orders_count: i64,
    /// Of them, those that were cancelled.
    pub cancelled_count: i64,
    /// Of them, those that came back.
    pub returned_count: i64,
    /// Of orders that were neither cancelled nor returned.
    pub total_spent: i64,
    /// The first order.
    pub first_order_at: Option<Millis>,
    /// The latest order.
    pub last_order_at: Option<Millis>,
    /// Since when they may not check out.
    pub blocked_at: Option<Millis>,
    /// Why; for the staff.
    pub block_reason: String,
    /// Since when the record is nobody's: who they were was erased.
    pub erased_at: Option<Millis>,
    /// The first order, or when the merchant wrote them down.
    pub created_at: Millis,
    /// The last change.
    pub updated_at: Millis,
    /// Grows with every change of what people may change; orders leave it alone.
    pub version: i64,
}

impl Customer {
    /// What they read.
    #[must_use]
    pub fn language(&self) -> Lang {
        self.locale
    }

    /// Mean of the orders that [`Customer::total_spent`] is made of, rounded half up; none when there are none.
    #[must_use]
    pub fn average_order(&self) -> Option<i64> {
        let counted = self.orders_count - self.cancelled_count - self.returned_count;
        (counted > 0).then(|| (self.total_spent + counted / 2).div_euclid(counted))
    }
}

web::words! {
    /// A way of reaching a person, each of which they agree to by itself.
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
    /// How the store learned what a person said.
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
        /// A file of another platform or of the merchant's own said it.
        Import "import",
    }
}

/// What a person said to a channel last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consent {
    /// Which.
    pub channel: Channel,
    /// They agreed.
    pub is_granted: bool,
    /// How the word came to the store.
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
    /// As the merchant calls it.
    pub name: String,
}
db::row!(CustomerGroup { id, name });

/// What somebody of the staff wrote about a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The note.
    pub id: CustomerNoteId,
    /// What was written.
    pub text: String,
    /// Who wrote it, as they were called then.
    pub author_name: String,
    /// When.
    pub created_at: Millis,
}
db::row!(Note { id, text, author_name, created_at });

/// The most tags a customer has.
pub(super) const MOST_TAGS: usize = 50;
/// The most groups a store has.
pub(super) const MOST_GROUPS: usize = 100;
/// The longest tag and name of a group, in letters.
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
