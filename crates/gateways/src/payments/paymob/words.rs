//! What Paymob's refusals mean. It answers `{"message": ...}`, `{"detail": ...}` or the faults by field.

use crate::http::HttpAnswer;
use crate::payments::error::{GatewayError, RefusalCode};

/// The error of an answer that is no success.
pub(super) fn refusal(answer: &HttpAnswer) -> GatewayError {
    let words = answer.words(&["message", "detail"]);
    if answer.is_unauthorised() {
        return GatewayError::Unauthorised { words };
    }
    GatewayError::refused(code(answer.status, &words), words)
}

/// The contract has the words of two refusals ("duplicate", "Integration ID/Name does not exist"); the others are recognised by what
/// they are about.
fn code(status: u16, words: &str) -> RefusalCode {
    let words = words.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    if has(&["duplicate"]) {
        RefusalCode::DuplicateReference
    } else if has(&["integration"]) {
        RefusalCode::AccountNotAccepted
    } else if has(&["currency"]) {
        RefusalCode::CurrencyNotAccepted
    } else if has(&["exceed", "greater than", "more than", "larger than"]) {
        RefusalCode::AmountTooLarge
    } else if status == 404 {
        RefusalCode::TransactionNotFound
    } else if has(&["settled", "already", "not allowed", "can not be", "cannot be", "locked"]) {
        RefusalCode::NotPossible
    } else if matches!(status, 400 | 422) {
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
        for (status, words, expected) in [
            (422, "duplicate", RefusalCode::DuplicateReference),
            (404, "Integration ID/Name does not exist", RefusalCode::AccountNotAccepted),
            (404, "Not found.", RefusalCode::TransactionNotFound),
            (400, "Amount exceeds what can be refunded", RefusalCode::AmountTooLarge),
            (400, "transaction is already settled", RefusalCode::NotPossible),
            (400, "{\"billing_data\":[\"This field is required.\"]}", RefusalCode::InvalidRequest),
            (418, "teapot", RefusalCode::Unknown),
        ] {
            assert_eq!(code(status, words), expected, "{words}");
        }
    }
}
