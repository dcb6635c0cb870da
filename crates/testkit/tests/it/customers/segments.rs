//! Segments: whom their rules match, and how they are saved, changed, deleted and restored.

use std::collections::BTreeSet;

use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::bought::TestCatalogue;
use super::{again, encoded};
use crate::checkout::{Person, buy, product_id, set_up_checkout};

const DAY: i64 = Millis::DAY;

/// A pseudo-random generator with a fixed seed.
pub(super) struct TestRng(u64);

impl TestRng {
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    pub(super) fn amount(&mut self, n: u64) -> i64 {
        i64::try_from(self.below(n)).unwrap()
    }

    pub(super) fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        self.pick::<&str>(of)
    }

    pub(super) fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[usize::try_from(self.below(all.len() as u64)).unwrap()]
    }
}

const CITIES: &[&str] = &["الرياض", "جدة", "Dammam", ""];
const COUNTRIES: &[&str] = &["SA", "KW", ""];
const TAGS: &[&str] = &["vip", "جمله", "عيد"];
const CHANNELS: &[&str] = &["sms", "whatsapp", "email", "calls"];

/// A store with customers of every kind, inserted directly into the tables.
async fn people(shop: &TestShop, me: &Merchant, (groups, catalogue): (&[Value], &TestCatalogue), rng: &mut TestRng, count: i64) {
    let (store, now) = (me.store, shop.env.now().0);
    let groups: Vec<kernel::CustomerGroupId> = groups.iter().map(|g| g["id"].as_str().unwrap().parse().unwrap()).collect();
    let mut rows: Vec<(&'static str, Vec<Value>)> = Vec::new();
    for n in 0..count {
        let id = shop.env.id::<kernel::id::Customer>().raw();
        let orders = rng.amount(4);
        let cancelled = rng.amount(2).min(orders);
        let returned = rng.amount(2).min(orders - cancelled);
        let spent = if orders > cancelled + returned { rng.amount(40) * 2_555 } else { 0 };
        let ago = |rng: &mut TestRng| now - rng.amount(20) * 10 * DAY - rng.amount(3) * DAY / 2;
        let last = (orders > 0).then(|| ago(rng));
        let created = last.unwrap_or_else(|| ago(rng)).min(ago(rng));
        let mobile = (rng.below(5) > 0).then(|| format!("+96655{n:07}"));
        let email = (rng.below(2) > 0 || mobile.is_none()).then(|| format!("n{n}@example.com"));
        let blocked = (rng.below(5) == 0).then_some(now - DAY);
        rows.push((
            "INSERT INTO customers (store_id, id, name, name_key, mobile, email, locale, orders_count, cancelled_count, returned_count, total_spent, \
             first_order_at, last_order_at, city, country, blocked_at, created_at, updated_at, version, seq) \
             VALUES (?1, ?2, ?3, ?3, ?4, ?5, 'ar', ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15, 1, 0)",
            vec![
                json!(id), json!(format!("عميل {n}")), json!(mobile), json!(email), json!(orders), json!(cancelled), json!(returned), json!(spent),
                json!(last.map(|_| created)), json!(last), json!(rng.one(CITIES)), json!(rng.one(COUNTRIES)), json!(blocked), json!(created),
            ],
        ));
        for word in ["عميل".to_owned(), n.to_string()] {
            let sql = "INSERT INTO search_tokens (store_id, subject, token, subject_id) VALUES (?1, 'customer', ?2, ?3)";
            rows.push((sql, vec![json!(word), json!(id)]));
        }
        let further = format!("+96656{n:07}");
        if rng.below(4) == 0 {
            let sql =
                "INSERT INTO customer_contacts (store_id, kind, value, customer_id, created_at) VALUES (?1, 'mobile', ?2, ?3, 0)";
            rows.push((sql, vec![json!(further), json!(id)]));
        }
        for number in mobile.iter().chain([&further]) {
            if rng.below(3) == 0 {
                let sql = "INSERT INTO phone_outcomes (store_id, mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, updated_at) \
                           VALUES (?1, ?2, 0, ?3, 0, 0, 0, 0, 0)";
                rows.push((sql, vec![json!(number), json!(rng.amount(3))]));
            }
            if rng.below(3) == 0 {
                let sql = "INSERT INTO carts (store_id, id, token_hash, step, language, contact, address, note, items_count, amount, order_id, created_at, \
                           active_at, version, mobile) VALUES (?1, ?2, ?3, 'contact', 'ar', 'null', 'null', '', ?4, 0, ?5, 0, ?6, 1, ?7)";
                let cart = shop.env.id::<kernel::id::Cart>().raw();
                let (items, order) = (rng.amount(3).min(1), (rng.below(4) == 0).then_some(7));
                rows.push((sql, vec![json!(cart), json!(number), json!(items), json!(order), json!(ago(rng)), json!(number)]));
            }
        }
        for tag in TAGS.iter().filter(|_| rng.below(3) == 0) {
            let sql = "INSERT INTO customer_tags (store_id, tag_key, customer_id, tag) VALUES (?1, ?2, ?3, ?2)";
            rows.push((sql, vec![json!(tag), json!(id)]));
        }
        for group in groups.iter().filter(|_| rng.below(3) == 0) {
            let sql = "INSERT INTO customer_group_members (store_id, group_id, customer_id) VALUES (?1, ?2, ?3)";
            rows.push((sql, vec![json!(group.raw()), json!(id)]));
        }
        rows.extend(catalogue.orders(shop, id, rng));
        for channel in CHANNELS {
            if rng.below(3) > 0 {
                continue;
            }
            let sql = "INSERT INTO customer_consents (store_id, customer_id, channel, is_granted, source, at) VALUES (?1, ?2, ?3, ?4, 'paper', 0)";
            rows.push((sql, vec![json!(id), json!(channel), json!(rng.below(2) == 0)]));
        }
    }
    let write = async move |c: db::Conn<'_>| {
        for (text, values) in &rows {
            let mut sql = db::Sql::new("");
            let mut rest: &'static str = text;
            // Positional parameters in order of their numbers; a repeated one is bound again.
            while let Some((before, after)) = rest.split_once('?') {
                let digits = after.chars().take_while(char::is_ascii_digit).count();
                let n: usize = after[..digits].parse().unwrap();
                sql = sql.raw(before);
                sql = match (n, n.checked_sub(2).and_then(|i| values.get(i))) {
                    (1, _) => sql.arg("?", store),
                    (_, Some(Value::String(text))) => sql.arg("?", text.clone()),
                    (_, Some(Value::Bool(is))) => sql.arg("?", *is),
                    // A customer's NULL number or address has the type text on PostgreSQL.
                    (4 | 5, Some(Value::Null)) if text.starts_with("INSERT INTO customers ") => sql.arg("?", None::<String>),
                    (_, Some(value)) => sql.arg("?", value.as_i64()),
                    (_, None) => panic!("no value {n}"),
                };
                rest = &after[digits..];
            }
            sql.raw(rest).exec(c).await?;
        }
        Ok::<_, db::Error>(())
    };
    shop.app.db().tx(write).await.unwrap();
}

