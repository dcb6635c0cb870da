//! Theme pages: sections with settings and blocks, held in the database and described by JSON schemas (TH-02, TH-03).

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A section that a theme gives every new store.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DefaultSection {
    /// `index` | `product` | `collection`, or `all` for header and footer.
    pub page: String,
    /// `settings` | `pre` | `sortable` | `post`.
    pub zone: String,
    /// The schema's name.
    pub section: String,
    /// Settings as the schema describes them.
    pub settings: Value,
    /// Blocks as the schema describes them.
    pub blocks: Value,
}

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    utoipa_axum::router::OpenApiRouter::new()
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<crate::App>) {}
