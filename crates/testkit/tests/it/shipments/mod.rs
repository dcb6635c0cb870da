//! Shipments of orders: partial quantities, statuses, their effect on the order, labels, and the shopper's view.

use db::p;
use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

mod life;
mod limits;

use crate::checkout::{CheckoutSetup, buy, person, product_id, set_up_checkout};

/// Switches a checkout setup to courier delivery.
pub(crate) async fn by_courier(shop: &TestShop, merchant: &Merchant) -> CheckoutSetup {
    let method = json!({"provider": "CUSTOM", "name": {"ar": "مندوب المتجر"}, "fixed_cost": "5", "is_cod_allowed": true});
    let method = merchant.create("/shipping-methods", method).await;
    CheckoutSetup { pickup: method["id"].as_str().unwrap().parse().unwrap(), ..set_up_checkout(shop, merchant).await }
}

/// A store with an order of three pieces of one product and two of another, by courier.
pub(crate) async fn ordered(shop: &TestShop) -> (Merchant, CheckoutSetup, OrderId) {
    let merchant = shop.merchant().await;
    let setup = by_courier(shop, &merchant).await;
    let weighs = |price: &str, kg: &str| json!({"regular_price": price, "weight_amount": kg, "weight_unit": "kg"});
    let shirt = product_id(&merchant.product(weighs("50", "0.4")).await);
    let book = product_id(&merchant.product(weighs("20", "1")).await);
    let order = buy(shop, &setup, &person(1), &[(shirt, None, 3), (book, None, 2)]).await.id;
    confirmed(&merchant, order).await;
    // The shopper's link is signed with a secret that the first read creates.
    merchant.data(&format!("/orders/{order}")).await;
    (merchant, setup, order)
}

/// Confirms the order: it is being prepared.
pub(crate) async fn confirmed(merchant: &Merchant, order: OrderId) {
    let (code, body) = merchant.put(&format!("/orders/{order}/status"), json!({"status": "PRCS"})).await;
    assert_eq!(code, 200, "{body}");
}

pub(crate) async fn status(merchant: &Merchant, order: OrderId) -> String {
    merchant.data(&format!("/orders/{order}")).await["status"].as_str().unwrap().to_owned()
}

pub(crate) async fn fulfilment(merchant: &Merchant, order: OrderId) -> Value {
    merchant.data(&format!("/orders/{order}/shipments")).await
}

pub(crate) async fn ship(merchant: &Merchant, order: OrderId, body: Value) -> Value {
    merchant.create(&format!("/orders/{order}/shipments"), body).await
}

pub(crate) async fn go(merchant: &Merchant, shipment: &Value, to: &str) -> Value {
    let path = format!("/shipments/{}/status", shipment["id"].as_str().unwrap());
    let (status, body) = merchant.put(&path, json!({"status": to})).await;
    assert_eq!(status, 200, "{to}: {body}");
    body["data"].clone()
}

pub(crate) fn lines(of: &[(i64, i64)]) -> Value {
    of.iter().map(|(line, quantity)| json!({"line": line, "quantity": quantity})).collect()
}

/// A shipment of the store: an existing one, or a new one for a new order.
pub(crate) async fn some(shop: &TestShop, merchant: &Merchant) -> String {
    let sql = "SELECT id FROM shipments WHERE store_id = ?1 ORDER BY id LIMIT 1";
    let known: Option<kernel::ShipmentId> = shop.app.db().conn().opt(sql, p![merchant.store]).await.unwrap();
    if let Some(id) = known {
        return id.to_string();
    }
    let setup = by_courier(shop, merchant).await;
    let goods = product_id(&merchant.product(json!({})).await);
    let order = buy(shop, &setup, &person(71), &[(goods, None, 3)]).await.id;
    confirmed(merchant, order).await;
    let shipment = ship(merchant, order, json!({"lines": lines(&[(1, 1)])})).await;
    shipment["id"].as_str().unwrap().to_owned()
}

/// Asserts that no more was shipped than ordered, counted in the tables.
async fn assert_not_overshipped(shop: &TestShop, merchant: &Merchant) {
    let sql = "SELECT COUNT(*) FROM order_items i WHERE i.store_id = ?1 AND i.quantity - i.returned < (SELECT COALESCE(SUM(l.quantity), 0) \
               FROM shipments s JOIN shipment_lines l ON l.store_id = s.store_id AND l.shipment_id = s.id \
               WHERE s.store_id = i.store_id AND s.order_id = i.order_id AND l.line = i.line AND s.status NOT IN ('cancelled', 'returned'))";
    let breaches: i64 = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
    assert_eq!(breaches, 0, "more is shipped than there is");
}
