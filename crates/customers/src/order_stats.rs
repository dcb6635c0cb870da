//! Updates customers and their statistics as orders are placed, cancelled and returned.

use db::{Conn, Result};
use kernel::fold::fold;
use kernel::{CustomerId, Env, Lang, StoreScope};

use super::address::Address;
use super::merge_store::find_merged_into;
use super::search::words_of;
use super::store::{self, Upsert, contacts, refusals};
use platform::search::{self, Index, tokens};

/// The buyer of an order.
#[derive(Debug, Clone, Copy)]
pub struct OrderedBy<'a> {
    /// As typed for this order.
    pub name: &'a str,
    /// E.164.
    pub mobile: &'a str,
    /// Lower case.
    pub email: Option<&'a str>,
    /// Their language.
    pub language: Lang,
    /// The shipping address; none for pickup.
    pub address: Option<&'a Address>,
    /// The order's total.
    pub total: i64,
}

/// The customer of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The customer.
    pub id: CustomerId,
    /// This is their first order.
    pub is_new: bool,
}

/// Finds the customer of a mobile number or creates one, counts the order, and stores the address in the address book. Part of
/// the order's transaction.
///
/// # Errors
/// Database errors.
pub async fn record_order(c: Conn<'_>, env: &Env, scope: &StoreScope, by: OrderedBy<'_>) -> Result<Recorded> {
    let now = env.now();
    let OrderedBy { name, mobile, email, language, address, total } = by;
    let name_key = fold(name);
    let fresh: CustomerId = env.id();
    let upsert = Upsert { id: fresh, name, name_key: &name_key, mobile, email, language, address, total };
    let mut upserted = store::upsert(c, scope, &upsert, now).await?;
    // The number may be a further contact of an existing customer. Checked after the upsert, because a transaction that waited
    // for a merge sees it only now.
    if upserted.id == fresh
        && let Some(owner) = contacts::find_owner(c, scope, mobile).await?
        && let Some(known) = store::count_further(c, scope, owner, &upsert, now).await?
    {
        upserted = known;
    }
    let is_new = upserted.id == fresh;
    if is_new {
        refusals::insert_opt_outs(c, scope, fresh, Some(mobile), email, now).await?;
        search::insert(c, scope.store(), Index::Customer, fresh.raw(), &words_of(name, mobile)).await?;
    } else if upserted.name_key != name_key {
        // Another name under the same number: the customer is also found by it.
        search::insert(c, scope.store(), Index::Customer, upserted.id.raw(), &tokens([name])).await?;
        // Somebody who signed up for offers has their number for a name until they tell one.
        if upserted.name_key == fold(mobile) {
            store::set_name(c, scope, upserted.id, name, now).await?;
        }
    }
    if let Some(address) = address {
        store::upsert_address(c, scope, env.id(), upserted.id, address, now).await?;
    }
    Ok(Recorded { id: upserted.id, is_new })
}

/// An order of a customer whom the merchant chose.
#[derive(Debug, Clone, Copy)]
pub struct OrderOf<'a> {
    /// As on the order; may differ from the customer's own.
    pub name: &'a str,
    /// E.164; may differ from the customer's own.
    pub mobile: &'a str,
    /// The order's total.
    pub total: i64,
    /// The shipping address; none for pickup.
    pub address: Option<&'a Address>,
}

/// Counts an order of a customer whom the merchant chose, and stores the address in the address book. Returns the record that
/// counted it, which is another one when theirs was merged meanwhile. Part of the order's transaction.
///
/// # Errors
/// Database errors.
pub async fn record_order_of(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CustomerId, of: OrderOf<'_>) -> Result<CustomerId> {
    let now = env.now();
    let OrderOf { name, mobile, total, address } = of;
    store::increment_orders(c, scope, id, total, address, now).await?;
    let id = find_merged_into(c, scope, id).await?.unwrap_or(id);
    if let Some(customer) = store::find(c, scope, id).await?
        && (fold(&customer.name) != fold(name) || customer.mobile.as_deref() != Some(mobile))
    {
        // Another name or number on the order: the customer is also found by them.
        search::insert(c, scope.store(), Index::Customer, id.raw(), &words_of(name, mobile)).await?;
    }
    if let Some(address) = address {
        store::upsert_address(c, scope, env.id(), id, address, now).await?;
    }
    Ok(id)
}

/// Adjusts a customer's total spent, when the total of one of their orders changes.
///
/// # Errors
/// Database errors.
pub async fn spend(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CustomerId, by: i64) -> Result<()> {
    store::increment_spent(c, scope, id, by, env.now()).await
}

/// How an order ended without a sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// Before it arrived, or it was refused at the door and not paid.
    Cancelled,
    /// It was returned.
    Returned,
}

/// Subtracts the lost amount of an order from its customer's total spent, and counts how it ended. Part of the order's
/// transaction.
///
/// # Errors
/// Database errors.
pub async fn undo_order(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: CustomerId,
    total: i64,
    undone: Option<Undone>,
) -> Result<()> {
    let counts = match undone {
        Some(Undone::Cancelled) => (1, 0),
        Some(Undone::Returned) => (0, 1),
        None => (0, 0),
    };
    store::decrement_spent(c, scope, id, total, counts, env.now()).await
}

/// Whether a number or an e-mail address is blocked from checkout.
///
/// # Errors
/// Database errors.
pub async fn is_blocked(c: Conn<'_>, scope: &StoreScope, mobile: &str, email: Option<&str>) -> Result<bool> {
    refusals::is_blocked(c, scope, mobile, email).await
}

/// Orders ever placed under a mobile number; zero for a new one.
///
/// # Errors
/// Database errors.
pub async fn orders_count(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<i64> {
    store::find_orders_count(c, scope, mobile).await
}

/// Whether a number has ordered after a given time.
///
/// # Errors
/// Database errors.
pub async fn has_ordered_since(c: Conn<'_>, scope: &StoreScope, mobile: &str, since: kernel::Millis) -> Result<bool> {
    store::has_ordered_since(c, scope, mobile, since).await
}
