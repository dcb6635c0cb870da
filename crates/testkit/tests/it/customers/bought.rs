//! Segments over purchases and used coupons (CU-01, docs/decisions/0037).

use kernel::{Millis, OrderId};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::encoded;
use super::segments::{TestRng, rule};
use crate::checkout::{CheckoutSetup, Person, buy, filled, place, product_id, review, set_up_checkout};
use crate::coupons::{coupon, put};

const DAY: i64 = Millis::DAY;
const STATUSES: &[&str] = &["PEND", "SHPD", "DLVR", "DLVR", "DLVR", "CNCL", "RFSD", "RTRN", "DRFT"];

fn id(of: &Value) -> &str {
    of["id"].as_str().unwrap()
}

/// The catalogue of a store: products in a category tree, and coupons.
pub(super) struct TestCatalogue {
    products: Vec<Value>,
    categories: Vec<Value>,
    coupons: Vec<Value>,
}

impl TestCatalogue {
    pub(super) async fn create(me: &Merchant) -> Self {
        let top = me.create("/categories", json!({"name": {"ar": "مشروبات"}})).await;
        let below = me.create("/categories", json!({"name": {"ar": "قهوة"}, "parent_id": top["id"]})).await;
        let other = me.create("/categories", json!({"name": {"ar": "أكواب"}})).await;
        let mut products = Vec::new();
        for (name, categories) in [
            ("ماء", json!([top["id"]])),
            ("حب محمص", json!([below["id"]])),
            ("كوب", json!([other["id"], below["id"]])),
            ("هدية", json!([])),
        ] {
            products.push(me.product(json!({"name": {"ar": name}, "category_ids": categories, "qty": 1_000})).await);
        }
        let coupons = vec![coupon(me, json!({})).await, coupon(me, json!({"code": "RAM-20"})).await];
        Self { products, categories: vec![top, below, other], coupons }
    }

    /// Inserts orders of a customer into the tables, with their lines and coupons.
    pub(super) fn orders(&self, shop: &TestShop, customer: i64, rng: &mut TestRng) -> Vec<(&'static str, Vec<Value>)> {
        let mut rows = Vec::new();
        for _ in 0..rng.below(4) {
            let order = shop.env.id::<kernel::id::Order>().raw();
            let at = shop.env.now().0 - rng.amount(20) * 10 * DAY - rng.amount(3) * DAY / 2;
            let status = rng.one(STATUSES);
            rows.push((
                "INSERT INTO orders (store_id, id, number, status, payment_status, customer_id, was_guest_order, sender_name, mobile, language, currency, \
                 subtotal, discount, vat, shipping_fees, payment_fees, total, vat_rate, is_vat_included, customer_currency, total_in_customer_currency, \
                 items_count, address, city, country, shipping_provider, shipping_name, payment_provider, payment_name, note, access_hash, created_at, \
                 updated_at, version, seq, counted_total) VALUES (?1, ?2, ?2, ?3, 'paid', ?4, TRUE, '', '', 'ar', 'SAR', 0, 0, 0, 0, 0, 0, 0, TRUE, 'SAR', 0, 1, '{}', '', \
                 '', '', '{}', '', '{}', '', '', ?5, ?5, 1, 1, CASE WHEN ?3 IN ('DRFT', 'CNCL') THEN NULL ELSE 0 END)",
                vec![json!(order), json!(status), json!(customer), json!(at)],
            ));
            for line in 1..=rng.amount(3) + 1 {
                let product: kernel::ProductId = rng.pick(&self.products)["id"].as_str().unwrap().parse().unwrap();
                let quantity = rng.amount(2) + 1;
                let returned = if rng.below(4) == 0 { rng.amount(3).min(quantity) } else { 0 };
                rows.push((
                    "INSERT INTO order_items (store_id, order_id, line, product_id, name, option_values, fields, unit_price, quantity, line_total, discount, \
                     vat, vat_rate, weight_grams, is_stock_taken, returned) VALUES (?1, ?2, ?3, ?4, '{}', '[]', '[]', 0, ?5, 0, 0, 0, 0, 0, FALSE, ?6)",
                    vec![json!(order), json!(line), json!(product.raw()), json!(quantity), json!(returned)],
                ));
            }
            if rng.below(2) == 0 {
                let coupon: kernel::CouponId = rng.pick(&self.coupons)["id"].as_str().unwrap().parse().unwrap();
                let back = (rng.below(4) == 0).then_some(at);
                rows.push((
                    "INSERT INTO coupon_uses (store_id, id, coupon_id, order_id, customer_id, amount, terms, used_at, given_back_at) \
                     VALUES (?1, ?2, ?3, ?4, ?5, 0, '{}', ?6, ?7)",
                    vec![
                        json!(shop.env.id::<kernel::id::CouponUse>().raw()), json!(coupon.raw()), json!(order), json!(customer), json!(at),
                        json!(back),
                    ],
                ));
            }
        }
        rows
    }

