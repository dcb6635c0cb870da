//! Payments: the payment methods of a store (PY-01), and their connections to payment gateways (PY-02).
//!
//! Tables: `payment_methods`, `payment_connections`, `bank_accounts`. A new store has COD, active, and BANK, inactive; methods of
//! gateways are added and removed, several of one provider where a merchant has several accounts or integrations.
//!
//! Invariants: COD and BANK exist once in a store; a transfer is offered only while there is an active bank account; an active
//! method of a gateway has credentials, and takes the store's currency. `model` says when a method is offered, `connection` keeps
//! credentials and tries them, `callback` knows the address at which a gateway reports.
//!
//! To add a provider: docs/recipes.md.

pub mod accounts;
mod api;
pub mod callback;
mod connected_method;
pub mod connection;
mod entities;
mod fees_api;
mod model;
mod providers_api;
mod removal;
mod sorting;
mod store;
mod tables;
mod wire;
mod write;

use db::Conn;
use kernel::{Env, Millis, PaymentMethodId, StoreScope};

pub use connected_method::create_connected;
pub use entities::ENTITIES;
pub use model::{PaymentMethod, PaymentOption, PaymentProvider, PaymentSale, is_closed_to_country};
pub use tables::TABLES;

/// Methods on offer for a sale, in the merchant's order.
///
/// # Errors
/// Of the database.
pub async fn options(c: Conn<'_>, scope: &StoreScope, sale: &PaymentSale<'_>) -> db::Result<Vec<PaymentOption>> {
    let all = methods(c, scope).await?;
    offers(c, scope, &all, sale).await
}

/// The store's methods, in display order.
///
/// # Errors
/// Of the database.
pub async fn methods(c: Conn<'_>, scope: &StoreScope) -> db::Result<Vec<PaymentMethod>> {
    store::list(c, scope).await
}

/// One of the store's methods, offered or not.
///
/// # Errors
/// Of the database.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> db::Result<Option<PaymentMethod>> {
    store::find(c, scope, id).await
}

/// As [`find`], also a deleted one whose credentials are kept: payments that it began are reported and refunded after it.
///
/// # Errors
/// Of the database.
pub async fn find_with_deleted(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> db::Result<Option<PaymentMethod>> {
    match store::find(c, scope, id).await? {
        Some(method) => Ok(Some(method)),
        None => store::find_deleted(c, scope, id).await,
    }
}

/// As [`options`], from methods already read; a statement only when one of them depends on the shopper's earlier orders.
///
/// # Errors
/// Of the database.
pub async fn offers(
    c: Conn<'_>,
    scope: &StoreScope,
    methods: &[PaymentMethod],
    sale: &PaymentSale<'_>,
) -> db::Result<Vec<PaymentOption>> {
    let is_asked = methods.iter().any(|m| m.disable_on_first_order);
    let is_first = is_asked && is_first_order(c, scope, sale.mobile).await?;
    let has_account = methods.iter().any(|m| m.is_active && m.provider == PaymentProvider::Bank) && has_account(c, scope).await?;
    let offered = methods.iter().filter(|m| m.provider != PaymentProvider::Bank || has_account);
    Ok(offered.filter_map(|m| m.offer(sale, is_first)).collect())
}

/// One method if it is on offer for a sale; none when it is not, or there is no such method.
///
/// # Errors
/// Of the database.
pub async fn option(
    c: Conn<'_>,
    scope: &StoreScope,
    id: PaymentMethodId,
    sale: &PaymentSale<'_>,
) -> db::Result<Option<PaymentOption>> {
    let Some(method) = store::find(c, scope, id).await? else { return Ok(None) };
    if method.provider == PaymentProvider::Bank && !has_account(c, scope).await? {
        return Ok(None);
    }
    let is_first = method.disable_on_first_order && is_first_order(c, scope, sale.mobile).await?;
    Ok(method.offer(sale, is_first))
}

/// Whether the store has an active bank account for transfers.
///
/// # Errors
/// Of the database.
pub async fn has_account(c: Conn<'_>, scope: &StoreScope) -> db::Result<bool> {
    Ok(!accounts::active(c, scope).await?.is_empty())
}

async fn is_first_order(c: Conn<'_>, scope: &StoreScope, mobile: Option<&str>) -> db::Result<bool> {
    let Some(mobile) = mobile else { return Ok(true) };
    Ok(customers::orders_count(c, scope, mobile).await? == 0)
}

/// Inserts a new store's methods, without fees; cash on delivery is active (decisions §9).
///
/// # Errors
/// Of the database.
pub async fn insert_default(c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
    for (display_order, &provider) in (1..).zip(PaymentProvider::OF_EVERY_STORE) {
        store::insert(c, scope, &write::blank(env.id(), provider, display_order), env.now()).await?;
    }
    Ok(())
}

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(fees_api::routes()).merge(providers_api::routes()).merge(connection::routes()).merge(accounts::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    registry.every("sweep_payment_methods", Millis::HOUR, |app: platform::App| async move { Ok(removal::sweep(app).await?) });
}
