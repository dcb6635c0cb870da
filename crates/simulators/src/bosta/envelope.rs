//! The envelope of every answer, and who may call.

use axum::http::{HeaderMap, header};
use serde_json::{Value, json};

use super::records::API_KEY;
use crate::service::Reply;

pub(super) fn success(data: Value) -> Reply {
    Reply(200, json!({ "success": true, "message": "done", "data": data }))
}

/// A refusal with a code of the contract.
pub(super) fn refuse(code: u32, message: &str) -> Reply {
    Reply(400, json!({ "success": false, "message": message, "errorCode": code }))
}

/// A refusal without one.
pub(super) fn invalid(message: &str) -> Reply {
    Reply(400, json!({ "success": false, "message": message }))
}

pub(super) fn not_found(message: &str) -> Reply {
    Reply(404, json!({ "success": false, "message": message }))
}

/// The key stands in the header as it is.
pub(super) fn check_key(headers: &HeaderMap) -> Result<(), Reply> {
    let is_known = headers.get(header::AUTHORIZATION).is_some_and(|key| key.as_bytes() == API_KEY.as_bytes());
    let refused = || Reply(401, json!({ "success": false, "message": "Invalid token", "errorCode": 1028 }));
    if is_known { Ok(()) } else { Err(refused()) }
}
