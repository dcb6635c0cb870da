//! F3: what answers tell to whom. Every GET of the API document is asked by members with one ability each, and by one with
//! none; what they read is searched for things that belong to abilities they lack.

use std::collections::{BTreeMap, BTreeSet};

use db::{Json, p};
use serde_json::{Value, json};
use testkit::document::{Document, Operation, id_prefix};
use testkit::{Merchant, TestShop};
use web::Subject;

/// Something planted in the store, and the abilities that let somebody read it.
struct Planted {
    text: &'static str,
    to: &'static [Subject],
}

const PLANTED: &[Planted] = &[
    Planted { text: "PlantedCustomer", to: &[Subject::Customer] },
    Planted { text: "planted.customer@example.com", to: &[Subject::Customer] },
    // The shopper as the order has them is the order's own.
    Planted { text: "PlantedSender", to: &[Subject::Order] },
    Planted { text: "+966512340099", to: &[Subject::Order] },
    Planted { text: "987654.32", to: &[Subject::Order] },
    Planted { text: "919191.91", to: &[Subject::Order] },
    Planted { text: "7654321", to: &[Subject::Order] },
    Planted { text: "876543.21", to: &[Subject::Customer] },
    Planted { text: "PlantedCart", to: &[Subject::Cart] },
    Planted { text: "PLANTEDCODE", to: &[Subject::Coupon] },
    Planted { text: "SA03 8000 0000 6080 1016 7519", to: &[Subject::BankAccount] },
    Planted { text: "PlantedErrorOfOrders", to: &[Subject::Order] },
    Planted { text: "PlantedErrorOfCustomers", to: &[Subject::Customer] },
    Planted { text: "PlantedErrorOfUnknown", to: &[] },
    Planted { text: "planted.colleague@example.com", to: &[Subject::Staff] },
    Planted { text: "plantedinvited@example.com", to: &[Subject::Staff] },
    Planted { text: "PlantedProduct", to: &[Subject::Product, Subject::Category] },
    Planted { text: "PlantedSegment", to: &[Subject::Customer] },
    Planted { text: "PlantedAccountHolder", to: &[Subject::BankAccount] },
];

/// Which ability lets somebody hold an id, by what it begins with.
fn owners(prefix: &str) -> &'static [Subject] {
    match prefix {
        "cus" | "adr" | "cgr" | "seg" | "cba" | "cnt" | "pex" => &[Subject::Customer],
        "ord" | "ocm" | "obt" | "cal" | "rfn" | "rtn" | "rsn" | "viw" | "doc" | "shp" | "rcp" => &[Subject::Order],
        "crt" | "rmd" | "cbt" => &[Subject::Cart],
        "prd" | "var" | "loc" | "mov" => &[Subject::Product],
        "cat" => &[Subject::Category],
        "cou" | "cpu" => &[Subject::Coupon],
        "bnk" => &[Subject::BankAccount],
        "pym" => &[Subject::Payment],
        "shm" => &[Subject::Shipping],
        "med" => &[Subject::Media],
        "inv" => &[Subject::Staff],
        "job" => &[Subject::Setting],
        _ => &[],
    }
}

/// Where something of another subject is part of what the caller may read, with why. (call, what is found)
const PART_OF: &[(&str, &str)] = &[
    // What lies in a cart, and how it could be paid and delivered.
    ("find_cart", "prd"),
    ("find_cart", "var"),
    ("preview_cart_order", "pym"),
    ("preview_cart_order", "shm"),
    // Who ordered what, where it is packed, and what orders are filtered by.
    ("find_order", "PlantedCustomer"),
    ("find_order", "cus"),
    ("find_order", "prd"),
    ("find_order_shipments", "loc"),
    ("find_order_filter_choices", "cou"),
    ("find_order_filter_choices", "shm"),
    ("list_confirmations", "cus"),
    // What sold best is read from orders.
    ("list_best_sellers", "prd"),
    // A product stands in its categories.
    ("find_product", "cat"),
    ("read_sheet", "cat"),
    // A segment asks for what was bought.
    ("list_customer_segment_templates", "prd"),
    // Open orders that forbid to erase a customer.
    ("preview_erasure", "ord"),
];

