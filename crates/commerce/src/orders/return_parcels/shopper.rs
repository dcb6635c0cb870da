//! A shopper's view of an order's return parcels (SP-04).

use db::Conn;
use kernel::{Millis, StoreScope};

use super::model::{ReturnParcel, State};
use super::store;
use crate::orders::model::Order;
use crate::shipments::{self, CourierStep};

/// Steps of a parcel that a shopper is shown.
const SHOWN_STEPS: usize = 12;

/// A return parcel with its steps for the shopper.
#[derive(Debug, Clone)]
pub struct TrackedReturn {
    /// Displayed number: `1001-R1`.
    pub number: String,
    /// Number of pieces.
    pub pieces: i64,
    /// Tracking number; empty before it is booked.
    pub tracking_no: String,
    /// URL of the tracking page: http or https, nothing else.
    pub link: Option<String>,
    /// How far it is, the latest first; at least one, and a few at most.
    pub steps: Vec<ReturnStep>,
}

/// A step of a return, for the shopper. The words are the theme's: the courier's are for the merchant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnStep {
    /// `requested`, `received` (the store took the goods back before the courier said so), or a [`CourierStep`]'s word: `created`,
    /// `returning`, `exception`, `returned`, `lost`, `damaged`.
    pub code: &'static str,
    /// Since when; none where it is not told.
    pub at: Option<Millis>,
}

/// What is repeated in a row is one step, as it began. Nothing comes after it is back.
fn steps(parcel: &ReturnParcel) -> Vec<ReturnStep> {
    let mut out = vec![ReturnStep { code: "requested", at: Some(parcel.created_at) }];
    let mut add = |code: &'static str, at: Option<Millis>| {
        if out.last().is_none_or(|last| last.code != code) {
            out.push(ReturnStep { code, at });
        }
    };
    let back = parcel.events.iter().position(|event| event.step == CourierStep::Returned);
    let most = back.filter(|_| parcel.step == Some(CourierStep::Returned)).map_or(parcel.events.len(), |n| n + 1);
    for event in parcel.events.iter().take(most).filter(|event| event.step != CourierStep::Cancelled) {
        add(event.step.as_str(), event.at);
    }
    if parcel.return_id.is_some() && parcel.step != Some(CourierStep::Returned) {
        add("received", None);
    }
    out.reverse();
    out.truncate(SHOWN_STEPS);
    out
}

/// The return parcels of an order, without those that were not booked or were cancelled; one statement.
///
/// # Errors
/// Of the database.
pub async fn track(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Vec<TrackedReturn>> {
    let parcels = store::list_by_order(c, scope, order.id).await?;
    let is_shown = |parcel: &ReturnParcel| matches!(parcel.state, State::Waiting | State::Booked);
    Ok(parcels
        .into_iter()
        .filter(is_shown)
        .map(|parcel| TrackedReturn {
            number: parcel.reference(order.number),
            pieces: parcel.items_count,
            steps: steps(&parcel),
            link: Some(parcel.tracking_url).filter(|url| shipments::is_web_address(url)),
            tracking_no: parcel.tracking_no,
        })
        .collect())
}

#[cfg(test)]
mod tests {
    use kernel::OrderReturnId;

    use super::super::model::tests::{event, sample};
    use super::*;

    #[test]
    fn sp_04_a_shopper_reads_each_step_once_and_the_latest_first() {
        use CourierStep::{Created, Exception, Returned, Returning};
        let codes = |step, events: &[CourierStep], is_received: bool| -> Vec<&str> {
            let parcel = ReturnParcel {
                step: Some(step),
                events: events.iter().map(|step| event(*step)).collect(),
                return_id: is_received.then(|| OrderReturnId::from_raw(1)),
                ..sample()
            };
            steps(&parcel).into_iter().map(|step| step.code).collect()
        };
        assert_eq!(steps(&sample()).len(), 1, "nothing was read yet");
        assert_eq!(codes(Created, &[Created, Created], false), ["created", "requested"]);
        assert_eq!(
            codes(Returning, &[Created, Exception, Returning, Returning], false),
            ["returning", "exception", "created", "requested"]
        );
        assert_eq!(codes(Returning, &[Created, Returning], true), ["received", "returning", "created", "requested"]);
        assert_eq!(codes(Returned, &[Returning, Returned, Exception], true), ["returned", "returning", "requested"]);
        let many: Vec<CourierStep> = [Exception, Returning].into_iter().cycle().take(40).collect();
        assert_eq!(codes(Returning, &many, false).len(), SHOWN_STEPS);
    }
}
