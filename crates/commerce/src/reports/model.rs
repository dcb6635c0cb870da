//! What the numbers mean. Pure.

use std::ops::AddAssign;

use kernel::Id;

/// Visitors and what they looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Pages that were opened.
    pub views: i64,
    /// Visitors, each once a day.
    pub visitors: i64,
}

impl AddAssign for Traffic {
    fn add_assign(&mut self, other: Self) {
        self.views = self.views.saturating_add(other.views);
        self.visitors = self.visitors.saturating_add(other.visitors);
    }
}

/// The wire's id of a row that the journal names by its subject's word and number.
#[must_use]
pub fn wire_id(subject: &str, raw: i64) -> String {
    use kernel::id;
    match subject {
        "product" => Id::<id::Product>::from_raw(raw).to_string(),
        "variant" => Id::<id::Variant>::from_raw(raw).to_string(),
        "category" => Id::<id::Category>::from_raw(raw).to_string(),
        "order_comment" => Id::<id::OrderComment>::from_raw(raw).to_string(),
        "order_batch" => Id::<id::OrderBatch>::from_raw(raw).to_string(),
        "order" => Id::<id::Order>::from_raw(raw).to_string(),
        "customer" => Id::<id::Customer>::from_raw(raw).to_string(),
        "person_export" => Id::<id::PersonExport>::from_raw(raw).to_string(),
        "customer_group" => Id::<id::CustomerGroup>::from_raw(raw).to_string(),
        "customer_segment" => Id::<id::CustomerSegment>::from_raw(raw).to_string(),
        "cart" => Id::<id::Cart>::from_raw(raw).to_string(),
        "media" => Id::<id::Media>::from_raw(raw).to_string(),
        "import" => Id::<id::Import>::from_raw(raw).to_string(),
        "shipping_method" => Id::<id::ShippingMethod>::from_raw(raw).to_string(),
        "payment_method" => Id::<id::PaymentMethod>::from_raw(raw).to_string(),
        "section" => Id::<id::Section>::from_raw(raw).to_string(),
        "page" => Id::<id::ContentPage>::from_raw(raw).to_string(),
        "menu" => Id::<id::Menu>::from_raw(raw).to_string(),
        "session" => Id::<id::Session>::from_raw(raw).to_string(),
        "invitation" => Id::<id::Invitation>::from_raw(raw).to_string(),
        "user" | "member" => Id::<id::User>::from_raw(raw).to_string(),
        "stock_location" => Id::<id::StockLocation>::from_raw(raw).to_string(),
        "return_reason" => Id::<id::ReturnReason>::from_raw(raw).to_string(),
        "job" => Id::<id::Job>::from_raw(raw).to_string(),
        // `store` and `setting` are the store's own row.
        _ => Id::<id::Store>::from_raw(raw).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journal_subjects_have_the_ids_that_calls_take() {
        assert!(wire_id("order", 5).starts_with("ord_"));
        assert!(wire_id("shipping_method", 5).starts_with("shm_"));
        assert!(wire_id("setting", 5).starts_with("str_"));
    }
}