    /// A random rule over this catalogue.
    pub(super) fn rule(&self, rng: &mut TestRng) -> Value {
        let is = rng.one(&["is", "is_not"]);
        let mut rule = match rng.below(5) {
            0 | 1 => rule("product", is, &[id(rng.pick(&self.products)), id(rng.pick(&self.products))]),
            2 | 3 => rule("category", is, &[id(rng.pick(&self.categories))]),
            _ if rng.below(2) == 0 => rule("coupon", is, &["any"]),
            _ => rule("coupon", is, &[id(rng.pick(&self.coupons))]),
        };
        if rng.below(2) == 0 {
            rule["days"] = json!(rng.below(200) + 1);
        }
        if is == "is" && rng.below(3) == 0 {
            rule["times"] = json!(rng.below(3) + 1);
        }
        rule
    }
}

async fn go(me: &Merchant, order: OrderId, steps: &[&str]) {
    for status in steps {
        let (code, body) = me.put(&format!("/orders/{order}/status"), json!({"status": status})).await;
        assert_eq!(code, 200, "{status}: {body}");
    }
}

async fn with_coupon(shop: &TestShop, setup: &CheckoutSetup, person: &Person, product: kernel::ProductId, code: &str) -> OrderId {
    let token = filled(shop, setup, person, &[(product, None, 1)]).await;
    put(shop, setup, &token, code).await;
    let expected = review(shop, setup, &token).await.expected();
    place(shop, setup, &token, expected).await.unwrap().id
}

fn with(mut rule: Value, extra: Value) -> Value {
    rule.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
    rule
}

/// Names of the customers that one rule matches, in order.
async fn matching(me: &Merchant, rule: Value) -> Vec<String> {
    let segment = me.create("/customer-segments", json!({"name": "س", "groups": [[rule]]})).await;
    let path = format!("/customer-segments/{}", id(&segment));
    let mut names = super::names(me, &format!("filter[segment]={}&sort=name", id(&segment))).await;
    names.sort();
    let preview = me.post("/customer-segments/preview", json!({"groups": [[rule]]})).await.1;
    assert_eq!(preview["data"]["count"], json!(names.len()), "{rule}");
    assert_eq!(me.delete(&path, json!({})).await.0, 200);
    names
}

