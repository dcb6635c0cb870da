//! The pages of the simulators: for shoppers, and for who develops.

use kernel::Currency;
use serde_json::json;

use crate::market::Market;

#[tokio::test]
async fn py_03_the_shoppers_page_speaks_both_languages() {
    let market = Market::paytabs("PAYTABS_SA", Currency::SAR).await;
    let (_, page) = market.start("1001-<b>1</b>").await;
    let get = async |url: String| market.browser.get(url).send().await.unwrap().text().await.unwrap();
    let arabic = get(page.clone()).await;
    assert!(arabic.contains("<html lang=\"ar\" dir=\"rtl\">") && arabic.contains("ادفع"), "the merchant's choice: {arabic}");
    assert!(arabic.contains("width=device-width") && arabic.contains("125.50 SAR"));
    assert!(arabic.contains("1001-&lt;b&gt;1&lt;/b&gt;") && !arabic.contains("<b>1"));
    let english = get(format!("{page}?lang=en")).await;
    assert!(english.contains("<html lang=\"en\" dir=\"ltr\">") && english.contains(">Pay<"), "{english}");
    assert_eq!(market.browser.get(format!("{}/payment/page/TST1", market.server.base)).send().await.unwrap().status(), 404);
}

#[tokio::test]
async fn py_03_a_scripted_shopper_presses_at_once() {
    let mut market = Market::paymob().await;
    market.control("next", json!({ "outcome": "pay" })).await;
    let (_, page) = market.start("1001-1").await;
    let back = market.browser.get(&page).send().await.unwrap();
    assert_eq!(back.status(), 303);
    assert!(market.notified().await.is_money_received());
}

#[tokio::test]
async fn py_03_who_develops_sees_what_was_called() {
    let market = Market::paymob().await;
    market.start("1001-1").await;
    let url = format!("{}/__simulator", market.server.base);
    let html = market.browser.get(&url).send().await.unwrap().text().await.unwrap();
    for part in ["1001-1", "125.50 EGP", "/api/ecommerce/orders", "name=\"outcome\" value=\"lie_amount\"", "iframe_id"] {
        assert!(html.contains(part), "{part}");
    }
    let unknown = market.browser.post(format!("{url}/next")).json(&json!({ "outcome": "miracle" })).send().await.unwrap();
    assert_eq!(unknown.status(), 422);
    let form = market.browser.post(format!("{url}/next")).header("content-type", "application/x-www-form-urlencoded");
    let pressed = form.body("outcome=timeout").send().await.unwrap();
    assert_eq!(pressed.headers()["location"], "/__simulator");
}
