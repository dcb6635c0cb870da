//! Transactions in PayTabs' shape (contracts/paytabs.md).

use kernel::{Millis, money};
use serde_json::{Value, json};

use super::records::{PROFILE_ID, Page};
use crate::provider::Settlement;

/// The sale or authorisation of a page.
pub(super) fn sale(tran_ref: &str, page: &Page, settlement: Settlement, at: Millis) -> Value {
    let (status, code, message) = match settlement {
        Settlement::Pending => ("P", "I00001", "Pending"),
        Settlement::Approved { .. } => ("A", "G84718", "Authorised"),
        Settlement::Declined(words) => ("D", "D00005", words),
    };
    let is_partly = matches!(settlement, Settlement::Approved { is_partly: true });
    let charged_minor = if is_partly { page.amount_minor / 2 } else { page.amount_minor };
    let tran_type = if page.request["tran_type"] == "auth" { "Auth" } else { "Sale" };
    let mut transaction = shell(tran_ref, page, tran_type, &page.request["cart_id"], page.amount_minor, charged_minor);
    transaction["payment_result"] = result(status, code, message, at);
    transaction
}

/// What comes after a sale; approved at once.
pub(super) fn follow_up(
    tran_ref: &str,
    previous: &str,
    page: &Page,
    tran_type: &str,
    cart_id: &Value,
    amount_minor: i64,
    at: Millis,
) -> Value {
    let mut transaction = shell(tran_ref, page, tran_type, cart_id, amount_minor, amount_minor);
    transaction["previous_tran_ref"] = previous.into();
    transaction["payment_result"] = result("A", "G84718", "Authorised", at);
    transaction
}

/// It is authorised.
pub(super) fn is_approved(transaction: &Value) -> bool {
    transaction["payment_result"]["response_status"] == "A"
}

fn shell(tran_ref: &str, page: &Page, tran_type: &str, cart_id: &Value, cart_minor: i64, charged_minor: i64) -> Value {
    let currency = page.currency;
    json!({
        "tran_ref": tran_ref,
        "merchant_id": 1_001,
        "profile_id": PROFILE_ID,
        "cart_id": cart_id,
        "cart_description": page.request["cart_description"],
        "cart_currency": currency.code(),
        "cart_amount": money::format(cart_minor, currency),
        "tran_currency": currency.code(),
        "tran_total": money::format(charged_minor, currency),
        "tran_type": tran_type,
        "tran_class": "ECom",
        "customer_details": page.request["customer_details"],
        "payment_info": {
            "payment_method": "Visa", "card_type": "Credit", "card_scheme": "Visa", "payment_description": "4111 11## #### 1111",
            "expiryMonth": 12, "expiryYear": 2030,
        },
        "ipn_trace": "IPNS0001.SIMULATOR",
        "paymentChannel": "Payment Page",
    })
}

fn result(status: &str, code: &str, message: &str, at: Millis) -> Value {
    json!({
        "response_status": status, "response_code": code, "response_message": message, "cvv_result": " ", "avs_result": " ",
        "transaction_time": at.rfc3339(),
    })
}
