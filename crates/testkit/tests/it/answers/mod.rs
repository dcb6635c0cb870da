//! F3: what answers tell to whom. Every call of the API document is asked by members with one ability each, by one with none
//! and by the roles that come ready made; what they read is searched for things that belong to abilities they lack.

mod planted;
mod stream;
mod writes;

use std::collections::{BTreeMap, BTreeSet};

use db::{Json, p};
use platform::identity::Role;
use serde_json::json;
use testkit::document::{Document, Operation, id_prefix};
use testkit::{Merchant, TestShop};
use web::{Ability, Action, Subject};

use planted::{Owner, PLANTED, owner};

/// Where something of another subject is part of what the caller may read. (call, what is found, why)
const PART_OF: &[(&str, &str, &str)] = &[
    ("find_cart", "prd", "what lies in a cart"),
    ("find_cart", "var", "what lies in a cart"),
    ("find_cart", "pym", "how the shopper would pay"),
    ("find_cart", "shm", "how the shopper would get it"),
    ("find_cart", "PLANTEDCODE", "a code that the shopper typed into the cart"),
    ("preview_cart_order", "pym", "how the cart could be paid"),
    ("preview_cart_order", "shm", "how the cart could be delivered"),
    ("find_order", "PlantedCustomer", "who ordered"),
    ("find_order", "cus", "who ordered"),
    ("find_order", "prd", "what was ordered"),
    ("find_order", "var", "what was ordered"),
    ("find_order", "cou", "the coupon that the order has"),
    ("find_order", "PLANTEDCODE", "the coupon that the order has"),
    ("list_orders", "PLANTEDCODE", "the coupon that an order has"),
    ("find_order_export_file", "PLANTEDCODE", "the coupon that an order has"),
    ("find_order_shipments", "loc", "where it is packed"),
    ("find_shipment", "loc", "where it is packed"),
    ("list_order_returns", "loc", "where it came back to"),
    ("find_order_draft", "cus", "whom it is for"),
    ("find_order_draft", "PlantedCustomer", "whom it is for"),
    ("find_order_draft", "prd", "what it is made of"),
    ("find_order_draft", "PlantedSku", "what it is made of"),
    ("find_order_draft", "PlantedProduct", "what it is made of"),
    ("find_order_draft", "pym", "what it could be paid by"),
    ("find_order_draft", "shm", "how it could be delivered"),
    ("find_order_filter_choices", "cou", "what orders are filtered by"),
    ("find_order_filter_choices", "PLANTEDCODE", "what orders are filtered by"),
    ("find_order_filter_choices", "shm", "what orders are filtered by"),
    ("list_confirmations", "cus", "who ordered"),
    ("list_best_sellers", "prd", "what sold best is read from orders"),
    ("list_best_sellers", "PlantedProduct", "what sold best is read from orders"),
    ("list_category_products", "prd", "what the category's page shows"),
    ("list_category_products", "PlantedProduct", "what the category's page shows"),
    ("find_category", "med", "the picture of the category"),
    ("find_category", "planted-picture.png", "the picture of the category"),
    ("list_categories", "med", "the picture of a category"),
    ("list_categories", "planted-picture.png", "the picture of a category"),
    ("find_product", "cat", "where the product stands"),
    ("find_product", "med", "the pictures of the product"),
    ("find_product", "planted-picture.png", "the pictures of the product"),
    ("read_sheet", "cat", "where the products stand"),
    ("find_coupon", "prd", "what the coupon is for"),
    ("list_coupons", "prd", "what the coupon is for"),
    ("list_customer_segment_templates", "prd", "a segment asks for what was bought"),
];

/// Reads of the document that the walk has no answer of, with why. This list may only shrink.
const NOT_ANSWERED: &[(&str, &str)] = &[("follow_changes", "has no end: `stream` asks it")];

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

/// Somebody who asks.
struct Who {
    name: String,
    merchant: Merchant,
    abilities: Vec<Ability>,
}

impl Who {
    fn sees(&self, subjects: &[Subject]) -> bool {
        subjects.iter().any(|subject| self.abilities.iter().any(|ability| ability.covers(Action::Read, *subject)))
    }
}

/// A member with these abilities.
async fn member(shop: &TestShop, of: &Merchant, name: &str, abilities: Vec<Ability>) -> Who {
    let merchant = of.colleague(shop, Role::ReadOnly).await;
    let (store, user, kept) = (of.store, merchant.user, abilities.clone());
    let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, user, Json(kept.clone())]).await).await.unwrap();
    Who { name: name.to_owned(), merchant, abilities }
}