/// CU-01: customers are found by purchases that they kept, by category or coupon; not by cancelled, refused or returned ones; a
/// partial return leaves the rest; a period and a number of orders narrow it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_customers_are_found_by_what_they_bought_and_kept() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let catalogue = TestCatalogue::create(&me).await;
    let [water, beans] = [product_id(&catalogue.products[0]), product_id(&catalogue.products[1])];
    let buyer = |name: &str, n: u32| Person { name: name.into(), mobile: format!("055111000{n}"), city: "الرياض" };
    let (huda, sara, ali, omar) = (buyer("Huda", 1), buyer("Sara", 2), buyer("Ali", 3), buyer("Omar", 4));
    let first = buy(&shop, &setup, &huda, &[(beans, None, 2)]).await.id;
    buy(&shop, &setup, &omar, &[(water, None, 1)]).await;
    shop.advance(40 * DAY);
    let me = super::again(me).await;
    buy(&shop, &setup, &huda, &[(beans, None, 1), (water, None, 1)]).await;
    let cancelled = with_coupon(&shop, &setup, &sara, beans, "EID-10").await;
    let refused = buy(&shop, &setup, &ali, &[(beans, None, 1)]).await.id;
    with_coupon(&shop, &setup, &omar, water, "RAM-20").await;
    let bought = |product: &Value| rule("product", "is", &[id(product)]);
    let never = |product: &Value| rule("product", "is_not", &[id(product)]);
    let (of_water, of_beans, below) = (&catalogue.products[0], &catalogue.products[1], &catalogue.categories[1]);
    let drinks = rule("category", "is", &[id(&catalogue.categories[0])]);
    assert_eq!(matching(&me, bought(of_beans)).await, ["Ali", "Huda", "Sara"]);
    assert_eq!(matching(&me, rule("coupon", "is", &["any"])).await, ["Omar", "Sara"]);
    go(&me, cancelled, &["CNCL"]).await;
    go(&me, refused, &["PRCS", "RDYS", "SHPD", "RFSD"]).await;
    assert_eq!(matching(&me, bought(of_beans)).await, ["Huda"], "a cancelled and a refused order count for nothing");
    assert_eq!(matching(&me, never(of_beans)).await, ["Ali", "Omar", "Sara"]);
    assert_eq!(matching(&me, rule("coupon", "is", &["any"])).await, ["Omar"], "the use was given back");
    assert_eq!(matching(&me, rule("coupon", "is_not", &[id(&catalogue.coupons[1])])).await, ["Ali", "Huda", "Sara"]);
    assert_eq!(matching(&me, rule("product", "is", &[id(of_beans), id(of_water)])).await, ["Huda", "Omar"]);
    assert_eq!(matching(&me, drinks.clone()).await, ["Huda", "Omar"], "with what lies below it");
    assert_eq!(matching(&me, rule("category", "is", &[id(below)])).await, ["Huda"]);
    assert_eq!(matching(&me, with(bought(of_water), json!({"days": 30}))).await, ["Huda", "Omar"]);
    assert_eq!(matching(&me, with(bought(of_beans), json!({"times": 2}))).await, ["Huda"]);
    assert_eq!(matching(&me, with(bought(of_beans), json!({"times": 2, "days": 30}))).await, Vec::<String>::new());
    assert_eq!(matching(&me, with(bought(of_water), json!({"times": 2}))).await, ["Omar"]);
    assert_eq!(matching(&me, with(drinks, json!({"times": 3}))).await, Vec::<String>::new(), "two orders, three lines");
    // Paid before it was refused: it is a sale until the money is given back (decisions §13).
    let paid = buy(&shop, &setup, &ali, &[(beans, None, 1)]).await.id;
    assert_eq!(me.put(&format!("/orders/{paid}/payment-status"), json!({"payment_status": "paid"})).await.0, 200);
    go(&me, paid, &["PRCS", "RDYS", "SHPD", "RFSD"]).await;
    assert_eq!(matching(&me, bought(of_beans)).await, ["Ali", "Huda"]);
    go(&me, paid, &["RTRN"]).await;
    // One of the two pieces of the first order is returned, then the other.
    go(&me, first, &["PRCS", "RDYS", "SHPD", "DLVR"]).await;
    let reason_id = me.data("/return-reasons").await[0]["id"].clone();
    let return_body = json!({"lines": [{"line": 1, "quantity": 1, "reason_id": reason_id, "is_restocked": false}]});
    me.create(&format!("/orders/{first}/returns"), return_body.clone()).await;
    assert_eq!(matching(&me, with(bought(of_beans), json!({"times": 2}))).await, ["Huda"], "she kept one of the two");
    me.create(&format!("/orders/{first}/returns"), return_body).await;
    assert_eq!(matching(&me, with(bought(of_beans), json!({"times": 2}))).await, Vec::<String>::new());
    assert_eq!(matching(&me, bought(of_beans)).await, ["Huda"]);
}

