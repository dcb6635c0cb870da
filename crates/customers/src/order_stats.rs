//! Keeping customers as orders are placed, cancelled and returned.

use db::{Conn, Result};
use kernel::fold::fold;
use kernel::{CustomerId, Env, Lang, StoreScope};

use super::address::Address;
use super::merge_store::find_merged_into;
use super::search::words_of;
use super::store::{self, Upsert, contacts, refusals};
use platform::search::{self, Index, tokens};

/// Who places an order.
#[derive(Debug, Clone, Copy)]
pub struct OrderedBy<'a> {
    /// As typed for this order.
    pub name: &'a str,
    /// E.164.
    pub mobile: &'a str,
    /// Lower case.
    pub email: Option<&'a str>,
    /// What they read.
    pub language: Lang,
    /// Where it goes, unless they come for it.
    pub address: Option<&'a Address>,
    /// The order's total.
    pub total: i64,
}

/// The customer of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    /// The customer.
    pub id: CustomerId,
    /// This is the first order.
    pub is_new: bool,
}

/// Finds the customer of a mobile number or makes one, counts the order, and keeps the address in the address book.
/// A part of the order's transaction.
///
/// # Errors
/// Of the database.
pub async fn record_order(c: Conn<'_>, env: &Env, scope: &StoreScope, by: OrderedBy<'_>) -> Result<Recorded> {
    let now = env.now();
    let OrderedBy { name, mobile, email, language, address, total } = by;
    let name_key = fold(name);
    let fresh: CustomerId = env.id();
    let upsert = Upsert { id: fresh, name, name_key: &name_key, mobile, email, language, address, total };
    let mut upserted = store::upsert(c, scope, &upsert, now).await?;
    // A further number makes nobody new. Looked for afterwards, because whoever waited for a merge only now sees it.
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
        // Another name under the same number: the order is found by it as well.
        search::insert(c, scope.store(), Index::Customer, upserted.id.raw(), &tokens([name])).await?;
    }
    if let Some(address) = address {
        store::upsert_address(c, scope, env.id(), upserted.id, address, now).await?;
    }
    Ok(Recorded { id: upserted.id, is_new })
}

/// An order of a customer whom the merchant chose.
#[derive(Debug, Clone, Copy)]
pub struct OrderOf<'a> {
    /// As it stands on the order, which need not be the customer's own.
    pub name: &'a str,
    /// E.164; likewise.
    pub mobile: &'a str,
    /// The order's total.
    pub total: i64,
    /// Where it goes, unless they come for it.
    pub address: Option<&'a Address>,
}

/// Counts an order of a customer whom the merchant chose, and keeps the address in the address book: the record that counted
/// it, which is another one when theirs was merged meanwhile. A part of the order's transaction.
///
/// # Errors
/// Of the database.
pub async fn record_order_of(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CustomerId, of: OrderOf<'_>) -> Result<CustomerId> {
    let now = env.now();
    let OrderOf { name, mobile, total, address } = of;
    store::increment_orders(c, scope, id, total, address, now).await?;
    let id = find_merged_into(c, scope, id).await?.unwrap_or(id);
    if let Some(customer) = store::find(c, scope, id).await?
        && (fold(&customer.name) != fold(name) || customer.mobile.as_deref() != Some(mobile))
    {
        // Somebody else's name or number on it: the order is found by them as well.
        search::insert(c, scope.store(), Index::Customer, id.raw(), &words_of(name, mobile)).await?;
    }
    if let Some(address) = address {
        store::upsert_address(c, scope, env.id(), id, address, now).await?;
    }
    Ok(id)
}

/// Moves what a customer has spent, when the total of one of their orders changes.
///
/// # Errors
/// Of the database.
pub async fn spend(c: Conn<'_>, env: &Env, scope: &StoreScope, id: CustomerId, by: i64) -> Result<()> {
    store::increment_spent(c, scope, id, by, env.now()).await
}

/// How an order ended without a sale.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undone {
    /// Before it arrived, or it was refused at the door and not paid.
    Cancelled,
    /// It came back.
    Returned,
}

/// Takes what an order is no longer worth off what its customer has spent, and counts how it ended. A part of the order's transaction.
///
/// # Errors
/// Of the database.
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

/// Whether the merchant has barred a number or an e-mail address from checking out.
///
/// # Errors
/// Of the database.
pub async fn is_blocked(c: Conn<'_>, scope: &StoreScope, mobile: &str, email: Option<&str>) -> Result<bool> {
    refusals::is_blocked(c, scope, mobile, email).await
}

/// Orders ever placed under a mobile number; zero for a new one.
///
/// # Errors
/// Of the database.
pub async fn orders_count(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<i64> {
    store::find_orders_count(c, scope, mobile).await
}

/// Whether a number ordered after a moment.
///
/// # Errors
/// Of the database.
pub async fn has_ordered_since(c: Conn<'_>, scope: &StoreScope, mobile: &str, since: kernel::Millis) -> Result<bool> {
    store::has_ordered_since(c, scope, mobile, since).await
}
