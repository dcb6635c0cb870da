//! What an order is. Pure.

use kernel::{
    CouponId, Currency, CustomerId, Lang, MediaId, Millis, OrderId, PaymentMethodId, ProductId, ShippingMethodId, Texts, UserId,
    VariantId,
};

use super::status::{PaymentStatus, Status};
use crate::carts::FieldValue;
use crate::carts::totals::VatRule;
use crate::coupons::Segment;
use catalog::OptionValue;
use customers::Address;

/// A line of an order, as it was sold. Money is in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderItem {
    /// From 1.
    pub line: i64,
    /// The product.
    pub product_id: ProductId,
    /// The variant of a `multi` product.
    pub variant_id: Option<VariantId>,
    /// As it was called.
    pub name: Texts,
    /// As it was.
    pub sku: Option<String>,
    /// The variant's values.
    pub option_values: Vec<OptionValue>,
    /// What the shopper wrote.
    pub fields: Vec<FieldValue>,
    /// The picture.
    pub media_id: Option<MediaId>,
    /// Price of one.
    pub unit_price: i64,
    /// How many.
    pub quantity: i64,
    /// Unit price times quantity.
    pub line_total: i64,
    /// Its share of the discount.
    pub discount: i64,
    /// Of that the part of the order's coupon.
    pub coupon_discount: i64,
    /// Of the discount what stays with pieces whose money was given back.
    pub refunded_discount: i64,
    /// Of that the part of the order's coupon.
    pub refunded_coupon: i64,
    /// Its VAT.
    pub vat: i64,
    /// At this rate, in hundredths of a percent.
    pub vat_rate: i64,
    /// Of one.
    pub weight_grams: i64,
    /// It left the stock and has not come back.
    pub is_stock_taken: bool,
    /// Pieces that came back.
    pub returned: i64,
    /// How many of those stand in stock again.
    pub restocked: i64,
}

impl OrderItem {
    /// Stands in a custom line, which is no product of the store.
    pub const NO_PRODUCT: ProductId = ProductId::from_raw(0);

    /// The merchant wrote it by hand: a name and a price, and no product.
    #[must_use]
    pub fn is_custom(&self) -> bool {
        self.product_id == Self::NO_PRODUCT
    }
}

/// The coupon of an order, as it was when the order was last computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderCoupon {
    /// The coupon, perhaps deleted by now.
    pub id: CouponId,
    /// Its code, as the merchant wrote it.
    pub code: String,
    /// What it was taken off.
    pub segment: Segment,
    /// What it took off: a part of the order's discount, or what has come off the shipping fee.
    pub discount: i64,
}

/// An order. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The order.
    pub id: OrderId,
    /// What people call it.
    pub number: i64,
    /// Where it is.
    pub status: Status,
    /// Whether the money is there.
    pub payment_status: PaymentStatus,
    /// Whose.
    pub customer_id: CustomerId,
    /// Placed without an account.
    pub was_guest_order: bool,
    /// Who ordered.
    pub sender_name: String,
    /// E.164.
    pub mobile: String,
    /// Lower case.
    pub email: Option<String>,
    /// What the shopper reads.
    pub language: Lang,
    /// Of the lines.
    pub subtotal: i64,
    /// Taken off the goods, by hand and by a coupon.
    pub discount: i64,
    /// The coupon it has.
    pub coupon: Option<OrderCoupon>,
    /// All VAT.
    pub vat: i64,
    /// Shipping, less what a coupon took off it.
    pub shipping_fees: i64,
    /// The payment method's charge.
    pub payment_fees: i64,
    /// What is paid.
    pub total: i64,
    /// In hundredths of a percent.
    pub vat_rate: i64,
    /// The VAT is inside the other amounts.
    pub is_vat_included: bool,
    /// ISO code.
    pub customer_currency: Currency,
    /// At the rate of the moment of the order.
    pub total_in_customer_currency: i64,
    /// Pieces.
    pub items_count: i64,
    /// Where it goes; none when the customer comes for it.
    pub address: Option<Address>,
    /// The method used.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// `PICKUP`, `CUSTOM`; empty when nothing is delivered.
    pub shipping_provider: String,
    /// As it was called.
    pub shipping_name: Texts,
    /// The method used.
    pub payment_method_id: Option<PaymentMethodId>,
    /// `COD`.
    pub payment_provider: String,
    /// As it was called.
    pub payment_name: Texts,
    /// The shopper's words.
    pub note: String,
    /// When it was placed.
    pub created_at: Millis,
    /// The last change.
    pub updated_at: Millis,
    /// Grows with every change.
    pub version: i64,
    /// Of the last change in the store's journal.
    pub seq: i64,
}

