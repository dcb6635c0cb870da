//! The cart model, and the comparison of its lines with what is sold now. Pure.

use kernel::{CartId, Lang, MediaId, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId};
use serde::{Deserialize, Serialize};

use super::changes::{CartError, Change};
use super::totals::{LineIn, Totals};
use catalog::Sellable;
use customers::Address;

/// The most lines of a cart.
pub const MOST_LINES: usize = 100;
/// The most pieces of one line.
pub const MOST_PIECES: i64 = 100_000;

/// The last completed step of a checkout (CA-01, decisions §6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The cart has items.
    Products,
    /// Name and mobile number are given.
    Contact,
    /// The address is given.
    ShippingAddress,
    /// The shipping method is chosen.
    ShippingMethod,
    /// The payment method is chosen.
    Payment,
    /// The cart became an order (CA-04).
    Checkout,
}

impl Step {
    /// All steps, in their order.
    pub const ALL: &'static [Self] =
        &[Self::Products, Self::Contact, Self::ShippingAddress, Self::ShippingMethod, Self::Payment, Self::Checkout];

    /// The word in paths and in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Products => "products",
            Self::Contact => "contact",
            Self::ShippingAddress => "shipping_address",
            Self::ShippingMethod => "shipping_method",
            Self::Payment => "payment",
            Self::Checkout => "checkout",
        }
    }

    /// Parses the word; none for anything else.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }
}

/// The buyer's contact data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Full name.
    pub name: String,
    /// Mobile number in E.164.
    pub mobile: String,
    /// E-mail address in lower case.
    pub email: Option<String>,
}

/// An answer to one of the product's dynamic fields (PR-06).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FieldValue {
    /// The field's label.
    pub label: Texts,
    /// The answer as text; of a file its name.
    pub value: String,
    /// The uploaded file, when the field asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub file: Option<super::files::FileRef>,
}

/// A cart's own row; its lines are in [`super::view`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cart {
    /// Id of the cart.
    pub id: CartId,
    /// The last completed step.
    pub step: Step,
    /// The shopper's language.
    pub language: Lang,
    /// The buyer, once given.
    pub contact: Option<Contact>,
    /// The shipping address, once given.
    pub address: Option<Address>,
    /// The chosen shipping method, perhaps no longer offered.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// The chosen payment method, perhaps no longer offered.
    pub payment_method_id: Option<PaymentMethodId>,
    /// The shopper's note to the store.
    pub note: String,
    /// Number of pieces, for the badge.
    pub items_count: i64,
    /// The order that it became.
    pub order_id: Option<OrderId>,
    /// Time of the last change.
    pub active_at: Millis,
    /// Incremented by every change; the checkout form carries it.
    pub version: i64,
    /// End of its checkout's reservation. An expired one stays stored until another checkout or the sweep releases it.
    pub held_until: Option<Millis>,
    /// The reservation is partial: the whole quantity would exceed the cart's share.
    pub is_held_in_part: bool,
    /// The cart whose lines a restore link copied into this one.
    pub restored_from: Option<CartId>,
    /// The coupon code as the shopper typed it, perhaps not valid.
    pub coupon_code: Option<String>,
}

/// A line as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Line number within the cart.
    pub line: i64,
    /// The product.
    pub product_id: ProductId,
    /// Variant of a `multi` product.
    pub variant_id: Option<VariantId>,
    /// Requested quantity.
    pub quantity: i64,
    /// The unit price that the shopper last accepted, in minor units.
    pub unit_price: i64,
    /// Answers to dynamic fields.
    pub fields: Vec<FieldValue>,
    /// Pieces of the line that its checkout reserves.
    pub held: i64,
}

/// A line with live price and live stock.
#[derive(Debug, Clone, PartialEq)]
pub struct CartLine {
    /// Line number within the cart.
    pub line: i64,
    /// Requested quantity.
    pub requested: i64,
    /// Quantity that can be sold: the requested one, or what is available.
    pub quantity: i64,
    /// The unit price that the shopper last accepted, in minor units.
    pub seen_price: i64,
    /// Quantity times the live price; zero when nothing is available.
    pub line_total: i64,
    /// Answers to dynamic fields.
    pub fields: Vec<FieldValue>,
    /// The live product; none when it is no longer sold.
    pub goods: Option<Sellable>,
    /// The product's id, also when it is no longer sold.
    pub product_id: ProductId,
    /// The variant's id, also when it is no longer sold.
    pub variant_id: Option<VariantId>,
    /// Pieces of the line that its checkout reserves.
    pub held: i64,
}

impl CartLine {
    /// The product's name, when it is still sold.
    #[must_use]
    pub fn name(&self) -> Texts {
        self.goods.as_ref().map(|g| g.name.clone()).unwrap_or_default()
    }

    /// The picture of the variant or product.
    #[must_use]
    pub fn image(&self) -> Option<MediaId> {
        self.goods.as_ref().and_then(|g| g.cover_id)
    }

    /// Whether the line counts in the totals.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.quantity > 0 && self.goods.is_some()
    }
}

