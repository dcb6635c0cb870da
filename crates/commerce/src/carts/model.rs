//! What a cart is, and how its lines stand against what is sold right now. Pure.

use kernel::{CartId, Lang, MediaId, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId};
use serde::{Deserialize, Serialize};

use super::changes::{CartError, Change};
use super::totals::{LineIn, Totals};
use catalog::Sellable;
use customers::Address;

/// The most different lines a cart holds.
pub const MOST_LINES: usize = 100;
/// The most pieces of one line.
pub const MOST_PIECES: i64 = 100_000;

/// How far a checkout has come (CA-01, decisions §6): the last step that is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Something is in the cart.
    Products,
    /// Name and mobile number are known.
    Contact,
    /// Where it goes is known.
    ShippingAddress,
    /// How it goes is chosen.
    ShippingMethod,
    /// How it is paid is chosen.
    Payment,
    /// It became an order (CA-04).
    Checkout,
}

impl Step {
    /// All, in the order they are walked.
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

    /// Reads the word; anything else is no step.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.as_str() == word)
    }
}

/// Who buys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Name.
    pub name: String,
    /// E.164.
    pub mobile: String,
    /// Lower case.
    pub email: Option<String>,
}

/// What the shopper wrote into a product's dynamic field (PR-06).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct FieldValue {
    /// The question.
    pub label: Texts,
    /// The answer; of a file its name.
    pub value: String,
    /// The file that was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub file: Option<super::files::FileRef>,
}

/// A cart's own row; its lines are in [`super::view`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cart {
    /// The cart.
    pub id: CartId,
    /// The last step that is done.
    pub step: Step,
    /// The language the shopper reads.
    pub language: Lang,
    /// Who buys, once known.
    pub contact: Option<Contact>,
    /// Where it goes, once known.
    pub address: Option<Address>,
    /// The method chosen, perhaps no longer offered.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// The method chosen, perhaps no longer offered.
    pub payment_method_id: Option<PaymentMethodId>,
    /// The shopper's words to the store.
    pub note: String,
    /// Pieces in it, for the badge.
    pub items_count: i64,
    /// The order it became.
    pub order_id: Option<OrderId>,
    /// Last touched.
    pub active_at: Millis,
    /// Grows with every change; the checkout form carries it.
    pub version: i64,
    /// Until then its checkout holds the pieces of its lines; once past, until somebody needs them or the sweep comes.
    pub held_until: Option<Millis>,
    /// It holds some of its pieces only: all of them would be more than its share.
    pub is_held_in_part: bool,
    /// The cart whose lines a restore link brought here.
    pub restored_from: Option<CartId>,
    /// The coupon's code as the shopper typed it, which need not hold.
    pub coupon_code: Option<String>,
}

/// A line as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Number within the cart.
    pub line: i64,
    /// The product.
    pub product_id: ProductId,
    /// The variant of a `multi` product.
    pub variant_id: Option<VariantId>,
    /// Pieces wanted.
    pub quantity: i64,
    /// The price the shopper last agreed to see.
    pub unit_price: i64,
    /// Answers to dynamic fields.
    pub fields: Vec<FieldValue>,
    /// How many of the pieces its checkout holds.
    pub held: i64,
}

/// A line as the shopper sees it: live price, live stock.
#[derive(Debug, Clone, PartialEq)]
pub struct CartLine {
    /// Number within the cart.
    pub line: i64,
    /// Pieces asked for.
    pub requested: i64,
    /// Pieces that count: what is asked for, or what can be had.
    pub quantity: i64,
    /// The price the shopper last agreed to see.
    pub seen_price: i64,
    /// Quantity times the live price; zero when it cannot be had.
    pub line_total: i64,
    /// Answers to dynamic fields.
    pub fields: Vec<FieldValue>,
    /// The live product; none when it is no longer sold.
    pub goods: Option<Sellable>,
    /// The product, also when it is gone.
    pub product_id: ProductId,
    /// The variant, also when it is gone.
    pub variant_id: Option<VariantId>,
    /// How many of the pieces its checkout holds.
    pub held: i64,
}

impl CartLine {
    /// The product's name, when it is still sold.
    #[must_use]
    pub fn name(&self) -> Texts {
        self.goods.as_ref().map(|g| g.name.clone()).unwrap_or_default()
    }

    /// The picture to show.
    #[must_use]
    pub fn image(&self) -> Option<MediaId> {
        self.goods.as_ref().and_then(|g| g.cover_id)
    }

    /// It counts for the totals.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        self.quantity > 0 && self.goods.is_some()
    }
}

/// The whole cart, up to date, before shipping and payment are known.
#[derive(Debug, Clone, PartialEq)]
pub struct CartView {
    /// In the order they were added.
    pub lines: Vec<CartLine>,
    /// What is not as the shopper last saw it.
    pub changes: Vec<Change>,
    /// Of the lines that count; `totals.lines` follows [`CartView::counted`].
    pub totals: Totals,
    /// Pieces that count.
    pub items_count: i64,
    /// Something in it has to be delivered.
    pub requires_shipping: bool,
    /// Weight of what is delivered and not free of shipping.
    pub weight_grams: i64,
    /// Everything that is delivered ships free.
    pub has_free_shipping: bool,
}

impl CartView {
    /// The lines that count, in the order of `totals.lines`.
    pub fn counted(&self) -> impl Iterator<Item = &CartLine> {
        self.lines.iter().filter(|l| l.is_counted())
    }

    /// An order can be placed as far as the lines go.
    #[must_use]
    pub fn can_checkout(&self) -> bool {
        self.items_count > 0 && !self.changes.iter().any(Change::is_blocking)
    }
}

/// A line for the sums.
#[must_use]
pub fn line_in(line: &CartLine) -> LineIn {
    LineIn {
        unit_price: line.goods.as_ref().map_or(0, |g| g.unit_price),
        quantity: line.quantity,
        is_tax_free: line.goods.as_ref().is_some_and(|g| g.is_tax_free),
    }
}

/// Whether `quantity` pieces may be in one line when its product has `others` pieces in other lines: the limits are the
/// product's, over its variants (core 3).
///
/// # Errors
/// [`CartError`] with the limit that is broken.
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

/// One stored line against the live product: the line to show, and what changed.
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

/// The per-order limits of each product over all its lines; a breach is reported at the product's first line.
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
