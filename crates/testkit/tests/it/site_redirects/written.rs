//! What is read can be sent back: addresses, and files with their types (ST-08).

use serde_json::json;
use testkit::TestShop;

use super::{flush, open, redirect, refused};

#[tokio::test(flavor = "multi_thread")]
async fn st_08_what_is_read_can_be_sent_back() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let shopper = shop.shopper(&merchant.slug);
    for address in ["/100%25-cotton", "/old%3Fpage", "/old%23top"] {
        let stored = redirect(&merchant, address, "/collections").await;
        assert_eq!(stored["address"], json!(address));
        let path = format!("/redirects/{}", stored["id"].as_str().unwrap());
        let same = json!({"address": stored["address"], "target": "/pages/x", "version": stored["version"]});
        let (status, changed) = merchant.put(&path, same).await;
        assert_eq!((status, &changed["data"]["address"]), (200, &json!(address)), "{changed}");
        assert_eq!(shopper.get(address).await.location(), "/pages/x");
    }
    let temporary = json!({"address": "/sale", "target": "/a%2Fb?q=%20#x", "is_permanent": false});
    assert_eq!(merchant.create("/redirects", temporary).await["target"], json!("/a%2Fb?q=%20#x"));
    let export = merchant.call("GET", "/redirects/export").send().await.text();
    assert!(
        export.contains("\"/100%25-cotton\",\"/pages/x\",0,301") && export.contains("\"/sale\",\"/a%2Fb?q=%20#x\",0,302"),
        "{export}"
    );
    let again = async |content: &str| -> (i64, i64, i64, i64) {
        let (status, body) = merchant.post("/redirects/import", json!({"content": content})).await;
        assert_eq!(status, 200, "{body}");
        let count = |field: &str| body["data"][field].as_i64().unwrap();
        (count("created"), count("updated"), count("unchanged"), count("failed"))
    };
    assert_eq!(again(&export).await, (0, 0, 4, 0));
    // Into an empty store: the types come along.
    let ids: Vec<_> = merchant.data("/redirects").await.as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
    assert_eq!(merchant.delete("/redirects/deleteMany", json!({"items": ids})).await.0, 200);
    assert_eq!(again(&export).await, (4, 0, 0, 0));
    assert_eq!(shopper.get("/sale").await.status, 302);

    // What was missed is created as it is listed.
    open(&shopper, "/200%25-wool").await;
    flush(&shop).await;
    let missed = merchant.data("/missed-addresses").await;
    assert_eq!(missed[0]["address"], json!("/200%25-wool"), "{missed}");
    redirect(&merchant, missed[0]["address"].as_str().unwrap(), "/collections").await;
    assert_eq!(merchant.data("/missed-addresses").await, json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn st_08_addresses_that_lead_nowhere_are_refused() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let english = merchant.in_english();
    let text = "Old links that differ only after the question mark can't be redirected separately. Enter the link without the question mark and what follows it.";
    assert_eq!(refused(&english, "/index.php?route=product&id=7", "/collections").await["address"], json!([text]));
    let content = "/index.php?route=product&id=7,/collections\n/fine,/collections";
    let (_, body) = english.post("/redirects/import", json!({"content": content})).await;
    assert_eq!((&body["data"]["created"], &body["data"]["rows"][0]["message"]), (&json!(1), &json!(text)), "{body}");
    for target in ["/%2F/evil.example", "https://x.example:999999/", "https:///evil.example"] {
        assert!(refused(&merchant, "/old", target).await["target"].is_array(), "{target}");
    }
    let named = redirect(&merchant, "/named", "https://متجر.السعودية/x").await;
    assert_eq!(named["target"], json!("https://متجر.السعودية/x"));
    assert_eq!(shop.shopper(&merchant.slug).get("/named").await.location(), "https://xn--pgbep1f.xn--mgberp4a5d4ar/x");
}
