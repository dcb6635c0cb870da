//! A saved view, as a row and in the API.

use std::collections::BTreeMap;

use db::Json;
use kernel::{OrderViewId, UserId};
use serde::{Deserialize, Serialize};

use crate::orders::list;
use web::schema;

web::schema_types! {
    /// A query parameter of the list that a view stores.
    OrderViewKey => schema::text(format!(r"^(sort|search|where|filter\[({})\](\[(gte|lte|gt|lt)\])?)$", list::FILTERS.join("|")), None);
}

/// The stored query and columns of a view.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OrderViewContent)]
pub struct Content {
    /// The list's query without paging: `{"filter[status]": "PEND", "sort": "-total", "search": "...", "where": "..."}`.
    #[serde(default)]
    #[schema(value_type = BTreeMap<OrderViewKey, String>)]
    pub(super) query: BTreeMap<String, String>,
    /// Names of columns in their order; the default ones when empty.
    #[serde(default)]
    #[schema(max_items = 30, pattern = "^[a-z_]{1,30}$")]
    pub(super) columns: Vec<String>,
}

/// A view's row.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) id: OrderViewId,
    pub(super) owner_id: Option<UserId>,
    pub(super) name: String,
    pub(super) content: Json<Content>,
    pub(super) position: i64,
    pub(super) version: i64,
}
/// A view to create or to update to.
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
    /// True for the team's, false for the caller's own.
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
