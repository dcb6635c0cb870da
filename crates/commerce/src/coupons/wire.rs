//! Coupons in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{CategoryId, CouponId, CouponUseId, Currency, CustomerId, Millis, OrderId, ProductId, money};
use serde::{Deserialize, Deserializer, Serialize};
use web::Subject;
use web::schema;

use super::model::{Coupon, DiscountType, Scope, Segment, State, Usability};
use super::store::UseRow;

fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// A coupon to create or change; in a change absent fields stay and null clears.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CouponIn {
    /// The merchant's name for it, 60 characters at most.
    #[schema(value_type = Option<schema::RequiredLine<60>>)]
    pub name: Option<String>,
    /// 3 to 30 letters and digits of any script, `-` and `_`. Compared without regard to capitals, spellings of Arabic letters, kinds of
    /// digits and dashes.
    #[schema(
        min_length = 3,
        max_length = 30,
        pattern = r"^[0-9A-Za-z\u0621-\u063a\u0641-\u064a]{2}[0-9A-Za-z\u0621-\u063a\u0641-\u064a_-]*$"
    )]
    pub code: Option<String>,
    pub discount_type: Option<DiscountType>,
    /// A decimal in the store's currency, or a percentage like `"12.5"`, up to 100.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub discount_value: Option<String>,
    /// Cap of a percentage discount, a decimal in the store's currency.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub max_discount: Option<Option<String>>,
    /// `products_price` by default.
    pub discount_segment: Option<Segment>,
    /// `many_times` by default.
    pub discount_usability: Option<Usability>,
    /// The most orders that may use it, over all customers.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<i64>, minimum = 1, maximum = 10_000_000)]
    pub usage_limit: Option<Option<i64>>,
    /// Minimum subtotal of the goods.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    pub min_amount: Option<Option<String>>,
    /// RFC 3339.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::DateTime>)]
    pub starts_at: Option<Option<String>>,
    /// RFC 3339.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::DateTime>)]
    pub ends_at: Option<Option<String>>,
    /// True by default.
    pub is_active: Option<bool>,
    /// Goods with a reduced price are not eligible.
    pub excludes_discounted: Option<bool>,
    /// `all` by default.
    pub scope: Option<Scope>,
    /// Of scope `products`, 1 to 200.
    #[schema(max_items = 200)]
    pub product_ids: Option<Vec<ProductId>>,
    /// Of scope `categories`, 1 to 200; a category includes its subcategories.
    #[schema(max_items = 200)]
    pub category_ids: Option<Vec<CategoryId>>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A coupon (CP-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CouponView {
    id: CouponId,
    name: String,
    code: String,
    /// State right now.
    state: State,
    discount_type: DiscountType,
    /// A decimal in the store's currency, or a percentage like `"12.5"`.
    discount_value: String,
    max_discount: Option<String>,
    discount_segment: Segment,
    discount_usability: Usability,
    /// Orders that use it now; cancelled ones do not count.
    usage_count: i64,
    usage_limit: Option<i64>,
    /// Sum of the discounts of those orders.
    discount_total: String,
    /// Minimum subtotal; `"0.00"` for none.
    min_amount: String,
    starts_at: Option<String>,
    ends_at: Option<String>,
    is_active: bool,
    excludes_discounted: bool,
    scope: Scope,
    product_ids: Vec<ProductId>,
    category_ids: Vec<CategoryId>,
    created_at: String,
    updated_at: String,
    version: i64,
}

/// Formats basis points: 1500 is "15", 1250 is "12.5".
pub(super) fn percentage(bp: money::BasisPoints) -> String {
    money::format_with(bp, 2).trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl CouponView {
    /// The API representation.
    #[must_use]
    pub fn from_coupon(coupon: &Coupon, currency: Currency, now: Millis) -> Self {
        let (c, t) = (coupon, &coupon.terms);
        let amount = |n| money::format(n, currency);
        Self {
            id: c.id,
            name: c.name.clone(),
            code: c.code.clone(),
            state: c.state(now),
            discount_type: t.discount_type,
            discount_value: match t.discount_type {
                DiscountType::Fixed => amount(t.discount_value),
                DiscountType::Percentage => percentage(t.discount_value),
            },
            max_discount: t.max_discount.map(amount),
            discount_segment: t.segment,
            discount_usability: c.usability,
            usage_count: c.usage_count,
            usage_limit: c.usage_limit,
            discount_total: amount(c.given_total),
            min_amount: amount(t.min_amount),
            starts_at: c.starts_at.map(Millis::rfc3339),
            ends_at: c.ends_at.map(Millis::rfc3339),
            is_active: c.is_active,
            excludes_discounted: t.excludes_discounted,
            scope: t.scope,
            product_ids: c.product_ids.clone(),
            category_ids: c.category_ids.clone(),
            created_at: c.created_at.rfc3339(),
            updated_at: c.updated_at.rfc3339(),
            version: c.version,
        }
    }
}

/// A generated code that no coupon of the store has.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CouponCode {
    pub(super) code: String,
}

/// The coupons to delete.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CouponsIn {
    /// 1 to 100.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 100, required = true)]
    pub items: Vec<CouponId>,
}

/// An order that uses, or used, the coupon.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CouponUseView {
    id: CouponUseId,
    /// Null, as the order's other fields, without the ability to read orders.
    order_id: Option<OrderId>,
    order_number: Option<i64>,
    /// Null without the ability to read customers.
    customer_id: Option<CustomerId>,
    /// As the order states it.
    customer_name: Option<String>,
    /// Its discount.
    amount: Option<String>,
    used_at: String,
    /// When it was released: the order was cancelled, or dropped the coupon; it no longer counts.
    given_back_at: Option<String>,
}

impl CouponUseView {
    /// A use with the fields of its order and customer that the caller may read.
    pub(super) fn from_row(row: UseRow, currency: Currency, may_read: impl Fn(Subject) -> bool) -> Self {
        let is_order_seen = may_read(Subject::Order);
        let UseRow { id, order_id, order_number, customer_id, customer_name, amount, used_at, given_back_at } = row;
        Self {
            id,
            order_id: is_order_seen.then_some(order_id),
            order_number: is_order_seen.then_some(order_number),
            customer_id: may_read(Subject::Customer).then_some(customer_id),
            customer_name: is_order_seen.then_some(customer_name),
            amount: is_order_seen.then(|| money::format(amount, currency)),
            used_at: used_at.rfc3339(),
            given_back_at: given_back_at.map(Millis::rfc3339),
        }
    }
}
