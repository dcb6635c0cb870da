//! Labels ("AWB"): a PDF in base64 within the envelope, or as it is.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::Lang;
use serde_json::json;

use super::client::{Call, Client, path_part};
use crate::call::CallContext;
use crate::couriers::error::{CourierError, RefusalCode};
use crate::couriers::waybill::LabelSize;
use crate::http::CallBounds;
use crate::json::text;

/// Labels of one call; the contract names no bound.
const MOST_LABELS: usize = 50;
/// Bytes of an answer: a label has some 100 kB.
const MOST_BYTES: usize = 20_000_000;

pub(super) async fn label(
    client: &Client,
    context: CallContext<'_>,
    tracking_nos: &[String],
    size: LabelSize,
    lang: Lang,
) -> Result<Vec<u8>, CourierError> {
    if !(1..=MOST_LABELS).contains(&tracking_nos.len()) {
        return Err(CourierError::refused(RefusalCode::InvalidRequest, "1 to 50 deliveries"));
    }
    let numbers = tracking_nos.iter().map(|number| path_part(number)).collect::<Result<Vec<_>, _>>()?.join(",");
    let paper = match size {
        LabelSize::A4 => "A4",
        LabelSize::A6 => "A6",
    };
    let body = json!({ "trackingNumbers": numbers, "requestedAwbType": paper, "lang": lang.code() }).to_string();
    let bounds = CallBounds { most_bytes: Some(MOST_BYTES), is_file: true, ..CallBounds::default() };
    let call = Call { bounds, ..Call::post("bosta.label", "/deliveries/mass-awb", &body) };
    let answer = client.send(context, call).await?;
    let pdf = match text(&answer.body, "data") {
        Some(base64) => STANDARD.decode(base64.trim()).map_err(|_| CourierError::unreadable("a label that is no base64"))?,
        None => answer.file,
    };
    if pdf.starts_with(b"%PDF-") { Ok(pdf) } else { Err(CourierError::unreadable("a label that is no PDF")) }
}
