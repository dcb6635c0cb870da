//! Lists of products: search, filters, sorting, paging.

use kernel::Texts;
use serde_json::{Value, json};

use super::{shirt, shop};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_lists_are_searched_filtered_and_sorted() {
    let (_shop, m) = shop().await;
    let parent = m.create("/categories", json!({"name": {"ar": "ملابس"}})).await;
    let child = m.create("/categories", json!({"name": {"ar": "قمصان"}, "parent_id": parent["id"]})).await;
    let oud =
        m.product(json!({"name": {"ar": "عِطْرُ العُود", "en": "Oud"}, "sku": "OUD-١٠٠", "regular_price": "50", "qty": 0})).await;
    let tee = m.product(json!({"name": {"ar": "قميص أحمد"}, "category_ids": [child["id"]], "regular_price": "20", "qty": 3, "is_published": false})).await;
    let multi = m.product(shirt()).await;
    m.product(json!({"name": {"ar": "مخفي"}, "is_active": false, "has_unlimited_qty": true, "regular_price": "5"})).await;
    let names = async |query: &str| -> Vec<String> {
        let (status, body) = m.get(&format!("/products?{query}")).await;
        assert_eq!(status, 200, "{query}: {body}");
        assert_eq!(body["meta"]["total"], body["data"].as_array().unwrap().len(), "{query}");
        body["data"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap().to_owned()).collect()
    };
    let ids = |all: &[&Value]| all.iter().map(|v| v["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(names("search=عطر").await, ids(&[&oud]));
    assert_eq!(names("search=عطر العو").await, ids(&[&oud]));
    assert_eq!(names("search=oud-100").await, ids(&[&oud]));
    assert_eq!(names("search=احمد").await, ids(&[&tee]));
    assert_eq!(names("search=SH-RED").await, ids(&[&multi]));
    assert!(names("search=عطر أحمد").await.is_empty());
    assert!(names("search=!!!").await.is_empty());
    assert_eq!(names("filter[state]=published&sort=price").await, ids(&[&oud, &multi]));
    assert_eq!(names("filter[state]=unpublished,inactive").await.len(), 2);
    assert_eq!(names("filter[stock]=out").await, ids(&[&oud]));
    assert_eq!(names("filter[stock]=low&filter[type]=basic").await, ids(&[&tee]));
    assert_eq!(names("filter[stock]=in").await.len(), 3);
    assert_eq!(names("filter[type]=multi").await, ids(&[&multi]));
    assert_eq!(names(&format!("filter[category]={}", parent["id"].as_str().unwrap())).await, ids(&[&tee]));
    assert_eq!(names("filter[price][gte]=20&filter[price][lte]=50&sort=-price").await, ids(&[&oud, &tee]));
    let counts = m.data("/products/state-counts").await;
    assert_eq!(
        counts,
        json!({"all": 4, "published": 2, "unpublished": 1, "scheduled": 0, "inactive": 1, "archived": 0, "out_of_stock": 1, "samples": 0, "more_than": []})
    );
    for (query, path) in [
        ("sort=cost", "sort"),
        ("filter[color]=red", "filter[color]"),
        ("filter[state]=x", "filter[state]"),
        ("filter[stock]=x", "filter[stock]"),
        ("filter[price][gte]=x", "filter[price][gte]"),
        ("filter[category]=x", "filter[category]"),
        ("cursor=x", "cursor"),
        ("per_page=101", "per_page"),
        ("page=1000", "page"),
    ] {
        let (status, body) = m.get(&format!("/products?{query}")).await;
        assert_eq!(status, 422, "{query}");
        assert!(body["errors"][path].is_array(), "{query}: {body}");
    }
    let (_, body) = m.get("/products?filter[type]=multi").await;
    let row = &body["data"][0];
    assert_eq!(
        (&row["variants_count"], &row["price"], &row["stock"], &row["state"]),
        (&json!(2), &json!("80.50"), &json!(5), &json!("published"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_every_sort_pages_through_all_rows_by_cursor_without_gaps() {
    let (shop, m) = shop().await;
    for n in 0..11 {
        // Equal prices, stocks and names: only the id tells them apart.
        m.product(json!({"name": {"ar": format!("منتج {}", n % 3)}, "regular_price": format!("{}", n % 2 + 1), "qty": n % 2}))
            .await;
        shop.advance(if n % 2 == 0 { 0 } else { 1000 });
    }
    for sort in ["created_at", "-created_at", "updated_at", "-updated_at", "name", "-name", "price", "-price", "stock", "-stock"]
    {
        let (_, unpaged) = m.get(&format!("/products?per_page=100&sort={sort}")).await;
        let unpaged_ids: Vec<Value> = unpaged["data"].as_array().unwrap().iter().map(|r| r["id"].clone()).collect();
        assert_eq!(unpaged_ids.len(), 11);
        let (mut by_cursor, mut by_page, mut cursor) = (Vec::new(), Vec::new(), String::new());
        for page in 1..=4 {
            let (_, body) = m.get(&format!("/products?per_page=3&sort={sort}&cursor={cursor}")).await;
            by_cursor.extend(body["data"].as_array().unwrap().iter().map(|r| r["id"].clone()));
            cursor = body["meta"]["next_cursor"].as_str().unwrap_or_default().to_owned();
            assert_eq!(cursor.is_empty(), page == 4, "{sort}");
            let (_, body) = m.get(&format!("/products?per_page=3&sort={sort}&page={page}")).await;
            by_page.extend(body["data"].as_array().unwrap().iter().map(|r| r["id"].clone()));
        }
        assert_eq!(by_cursor, unpaged_ids, "{sort}");
        assert_eq!(by_page, unpaged_ids, "{sort}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_01_a_word_that_hundreds_of_products_have_is_searched_too() {
    let (shop, m) = shop().await;
    let (env, scope) = (shop.env.clone(), m.scope());
    shop.app
        .db()
        .tx(async move |c| {
            for n in 0..520 {
                let name = Texts::new(format!("قميص رقم {n}"), if n % 100 == 7 { "special" } else { "" });
                let draft = catalog::ProductDraft { name, regular_price: Some(n), ..catalog::ProductDraft::default() };
                let input = draft.check(kernel::Currency::SAR, kernel::Lang::Ar).map_err(catalog::CatalogError::Invalid)?;
                catalog::create(c, &env, &scope, &input, None).await?;
            }
            Ok::<_, catalog::CatalogError>(())
        })
        .await
        .unwrap();
    let found = async |search: &str| {
        let (_, body) = m.get(&format!("/products?search={search}&sort=price&per_page=100")).await;
        let prices: Vec<String> =
            body["data"].as_array().unwrap().iter().map(|r| r["price"].as_str().unwrap().to_owned()).collect();
        (body["meta"]["total"].as_i64().unwrap(), prices)
    };
    assert_eq!(found("قميص").await.0, 520);
    let special = (6, ["0.07", "1.07", "2.07", "3.07", "4.07", "5.07"].map(str::to_owned).to_vec());
    assert_eq!(found("قميص special").await, special);
    assert_eq!(found("spec رقم").await, special);
    assert_eq!(found("special 107").await, (1, vec!["1.07".to_owned()]));
    assert_eq!(found("special 108").await.0, 0);
}
