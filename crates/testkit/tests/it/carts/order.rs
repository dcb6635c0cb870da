//! The merchant turns a cart into an order.

use commerce::carts::ContactIn;
use commerce::carts::reservations::{ReservationOutcome, reserve};
use serde_json::{Value, json};
use testkit::TestShop;
use web::caller::hash_token;

use super::{HOUR, cart_id, ids, later};
use crate::checkout::{filled, person, place, product_id, review, set_up_checkout};
use crate::stock::row;

/// CA-04: the order is placed by the checkout's code: changes are reported per line and must be accepted, stock is taken once,
/// the journal names the merchant, and a cart becomes one order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_merchant_turns_a_cart_into_an_order() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 5, "regular_price": "10"})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 4)]).await;
    let at = format!("/carts/{}", cart_id(&shop, &setup, &token).await);
    later(&shop, HOUR).await;
    let change = json!({"regular_price": "12", "version": goods["version"]});
    assert_eq!(me.put(&format!("/products/{}", goods["id"].as_str().unwrap()), change).await.0, 200);
    crate::stock::take(&shop.app, me.scope(), product_id(&goods), None, 2).await;
    let view = me.data(&format!("{at}/order")).await;
    assert_eq!((&view["total"], &view["is_possible"], &view["missing"]), (&json!("36.00"), &json!(true), &Value::Null), "{view}");
    assert_eq!(view["changes"].as_array().unwrap().len(), 2, "{view}");
    let order = |overrides: Value| {
        let mut body = json!({"payment_method_id": setup.cod.to_string(), "shipping_method_id": setup.pickup.to_string(),
            "total": view["total"], "version": view["version"]});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        body
    };
    // Not accepted, or stale: nothing is placed, and the answer holds the current review.
    for overrides in
        [json!({}), json!({"accepts_changes": true, "total": "40.00"}), json!({"accepts_changes": true, "version": 1})]
    {
        let (status, body) = shop.assert_unchanged(me.post(&format!("{at}/order"), order(overrides.clone()))).await;
        assert_eq!(
            (status, &body["code"], &body["current"]["total"]),
            (409, &json!("cart_changed"), &json!("36.00")),
            "{overrides}: {body}"
        );
    }
    for (overrides, field) in [
        (json!({"payment_method_id": "pym_0000000000001"}), "payment_method_id"),
        (json!({"shipping_method_id": "shm_0000000000001"}), "shipping_method_id"),
        (json!({"total": "x"}), "total"),
    ] {
        let (status, body) = shop.assert_unchanged(me.post(&format!("{at}/order"), order(overrides))).await;
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"][field].is_array(), "{body}");
    }
    let (status, body) = me.post(&format!("{at}/order"), order(json!({"accepts_changes": true}))).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(row(&shop, &me, &goods).await, (0, 0, 0));
    let placed = me.data(&format!("/orders/{}", body["data"]["id"].as_str().unwrap())).await;
    assert_eq!((&placed["total"], &placed["items"][0]["quantity"]), (&json!("36.00"), &json!(3)), "{placed}");
    let (_, events) = me.get(&format!("/orders/{}/activity", body["data"]["id"].as_str().unwrap())).await;
    assert_eq!(events["data"][0]["actor"]["type"], json!("Merchant"), "{events}");
    // Again from another window: it is one order.
    let (status, again) = shop.assert_unchanged(me.post(&format!("{at}/order"), order(json!({"accepts_changes": true})))).await;
    assert_eq!(
        (status, &again["code"], &again["current"]["order_id"]),
        (409, &json!("cart_ordered"), &body["data"]["id"]),
        "{again}"
    );
    assert_eq!(ids(&me, "filter[step]=checkout").await.len(), 1);
    // The shopper's own link opens the order as any other's.
    let path = placed["shopper_url"].as_str().unwrap().split("localhost").nth(1).unwrap().split_once('/').unwrap().1.to_owned();
    assert_eq!(shop.shopper(&me.slug).get(&format!("/{path}")).await.status, 200);
}

/// CA-04: reasons that prevent an order are listed, and nothing is written; two concurrent merchants create one order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_reasons_that_block_an_order_are_listed() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 5, "regular_price": "10"})).await;
    let shopper = shop.shopper(&me.slug);
    shopper.post("/cart", &[("product_id", goods["id"].as_str().unwrap()), ("quantity", "1")]).await;
    later(&shop, HOUR).await;
    let nobody = ids(&me, "filter[step]=products").await[0].clone();
    let view = me.data(&format!("/carts/{nobody}/order")).await;
    assert_eq!((&view["missing"], &view["is_possible"]), (&json!("contact"), &json!(false)), "{view}");
    let body = json!({"payment_method_id": setup.cod.to_string(), "total": view["total"], "version": view["version"]});
    let (status, answer) = shop.assert_unchanged(me.post(&format!("/carts/{nobody}/order"), body)).await;
    assert_eq!((status, &answer["code"]), (409, &json!("incomplete")), "{answer}");

    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 1)]).await;
    let at = format!("/carts/{}/order", cart_id(&shop, &setup, &token).await);
    let view = me.data(&at).await;
    let body = json!({"payment_method_id": setup.cod.to_string(), "total": view["total"], "version": view["version"]});
    let created = me.create("/customers", json!({"name": "سارة", "mobile": person(1).mobile})).await;
    let customer = format!("/customers/{}", created["id"].as_str().unwrap());
    me.post(&format!("{customer}/block"), json!({"reason": "رفض"})).await;
    let (status, reply) = shop.assert_unchanged(me.post(&at, body.clone())).await;
    assert_eq!((status, &reply["code"]), (409, &json!("blocked")), "{reply}");
    me.post(&format!("{customer}/unblock"), json!({})).await;
    let attempts = futures_util::future::join_all((0..4).map(|_| me.post(&at, body.clone()))).await;
    let created = attempts.iter().filter(|(status, _)| *status == 201).count();
    assert_eq!(created, 1, "{attempts:?}");
    assert!(attempts.iter().all(|(status, b)| *status == 201 || b["code"] == "cart_ordered"), "{attempts:?}");
    assert_eq!(row(&shop, &me, &goods).await, (4, 0, 0));
}

