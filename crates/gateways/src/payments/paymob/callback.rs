//! Callbacks of Paymob's server and returns of the shopper's browser (contracts/paymob.md §4).

use serde_json::Value;

use super::payload::Payload;
use super::{signature, transaction};
use crate::incoming::CallbackError;
use crate::incoming::IncomingRequest;
use crate::json::{find, text_or_empty};
use crate::payments::Credentials;
use crate::payments::model::{BrowserReturn, CallbackContent, SavedCard};
use crate::query;

/// Real ones have some 10 kB.
const MOST_BYTES: usize = 262_144;

/// The transaction PROCESSED callback: JSON, with the signature in the query.
///
/// The signature covers twenty fields. Our reference, what was refunded, the parent and whether it is live are not among them, so the
/// content is not wholly signed.
pub(super) fn read_processed(credentials: &Credentials, request: IncomingRequest<'_>) -> Result<CallbackContent, CallbackError> {
    if request.body.len() > MOST_BYTES || request.query.len() > MOST_BYTES {
        return Err(CallbackError::TooLarge);
    }
    let hmac = hmac(request.query)?;
    // The signature is over values, so the text is taken apart before it is verified. Nothing of it is used before.
    let body: Value = serde_json::from_slice(request.body).map_err(|_| CallbackError::SignatureWrong)?;
    let object = find(&body, "obj").ok_or(CallbackError::SignatureWrong)?;
    let (payload, secret) = (Payload::Json(object), credentials.get("hmac"));
    if text_or_empty(&body, "type") == "TOKEN" {
        if !signature::is_token_signed(payload, secret, &hmac) {
            return Err(CallbackError::SignatureWrong);
        }
        let saved_card = SavedCard {
            token: payload.text("token"),
            masked_number: payload.text("masked_pan"),
            scheme: payload.text("card_subtype"),
            provider_reference: payload.text("order_id"),
        };
        return Ok(CallbackContent { transactions: Vec::new(), saved_card: Some(saved_card), is_wholly_signed: false });
    }
    if !signature::is_transaction_signed(payload, secret, &hmac) {
        return Err(CallbackError::SignatureWrong);
    }
    let transaction = transaction::read(payload).map_err(CallbackError::Unreadable)?;
    Ok(CallbackContent { transactions: vec![transaction], saved_card: None, is_wholly_signed: false })
}

/// The transaction RESPONSE callback: the same fields, flat in the query.
pub(super) fn read_response(credentials: &Credentials, request: IncomingRequest<'_>) -> Result<BrowserReturn, CallbackError> {
    if request.query.len() > MOST_BYTES {
        return Err(CallbackError::TooLarge);
    }
    let pairs = query::parse(request.query).ok_or(CallbackError::SignatureWrong)?;
    let (payload, hmac) = (Payload::Query(&pairs), hmac(request.query)?);
    if !signature::is_transaction_signed(payload, credentials.get("hmac"), &hmac) {
        return Err(CallbackError::SignatureWrong);
    }
    let transaction = transaction::read(payload).map_err(CallbackError::Unreadable)?;
    Ok(BrowserReturn {
        transaction_id: transaction.id,
        provider_reference: transaction.provider_reference,
        reference: transaction.reference,
        status: transaction.status,
        refusal: transaction.refusal,
    })
}

fn hmac(query_text: &str) -> Result<String, CallbackError> {
    let pairs = query::parse(query_text).ok_or(CallbackError::SignatureMissing)?;
    Some(query::get(&pairs, "hmac").to_owned()).filter(|hmac| !hmac.is_empty()).ok_or(CallbackError::SignatureMissing)
}
