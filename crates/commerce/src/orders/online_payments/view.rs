//! The online payments of an order as the team sees them.

use kernel::{OrderId, StoreScope};
use platform::App;
use platform::provider_calls::{self, ProviderCalls};

use super::model::PaymentTransaction;
use super::refund_request::left_to_refund;
use super::refunds::OnlineRefundView;
use super::wire::{OnlinePaymentsView, StoredPayments};
use super::{attempts_store as attempts, cases_store as cases, transactions_store as transactions};
use crate::orders::ledger;

/// The online payments of an order; empty of one that nobody tried to pay online.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn of_order(app: &App, scope: &StoreScope, id: OrderId) -> db::Result<OnlinePaymentsView> {
    let c = app.db().conn();
    let rows = transactions::list_by_order(c, scope, id).await?;
    let sums = ledger::store::get_sums(c, scope, id).await?;
    let calls = provider_calls::list_of_order(c, scope, id).await?;
    let refunds = OnlineRefundView::all(&rows, &calls, &*app.ports.get::<ProviderCalls>()?);
    // What was taken by a gateway that this program cannot call is refunded by hand.
    let can_call = |row: &PaymentTransaction| app.payment_gateways.get(&row.provider).is_some();
    let left: Vec<i64> = rows.iter().map(|row| if can_call(row) { left_to_refund(&rows, row, sums) } else { 0 }).collect();
    Ok(OnlinePaymentsView::new(StoredPayments {
        attempts: attempts::list_by_order(c, scope, id).await?,
        transactions: rows.into_iter().zip(left).collect(),
        refunds,
        cases: cases::list_by_order(c, scope, id).await?,
    }))
}

/// The same for the order's page; none, after one statement, of an order that nobody tried to pay online.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn find_of_order(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
) -> db::Result<Option<OnlinePaymentsView>> {
    // A transaction of an order has its attempt.
    if !attempts::exists_of_order(app.db().conn(), scope, id).await? {
        return Ok(None);
    }
    Ok(Some(of_order(app, scope, id).await?))
}
