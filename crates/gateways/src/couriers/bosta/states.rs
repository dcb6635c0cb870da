//! Bosta's state codes, as data (contracts/bosta.md): one table for Egypt, one for deliveries abroad, in which 45 and 60 mean other
//! things. The labels are our own words for them; the courier's are kept beside what was read. A code that is in neither is "in transit", with the code kept.

use serde_json::Value;

use crate::couriers::delivery::Step;
use crate::fields::Label;
use crate::json::{text, text_or_empty};

/// A state.
pub(super) struct State {
    pub(super) code: i64,
    pub(super) step: Step,
    pub(super) label: Label,
}

macro_rules! states {
    ($constant:ident $($code:literal $step:ident $ar:literal $en:literal;)*) => {
        const $constant: &[State] =
            &[$(State { code: $code, step: Step::$step, label: Label { ar: $ar, en: $en } }),*];
    };
}

states! { DOMESTIC
    10 Created "طُلب استلام الشحنة" "Pickup requested";
    11 Created "في انتظار خط سير" "Waiting for route";
    20 Created "حُدد خط السير" "Courier assigned";
    21 PickedUp "استُلمت من المتجر" "Picked up from the store";
    22 Returning "جارٍ الاستلام من العميل" "On the way to the customer";
    23 Returning "استُلمت من العميل" "Picked up from the customer";
    24 InTransit "وصلت إلى المستودع" "Received at warehouse";
    25 InTransit "جُهزت" "Prepared";
    30 InTransit "في الطريق بين المراكز" "In transit between hubs";
    40 OutForDelivery "جارٍ الاستلام للتوصيل" "Picking up for delivery";
    41 OutForDelivery "خرجت للتوصيل" "Out for delivery";
    42 OutForDelivery "في انتظار توقيع العميل" "Pending customer signature";
    45 Delivered "تم التسليم" "Delivered";
    46 Returned "عادت إلى المتجر" "Returned to the store";
    47 Exception "تعذّر التسليم" "Delivery failed";
    48 Cancelled "أُنهيت" "Ended";
    49 Cancelled "أُلغيت" "Canceled";
    60 Returned "عادت إلى المخزون" "Returned to stock";
    100 Lost "مفقودة" "Lost";
    101 Damaged "تالفة" "Damaged";
    102 Exception "قيد التحقيق" "Under investigation";
    103 Exception "في انتظار قرارك" "Waiting for your decision";
    104 Exception "محفوظة في الأرشيف" "Archived";
    105 Exception "موقوفة" "On hold";
}

states! { INTERNATIONAL
    10 Created "أُنشئت" "Created";
    20 Created "حُدد خط السير" "Courier assigned";
    21 PickedUp "استُلمت وهي في المستودع" "Picked up, at warehouse";
    26 InTransit "جاهزة للنقل" "Ready to transfer";
    30 InTransit "في الطريق" "In transit";
    41 OutForDelivery "خرجت للتوصيل" "Out for delivery";
    45 InTransit "خرجت من الجمارك" "Cleared customs";
    47 Exception "تعذّر التسليم" "Delivery failed";
    48 Cancelled "أُنهيت" "Ended";
    60 Delivered "تم التسليم" "Delivered";
}

/// Names of states, where an event has no code: those of bosta-nodejs and of the newer timeline, without blanks and in lower case.
const NAMES: &[(&str, i64)] = &[
    ("new", 10),
    ("created", 10),
    ("pickuprequested", 10),
    ("waitingforroute", 11),
    ("waitingforpickup", 11),
    ("routeassigned", 20),
    ("arrivedatbusiness", 20),
    ("pickedup", 21),
    ("pickedupfrombusiness", 21),
    ("pickingupfromconsignee", 22),
    ("pickedupfromconsignee", 23),
    ("receivedatwarehouse", 24),
    ("fulfilled", 25),
    ("intransit", 30),
    ("intransitbetweenhubs", 30),
    ("pickingup", 40),
    ("pickingupfromwarehouse", 40),
    ("delivering", 41),
    ("outfordelivery", 41),
    ("arrivedatcustomer", 41),
    ("delivered", 45),
    ("deliveryconfirmed", 45),
    ("returnedtobusiness", 46),
    ("exception", 47),
    ("terminated", 48),
    ("canceled", 49),
    ("cancelled", 49),
    ("returnedtostock", 60),
    ("lost", 100),
    ("damaged", 101),
    ("investigation", 102),
    ("waitingforbusinessaction", 103),
    ("awaitingyouraction", 103),
    ("archived", 104),
    ("onhold", 105),
];

/// The courier is on the way to the customer of a return.
const PICKING_UP_FROM_CONSIGNEE: i64 = 22;

/// Which way a parcel goes: what a code means depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// To a customer in Egypt.
    Outbound,
    /// Back to the merchant: a return that was booked, or a parcel that was not taken.
    Inbound,
    /// Abroad.
    International,
}

impl Kind {
    /// Of a delivery, by where it goes and what it says of itself.
    pub(super) fn of(delivery: &Value, country: &str) -> Self {
        let word = text(delivery, "type.value").or_else(|| text(delivery, "type")).unwrap_or_default().to_ascii_uppercase();
        if !matches!(country, "" | "EG") || word.contains("INTERNATIONAL") {
            return Self::International;
        }
        let is_inbound = matches!(word.as_str(), "RTO" | "CUSTOMER_RETURN_PICKUP" | "CRP" | "25")
            || text_or_empty(delivery, "type.code") == "25";
        if is_inbound { Self::Inbound } else { Self::Outbound }
    }
}

/// What a state means.
pub(super) fn find(code: i64, kind: Kind) -> (Step, Option<Label>) {
    let table = if kind == Kind::International { INTERNATIONAL } else { DOMESTIC };
    let state = table.iter().find(|state| state.code == code);
    let (step, label) = state.map_or((Step::InTransit, None), |state| (state.step, Some(state.label)));
    let step = match (kind, step) {
        // The customer still has the goods.
        (Kind::Inbound, _) if code == PICKING_UP_FROM_CONSIGNEE => Step::Created,
        // On its way back a parcel passes the same states.
        (Kind::Inbound, Step::PickedUp | Step::InTransit | Step::OutForDelivery) => Step::Returning,
        (Kind::Inbound, Step::Delivered) => Step::Returned,
        (_, step) => step,
    };
    (step, label)
}

/// The code of a state by its name.
pub(super) fn code_of(name: &str) -> Option<i64> {
    let key: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    NAMES.iter().find(|(name, _)| *name == key).map(|(_, code)| *code)
}

#[cfg(test)]
#[path = "states_tests.rs"]
mod tests;
