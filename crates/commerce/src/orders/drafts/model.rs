//! What a merchant asks for in a draft, and what stands against it. Pure; amounts are in minor units.

use kernel::{CustomerId, PaymentMethodId, ProductId, ShippingMethodId, Texts, VariantId};
use serde::{Deserialize, Serialize};
use web::{FieldErrors, Message};

use crate::carts::{Contact, FieldValue};
use catalog::OptionValue;
use customers::Address;

/// A line that is asked for: goods of the catalogue, or a custom line that has a name instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) product_id: Option<ProductId>,
    pub(super) variant_id: Option<VariantId>,
    /// Of a custom line; of goods as they were called when the draft was saved.
    pub(super) name: Texts,
    #[serde(default)]
    pub(super) option_values: Vec<OptionValue>,
    pub(super) quantity: i64,
    /// Set by hand; the catalogue's price counts while there is none.
    pub(super) price: Option<i64>,
    /// Why the price is set by hand.
    pub(super) reason: String,
    /// Of a custom line.
    pub(super) is_tax_free: bool,
    /// Of a custom line.
    pub(super) requires_shipping: bool,
    /// Of the order that the draft repeats.
    #[serde(default)]
    pub(super) fields: Vec<FieldValue>,
}

/// Everything that is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Content {
    /// None only before it is saved.
    pub(super) customer_id: Option<CustomerId>,
    pub(super) lines: Vec<Line>,
    /// Name and number for this order, where they are not the customer's own.
    #[serde(default)]
    pub(super) contact: Option<Contact>,
    pub(super) address: Option<Address>,
    pub(super) shipping_method_id: Option<ShippingMethodId>,
    /// Set by hand, for the chosen method.
    pub(super) shipping_fees: Option<i64>,
    pub(super) payment_method_id: Option<PaymentMethodId>,
    pub(super) discount: i64,
    pub(super) discount_reason: String,
    /// A coupon's code, as it was written.
    #[serde(default)]
    pub(super) coupon_code: Option<String>,
    pub(super) note: String,
}

/// Something that keeps a draft from becoming an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// The field's dotted path, as in what is sent.
    pub(super) field: String,
    /// `unavailable`, `short`, `limit`, `reason`, ...
    pub(super) code: &'static str,
    pub(super) message: Message,
}

/// The code of a product, variant or method that the store does not have.
pub(super) const NO_SUCH: &str = "no_such";
/// The code of a coupon that takes nothing off: the merchant takes it off, the shopper is told and confirms what it comes to.
pub(super) const COUPON: &str = "coupon";
/// The code of a discount by hand of which a coupon leaves less: the merchant writes another, the shopper confirms what it comes to.
pub(super) const DISCOUNT_CUT: &str = "discount_cut";
/// The code of a payment method that is not chosen: no problem of an order that is paid already.
pub(super) const NO_PAYMENT: &str = "payment_missing";

/// The code of pieces that are there and held by checkouts: no problem of an order that is paid already.
pub(super) const HELD: &str = "held";

/// Problems as errors of fields; none when there are none.
pub(super) fn errors_of<'a>(problems: impl Iterator<Item = &'a Problem>) -> Option<FieldErrors> {
    let mut errors = FieldErrors::new();
    for p in problems {
        errors.add(p.field.clone(), p.message.clone());
    }
    (!errors.is_empty()).then_some(errors)
}

/// Who says that a draft is an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Initiator {
    /// The merchant, who has spoken with the customer and decides against any rule.
    Merchant,
    /// The shopper, by the draft's link: the rules hold for what the merchant did not choose. With the deposit that was seen.
    Shopper(i64),
}
