//! Paymob's transactions in the words of the port.

use kernel::Currency;

use super::payload::Payload;
use crate::exchange::shortened;
use crate::json::last_four;
use crate::payments::error::RefusalCode;
use crate::payments::model::{Amount, MeansKind, PaymentMeans, Refusal, Transaction, TransactionKind, TransactionStatus};

/// Reads a transaction; the error names what is missing.
pub(super) fn read(payload: Payload<'_>) -> Result<Transaction, String> {
    let amount = Amount {
        minor: payload.text("amount_cents").parse().map_err(|_| "amount_cents")?,
        currency: Currency::parse(&payload.text("currency")).ok_or("currency")?,
    };
    let id = Some(payload.text("id")).filter(|id| !id.is_empty()).ok_or("id")?;
    let kind = kind(payload)?;
    let status = status(payload, kind);
    let words = shortened(&payload.text("data.message"), 300);
    let refusal = (status == TransactionStatus::Declined).then(|| Refusal { code: RefusalCode::from_decline(&words), words });
    Ok(Transaction {
        id,
        provider_reference: payload.text("order.id"),
        reference: payload.text("order.merchant_order_id"),
        parent_id: payload.has("has_parent_transaction").then(|| payload.text("parent_transaction")),
        kind,
        status,
        amount,
        refunded_minor: payload.text("refunded_amount_cents").parse().unwrap_or(0),
        account: payload.text("integration_id"),
        is_live: match payload.text("is_live").as_str() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        },
        means: means(payload),
        // Not in the contract; transactions carry it beside the documented fields. Shown, never booked.
        fee_minor: payload.text("merchant_commission").parse().ok().filter(|fee| *fee > 0),
        refusal,
    })
}

/// A child transaction says what it does to its parent. One that does not is none of the kinds that the contract knows, and is not
/// taken for a charge: which flag it has is not signed, and that it is a child is.
fn kind(payload: Payload<'_>) -> Result<TransactionKind, String> {
    if payload.has("has_parent_transaction") {
        return if payload.has("is_refund") {
            Ok(TransactionKind::Refund)
        } else if payload.has("is_void") {
            Ok(TransactionKind::Void)
        } else if payload.has("is_capture") {
            Ok(TransactionKind::Charge)
        } else {
            Err("the kind of a child transaction".into())
        };
    }
    Ok(if payload.has("is_auth") { TransactionKind::Authorisation } else { TransactionKind::Charge })
}

fn status(payload: Payload<'_>, kind: TransactionKind) -> TransactionStatus {
    match (payload.has("success"), payload.has("pending")) {
        (true, _) if kind == TransactionKind::Void || payload.has("is_voided") => TransactionStatus::Voided,
        // The money is reserved until it is captured.
        (true, _) if kind == TransactionKind::Authorisation => TransactionStatus::OnHold,
        (true, _) => TransactionStatus::Paid,
        (false, true) => TransactionStatus::Pending,
        (false, false) => TransactionStatus::Declined,
    }
}

fn means(payload: Payload<'_>) -> PaymentMeans {
    let kind = match payload.text("source_data.type").to_ascii_lowercase().as_str() {
        "card" => MeansKind::Card,
        "wallet" => MeansKind::Wallet,
        "aggregator" | "cash" => MeansKind::Kiosk,
        _ => MeansKind::Other,
    };
    let scheme = shortened(&payload.text("source_data.sub_type"), 40);
    PaymentMeans { kind, scheme, last_four: last_four(&payload.text("source_data.pan")) }
}

#[cfg(test)]
#[path = "transaction_tests.rs"]
mod tests;
