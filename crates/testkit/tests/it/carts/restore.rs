//! The link that brings a cart to another device.

use kernel::Millis;
use serde_json::json;
use testkit::{Merchant, Shopper, TestShop};

use super::{HOUR, cart_id, ids, later, path_in};
use crate::checkout::{filled, person, product_id, till};

async fn links(me: &Merchant, id: &str) -> (String, String) {
    let page = me.data(&format!("/carts/{id}")).await;
    let path = |name: &str| path_in(page["links"][name].as_str().unwrap(), "/cart/restore/");
    (path("restore"), path("pay"))
}

/// Buys what is in the cart, picking it up.
async fn check_out(shopper: &Shopper, mobile: &str) -> u16 {
    let contact = [("name", "غريب"), ("mobile", mobile), ("receive", "pickup")];
    let known = shopper.submit("/checkout/contact", &contact).await;
    let mut form = known.hidden_fields();
    form.extend(contact.map(|(k, v)| (k.to_owned(), v.to_owned())));
    let form: Vec<(&str, &str)> = form.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
    shopper.post("/checkout", &form).await.status
}

/// CA-02: the link works on another device, changes nothing by being looked at, tells nothing of whose cart it is, and an
/// order that comes of it takes the cart off the list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_link_restores_a_cart_on_another_device() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let till = till(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10", "name": {"ar": "عباءة سوداء"}})).await;
    let who = person(1);
    let token = filled(&shop, &till, &who, &[(product_id(&goods), None, 2)]).await;
    let id = cart_id(&shop, &till, &token).await.to_string();
    later(&shop, HOUR).await;
    let (restore, pay) = links(&me, &id).await;
    let stranger = shop.shopper(&me.slug);
    let page = shop.assert_unchanged(stranger.get(&restore)).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains("عباءة سوداء") && page.body.contains("متابعة من هذه السلة"), "{}", page.body);
    assert_eq!(page.headers["referrer-policy"], "no-referrer");
    let after = stranger.submit(&pay, &[]).await;
    assert!(after.body.contains("<form") && after.body.contains("عباءة سوداء"), "at the checkout: {}", after.body);
    for secret in [&who.name, &who.mobile[1..], "شارع العليا"] {
        assert!(!page.body.contains(secret) && !after.body.contains(secret), "{secret} is nobody's business");
    }
    // Once more doubles nothing.
    assert_eq!(stranger.post(&restore, &[]).await.location(), "/cart");
    assert!(stranger.get("/cart").await.body.contains("value=\"2\""));
    assert_eq!(check_out(&stranger, "0599998888").await, 303);
    assert!(ids(&me, "filter[step]=payment").await.is_empty(), "it came to an order elsewhere");
    let cart = me.data(&format!("/carts/{id}")).await;
    assert_eq!((&cart["links"], &cart["order"]["number"]), (&json!(null), &json!(1001)), "{cart}");
    assert_eq!(stranger.get(&restore).await.status, 410);
}

/// CA-02: what the visitor has stays, and they are told; a link that is old, changed or another store's opens nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ca_02_a_restored_cart_joins_the_visitors_own() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let till = till(&shop, &me).await;
    let goods = me.product(json!({"qty": 9, "regular_price": "10", "name": {"ar": "عباءة سوداء"}})).await;
    let other = me.product(json!({"qty": 9, "regular_price": "10", "name": {"ar": "حقيبة يد"}})).await;
    let token = filled(&shop, &till, &person(1), &[(product_id(&goods), None, 2)]).await;
    let id = cart_id(&shop, &till, &token).await.to_string();
    let (restore, _) = links(&me, &id).await;
    let visitor = shop.shopper(&me.slug);
    visitor.post("/cart", &[("product_id", other["id"].as_str().unwrap()), ("quantity", "1")]).await;
    let page = visitor.submit(&restore, &[]).await;
    for text in ["عباءة سوداء", "حقيبة يد", "أضفنا سلتك السابقة إلى ما اخترته هنا"]
    {
        assert!(page.body.contains(text), "{text}: {}", page.body);
    }
    let fresh = shop.shopper(&me.slug);
    let neighbour = shop.merchant().await;
    for bad in [
        format!("{restore}x"),
        restore.replace("-c-", "-p-"),
        "/cart/restore/crt_0000000000001-c-1-x".into(),
        "/cart/restore/x".into(),
    ] {
        assert_eq!(shop.assert_unchanged(fresh.get(&bad)).await.status, 410, "{bad}");
        assert_eq!(shop.assert_unchanged(fresh.post(&bad, &[])).await.status, 410, "{bad}");
    }
    assert_eq!(shop.assert_unchanged(shop.shopper(&neighbour.slug).get(&restore)).await.status, 410);
    assert_eq!(shop.assert_unchanged(fresh.post_from(&restore, &[], "http://evil.example")).await.status, 403);
    later(&shop, 14 * Millis::DAY + HOUR).await;
    assert_eq!(fresh.get(&restore).await.status, 410);
}
