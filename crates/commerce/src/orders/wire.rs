//! Orders in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use std::collections::HashMap;

use kernel::{CouponId, Currency, CustomerId, OrderId, ProductId, Texts, UserId, VariantId, money};
use serde::Serialize;

use super::ledger::wire::MoneyView;
use super::model::{Order, OrderCoupon, OrderItem, Row};
use super::status::{PaymentStatus, Status};
use super::tags_assignee::TagsAndAssignees;
use crate::carts::FieldValue;
use crate::coupons::Segment;
use crate::shipping::DeliveryPromise;
use catalog::OptionValue;
use customers::{Address, CustomerDetail};
use platform::media::MediaView;

/// An order in lists (OR-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderRow {
    id: OrderId,
    /// The displayed number.
    number: i64,
    #[schema(value_type = Status)]
    status: String,
    #[schema(value_type = PaymentStatus)]
    payment_status: String,
    customer_name: String,
    /// E.164.
    mobile: String,
    city: String,
    /// ISO code; empty when nothing is delivered.
    country: String,
    /// Number of pieces.
    items_count: i64,
    total: String,
    /// Payment state and totals.
    money: MoneyView,
    currency: Currency,
    payment_provider: String,
    shipping_provider: String,
    /// The customer's first order in the store.
    is_first_order: bool,
    was_guest_order: bool,
    /// The team's tags, sorted by their folded spelling.
    tags: Vec<String>,
    /// The assigned member.
    assignee: Option<Assignee>,
    /// The coupon code that it uses.
    coupon_code: Option<String>,
    /// A transfer receipt waits for review.
    has_waiting_receipt: bool,
    created_at: String,
    version: i64,
    /// Journal number of the last change.
    seq: i64,
}

/// The member of the store who is assigned to an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderAssignee)]
pub struct Assignee {
    pub(super) id: UserId,
    pub(super) name: String,
}

impl OrderRow {
    /// `tags_and_assignees` are those of the page; rows without any have none.
    pub(super) fn from_row(row: Row, currency: Currency, tags_and_assignees: &TagsAndAssignees) -> Self {
        let Row {
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
            seq,
        } = row;
        let assignee =
            assignee_id.and_then(|id| tags_and_assignees.members.get(&id).map(|name| Assignee { id, name: name.clone() }));
        Self {
            id,
            number,
            status,
            payment_status,
            customer_name: sender_name,
            mobile,
            city,
            country,
            items_count,
            total: money::format(total, currency),
            money: MoneyView::from_sums(tags_and_assignees.money.get(&id).copied().unwrap_or_default(), currency),
            currency,
            payment_provider,
            shipping_provider,
            is_first_order,
            was_guest_order,
            tags: tags_and_assignees.tags.get(&id).cloned().unwrap_or_default(),
            assignee,
            coupon_code,
            has_waiting_receipt: tags_and_assignees.receipts.contains(&id),
            created_at: created_at.rfc3339(),
            version,
            seq,
        }
    }
}

/// A line of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderItemView {
    /// Line number, from 1.
    line: i64,
    /// None of a custom line.
    product_id: Option<ProductId>,
    variant_id: Option<VariantId>,
    name: Texts,
    sku: Option<String>,
    option_values: Vec<OptionValue>,
    /// Answers to the product's dynamic fields.
    fields: Vec<FieldValue>,
    image_url: Option<String>,
    unit_price: String,
    quantity: i64,
    line_total: String,
    discount: String,
    vat: String,
    /// Its goods are taken from stock.
    is_stock_taken: bool,
    /// Returned pieces.
    returned: i64,
    /// Pieces that were refunded by line.
    refunded: i64,
}

impl OrderItemView {
    fn from_item((refunded, item): (i64, OrderItem), currency: Currency, images: &HashMap<i64, MediaView>) -> Self {
        let OrderItem {
            line,
            product_id,
            variant_id,
            name,
            sku,
            option_values,
            fields,
            media_id,
            unit_price,
            quantity,
            line_total,
            discount,
            vat,
            vat_rate: _,
            weight_grams: _,
            is_stock_taken,
            returned,
            restocked: _,
            coupon_discount: _,
            refunded_discount: _,
            refunded_coupon: _,
        } = item;
        let amount = |n| money::format(n, currency);
        Self {
            line,
            product_id: Some(product_id).filter(|id| *id != OrderItem::NO_PRODUCT),
            variant_id,
            name,
            sku,
            option_values,
            fields,
            image_url: media_id.and_then(|id| images.get(&id.raw())).map(|m| m.at_least(320).to_owned()),
            unit_price: amount(unit_price),
            quantity,
            line_total: amount(line_total),
            discount: amount(discount),
            vat: amount(vat),
            is_stock_taken,
            returned,
            refunded,
        }
    }
}

/// The customer of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderCustomer {
    id: CustomerId,
    name: String,
    orders_count: i64,
}

/// The shipping or payment method of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderMethod {
    /// Name of the method when the order was placed.
    name: Texts,
    provider: String,
}

/// When an order arrives, in days from its creation on, the time to prepare it included.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderDeliveryPromise {
    days_min: i64,
    days_max: i64,
}

impl From<DeliveryPromise> for OrderDeliveryPromise {
    fn from(promise: DeliveryPromise) -> Self {
        let DeliveryPromise { days_min, days_max } = promise;
        Self { days_min, days_max }
    }
}

/// The coupon of an order, as of its last computation.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderCoupon)]
pub struct OrderCouponView {
    id: CouponId,
    /// The code as written; the coupon itself may have changed, or be deleted.
    code: String,
    /// What it reduces: part of `discount`, or the difference of `full_shipping_fees` and `shipping_fees`.
    segment: Segment,
    /// Its discount.
    discount: String,
}

