//! A saved view: what it keeps of the list, as a row and as it is shown.

use std::collections::BTreeMap;

use db::Json;
use kernel::{OrderViewId, UserId};
use serde::{Deserialize, Serialize};

use crate::orders::list;
use web::schema;

web::schema_types! {
    /// A parameter of the list that a view keeps.
    OrderViewKey => schema::text(format!(r"^(sort|search|where|filter\[({})\](\[(gte|lte|gt|lt)\])?)$", list::FILTERS.join("|")), None);
}

/// What a view keeps of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderViewContent)]
pub struct Content {
    /// The list's query, without pages: `{"filter[status]": "PEND", "sort": "-total", "search": "...", "where": "..."}`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<OrderViewKey, String>)]
    pub(super) query: BTreeMap<String, String>,
    /// Names of columns in their order; the usual ones when empty.
    #[serde(default)]
    #[schema(max_items = 30, pattern = "^[a-z_]{1,30}$")]
    pub(super) columns: Vec<String>,
}

/// A view as it is kept.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) id: OrderViewId,
    pub(super) owner_id: Option<UserId>,
    pub(super) name: String,
    pub(super) content: Json<Content>,
    pub(super) position: i64,
    pub(super) version: i64,
}
/// A view that is wanted.
#[derive(Debug, Clone)]
pub(super) struct ViewDraft {
    pub(super) name: Option<String>,
    pub(super) is_shared: Option<bool>,
    pub(super) content: Option<Content>,
    pub(super) version: Option<i64>,
}

/// A saved view of the orders list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OrderViewRow)]
pub struct OrderViewOut {
    id: OrderViewId,
    name: String,
    /// The team's; else the caller's own.
    is_shared: bool,
    content: Content,
    version: i64,
}

impl OrderViewOut {
    pub(super) fn from_view(view: View) -> Self {
        let View { id, owner_id, name, content, position: _, version } = view;
        Self { id, name, is_shared: owner_id.is_none(), content: content.0, version }
    }
}
