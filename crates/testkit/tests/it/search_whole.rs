//! A bulk action or export over a search covers all matches, however many.

use db::p;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::customers::encoded;

/// More than any page, and more than earlier limits of a search.
const MANY: i64 = 1_100;
const WORD: &str = "مشترك";

/// A store in which one word matches every customer, every order's customer and every product, except one customer.
async fn store(shop: &TestShop) -> Merchant {
    let many = usize::try_from(MANY).unwrap();
    let me = shop.sample_merchant(many, many).await;
    let (store, now) = (me.store, shop.env.now().0);
    let ids: Vec<i64> = (0..=MANY).map(|_| shop.env.id::<kernel::id::Customer>().raw()).collect();
    shop.app
        .db()
        .tx(async move |c| {
            let orders: Vec<i64> = c.all("SELECT id FROM orders WHERE store_id = ?1 ORDER BY id LIMIT 2000", p![store]).await?;
            for (n, id) in (0_i64..).zip(&ids) {
                let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, locale, orders_count, total_spent, city, country, created_at, \
                           updated_at, version, seq) VALUES (?1, ?2, ?3, ?3, ?4, 'ar', 0, 0, '', '', ?5, ?5, 1, 0)";
                c.exec(sql, p![store, *id, format!("{WORD} {n}"), format!("+96658{n:07}"), now + n / 3]).await?;
                // The last customer gets neither an order nor search tokens.
                let Some(order) = orders.get(usize::try_from(n).unwrap_or(usize::MAX)) else { continue };
                let sql = "INSERT INTO search_tokens (store_id, subject, token, subject_id) VALUES (?1, 'customer', ?2, ?3)";
                for word in [WORD.to_owned(), format!("مشتريات{}", n % 2)] {
                    c.exec(sql, p![store, word, *id]).await?;
                }
                c.exec("UPDATE orders SET customer_id = ?3 WHERE store_id = ?1 AND id = ?2", p![store, *order, *id]).await?;
            }
            let sql = "INSERT INTO search_tokens (store_id, subject, token, subject_id) \
                       SELECT store_id, 'product', ?2, id FROM products WHERE store_id = ?1";
            c.exec(sql, p![store, WORD]).await?;
            Ok::<_, db::Error>(())
        })
        .await
        .unwrap();
    me
}

/// The total of a list: counted up to a thousand, then capped.
async fn total(me: &Merchant, path: &str) -> (i64, bool) {
    let (status, body) = me.get(path).await;
    assert_eq!(status, 200, "{path} {body}");
    (body["meta"]["total"].as_i64().unwrap(), body["meta"]["is_total_capped"].as_bool().unwrap())
}

const MORE: (i64, bool) = (1_000, true);
const HALF: (i64, bool) = (MANY / 2, false);

async fn counted(shop: &TestShop, me: &Merchant, sql: &str) -> i64 {
    shop.app.db().conn().one(sql, p![me.store]).await.unwrap()
}

/// The number of rows of an export of a search.
async fn rows(shop: &TestShop, me: &Merchant, kind: &str, query: &str) -> (Value, i64) {
    let (status, body) = me.post(&format!("/{kind}?{query}"), json!({"format": "csv"})).await;
    assert_eq!(status, 201, "{kind} {body}");
    shop.drain().await;
    let path = format!("/{kind}/{}", body["data"]["id"].as_str().unwrap());
    let view = me.data(&path).await;
    assert_eq!(view["status"], "done", "{view}");
    let reply = me.call("GET", &format!("{path}/file")).send().await;
    let lines = String::from_utf8(reply.bytes).unwrap().matches("\r\n").count();
    (view["done"].clone(), i64::try_from(lines).unwrap() - 1)
}

