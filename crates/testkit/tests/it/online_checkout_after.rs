//! What an order's page says after its shopper has been at the gateway: money that the merchant checks, and the method that paid (PY-03).

use kernel::Millis;
use serde_json::json;
use testkit::PageReply;

use crate::jobs::signed_in_again;
use crate::online_checkout::{Market, address, paid};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_the_page_of_an_order_with_undecided_money_asks_for_no_second_payment() {
    let mut market = Market::open("PAYMOB").await;
    let placed = market.order(1).await;
    market.at_gateway(&placed, "lie_amount").await;
    market.control("advance", json!({"seconds": 60})).await;
    market.shop.drain().await;
    let retry = async |market: &Market| {
        let method = market.method.to_string();
        market.shopper.post(&format!("{}/pay", address(&placed)), &[("payment_method_id", &method)]).await
    };
    let says_so = async |market: &Market, page: PageReply| {
        assert!(page.body.contains("المتجر يراجعها"), "{}", page.body);
        assert!(!page.body.contains("payment_method_id") && !page.body.contains("متابعة الدفع"), "{}", page.body);
        let refused = retry(market).await;
        assert!(refused.status == 409 && refused.body.contains("المتجر يراجع دفعتك"), "{}: {}", refused.status, refused.body);
    };
    says_so(&market, market.back(&placed).await).await;
    // The hold is over.
    market.shop.advance(2 * Millis::HOUR);
    market.shop.worker.tick().await.unwrap();
    market.shop.drain_any().await;
    market.me = signed_in_again(&market.shop, market.me.clone()).await;
    assert_eq!(market.view(&placed).await["status"], "PEND");
    says_so(&market, market.shopper.get(&address(&placed)).await).await;
    // The merchant gave it back at the gateway: it can be paid again, and is cancelled when nobody does.
    let case = market.payments(&placed).await["cases"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(market.me.post(&format!("/payment-cases/{case}/close"), json!({"note": "رُدّ"})).await.0, 200);
    let page = market.shopper.get(&address(&placed)).await;
    assert!(page.body.contains("payment_method_id") && !page.body.contains("المتجر يراجعها"), "{}", page.body);
    market.shop.advance(20 * Millis::MINUTE);
    market.shop.worker.tick().await.unwrap();
    market.shop.drain_any().await;
    assert_eq!(market.view(&placed).await["status"], "CNCL");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_the_method_that_paid_is_the_one_that_is_shown() {
    let market = Market::open("PAYTABS_SA").await;
    let placed = market.order(1).await;
    let placed_with = market.view(&placed).await["payment"]["name"]["ar"].as_str().unwrap().to_owned();
    let other = market.me.create("/payment-methods", json!({"provider": "PAYTABS_SA"})).await["id"].as_str().unwrap().to_owned();
    let path = format!("/payment-methods/{other}");
    let values: serde_json::Map<_, _> =
        market.simulator.credentials.iter().map(|(field, value)| ((*field).to_owned(), json!(value))).collect();
    assert_eq!(market.me.put(&format!("{path}/credentials"), json!({"values": values})).await.0, 200);
    let named = json!({"is_active": true, "name": {"ar": "بطاقة بنكية أخرى", "en": "Another card"}});
    assert_eq!(market.me.put(&path, named).await.0, 200);
    market.at_gateway(&placed, "decline").await;
    market.shop.drain().await;
    let reply = market.shopper.post(&format!("{}/pay", address(&placed)), &[("payment_method_id", &other)]).await;
    assert_eq!(reply.status, 303, "{}", reply.body);
    assert_eq!(market.view(&placed).await["payment"]["name"]["ar"], json!(placed_with), "not paid yet");
    market.at_gateway(&placed, "pay").await;
    market.control("advance", json!({"seconds": 60})).await;
    market.shop.drain().await;
    assert_eq!(market.money(&placed).await, paid());
    let view = market.view(&placed).await;
    assert_eq!((&view["payment"]["name"]["ar"], &view["payment_provider"]), (&json!("بطاقة بنكية أخرى"), &json!("PAYTABS_SA")));
    assert!(market.shopper.get(&address(&placed)).await.body.contains("بطاقة بنكية أخرى"));
}