/// One for each subject, with all of it, and one for none.
async fn single(shop: &TestShop, of: &Merchant) -> Vec<Who> {
    let mut all = vec![member(shop, of, "none", Vec::new()).await];
    for subject in SUBJECTS {
        all.push(member(shop, of, subject.as_str(), vec![Ability { action: Action::Manage, subject: *subject }]).await);
    }
    all
}

/// Everything in a text that looks like an id of ours.
fn ids(text: &str) -> BTreeSet<&str> {
    let is_id = |word: &&str| word.len() == 17 && word.as_bytes()[3] == b'_' && word[..3].bytes().all(|b| b.is_ascii_lowercase());
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(is_id).collect()
}

/// What an answer tells that is not its reader's, with the kinds of ids that nobody owns.
fn leaks(op: &str, text: &str, who: &Who) -> BTreeSet<(String, String, String)> {
    let mut found = BTreeSet::new();
    let mut leak = |what: &str| found.insert((op.to_owned(), what.to_owned(), who.name.clone()));
    for plant in PLANTED.iter().filter(|plant| !who.sees(plant.to) && text.contains(plant.text)) {
        leak(plant.text);
    }
    for id in ids(text) {
        match owner(&id[..3]).unwrap_or_else(|| panic!("{op} tells of {id}, whose kind belongs to nobody")) {
            Owner::Of(subjects) if !who.sees(subjects) => drop(leak(&id[..3])),
            Owner::Nobody => drop(leak(&id[..3])),
            Owner::Of(_) | Owner::Anybody(_) => {}
        }
    }
    found.retain(|(op, what, _)| !PART_OF.iter().any(|(call, part, _)| call == op && part == what));
    found
}

fn assert_none(leaks: &BTreeSet<(String, String, String)>) {
    let mut by_what: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (op, what, who) in leaks {
        by_what.entry((op, what)).or_default().push(who);
    }
    let told: Vec<String> = by_what.iter().map(|((op, what), who)| format!("{op} tells {what} to {who:?}")).collect();
    assert!(leaks.is_empty(), "{} leaks:\n{}", told.len(), told.join("\n"));
}

/// Ids by kind, as the owner has read them.
type Known = BTreeMap<String, Vec<String>>;

/// Ids of a kind that are asked.
const ASKED: usize = 5;

/// What a list is asked besides the plain call.
fn variants(op: &Operation) -> Vec<&'static str> {
    let mut all = match op.id.as_str() {
        "list_carts" => vec![
            "filter[step]=products",
            "filter[step]=shipping_address",
            "filter[step]=shipping_method",
            "filter[step]=payment",
            "filter[step]=checkout",
            "filter[reminder]=reminded&filter[step]=checkout",
        ],
        "list_places" => return vec!["country=SA"],
        "list_changes" => vec!["since=0&limit=500"],
        "list_duplicates" => vec!["filter[by]=name", "filter[by]=address"],
        "list_confirmations" => vec!["state=unreachable", "state=deposit"],
        "list_best_sellers" => vec!["by=value"],
        "find_cart_recovery" => vec!["days=90"],
        "read_document_file" | "read_order_packing_slip" => vec!["format=html"],
        "print_shipment_labels" => return vec!["ids="],
        _ => Vec::new(),
    };
    let is_list = op.query_params.iter().any(|(name, _)| name == "per_page");
    all.push(if is_list { "per_page=100" } else { "" });
    all
}

/// The calls of an operation with things of the store in it: the first five of each kind, for two kinds all pairs of them.
fn paths(op: &Operation, known: &Known) -> Vec<String> {
    let mut all = vec![op.path.clone()];
    for (name, schema) in &op.path_params {
        let values: Vec<String> = match id_prefix(schema) {
            Some(prefix) => {
                let of_kind = known.get(prefix).map(Vec::as_slice).unwrap_or_default();
                if of_kind.is_empty() {
                    vec![format!("{prefix}_0000000000001")]
                } else {
                    of_kind.iter().take(ASKED).cloned().collect()
                }
            }
            None if name == "code" && op.path.starts_with("/preferences") => vec!["orders_table".into()],
            None => vec!["store_name".into(), "logo".into()],
        };
        all =
            all.iter().flat_map(|path| values.iter().map(move |value| path.replacen(&format!("{{{name}}}"), value, 1))).collect();
    }
    let variants = variants(op);
    // Labels are printed of shipments that are named.
    let labels = known.get("shp").and_then(|all| all.first()).cloned().unwrap_or_default();
    let with = |path: &String, query: &&str| match *query {
        "" => path.clone(),
        "ids=" => format!("{path}?ids={labels}"),
        query => format!("{path}?{query}"),
    };
    all.iter().flat_map(|path| variants.iter().map(move |query| with(path, query))).collect()
}

