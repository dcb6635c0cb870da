//! The initial state of an order.

use kernel::{CustomerId, Lang, Millis, OrderId, ProductId, Texts};
use proptest::prelude::*;

use crate::carts::totals::{self, Discounts, FeeRule, LineIn, VatRule};
use crate::coupons::Terms;
use crate::coupons::tests::{any_terms, applied};
use crate::orders::model::{Order, OrderCoupon, OrderItem};
use crate::orders::status::{PaymentStatus, Status};

pub(super) fn item(line: i64, unit_price: i64, quantity: i64, vat_rate: i64) -> OrderItem {
    OrderItem {
        line,
        product_id: ProductId::from_raw(line + 100),
        variant_id: None,
        name: Texts::default(),
        sku: None,
        option_values: Vec::new(),
        fields: Vec::new(),
        media_id: None,
        unit_price,
        quantity,
        line_total: 0,
        discount: 0,
        coupon_discount: 0,
        refunded_discount: 0,
        refunded_coupon: 0,
        vat: 0,
        vat_rate,
        weight_grams: 0,
        is_stock_taken: true,
        returned: 0,
        restocked: 0,
    }
}

/// The initial order's parameters.
#[derive(Debug, Clone)]
pub struct Start {
    pub(super) lines: Vec<(i64, i64, bool)>,
    pub(super) discount: i64,
    pub(super) coupon: Option<Terms>,
    pub(super) rule: VatRule,
    pub(super) shipping: i64,
    pub(super) fee: FeeRule,
}

pub(super) fn placed(start: &Start) -> (Order, Vec<OrderItem>) {
    let Start { lines, discount, coupon, rule, shipping, fee } = start;
    // Every second line, so that there are always eligible lines and others.
    let coupon = coupon.clone().map(|terms| applied(terms, (0..lines.len()).map(|n| n % 2 == 0).collect()));
    let sums: Vec<LineIn> = lines
        .iter()
        .map(|(unit_price, quantity, free)| LineIn { unit_price: *unit_price, quantity: *quantity, is_tax_free: *free })
        .collect();
    let discounts = Discounts { coupon: coupon.as_ref(), by_hand: *discount, refunded: None };
    let t = totals::compute(&sums, discounts, *rule, *shipping, *fee).unwrap();
    let items: Vec<OrderItem> = lines
        .iter()
        .zip(&t.lines)
        .zip(1..)
        .map(|(((unit_price, quantity, _), l), line)| OrderItem {
            line_total: l.line_total,
            discount: l.discount,
            coupon_discount: l.coupon,
            vat: l.vat,
            ..item(line, *unit_price, *quantity, l.vat_rate)
        })
        .collect();
    let order = Order {
        id: OrderId::from_raw(1),
        number: 1001,
        status: Status::Pending,
        payment_status: PaymentStatus::NotPaid,
        customer_id: CustomerId::from_raw(1),
        was_guest_order: true,
        sender_name: String::new(),
        mobile: String::new(),
        email: None,
        language: Lang::Ar,
        subtotal: t.subtotal,
        discount: t.discount,
        coupon: coupon.map(|k| OrderCoupon { id: k.id, code: k.code, segment: k.terms.segment, discount: t.coupon }),
        vat: t.vat,
        shipping_fees: t.shipping_fees,
        payment_fees: t.payment_fees,
        total: t.total,
        vat_rate: t.vat_rate,
        is_vat_included: t.is_vat_included,
        customer_currency: kernel::Currency::SAR,
        total_in_customer_currency: t.total,
        items_count: items.iter().map(|i| i.quantity).sum(),
        address: None,
        shipping_method_id: None,
        shipping_provider: String::new(),
        shipping_name: Texts::default(),
        delivery_promise: None,
        payment_method_id: None,
        payment_provider: String::new(),
        payment_name: Texts::default(),
        note: String::new(),
        created_at: Millis(0),
        updated_at: Millis(0),
        version: 1,
        seq: 1,
    };
    (order, items)
}

/// Orders of up to five lines, with VAT in the prices or on top, with and without a discount, a fee and a coupon.
pub fn starts() -> impl Strategy<Value = Start> {
    (
        prop::collection::vec((0..400_000_i64, 1..30_i64, any::<bool>()), 1..6),
        0..500_000_i64,
        (0..3_000_i64, any::<bool>()),
        0..50_000_i64,
        (0..5_000_i64, 0..500_i64, any::<bool>()),
        prop::option::of(any_terms()),
    )
        .prop_map(|(lines, discount, (rate, is_included), shipping, (fixed, ratio, is_taxed), coupon)| Start {
            lines,
            discount,
            coupon,
            rule: VatRule { rate, is_included },
            shipping,
            fee: FeeRule { fixed, ratio, is_taxed },
        })
}
