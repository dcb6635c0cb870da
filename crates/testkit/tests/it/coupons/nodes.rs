//! One person's carts on two nodes at the same moment.

use futures_util::future::join_all;
use serde_json::json;
use testkit::{PageReply, Shopper, TestShop};

use super::shop::add;
use super::{coupon, used};
use crate::checkout::{person, till};
use crate::storefront::{chosen, fields};
use crate::storefront_nodes::node;

/// Sends the checkout's form of a page with a contact in it, as its button does.
async fn send(shopper: &Shopper, page: &PageReply, contact: &[(&str, &str)]) -> PageReply {
    let (hidden, methods) = (page.hidden_fields(), chosen(page));
    let mut form = fields(&hidden, contact);
    form.extend(methods.iter().map(|(k, v)| (k.as_str(), v.as_str())));
    shopper.post("/checkout", &form).await
}

/// CP-01: forty carts with a code for first orders become orders of one number at once, on two nodes where the engine has two.
/// One of them has it; the others are told and placed without it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn l13_cp_01_one_of_forty_carts_at_once_has_the_first_order() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    till(&shop, &merchant).await;
    let product = merchant.product(json!({"qty": 90, "max_qty": 1})).await;
    let made = coupon(&merchant, json!({"discount_usability": "first_order"})).await;
    // One SQLite file has one process.
    let other = shop.database().file().is_none().then(|| node(&shop));
    let carts = (0..40).map(async |n: usize| {
        let shopper = match &other {
            Some((_, port)) if n % 2 == 1 => shop.shopper_of_node(&merchant.slug, *port),
            _ => shop.shopper(&merchant.slug),
        };
        add(&shopper, &product).await;
        assert_eq!(shopper.post("/cart/coupon", &[("coupon", "EID10")]).await.status, 303);
        let page = shopper.get("/checkout").await;
        assert!(page.body.contains("<bdi>EID-10</bdi>"), "{}", page.body);
        (shopper, page)
    });
    let carts = join_all(carts).await;
    let who = person(1);
    let contact = [("name", who.name.as_str()), ("mobile", who.mobile.as_str())];
    let orders = carts.iter().map(async |(shopper, page)| {
        let mut answer = send(shopper, page, &contact).await;
        let mut seen = vec![answer.status];
        while answer.status != 303 && seen.len() < 10 {
            answer = send(shopper, &answer, &contact).await;
            seen.push(answer.status);
        }
        seen
    });
    let seen = join_all(orders).await;
    println!("SEEN {seen:?}");
    let orders = merchant.data("/orders?per_page=100").await;
    let totals: Vec<&str> = orders.as_array().unwrap().iter().map(|o| o["total"].as_str().unwrap()).collect();
    println!("TOTALS {totals:?}");
    assert_eq!(totals.len(), 40, "{seen:?}");
    assert_eq!(totals.iter().filter(|t| **t == "90.00").count(), 1, "{seen:?}");
    assert_eq!(used(&merchant, &made).await, (1, "10.00".into()));
}