fn reads(document: &Document) -> Vec<Operation> {
    document.operations().into_iter().filter(|op| op.method == "GET" && !op.is_open).collect()
}

/// What the owner reads of everything, the ids in it, and the calls that answered. Twice: lists name what the next round opens.
async fn survey(owner: &Merchant, reads: &[Operation]) -> (String, Known, BTreeSet<String>) {
    let (mut known, mut answered, mut seen) = (Known::new(), BTreeSet::new(), String::new());
    for _ in 0..2 {
        for op in reads.iter().filter(|op| op.id != "follow_changes") {
            for path in paths(op, &known) {
                let reply = owner.call("GET", &path).send().await;
                assert!(reply.status < 500, "{path}: {}", reply.text());
                if reply.status == 200 {
                    answered.insert(op.id.clone());
                }
                let text = reply.text();
                for id in ids(&text) {
                    let of_kind = known.entry(id[..3].to_owned()).or_default();
                    if of_kind.len() < 200 && !of_kind.iter().any(|other| other == id) {
                        of_kind.push(id.to_owned());
                    }
                }
                seen += &text;
            }
        }
        // What is planted is the newest: the last ones are asked first.
        known.values_mut().for_each(|of_kind| of_kind.sort_by(|a, b| b.cmp(a)));
    }
    (seen, known, answered)
}

#[test]
fn f3_every_kind_of_id_has_an_owner() {
    for prefix in kernel::id::PREFIXES {
        assert!(owner(prefix).is_some(), "{prefix} belongs to nobody");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_nobody_reads_what_their_abilities_do_not_cover() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = planted::plant(&shop).await;
    let reads = reads(&document);
    let (seen, known, answered) = survey(&owner, &reads).await;
    let missing: Vec<_> = PLANTED.iter().filter(|plant| !seen.contains(plant.text)).map(|plant| plant.text).collect();
    assert!(missing.is_empty(), "nobody reads what was planted: {missing:?}");
    let silent: Vec<&str> = reads.iter().map(|op| op.id.as_str()).filter(|id| !answered.contains(*id)).collect();
    let expected: Vec<&str> = NOT_ANSWERED.iter().map(|(id, _)| *id).collect();
    assert_eq!(silent, expected, "the store has nothing that these tell of");

    let mut everybody = single(&shop, &owner).await;
    for role in Role::ALL {
        everybody.push(member(&shop, &owner, role.as_str(), role.abilities()).await);
    }
    let mut found = BTreeSet::new();
    for who in &everybody {
        for op in reads.iter().filter(|op| op.id != "follow_changes") {
            for path in paths(op, &known) {
                let reply = who.merchant.call("GET", &path).send().await;
                assert!(reply.status < 500, "{path}: {}", reply.text());
                found.extend(leaks(&op.id, &reply.text(), who));
                // Who may not call it may not call it of anything else either.
                if reply.status == 403 && op.id != "find_cart_export_file" {
                    break;
                }
            }
        }
    }
    assert_none(&found);
}

/// F3: a kept answer was made for what its caller might see then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_a_kept_answer_is_judged_again() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let can = |action, subject| Ability { action, subject };
    let who =
        member(&shop, &owner, "marketer", vec![can(Action::Manage, Subject::Coupon), can(Action::Read, Subject::Order)]).await;
    let offer = json!({"name": "عرض", "code": "KEPT-1", "discount_type": "percentage", "discount_value": "10"});
    let send = async || who.merchant.call("POST", "/coupons").header("idempotency-key", "kept").json(&offer).send().await;
    let first = send().await;
    assert_eq!(first.status, 201, "{}", first.text());
    let again = send().await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (201, "true"), "{}", again.text());
    let (store, user) = (owner.store, who.merchant.user);
    for less in [vec![can(Action::Read, Subject::Coupon)], vec![can(Action::Read, Subject::Order)]] {
        let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
        shop.app.db().tx(async move |c| c.exec(sql, p![store, user, Json(less.clone())]).await).await.unwrap();
        let reduced = shop.assert_unchanged(send()).await;
        assert_eq!((reduced.status, reduced.json["code"].as_str()), (409, Some("idempotency_key_done")), "{}", reduced.text());
        assert!(!reduced.text().contains("KEPT-1") && ids(&reduced.text()).is_empty(), "{}", reduced.text());
    }
    let sql = "DELETE FROM memberships WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, user]).await).await.unwrap();
    let removed = shop.assert_unchanged(send()).await;
    assert_eq!((removed.status, removed.json["current"].is_null()), (403, true), "{}", removed.text());
}
