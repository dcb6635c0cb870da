//! A refund of an order through the gateway that was paid: its request and its call, in one transaction (PY-03).

use db::Conn;
use kernel::{Currency, OrderId, PaymentMethodId, PaymentTransactionId, StoreScope};
use platform::App;
use platform::provider_calls;
use web::{FieldErrors, Message};

use super::super::attempts_store as attempts;
use super::super::refund_request::{CHOOSE_CHARGE, NewRefundRequest, RefundFor, request_refund_of};
use super::{account, refund_call};
use crate::orders::after_sales::refund::{left_of, price, read};
use crate::orders::after_sales::wire_in::RefundIn;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::store as orders;

const NOT_CONNECTED: Message = Message::new(
    "طريقة الدفع غير مربوطة بالبوابة. أكمل بياناتها من إعدادات الدفع، أو سجّل الاسترداد بعد ردّه خارجها.",
    "The payment method isn't connected. Complete its details in the payment settings, or record a refund made outside the gateway.",
);

/// Requests a refund of a charge: of lines, shipping and fees, or of an amount. The worker calls the gateway after the commit, and
/// the ledger follows its answer.
///
/// # Errors
/// As of a refund by hand; [`OrderError::Fields`] of `transaction_id` without such a charge; [`OrderError::Conflict`]
/// `gateway_not_connected` when the gateway cannot be called.
pub(in super::super) async fn refund(
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    charge: PaymentTransactionId,
    sent: RefundIn,
    currency: Currency,
) -> Result<PaymentTransactionId, OrderError> {
    let (owner, at): (App, StoreScope) = (app.clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            if !orders::lock(c, &at, order).await? {
                return Err(OrderError::NotFound);
            }
            let stored = orders::find(c, &at, order).await?.ok_or(OrderError::NotFound)?;
            if sent.version.is_some_and(|version| version != stored.version) {
                return Err(OrderError::Stale);
            }
            let left = left_of(c, &at, &stored).await?;
            let priced = price(&left.refundable, left.sums, &read(&sent, currency)?)?;
            // Whether the ledger could book it, with the limits and the fields of a refund by hand.
            priced.drafts(left.sums, left.requested, currency)?;
            let refund = NewRefundRequest { charge, amount: priced.sum.amount, note: sent.note.as_deref() };
            let new = RefundFor { refund, parts: priced.parts(), return_id: None };
            let mut last = DeferredWrites::default();
            let request = request_with_call(c, &owner, &at, order, new, &mut last).await.map_err(|e| match e {
                OrderError::Conflict("no_such_charge", _) => {
                    OrderError::Fields(FieldErrors::one("transaction_id", CHOOSE_CHARGE))
                }
                e => e,
            })?;
            last.write(c, &at, order, owner.env().now()).await?;
            Ok(request)
        })
        .await
}

/// Requests a refund and writes its call, in the caller's transaction, which writes `last`.
///
/// # Errors
/// As of `request_refund`; [`OrderError::Conflict`] `gateway_not_connected`.
pub(super) async fn request_with_call(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    order: OrderId,
    new: RefundFor<'_>,
    last: &mut DeferredWrites,
) -> Result<PaymentTransactionId, OrderError> {
    let request = request_refund_of(c, app.env(), scope, order, new, last).await?;
    let attempt = attempts::find(c, scope, request.attempt).await?.ok_or(OrderError::NotFound)?;
    let method = connected(c, app, scope, attempt.payment_method_id).await?;
    provider_calls::enqueue(c, app.env(), scope, refund_call::of_request(&request, order, method)).await?;
    Ok(request.id)
}

/// The method whose account the gateway is called with.
async fn connected(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    method: Option<PaymentMethodId>,
) -> Result<PaymentMethodId, OrderError> {
    if let Some(method) = method
        && account::open(c, app, scope, method).await?.is_ok()
    {
        return Ok(method);
    }
    Err(OrderError::Conflict("gateway_not_connected", NOT_CONNECTED))
}
