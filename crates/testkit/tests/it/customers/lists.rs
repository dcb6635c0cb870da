//! Filtering customers, bulk changes, and the order statistics of a customer.

use db::p;
use kernel::CustomerId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{encoded, names};
use crate::checkout::{Person, buy, product_id, set_up_checkout};

/// Orders, cancelled, returned, spent, first and last order.
type OrderStats = (CustomerId, i64, i64, i64, i64, Option<i64>, Option<i64>);

/// The order statistics of every customer of a store: recomputed from the orders, beside the stored ones.
pub(super) async fn kept_and_counted(shop: &TestShop, me: &Merchant) -> Vec<(Vec<Option<i64>>, Vec<Option<i64>>)> {
    let sql = "SELECT k.id, k.orders_count, k.cancelled_count, k.returned_count, k.total_spent, k.first_order_at, k.last_order_at \
               FROM customers k WHERE k.store_id = ?1 ORDER BY k.id LIMIT 1000";
    let rows: Vec<OrderStats> = shop.app.db().conn().all(sql, p![me.store]).await.unwrap();
    let mut out = Vec::new();
    for (id, orders, cancelled, returned, spent, first, last) in rows {
        let sql = "SELECT COUNT(*), CAST(COALESCE(SUM(CASE WHEN status = 'CNCL' OR refused_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS BIGINT), \
                   CAST(COALESCE(SUM(CASE WHEN status = 'RTRN' AND refused_at IS NULL THEN 1 ELSE 0 END), 0) AS BIGINT), \
                   CAST(COALESCE(SUM(CASE WHEN status IN ('CNCL', 'RTRN') OR refused_at IS NOT NULL THEN 0 ELSE total END), 0) AS BIGINT), \
                   MIN(created_at), MAX(created_at) FROM orders WHERE store_id = ?1 AND customer_id = ?2";
        let counted: (i64, i64, i64, i64, Option<i64>, Option<i64>) =
            shop.app.db().conn().one(sql, p![me.store, id]).await.unwrap();
        let (a, b, c, d, e, f) = counted;
        let stored = vec![Some(orders), Some(cancelled), Some(returned), Some(spent), first, last];
        out.push((stored, vec![Some(a), Some(b), Some(c), Some(d), e, f]));
    }
    out
}

/// CU-01: a customer's order statistics are updated in each order's transaction, and equal the recomputed ones, after orders,
/// cancellations and returns, in a seeded store and in one of a currency with three decimals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_what_is_kept_of_a_customers_orders_is_what_the_orders_say() {
    let shop = TestShop::start().await;
    let me = shop.merchant_in("KW", "KWD").await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "1.255", "qty": 100})).await);
    let buyer = Person { name: "فهد".into(), mobile: "+96551234567".into(), city: "الكويت" };
    let mut ids = Vec::new();
    for quantity in [1, 2, 3, 4] {
        ids.push(buy(&shop, &setup, &buyer, &[(product, None, quantity)]).await.id);
        shop.advance(60_000);
    }
    for (order, path) in [(0, vec!["CNCL"]), (1, vec!["PRCS", "RDYS", "SHPD", "RTRN"])] {
        for status in path {
            let (code, body) = me.put(&format!("/orders/{}/status", ids[order]), json!({"status": status})).await;
            assert_eq!(code, 200, "{body}");
        }
    }
    let customer = me.get("/customers").await.1["data"][0].clone();
    let page = me.data(&format!("/customers/{}", customer["id"].as_str().unwrap())).await;
    assert_eq!((&page["orders_count"], &page["cancelled_count"], &page["returned_count"]), (&json!(4), &json!(1), &json!(1)));
    // Three and four of 1.255: 8.785, on average 4.3925, which rounds to 4.393 in minor units.
    assert_eq!((&page["total_spent"], &page["average_order"]), (&json!("8.785"), &json!("4.393")));
    let seeded = shop.sample_merchant(6, 60).await;
    for store in [&me, &seeded] {
        let all = kept_and_counted(&shop, store).await;
        assert!(!all.is_empty());
        for (stored, counted) in all {
            assert_eq!(stored, counted);
        }
    }
}

