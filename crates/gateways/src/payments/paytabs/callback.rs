//! Notifications of PayTabs' server and returns of the shopper's browser (contracts/paytabs.md).

use serde_json::Value;

use super::{signature, transaction};
use crate::exchange::shortened;
use crate::incoming::CallbackError;
use crate::incoming::IncomingRequest;
use crate::payments::Credentials;
use crate::payments::model::{BrowserReturn, CallbackContent, TransactionKind};
use crate::query;

/// Real ones have some 3 kB.
const MOST_BYTES: usize = 262_144;

/// The callback and the IPN, which are the same: JSON, whose bytes are signed in a header.
pub(super) fn read_notification(
    credentials: &Credentials,
    request: IncomingRequest<'_>,
) -> Result<CallbackContent, CallbackError> {
    if request.body.len() > MOST_BYTES {
        return Err(CallbackError::TooLarge);
    }
    let sent = request.header("signature").filter(|s| !s.is_empty()).ok_or(CallbackError::SignatureMissing)?;
    if !signature::is_body_signed(credentials.get("server_key"), request.body, sent) {
        return Err(CallbackError::SignatureWrong);
    }
    let body: Value = serde_json::from_slice(request.body).map_err(|e| CallbackError::Unreadable(e.to_string()))?;
    let transaction = transaction::read(&body).map_err(CallbackError::Unreadable)?;
    Ok(CallbackContent { transactions: vec![transaction], saved_card: None, is_wholly_signed: true })
}

/// The form that the browser posts.
pub(super) fn read_return(credentials: &Credentials, request: IncomingRequest<'_>) -> Result<BrowserReturn, CallbackError> {
    if request.body.len() > MOST_BYTES {
        return Err(CallbackError::TooLarge);
    }
    let text = std::str::from_utf8(request.body).map_err(|_| CallbackError::SignatureWrong)?;
    let form = query::parse(text).ok_or(CallbackError::SignatureWrong)?;
    let field = |name: &str| query::get(&form, name).to_owned();
    let sent = Some(field("signature")).filter(|s| !s.is_empty()).ok_or(CallbackError::SignatureMissing)?;
    if !signature::is_form_signed(credentials.get("server_key"), &form, &sent) {
        return Err(CallbackError::SignatureWrong);
    }
    // A page of ours is a sale: the form does not say it.
    let status = transaction::status(&field("respStatus"), TransactionKind::Charge)
        .ok_or_else(|| CallbackError::Unreadable("respStatus".into()))?;
    Ok(BrowserReturn {
        transaction_id: field("tranRef"),
        provider_reference: field("tranRef"),
        reference: field("cartId"),
        status,
        refusal: transaction::refusal(status, shortened(&field("respMessage"), 300)),
    })
}
