//! Paying online what an order owes that was not placed so, by the link that its merchant copies (PY-03).

use commerce::orders::Placed;
use kernel::Millis;
use serde_json::{Value, json};

use crate::checkout::{buy, person};
use crate::jobs::signed_in_again;
use crate::online_checkout::{Market, address};

/// A cash order of 100.00.
async fn cash_order(market: &Market, n: usize) -> Placed {
    buy(&market.shop, &market.setup, &person(n), &[(market.product, None, 1)]).await
}

/// The path of the merchant's payment link.
async fn link(market: &Market, placed: &Placed) -> Option<String> {
    let page = market.me.data(&format!("/orders/{}/page", placed.id)).await;
    let link = page["payment_link"].as_str()?.to_owned();
    Some(link[link.find("/orders/").unwrap()..].to_owned())
}

/// Chooses the gateway and pays there; the attempt.
async fn pay(market: &Market, placed: &Placed, path: &str) -> Value {
    let method = market.method.to_string();
    let reply = market.shopper.post(path, &[("payment_method_id", &method)]).await;
    assert_eq!((reply.status, reply.location()), (303, path), "{}", reply.body);
    market.at_gateway(placed, "pay").await;
    market.back(placed).await;
    market.payments(placed).await["attempts"][0].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_cash_order_is_paid_by_its_link_and_never_cancelled_for_it() {
    let mut market = Market::open("PAYTABS_SA").await;
    let (paid, left) = (cash_order(&market, 1).await, cash_order(&market, 2).await);
    let path = link(&market, &paid).await.unwrap();
    let page = market.shopper.get(&path).await;
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(page.body.contains("المستحق على طلبك") && page.body.contains("100.00"), "{}", page.body);
    let attempt = pay(&market, &paid, &path).await;
    assert_eq!((&attempt["purpose"], &attempt["state"]), (&json!("payment_link"), &json!("paid")), "{attempt}");
    let view = market.view(&paid).await;
    assert_eq!((&view["money"]["owed"], &view["payment_status"]), (&json!("0.00"), &json!("paid")));
    assert_eq!(link(&market, &paid).await, None, "nothing is owed");
    let again = market.shopper.get(&path).await;
    assert_eq!((again.status, again.location().split('#').next()), (303, path.strip_suffix("/pay")));

    // Another opens the gateway's page and leaves: the order still waits for its cash.
    let method = market.method.to_string();
    let path = link(&market, &left).await.unwrap();
    assert_eq!(market.shopper.post(&path, &[("payment_method_id", &method)]).await.status, 303);
    market.shop.advance(2 * Millis::HOUR);
    market.shop.worker.tick().await.unwrap();
    market.shop.drain_any().await;
    market.me = signed_in_again(&market.shop, market.me.clone()).await;
    assert_eq!(market.view(&left).await["status"], "PEND");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_deposit_and_then_the_rest_are_paid_by_the_link() {
    let market = Market::open("PAYTABS_SA").await;
    let account = json!({"bank_name": "مصرف الراجحي", "beneficiary_name": "متجر", "iban": "SA0380000000608010167519"});
    market.me.create("/bank-accounts", account).await;
    let rule = json!({"name": "عربون", "is_active": true, "action": "deposit", "deposit_percent": "25", "total_from": "1"});
    let (status, body) = market.me.put("/cod-rules", json!({"rules": [rule], "otherwise": "ship"})).await;
    assert_eq!(status, 200, "{body}");
    let placed = cash_order(&market, 1).await;
    let path = link(&market, &placed).await.unwrap();
    let page = market.shopper.get(&path).await;
    assert!(page.body.contains("25.00") && !page.body.contains("ادفع 100.00"), "the deposit alone: {}", page.body);
    let attempt = pay(&market, &placed, &path).await;
    assert_eq!((&attempt["purpose"], &attempt["amount"]), (&json!("deposit"), &json!("25.00")), "{attempt}");
    assert_eq!(market.view(&placed).await["money"]["owed"], "75.00");

    let page = market.shopper.get(&address(&placed)).await;
    assert!(page.body.contains("75.00"), "{}", page.body);
    let attempt = pay(&market, &placed, &link(&market, &placed).await.unwrap()).await;
    assert_eq!((&attempt["purpose"], &attempt["amount"]), (&json!("payment_link"), &json!("75.00")), "{attempt}");
    assert_eq!(market.view(&placed).await["money"]["owed"], "0.00");
}
