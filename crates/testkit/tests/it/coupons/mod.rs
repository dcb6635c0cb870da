//! Coupons (CP-01, decisions §7): created, found and evaluated, used exactly, moved with their order, typed in the store.

mod dashboard;
mod one_number;
mod orders;
mod placing;
pub(crate) mod probing;
pub(crate) mod shop;

use commerce::carts;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};
use web::caller::hash_token;

use crate::checkout::CheckoutSetup;

/// A coupon of ten percent on everything, overridden by `overrides`.
pub(crate) async fn coupon(merchant: &Merchant, overrides: Value) -> Value {
    let mut body = json!({"name": "عرض العيد", "code": "EID-10", "discount_type": "percentage", "discount_value": "10"});
    if let (Some(body), Value::Object(overrides)) = (body.as_object_mut(), overrides) {
        body.extend(overrides);
    }
    merchant.create("/coupons", body).await
}

/// The coupon as it is now.
async fn now(merchant: &Merchant, coupon: &Value) -> Value {
    merchant.data(&format!("/coupons/{}", coupon["id"].as_str().unwrap())).await
}

/// Its uses, and the discount given by it.
pub(crate) async fn used(merchant: &Merchant, coupon: &Value) -> (i64, String) {
    let now = now(merchant, coupon).await;
    (now["usage_count"].as_i64().unwrap(), now["discount_total"].as_str().unwrap().to_owned())
}

/// Applies a code to a cart, as the coupon form does.
pub(crate) async fn put(shop: &TestShop, setup: &CheckoutSetup, token: &str, code: &str) {
    let cart = carts::find(shop.app.db().conn(), &setup.scope, &hash_token(token)).await.unwrap().unwrap();
    carts::set_coupon(&shop.app, &setup.scope, &cart, carts::read_code(code)).await.unwrap();
}

/// Sets the e-mail address of a cart's contact.
async fn write_to(shop: &TestShop, setup: &CheckoutSetup, token: &str, person: &crate::checkout::Person, email: &str) {
    let (app, scope) = (&shop.app, &setup.scope);
    let profile = platform::stores::get_profile(app.db().conn(), scope).await.unwrap();
    let cart = carts::find(app.db().conn(), scope, &hash_token(token)).await.unwrap().unwrap();
    let contact = carts::ContactIn { name: person.name.clone(), mobile: person.mobile.clone(), email: email.to_owned() };
    carts::set_contact(app, scope, &profile, &cart, contact).await.unwrap();
}
