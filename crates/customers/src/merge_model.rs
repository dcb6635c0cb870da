//! Merging two records of one person (CU-01): the result for each field, and why a merge is refused.
//!
//! The surviving record keeps its own fields; missing ones are filled from the other. Nothing of the other is lost: its orders,
//! addresses, notes, tags and groups move, its number and e-mail address become further contacts, and of two consents to a
//! channel a refusal wins. A blocked customer stays blocked. Sums are added up, and remain exact because each order updates them
//! in its own transaction. Reports do not change: an order that was a first order remains one.

use std::collections::BTreeMap;

use kernel::fold::fold;
use web::{ApiError, Message};

use super::model::{Consent, Customer, CustomerGroup, MOST_TAGS};
use super::store::contacts::{Contact, ContactKind, MOST_CONTACTS};
use super::write::{CustomerError, ERASED};

/// A record with more orders cannot be merged into another one.
pub(super) const MOST_ORDERS: i64 = 10_000;

/// Why two records cannot be merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// They are the same record.
    Same,
    /// Together they have more tags than a customer may.
    Tags,
    /// Together they have more further contacts than a customer may.
    Contacts,
    /// The record to remove has too many orders to move.
    Orders,
    /// One of them was erased.
    Erased,
}

impl Refusal {
    /// The message for the caller.
    pub(super) fn message(self) -> Message {
        const SAME: Message = Message::new("اختر سجلًا آخر للدمج.", "Choose another record to merge.");
        const TAGS: Message = Message::new(
            "مجموع وسوم السجلين أكثر من {max}. احذف بعضها ثم ادمج.",
            "Together these records exceed {max} tags. Remove some first.",
        );
        const CONTACTS: Message = Message::new(
            "مجموع أرقام السجلين وعناوينهما البريدية أكثر من {max}.",
            "Together these records exceed {max} numbers and email addresses.",
        );
        const ORDERS: Message = Message::new(
            "لهذا السجل طلبات كثيرة. أبقِه وادمج الآخر فيه.",
            "This record has too many orders. Merge the other record into it instead.",
        );
        match self {
            Self::Same => SAME,
            Self::Tags => TAGS.with("max", MOST_TAGS),
            Self::Contacts => CONTACTS.with("max", MOST_CONTACTS),
            Self::Orders => ORDERS,
            Self::Erased => ERASED,
        }
    }

    /// The machine-readable code.
    const fn code(self) -> &'static str {
        match self {
            Self::Same => "same_customer",
            Self::Tags => "too_many_tags",
            Self::Contacts => "too_many_contacts",
            Self::Orders => "too_many_orders",
            Self::Erased => "customer_erased",
        }
    }
}

