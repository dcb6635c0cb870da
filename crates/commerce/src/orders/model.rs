//! The order model. Pure.

use kernel::{
    CouponId, Currency, CustomerId, Lang, MediaId, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, Texts, UserId,
    VariantId,
};

use super::status::{PaymentStatus, Status};
use crate::carts::FieldValue;
use crate::carts::totals::VatRule;
use crate::coupons::Segment;
use crate::shipping::DeliveryPromise;
use catalog::OptionValue;
use customers::Address;

/// A line of an order, as it was sold. Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderItem {
    /// Line number, from 1.
    pub line: i64,
    /// Id of the product; [`Self::NO_PRODUCT`] for a custom line.
    pub product_id: ProductId,
    /// The variant of a `multi` product.
    pub variant_id: Option<VariantId>,
    /// The product's name when it was sold.
    pub name: Texts,
    /// The SKU when it was sold.
    pub sku: Option<String>,
    /// The variant's values.
    pub option_values: Vec<OptionValue>,
    /// Answers to the product's dynamic fields.
    pub fields: Vec<FieldValue>,
    /// The picture.
    pub media_id: Option<MediaId>,
    /// Unit price.
    pub unit_price: i64,
    /// Number of pieces.
    pub quantity: i64,
    /// Unit price times quantity.
    pub line_total: i64,
    /// Its share of the discount.
    pub discount: i64,
    /// The coupon's part of that.
    pub coupon_discount: i64,
    /// The part of the discount that stays with refunded pieces.
    pub refunded_discount: i64,
    /// The coupon's part of that.
    pub refunded_coupon: i64,
    /// Its VAT.
    pub vat: i64,
    /// VAT rate, in hundredths of a percent.
    pub vat_rate: i64,
    /// Weight of one piece.
    pub weight_grams: i64,
    /// Its pieces were taken from stock and are not all back.
    pub is_stock_taken: bool,
    /// Pieces that were returned.
    pub returned: i64,
    /// Returned pieces that were restocked.
    pub restocked: i64,
}

impl OrderItem {
    /// Product id of a custom line.
    pub const NO_PRODUCT: ProductId = ProductId::from_raw(0);

    /// Whether it is a custom line: a name and a price, and no product.
    #[must_use]
    pub fn is_custom(&self) -> bool {
        self.product_id == Self::NO_PRODUCT
    }
}

/// The coupon of an order, as of the order's last computation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderCoupon {
    /// Id of the coupon, perhaps deleted meanwhile.
    pub id: CouponId,
    /// Its code, as the merchant wrote it.
    pub code: String,
    /// What it reduces.
    pub segment: Segment,
    /// Its discount: a part of the order's discount, or of the shipping fee.
    pub discount: i64,
}

/// An order. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Id of the order.
    pub id: OrderId,
    /// The displayed number.
    pub number: i64,
    /// Current status.
    pub status: Status,
    /// Paid or not.
    pub payment_status: PaymentStatus,
    /// The customer.
    pub customer_id: CustomerId,
    /// Placed without an account.
    pub was_guest_order: bool,
    /// Name of the buyer.
    pub sender_name: String,
    /// Mobile number in E.164.
    pub mobile: String,
    /// E-mail address in lower case.
    pub email: Option<String>,
    /// The shopper's language.
    pub language: Lang,
    /// Sum of the lines.
    pub subtotal: i64,
    /// Discount on the goods, by hand and by a coupon.
    pub discount: i64,
    /// The coupon that it uses.
    pub coupon: Option<OrderCoupon>,
    /// All VAT.
    pub vat: i64,
    /// Shipping, less the coupon's discount on it.
    pub shipping_fees: i64,
    /// The payment method's charge.
    pub payment_fees: i64,
    /// Amount to pay.
    pub total: i64,
    /// VAT rate, in hundredths of a percent.
    pub vat_rate: i64,
    /// VAT is included in the other amounts.
    pub is_vat_included: bool,
    /// ISO code.
    pub customer_currency: Currency,
    /// Total at the exchange rate when it was placed.
    pub total_in_customer_currency: i64,
    /// Number of pieces.
    pub items_count: i64,
    /// Shipping address; none for a pickup.
    pub address: Option<Address>,
    /// The chosen shipping method.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// `PICKUP`, `CUSTOM`; empty when nothing is delivered.
    pub shipping_provider: String,
    /// Name of the method when the order was placed.
    pub shipping_name: Texts,
    /// When the shopper was told that it arrives, from the order on.
    pub delivery_promise: Option<DeliveryPromise>,
    /// The chosen payment method.
    pub payment_method_id: Option<PaymentMethodId>,
    /// Payment provider: `COD`.
    pub payment_provider: String,
    /// Name of the method when the order was placed.
    pub payment_name: Texts,
    /// The shopper's note.
    pub note: String,
    /// When it was placed.
    pub created_at: Millis,
    /// Time of the last change.
    pub updated_at: Millis,
    /// Incremented by every change.
    pub version: i64,
    /// Journal number of the last change.
    pub seq: i64,
}