pub(super) fn rule(field: &str, op: &str, values: &[&str]) -> Value {
    json!({"field": field, "op": op, "values": values})
}

/// A random rule over the store's customers.
fn any_rule(shop: &TestShop, (groups, catalogue): (&[Value], &TestCatalogue), rng: &mut TestRng) -> Value {
    let bound = rng.one(&["gte", "lte"]);
    let is = rng.one(&["is", "is_not"]);
    let operator = rng.one(&["within", "not_within"]);
    let (days, count, money) = (rng.below(200) + 1, rng.below(4), format!("{}.55", rng.below(900)));
    let day = Millis(shop.env.now().0 - rng.amount(200) * DAY).rfc3339()[..10].to_owned();
    let moment = |field: &str, rng: &mut TestRng| match rng.below(2) {
        0 => rule(field, operator, &[&days.to_string()]),
        _ => rule(field, bound, &[&day]),
    };
    match rng.below(22) {
        16.. => catalogue.rule(rng),
        0 => rule("spent", bound, &[&money]),
        1 => rule("average", bound, &[&money]),
        2 => rule("orders", bound, &[&count.to_string()]),
        3 => rule("orders", "is", &[&count.to_string()]),
        4 => rule("refused", bound, &[&count.to_string()]),
        5 => moment("last_order", rng),
        6 => rule("last_order", "never", &[]),
        7 => moment("created", rng),
        8 => rule("city", is, &[rng.one(&CITIES[..3]), rng.one(&CITIES[..3])]),
        9 => rule("country", is, &[rng.one(&COUNTRIES[..2])]),
        10 => rule("tag", is, &[rng.one(&["VIP", "جملة", "عيد", "لا أحد"])]),
        11 => rule("group", is, &[groups[usize::try_from(rng.below(2)).unwrap()]["id"].as_str().unwrap()]),
        12 => rule("consent", is, &[rng.one(CHANNELS)]),
        13 => rule("blocked", "is", &[rng.one(&["yes", "no"])]),
        14 => rule("contact", is, &[rng.one(&["mobile", "email"])]),
        _ => rule("cart", operator, &[&days.to_string()]),
    }
}

