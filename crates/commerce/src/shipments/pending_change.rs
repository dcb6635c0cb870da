//! What a courier was asked to change of a booked parcel, until it says that it did (OR-06). Pure.

use customers::Address;
use serde::{Deserialize, Serialize};

/// A requested change; absent fields stay as they are. Money is in minor units of the store's currency.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingChange {
    /// Cash to collect.
    pub cod_amount: Option<i64>,
    /// Note for the courier.
    pub note: Option<String>,
    /// The customer may open it before paying.
    pub allow_open_box: Option<bool>,
    /// Where it is brought instead.
    pub address: Option<Address>,
    /// The shipment's version at the request: its call's key has it.
    pub n: i64,
    /// The courier could not be asked, or did not answer: it may have been done.
    pub is_failed: bool,
}

impl PendingChange {
    /// Whether it changes nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.cod_amount.is_none() && self.note.is_none() && self.allow_open_box.is_none() && self.address.is_none()
    }

    /// This change over an earlier one that may have been done: what is in both is as here.
    #[must_use]
    pub fn over(self, earlier: Option<Self>) -> Self {
        let Some(earlier) = earlier else { return self };
        Self {
            cod_amount: self.cod_amount.or(earlier.cod_amount),
            note: self.note.or(earlier.note),
            allow_open_box: self.allow_open_box.or(earlier.allow_open_box),
            address: self.address.or(earlier.address),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_a_change_keeps_what_an_unanswered_one_asked_for() {
        let earlier =
            PendingChange { cod_amount: Some(500), note: Some("a".into()), n: 2, is_failed: true, ..PendingChange::default() };
        let change = PendingChange { note: Some("b".into()), n: 3, ..PendingChange::default() };
        let expected =
            PendingChange { cod_amount: Some(500), note: Some("b".into()), n: 3, is_failed: false, ..PendingChange::default() };
        assert_eq!(change.clone().over(Some(earlier)), expected);
        assert_eq!(change.clone().over(None), change);
        assert!(!change.is_empty());
        assert!(PendingChange { n: 4, ..PendingChange::default() }.is_empty());
    }
}
