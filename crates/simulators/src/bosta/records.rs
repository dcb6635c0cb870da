//! What is written in the books.

use kernel::Millis;
use serde_json::Value;

use crate::outcome::Button;

/// The merchant's key.
pub(super) const API_KEY: &str = "5f1c0c3a9e7b42d6a1b84f2e6d70c9b3simulator";
/// The word that the merchant has chosen for webhooks.
pub(super) const CALLBACK_KEY: &str = "a-word-of-the-merchant-for-webhooks";
/// The account's only place, with a contact.
pub(super) const LOCATION: &str = "KtKVtoHUq";
/// More than this is not collected, in piastres.
pub(super) const MOST_COD_MINOR: i64 = 3_000_000;

pub(super) struct Delivery {
    pub(super) id: String,
    pub(super) tracking_no: u64,
    /// As it was sent, and changed since.
    pub(super) request: Value,
    pub(super) cod_minor: i64,
    pub(super) state: i64,
    /// It goes back to the merchant.
    pub(super) is_return: bool,
    pub(super) attempts: u32,
    pub(super) exception: Option<(i64, &'static str)>,
    pub(super) events: Vec<Event>,
    pub(super) updated: Millis,
}

impl Delivery {
    /// It was booked to be fetched at the customer's.
    pub(super) fn is_fetched(&self) -> bool {
        self.request["type"] == 25
    }
}

#[derive(Clone, Copy)]
pub(super) struct Event {
    pub(super) state: i64,
    pub(super) at: Millis,
    pub(super) words: &'static str,
}

pub(super) struct Pickup {
    pub(super) id: String,
    pub(super) request: Value,
    pub(super) state: &'static str,
}

/// Names of states (bosta-nodejs).
pub(super) fn state_name(state: i64) -> &'static str {
    match state {
        10 => "Pickup requested",
        20 => "Route Assigned",
        21 => "Picked up from business",
        22 => "Picking up from consignee",
        23 => "Picked up from consignee",
        24 => "Received at warehouse",
        30 => "In transit between Hubs",
        41 => "Out for delivery",
        45 => "Delivered",
        46 => "Returned to business",
        47 => "Exception",
        48 => "Terminated",
        100 => "Lost",
        101 => "Damaged",
        105 => "On hold",
        _ => "Unknown",
    }
}

/// Nothing follows.
pub(super) fn is_final(state: i64) -> bool {
    matches!(state, 45 | 46 | 48 | 49 | 60)
}

/// What can be pressed for a delivery.
pub(super) const STATE_ACTIONS: &[Button] = &[
    ("pick_up", "Pick up"),
    ("receive", "Arrives at the warehouse"),
    ("transit", "Between hubs"),
    ("out_for_delivery", "Out for delivery"),
    ("come", "On the way to the customer (return)"),
    ("deliver", "Deliver (and collect)"),
    ("exception", "Nobody answers"),
    ("refuse", "Customer refuses, goes back"),
    ("return", "Back at the merchant's"),
    ("on_hold", "On hold"),
    ("lose", "Lose"),
    ("damage", "Damage"),
];

/// What can be ordered for the callback of the next change.
pub(super) const CALLBACK_OUTCOMES: &[Button] = &[
    ("callback_twice", "Callback twice"),
    ("out_of_order", "Callbacks out of order"),
    ("late_callback", "Callback 10 minutes late"),
    ("lost_callback", "Callback lost"),
    ("foreign_key", "Callback with another key"),
];
