//! With which payment method an order was paid, where a later attempt took another one than it was placed with. The order keeps its
//! method and its fee (docs/decisions/0089); people are shown what paid.

use db::{Conn, StoredWord as _};
use kernel::{StoreScope, Texts};

use super::attempts_store as attempts;
use super::words::{AttemptState, Purpose};
use crate::orders::model::Order;
use crate::payments::{self, PaymentProvider};

/// The name of the method that is shown for an order: of the latest attempt that paid what was owed, else the one that it was placed
/// with. No statement for an order that was not placed to be paid at a gateway, and at most two.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn get_shown_name(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Texts> {
    let placed_with = || order.payment_name.clone();
    if order.payment_provider.is_empty() || !PaymentProvider::decode(&order.payment_provider)?.is_online() {
        return Ok(placed_with());
    }
    let all = attempts::list_by_order(c, scope, order.id).await?;
    let paid = all.into_iter().find(|a| a.state == AttemptState::Paid && a.purpose != Purpose::Deposit);
    let method = paid.and_then(|attempt| attempt.payment_method_id);
    let Some(method) = method.filter(|method| order.payment_method_id != Some(*method)) else { return Ok(placed_with()) };
    Ok(payments::find_with_deleted(c, scope, method).await?.map_or_else(placed_with, |method| method.name))
}
