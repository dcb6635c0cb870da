//! Copies an order to a draft: the same customer, goods, address and methods, at current prices.

use kernel::{OrderId, StoreScope};
use web::Message;

use super::model::{Content, Line};
use super::save;
use crate::carts::Contact;
use crate::orders::error::OrderError;
use crate::orders::model::{Order, OrderItem};
use crate::orders::store as orders;
use crate::payments;
use crate::shipping;
use platform::App;
use platform::stores::StoreProfile;

const ERASED: Message = Message::new(
    "تم محو بيانات العميل، ولا يمكن تكرار الطلب. أنشئ طلبًا جديدًا.",
    "This customer's data was erased, so the order can't be duplicated. Create a new order instead.",
);

/// The draft's content for a copy. Goods have current prices; a custom line keeps its own. Uploaded files and discounts are not
/// copied; a coupon is not either, its code is offered beside the draft (`origin`).
fn content_of(order: &Order, items: &[OrderItem]) -> Content {
    let lines = items.iter().map(|i| line_of(order, i)).collect();
    let contact = Contact { name: order.sender_name.clone(), mobile: order.mobile.clone(), email: order.email.clone() };
    Content {
        customer_id: Some(order.customer_id),
        lines,
        contact: Some(contact).filter(|c| !c.mobile.is_empty()),
        address: order.address.clone(),
        shipping_method_id: order.shipping_method_id,
        shipping_fees: None,
        payment_method_id: order.payment_method_id,
        discount: 0,
        discount_reason: String::new(),
        coupon_code: None,
        note: String::new(),
    }
}

fn line_of(order: &Order, item: &OrderItem) -> Line {
    let is_custom = item.is_custom();
    Line {
        product_id: (!is_custom).then_some(item.product_id),
        variant_id: item.variant_id,
        name: item.name.clone(),
        option_values: item.option_values.clone(),
        quantity: item.quantity,
        price: is_custom.then_some(item.unit_price),
        reason: String::new(),
        is_tax_free: is_custom && item.vat_rate == 0 && order.vat_rate > 0,
        requires_shipping: is_custom && order.shipping_method_id.is_some(),
        fields: item.fields.iter().filter(|f| f.file.is_none()).cloned().collect(),
    }
}

/// Creates a draft that copies an order; lines that are no longer sold or lack stock stay, with their problems.
///
/// # Errors
/// [`OrderError`]; nothing was written then.
pub(super) async fn duplicate(app: &App, scope: &StoreScope, profile: &StoreProfile, id: OrderId) -> Result<OrderId, OrderError> {
    let c = app.db().conn();
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    // An erased customer has no contact data: no copy.
    if customers::store::find(c, scope, order.customer_id).await?.is_some_and(|customer| customer.erased_at.is_some()) {
        return Err(OrderError::Conflict("customer_erased", ERASED));
    }
    let items = orders::list_items(c, scope, id).await?;
    let mut content = content_of(&order, &items);
    // A deleted method must be chosen anew.
    let (shipping, payments) = (shipping::methods(c, scope).await?, payments::methods(c, scope).await?);
    content.shipping_method_id = content.shipping_method_id.filter(|id| shipping.iter().any(|m| m.id == *id));
    content.payment_method_id = content.payment_method_id.filter(|id| payments.iter().any(|m| m.id == *id));
    save::insert(app, scope, profile, content, Some(id)).await
}
