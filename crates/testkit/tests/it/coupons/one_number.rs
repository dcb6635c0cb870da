//! Many concurrent carts of one number: a coupon that a person may use once is granted to one cart, and not withheld from all.

use futures_util::future::join_all;
use serde_json::{Value, json};
use testkit::{PageReply, Shopper, TestShop};

use super::shop::add;
use super::{coupon, used};
use crate::checkout::set_up_checkout;
use crate::storefront::{chosen, fields};
use crate::storefront_nodes::{Node, node};

/// More carts than one address may check (limit of `identity::AttemptKind::CouponPerson`).
const CARTS: usize = 40;

const PERSON: [(&str, &str); 2] = [("name", "سارة العتيبي"), ("mobile", "0551234567")];

/// Shoppers with a code in their cart and no contact yet; where the engine allows it, half of them on another node.
async fn shoppers(shop: &TestShop, slug: &str, product: &Value) -> (Vec<Shopper>, Option<Node>) {
    let other = shop.database().file().is_none().then(|| node(shop));
    let shoppers: Vec<Shopper> = (0..CARTS)
        .map(|n| match &other {
            Some((_, port)) if n % 2 == 1 => shop.shopper_on(slug, *port),
            _ => shop.shopper(slug),
        })
        .collect();
    for shopper in &shoppers {
        add(shopper, product).await;
        let reply = shopper.post("/cart/coupon", &[("coupon", "EID10")]).await;
        assert_eq!(reply.status, 303, "{}", reply.body);
    }
    (shoppers, other.map(|(node, _)| node))
}

/// Sends the form of a checkout page with the person in it.
async fn send(shopper: &Shopper, page: &PageReply, path: &str) -> PageReply {
    let (hidden, methods) = (page.hidden_fields(), chosen(page));
    let mut form = fields(&hidden, &PERSON);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    shopper.post(path, &form).await
}

/// Orders like a shopper who submits again whatever the page then shows.
async fn order(shopper: &Shopper) -> Vec<u16> {
    let mut page = shopper.get("/checkout").await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        page = send(shopper, &page, "/checkout").await;
        statuses.push(page.status);
        if page.status == 303 {
            break;
        }
    }
    statuses
}

/// CP-01: forty carts of one number at once, each with the code for a first order: one order gets it, and all are placed.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cp_01_one_of_many_carts_of_one_number_gets_the_first_orders_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 900})).await;
    let new_coupon = coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    let (shoppers, _node) = shoppers(&shop, &merchant.slug, &product).await;
    let statuses = join_all(shoppers.iter().map(order)).await;
    assert!(statuses.iter().all(|s| s.last() == Some(&303)), "{statuses:?}");
    assert_eq!(used(&merchant, &new_coupon).await, (1, "10.00".into()), "{statuses:?}");
}

/// CP-01: as above, with the number set in every cart before any of them is ordered.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cp_01_one_of_many_carts_that_know_their_number_gets_the_first_orders_coupon() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    set_up_checkout(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 900})).await;
    let new_coupon = coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    let (shoppers, _node) = shoppers(&shop, &merchant.slug, &product).await;
    let saves = join_all(shoppers.iter().map(async |shopper| {
        let page = shopper.get("/checkout").await;
        send(shopper, &page, "/checkout/contact").await.status
    }))
    .await;
    let statuses = join_all(shoppers.iter().map(order)).await;
    assert!(statuses.iter().all(|s| s.last() == Some(&303)), "{statuses:?}");
    assert_eq!(used(&merchant, &new_coupon).await, (1, "10.00".into()), "{saves:?} {statuses:?}");
    assert_eq!(saves, [303; CARTS]);
}