/// CA-01: a cart whose contact changed is found by the new contact alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_01_a_cart_is_found_by_its_latest_contact() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = product_id(&me.product(json!({"qty": 5})).await);
    let token = filled(&shop, &setup, &person(1), &[(goods, None, 1)]).await;
    let profile = platform::stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let cart = commerce::carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    let contact = ContactIn { name: "منيرة".into(), mobile: "0533334444".into(), email: String::new() };
    commerce::carts::set_contact(&shop.app, &setup.scope, &profile, &cart, contact).await.unwrap();
    later(&shop, HOUR).await;
    assert_eq!(ids(&me, "filter[step]=payment&search=0533334444").await.len(), 1);
    assert!(ids(&me, &format!("filter[step]=payment&search={}", person(1).mobile)).await.is_empty());
}

/// CA-04: an order that is refused leaves the shopper's cart as it was, with its stock reservations, whatever the merchant
/// accepted; a placed order leaves no reservation.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_a_refused_order_changes_nothing_of_the_cart() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 5, "regular_price": "10"})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 4)]).await;
    let at = format!("/carts/{}/order", cart_id(&shop, &setup, &token).await);
    let profile = platform::stores::get_profile(shop.app.db().conn(), &setup.scope).await.unwrap();
    let cart = commerce::carts::find(shop.app.db().conn(), &setup.scope, &hash_token(&token)).await.unwrap().unwrap();
    assert!(matches!(
        reserve(&shop.app, &setup.scope, &profile, &cart, "203.0.113.7").await.unwrap(),
        ReservationOutcome::Partial(_)
    ));
    let change = json!({"regular_price": "12", "version": goods["version"]});
    assert_eq!(me.put(&format!("/products/{}", goods["id"].as_str().unwrap()), change).await.0, 200);
    let created = me.create("/customers", json!({"name": "سارة", "mobile": person(1).mobile})).await;
    let customer = format!("/customers/{}", created["id"].as_str().unwrap());
    me.post(&format!("{customer}/block"), json!({"reason": "رفض"})).await;
    let view = me.data(&at).await;
    assert_eq!((&view["total"], view["changes"].as_array().unwrap().len()), (&json!("48.00"), 1), "{view}");
    let body = json!({"payment_method_id": setup.cod.to_string(), "total": view["total"], "version": view["version"],
        "accepts_changes": true});
    let (status, answer) = shop.assert_unchanged(me.post(&at, body.clone())).await;
    assert_eq!((status, &answer["code"]), (409, &json!("blocked")), "{answer}");
    me.post(&format!("{customer}/unblock"), json!({})).await;
    let (status, order) = me.post(&at, body).await;
    assert_eq!(status, 201, "{order}");
    assert_eq!(row(&shop, &me, &goods).await, (1, 0, 0));
}

/// CA-04, OR-01: cash on delivery that the store's COD rules hide at the checkout is not offered to the merchant either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_rules_for_cash_hold_for_the_merchants_order() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 5, "regular_price": "10"})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 2)]).await;
    let at = format!("/carts/{}/order", cart_id(&shop, &setup, &token).await);
    let pays = |observed: &Value| observed["payment_methods"].as_array().unwrap().iter().any(|m| m["provider"] == json!("COD"));
    let before = me.data(&at).await;
    assert!(pays(&before) && before["is_possible"] == json!(true), "{before}");
    let rule = json!({"name": "كبير", "is_active": true, "action": "hide_cod", "total_from": "15"});
    let rules = json!({"rules": [rule], "otherwise": "confirm", "high_value": "1000"});
    assert_eq!(me.put("/cod-rules", rules).await.0, 200);
    let view = me.data(&at).await;
    assert!(!pays(&view), "{view}");
    assert_ne!(view["payment_method_id"], json!(setup.cod.to_string()), "{view}");
    let body = json!({"payment_method_id": setup.cod.to_string(), "total": before["total"], "version": before["version"]});
    let (status, answer) = shop.assert_unchanged(me.post(&at, body)).await;
    assert_eq!(status, 422, "{answer}");
    assert!(answer["errors"]["payment_method_id"].is_array(), "{answer}");
}

/// CA-04: a shopper who submits a cart that the merchant has already placed is redirected to that order's page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_04_the_shopper_comes_to_the_order_the_merchant_made() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let goods = me.product(json!({"qty": 5, "regular_price": "10"})).await;
    let token = filled(&shop, &setup, &person(1), &[(product_id(&goods), None, 1)]).await;
    let at = format!("/carts/{}/order", cart_id(&shop, &setup, &token).await);
    let expected = review(&shop, &setup, &token).await.expected();
    let view = me.data(&at).await;
    let body = json!({"payment_method_id": setup.cod.to_string(), "total": view["total"], "version": view["version"]});
    let (status, customer) = me.post(&at, body).await;
    assert_eq!(status, 201, "{customer}");
    let placed = place(&shop, &setup, &token, expected).await.unwrap();
    assert_eq!((json!(placed.id.to_string()), placed.is_new), (customer["data"]["id"].clone(), false));
    let page = shop.shopper(&me.slug).get(&format!("/orders/{}-{}", placed.id, placed.access_token)).await;
    assert_eq!(page.status, 200, "{}", page.body);
}
