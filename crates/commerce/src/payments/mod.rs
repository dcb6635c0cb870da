//! Payments: the payment methods of a store (PY-01). Cash on delivery and bank transfer; gateways can be added.
//!
//! Tables: `payment_methods`, `bank_accounts`. Invariants: a store has one method of each provider; a transfer is offered only
//! while there is an active bank account. A new store has COD, active, and BANK, inactive.
//!
//! To add a provider: docs/recipes.md.

pub mod accounts;
mod api;
mod entities;
mod model;
mod store;
mod tables;
mod write;

use db::Conn;
use kernel::{Env, PaymentMethodId, StoreScope, Texts};

pub use entities::ENTITIES;
pub use model::{PaymentMethod, PaymentOption, PaymentProvider};
pub use tables::TABLES;

use crate::shipping::ShippingOption;

/// Methods on offer for a cart, in the merchant's order. `mobile` (E.164) tells whether it is the customer's first order.
///
/// # Errors
/// Of the database.
pub async fn options(
    c: Conn<'_>,
    scope: &StoreScope,
    shipping: Option<&ShippingOption>,
    mobile: Option<&str>,
) -> db::Result<Vec<PaymentOption>> {
    let all = methods(c, scope).await?;
    offers(c, scope, &all, shipping, mobile).await
}

/// The store's methods, in display order.
///
/// # Errors
/// Of the database.
pub async fn methods(c: Conn<'_>, scope: &StoreScope) -> db::Result<Vec<PaymentMethod>> {
    store::list(c, scope).await
}

/// As [`options`], from methods already read; a statement only when one of them depends on the shopper's earlier orders.
///
/// # Errors
/// Of the database.
pub async fn offers(
    c: Conn<'_>,
    scope: &StoreScope,
    methods: &[PaymentMethod],
    shipping: Option<&ShippingOption>,
    mobile: Option<&str>,
) -> db::Result<Vec<PaymentOption>> {
    let is_asked = methods.iter().any(|m| m.disable_on_first_order);
    let is_first = is_asked && is_first_order(c, scope, mobile).await?;
    let has_account = methods.iter().any(|m| m.is_active && m.provider == PaymentProvider::Bank) && has_account(c, scope).await?;
    let offered = methods.iter().filter(|m| m.provider != PaymentProvider::Bank || has_account);
    Ok(offered.filter_map(|m| m.offer(shipping, is_first)).collect())
}

/// One method if it is on offer for a cart; none when it is not, or there is no such method.
///
/// # Errors
/// Of the database.
pub async fn option(
    c: Conn<'_>,
    scope: &StoreScope,
    id: PaymentMethodId,
    shipping: Option<&ShippingOption>,
    mobile: Option<&str>,
) -> db::Result<Option<PaymentOption>> {
    let Some(method) = store::find(c, scope, id).await? else { return Ok(None) };
    if method.provider == PaymentProvider::Bank && !has_account(c, scope).await? {
        return Ok(None);
    }
    let is_first = method.disable_on_first_order && is_first_order(c, scope, mobile).await?;
    Ok(method.offer(shipping, is_first))
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

/// Inserts a new store's methods: one of each provider, without fees; cash on delivery is active (decisions §9).
///
/// # Errors
/// Of the database.
pub async fn insert_default(c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
    for (display_order, &provider) in (1..).zip(PaymentProvider::ALL) {
        let (name, is_active) = provider.initial();
        let method = PaymentMethod {
            id: env.id(),
            provider,
            name,
            instructions: Texts::default(),
            is_active,
            fixed_fees: 0,
            ratio_fees: 0,
            add_vat_to_payment_charges: false,
            disable_on_first_order: false,
            display_order,
            version: 1,
        };
        store::insert(c, scope, &method, env.now()).await?;
    }
    Ok(())
}

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(accounts::routes())
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<platform::App>) {}