/// Files that are drawn or packed: nothing is found in their bytes, and they stand behind the ability of what they show.
const BINARY: &[&str] = &["follow_changes"];

const SUBJECTS: &[Subject] = &[
    Subject::Auth,
    Subject::Acl,
    Subject::Dashboard,
    Subject::Order,
    Subject::Cart,
    Subject::Product,
    Subject::Category,
    Subject::Customer,
    Subject::Affiliate,
    Subject::Coupon,
    Subject::Campaign,
    Subject::Template,
    Subject::Shipping,
    Subject::Payment,
    Subject::BankAccount,
    Subject::Currency,
    Subject::Setting,
    Subject::Menu,
    Subject::Page,
    Subject::Theme,
    Subject::App,
    Subject::Subscription,
    Subject::Staff,
    Subject::Media,
];

async fn exec(shop: &TestShop, sql: &'static str, store: kernel::StoreId) {
    shop.app.db().tx(async move |c| c.exec(sql, p![store]).await).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
}

/// A store with something of everything in it.
async fn planted(shop: &TestShop) -> Merchant {
    let owner = shop.sample_merchant(12, 40).await;
    let store = owner.store;
    owner.product(json!({"name": {"ar": "PlantedProduct", "en": "PlantedProduct"}})).await;
    owner
        .create(
            "/coupons",
            json!({"name": "PlantedOffer", "code": "PLANTEDCODE", "discount_type": "percentage", "discount_value": "10"}),
        )
        .await;
    owner
        .create(
            "/bank-accounts",
            json!({"bank_name": "بنك", "beneficiary_name": "PlantedAccountHolder", "iban": "SA0380000000608010167519"}),
        )
        .await;
    owner
        .create(
            "/customer-segments",
            json!({"name": "PlantedSegment", "groups": [[{"field": "tag", "op": "is", "values": ["فردي"]}]]}),
        )
        .await;
    for sql in [
        "UPDATE customers SET name = 'PlantedCustomer', email = 'planted.customer@example.com', total_spent = 87654321 WHERE store_id = ?1",
        "UPDATE orders SET sender_name = 'PlantedSender', mobile = '+966512340099', total = 98765432, number = 7654321 WHERE store_id = ?1 AND id = (SELECT MAX(id) FROM orders WHERE store_id = ?1)",
        "UPDATE orders SET sender_name = 'PlantedSender', mobile = '+966512340099' WHERE store_id = ?1",
        "UPDATE sales_hours SET gross = CASE WHEN hour = (SELECT MAX(hour) FROM sales_hours WHERE store_id = ?1) THEN 91919191 ELSE 0 END WHERE store_id = ?1",
        r#"UPDATE carts SET contact = '{"name":"PlantedCart","mobile":"+966512340088","email":null}' WHERE store_id = ?1"#,
    ] {
        exec(shop, sql, store).await;
    }
    for (kind, error) in [
        ("change_orders", "PlantedErrorOfOrders"),
        ("run_customer_import", "PlantedErrorOfCustomers"),
        ("no_such_kind", "PlantedErrorOfUnknown"),
    ] {
        let (id, now) = (shop.env.id::<kernel::id::Job>(), shop.env.now());
        let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, last_error, created_at, finished_at) \
                   VALUES (?1, ?4, ?2, '{}', 'dead', ?3, 8, 8, ?5, ?3, ?3)";
        shop.app.db().tx(async move |c| c.exec(sql, p![id, store, now, kind, error]).await).await.unwrap();
    }
    let colleague = owner.colleague(shop, platform::identity::Role::OrderDesk).await;
    let user = colleague.user;
    let sql = "UPDATE users SET email = 'planted.colleague@example.com' WHERE id = ?1";
    shop.app.db().tx(async move |c| c.exec(sql, p![user]).await).await.unwrap();
    let (status, body) =
        owner.post("/access-control/invitations", json!({"contact": "plantedinvited@example.com", "role": "order_desk"})).await;
    assert_eq!(status, 201, "{body}");
    owner
}