/// Why nothing was merged. Nothing changed.
#[derive(Debug, thiserror::Error)]
pub(super) enum MergeError {
    /// The errors of every change of a customer.
    #[error(transparent)]
    Customer(#[from] CustomerError),
    /// They cannot be merged.
    #[error("refused")]
    Refused(Refusal),
    /// One of them was merged already.
    #[error("already merged")]
    Already,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<MergeError> for ApiError {
    fn from(e: MergeError) -> Self {
        const ALREADY: Message =
            Message::new("تم دمج أحد السجلين للتو. حدّث الصفحة.", "One of the records has just been merged. Refresh the page.");
        match e {
            MergeError::Customer(e) => e.into(),
            MergeError::Refused(why) => Self::conflict(why.code(), why.message()),
            MergeError::Already => Self::conflict("already_merged", ALREADY),
            MergeError::Db(e) => e.into(),
        }
    }
}

/// A record with the related data that must be reconciled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) customer: Customer,
    pub(super) tags: Vec<String>,
    pub(super) groups: Vec<CustomerGroup>,
    pub(super) consents: Vec<Consent>,
    pub(super) contacts: Vec<Contact>,
}

/// Which of two consents to a channel applies: a refusal before a grant, then the later one.
fn stricter(a: &Consent, b: &Consent) -> Consent {
    let first = (!a.is_granted, a.at) >= (!b.is_granted, b.at);
    if first { a.clone() } else { b.clone() }
}

/// The result of merging `gone` into `survivor`.
///
/// # Errors
/// Why they cannot be merged.
pub(super) fn outcome(survivor: &Side, gone: &Side) -> Result<Side, Refusal> {
    let (k, g) = (&survivor.customer, &gone.customer);
    if k.id == g.id {
        return Err(Refusal::Same);
    }
    if k.erased_at.is_some() || g.erased_at.is_some() {
        return Err(Refusal::Erased);
    }
    if g.orders_count > MOST_ORDERS {
        return Err(Refusal::Orders);
    }
    let mut tags: BTreeMap<String, String> = gone.tags.iter().map(|t| (fold(t), t.clone())).collect();
    tags.extend(survivor.tags.iter().map(|t| (fold(t), t.clone())));
    if tags.len() > MOST_TAGS {
        return Err(Refusal::Tags);
    }
    let mut groups = survivor.groups.clone();
    groups.extend(gone.groups.iter().filter(|group| survivor.groups.iter().all(|own| own.id != group.id)).cloned());
    let mut consents: BTreeMap<&str, Consent> = survivor.consents.iter().map(|c| (c.channel.as_str(), c.clone())).collect();
    for word in &gone.consents {
        let word = consents.get(word.channel.as_str()).map_or_else(|| word.clone(), |own| stricter(own, word));
        consents.insert(word.channel.as_str(), word);
    }
    let mobile = k.mobile.clone().or_else(|| g.mobile.clone());
    let email = k.email.clone().or_else(|| g.email.clone());
    let further = |kind, value: &Option<String>| value.clone().map(|value| Contact { kind, value });
    let mut contacts: Vec<Contact> = survivor.contacts.iter().chain(&gone.contacts).cloned().collect();
    contacts.extend(further(ContactKind::Mobile, &g.mobile));
    contacts.extend(further(ContactKind::Email, &g.email));
    let own = [further(ContactKind::Mobile, &mobile), further(ContactKind::Email, &email)];
    contacts.retain(|contact| !own.contains(&Some(contact.clone())));
    contacts.sort();
    contacts.dedup();
    if contacts.len() > MOST_CONTACTS {
        return Err(Refusal::Contacts);
    }
    // City and country are those of the latest order.
    let latest = if g.city.is_empty() || (!k.city.is_empty() && k.last_order_at >= g.last_order_at) { k } else { g };
    let reasons: Vec<&str> = [k, g].into_iter().filter(|c| c.blocked_at.is_some()).map(|c| c.block_reason.as_str()).collect();
    let mut reason = reasons.join("\n");
    if reasons.len() == 2 && reasons[0] == reasons[1] {
        reasons[0].clone_into(&mut reason);
    }
    let customer = Customer {
        id: k.id,
        name: if k.name.is_empty() { g.name.clone() } else { k.name.clone() },
        mobile,
        email,
        locale: k.locale,
        city: latest.city.clone(),
        country: latest.country.clone(),
        orders_count: k.orders_count + g.orders_count,
        cancelled_count: k.cancelled_count + g.cancelled_count,
        returned_count: k.returned_count + g.returned_count,
        total_spent: k.total_spent + g.total_spent,
        first_order_at: [k.first_order_at, g.first_order_at].into_iter().flatten().min(),
        last_order_at: k.last_order_at.max(g.last_order_at),
        blocked_at: [k.blocked_at, g.blocked_at].into_iter().flatten().min(),
        block_reason: reason,
        erased_at: None,
        created_at: k.created_at.min(g.created_at),
        updated_at: k.updated_at,
        version: k.version,
    };
    let tags = tags.into_values().collect();
    Ok(Side { customer, tags, groups, consents: consents.into_values().collect(), contacts })
}

#[cfg(test)]
mod tests {
    use kernel::{CustomerId, Millis};
    use proptest::prelude::*;