/// The whole cart with live prices and stock, before shipping and payment are known.
#[derive(Debug, Clone, PartialEq)]
pub struct CartView {
    /// In the order in which they were added.
    pub lines: Vec<CartLine>,
    /// Differences from what the shopper last saw.
    pub changes: Vec<Change>,
    /// Totals of the lines that count; `totals.lines` follows [`CartView::counted`].
    pub totals: Totals,
    /// Pieces of the lines that count.
    pub items_count: i64,
    /// Some item has to be delivered.
    pub requires_shipping: bool,
    /// Weight of the delivered items that do not ship free.
    pub weight_grams: i64,
    /// Every delivered item ships free.
    pub has_free_shipping: bool,
}

impl CartView {
    /// The lines that count, in the order of `totals.lines`.
    pub fn counted(&self) -> impl Iterator<Item = &CartLine> {
        self.lines.iter().filter(|l| l.is_counted())
    }

    /// Whether the lines allow an order to be placed.
    #[must_use]
    pub fn can_checkout(&self) -> bool {
        self.items_count > 0 && !self.changes.iter().any(Change::is_blocking)
    }
}

/// The line as input of the totals.
#[must_use]
pub fn line_in(line: &CartLine) -> LineIn {
    LineIn {
        unit_price: line.goods.as_ref().map_or(0, |g| g.unit_price),
        quantity: line.quantity,
        is_tax_free: line.goods.as_ref().is_some_and(|g| g.is_tax_free),
    }
}

/// Checks `quantity` pieces of one line when other lines hold `others` pieces of the same product: limits are per product, over
/// its variants (core 3).
///
/// # Errors
/// [`CartError`] with the limit that is exceeded.
pub fn check_quantity(goods: &Sellable, quantity: i64, others: i64) -> Result<(), CartError> {
    if !goods.is_for_sale {
        return Err(CartError::Unavailable);
    }
    if !(1..=MOST_PIECES).contains(&quantity) || kernel::money::times(goods.unit_price, quantity).is_err() {
        return Err(CartError::BadQuantity);
    }
    if let Some(max) = goods.max_qty.filter(|max| quantity + others > *max) {
        return Err(CartError::AboveMaximum(max));
    }
    if let Some(available) = goods.available().filter(|n| quantity > *n) {
        return Err(if goods.stock > 0 && available <= 0 { CartError::Held } else { CartError::OutOfStock(available) });
    }
    match goods.min_qty.filter(|min| quantity + others < *min) {
        Some(min) => Err(CartError::BelowMinimum(min)),
        None => Ok(()),
    }
}

/// Compares one stored line with the live product: the line to show, and its changes.
#[must_use]
pub fn evaluate(item: Item, goods: Option<Sellable>) -> (CartLine, Vec<Change>) {
    let Item { line, product_id, variant_id, quantity: requested, unit_price: seen_price, fields, held } = item;
    let mut changes = Vec::new();
    let name = goods.as_ref().map(|g| g.name.clone()).unwrap_or_default();
    let mut quantity = 0;
    let is_sold = goods.as_ref().is_some_and(|g| g.is_for_sale && g.available().is_none_or(|n| n > 0));
    if let (Some(g), true) = (&goods, is_sold) {
        quantity = g.available().map_or(requested, |n| requested.min(n));
        if quantity < requested {
            changes.push(Change::QuantityReduced { line, name: name.clone(), available: quantity });
        }
        if g.unit_price != seen_price {
            changes.push(Change::PriceChanged { line, name, from: seen_price, to: g.unit_price });
        }
    } else if goods.as_ref().is_some_and(|g| g.is_for_sale && g.stock > 0) {
        changes.push(Change::Held { line, name });
    } else {
        changes.push(Change::Unavailable { line, name });
    }
    let line_total = goods.as_ref().map_or(0, |g| kernel::money::times(g.unit_price, quantity).unwrap_or(0));
    (CartLine { line, requested, quantity, seen_price, line_total, fields, goods, product_id, variant_id, held }, changes)
}

/// Checks the per-order limits of each product over all its lines; a violation is reported at the product's first line.
#[must_use]
pub fn limits(lines: &[CartLine]) -> Vec<Change> {
    let mut changes = Vec::new();
    for (i, first) in lines.iter().enumerate() {
        let Some(g) = first.goods.as_ref().filter(|g| first.is_counted() && (g.min_qty.is_some() || g.max_qty.is_some())) else {
            continue;
        };
        let is_same = |l: &&CartLine| l.product_id == first.product_id && l.is_counted();
        if lines[..i].iter().any(|l| is_same(&l)) {
            continue;
        }
        let pieces: i64 = lines.iter().filter(is_same).map(|l| l.quantity).sum();
        if let Some(max) = g.max_qty.filter(|max| pieces > *max) {
            changes.push(Change::AboveMaximum { line: first.line, name: g.name.clone(), max });
        } else if let Some(min) = g.min_qty.filter(|min| pieces < *min) {
            changes.push(Change::BelowMinimum { line: first.line, name: g.name.clone(), min });
        }
    }
    changes
}

db::stored_words! {
    Step, "carts" "step";
}