async fn store_of_five(shop: &TestShop) -> (Merchant, Vec<String>) {
    let me = shop.merchant().await;
    let setup = set_up_checkout(shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "100.00", "qty": 100})).await);
    let people = [
        ("أ", "0551110001", "الرياض", 1),
        ("ب", "0551110002", "جدة", 2),
        ("ج", "0551110003", "الرياض", 3),
        ("د", "0551110004", "الدمام", 5),
    ];
    for (name, mobile, city, quantity) in people {
        for _ in 0..quantity {
            buy(shop, &setup, &Person { name: name.into(), mobile: mobile.into(), city }, &[(product, None, 1)]).await;
        }
        shop.advance(1000);
    }
    // Each a day after the one before, the last one yesterday, with the city that a delivered order would have set.
    let store = me.store;
    shop.app
        .db()
        .tx(async move |c| {
            for (n, (_, mobile, city, _)) in people.iter().enumerate() {
                let back = (4 - i64::try_from(n).unwrap()) * 86_400_000;
                let sql = "UPDATE customers SET created_at = created_at - ?3, first_order_at = first_order_at - ?3, \
                           last_order_at = last_order_at - ?3, city = ?4 WHERE store_id = ?1 AND mobile = ?2";
                c.exec(sql, p![store, format!("+966{}", &mobile[1..]), back, *city]).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await
        .unwrap();
    me.create("/customers", json!({"name": "هـ", "email": "e@example.com"})).await;
    let (_, all) = me.get("/customers?sort=created_at").await;
    let ids = all["data"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap().to_owned()).collect();
    (me, ids)
}

/// CU-01: every filter alone and together, in every sort, page by page; an unknown filter is refused by its name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_customers_are_chosen_by_what_they_are() {
    let shop = TestShop::start().await;
    let (me, ids) = store_of_five(&shop).await;
    let group = me.create("/customer-groups", json!({"name": "جملة"})).await["id"].as_str().unwrap().to_owned();
    for (i, body) in [(0, json!({"tags": ["مهم"]})), (1, json!({"tags": ["مُهِمّ", "vip"]})), (3, json!({"group_ids": [group]}))]
    {
        assert_eq!(me.put(&format!("/customers/{}", ids[i]), body).await.0, 200);
    }
    let consent = json!({"channel": "sms", "is_granted": true, "source": "paper"});
    assert_eq!(me.put(&format!("/customers/{}/consents", ids[2]), consent).await.0, 200);
    let (_, third) = me.get(&format!("/customers/{}", ids[2])).await;
    let day = third["data"]["last_order_at"].as_str().unwrap()[..10].to_owned();
    let cases = [
        ("filter[spent][gte]=200".to_owned(), "دجب"),
        ("filter[spent][gt]=200&filter[spent][lt]=500".to_owned(), "ج"),
        ("filter[orders][lte]=1".to_owned(), "هأ"),
        (format!("filter[city]={}", encoded("الرياض")), "جأ"),
        (format!("filter[city]={},{}", encoded("جدة"), encoded("الدمام")), "دب"),
        (format!("filter[tag]={}", encoded("مهم")), "بأ"),
        ("filter[tag]=VIP".to_owned(), "ب"),
        (format!("filter[group]={group}"), "د"),
        ("filter[consent]=sms,email".to_owned(), "ج"),
        ("filter[consent]=calls".to_owned(), ""),
        (format!("filter[last_order][gte]={day}"), "دج"),
        (format!("filter[last_order][lt]={day}"), "بأ"),
        (format!("filter[last_order][gte]={day}&filter[last_order][lte]={day}"), "ج"),
        (format!("filter[created][gt]={day}"), "هد"),
        (format!("filter[city]={}&filter[spent][gte]=200&search={}", encoded("الرياض"), encoded("0551110003")), "ج"),
        ("search=e@example".to_owned(), "هـ"),
        (format!("filter[tag]={}&search=zzz", encoded("مهم")), ""),
    ];
    for (query, expected) in &cases {
        let all = names(&me, query).await.concat();
        assert_eq!(all.replace('ـ', ""), expected.replace('ـ', ""), "{query}");
        for sort in ["name", "-name", "total_spent", "-orders_count", "created_at"] {
            let (mut walked, mut next) = (Vec::new(), format!("/customers?{query}&sort={sort}&per_page=1"));
            loop {
                let (status, page) = me.get(&next).await;
                assert_eq!(status, 200, "{next}: {page}");
                walked.extend(page["data"].as_array().unwrap().iter().map(|c| c["name"].as_str().unwrap().to_owned()));
                let Some(cursor) = page["meta"]["next_cursor"].as_str() else { break };
                next = format!("/customers?{query}&sort={sort}&per_page=1&cursor={}", encoded(cursor));
            }
            let unpaged = names(&me, &format!("{query}&sort={sort}")).await;
            assert_eq!(walked, unpaged, "{query} {sort}");
            assert_eq!(unpaged.len(), expected.replace('ـ', "").chars().count(), "{query} {sort}");
        }
    }
    for bad in [
        "filter[spent][gte]=x",
        "filter[spent]=5",
        "filter[orders][gte]=-1",
        "filter[last_order][gte]=yesterday",
        "filter[group]=cus_x",
        "filter[consent]=fax",
        "filter[blocked]=maybe",
        "filter[city][gte]=a",
        "filter[age]=5",
    ] {
        let (status, body) = me.get(&format!("/customers?{bad}")).await;
        assert_eq!(status, 422, "{bad}: {body}");
        let field = bad.split('=').next().unwrap();
        assert!(body["errors"][field].is_array(), "{bad}: {body}");
    }
    let labels = me.data("/customer-labels").await;
    assert_eq!(labels["tags"].as_array().unwrap().len(), 2, "{labels}");
    assert_eq!(labels["cities"], json!(["الدمام", "الرياض", "جدة"]));
    let stranger = shop.merchant().await;
    assert_eq!(stranger.data("/customer-labels").await, json!({"tags": [], "groups": [], "cities": [], "countries": []}));
}

/// CU-01: tags, groups and consents of many customers in one call, with a result per row.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_tags_groups_and_consents_are_given_to_many_at_once() {
    let shop = TestShop::start().await;
    let (me, ids) = store_of_five(&shop).await;
    let group = me.create("/customer-groups", json!({"name": "جملة"})).await["id"].clone();
    let full: Vec<String> = (0..50).map(|n| format!("وسم {n}")).collect();
    assert_eq!(me.put(&format!("/customers/{}", ids[1]), json!({"tags": full})).await.0, 200);
    let items = json!([ids[0], ids[1], "cus_0000000000001"]);
    let bulk = async |action: Value| {
        let (status, body) = me.post("/customers/bulk", json!({"items": items, "action": action})).await;
        assert_eq!(status, 200, "{body}");
        body["data"]["results"].clone()
    };
    let results = bulk(json!({"kind": "tags", "change": "add", "tags": ["عيد"]})).await;
    assert_eq!(results[0], json!({"id": ids[0], "is_ok": true}));
    assert_eq!(
        (&results[1]["is_ok"], results[1]["message"].as_str().unwrap().contains("50")),
        (&json!(false), true),
        "{results}"
    );
    assert_eq!(results[2]["code"], "not_found");
    assert_eq!(me.data(&format!("/customers/{}", ids[1])).await["tags"].as_array().unwrap().len(), 50);
    let results = bulk(json!({"kind": "group", "change": "add", "group_id": group})).await;
    assert_eq!((&results[0]["is_ok"], &results[1]["is_ok"]), (&json!(true), &json!(true)));
    assert_eq!(me.data("/customer-groups").await[0]["customers_count"], json!(2));
    bulk(json!({"kind": "consent", "channel": "email", "is_granted": true, "source": "paper"})).await;
    let filter = format!("filter[consent]=email&filter[group]={}", group.as_str().unwrap());
    assert_eq!(names(&me, &filter).await.len(), 2);
    bulk(json!({"kind": "tags", "change": "remove", "tags": ["عيد", "وسم 7"]})).await;
    assert_eq!(me.data(&format!("/customers/{}", ids[1])).await["tags"].as_array().unwrap().len(), 49);
    for (action, field) in [
        (json!({"kind": "tags", "change": "add"}), "action.tags"),
        (json!({"kind": "tags", "tags": ["a"]}), "action.change"),
        (json!({"kind": "group", "change": "add", "group_id": "cgr_0000000000001"}), "action.group_id"),
        (json!({"kind": "consent", "channel": "sms", "source": "paper"}), "action.is_granted"),
    ] {
        let (status, body) = shop.assert_unchanged(me.post("/customers/bulk", json!({"items": items, "action": action}))).await;
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"][field].is_array(), "{field}: {body}");
    }
    // The group is deleted, its customers stay.
    assert_eq!(me.delete(&format!("/customer-groups/{}", group.as_str().unwrap()), json!({})).await.0, 200);
    assert_eq!((me.data(&format!("/customers/{}", ids[0])).await["groups"].clone(), names(&me, "").await.len()), (json!([]), 5));
}
