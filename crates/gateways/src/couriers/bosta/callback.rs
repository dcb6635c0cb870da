//! Webhooks of Bosta. Nothing is signed: the merchant chooses a key that comes in a header, and the caller reads the delivery again.

use serde_json::Value;

use super::description::DEFAULT_HEADER;
use super::times;
use crate::couriers::delivery::DeliveryNotice;
use crate::credentials::Credentials;
use crate::exchange::shortened;
use crate::incoming::{CallbackError, IncomingRequest};
use crate::json::{text, text_or_empty};
use crate::signature::is_same;

/// Real ones have less than 1 kB.
const MOST_BYTES: usize = 65_536;

pub(super) fn read(credentials: &Credentials, request: IncomingRequest<'_>) -> Result<DeliveryNotice, CallbackError> {
    if request.body.len() > MOST_BYTES {
        return Err(CallbackError::TooLarge);
    }
    let header = credentials.get("callback_header");
    let header = if header.is_empty() { DEFAULT_HEADER } else { header };
    let sent = request.header(header).filter(|sent| !sent.is_empty()).ok_or(CallbackError::SignatureMissing)?;
    let key = credentials.get("callback_key");
    // Merchants paste the key with the word that such headers begin with.
    if !is_same(key, sent) && !sent.strip_prefix("Bearer ").is_some_and(|rest| is_same(key, rest)) {
        return Err(CallbackError::SignatureWrong);
    }
    read_body(request.body)
}

/// Reads a body whose key was compared.
pub(super) fn read_body(body: &[u8]) -> Result<DeliveryNotice, CallbackError> {
    let body: Value = serde_json::from_slice(body).map_err(|e| CallbackError::Unreadable(e.to_string()))?;
    let member = |key: &str| text(&body, key).filter(|word| !word.is_empty() && word.len() <= 64);
    let missing = |key: &str| CallbackError::Unreadable(format!("no {key}"));
    Ok(DeliveryNotice {
        tracking_no: member("trackingNumber").ok_or_else(|| missing("trackingNumber"))?,
        tracking_id: member("_id").unwrap_or_default(),
        reference: shortened(&text_or_empty(&body, "businessReference"), 64),
        raw_code: member("state.code").or_else(|| member("state")).ok_or_else(|| missing("state"))?,
        at: body.get("timeStamp").and_then(times::read),
        is_wholly_signed: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(credentials: &[(&str, &str)], headers: &[(&str, &str)], body: &str) -> Result<DeliveryNotice, CallbackError> {
        let credentials = Credentials::new(credentials.iter().copied());
        read(&credentials, IncomingRequest { headers, query: "", body: body.as_bytes() })
    }

    const BODY: &str =
        r#"{"_id":"a","trackingNumber":26976001,"state":45,"cod":10,"timeStamp":1772366400000,"businessReference":"1001-1"}"#;
    const KEY: (&str, &str) = ("callback_key", "a-word-of-the-merchant");

    #[test]
    fn sp_04_a_webhook_is_believed_by_its_key_and_read_again() {
        let notice = read_with(&[KEY], &[("authorization", "a-word-of-the-merchant")], BODY).unwrap();
        assert_eq!(
            (notice.tracking_no.as_str(), notice.raw_code.as_str(), notice.reference.as_str()),
            ("26976001", "45", "1001-1")
        );
        assert_eq!((notice.at.map(|at| at.0), notice.is_wholly_signed), (Some(1_772_366_400_000), false));
        assert!(read_with(&[KEY], &[("authorization", "Bearer a-word-of-the-merchant")], BODY).is_ok());
        assert!(read_with(&[KEY, ("callback_header", "x-bosta")], &[("X-Bosta", KEY.1)], BODY).is_ok());
    }

    #[test]
    fn sp_04_a_webhook_without_the_key_is_not_believed() {
        use CallbackError::{SignatureMissing, SignatureWrong, TooLarge};
        let own = [("authorization", KEY.1)];
        for (credentials, headers, expected) in [
            (&[KEY][..], &[][..], SignatureMissing),
            (&[KEY], &[("authorization", "")], SignatureMissing),
            (&[KEY], &[("authorization", "a-word-of-the-merchanT")], SignatureWrong),
            (&[KEY], &[("authorization", "a-word")], SignatureWrong),
            (&[KEY], &[("authorization", KEY.1), ("Authorization", KEY.1)], SignatureMissing),
            (&[KEY, ("callback_header", "x-bosta")], &own, SignatureMissing),
            (&[], &own, SignatureWrong),
        ] {
            assert_eq!(read_with(credentials, headers, BODY), Err(expected));
        }
        assert_eq!(read_with(&[KEY], &own, &"x".repeat(MOST_BYTES + 1)), Err(TooLarge));
        for body in ["", "[]", r#"{"state":45}"#, r#"{"trackingNumber":"1"}"#] {
            assert!(matches!(read_with(&[KEY], &own, body), Err(CallbackError::Unreadable(_))), "{body}");
        }
    }
}