/// CU-01, AC-01: coupon codes are shown only to members who may see coupons, in every answer.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_codes_of_rules_are_for_who_may_see_coupons() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let desk = me.colleague(&shop, platform::identity::Role::OrderDesk).await;
    let catalogue = TestCatalogue::create(&me).await;
    let groups = json!([[rule("coupon", "is", &[id(&catalogue.coupons[0])])]]);
    let body = |name: &str| json!({"name": name, "groups": groups});
    let path = format!("/customer-segments/{}", id(&me.create("/customer-segments", body("استعملوا")).await));
    assert!(me.data(&path).await.to_string().contains("EID-10"));
    let answers = [
        desk.post("/customer-segments", body("آخرون")).await,
        desk.get(&path).await,
        desk.put(&path, json!({})).await,
        desk.put(&path, json!({"name": "غيره", "version": 99})).await,
        desk.put(&path, json!({"name": "غيره"})).await,
        desk.delete(&path, json!({})).await,
        desk.post(&format!("{path}/restore"), json!({})).await,
    ];
    assert_eq!(answers.each_ref().map(|(status, _)| *status), [201, 200, 200, 409, 200, 200, 200]);
    for (_, answer) in answers {
        assert!(answer.to_string().contains("coupon") && !answer.to_string().contains("EID-10"), "{answer}");
    }
    assert!(me.data(&path).await.to_string().contains("EID-10"), "what is kept is whole");
}

/// CU-01: a rule shows current names, and the last name of deleted things; nothing of another store can be named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_rule_names_deleted_products_by_their_last_name() {
    let shop = TestShop::start().await;
    let (me, stranger) = (shop.merchant().await, shop.merchant().await);
    let (mine, theirs) = (TestCatalogue::create(&me).await, TestCatalogue::create(&stranger).await);
    let rules = |catalogue: &TestCatalogue| {
        json!([[
            rule("product", "is", &[id(&catalogue.products[0])]),
            rule("category", "is_not", &[id(&catalogue.categories[1])]),
            with(rule("coupon", "is", &[id(&catalogue.coupons[0])]), json!({"days": 30, "times": 2})),
            rule("coupon", "is_not", &["any"]),
        ]])
    };
    let body = |groups: Value| json!({"name": "اشتروا", "groups": groups});
    let segment = me.create("/customer-segments", body(rules(&mine))).await;
    let names = |of: &Value| -> Vec<Value> { of["groups"][0].as_array().unwrap().iter().map(|r| r["names"].clone()).collect() };
    assert_eq!(names(&segment), [json!([{"ar": "ماء"}]), json!([{"ar": "قهوة"}]), json!([{"ar": "EID-10"}]), json!([{}])]);
    assert_eq!((&segment["groups"][0][2]["days"], &segment["groups"][0][2]["times"]), (&json!(30), &json!(2)));
    for (n, field) in [(0, "groups.0.0.values"), (1, "groups.0.1.values"), (2, "groups.0.2.values")] {
        let mut groups = rules(&mine);
        groups[0][n] = rules(&theirs)[0][n].clone();
        let (status, answer) = shop.assert_unchanged(me.post("/customer-segments", body(groups))).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{answer}");
    }
    for (bad, field) in [
        (json!({"days": 0}), "days"),
        (json!({"days": 3651}), "days"),
        (json!({"times": 0}), "times"),
        (json!({"op": "is_not", "times": 2}), "times"),
        (json!({"field": "spent", "op": "gte", "values": ["5"], "days": 7}), "days"),
        (json!({"values": ["any"]}), "values"),
        (json!({"op": "within", "values": ["5"]}), "op"),
        (json!({"days": "30"}), "days"),
    ] {
        let groups = json!([[with(rules(&mine)[0][0].clone(), bad)]]);
        for (path, body) in
            [("/customer-segments", body(groups.clone())), ("/customer-segments/preview", json!({"groups": groups}))]
        {
            let (status, answer) = shop.assert_unchanged(me.post(path, body)).await;
            assert_eq!((status, answer["errors"][format!("groups.0.0.{field}")].is_array()), (422, true), "{groups}: {answer}");
        }
    }
    // It is renamed, then deleted.
    let path = format!("/customer-segments/{}", id(&segment));
    let product = format!("/products/{}", id(&mine.products[0]));
    let version = me.data(&product).await["version"].clone();
    let (status, answer) = me.put(&product, json!({"name": {"ar": "ماء زمزم"}, "version": version})).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(names(&me.data(&path).await)[0], json!([{"ar": "ماء زمزم"}]));
    me.delete(&product, json!({})).await;
    me.delete("/categories/deleteMany", json!({"items": [id(&mine.categories[1])]})).await;
    me.delete(&format!("/coupons/{}", id(&mine.coupons[0])), json!({})).await;
    assert_eq!(me.get(&format!("/categories/{}", id(&mine.categories[1]))).await.0, 404);
    let removed = [json!([{"ar": "ماء زمزم"}]), json!([{"ar": "قهوة"}]), json!([{"ar": "EID-10"}]), json!([{}])];
    assert_eq!(names(&me.data(&path).await), removed);
    assert_eq!(names(&me.data("/customer-segments").await[0]), removed);
    let (status, answer) = me.put(&path, json!({"name": "اشتروا قديمًا", "groups": rules(&mine)})).await;
    assert_eq!((status, names(&answer["data"])), (200, removed.to_vec()), "what is gone may stay: {answer}");
    let (status, answer) = me.post("/customer-segments", body(json!([[rules(&mine)[0][1]]]))).await;
    assert_eq!((status, answer["errors"]["groups.0.0.values"].is_array()), (422, true), "and is not chosen anew: {answer}");
    assert_eq!(me.get(&format!("/customers?filter[segment]={}", encoded(id(&segment)))).await.0, 200);
}