/// A member who may manage one subject and nothing else.
async fn member(shop: &TestShop, owner: &Merchant, subject: Option<Subject>) -> Merchant {
    let who = owner.colleague(shop, platform::identity::Role::ReadOnly).await;
    let (store, user) = (owner.store, who.user);
    let abilities: Vec<Value> = subject.into_iter().map(|s| json!({"action": "manage", "subject": s.as_str()})).collect();
    let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, user, Json(abilities.clone())]).await).await.unwrap();
    who
}

/// Everything in a text that looks like an id of ours.
fn ids(text: &str) -> BTreeSet<&str> {
    let is_id = |word: &&str| word.len() == 17 && word.as_bytes()[3] == b'_' && word[..3].bytes().all(|b| b.is_ascii_lowercase());
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(is_id).collect()
}

/// The path of a call with things of the store in it, found in the lists that the owner reads.
fn path(op: &Operation, known: &BTreeMap<String, Vec<String>>) -> String {
    let mut nth = 0;
    let path = op.path_with(|name, schema| match id_prefix(schema) {
        Some(prefix) => {
            let of_kind = known.get(prefix).cloned().unwrap_or_default();
            nth += 1;
            of_kind.get(nth - 1).or(of_kind.first()).cloned().unwrap_or_else(|| format!("{prefix}_0000000000001"))
        }
        None if name == "code" && op.path.starts_with("/preferences") => "orders_table".into(),
        None => "store_name".into(),
    });
    let query = match op.id.as_str() {
        "list_places" => "?country=SA",
        "list_changes" => "?since=0&limit=500",
        _ if op.query_params.iter().any(|(name, _)| name == "per_page") => "?per_page=100",
        _ => "",
    };
    format!("{path}{query}")
}

#[tokio::test]
async fn f3_nobody_reads_what_their_abilities_do_not_cover() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = planted(&shop).await;
    let reads: Vec<Operation> = document
        .operations()
        .into_iter()
        .filter(|op| op.method == "GET" && !op.is_open && !BINARY.contains(&op.id.as_str()))
        .collect();
    // Twice: the lists of the first round name what the second one opens.
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut answered = BTreeSet::new();
    let mut seen_by_owner = String::new();
    for _ in 0..2 {
        for op in &reads {
            let reply = owner.call("GET", &path(op, &known)).send().await;
            if reply.status == 200 {
                answered.insert(op.id.clone());
            }
            assert!(reply.status < 500, "{}: {}", op.id, reply.text());
            let text = reply.text();
            for id in ids(&text) {
                let of_kind = known.entry(id[..3].to_owned()).or_default();
                if of_kind.len() < 20 && !of_kind.iter().any(|other| other == id) {
                    of_kind.push(id.to_owned());
                }
            }
            seen_by_owner += &text;
        }
    }
    let missing: Vec<_> = PLANTED.iter().filter(|plant| !seen_by_owner.contains(plant.text)).map(|plant| plant.text).collect();
    assert!(missing.is_empty(), "nobody reads what was planted: {missing:?}");
    for op in reads.iter().filter(|op| !answered.contains(&op.id)) {
        println!("NOT ANSWERED {} {}", op.id, path(op, &known));
    }
    let mut leaks = BTreeSet::new();
    for subject in SUBJECTS.iter().copied().map(Some).chain([None]) {
        let who = member(&shop, &owner, subject).await;
        let may = |all: &[Subject]| subject.is_some_and(|s| all.contains(&s));
        for op in &reads {
            let reply = who.call("GET", &path(op, &known)).send().await;
            let text = reply.text();
            assert!(reply.status < 500, "{}: {text}", op.id);
            for plant in PLANTED.iter().filter(|plant| text.contains(plant.text) && !may(plant.to)) {
                leaks.insert((op.id.clone(), plant.text.to_owned(), subject.map_or("none", Subject::as_str)));
            }
            for id in ids(&text) {
                let owners = owners(&id[..3]);
                if !owners.is_empty() && !may(owners) {
                    leaks.insert((op.id.clone(), id[..3].to_owned(), subject.map_or("none", Subject::as_str)));
                }
            }
        }
    }
    let leaks: Vec<_> = leaks.into_iter().filter(|(op, what, _)| !PART_OF.contains(&(op.as_str(), what.as_str()))).collect();
    for leak in &leaks {
        println!("LEAK {leak:?}");
    }
    assert!(leaks.is_empty(), "{} leaks", leaks.len());
}
