//! Stock in the API.

use kernel::{BatchId, OrderId, ProductId, StockLocationId, StockMovementId, StoreScope, Texts, VariantId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Level, Location, Reason, first_location};
use web::schema;

/// A location, whole or in part; a create requires `name`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationIn {
    /// The team's name for it.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub(super) name: Option<Texts>,
    /// It is active: goods can be transferred there.
    pub(super) is_active: Option<bool>,
    /// The version that was read.
    pub(super) version: Option<i64>,
}

/// The order of the locations; the main one comes first.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationOrderIn {
    /// All locations of the store.
    pub(super) items: Vec<StockLocationId>,
}

/// A stock location.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LocationView {
    id: StockLocationId,
    name: Texts,
    /// The main location has all pieces that are not at another one, is sold from first, and cannot be deactivated.
    is_main: bool,
    is_active: bool,
    display_order: i64,
    version: i64,
}

impl LocationView {
    pub(super) fn new(location: Location, scope: &StoreScope) -> Self {
        let Location { id, name, is_active, display_order, version } = location;
        Self { is_main: id == first_location(scope.store()), id, name, is_active, display_order, version }
    }
}

/// How `qty` is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mode {
    /// Set to this quantity.
    Set,
    /// Add this quantity.
    Add,
    /// Subtract this quantity.
    Take,
}

web::schema_types! {
    /// The reasons of a manual adjustment.
    ChosenReason => schema::words(Reason::ALL.iter().filter(|reason| reason.is_chosen()).map(|reason| reason.as_str()));
}

/// A manual adjustment of a quantity.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AdjustIn {
    /// Required for a product with variants.
    pub(super) variant_id: Option<VariantId>,
    /// The main location when absent.
    pub(super) location_id: Option<StockLocationId>,
    pub(super) mode: Mode,
    /// Pieces.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub(super) qty: i64,
    /// correction | count | received | damaged | return.
    #[schema(value_type = ChosenReason)]
    pub(super) reason: Reason,
    /// A remark for the team.
    #[schema(value_type = Option<schema::LongText<500>>)]
    pub(super) note: Option<String>,
}

/// A transfer between locations.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TransferIn {
    /// Required for a product with variants.
    pub(super) variant_id: Option<VariantId>,
    pub(super) from_location_id: StockLocationId,
    pub(super) to_location_id: StockLocationId,
    /// Pieces.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    pub(super) qty: i64,
    /// A remark for the team.
    #[schema(value_type = Option<schema::LongText<500>>)]
    pub(super) note: Option<String>,
}

/// The quantity at a location.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LevelView {
    pub(super) location_id: StockLocationId,
    pub(super) qty: i64,
}

/// The stock of a product without variants, or of one variant.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StockItemView {
    pub(super) variant_id: Option<VariantId>,
    /// The variant's option values.
    pub(super) option_values: Vec<String>,
    /// Translations of the values; an untranslated value is used as it is.
    pub(super) option_texts: Vec<Texts>,
    pub(super) sku: Option<String>,
    /// It can be bought; always true of a product without variants.
    pub(super) is_active: bool,
    pub(super) has_unlimited_qty: bool,
    /// The quantity in all.
    pub(super) qty: i64,
    /// Pieces reserved by checkouts.
    pub(super) held: i64,
    /// The quantity per location: every location that has some, and the active ones that have none.
    pub(super) levels: Vec<LevelView>,
}

/// The stock of a product.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StockView {
    pub(super) product_id: ProductId,
    pub(super) name: Texts,
    /// The product's low-stock threshold; the store's when it has none.
    pub(super) low_stock_at: i64,
    pub(super) locations: Vec<LocationView>,
    /// One for a basic product, else one per variant.
    pub(super) items: Vec<StockItemView>,
}

/// The stock of a product, as a row of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StockRowView {
    pub(super) product_id: ProductId,
    pub(super) name: Texts,
    pub(super) cover_url: Option<String>,
    /// The product's low-stock threshold; the store's when it has none.
    pub(super) low_stock_at: i64,
    /// One for a basic product, else one per variant.
    pub(super) items: Vec<StockItemView>,
}

/// The product of a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedProduct {
    pub(super) id: ProductId,
    pub(super) name: Texts,
}

/// The location of a movement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MovedPlace)]
pub(super) struct MovedLocation {
    pub(super) id: StockLocationId,
    pub(super) name: Texts,
}

/// Who caused a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedBy {
    /// Merchant | Customer | System.
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// Their name at that time.
    pub(super) name: String,
    /// The platform operator who impersonated them.
    pub(super) operator: Option<String>,
}

/// The order of a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedFor {
    pub(super) id: OrderId,
    pub(super) number: i64,
}

/// A stock movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovementView {
    pub(super) id: StockMovementId,
    pub(super) at: String,
    pub(super) product: MovedProduct,
    pub(super) variant_id: Option<VariantId>,
    /// The variant's option values, as long as it exists.
    pub(super) option_values: Vec<String>,
    /// Translations of the values; an untranslated value is used as it is.
    pub(super) option_texts: Vec<Texts>,
    pub(super) location: MovedLocation,
    pub(super) delta: i64,
    /// The quantity in all after it.
    pub(super) qty_after: i64,
    /// The quantity at the location after it.
    pub(super) location_after: i64,
    pub(super) reason: Reason,
    pub(super) actor: MovedBy,
    /// The order; null also for callers who may not see orders.
    pub(super) order: Option<MovedFor>,
    pub(super) batch_id: Option<BatchId>,
    pub(super) note: Option<String>,
}

/// The quantity at each location: every location that has some, and the active ones that have none.
pub(super) fn levels_of(locations: &[Location], scope: &StoreScope, qty: i64, others: &[Level]) -> Vec<LevelView> {
    let first = first_location(scope.store());
    let elsewhere: i64 = others.iter().map(|l| l.qty).sum();
    let at = |l: &Location| {
        if l.id == first { qty - elsewhere } else { others.iter().find(|o| o.location == l.id).map_or(0, |o| o.qty) }
    };
    locations.iter().filter(|l| l.is_active || at(l) > 0).map(|l| LevelView { location_id: l.id, qty: at(l) }).collect()
}
