//! What a cart is, and what may have changed since its shopper last looked. Pure.

use kernel::rules::Notice;
use kernel::{CartId, Lang, MediaId, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId};
use serde::{Deserialize, Serialize};
use web::{FieldErrors, Message};

use super::totals::{LineIn, Totals};
use crate::catalog::Sellable;
use crate::customers::Address;

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
    /// The answer.
    pub value: String,
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
}

/// Something that is no longer as the shopper saw it. `line` is the cart's line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// No longer sold, or sold out: the line is left out.
    Unavailable {
        /// The line.
        line: i64,
        /// What it was, when still known.
        name: Texts,
    },
    /// Fewer are there than were wanted.
    QuantityReduced {
        /// The line.
        line: i64,
        /// What.
        name: Texts,
        /// Pieces that can be had.
        available: i64,
    },
    /// Fewer than an order must hold (core 5).
    BelowMinimum {
        /// The line.
        line: i64,
        /// What.
        name: Texts,
        /// The least.
        min: i64,
    },
    /// More than an order may hold (core 5).
    AboveMaximum {
        /// The line.
        line: i64,
        /// What.
        name: Texts,
        /// The most.
        max: i64,
    },
    /// Another price than the shopper agreed to.
    PriceChanged {
        /// The line.
        line: i64,
        /// What.
        name: Texts,
        /// Before.
        from: i64,
        /// Now.
        to: i64,
    },
    /// The shipping method is not offered for this order (any more).
    ShippingUnavailable,
    /// The payment method is not offered for this order (any more).
    PaymentUnavailable,
    /// The cart was changed after the shopper saw the order, in another window perhaps.
    CartChanged,
    /// The total is not the one the shopper confirmed.
    TotalChanged {
        /// Confirmed.
        from: i64,
        /// Now.
        to: i64,
    },
}

impl Change {
    /// An order cannot be placed before the cart is brought up to date; a new price alone only needs to be seen.
    #[must_use]
    pub const fn is_blocking(&self) -> bool {
        !matches!(self, Self::PriceChanged { .. })
    }

    /// The cart's line it concerns.
    #[must_use]
    pub const fn line(&self) -> Option<i64> {
        match self {
            Self::Unavailable { line, .. }
            | Self::QuantityReduced { line, .. }
            | Self::BelowMinimum { line, .. }
            | Self::AboveMaximum { line, .. }
            | Self::PriceChanged { line, .. } => Some(*line),
            Self::ShippingUnavailable | Self::PaymentUnavailable | Self::CartChanged | Self::TotalChanged { .. } => None,
        }
    }

    /// For the shopper. Amounts are written in the store's currency.
    #[must_use]
    pub fn message(&self, currency: kernel::Currency) -> Message {
        let named = |m: Message, name: &Texts| Message {
            ar: m.ar.replace("{name}", name.get(Lang::Ar)).into(),
            en: m.en.replace("{name}", name.get(Lang::En)).into(),
        };
        let amount = |n: i64| kernel::money::format(n, currency);
        match self {
            Self::Unavailable { name, .. } => named(UNAVAILABLE, name),
            Self::QuantityReduced { name, available, .. } => named(REDUCED.with("n", available), name),
            Self::BelowMinimum { .. } => notice(Notice::QuantityBelowMinimum),
            Self::AboveMaximum { .. } => notice(Notice::QuantityAboveMaximum),
            Self::PriceChanged { name, from, to, .. } => named(PRICE.with("from", amount(*from)).with("to", amount(*to)), name),
            Self::ShippingUnavailable => NO_SHIPPING,
            Self::PaymentUnavailable => NO_PAYMENT,
            Self::CartChanged => CART,
            Self::TotalChanged { from, to } => TOTAL.with("from", amount(*from)).with("to", amount(*to)),
        }
    }
}

/// A stated notice as a message.
#[must_use]
pub fn notice(n: Notice) -> Message {
    Message::new(n.message(Lang::Ar), n.message(Lang::En))
}

const UNAVAILABLE: Message = Message::new("لم يعد «{name}» متوفرًا.", "“{name}” is no longer available.");
const REDUCED: Message = Message::new("المتبقي من «{name}» هو {n} فقط.", "Only {n} of “{name}” left.");
const PRICE: Message =
    Message::new("تغيّر سعر «{name}» من {from} إلى {to}.", "The price of “{name}” changed from {from} to {to}.");
const NO_SHIPPING: Message =
    Message::new("طريقة الشحن المختارة لم تعد متاحة. اختر غيرها.", "The shipping method is not available. Choose another.");
const NO_PAYMENT: Message =
    Message::new("طريقة الدفع المختارة لم تعد متاحة. اختر غيرها.", "The payment method is not available. Choose another.");
