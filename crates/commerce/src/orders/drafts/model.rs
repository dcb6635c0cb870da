//! The content of a draft, and its problems. Pure; amounts are in minor units.

use kernel::{CustomerId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId};
use serde::{Deserialize, Serialize};
use web::{FieldErrors, Message};

use crate::carts::{Contact, FieldValue};
use catalog::OptionValue;
use customers::Address;

/// A requested line: a product, or a custom line with a name instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) product_id: Option<ProductId>,
    pub(super) variant_id: Option<VariantId>,
    /// Name of a custom line; of a product its name when the draft was saved.
    pub(super) name: Texts,
    #[serde(default)]
    pub(super) option_values: Vec<OptionValue>,
    pub(super) quantity: i64,
    /// Set by hand; none for the catalogue's price.
    pub(super) price: Option<i64>,
    /// Why the price is set by hand.
    pub(super) reason: String,
    /// For custom lines only.
    pub(super) is_tax_free: bool,
    /// For custom lines only.
    pub(super) requires_shipping: bool,
    /// Answers to dynamic fields, from the order that the draft copies.
    #[serde(default)]
    pub(super) fields: Vec<FieldValue>,
}

/// Everything that the merchant requested.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Content {
    /// None only before it is saved.
    pub(super) customer_id: Option<CustomerId>,
    pub(super) lines: Vec<Line>,
    /// Name and number for this order, where they differ from the customer's own.
    #[serde(default)]
    pub(super) contact: Option<Contact>,
    pub(super) address: Option<Address>,
    pub(super) shipping_method_id: Option<ShippingMethodId>,
    /// Set by hand, for the chosen method.
    pub(super) shipping_fees: Option<i64>,
    pub(super) payment_method_id: Option<PaymentMethodId>,
    pub(super) discount: i64,
    pub(super) discount_reason: String,
    /// A coupon code, as written.
    #[serde(default)]
    pub(super) coupon_code: Option<String>,
    pub(super) note: String,
}

/// Something that keeps a draft from becoming an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// The field's dotted path, as in the request.
    pub(super) field: String,
    /// `unavailable`, `short`, `limit`, `reason`, ...
    pub(super) code: &'static str,
    pub(super) message: Message,
}

/// The code of a product, variant or method that the store does not have.
pub(super) const NO_SUCH: &str = "no_such";
/// The code for a coupon without effect: the merchant removes it; the shopper is shown why and confirms the total without it.
pub(super) const COUPON: &str = "coupon";
/// The code for a discount by hand that a coupon reduces: the merchant writes another; the shopper confirms the reduced one.
pub(super) const DISCOUNT_CUT: &str = "discount_cut";
/// The code for a missing payment method: not a problem of an order that is paid already.
pub(super) const NO_PAYMENT: &str = "payment_missing";

/// The code for stock that checkouts reserve: not a problem of an order that is paid already.
pub(super) const HELD: &str = "held";

/// Problems as field errors; none without problems.
pub(super) fn errors_of<'a>(problems: impl Iterator<Item = &'a Problem>) -> Option<FieldErrors> {
    let mut errors = FieldErrors::new();
    for p in problems {
        errors.add(p.field.clone(), p.message.clone());
    }
    (!errors.is_empty()).then_some(errors)
}

/// Who places a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Initiator {
    /// The merchant, who has spoken with the customer; the COD rules do not apply.
    Merchant,
    /// The shopper, by the draft's link: the rules apply to what the merchant did not choose. With the deposit that was shown.
    Shopper(i64),
}
