//! Segments in the API.

use kernel::CustomerSegmentId;
use serde::Serialize;

use super::rules::{Field, Rule};
use super::store::Segment;

/// A named set of rules; a customer matches when all rules of one of the groups hold.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = CustomerSegmentView)]
pub struct SegmentView {
    id: CustomerSegmentId,
    name: String,
    groups: Vec<Vec<Rule>>,
    /// RFC 3339.
    created_at: String,
    /// RFC 3339.
    updated_at: String,
    version: i64,
}

impl SegmentView {
    pub(super) fn from_segment(segment: &Segment) -> Self {
        let Segment { id, name, rules, created_at, updated_at, version } = segment.clone();
        Self { id, name, groups: rules.0, created_at: created_at.rfc3339(), updated_at: updated_at.rfc3339(), version }
    }
}

/// Without coupon codes, which require the permission to see coupons.
pub(super) fn without_codes(mut segment: Segment) -> Segment {
    let rules = segment.rules.0.iter_mut().flatten();
    rules.filter(|rule| rule.field == Field::Coupon).for_each(|rule| rule.names.clear());
    segment
}
