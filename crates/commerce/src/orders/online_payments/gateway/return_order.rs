//! A return of goods whose money goes back through the gateway that was paid: the return, the request and its call, in one transaction
//! (PY-03, OR-05, docs/decisions/0099).

use kernel::{Currency, OrderId, OrderReturnId, PaymentTransactionId, StoreScope};
use platform::App;

use super::super::refund_request::{NewRefundRequest, RefundFor, check_left};
use super::refund_order::request_with_call;
use crate::orders::after_sales::goods::{self, RecordedReturn};
use crate::orders::after_sales::wire_in::ReturnIn;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;

/// The field that names the charge.
pub(in crate::orders) const CHARGE_PATH: &str = "refund.transaction_id";

/// Takes back goods of an order, and refunds them where requested: by hand, or through the gateway by a request that its call follows.
/// Where the gateway cannot be asked nothing comes back either.
///
/// # Errors
/// Of the return; [`OrderError::Fields`] of the charge when it is none of the order, or less of it can be refunded;
/// [`OrderError::Conflict`] `gateway_not_connected`.
pub(in crate::orders) async fn record_return(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    sent: ReturnIn,
    currency: Currency,
) -> Result<OrderReturnId, OrderError> {
    let (owner, at): (App, StoreScope) = (app.clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let mut last = DeferredWrites::default();
            let recorded = goods::record_in(c, owner.env(), &at, order, &sent, currency, &mut last).await?;
            let RecordedReturn { id, to_request } = recorded;
            if let Some(charge) = charge_of(&sent) {
                let amount = to_request.as_ref().map_or(0, |priced| priced.sum.amount);
                check_left(c, &at, order, charge, amount, CHARGE_PATH).await?;
                // Pieces whose money went back before are worth nothing: their return stands alone, as one by hand does.
                if let Some(priced) = to_request {
                    let refund = NewRefundRequest { charge, amount, note: sent.note.as_deref() };
                    let new = RefundFor { refund, parts: priced.parts(), return_id: Some(id) };
                    request_with_call(c, &owner, &at, order, new, &mut last).await?;
                }
            }
            last.write(c, &at, order, owner.env().now()).await?;
            Ok(id)
        })
        .await
}

fn charge_of(sent: &ReturnIn) -> Option<PaymentTransactionId> {
    sent.refund?.transaction_id
}
