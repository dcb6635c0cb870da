//! A refund of an order through the gateway that was paid: its request and its call, in one transaction (PY-03).

use db::Conn;
use kernel::{Currency, Env, OrderId, PaymentMethodId, PaymentTransactionId, StoreScope};
use platform::App;
use platform::provider_calls;
use web::{FieldErrors, Message};

use super::super::attempts_store as attempts;
use super::super::refund_request::{NewRefundRequest, request_refund_of};
use super::{account, refund_call};
use crate::orders::after_sales::refund::{left_of, price, read};
use crate::orders::after_sales::wire_in::RefundIn;
use crate::orders::error::OrderError;
use crate::orders::store as orders;

const NO_CHARGE: Message = Message::new("اختر دفعة إلكترونية محصّلة على هذا الطلب.", "Choose an online payment of this order.");
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
    let (owner, at, env): (App, StoreScope, Env) = (app.clone(), scope.clone(), app.env().clone());
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
            let new = NewRefundRequest { charge, amount: priced.sum.amount, note: sent.note.as_deref() };
            let request = match request_refund_of(c, &env, &at, order, new, priced.parts()).await {
                Err(OrderError::Conflict("no_such_charge", _)) => {
                    return Err(OrderError::Fields(FieldErrors::one("transaction_id", NO_CHARGE)));
                }
                requested => requested?,
            };
            let attempt = attempts::find(c, &at, request.attempt).await?.ok_or(OrderError::NotFound)?;
            let method = connected(c, &owner, &at, attempt.payment_method_id).await?;
            provider_calls::enqueue(c, &env, &at, refund_call::of_request(&request, order, method)).await?;
            Ok(request.id)
        })
        .await
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