impl OrderCouponView {
    pub(in crate::orders) fn from_coupon(coupon: &OrderCoupon, currency: Currency) -> Self {
        let OrderCoupon { id, code, segment, discount } = coupon.clone();
        Self { id, code, segment, discount: money::format(discount, currency) }
    }
}

/// A whole order (OR-02).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderView {
    id: OrderId,
    number: i64,
    status: Status,
    payment_status: PaymentStatus,
    /// Statuses that it can move to.
    next_statuses: Vec<Status>,
    customer_name: String,
    sender_name: String,
    mobile: String,
    email: Option<String>,
    was_guest_order: bool,
    customer: OrderCustomer,
    city: String,
    address: Option<Address>,
    items: Vec<OrderItemView>,
    items_count: i64,
    subtotal: String,
    /// On the goods, by hand and by a coupon.
    discount: String,
    /// The part of it that comes from no coupon.
    other_discount: String,
    /// The coupon that it uses.
    coupon: Option<OrderCouponView>,
    vat: String,
    /// A percentage: "15", "12.5".
    vat_rate: String,
    is_vat_included: bool,
    /// After the coupon.
    shipping_fees: String,
    /// Before the coupon.
    full_shipping_fees: String,
    payment_fees: String,
    total: String,
    money: MoneyView,
    currency: Currency,
    total_in_customer_currency: String,
    customer_currency: String,
    shipping: OrderMethod,
    shipping_provider: String,
    /// When the shopper was told that it arrives; null where nothing was promised.
    delivery_promise: Option<OrderDeliveryPromise>,
    payment: OrderMethod,
    payment_provider: String,
    /// The shopper's note.
    note: String,
    /// The order's page in the store, for the shopper: whoever has the link sees the order.
    shopper_url: String,
    created_at: String,
    creation_date: String,
    updated_at: String,
    version: i64,
    seq: i64,
}

/// Formats basis points: 1500 is "15", 1250 is "12.5".
fn percentage(bp: money::BasisPoints) -> String {
    money::format_with(bp, 2).trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl OrderView {
    /// Each item comes with its number of refunded pieces.
    pub(super) fn new(
        order: Order,
        items: Vec<(i64, OrderItem)>,
        customer: (String, i64),
        images: Vec<MediaView>,
        currency: Currency,
        shopper_url: String,
        money: MoneyView,
    ) -> Self {
        let (other_discount, full_shipping) = (order.other_discount(), order.full_shipping());
        let Order {
            id,
            number,
            status,
            payment_status,
            customer_id,
            was_guest_order,
            sender_name,
            mobile,
            email,
            language: _,
            subtotal,
            discount,
            coupon,
            vat,
            shipping_fees,
            payment_fees,
            total,
            vat_rate,
            is_vat_included,
            customer_currency,
            total_in_customer_currency,
            items_count,
            address,
            shipping_method_id: _,
            shipping_provider,
            shipping_name,
            delivery_promise,
            payment_method_id: _,
            payment_provider,
            payment_name,
            note,
            created_at,
            updated_at,
            version,
            seq,
        } = order;
        let images: HashMap<i64, MediaView> = images.into_iter().map(|m| (m.id.raw(), m)).collect();
        let amount = |n| money::format(n, currency);
        Self {
            id,
            number,
            status,
            payment_status,
            next_statuses: status.next().to_vec(),
            customer_name: sender_name.clone(),
            sender_name,
            mobile,
            email,
            was_guest_order,
            customer: OrderCustomer { id: customer_id, name: customer.0, orders_count: customer.1 },
            city: address.as_ref().map(|a| a.city.clone()).unwrap_or_default(),
            address,
            items: items.into_iter().map(|i| OrderItemView::from_item(i, currency, &images)).collect(),
            items_count,
            subtotal: amount(subtotal),
            discount: amount(discount),
            other_discount: amount(other_discount),
            coupon: coupon.map(|coupon| OrderCouponView::from_coupon(&coupon, currency)),
            vat: amount(vat),
            vat_rate: percentage(vat_rate),
            is_vat_included,
            shipping_fees: amount(shipping_fees),
            full_shipping_fees: amount(full_shipping),
            payment_fees: amount(payment_fees),
            total: amount(total),
            money,
            currency,
            total_in_customer_currency: money::format(total_in_customer_currency, customer_currency),
            customer_currency: customer_currency.code().to_owned(),
            shipping: OrderMethod { name: shipping_name, provider: shipping_provider.clone() },
            shipping_provider,
            delivery_promise: delivery_promise.map(OrderDeliveryPromise::from),
            payment: OrderMethod { name: payment_name, provider: payment_provider.clone() },
            payment_provider,
            note,
            shopper_url,
            created_at: created_at.rfc3339(),
            creation_date: created_at.rfc3339(),
            updated_at: updated_at.rfc3339(),
            version,
            seq,
        }
    }
}

/// An address of the address book.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerAddressView {
    pub(super) id: kernel::AddressId,
    #[serde(flatten)]
    pub(super) address: Address,
    /// Time of the last order to it.
    pub(super) used_at: String,
}

/// A customer with addresses and latest orders (CU-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerView {
    #[serde(flatten)]
    pub(super) customer: CustomerDetail,
    /// The 20 most recently used ones.
    pub(super) addresses: Vec<CustomerAddressView>,
    /// The latest 10. Null without the ability to read orders.
    pub(super) latest_orders: Option<Vec<OrderRow>>,
}
