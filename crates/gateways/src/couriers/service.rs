//! What the store does with a shipment.

/// The service of a shipment, as orders store it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Service {
    /// Bring it to the customer.
    Deliver,
    /// Bring it, and take another one back.
    Exchange,
    /// Hand it over in the store.
    Pickup,
}

impl Service {
    /// All.
    pub const ALL: &'static [Self] = &[Self::Deliver, Self::Exchange, Self::Pickup];

    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deliver => "deliver",
            Self::Exchange => "exchange",
            Self::Pickup => "pickup",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }

    /// What a courier does for it; none where the customer comes for it.
    #[must_use]
    pub const fn of_courier(self) -> Option<CourierService> {
        match self {
            Self::Deliver => Some(CourierService::Deliver),
            Self::Exchange => Some(CourierService::Exchange),
            Self::Pickup => None,
        }
    }
}

/// What a courier does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CourierService {
    /// Brings a parcel to the customer.
    Deliver,
    /// Brings one, and takes another one back.
    Exchange,
    /// Fetches a parcel from the customer.
    Return,
    /// Fetches money from the customer.
    CashCollection,
}

impl CourierService {
    /// All.
    pub const ALL: &'static [Self] = &[Self::Deliver, Self::Exchange, Self::Return, Self::CashCollection];

    /// The word for logs and the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Deliver => "deliver",
            Self::Exchange => "exchange",
            Self::Return => "return",
            Self::CashCollection => "cash_collection",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }
}
