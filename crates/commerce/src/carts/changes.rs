//! Messages for a shopper: what changed since they last saw the cart, and why a change of it was refused. Pure.

use kernel::rules::Notice;
use kernel::{Lang, Texts};
use web::{FieldErrors, Message};

use crate::coupons::Refusal;

/// A difference between the cart as the shopper last saw it and what is sold now. `line` is the cart's line number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The product is no longer sold, or sold out: the line is left out.
    Unavailable {
        /// Line number within the cart.
        line: i64,
        /// Name of the product, when it still exists.
        name: Texts,
    },
    /// The remaining stock is reserved by other shoppers' checkouts at the moment: the line is left out.
    Held {
        /// Line number within the cart.
        line: i64,
        /// Name of the product.
        name: Texts,
    },
    /// Less stock than the requested quantity.
    QuantityReduced {
        /// Line number within the cart.
        line: i64,
        /// Name of the product.
        name: Texts,
        /// Pieces that are available.
        available: i64,
    },
    /// The quantity is below the minimum per order (core 5).
    BelowMinimum {
        /// Line number within the cart.
        line: i64,
        /// Name of the product.
        name: Texts,
        /// Minimum pieces per order.
        min: i64,
    },
    /// The quantity is above the maximum per order (core 5).
    AboveMaximum {
        /// Line number within the cart.
        line: i64,
        /// Name of the product.
        name: Texts,
        /// Maximum pieces per order.
        max: i64,
    },
    /// The price differs from the one the shopper last accepted.
    PriceChanged {
        /// Line number within the cart.
        line: i64,
        /// Name of the product.
        name: Texts,
        /// Unit price that the shopper accepted, in minor units.
        from: i64,
        /// Current unit price, in minor units.
        to: i64,
    },
    /// The shipping method is not offered for this order (any more).
    ShippingUnavailable,
    /// The payment method is not offered for this order (any more).
    PaymentUnavailable,
    /// The cart was changed after the shopper saw the order, in another window perhaps.
    CartChanged,
    /// The total differs from the one the shopper confirmed.
    TotalChanged {
        /// The confirmed total, in minor units.
        from: i64,
        /// The current total, in minor units.
        to: i64,
    },
    /// The coupon is not valid (any more): no discount.
    CouponDropped {
        /// The code as the shopper typed it.
        code: String,
        /// Why it is refused.
        reason: Refusal,
    },
    /// The deposit differs from the one the shopper was shown.
    DepositChanged {
        /// The current deposit, in minor units; 0 when none is required any more.
        to: i64,
    },
}

impl Change {
    /// Whether the order is refused until the cart is updated; a new price or an invalid coupon only needs to be shown.
    #[must_use]
    pub const fn is_blocking(&self) -> bool {
        !matches!(self, Self::PriceChanged { .. } | Self::CouponDropped { .. })
    }

    /// The cart line that the change is about; none when it is about the whole cart.
    #[must_use]
    pub const fn line(&self) -> Option<i64> {
        match self {
            Self::Unavailable { line, .. }
            | Self::Held { line, .. }
            | Self::QuantityReduced { line, .. }
            | Self::BelowMinimum { line, .. }
            | Self::AboveMaximum { line, .. }
            | Self::PriceChanged { line, .. } => Some(*line),
            Self::ShippingUnavailable
            | Self::PaymentUnavailable
            | Self::CartChanged
            | Self::TotalChanged { .. }
            | Self::CouponDropped { .. }
            | Self::DepositChanged { .. } => None,
        }
    }

    /// The message for the shopper. Amounts are formatted in the store's currency.
    #[must_use]
    pub fn message(&self, currency: kernel::Currency) -> Message {
        let named = |m: Message, name: &Texts| Message {
            ar: m.ar.replace("{name}", name.get(Lang::Ar)).into(),
            en: m.en.replace("{name}", name.get(Lang::En)).into(),
        };
        // Each language writes the currency in its own way: ر.س behind, SAR before.
        let amounts = |m: Message, from: i64, to: i64| {
            let write = |text: &str, lang: Lang| {
                let format_amount = |n: i64| match lang {
                    Lang::Ar => format!("{}\u{a0}{}", kernel::money::format(n, currency), currency.symbol_ar()),
                    Lang::En => format!("{}\u{a0}{}", currency.code(), kernel::money::format(n, currency)),
                };
                text.replace("{from}", &format_amount(from)).replace("{to}", &format_amount(to))
            };
            Message { ar: write(&m.ar, Lang::Ar).into(), en: write(&m.en, Lang::En).into() }
        };
        match self {
            Self::Unavailable { name, .. } => named(UNAVAILABLE, name),
            Self::Held { name, .. } => named(HELD, name),
            Self::QuantityReduced { name, available, .. } => named(REDUCED.with("n", available), name),
            Self::BelowMinimum { .. } => notice(Notice::QuantityBelowMinimum),
            Self::AboveMaximum { .. } => notice(Notice::QuantityAboveMaximum),
            Self::PriceChanged { name, from, to, .. } => named(amounts(PRICE, *from, *to), name),
            Self::ShippingUnavailable => NO_SHIPPING,
            Self::PaymentUnavailable => NO_PAYMENT,
            Self::CartChanged => CART,
            Self::TotalChanged { from, to } => amounts(TOTAL, *from, *to),
            Self::CouponDropped { code, reason } => {
                let wording = reason.message(currency);
                let fill_in = |text: &str, reason: &str| text.replace("{code}", code).replace("{why}", reason);
                Message { ar: fill_in(&COUPON.ar, &wording.ar).into(), en: fill_in(&COUPON.en, &wording.en).into() }
            }
            Self::DepositChanged { to: 0 } => NO_DEPOSIT,
            Self::DepositChanged { to } => amounts(DEPOSIT, 0, *to),
        }
    }
}

