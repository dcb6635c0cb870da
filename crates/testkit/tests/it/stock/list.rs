//! The stock list.

use serde_json::{Value, json};
use testkit::TestShop;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_the_stock_of_all_products_is_searched_filtered_and_sorted() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let tea = m.product(json!({"name": {"ar": "شاي"}, "sku": "T-1", "qty": 9})).await;
    let shirt = m
        .product(json!({
            "name": {"ar": "قميص"}, "product_type": "multi", "options": [{"name": "size", "values": ["S", "M"]}],
            "variants": [{"option_values": ["S"], "qty": 2, "sku": "S-S"}, {"option_values": ["M"], "qty": 0, "sku": "S-M"}],
        }))
        .await;
    let shelf = m.create("/stock-locations", json!({"name": {"ar": "رف"}})).await;
    let adjust = json!({"mode": "add", "qty": 4, "reason": "received", "location_id": shelf["id"]});
    assert_eq!(m.post(&format!("/products/{}/stock/adjust", tea["id"].as_str().unwrap()), adjust).await.0, 200);

    let rows = m.data("/stock?sort=-stock").await;
    let ids: Vec<&Value> = rows.as_array().unwrap().iter().map(|row| &row["product_id"]).collect();
    assert_eq!(ids, [&tea["id"], &shirt["id"]], "{rows}");
    let first = &rows[0]["items"][0];
    assert_eq!(
        (&first["qty"], &first["sku"], &first["variant_id"], &first["held"]),
        (&json!(13), &json!("T-1"), &Value::Null, &json!(0))
    );
    let at: Vec<i64> = first["levels"].as_array().unwrap().iter().map(|level| level["qty"].as_i64().unwrap()).collect();
    assert_eq!(at, [9, 4]);
    let variants = rows[1]["items"].as_array().unwrap();
    assert_eq!(
        (variants.len(), &variants[0]["sku"], &variants[0]["qty"], &variants[1]["qty"]),
        (2, &json!("S-S"), &json!(2), &json!(0))
    );

    let found = async |query: &str| m.data(&format!("/stock?{query}")).await.as_array().unwrap().len();
    assert_eq!((found("search=S-M").await, found("filter[stock]=low").await, found("filter[stock]=out").await), (1, 1, 0));
    assert_eq!(m.get("/stock?filter[stock]=much").await.0, 422);
}
