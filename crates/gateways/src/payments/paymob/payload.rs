//! A transaction as it is sent: nested in JSON, or flat in the query of the browser's return.

use serde_json::Value;

use crate::json;
use crate::query;

/// Where the fields stand.
#[derive(Clone, Copy)]
pub(super) enum Payload<'p> {
    /// `{"order": {"id": 1}}`
    Json(&'p Value),
    /// `order=1&source_data.pan=2346`
    Query(&'p [(String, String)]),
}

impl Payload<'_> {
    /// The text of a field by its path in the JSON; empty where it is missing or null.
    pub(super) fn text(&self, path: &str) -> String {
        match self {
            Self::Json(value) => json::text_or_empty(value, path),
            Self::Query(pairs) => {
                let name = match path {
                    "order.id" => "order",
                    "order.merchant_order_id" => "merchant_order_id",
                    other => other,
                };
                query::get(pairs, name).to_owned()
            }
        }
    }

    /// The flag is set.
    pub(super) fn has(&self, path: &str) -> bool {
        self.text(path) == "true"
    }
}
