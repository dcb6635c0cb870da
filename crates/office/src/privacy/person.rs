//! Identifies a person: every number, address, name, order and cart by which the store knows them.

use db::{Conn, Json, Result};
use kernel::{CustomerId, Millis, StoreScope};

use super::person_store::{self as store, OwnCart, OwnOrder};
use super::scrub::Known;
use customers::{self, Address, Customer, contacts};
use platform::stores;

/// A record with more orders is not erased in one transaction.
pub(super) const MOST_ORDERS: i64 = 2_000;
/// Carts that are read.
const MOST_CARTS: i64 = 2_000;
/// Addresses that are read.
const MOST_ADDRESSES: i64 = 1_000;

impl OwnCart {
    /// It became an order, or another cart with its lines did.
    pub(super) fn is_ordered(&self) -> bool {
        self.order_id.is_some() || self.recovered_order_id.is_some()
    }
}

/// A person as the store knows them.
#[derive(Debug, Clone)]
pub(super) struct Person {
    pub(super) customer: Customer,
    /// Records that were merged into this one.
    pub(super) merged: Vec<(CustomerId, Millis)>,
    /// Oldest first, one more than [`MOST_ORDERS`] when there are more.
    pub(super) orders: Vec<OwnOrder>,
    pub(super) carts: Vec<OwnCart>,
    /// E.164 numbers that no other record has: an order may name another person's.
    pub(super) mobiles: Vec<String>,
    /// E-mail addresses that no other record has.
    pub(super) emails: Vec<String>,
    /// What identifies them in texts.
    pub(super) known: Known,
}

impl Person {
    /// The records of the person: this one and those merged into it.
    pub(super) fn records(&self) -> impl Iterator<Item = CustomerId> {
        std::iter::once(self.customer.id).chain(self.merged.iter().map(|(id, _)| *id))
    }

    /// Adds what was known of the same person before: e-mail addresses and texts that only a cart had.
    pub(super) fn merged_with(mut self, before: &Self) -> Self {
        for email in &before.emails {
            push(&mut self.emails, email);
        }
        self.known = self.known.union(&before.known);
        self
    }

    /// Numbers and e-mail addresses.
    pub(super) fn contacts(&self) -> Vec<String> {
        self.mobiles.iter().chain(&self.emails).cloned().collect()
    }
}

fn push(list: &mut Vec<String>, value: &str) {
    if !value.is_empty() && !list.iter().any(|known| known == value) {
        list.push(value.to_owned());
    }
}

/// Finds the person of a record; none when there is no such record.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Option<Person>> {
    let Some(customer) = customers::store::find(c, scope, id).await? else { return Ok(None) };
    let merged = store::list_merged(c, scope, id).await?;
    let addresses = store::list_addresses(c, scope, id, MOST_ADDRESSES).await?;
    let addresses: Vec<Address> = addresses.into_iter().map(|(Json(address), _)| address).collect();
    let orders = store::list_orders(c, scope, id, MOST_ORDERS + 1).await?;
    let (mut mobiles, mut emails) = (Vec::new(), Vec::new());
    push(&mut mobiles, customer.mobile.as_deref().unwrap_or_default());
    push(&mut emails, customer.email.as_deref().unwrap_or_default());
    for contact in contacts::list_contacts(c, scope, id).await? {
        push(if contact.kind == contacts::ContactKind::Mobile { &mut mobiles } else { &mut emails }, &contact.value);
    }
    for order in &orders {
        push(&mut mobiles, &order.mobile);
        push(&mut emails, order.email.as_deref().unwrap_or_default());
    }
    let mobiles = own_mobiles(c, scope, id, mobiles).await?;
    let carts = store::list_carts(c, scope, id, &mobiles, MOST_CARTS).await?;
    for contact in carts.iter().filter_map(|cart| cart.contact.0.as_ref()) {
        push(&mut emails, contact.email.as_deref().unwrap_or_default());
    }
    for email in store::list_reminded_emails(c, scope, &mobiles).await? {
        push(&mut emails, &email);
    }
    let emails = own_emails(c, scope, id, emails).await?;
    let country = stores::get_profile(c, scope).await?.country;
    let known = known(&country, &customer, &addresses, &orders, &carts, (&mobiles, &emails));
    Ok(Some(Person { customer, merged, orders, carts, mobiles, emails, known }))
}

/// Removes the numbers that another record has.
async fn own_mobiles(c: Conn<'_>, scope: &StoreScope, id: CustomerId, all: Vec<String>) -> Result<Vec<String>> {
    let mut mobiles = Vec::new();
    for mobile in all {
        if customers::store::find_by_mobile(c, scope, &mobile).await?.is_none_or(|owner| owner == id) {
            mobiles.push(mobile);
        }
    }
    Ok(mobiles)
}

/// Removes the e-mail addresses that another record has.
async fn own_emails(c: Conn<'_>, scope: &StoreScope, id: CustomerId, all: Vec<String>) -> Result<Vec<String>> {
    let mut emails = Vec::new();
    for email in all {
        if !store::has_email_of_other(c, scope, id, &email).await? {
            emails.push(email);
        }
    }
    Ok(emails)
}

fn known(
    country: &str,
    customer: &Customer,
    addresses: &[Address],
    orders: &[OwnOrder],
    carts: &[OwnCart],
    (mobiles, emails): (&[String], &[String]),
) -> Known {
    let all_addresses = || {
        let of_orders = orders.iter().filter_map(|order| order.address.0.as_ref());
        addresses.iter().chain(of_orders).chain(carts.iter().filter_map(|cart| cart.address.0.as_ref()))
    };
    let names = std::iter::once(customer.name.as_str())
        .chain(orders.iter().map(|order| order.sender_name.as_str()))
        .chain(carts.iter().filter_map(|cart| cart.contact.0.as_ref()).map(|contact| contact.name.as_str()))
        .chain(all_addresses().map(|address| address.name.as_str()));
    let texts = all_addresses().flat_map(|a| [&a.street, &a.short_address, &a.details]).chain(emails).map(String::as_str);
    let numbers =
        mobiles.iter().chain(orders.iter().map(|o| &o.mobile)).chain(all_addresses().map(|a| &a.mobile)).map(String::as_str);
    Known::new(country, names, texts, numbers)
}
