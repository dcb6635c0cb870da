//! Books, finds, changes and cancels deliveries.

use reqwest::Method;
use serde_json::{Value, json};

use super::client::{Call, Client, items, path_part};
use super::description::DEFAULT_HEADER;
use super::states::{self, Kind};
use super::{body, tracking};
use crate::amounts::to_text;
use crate::call::CallContext;
use crate::couriers::delivery::Step;
use crate::couriers::error::{CourierError, RefusalCode};
use crate::couriers::waybill::{Booked, BookingName, Waybill, WaybillChange};
use crate::exchange::shortened;
use crate::http::CallBounds;
use crate::json::{text, text_or_empty};

/// Deliveries on a page of a search, and pages that are read: the latest of the account.
const PAGE: u64 = 50;
const MOST_PAGES: u64 = 4;
/// A page of deliveries with their addresses.
const MOST_PAGE_BYTES: usize = 8_000_000;

/// Books a delivery under its key, as `uniqueBusinessReference`. A key that Bosta refuses as used is looked up: an earlier call was
/// done and never answered.
pub(super) async fn book(client: &Client, context: CallContext<'_>, waybill: &Waybill) -> Result<Booked, CourierError> {
    if waybill.key.is_empty() || waybill.key.len() > 64 || waybill.reference.len() > 64 {
        return Err(CourierError::refused(RefusalCode::InvalidRequest, "key or reference"));
    }
    let header = context.credentials.get("callback_header");
    let header = if header.is_empty() { DEFAULT_HEADER } else { header };
    let body = to_text(&body::delivery(waybill, (header, context.credentials.get("callback_key"))));
    match client.data(context, Call::post("bosta.book", "/deliveries?apiVersion=1", &body)).await {
        Ok(data) => booked(&data),
        Err(CourierError::Refused { code: RefusalCode::DuplicateReference, .. }) => {
            let name = BookingName { key: &waybill.key, reference: &waybill.reference, tracking_no: "" };
            // The booking is there, whatever the search says and wherever it stops: it stays in doubt, and keeps its key.
            let found = find(client, context, name).await.map_err(|e| match e {
                CourierError::Refused { .. } | CourierError::Unauthorised { .. } => {
                    CourierError::unreadable("a used reference could not be looked up")
                }
                e => e,
            })?;
            found.ok_or_else(|| CourierError::unreadable("a used reference was not found"))
        }
        Err(e) => Err(e),
    }
}

fn booked(data: &Value) -> Result<Booked, CourierError> {
    let tracking_no = text(data, "trackingNumber").filter(|number| path_part(number).is_ok());
    let tracking_no = tracking_no.ok_or_else(|| CourierError::unreadable("no trackingNumber"))?;
    Ok(Booked {
        tracking_id: text_or_empty(data, "_id"),
        url: format!("https://bosta.co/tracking-shipment/?trackNumber={tracking_no}"),
        tracking_no,
    })
}

/// The booking under a key. The search takes no reference (a client found that it ignores its search term), so that the latest
/// deliveries are read and compared. A row without the key is ours by its reference, unless it was called off.
pub(super) async fn find(
    client: &Client,
    context: CallContext<'_>,
    name: BookingName<'_>,
) -> Result<Option<Booked>, CourierError> {
    let key = shortened(name.key, 64);
    for page in 0..MOST_PAGES {
        let body = json!({ "pageNumber": page, "pageLimit": PAGE, "sortBy": "-createdAt" }).to_string();
        let bounds = CallBounds { most_bytes: Some(MOST_PAGE_BYTES), ..CallBounds::default() };
        let call = Call { bounds, ..Call::post("bosta.find", "/deliveries/search", &body) };
        let data = client.data(context, call).await?;
        let rows = items(&data, &["deliveries", "list"]);
        let is_ours = |row: &&Value| match text(row, "uniqueBusinessReference").filter(|key| !key.is_empty()) {
            Some(row_key) => row_key == key,
            None => text(row, "businessReference").is_some_and(|reference| reference == name.reference) && is_live(row),
        };
        if let Some(row) = rows.iter().find(is_ours) {
            return booked(row).map(Some);
        }
        if u64::try_from(rows.len()).unwrap_or(0) < PAGE {
            break;
        }
    }
    Ok(None)
}

fn is_live(row: &Value) -> bool {
    tracking::code(row).is_none_or(|code| states::find(code, Kind::Outbound).0 != Step::Cancelled)
}

/// Changes a delivery.
pub(super) async fn change(
    client: &Client,
    context: CallContext<'_>,
    name: BookingName<'_>,
    change: &WaybillChange,
) -> Result<(), CourierError> {
    let path = format!("/deliveries/business/{}", path_part(name.tracking_no)?);
    let body = to_text(&body::change(change));
    client.data(context, Call { method: Method::PUT, ..Call::post("bosta.change", &path, &body) }).await.map(drop)
}

/// Terminates a delivery. What is terminated already, or not there, is what was wanted.
pub(super) async fn cancel(client: &Client, context: CallContext<'_>, name: BookingName<'_>) -> Result<(), CourierError> {
    let found;
    let tracking_no = if name.tracking_no.is_empty() {
        let Some(booked) = find(client, context, name).await? else { return Ok(()) };
        found = booked;
        found.tracking_no.as_str()
    } else {
        name.tracking_no
    };
    let path = format!("/deliveries/business/{}/terminate", path_part(tracking_no)?);
    let call = Call { method: Method::DELETE, ..Call::get("bosta.cancel", &path) };
    match client.data(context, call).await {
        Ok(_) | Err(CourierError::Refused { code: RefusalCode::NotFound, .. }) => Ok(()),
        Err(
            e @ CourierError::Refused {
                code: RefusalCode::NotPossible | RefusalCode::InvalidRequest | RefusalCode::Unknown, ..
            },
        ) => {
            let delivery = tracking::track(client, context, tracking_no, "EG").await?;
            if delivery.step == Step::Cancelled { Ok(()) } else { Err(e) }
        }
        Err(e) => Err(e),
    }
}