/// A stated notice as a message.
#[must_use]
pub fn notice(n: Notice) -> Message {
    Message::new(n.message(Lang::Ar), n.message(Lang::En))
}

const UNAVAILABLE: Message = Message::new("لم يعد «{name}» متوفرًا.", "“{name}” is no longer available.");
const HELD: Message = Message::new(
    "الكمية المتبقية من «{name}» محجوزة لمتسوقين آخرين، فأزلناه من سلتك. أعد المحاولة بعد دقائق.",
    "“{name}” is reserved by other shoppers and was removed from your cart. Try again in a few minutes.",
);
const REDUCED: Message = Message::new("المتبقي من «{name}» هو {n} فقط.", "Only {n} of “{name}” left.");
const PRICE: Message =
    Message::new("تغيّر سعر «{name}» من {from} إلى {to}.", "The price of “{name}” changed from {from} to {to}.");
const NO_SHIPPING: Message = Message::new(
    "طريقة الشحن المختارة لم تعد متاحة. اختر غيرها.",
    "This shipping method isn't available anymore. Choose another.",
);
const NO_PAYMENT: Message = Message::new(
    "طريقة الدفع المختارة لم تعد متاحة. اختر غيرها.",
    "This payment method isn't available anymore. Choose another.",
);
const CART: Message =
    Message::new("تغيّرت السلة. راجع طلبك ثم أكّده.", "The cart has changed. Review the order and confirm again.");
const TOTAL: Message = Message::new(
    "تغيّر الإجمالي من {from} إلى {to}. راجع طلبك ثم أكّده.",
    "The total changed from {from} to {to}. Review the order and confirm again.",
);
const COUPON: Message = Message::new("تعذّر تطبيق الكوبون «{code}». {why}", "The coupon “{code}” was not applied. {why}");

const DEPOSIT: Message = Message::new(
    "يتطلب هذا الطلب عربونًا مقدمًا: {to}. راجع طلبك ثم أكّده.",
    "This order requires a deposit of {to}. Review it and confirm again.",
);
const NO_DEPOSIT: Message = Message::new(
    "لم يعد هذا الطلب يتطلب عربونًا. راجع طلبك ثم أكّده.",
    "This order no longer requires a deposit. Review it and confirm again.",
);

/// Why a cart was not changed.
#[derive(Debug, thiserror::Error)]
pub enum CartError {
    /// The product or variant is not sold.
    #[error("product is not sold")]
    Unavailable,
    /// The remaining stock is reserved by other shoppers' checkouts.
    #[error("held by other checkouts")]
    Held,
    /// Fewer pieces are in stock than were requested.
    #[error("only {0} in stock")]
    OutOfStock(i64),
    /// Below the minimum per order.
    #[error("below the minimum of {0}")]
    BelowMinimum(i64),
    /// Above the maximum per order.
    #[error("above the maximum of {0}")]
    AboveMaximum(i64),
    /// Not between 1 and [`super::MOST_PIECES`], or the amount overflows.
    #[error("not a quantity")]
    BadQuantity,
    /// The cart has [`super::MOST_LINES`] lines.
    #[error("the cart is full")]
    Full,
    /// There is no such line.
    #[error("no such line")]
    NoSuchLine,
    /// There is no such cart, or it has become an order.
    #[error("the cart is closed")]
    Closed,
    /// An uploaded file could not be stored; a server error.
    #[error("the file could not be kept")]
    FileNotKept,
    /// Answers, contact or address are not valid.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

const NOT_SOLD: Message = Message::new("هذا المنتج غير متوفر حاليًا.", "This product isn't available right now.");
const SOLD_OUT: Message = Message::new("نفدت الكمية.", "Sold out.");
const HELD_NOW: Message = Message::new(
    "الكمية المتبقية محجوزة لمتسوقين آخرين. أعد المحاولة بعد دقائق.",
    "The remaining items are reserved by other shoppers. Try again in a few minutes.",
);
const ONLY_LEFT: Message = Message::new("المتبقي {n} فقط.", "Only {n} left.");
const BAD_QUANTITY: Message = Message::new("أدخل كمية صحيحة.", "Enter a valid quantity.");
const FULL: Message =
    Message::new("السلة ممتلئة. أكمل طلبك أو احذف بعض المنتجات.", "The cart is full. Place the order or remove something.");
const NOT_KEPT: Message = Message::new("تعذّر حفظ الملف. أعد المحاولة.", "The file couldn't be saved. Try again.");
const CLOSED: Message = Message::new("هذه السلة لم تعد مفتوحة.", "This cart is no longer open.");

impl CartError {
    /// The message for the shopper.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Self::Unavailable | Self::NoSuchLine => NOT_SOLD,
            Self::Held => HELD_NOW,
            Self::OutOfStock(n) if *n <= 0 => SOLD_OUT,
            Self::OutOfStock(n) => ONLY_LEFT.with("n", n),
            Self::BelowMinimum(_) => notice(Notice::QuantityBelowMinimum),
            Self::AboveMaximum(_) => notice(Notice::QuantityAboveMaximum),
            Self::BadQuantity => BAD_QUANTITY,
            Self::Full => FULL,
            Self::Closed => CLOSED,
            Self::FileNotKept => NOT_KEPT,
            Self::Fields(_) => web::message::common::INVALID,
            Self::Db(_) => web::message::common::INTERNAL,
        }
    }
}
