//! Books, finds, changes and cancels deliveries.

use kernel::Millis;
use reqwest::Method;
use serde_json::{Value, json};

use super::client::{Call, Client, find_items, path_part};
use super::description::DEFAULT_HEADER;
use super::states::{self, Kind};
use super::{body, times, tracking};
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
const MOST_PAGES: u64 = 10;
/// How far Bosta's clock, or the zone in which it writes a moment, may be from ours.
const CLOCK_TOLERANCE: i64 = 4 * Millis::HOUR;
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
            let name = BookingName { key: &waybill.key, reference: &waybill.reference, tracking_no: "", not_before: None };
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
///
/// It is not there where the list ended, or went back to before it can have been booked. The end is an empty page: a page that is not
/// full may be one that Bosta cut to a limit of its own.
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
        let rows = find_items(&data, &["deliveries", "list"]).ok_or_else(|| CourierError::unreadable("no list of deliveries"))?;
        let is_ours = |row: &&Value| match text(row, "uniqueBusinessReference").filter(|key| !key.is_empty()) {
            Some(row_key) => row_key == key,
            None => text(row, "businessReference").is_some_and(|reference| reference == name.reference) && is_live(row),
        };
        if let Some(row) = rows.iter().find(is_ours) {
            return booked(row).map(Some);
        }
        if rows.is_empty() || name.not_before.is_some_and(|moment| ends_before(rows, moment)) {
            return Ok(None);
        }
    }
    Err(CourierError::NotAmongLatest)
}

/// Whether these rows go back to before a moment, so that the next pages are older. Only rows that all say when they were created, the
/// latest first, prove it: that Bosta sorts them so is asked for, and not documented.
fn ends_before(rows: &[Value], moment: Millis) -> bool {
    let created: Option<Vec<Millis>> = rows.iter().map(|row| row.get("createdAt").and_then(times::read)).collect();
    created.is_some_and(|created| {
        created.is_sorted_by(|earlier, later| earlier >= later)
            && created.last().is_some_and(|last| *last < moment.plus(-CLOCK_TOLERANCE))
    })
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

/// Terminates a delivery. What is terminated already, or not there, is what was wanted. One that may be there and was not found is not
/// cancelled.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_a_search_went_far_enough_where_its_rows_say_so() {
        let noon = Millis::parse("2026-11-29T12:00:00Z").unwrap_or(Millis(0));
        let rows = |hours: &[Option<i64>]| -> Vec<Value> {
            hours.iter().map(|h| h.map_or_else(|| json!({}), |h| json!({ "createdAt": noon.plus(h * Millis::HOUR).0 }))).collect()
        };
        for (hours, expected, why) in [
            (&[Some(1), Some(0), Some(-5)][..], true, "the last is older than the clocks can differ"),
            (&[Some(1), Some(-3)], false, "a clock may be wrong by that"),
            (&[Some(-9), Some(1), Some(-9)], false, "not sorted: the next page may be newer"),
            (&[Some(1), None, Some(-9)], false, "a row does not say"),
            (&[], false, "nothing was read"),
        ] {
            assert_eq!(ends_before(&rows(hours), noon), expected, "{why}");
        }
    }
}