/// CU-01: purchases of an erased customer match no rule, neither "bought" nor "did not buy".
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_what_was_bought_does_not_find_the_erased() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let catalogue = TestCatalogue::create(&me).await;
    let buyer = Person { name: "سارة القحطاني".into(), mobile: "0551234567".into(), city: "الرياض" };
    let order = with_coupon(&shop, &setup, &buyer, product_id(&catalogue.products[1]), "EID-10").await;
    go(&me, order, &["PRCS", "RDYS", "SHPD", "DLVR"]).await;
    // A customer with money still owed cannot be erased.
    let (status, answer) = me.put(&format!("/orders/{order}/payment-status"), json!({"payment_status": "paid"})).await;
    assert_eq!(status, 200, "{answer}");
    let rules = [
        rule("product", "is", &[id(&catalogue.products[1])]),
        rule("product", "is_not", &[id(&catalogue.products[0])]),
        rule("category", "is", &[id(&catalogue.categories[0])]),
        rule("coupon", "is", &["any"]),
        rule("coupon", "is_not", &[id(&catalogue.coupons[1])]),
    ];
    for rule in &rules {
        assert_eq!(matching(&me, rule.clone()).await.len(), 1, "{rule}");
    }
    let customer_path = format!("/customers/{}", id(&me.data("/customers").await[0]));
    let version = me.data(&format!("{customer_path}/erasure")).await["version"].clone();
    let request = json!({"reason": "person_asked", "confirmation": "0551234567", "version": version});
    let (status, answer) = me.post(&format!("{customer_path}/erase"), request).await;
    assert_eq!(status, 200, "{answer}");
    shop.drain().await;
    for rule in &rules {
        assert_eq!(matching(&me, rule.clone()).await, Vec::<String>::new(), "{rule}");
        me.create("/customer-segments", json!({"name": "س", "groups": [[rule]]})).await;
    }
    assert_eq!(me.data(&format!("{customer_path}/segments")).await, json!([]));
}