/// Ids of the customers that a list call finds, page by page.
async fn found(me: &Merchant, query: &str) -> Vec<String> {
    let (mut all, mut next) = (Vec::new(), format!("/customers?{query}&per_page=20"));
    loop {
        let (status, page) = me.get(&next).await;
        assert_eq!(status, 200, "{next}: {page}");
        all.extend(page["data"].as_array().unwrap().iter().map(|c| c["id"].as_str().unwrap().to_owned()));
        let Some(cursor) = page["meta"]["next_cursor"].as_str() else { return all };
        next = format!("/customers?{query}&per_page=20&cursor={}", encoded(cursor));
    }
}

/// CU-01: whatever the rules are, the list finds exactly the customers for whom the rules evaluate to true one by one; the count
/// agrees, every sort has them, and other filters and the search narrow them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_segment_finds_exactly_those_of_whom_its_rules_hold() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let groups = [
        me.create("/customer-groups", json!({"name": "جملة"})).await,
        me.create("/customer-groups", json!({"name": "أصدقاء"})).await,
    ];
    let mut rng = TestRng(2_027);
    let catalogue = TestCatalogue::create(&me).await;
    people(&shop, &me, (&groups, &catalogue), &mut rng, 50).await;
    let everybody = found(&me, "").await;
    assert_eq!(everybody.len(), 50);
    let sorts = ["created_at", "-name", "total_spent", "-orders_count"];
    let mut sorted = Vec::new();
    for sort in sorts.map(|sort| format!("sort={sort}")) {
        sorted.push(found(&me, &sort).await);
    }
    let filters = ["filter[blocked]=no".to_owned(), "filter[spent][gte]=300".to_owned(), format!("search={}", encoded("عميل 1"))];
    let mut alone: Vec<BTreeSet<String>> = Vec::new();
    for also in &filters {
        alone.push(found(&me, also).await.into_iter().collect());
    }
    let (mut matching, mut some) = (0, 0);
    for round in 0..2 {
        let mut segments = Vec::new();
        for n in 0..20 {
            let (parts, most) = (if n % 3 == 0 { 2 + rng.below(2) } else { 1 }, 1 + n % 3);
            let rules: Vec<Vec<Value>> = (0..parts)
                .map(|_| (0..=rng.below(most)).map(|_| any_rule(&shop, (&groups, &catalogue), &mut rng)).collect())
                .collect();
            segments.push(me.create("/customer-segments", json!({"name": format!("شريحة {round} {n}"), "groups": rules})).await);
        }
        let mut hold: Vec<BTreeSet<String>> = vec![BTreeSet::new(); segments.len()];
        for customer in &everybody {
            for segment in me.data(&format!("/customers/{customer}/segments")).await.as_array().unwrap() {
                let at = segments.iter().position(|s| s["id"] == segment["id"]).unwrap();
                hold[at].insert(customer.clone());
            }
        }
        let counts = me.data("/customer-segments/counts").await;
        for (n, (segment, expected)) in segments.iter().zip(&hold).enumerate() {
            let (id, rules) = (segment["id"].as_str().unwrap(), &segment["groups"]);
            let sort = sorts[n % 4];
            let listed = found(&me, &format!("filter[segment]={id}&sort={sort}")).await;
            let set: BTreeSet<String> = listed.iter().cloned().collect();
            assert_eq!((&set, listed.len()), (expected, expected.len()), "{rules}");
            let order: Vec<&String> = sorted[n % 4].iter().filter(|c| expected.contains(*c)).collect();
            assert_eq!(listed.iter().collect::<Vec<_>>(), order, "{sort} {rules}");
            let counted = counts.as_array().unwrap().iter().find(|c| c["id"] == *id).unwrap();
            assert_eq!((&counted["count"], &counted["is_capped"]), (&json!(expected.len()), &json!(false)), "{rules}");
            let preview = me.post("/customer-segments/preview", json!({"groups": rules})).await;
            assert_eq!((preview.0, &preview.1["data"]["count"]), (200, &json!(expected.len())), "{rules}");
            for (also, alone) in filters.iter().zip(&alone) {
                let both: BTreeSet<String> = found(&me, &format!("filter[segment]={id}&{also}")).await.into_iter().collect();
                assert_eq!(both, expected & alone, "{also} {rules}");
            }
            matching += expected.len();
            some += usize::from(!expected.is_empty() && expected.len() < everybody.len());
            assert_eq!(me.delete(&format!("/customer-segments/{id}"), json!({})).await.0, 200);
        }
    }
    assert!(matching > 120 && some > 18, "{matching} {some}: the rules of the test tell people apart");
}

