//! The call that refunds a charge at its gateway.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::payments::{
    Amount, FollowUpRequest, GatewayContext, GatewayError, Lookup, Operation, RefusalCode, RepeatSafety, Transaction,
};
use gateways::payments::{TransactionKind, TransactionStatus};
use jobs::Failed;
use kernel::{Currency, OrderId, PaymentMethodId, StoreScope};
use platform::App;
use platform::provider_calls::{
    self, CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use web::Message;

use super::super::model::PaymentTransaction;
use super::super::record::record;
use super::super::recorded::Source;
use super::super::refund_request::{RefundRequest, refund_refused};
use super::super::transactions_store as transactions;
use super::account::{self, Account};
use super::outcome;
use super::refund_settlement::settlement;

/// The kind of the call.
pub(in super::super) const KIND: &str = "payment_refund";

/// Refunds a charge through its gateway. Its subject is the requested refund.
pub(super) struct RefundPayment;

/// What the call needs besides the request.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Input {
    method: PaymentMethodId,
    /// The provider's id of the charge.
    charge: String,
    /// Our name of the refund, used once: where a gateway takes one, it says whether this refund was done.
    reference: String,
    amount: i64,
    currency: Currency,
    may_be_void: bool,
}

/// The call of a requested refund.
pub(super) fn of_request(request: &RefundRequest, order: OrderId, method: PaymentMethodId) -> NewCall {
    let input = Input {
        method,
        charge: request.charge_provider_id.clone(),
        reference: request.id.to_string(),
        amount: request.amount,
        currency: request.currency,
        may_be_void: request.may_be_void,
    };
    NewCall::new(request.provider.clone(), KIND, request.id, format!("{KIND}:{}", request.id))
        .order(order)
        .input(serde_json::to_value(input).unwrap_or_default())
}

async fn prepare<'a>(context: CallContext<'a>, call: &StoredCall) -> Result<(Input, Account<'a>), Reason> {
    let input: Input = serde_json::from_value(call.input.clone()).map_err(|_| Reason::code("internal"))?;
    match account::open(context.app.db().conn(), context.app, context.scope, input.method).await {
        Ok(Ok(account)) => Ok((input, account)),
        Ok(Err(fault)) => Err(account::reason(fault)),
        Err(e) => Err(Reason::new("internal", e.to_string())),
    }
}

/// How the request has ended meanwhile: a callback may tell of it before the call's answer. Sent once more, the money would go back
/// twice. None while it is open.
async fn known_end(context: CallContext<'_>, call: &StoredCall) -> db::Result<Option<Result<(), Reason>>> {
    let id = call.subject_id().ok_or(db::Error::NotFound)?;
    let request = transactions::find(context.app.db().conn(), context.scope, id).await?.ok_or(db::Error::NotFound)?;
    if request.is_open_request() {
        return Ok(None);
    }
    let is_done = request.has_moved();
    Ok(Some(if is_done { Ok(()) } else { Err(Reason::new(request.refusal_code, request.refusal_words)) }))
}

async fn make(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    match known_end(context, call).await {
        Ok(None) => {}
        Ok(Some(Ok(()))) => return CallOutcome::Done(Value::Null),
        Ok(Some(Err(reason))) => return CallOutcome::Refused(reason),
        Err(e) => return CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    }
    let (input, account) = match prepare(context, call).await {
        Ok(prepared) => prepared,
        // A person can mend the connection: nothing was done, and the call goes on.
        Err(reason) => return CallOutcome::Unreachable(reason),
    };
    let gateway = GatewayContext { credentials: &account.credentials, log: context.log };
    let request = FollowUpRequest {
        transaction_id: input.charge.clone(),
        reference: input.reference.clone(),
        amount: Amount { minor: input.amount, currency: input.currency },
        description: input.reference.clone(),
    };
    if input.may_be_void {
        match account.gateway.void(gateway, &request).await {
            Ok(t) if t.status != TransactionStatus::Declined => return done(&t),
            // Settled by now, or not offered: a refund does it.
            Ok(_) | Err(GatewayError::Refused { .. }) => {}
            Err(e) => return outcome::of_error(&e, true),
        }
    }
    match account.gateway.refund(gateway, &request).await {
        Ok(t) => done(&t),
        // Our name of it was used before: by this very refund, whose answer was lost.
        Err(GatewayError::Refused { code: RefusalCode::DuplicateReference, words }) => {
            CallOutcome::Unknown(Reason::new("unknown", words))
        }
        Err(e) => outcome::of_error(&e, true),
    }
}

fn done(transaction: &Transaction) -> CallOutcome {
    CallOutcome::Done(serde_json::to_value(transaction).unwrap_or_default())
}

