//! A pickup and how far it is. Pure.

use gateways::couriers as courier;
use jiff::civil::Date;
use kernel::{CourierPickupId, Millis, StockLocationId};

use crate::shipping::ShippingProvider;

web::words! {
    /// How far a pickup is.
    PickupState as CourierPickupState {
        /// The courier has not confirmed it yet.
        Waiting "waiting",
        /// The courier has it.
        Requested "requested",
        /// Somebody was chosen to come.
        Assigned "assigned",
        /// Somebody is on the way or there.
        InProgress "in_progress",
        /// The courier has the parcels.
        PickedUp "picked_up",
        /// Nobody came, or nothing was given.
        Failed "failed",
        /// Called off.
        Cancelled "cancelled",
        /// The courier refused it, or could not be asked: the reason says why.
        Refused "refused",
    }
}

web::words! {
    /// When on a day.
    Slot as CourierPickupSlot {
        /// 10:00 to 13:00.
        Morning "morning",
        /// 13:00 to 16:00.
        Afternoon "afternoon",
    }
}

db::stored_words! {
    PickupState, "courier_pickups" "state";
}

impl From<courier::PickupState> for PickupState {
    fn from(state: courier::PickupState) -> Self {
        match state {
            courier::PickupState::Requested => Self::Requested,
            courier::PickupState::Assigned => Self::Assigned,
            courier::PickupState::InProgress => Self::InProgress,
            courier::PickupState::PickedUp => Self::PickedUp,
            courier::PickupState::Failed => Self::Failed,
            courier::PickupState::Cancelled => Self::Cancelled,
        }
    }
}

impl From<Slot> for courier::PickupSlot {
    fn from(slot: Slot) -> Self {
        match slot {
            Slot::Morning => Self::Morning,
            Slot::Afternoon => Self::Afternoon,
        }
    }
}

impl PickupState {
    /// The courier is asked how far it is.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Requested | Self::Assigned | Self::InProgress)
    }

    /// The state after the courier told one. What has ended stays as it is: an answer may be older than the end.
    #[must_use]
    pub const fn after(self, reported: Self) -> Self {
        if self.is_open() { reported } else { self }
    }
}

/// A pickup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourierPickup {
    /// Its id.
    pub id: CourierPickupId,
    /// The courier.
    pub provider: ShippingProvider,
    /// Where the parcels are.
    pub warehouse_id: StockLocationId,
    /// The courier's id of that place; empty for the account's default.
    pub location_id: String,
    /// `2026-12-01`, in the courier's country.
    pub date: String,
    /// When on that day; none for any time.
    pub slot: Option<Slot>,
    /// Whom the courier calls.
    pub contact_name: String,
    /// Their phone in E.164.
    pub contact_phone: String,
    /// Note for the courier; may be empty.
    pub note: String,
    /// How many parcels were announced.
    pub parcels: i64,
    /// How far it is.
    pub state: PickupState,
    /// The courier's id of it; empty before it has confirmed it.
    pub courier_id: String,
    /// The number that people see; may be empty.
    pub number: String,
    /// Why it was not requested or not cancelled: a stable word; or empty.
    pub reason: String,
    /// The courier's own words of it; or empty.
    pub reason_words: String,
    /// The courier is being asked to cancel it.
    pub is_cancel_requested: bool,
    /// When the courier is asked how far it is; none where nothing follows.
    pub next_read_at: Option<Millis>,
    /// Who requested it.
    pub created_by_name: String,
    /// When it was written.
    pub created_at: Millis,
    /// When it changed.
    pub updated_at: Millis,
}

impl CourierPickup {
    /// It can be called off: the courier has it, and nobody is on the way.
    #[must_use]
    pub const fn can_cancel(&self) -> bool {
        matches!(self.state, PickupState::Requested | PickupState::Assigned) && !self.is_cancel_requested
    }
}

/// Pause between two reads of open pickups.
pub(super) const READ_EVERY: i64 = Millis::HOUR;
/// How long after its day a pickup is still asked about.
const ASKED_FOR: i64 = 2;
/// Days ahead for which a pickup can be requested.
pub(super) const MOST_DAYS_AHEAD: i64 = 30;

/// When an open pickup is read next: not any more once its day is long over.
pub(super) fn next_read(state: PickupState, date: &str, today: Date, now: Millis) -> Option<Millis> {
    let is_over = date.parse::<Date>().is_ok_and(|day| days_between(day, today) > ASKED_FOR);
    (state.is_open() && !is_over).then(|| now.plus(READ_EVERY))
}

/// Days from one to the other; negative where the other is earlier.
pub(super) fn days_between(from: Date, to: Date) -> i64 {
    from.until(to).map_or(0, |span| i64::from(span.get_days()))
}

/// The day of a moment in a time zone; in UTC where the zone is unknown.
pub(super) fn day_of(at: Millis, zone: &str) -> Date {
    let zone = jiff::tz::TimeZone::get(zone).unwrap_or(jiff::tz::TimeZone::UTC);
    jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_zoned(zone).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_02_a_pickup_is_asked_about_until_it_has_ended_or_its_day_is_over() {
        let now = Millis(1_800_000_000_000);
        let today = day_of(now, "Africa/Cairo");
        assert_eq!(today.to_string(), "2027-01-15");
        for (state, date, is_read) in [
            (PickupState::Requested, "2027-01-15", true),
            (PickupState::InProgress, "2027-01-13", true),
            (PickupState::Assigned, "2027-01-12", false),
            (PickupState::Waiting, "2027-01-15", false),
            (PickupState::PickedUp, "2027-01-15", false),
        ] {
            assert_eq!(next_read(state, date, today, now).is_some(), is_read, "{state:?} {date}");
        }
    }

    #[test]
    fn sp_02_a_pickup_that_has_ended_stays_ended() {
        for state in PickupState::ALL {
            for reported in PickupState::ALL {
                let after = state.after(*reported);
                assert_eq!(after, if state.is_open() { *reported } else { *state });
            }
        }
    }
}