const CART: Message =
    Message::new("تغيّرت السلة. راجع طلبك ثم أكّده.", "The cart has changed. Review the order and confirm again.");
const TOTAL: Message = Message::new(
    "تغيّر الإجمالي من {from} إلى {to}. راجع طلبك ثم أكّده.",
    "The total changed from {from} to {to}. Review the order and confirm again.",
);

/// A line as the shopper sees it: live price, live stock.
#[derive(Debug, Clone, PartialEq)]
pub struct CartLine {
    /// Number within the cart.
    pub line: i64,
    /// Pieces asked for.
    pub wanted: i64,
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

/// Why a cart was not changed.
#[derive(Debug, thiserror::Error)]
pub enum CartError {
    /// The product or variant is not sold.
    #[error("product is not sold")]
    Unavailable,
    /// Fewer are in stock than were asked for.
    #[error("only {0} in stock")]
    OutOfStock(i64),
    /// Fewer than an order must hold.
    #[error("below the minimum of {0}")]
    BelowMinimum(i64),
    /// More than an order may hold.
    #[error("above the maximum of {0}")]
    AboveMaximum(i64),
    /// Not between one and [`MOST_PIECES`], or worth more than money can say.
    #[error("not a quantity")]
    BadQuantity,
    /// [`MOST_LINES`] are in it.
    #[error("the cart is full")]
    Full,
    /// There is no such line.
    #[error("no such line")]
    NoSuchLine,
    /// There is no such cart, or it has become an order.
    #[error("the cart is closed")]
    Closed,
    /// Answers, contact or address are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// Of the database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

const NOT_SOLD: Message = Message::new("هذا المنتج غير متوفر حاليًا.", "This product is not available right now.");
const SOLD_OUT: Message = Message::new("نفدت الكمية.", "Sold out.");
const ONLY_LEFT: Message = Message::new("المتبقي {n} فقط.", "Only {n} left.");
const BAD_QUANTITY: Message = Message::new("أدخل كمية صحيحة.", "Enter a valid quantity.");
const FULL: Message =
    Message::new("السلة ممتلئة. أكمل طلبك أو احذف بعض المنتجات.", "The cart is full. Place the order or remove something.");
const CLOSED: Message = Message::new("هذه السلة لم تعد مفتوحة.", "This cart is no longer open.");

impl CartError {
    /// For the shopper.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Unavailable | Self::NoSuchLine => NOT_SOLD,
            Self::OutOfStock(n) if *n <= 0 => SOLD_OUT,
            Self::OutOfStock(n) => ONLY_LEFT.with("n", n),
            Self::BelowMinimum(_) => notice(Notice::QuantityBelowMinimum),
            Self::AboveMaximum(_) => notice(Notice::QuantityAboveMaximum),
            Self::BadQuantity => BAD_QUANTITY,
            Self::Full => FULL,
            Self::Closed => CLOSED,
            Self::Fields(_) => web::message::common::INVALID,
            Self::Db(_) => web::message::common::INTERNAL,
        }
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
        return Err(CartError::OutOfStock(available));
    }
    match goods.min_qty.filter(|min| quantity + others < *min) {
        Some(min) => Err(CartError::BelowMinimum(min)),
        None => Ok(()),
    }
}

/// One stored line against the live product: the line to show, and what changed.
#[must_use]
pub fn judge(item: Item, goods: Option<Sellable>) -> (CartLine, Vec<Change>) {
    let Item { line, product_id, variant_id, quantity: wanted, unit_price: seen_price, fields } = item;
    let mut changes = Vec::new();
    let name = goods.as_ref().map(|g| g.name.clone()).unwrap_or_default();
    let mut quantity = 0;
    let is_sold = goods.as_ref().is_some_and(|g| g.is_for_sale && g.available().is_none_or(|n| n > 0));
    if let (Some(g), true) = (&goods, is_sold) {
        quantity = g.available().map_or(wanted, |n| wanted.min(n));
        if quantity < wanted {
            changes.push(Change::QuantityReduced { line, name: name.clone(), available: quantity });
        }
        if g.unit_price != seen_price {
            changes.push(Change::PriceChanged { line, name, from: seen_price, to: g.unit_price });
        }
    } else {
        changes.push(Change::Unavailable { line, name });
    }
    let line_total = goods.as_ref().map_or(0, |g| kernel::money::times(g.unit_price, quantity).unwrap_or(0));
    (CartLine { line, wanted, quantity, seen_price, line_total, fields, goods, product_id, variant_id }, changes)
}

/// The per-order limits of each product over all its lines; a breach is told at the product's first line.
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