/// CU-01: "none for 60 days" is evaluated anew each day, by the store's calendar.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_rule_about_the_last_days_moves_with_them() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "100.00", "qty": 100})).await);
    let buyer = Person { name: "هدى".into(), mobile: "0551110001".into(), city: "الرياض" };
    buy(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    let groups = json!([[rule("spent", "gte", &["50"]), rule("last_order", "not_within", &["60"])]]);
    let segment = me.create("/customer-segments", json!({"name": "عملاء متوقفون", "groups": groups})).await;
    assert_eq!(segment["groups"], groups, "what is relative is kept relative");
    let list = format!("filter[segment]={}", segment["id"].as_str().unwrap());
    assert_eq!(found(&me, &list).await.len(), 0);
    // 2027-01-15 11:00 in Riyadh; sixty days later is the last day of the window.
    shop.advance(60 * DAY);
    let me = again(me).await;
    assert_eq!(found(&me, &list).await.len(), 0);
    shop.advance(13 * 3_600_000 - 1);
    let me = again(me).await;
    assert_eq!(found(&me, &list).await.len(), 0, "a moment before midnight in Riyadh");
    shop.advance(1);
    assert_eq!(found(&me, &list).await.len(), 1);
    let (_, export) = me.post(&format!("/customer-exports?{list}"), json!({"format": "csv", "columns": ["name"]})).await;
    assert_eq!(export["data"]["total"], 1, "{export}");
    buy(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    assert_eq!(found(&me, &list).await.len(), 0);
}

/// CU-01: a segment is saved, changed, deleted and restored, each in the journal; an invalid rule is refused by its path, and
/// another store sees nothing of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_segment_is_kept_changed_deleted_and_brought_back() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let stranger = shop.merchant().await;
    let theirs = stranger.create("/customer-groups", json!({"name": "جملة"})).await;
    let groups =
        json!([[rule("orders", "is", &["1"])], [rule("tag", "is", &["vip", " vip "]), rule("city", "is_not", &["جدة"])]]);
    let segment = me.create("/customer-segments", json!({"name": "  جدد  ", "groups": groups})).await;
    assert_eq!(
        (&segment["name"], &segment["version"], &segment["groups"][1][0]["values"]),
        (&json!("جدد"), &json!(1), &json!(["vip"]))
    );
    let path = format!("/customer-segments/{}", segment["id"].as_str().unwrap());
    let (status, body) = me.put(&path, json!({"name": "مشترون جدد", "version": 1})).await;
    assert_eq!((status, &body["data"]["version"], &body["data"]["groups"]), (200, &json!(2), &segment["groups"]), "{body}");
    let (status, body) = shop.assert_unchanged(me.put(&path, json!({"name": "x", "version": 1}))).await;
    assert_eq!((status, &body["code"], &body["current"]["name"]), (409, &json!("stale_version"), &json!("مشترون جدد")));
    let good = |groups: Value| json!({"name": "س", "groups": groups});
    for (body, field) in [
        (json!({"name": " ", "groups": groups}), "name"),
        (json!({"name": "س".repeat(61), "groups": groups}), "name"),
        (good(json!([])), "groups"),
        (good(json!([[]])), "groups.0"),
        (good(json!([[rule("spent", "is", &["5"])]])), "groups.0.0.op"),
        (good(json!([[rule("spent", "gte", &["x"])]])), "groups.0.0.values"),
        (good(json!([[rule("orders", "gte", &["1"]), rule("last_order", "within", &["0"])]])), "groups.0.1.values"),
        (good(json!([[rule("group", "is", &[theirs["id"].as_str().unwrap()])]])), "groups.0.0.values"),
        (good(json!([[rule("city", "is", &["a\u{7}b"])]])), "groups.0.0.values"),
        (good(json!([[rule("age", "is", &["5"])]])), "groups.0.0.field"),
        (good(json!([[rule("orders", "like", &["5"])]])), "groups.0.0.op"),
        (
            good(json!([[rule("orders", "gte", &["1"])], [{"field": "orders", "op": "gte", "values": [1]}]])),
            "groups.1.0.values.0",
        ),
    ] {
        let (status, answer) = shop.assert_unchanged(me.post("/customer-segments", body.clone())).await;
        assert_eq!(status, 422, "{body}: {answer}");
        assert!(answer["errors"][field].is_array(), "{field}: {answer}");
        if field != "name" {
            let (status, answer) = me.post("/customer-segments/preview", json!({"groups": body["groups"]})).await;
            assert_eq!(status, 422, "{answer}");
        }
    }
    let filter = format!("/customers?filter[segment]={}", segment["id"].as_str().unwrap());
    assert_eq!((me.get(&filter).await.0, stranger.get(&filter).await.0), (200, 422));
    assert_eq!(stranger.get(&path).await.0, 404);
    assert_eq!(shop.assert_unchanged(stranger.put(&path, json!({"name": "لنا"}))).await.0, 404);
    assert_eq!(shop.assert_unchanged(stranger.delete(&path, json!({}))).await.0, 404);
    for bad in ["filter[segment]=all", "filter[segment]=seg_0000000000001", "filter[segment][gte]=1"] {
        let (status, body) = me.get(&format!("/customers?{bad}")).await;
        assert_eq!((status, body["errors"]["filter[segment]"].is_array()), (422, true), "{bad}: {body}");
    }
    assert_eq!(me.delete(&path, json!({})).await.0, 200);
    assert_eq!((me.get(&path).await.0, me.get(&filter).await.0, me.data("/customer-segments").await), (404, 422, json!([])));
    let (status, restored) = me.post(&format!("{path}/restore"), json!({})).await;
    assert_eq!(
        (status, &restored["data"]["name"], &restored["data"]["groups"]),
        (200, &json!("مشترون جدد"), &segment["groups"]),
        "{restored}"
    );
    assert_eq!(me.post(&format!("{path}/restore"), json!({})).await.0, 404);
    let sql = "SELECT action FROM journal WHERE store_id = ?1 AND subject = 'customer_segment' ORDER BY seq";
    let actions: Vec<String> = shop.app.db().conn().all(sql, p![me.store]).await.unwrap();
    assert_eq!(actions, ["create", "update", "delete", "create"]);
    for n in 1..30 {
        me.create("/customer-segments", good(json!([[rule("orders", "gte", &[&n.to_string()])]]))).await;
    }
    let (status, body) = shop.assert_unchanged(me.post("/customer-segments", good(groups))).await;
    assert_eq!((status, body["errors"]["name"].is_array()), (422, true), "{body}");
}

