//! What PayTabs' refusals mean: `{"code": 4, "message": "...", "trace": "..."}`.

use crate::http::HttpAnswer;
use crate::json::text;
use crate::payments::error::{GatewayError, RefusalCode};

/// The error of an answer that is one: by its status, or a body that has a code and no transaction.
pub(super) fn refusal(answer: &HttpAnswer) -> Option<GatewayError> {
    let code = text(&answer.body, "code").and_then(|code| code.parse::<i64>().ok());
    let is_error_body = code.is_some() && answer.body.get("tran_ref").is_none();
    if answer.is_success() && !is_error_body {
        return None;
    }
    let words = answer.words(&["message"]);
    if answer.is_unauthorised() || code == Some(1) {
        return Some(GatewayError::Unauthorised { words });
    }
    Some(GatewayError::refused(reason(answer.status, code, &words), words))
}

/// 4 is a constant of the official SDK. 1 (authentication) and 2xx (a field) are \[C\] in contracts/paytabs.md; the others are
/// recognised by their words.
fn reason(status: u16, code: Option<i64>, words: &str) -> RefusalCode {
    let words = words.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    if code == Some(4) || has(&["duplicate"]) {
        RefusalCode::DuplicateReference
    } else if status == 404 || has(&["not found", "no transaction"]) {
        RefusalCode::TransactionNotFound
    } else if has(&["profile"]) {
        RefusalCode::AccountNotAccepted
    } else if has(&["currency"]) {
        RefusalCode::CurrencyNotAccepted
    } else if has(&["exceed", "greater than", "more than", "larger than"]) {
        RefusalCode::AmountTooLarge
    } else if has(&["settled", "already", "not allowed", "cannot", "can not"]) {
        RefusalCode::NotPossible
    } else if code.is_some_and(|code| (200..300).contains(&code)) || matches!(status, 400 | 422) {
        RefusalCode::InvalidRequest
    } else {
        RefusalCode::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_03_refusals_have_a_code() {
        for (status, code, words, expected) in [
            (200, Some(4), "Duplicate Request", RefusalCode::DuplicateReference),
            (400, Some(206), "Invalid cart_amount", RefusalCode::InvalidRequest),
            (400, Some(113), "Transaction not found", RefusalCode::TransactionNotFound),
            (400, Some(2), "Invalid profile ID", RefusalCode::AccountNotAccepted),
            (400, Some(310), "Refund amount exceeds the transaction", RefusalCode::AmountTooLarge),
            (400, Some(311), "Transaction is already settled", RefusalCode::NotPossible),
            (418, None, "teapot", RefusalCode::Unknown),
        ] {
            assert_eq!(reason(status, code, words), expected, "{words}");
        }
    }
}
