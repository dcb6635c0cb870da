//! Why a call to a courier failed.

use crate::call::{CallError, UnreachableReason};

/// Why the courier says no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RefusalCode {
    /// The key was used for another booking, and that one cannot be found.
    DuplicateReference,
    /// No such delivery, pickup or place at the courier.
    NotFound,
    /// The city, zone or district is not one of the courier's, or not served.
    PlaceNotServed,
    /// More cash than the courier collects for this merchant.
    CodTooLarge,
    /// The account needs a bundle or credit.
    NoCredit,
    /// The account has no default place where parcels are picked up.
    PickupLocationMissing,
    /// That place has nobody to call.
    ContactMissing,
    /// A pickup exists for this place and day.
    PickupExists,
    /// Nobody comes on this day: a Friday or a holiday.
    PickupOnDayOff,
    /// Too late for this day.
    PickupTooLate,
    /// The day is over.
    PickupInPast,
    /// Too late, or otherwise not possible for this delivery.
    NotPossible,
    /// The key may not do this.
    NotPermitted,
    /// This courier does not offer it.
    NotOffered,
    /// A field of the request is missing or wrong.
    InvalidRequest,
    /// None of these; the words say it.
    Unknown,
}

impl RefusalCode {
    /// The word for logs, tables and the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateReference => "duplicate_reference",
            Self::NotFound => "not_found",
            Self::PlaceNotServed => "place_not_served",
            Self::CodTooLarge => "cod_too_large",
            Self::NoCredit => "no_credit",
            Self::PickupLocationMissing => "pickup_location_missing",
            Self::ContactMissing => "contact_missing",
            Self::PickupExists => "pickup_exists",
            Self::PickupOnDayOff => "pickup_on_day_off",
            Self::PickupTooLate => "pickup_too_late",
            Self::PickupInPast => "pickup_in_past",
            Self::NotPossible => "not_possible",
            Self::NotPermitted => "not_permitted",
            Self::NotOffered => "not_offered",
            Self::InvalidRequest => "invalid_request",
            Self::Unknown => "unknown",
        }
    }
}

/// Why a call to a courier failed. The words are the courier's own, shortened; no secret is among them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CourierError {
    /// It refused; nothing was done, and a retry without a change is of no use.
    #[error("the courier refused ({}): {words}", .code.as_str())]
    Refused {
        /// Why.
        code: RefusalCode,
        /// Its own words.
        words: String,
    },
    /// It does not accept the credentials; nothing was done.
    #[error("the courier does not accept the credentials: {words}")]
    Unauthorised {
        /// Its own words.
        words: String,
    },
    /// It could not be reached.
    #[error("the courier could not be reached: {0}")]
    Unreachable(UnreachableReason),
    /// It answered something that the contract does not know.
    #[error("unreadable answer of the courier: {words}")]
    Unreadable {
        /// What was missing.
        words: String,
    },
    /// Its list was read so far and no further, and the booking was not among what was read: it may be there.
    #[error("not among the latest of the courier's deliveries")]
    NotAmongLatest,
}

impl From<CallError> for CourierError {
    fn from(e: CallError) -> Self {
        match e {
            CallError::Unauthorised(words) => Self::Unauthorised { words },
            CallError::Unreachable(reason) => Self::Unreachable(reason),
            CallError::Unreadable(words) => Self::Unreadable { words },
        }
    }
}

impl CourierError {
    /// The same call may succeed later, without a change by people.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Unreadable { .. } | Self::NotAmongLatest)
    }

    /// A call that changes something may have changed it: find out before it is repeated ([`super::Courier::repeat_safety`]).
    #[must_use]
    pub const fn is_outcome_unknown(&self) -> bool {
        match self {
            Self::Refused { .. } | Self::Unauthorised { .. } => false,
            Self::Unreachable(UnreachableReason::NotConnected | UnreachableReason::RateLimited) => false,
            Self::Unreachable(_) | Self::Unreadable { .. } | Self::NotAmongLatest => true,
        }
    }

    /// The code of a refusal.
    #[must_use]
    pub const fn refusal(&self) -> Option<RefusalCode> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// A refusal.
    pub fn refused(code: RefusalCode, words: impl Into<String>) -> Self {
        Self::Refused { code, words: words.into() }
    }

    pub(super) fn unreadable(words: impl Into<String>) -> Self {
        Self::Unreadable { words: words.into() }
    }

    pub(super) fn not_offered() -> Self {
        Self::refused(RefusalCode::NotOffered, "this courier does not offer it")
    }
}
