//! Products in the storefront: slugs, stock, sales, publication.

use kernel::{ProductId, Texts};
use serde_json::{Value, json};

use super::{id_of, shirt, shop, variant_id};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_05_links_are_unique_and_an_old_one_leads_to_the_new() {
    let (shop, m) = shop().await;
    let link = |v: &Value| v["page_link"].as_str().unwrap().to_owned();
    let a = m.product(json!({"name": {"ar": "أحذية"}})).await;
    let b = m.product(json!({"name": {"ar": "احذيه"}})).await;
    let c = m.product(json!({"name": {"ar": "x"}, "page_link": "أحذية"})).await;
    let d = m.product(json!({"name": {"ar": "🌙"}})).await;
    assert_eq!((link(&a), link(&b), link(&c)), ("أحذية".into(), "احذيه-2".into(), "أحذية-3".into()));
    assert!(link(&d).starts_with("p-"));
    let path = format!("/products/{}", a["id"].as_str().unwrap());
    let (status, body) = m.put(&path, json!({"page_link": "احذيه 2"})).await;
    assert_eq!(status, 422);
    assert!(body["errors"]["page_link"].is_array());
    let (status, _) = m.put(&path, json!({"page_link": "جديد"})).await;
    assert_eq!(status, 200);
    let (db, scope) = (shop.app.db(), m.scope());
    let at = async |link: &str| catalog::product_by_link(db.conn(), &scope, kernel::Lang::Ar, link).await.unwrap();
    assert!(matches!(at("أحذية").await, Some(catalog::LinkTarget::Moved(to)) if to == "جديد"));
    assert!(matches!(at("جديد").await, Some(catalog::LinkTarget::Page(page)) if page.product.id == id_of(&a)));
    assert!(at("لا يوجد").await.is_none());
    // A new product may take the slug of an old redirect.
    let e = m.product(json!({"name": {"ar": "أحذية"}})).await;
    assert_eq!(link(&e), "أحذية");
    assert!(matches!(at("أحذية").await, Some(catalog::LinkTarget::Page(page)) if page.product.id == id_of(&e)));
    // Hidden products have no page.
    m.put(&format!("/products/{}", e["id"].as_str().unwrap()), json!({"is_published": false})).await;
    assert!(at("أحذية").await.is_none());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_03_stock_is_sold_exactly_once_however_many_buy() {
    let (shop, m) = shop().await;
    let basic = id_of(&m.product(json!({"qty": 10})).await);
    let multi = m.product(shirt()).await;
    let (multi_id, red) = (id_of(&multi), variant_id(&multi, 0));
    let mut buyers = Vec::new();
    for _ in 0..25 {
        for (product, variant) in [(basic, None), (multi_id, Some(red))] {
            let (app, scope) = (shop.app.clone(), m.scope());
            buyers.push(tokio::spawn(async move {
                let outcome = crate::stock::take(&app, scope, product, variant, 1).await;
                (product, outcome)
            }));
        }
    }
    let mut outcomes = Vec::new();
    for buyer in buyers {
        outcomes.push(buyer.await.unwrap());
    }
    let sold = |id: ProductId| outcomes.iter().filter(|(p, t)| *p == id && t.is_taken()).count();
    assert_eq!((sold(basic), sold(multi_id)), (10, 2));
    let last = outcomes.iter().filter(|(_, t)| *t == catalog::stock::StockTake::Yes { is_sold_out: true }).count();
    assert_eq!(last, 2, "each sold out once");
    let view = m.data(&format!("/products/{multi_id}")).await;
    assert_eq!((&view["stock"], &view["variants"][0]["qty"]), (&json!(3), &json!(0)));
    let (app, scope) = (shop.app.clone(), m.scope());
    let back = crate::stock::restock(&app, scope, multi_id, Some(red), 2).await;
    assert!(back);
    assert_eq!(m.data(&format!("/products/{multi_id}")).await["stock"], 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sale_that_opens_and_closes_changes_price_and_order() {
    let (shop, m) = shop().await;
    // The clock is at 2027-01-15T08:00:00Z.
    let on_sale = m
        .product(json!({"regular_price": "100", "sale_price": "10", "sale_from": "2027-01-15T08:10:00Z", "sale_until": "2027-01-15T08:20:00Z"}))
        .await;
    let steady = m.product(json!({"regular_price": "50"})).await;
    let first = async || m.get("/products?sort=price").await.1["data"][0]["id"].clone();
    assert_eq!(first().await, steady["id"]);
    for (winner, price) in [(&on_sale, "10.00"), (&steady, "50.00")] {
        shop.advance(10 * 60_000);
        shop.worker.tick().await.unwrap();
        assert_eq!(&first().await, &winner["id"]);
        let (_, body) = m.get("/products?sort=price").await;
        assert_eq!(body["data"][0]["price"], price);
    }
    let id = id_of(&on_sale);
    let sellable = catalog::sellable(shop.app.db().conn(), &m.scope(), shop.env.now(), &[(id, None)]).await.unwrap();
    assert_eq!((sellable[0].unit_price, sellable[0].regular_price), (10_000, None));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_storefront_sees_only_what_is_published() {
    let (shop, m) = shop().await;
    let category = m.create("/categories", json!({"name": {"ar": "عطور"}})).await;
    let a = m
        .product(json!({"name": {"ar": "عود"}, "category_ids": [category["id"]], "regular_price": "30", "sale_price": "20"}))
        .await;
    let b = m.product(shirt()).await;
    m.product(json!({"is_published": false})).await;
    m.product(json!({"is_active": false})).await;
    let (db, scope, now) = (shop.app.db(), m.scope(), shop.env.now());
    let cards = async |q: catalog::CardQuery| {
        catalog::cards(db.conn(), &scope, now, &catalog::CardQuery { limit: 20, ..q }).await.unwrap()
    };
    let all = cards(catalog::CardQuery { sort: catalog::CardSort::PriceUp, ..Default::default() }).await;
    let ids: Vec<ProductId> = all.items.iter().map(|c| c.id).collect();
    assert_eq!(ids, [id_of(&a), id_of(&b)]);
    assert_eq!((all.items[0].price.now, all.items[0].price.before), (2_000, Some(3_000)));
    assert!(all.items[1].has_price_range && all.items[1].is_multi && all.items[1].price.now == 8_050);
    let within = Some(vec![category["id"].as_str().unwrap().parse().unwrap()]);
    let of_category = catalog::CardQuery { within, ..Default::default() };
    assert_eq!(cards(of_category).await.items.len(), 1);
    let chosen = catalog::CardQuery { ids: Some(vec![id_of(&b), id_of(&a)]), ..Default::default() };
    let order: Vec<ProductId> = cards(chosen).await.items.iter().map(|c| c.id).collect();
    assert_eq!(order, [id_of(&b), id_of(&a)]);
    let links = catalog::published_links(db.conn(), &scope, None, 10).await.unwrap();
    assert_eq!(links.len(), 2);
    let slug = category["slug"].as_str().unwrap();
    assert!(
        matches!(catalog::category_by_slug(db.conn(), &scope, slug).await.unwrap(), Some(catalog::FoundCategory::Page(c)) if c.name == Texts::new("عطور", ""))
    );
}