    use kernel::Lang;

    use super::*;
    use crate::model::{Channel, Source};

    fn side(id: i64, (orders, cancelled, returned, spent): (i64, i64, i64, i64), first: Option<i64>, is_blocked: bool) -> Side {
        let customer = Customer {
            id: CustomerId::from_raw(id),
            name: format!("c{id}"),
            mobile: (spent % 3 != 0).then(|| format!("+96655{id:07}")),
            email: (spent % 2 == 0).then(|| format!("c{id}@example.com")),
            locale: Lang::Ar,
            city: if orders % 2 == 0 { String::new() } else { format!("m{id}") },
            country: "SA".into(),
            orders_count: orders,
            cancelled_count: cancelled,
            returned_count: returned,
            total_spent: spent,
            first_order_at: first.map(Millis),
            last_order_at: first.map(|at| Millis(at + orders)),
            blocked_at: is_blocked.then_some(Millis(5)),
            block_reason: if is_blocked { format!("r{id}") } else { String::new() },
            erased_at: None,
            created_at: Millis(first.unwrap_or(id)),
            updated_at: Millis(0),
            version: 1,
        };
        Side { customer, tags: Vec::new(), groups: Vec::new(), consents: Vec::new(), contacts: Vec::new() }
    }

    fn consents(granted: Option<bool>, at: i64) -> Vec<Consent> {
        granted
            .map(|is_granted| Consent { channel: Channel::Sms, is_granted, source: Source::Phone, at: Millis(at) })
            .into_iter()
            .collect()
    }

    proptest! {
        /// CU-01: whichever record stays, no order, minor unit, number or e-mail address is lost, the refusal and the block win.
        #[test]
        fn cu_01_a_merge_loses_nothing(
            a in (0_i64..5_000, 0_i64..50, 0_i64..50, 0_i64..1_000_000_000_000),
            b in (0_i64..5_000, 0_i64..50, 0_i64..50, 0_i64..1_000_000_000_000),
            firsts in (proptest::option::of(0_i64..100), proptest::option::of(0_i64..100)),
            words in (proptest::option::of(any::<bool>()), proptest::option::of(any::<bool>())),
            blocks in any::<(bool, bool)>(),
            moments in (0_i64..9, 0_i64..9),
        ) {
            let mut survivor = side(1, a, firsts.0, blocks.0);
            let mut gone = side(2, b, firsts.1, blocks.1);
            survivor.consents = consents(words.0, moments.0);
            gone.consents = consents(words.1, moments.1);
            for (one, other) in [(&survivor, &gone), (&gone, &survivor)] {
                let is = outcome(one, other).unwrap();
                let c = &is.customer;
                prop_assert_eq!(
                    (c.orders_count, c.cancelled_count, c.returned_count, c.total_spent),
                    (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3)
                );
                prop_assert_eq!(c.id, one.customer.id);
                let reached: Vec<&str> =
                    is.contacts.iter().map(|k| k.value.as_str()).chain(c.mobile.as_deref()).chain(c.email.as_deref()).collect();
                for side in [&survivor.customer, &gone.customer] {
                    for value in side.mobile.iter().chain(&side.email) {
                        prop_assert_eq!(reached.iter().filter(|own| **own == value.as_str()).count(), 1);
                    }
                }
                prop_assert_eq!(c.blocked_at.is_some(), blocks.0 || blocks.1);
                for (is_blocked, reason) in [(blocks.0, "r1"), (blocks.1, "r2")] {
                    prop_assert_eq!(c.block_reason.contains(reason), is_blocked);
                }
                let word = is.consents.first().map(|w| w.is_granted);
                let expected = match words {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), _) | (_, Some(true)) => Some(true),
                    (None, None) => None,
                };
                prop_assert_eq!(word, expected);
                prop_assert_eq!(c.first_order_at, [firsts.0, firsts.1].into_iter().flatten().min().map(Millis));
            }
        }
    }
}