async fn settle(context: CallContext<'_>, call: &StoredCall) -> Settlement {
    match known_end(context, call).await {
        Ok(None) => {}
        Ok(Some(Ok(()))) => return Settlement::Done(Value::Null),
        Ok(Some(Err(reason))) => return Settlement::Refused(reason),
        Err(e) => return Settlement::Unknown(Reason::new("internal", e.to_string())),
    }
    let (input, account) = match prepare(context, call).await {
        Ok(prepared) => prepared,
        Err(reason) => return Settlement::Unknown(reason),
    };
    if account.gateway.repeat_safety(Operation::Refund) == RepeatSafety::Safe {
        return Settlement::Repeat;
    }
    let gateway = GatewayContext { credentials: &account.credentials, log: context.log };
    // By its own name, where the gateway kept it.
    match account.gateway.find(gateway, Lookup::Reference(&input.reference)).await {
        Ok(found) => {
            let is_back = |t: &&Transaction| matches!(t.kind, TransactionKind::Refund | TransactionKind::Void);
            if let Some(refund) = found.iter().find(is_back) {
                return Settlement::Done(serde_json::to_value(refund).unwrap_or_default());
            }
        }
        Err(GatewayError::Refused { .. }) => {}
        Err(e) => return outcome::of_settling(&e),
    }
    let found = match account.gateway.find(gateway, Lookup::Transaction(&input.charge)).await {
        Ok(found) => found,
        Err(e) => return outcome::of_settling(&e),
    };
    let Some(charge) = found.iter().find(|t| t.id == input.charge && t.kind == TransactionKind::Charge) else {
        return Settlement::Unknown(Reason::code("unknown"));
    };
    let stored = async {
        let c = context.app.db().conn();
        let id = call.subject_id().ok_or(db::Error::NotFound)?;
        let request = transactions::find(c, context.scope, id).await?.ok_or(db::Error::NotFound)?;
        let attempt = request.attempt_id.ok_or(db::Error::NotFound)?;
        transactions::list_by_attempt(c, context.scope, attempt).await
    };
    match stored.await {
        Ok(rows) => {
            let of_charge = |row: &&PaymentTransaction| row.parent_provider_id.as_deref() == Some(input.charge.as_str());
            let open: Vec<i64> =
                rows.iter().filter(of_charge).filter(|row| row.is_open_request()).map(|row| row.amount).collect();
            let charge_row = rows.iter().find(|row| row.provider_id.as_deref() == Some(input.charge.as_str()));
            settlement(charge, charge_row.map_or(0, |row| row.refunds_booked), &open, input.amount)
        }
        Err(e) => Settlement::Unknown(Reason::new("internal", e.to_string())),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let id = call.subject_id().ok_or("the subject is no requested refund")?;
    match result {
        // A report has booked it.
        CallResult::Done(Value::Null) => {}
        CallResult::Done(value) => {
            let transaction: Transaction = serde_json::from_value(value.clone())?;
            // A settled call tells of the charge, of which the refund is a part.
            let request = (transaction.kind != TransactionKind::Charge).then_some(id);
            let source = Source { provider: &call.provider, attempt: None, request };
            record(c, app.env(), scope, source, &transaction).await?;
        }
        CallResult::Refused(reason) => {
            refund_refused(c, app.env(), scope, id, outcome::refusal_code(&reason.code), &reason.words).await?;
        }
        // Where it may have been done the request stays open: the gateway is asked about it until it says so.
        CallResult::Failed(_) if call.is_in_doubt() => {}
        CallResult::Failed(reason) => {
            refund_refused(c, app.env(), scope, id, outcome::refusal_code(&reason.code), &reason.words).await?;
        }
    }
    Ok(())
}

impl ProviderCall for RefundPayment {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(make(context, call))
    }

    fn settle_unknown<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(settle(context, call))
    }

    fn apply<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
        result: &'a CallResult,
    ) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(write(app, c, scope, call, result))
    }

    /// One in doubt can be asked about again; after a refusal the merchant requests another one.
    fn can_retry(&self, call: &StoredCall) -> bool {
        call.is_in_doubt() && call.progress.state == provider_calls::CallState::Failed
    }

    fn message(&self, code: &str) -> Option<Message> {
        message(code)
    }
}

/// The text of a code for the merchant: of a refund nobody declined a payment.
pub(in super::super) fn message(code: &str) -> Option<Message> {
    Some(match code {
        "declined" | "suspected_fraud" | "cancelled" | "insufficient_funds" | "card_expired" => {
            Message::new("رفضت البوابة الاسترداد.", "The gateway declined the refund.")
        }
        "invalid_request" => Message::new("رفضت البوابة بيانات الاسترداد.", "The gateway rejected the refund's details."),
        "amount_too_large" => Message::new(
            "المبلغ أكبر من المتاح للاسترداد لدى البوابة.",
            "The amount is more than the gateway can refund of this payment.",
        ),
        "not_possible" => Message::new(
            "لا تسمح البوابة باسترداد هذه الدفعة. يمكنك ردّ المبلغ خارجها ثم تسجيله.",
            "The gateway can't refund this payment. Refund it outside the gateway and record it.",
        ),
        _ => return outcome::message(code),
    })
}