/// CU-01: a predefined segment can be saved as it is; its amounts are derived from the store's own customers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_ready_made_segments_take_their_amounts_from_the_store() {
    let shop = TestShop::start().await;
    let (fresh, seeded) = (shop.merchant().await, shop.sample_merchant(6, 60).await);
    let fresh_ones = fresh.data("/customer-segments/templates").await;
    assert_eq!(fresh_ones[0]["groups"], json!([[rule("spent", "gte", &[])]]), "nobody has bought: the merchant says how much");
    assert_eq!(fresh.data("/customer-segments").await, json!([]), "nothing is kept that nobody kept");
    let templates = seeded.data("/customer-segments/templates").await;
    let everybody = found(&seeded, "").await.len();
    assert_eq!(fresh_ones[2]["groups"][0][0], rule("product", "is", &[]), "nobody has bought: the merchant says what");
    assert!(templates[2]["groups"][0][0]["names"][0]["ar"].is_string(), "{templates}");
    for template in templates.as_array().unwrap() {
        let body = json!({"name": template["name"], "groups": template["groups"]});
        let segment = seeded.create("/customer-segments", body).await;
        let list = found(&seeded, &format!("filter[segment]={}", segment["id"].as_str().unwrap())).await;
        assert!(list.len() < everybody, "{template}");
        if template["code"] == "best" {
            assert!(!list.is_empty() && list.len() <= everybody / 4, "{} of {everybody}: {template}", list.len());
        }
    }
}
