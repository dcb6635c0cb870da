//! Pickups: the courier comes to a warehouse and takes parcels along (SP-02).

/// A person whom the courier calls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contact {
    /// Name.
    pub name: String,
    /// Phone.
    pub phone: String,
    /// Another number; may be empty.
    pub second_phone: String,
    /// E-mail address; may be empty.
    pub email: String,
}

/// When on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PickupSlot {
    /// 10:00 to 13:00.
    Morning,
    /// 13:00 to 16:00.
    Afternoon,
}

impl PickupSlot {
    /// All.
    pub const ALL: &'static [Self] = &[Self::Morning, Self::Afternoon];

    /// The word for the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Morning => "morning",
            Self::Afternoon => "afternoon",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|slot| slot.as_str() == word)
    }
}

/// A pickup to ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickupRequest {
    /// `2026-12-01`, in the courier's country.
    pub date: String,
    /// When on that day; none for any time.
    pub slot: Option<PickupSlot>,
    /// Where: the courier's id of the place.
    pub location_id: String,
    /// Whom it calls.
    pub contact: Contact,
    /// Note for the courier; may be empty.
    pub note: String,
    /// How many parcels; above zero.
    pub parcels: u32,
    /// The largest of them needs more than a motorcycle.
    pub is_bulky: bool,
}

/// A pickup as its courier tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pickup {
    /// The courier's id.
    pub id: String,
    /// The number that people see; may be empty.
    pub number: String,
    /// `2026-12-01`
    pub date: String,
    /// The courier's words for when on that day; may be empty.
    pub slot: String,
    /// How far it is.
    pub state: PickupState,
    /// The courier's own word of that.
    pub raw_state: String,
    /// The courier's id of the place.
    pub location_id: String,
    /// How many parcels were announced; none where it is not told.
    pub parcels: Option<u32>,
}

/// How far a pickup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PickupState {
    /// Asked for; also where the courier's word is not known.
    Requested,
    /// Somebody was chosen to come.
    Assigned,
    /// Somebody is on the way or there.
    InProgress,
    /// The courier has the parcels.
    PickedUp,
    /// Nobody came, or nothing was given.
    Failed,
    /// Called off.
    Cancelled,
}

impl PickupState {
    /// The word for the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Assigned => "assigned",
            Self::InProgress => "in_progress",
            Self::PickedUp => "picked_up",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A place where the courier fetches parcels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PickupLocation {
    /// The courier's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The courier's name of its city; may be empty.
    pub city: String,
    /// The account's default.
    pub is_default: bool,
    /// Whom the courier calls there.
    pub contact: Option<Contact>,
}