impl Order {
    fn coupon_off(&self, segment: Segment) -> i64 {
        self.coupon.as_ref().filter(|c| c.segment == segment).map_or(0, |c| c.discount)
    }

    /// What was taken off the goods by hand.
    #[must_use]
    pub fn other_discount(&self) -> i64 {
        self.discount - self.coupon_off(Segment::Products)
    }

    /// How its amounts hold VAT.
    #[must_use]
    pub const fn vat_rule(&self) -> VatRule {
        VatRule { rate: self.vat_rate, is_included: self.is_vat_included }
    }

    /// What shipping costs before a coupon lowers it.
    #[must_use]
    pub fn full_shipping(&self) -> i64 {
        self.shipping_fees + self.coupon_off(Segment::Shipping)
    }
}

/// An order in lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The order.
    pub id: OrderId,
    /// What people call it.
    pub number: i64,
    /// Where it is.
    pub status: String,
    /// Whether the money is there.
    pub payment_status: String,
    /// Who ordered.
    pub sender_name: String,
    /// E.164.
    pub mobile: String,
    /// Where it goes.
    pub city: String,
    /// ISO code.
    pub country: String,
    /// Pieces.
    pub items_count: i64,
    /// What is paid.
    pub total: i64,
    /// `COD`.
    pub payment_provider: String,
    /// `PICKUP`, `CUSTOM`.
    pub shipping_provider: String,
    /// The customer's first order.
    pub is_first_order: bool,
    /// Placed without an account.
    pub was_guest_order: bool,
    /// The member who works on it.
    pub assignee_id: Option<UserId>,
    /// The coupon it was bought with.
    pub coupon_code: Option<String>,
    /// When it was placed.
    pub created_at: Millis,
    /// Grows with every change.
    pub version: i64,
    /// Of the last change.
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

/// What came of an order's money, in minor units: computed from its ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BalanceSummary {
    /// Of the total what is not owed any more.
    pub given_up: i64,
    /// Came in and was not taken back by hand.
    pub paid: i64,
    /// Given back.
    pub refunded: i64,
    /// Still to be paid.
    pub owed: i64,
    /// To be given back.
    pub overpaid: i64,
}

/// What the store wrote for an order's customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShopperNote {
    /// When it was written.
    pub at: Millis,
    /// None once it was taken back.
    pub text: Option<String>,
    /// Of its latest wording, where it was worded anew.
    pub edited_at: Option<Millis>,
}

/// What a shopper still has to transfer before their order is prepared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DepositDue {
    /// Asked for in all, in minor units.
    pub deposit: i64,
    /// Still to come of it.
    pub missing: i64,
    /// Paid at the door then.
    pub on_delivery: i64,
    /// Until when it is waited for.
    pub until: Millis,
}

/// What a shopper sees of an order: everything but the store's inner life.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPage {
    /// The order.
    pub order: Order,
    /// Its lines.
    pub items: Vec<OrderItem>,
    /// The statuses it went through, with when; the first is how it was placed.
    pub history: Vec<(Millis, Status)>,
    /// What the store wrote for its customer; the oldest first.
    pub notes: Vec<ShopperNote>,
    /// How its money stands.
    pub money: BalanceSummary,
    /// The deposit that it waits for.
    pub deposit: Option<DepositDue>,
}
