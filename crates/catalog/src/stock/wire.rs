//! Stock as it goes over the wire.

use kernel::{BatchId, OrderId, ProductId, StockLocationId, StockMovementId, StoreScope, Texts, VariantId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::{Level, Location, Reason, first_place};
use web::schema;

/// A place, whole or in part; a create needs `name`.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationIn {
    /// As the team calls it.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub(super) name: Option<Texts>,
    /// Goods can be brought there.
    pub(super) is_active: Option<bool>,
    /// The version it was read at.
    pub(super) version: Option<i64>,
}

/// The order of the places; the main one is the first.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationOrderIn {
    /// Every place of the store.
    pub(super) items: Vec<StockLocationId>,
}

/// A place where goods stand.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LocationView {
    id: StockLocationId,
    name: Texts,
    /// It holds whatever was not carried elsewhere, is sold from first, and cannot be switched off.
    is_main: bool,
    is_active: bool,
    display_order: i64,
    version: i64,
}

impl LocationView {
    pub(super) fn new(location: Location, scope: &StoreScope) -> Self {
        let Location { id, name, is_active, display_order, version } = location;
        Self { is_main: id == first_place(scope.store()), id, name, is_active, display_order, version }
    }
}

/// How a number is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mode {
    /// So many there are.
    Set,
    /// So many more.
    Add,
    /// So many less.
    Take,
}

web::schema_types! {
    /// Why a quantity is adjusted by hand.
    ChosenReason => schema::words(Reason::ALL.iter().filter(|reason| reason.is_chosen()).map(|reason| reason.as_str()));
}

/// A quantity adjusted by hand.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AdjustIn {
    /// Of a product with variants.
    pub(super) variant_id: Option<VariantId>,
    /// The main one when there is none.
    pub(super) location_id: Option<StockLocationId>,
    pub(super) mode: Mode,
    /// Pieces.
    #[schema(minimum = 0, maximum = 1_000_000_000)]
    pub(super) qty: i64,
    /// correction | count | received | damaged | return.
    #[schema(value_type = ChosenReason)]
    pub(super) reason: Reason,
    /// For the team.
    #[schema(value_type = Option<schema::LongText<500>>)]
    pub(super) note: Option<String>,
}

/// Goods carried from place to place.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TransferIn {
    /// Of a product with variants.
    pub(super) variant_id: Option<VariantId>,
    pub(super) from_location_id: StockLocationId,
    pub(super) to_location_id: StockLocationId,
    /// Pieces.
    #[schema(minimum = 1, maximum = 1_000_000_000)]
    pub(super) qty: i64,
    /// For the team.
    #[schema(value_type = Option<schema::LongText<500>>)]
    pub(super) note: Option<String>,
}

/// Pieces at a place.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LevelView {
    pub(super) location_id: StockLocationId,
    pub(super) qty: i64,
}

/// What there is of a product, or of one of its variants.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StockItemView {
    pub(super) variant_id: Option<VariantId>,
    /// Of the variant.
    pub(super) option_values: Vec<String>,
    /// The same in each language; a value that has no name there stands as it is.
    pub(super) option_texts: Vec<Texts>,
    pub(super) sku: Option<String>,
    /// It can be bought; of a product without variants always.
    pub(super) is_active: bool,
    pub(super) has_unlimited_qty: bool,
    /// Pieces in all.
    pub(super) qty: i64,
    /// How many of them checkouts hold.
    pub(super) held: i64,
    /// Where they stand: every place that has some, and the active ones that have none.
    pub(super) levels: Vec<LevelView>,
}

/// The stock of a product.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StockView {
    pub(super) product_id: ProductId,
    pub(super) name: Texts,
    /// Of the product; the store's when it has none.
    pub(super) low_stock_at: i64,
    pub(super) locations: Vec<LocationView>,
    /// One for a basic product, else one a variant.
    pub(super) items: Vec<StockItemView>,
}

/// What there is of a product, as a row of a list.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StockRowView {
    pub(super) product_id: ProductId,
    pub(super) name: Texts,
    pub(super) cover_url: Option<String>,
    /// Of the product; the store's when it has none.
    pub(super) low_stock_at: i64,
    /// One for a basic product, else one a variant.
    pub(super) items: Vec<StockItemView>,
}

/// The product of a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedProduct {
    pub(super) id: ProductId,
    pub(super) name: Texts,
}

/// The place of a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedPlace {
    pub(super) id: StockLocationId,
    pub(super) name: Texts,
}

/// Who moved it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedBy {
    /// Merchant | Customer | System.
    #[serde(rename = "type")]
    pub(super) kind: String,
    /// As they were called then.
    pub(super) name: String,
    /// The operator who acted in their name.
    pub(super) operator: Option<String>,
}

/// The order of a movement.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovedFor {
    pub(super) id: OrderId,
    pub(super) number: i64,
}

/// A change of a quantity.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MovementView {
    pub(super) id: StockMovementId,
    pub(super) at: String,
    pub(super) product: MovedProduct,
    pub(super) variant_id: Option<VariantId>,
    /// Of the variant, as long as it exists.
    pub(super) option_values: Vec<String>,
    /// The same in each language; a value that has no name there stands as it is.
    pub(super) option_texts: Vec<Texts>,
    pub(super) location: MovedPlace,
    pub(super) delta: i64,
    /// Pieces in all after it.
    pub(super) qty_after: i64,
    /// Pieces at the place after it.
    pub(super) location_after: i64,
    pub(super) reason: Reason,
    pub(super) actor: MovedBy,
    /// Null for who may not see orders, too.
    pub(super) order: Option<MovedFor>,
    pub(super) batch_id: Option<BatchId>,
    pub(super) note: Option<String>,
}

/// Pieces at each place: every place that has some, and the active ones that have none.
pub(super) fn stands(places: &[Location], scope: &StoreScope, qty: i64, others: &[Level]) -> Vec<LevelView> {
    let first = first_place(scope.store());
    let elsewhere: i64 = others.iter().map(|l| l.qty).sum();
    let at = |l: &Location| {
        if l.id == first { qty - elsewhere } else { others.iter().find(|o| o.location == l.id).map_or(0, |o| o.qty) }
    };
    places.iter().filter(|l| l.is_active || at(l) > 0).map(|l| LevelView { location_id: l.id, qty: at(l) }).collect()
}