impl Order {
    fn coupon_off(&self, segment: Segment) -> i64 {
        self.coupon.as_ref().filter(|c| c.segment == segment).map_or(0, |c| c.discount)
    }

    /// Discount by hand on the goods.
    #[must_use]
    pub fn other_discount(&self) -> i64 {
        self.discount - self.coupon_off(Segment::Products)
    }

    /// The VAT settings of its amounts.
    #[must_use]
    pub const fn vat_rule(&self) -> VatRule {
        VatRule { rate: self.vat_rate, is_included: self.is_vat_included }
    }

    /// Shipping before the coupon.
    #[must_use]
    pub fn full_shipping(&self) -> i64 {
        self.shipping_fees + self.coupon_off(Segment::Shipping)
    }
}

/// An order in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Id of the order.
    pub id: OrderId,
    /// The displayed number.
    pub number: i64,
    /// Current status.
    pub status: String,
    /// Paid or not.
    pub payment_status: String,
    /// Name of the buyer.
    pub sender_name: String,
    /// Mobile number in E.164.
    pub mobile: String,
    /// City of the shipping address.
    pub city: String,
    /// ISO code of the country.
    pub country: String,
    /// Number of pieces.
    pub items_count: i64,
    /// Amount to pay.
    pub total: i64,
    /// Payment provider: `COD`.
    pub payment_provider: String,
    /// Shipping provider: `PICKUP`, `CUSTOM`.
    pub shipping_provider: String,
    /// The customer's first order.
    pub is_first_order: bool,
    /// Placed without an account.
    pub was_guest_order: bool,
    /// The assigned member.
    pub assignee_id: Option<UserId>,
    /// The coupon code that it uses.
    pub coupon_code: Option<String>,
    /// When it was placed.
    pub created_at: Millis,
    /// Incremented by every change.
    pub version: i64,
    /// Journal number of the last change.
    pub seq: i64,
}
db::row!(Row {
    id,
    number,
    status,
    payment_status,
    sender_name,
    mobile,
    city,
    country,
    items_count,
    total,
    payment_provider,
    shipping_provider,
    is_first_order,
    was_guest_order,
    assignee_id,
    coupon_code,
    created_at,
    version,
    seq
});

/// Balance of an order, in minor units: computed from its ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BalanceSummary {
    /// The part of the total that is no longer owed.
    pub given_up: i64,
    /// Payments less those that were reverted by hand.
    pub paid: i64,
    /// Sum of refunds.
    pub refunded: i64,
    /// The amount that is still to be paid.
    pub owed: i64,
    /// The amount to be refunded.
    pub overpaid: i64,
}

/// A comment of the store that the order's customer sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopperNote {
    /// When it was written.
    pub at: Millis,
    /// None once it was deleted.
    pub text: Option<String>,
    /// Time of the last edit, if it was edited.
    pub edited_at: Option<Millis>,
}

/// The deposit that a shopper has to transfer before their order is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepositDue {
    /// The whole deposit, in minor units.
    pub deposit: i64,
    /// The part that is still missing.
    pub missing: i64,
    /// The rest that is paid on delivery.
    pub on_delivery: i64,
    /// Deadline of the deposit.
    pub until: Millis,
}

/// A shopper's view of an order: without the store's internal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// Data of the order.
    pub order: Order,
    /// Its lines.
    pub items: Vec<OrderItem>,
    /// The statuses it went through, with their times; the first is that of placing.
    pub history: Vec<(Millis, Status)>,
    /// Comments for the customer, the oldest first.
    pub notes: Vec<ShopperNote>,
    /// Balance of its money.
    pub money: BalanceSummary,
    /// The deposit that it waits for.
    pub deposit: Option<DepositDue>,
}
