//! PayTabs' transactions in the words of the port.

use kernel::Currency;
use serde_json::Value;

use crate::amounts::read_amount;
use crate::exchange::shortened;
use crate::json::{find, last_four, text, text_or_empty};
use crate::payments::error::RefusalCode;
use crate::payments::model::{Amount, MeansKind, PaymentMeans, Refusal, Transaction, TransactionKind, TransactionStatus};

/// Reads a transaction; the error names what is missing.
pub(super) fn read(body: &Value) -> Result<Transaction, String> {
    let id = text(body, "tran_ref").filter(|id| !id.is_empty()).ok_or("tran_ref")?;
    let kind = kind(&text_or_empty(body, "tran_type")).ok_or("tran_type")?;
    let result = text_or_empty(body, "payment_result.response_status");
    let status = status(&result, kind).ok_or("payment_result.response_status")?;
    let words = shortened(&text_or_empty(body, "payment_result.response_message"), 300);
    let parent_id = text(body, "previous_tran_ref").filter(|id| !id.is_empty());
    Ok(Transaction {
        provider_reference: parent_id.clone().unwrap_or_else(|| id.clone()),
        reference: text_or_empty(body, "cart_id"),
        parent_id,
        kind,
        status,
        amount: charged(body)?,
        refunded_minor: 0,
        account: text(body, "profile_id").unwrap_or_else(|| text_or_empty(body, "profileId")),
        is_live: Some(!id.starts_with("TST")),
        means: means(body),
        fee_minor: None,
        refusal: refusal(status, words),
        id,
    })
}

pub(super) fn refusal(status: TransactionStatus, words: String) -> Option<Refusal> {
    (status == TransactionStatus::Declined).then(|| Refusal { code: RefusalCode::from_decline(&words), words })
}

/// `tran_type`, in whatever case. A chargeback is not in the contract; under its own name it is read as one rather than as unreadable.
fn kind(tran_type: &str) -> Option<TransactionKind> {
    Some(match tran_type.to_ascii_lowercase().as_str() {
        "sale" | "capture" => TransactionKind::Charge,
        "auth" => TransactionKind::Authorisation,
        "refund" => TransactionKind::Refund,
        "void" | "release" => TransactionKind::Void,
        "chargeback" => TransactionKind::Chargeback,
        _ => return None,
    })
}

/// `response_status`.
pub(super) fn status(word: &str, kind: TransactionKind) -> Option<TransactionStatus> {
    Some(match (word, kind) {
        ("A", TransactionKind::Void) => TransactionStatus::Voided,
        ("A", TransactionKind::Authorisation) => TransactionStatus::OnHold,
        ("A", _) => TransactionStatus::Paid,
        ("H", _) => TransactionStatus::OnHold,
        ("P", _) => TransactionStatus::Pending,
        ("V", _) => TransactionStatus::Voided,
        ("D" | "E", _) => TransactionStatus::Declined,
        ("X", _) => TransactionStatus::Expired,
        _ => return None,
    })
}

/// What was charged in the currency that we asked for: `tran_total`, unless the page converted to another currency.
fn charged(body: &Value) -> Result<Amount, String> {
    let cart_currency = text_or_empty(body, "cart_currency");
    let currency = Currency::parse(&cart_currency).ok_or("cart_currency")?;
    let is_converted = text(body, "tran_currency").is_some_and(|tran_currency| tran_currency != cart_currency);
    let total = find(body, "tran_total").filter(|total| !is_converted && !total.is_null());
    let value = total.or_else(|| find(body, "cart_amount")).ok_or("cart_amount")?;
    Ok(Amount { minor: read_amount(value, currency).ok_or("an amount that is one")?, currency })
}

fn means(body: &Value) -> PaymentMeans {
    let method = text_or_empty(body, "payment_info.payment_method");
    let scheme = text(body, "payment_info.card_scheme").filter(|scheme| !scheme.is_empty());
    let kind = match method.to_ascii_lowercase().as_str() {
        "fawry" | "aman" | "masary" => MeansKind::Kiosk,
        "stcpay" | "wallet" => MeansKind::Wallet,
        _ if scheme.is_some() || text(body, "payment_info.card_type").is_some() => MeansKind::Card,
        _ => MeansKind::Other,
    };
    PaymentMeans {
        kind,
        scheme: shortened(&scheme.unwrap_or(method), 40),
        last_four: last_four(&text_or_empty(body, "payment_info.payment_description")),
    }
}

#[cfg(test)]
#[path = "transaction_tests.rs"]
mod tests;