/// CU-01, OR-01: a search finds every matching customer and order, in the list, the export and a batch, alone, with a second
/// word, with a filter, and in every sort.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_or_01_a_search_is_for_everybody_it_finds() {
    let shop = TestShop::start().await;
    let me = store(&shop).await;
    let search = format!("search={}", encoded(WORD));
    let both = format!("search={}", encoded("مشترك مشتريات1"));
    for sort in ["created_at", "-created_at", "name", "-total_spent"] {
        assert_eq!(total(&me, &format!("/customers?{search}&sort={sort}")).await, MORE, "{sort}");
    }
    assert_eq!(total(&me, &format!("/customers?{both}")).await, HALF);
    assert_eq!(total(&me, &format!("/customers?{search}&filter[blocked]=no")).await, MORE);
    for sort in ["created_at", "-created_at", "total", "-number"] {
        assert_eq!(total(&me, &format!("/orders?{search}&sort={sort}")).await, MORE, "{sort}");
    }
    assert_eq!(total(&me, &format!("/orders?{both}")).await, HALF);

    assert_eq!(rows(&shop, &me, "customer-exports", &search).await, (json!(MANY), MANY));
    assert_eq!(rows(&shop, &me, "order-exports", &search).await, (json!(MANY), MANY));
    assert_eq!(rows(&shop, &me, "order-exports", &format!("{both}&sort=total")).await, (json!(MANY / 2), MANY / 2));

    let tag = json!({"action": {"kind": "tags", "change": "add", "tags": ["حملة"]}});
    let batch = me.create(&format!("/customer-batches?{search}"), tag).await;
    assert_eq!(batch["total"], json!(MANY));
    shop.drain().await;
    let batch = me.data(&format!("/customer-batches/{}", batch["id"].as_str().unwrap())).await;
    assert_eq!((&batch["status"], &batch["changed_count"]), (&json!("done"), &json!(MANY)), "{batch}");
    let sql = "SELECT COUNT(*) FROM customer_tags WHERE store_id = ?1 AND tag = 'حملة'";
    assert_eq!(counted(&shop, &me, sql).await, MANY);

    let preview = me.data(&format!("/order-batches/preview?{search}")).await;
    assert_eq!((&preview["total"], &preview["is_too_many"]), (&json!(MANY), &json!(false)));
    let tag = json!({"action": {"kind": "tags", "add": ["حملة"]}});
    let batch = me.create(&format!("/order-batches?{both}"), tag).await;
    assert_eq!(batch["total"], json!(MANY / 2));
    shop.drain().await;
    assert_eq!(total(&me, &format!("/orders?filter[tag]={}", encoded("حملة"))).await, HALF);
}

/// GC-02, PR-09: a batch over a search, and its export, contain every product.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_02_a_search_is_for_every_product_it_finds() {
    let shop = TestShop::start().await;
    let me = store(&shop).await;
    let search = format!("search={}", encoded(WORD));
    let sql = "SELECT COUNT(*) FROM products WHERE store_id = ?1 AND deleted_at IS NULL AND archived_at IS NULL";
    let all = counted(&shop, &me, sql).await;
    assert!(all >= MANY && total(&me, &format!("/products?{search}&sort=-created_at")).await == MORE, "{all}");
    let (status, body) = me.post(&format!("/product-exports?{search}"), json!({"format": "csv"})).await;
    assert_eq!(status, 201, "{body}");
    let (status, edit) = me.post(&format!("/products/bulk?{search}"), json!({"action": {"kind": "unpublish"}})).await;
    assert_eq!((status, &edit["data"]["batch"]["total"]), (200, &json!(all)), "{edit}");
    shop.drain().await;
    let export = me.data(&format!("/product-exports/{}", body["data"]["id"].as_str().unwrap())).await;
    assert_eq!((&export["status"], &export["done"]), (&json!("done"), &json!(all)), "{export}");
    let batch = me.data(&format!("/batches/{}", edit["data"]["batch"]["id"].as_str().unwrap())).await;
    assert_eq!((&batch["status"], &batch["done"]), (&json!("done"), &json!(all)), "{batch}");
    assert_eq!(total(&me, &format!("/products?{search}&sort=-created_at&filter[state]=published")).await, (0, false));
}
