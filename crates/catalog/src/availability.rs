//! Availability and prices for carts and orders. Taking pieces from stock is in [`super::stock`].

use db::Conn;
use kernel::{MediaId, Millis, ProductId, StoreScope, Texts, VariantId};

use super::model::{DynamicField, Links, OptionValue, Product, ProductType, VariantDraft, is_sale_open, price, variant_price};
use super::store::purchasable;

/// A product, or a variant of it, as a line of a cart or an order needs it. Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sellable {
    /// The product.
    pub product_id: ProductId,
    /// The variant asked for.
    pub variant_id: Option<VariantId>,
    /// The product's name.
    pub name: Texts,
    /// The variant's values; empty for a basic product.
    pub options: Vec<OptionValue>,
    /// SKU of the variant, else of the product.
    pub sku: Option<String>,
    /// Price of one piece now.
    pub unit_price: i64,
    /// Price without the sale, when a sale is on.
    pub regular_price: Option<i64>,
    /// Pieces in stock.
    pub stock: i64,
    /// Pieces reserved by other shoppers' checkouts.
    pub reserved: i64,
    /// Stock is not counted; `stock` is meaningless then.
    pub has_unlimited_qty: bool,
    /// The product's own low-stock threshold, in pieces.
    pub low_stock_at: Option<i64>,
    /// Fewest pieces in one order.
    pub min_qty: Option<i64>,
    /// Most pieces in one order.
    pub max_qty: Option<i64>,
    /// It is shipped to the shopper.
    pub requires_shipping: bool,
    /// It ships free of charge.
    pub has_free_shipping: bool,
    /// Exempt from VAT.
    pub is_tax_free: bool,
    /// Weight of one piece.
    pub weight_grams: i64,
    /// The variant's picture, else the cover.
    pub cover_id: Option<MediaId>,
    /// Fields that the shopper fills in.
    pub dynamic_fields: Vec<DynamicField>,
    /// The product's page links.
    pub links: Links,
    /// Can be bought: published, active, and with a variant named where there are variants. Stock is not considered.
    pub is_for_sale: bool,
}

impl Sellable {
    /// Pieces that can be bought; `None` when stock is not counted.
    #[must_use]
    pub fn available(&self) -> Option<i64> {
        (!self.has_unlimited_qty).then_some((self.stock - self.reserved).max(0))
    }

    /// Pieces that can be bought when stock is low: at or below the product's threshold, or the store's (`of_store`).
    #[must_use]
    pub fn few(&self, of_store: i64) -> Option<i64> {
        self.available().filter(|n| (1..=self.low_stock_at.unwrap_or(of_store)).contains(n))
    }

    /// Whether `quantity` pieces can be bought now.
    #[must_use]
    pub fn has(&self, quantity: i64) -> bool {
        self.has_unlimited_qty || self.stock - self.reserved >= quantity
    }
}

/// The requested products and variants, in the order requested. A product that never existed is absent; a removed one, and one
/// whose variant is gone, is not for sale.
/// Two statements whatever the number of lines, reading only the columns that a sale depends on. `reserved` counts every
/// checkout.
///
/// # Errors
/// Database errors.
pub async fn sellable(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    lines: &[(ProductId, Option<VariantId>)],
) -> db::Result<Vec<Sellable>> {
    let mut ids: Vec<ProductId> = lines.iter().map(|(p, _)| *p).collect();
    ids.sort();
    ids.dedup();
    let mut variants: Vec<VariantId> = lines.iter().filter_map(|(_, v)| *v).collect();
    variants.sort();
    variants.dedup();
    let (found, reserved) = purchasable::list(c, scope, &ids, &variants).await?;
    let reserved_of = |p: ProductId, v: Option<VariantId>| reserved.iter().find(|r| (r.0, r.1) == (p, v)).map_or(0, |r| r.2);
    let sold = |(product, variant): &(ProductId, Option<VariantId>)| {
        let found = found.iter().find(|p| p.id == *product)?;
        let goods = line_availability(found, *variant, now).or_else(|| without_variant(found, *variant, now))?;
        Some(Sellable { reserved: reserved_of(*product, *variant), ..goods })
    };
    Ok(lines.iter().filter_map(sold).collect())
}

/// Pieces of a product, or of its variants, that checkouts reserve now.
///
/// # Errors
/// Database errors.
pub async fn list_reserved(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> db::Result<Vec<(Option<VariantId>, i64)>> {
    purchasable::list_reserved(c, scope, product).await
}

/// A line whose variant no longer exists: it keeps the product's name, so that the shopper reads what cannot be bought.
fn without_variant(product: &Product, variant: Option<VariantId>, now: Millis) -> Option<Sellable> {
    line_availability(product, None, now).map(|goods| Sellable { variant_id: variant, is_for_sale: false, ..goods })
}

/// One line, with nothing reserved; `None` when the product has no such variant.
#[must_use]
pub fn line_availability(product: &Product, variant: Option<VariantId>, now: Millis) -> Option<Sellable> {
    let f = &product.fields;
    let is_open = is_sale_open(f.sale_from, f.sale_until, now);
    let chosen: Option<&VariantDraft> = match variant {
        Some(id) => Some(f.variants.iter().find(|v| v.id == Some(id))?),
        None => None,
    };
    let is_shown = product.deleted_at.is_none() && f.is_shown();
    let (cost, stock, has_unlimited_qty, is_for_sale) = if let Some(v) = chosen {
        let cost = variant_price((f.regular_price, f.sale_price), (v.regular_price, v.sale_price), is_open);
        (cost, v.qty, v.has_unlimited_qty, is_shown && v.is_active && f.product_type == ProductType::Multi)
    } else {
        let is_basic = f.product_type == ProductType::Basic;
        (price(f.regular_price, f.sale_price, is_open), f.qty, f.has_unlimited_qty && is_basic, is_shown && is_basic)
    };
    let options =
        chosen.map_or_else(Vec::new, |v| f.options.iter().zip(&v.option_values).map(|(o, value)| o.chosen(value)).collect());
    Some(Sellable {
        product_id: product.id,
        variant_id: variant,
        name: f.name.clone(),
        options,
        sku: chosen.and_then(|v| v.sku.clone()).or_else(|| f.sku.clone()),
        unit_price: cost.now,
        regular_price: cost.before,
        stock,
        reserved: 0,
        has_unlimited_qty,
        low_stock_at: f.low_stock_at,
        min_qty: f.min_qty,
        max_qty: f.max_qty,
        requires_shipping: f.requires_shipping,
        has_free_shipping: f.has_free_shipping,
        is_tax_free: f.is_tax_free,
        weight_grams: chosen.and_then(|v| v.weight_grams).unwrap_or(f.weight_grams),
        cover_id: chosen.and_then(|v| v.media_id).or_else(|| f.image_ids.first().copied()),
        dynamic_fields: f.dynamic_fields.clone(),
        links: f.links(),
        is_for_sale,
    })
}
