//! F3: field-level permissions of answers. Every operation of the API document is called by members with one ability each, by one
//! with none and by the predefined roles; their answers are searched for data of abilities they lack.

pub(crate) mod planted;
mod stream;
mod writes;

use std::collections::{BTreeMap, BTreeSet};

use db::{Json, p};
use platform::identity::Role;
use serde_json::json;
use testkit::document::{Document, Operation, id_prefix, path_word};
use testkit::{Merchant, TestShop};
use web::{Ability, Action, Subject};

use planted::{Owner, PLANTED, owner};

/// A field of another subject that is part of an answer the caller may read.
struct Part {
    /// The operations whose answers contain it.
    calls: &'static [&'static str],
    /// What may be found in them.
    found: &'static [&'static str],
    /// Why it may be there.
    #[expect(dead_code, reason = "it is written for who reads the list")]
    note: &'static str,
}

const PART_OF: &[Part] = &[
    Part {
        calls: &["find_cart", "preview_cart_order"],
        found: &["prd", "var", "PlantedProduct", "pym", "shm", "PLANTEDCODE"],
        note: "what lies in a cart, how it would be paid and delivered, and the code that the shopper typed into it",
    },
    Part {
        calls: &["list_orders", "find_customer", "find_order_export_file", "read_document_file"],
        found: &["PLANTEDCODE"],
        note: "the coupon that an order has",
    },
    Part {
        calls: ORDERS,
        found: &["cus", "PlantedCustomer", "prd", "var", "PlantedProduct", "PlantedSku", "cou", "PLANTEDCODE"],
        note: "who ordered, what, and with which coupon",
    },
    Part {
        calls: DRAFTS,
        found: &["cus", "PlantedCustomer", "prd", "var", "PlantedProduct", "PlantedSku", "PLANTEDCODE", "pym", "shm"],
        note: "whom a draft is for, what it is made of, and how it could be paid and delivered",
    },
    Part {
        calls: &["find_document", "read_document_file", "read_order_packing_slip", "issue_order_document", "credit_document"],
        found: &["PlantedProduct", "PlantedSku"],
        note: "what was ordered stands on its papers",
    },
    Part {
        calls: &[
            "find_order_page",
            "find_order_shipments",
            "find_shipment",
            "create_shipment",
            "update_shipment",
            "update_shipment_status",
            "list_order_returns",
            "find_order_return_parcels",
            "create_return_parcel",
            "cancel_return_parcel",
            "list_courier_pickups",
            "create_courier_pickup",
            "cancel_courier_pickup",
            "list_ready_shipments",
        ],
        found: &["loc"],
        note: "where it is packed, and where it came back to",
    },
    Part { calls: &["find_order_filter_choices"], found: &["cou", "PLANTEDCODE", "shm"], note: "what orders are filtered by" },
    Part {
        calls: &["list_confirmations", "take_confirmation", "take_next_confirmation", "undo_confirmation_outcome"],
        found: &["cus", "prd", "var", "PlantedProduct", "PlantedSku"],
        note: "who ordered what",
    },
    Part { calls: &["list_best_sellers"], found: &["prd", "PlantedProduct"], note: "what sold best is read from orders" },
    Part { calls: &["list_category_products"], found: &["prd", "PlantedProduct"], note: "what the category's page shows" },
    Part {
        calls: &["find_category", "list_categories", "create_category", "update_category"],
        found: &["med", "planted-picture.png"],
        note: "the picture of a category",
    },
    Part {
        calls: &[
            "find_product",
            "update_product",
            "duplicate_product",
            "archive_product",
            "restore_product",
            "read_sheet",
            "write_sheet",
        ],
        found: &["cat", "med", "planted-picture.png"],
        note: "where a product stands, and its pictures",
    },
    Part {
        calls: &["find_product_export_file"],
        found: &["PlantedCategory", "med"],
        note: "where a product stands, and its pictures",
    },
    Part { calls: &["list_coupons", "find_coupon", "update_coupon"], found: &["prd"], note: "what a coupon is for" },
    Part {
        calls: &["find_menu", "update_menu"],
        found: &["prd", "cat", "pag", "med", "planted-picture.png"],
        note: "what a menu's links lead to, and their pictures; names only for who may read them",
    },
    Part { calls: &["list_customer_segment_templates"], found: &["prd"], note: "a segment asks for what was bought" },
];

/// Operations that answer with an order as its page shows it.
const ORDERS: &[&str] = &[
    "find_order",
    "find_order_page",
    "create_order_payment",
    "create_order_refund",
    "create_order_online_refund",
    "create_order_return",
    "create_shipment",
    "edit_order",
    "preview_order_edit",
    "update_order_address",
    "update_order_payment_status",
    "update_order_status",
];

/// Operations that answer with a draft as its form shows it.
const DRAFTS: &[&str] = &[
    "find_order_draft",
    "create_order_draft_link",
    "delete_order_draft_link",
    "duplicate_order",
    "place_order_draft",
    "update_order_draft",
];

/// Read operations for which the walk gets no answer, with the reason. This list may only shrink.
const NOT_ANSWERED: &[(&str, &str)] = &[
    ("follow_changes", "has no end: `stream` asks it"),
    ("print_courier_labels", "asks the courier: `courier_booking` asks it"),
    ("list_courier_pickup_locations", "asks the courier: `courier_accounts` asks it"),
    ("read_courier_sheet", "needs a parcel that waits for Wassalha: `courier_booking::sheets` makes one"),
    ("suggest_redirect", "needs an address of its own: `site_redirects` asks it"),
    ("read_return_parcel_label", "asks the courier: `return_parcels` asks it"),
    ("read_courier_label", "asks the courier: `courier_booking` asks it"),
    ("find_theme_font", "a font's file is asked for by its hash, and holds nothing of the store"),
];

/// A member who calls the operations.
struct TestCaller {
    name: String,
    merchant: Merchant,
    abilities: Vec<Ability>,
}

impl TestCaller {
    fn may_read(&self, subjects: &[Subject]) -> bool {
        subjects.iter().any(|subject| self.abilities.iter().any(|ability| ability.covers(Action::Read, *subject)))
    }
}

/// A member with these abilities.
async fn member(shop: &TestShop, of: &Merchant, name: &str, abilities: Vec<Ability>) -> TestCaller {
    let merchant = of.colleague(shop, Role::ReadOnly).await;
    let (store, user, stored_abilities) = (of.store, merchant.user, abilities.clone());
    let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, user, Json(stored_abilities.clone())]).await).await.unwrap();
    TestCaller { name: name.to_owned(), merchant, abilities }
}

/// One member for each subject with all its actions, one with none, and one for each predefined role.
async fn everybody(shop: &TestShop, of: &Merchant) -> Vec<TestCaller> {
    let mut all = vec![member(shop, of, "none", Vec::new()).await];
    for subject in Subject::ALL.iter().filter(|subject| **subject != Subject::All) {
        all.push(member(shop, of, subject.as_str(), vec![Ability { action: Action::Manage, subject: *subject }]).await);
    }
    for role in Role::ALL {
        all.push(member(shop, of, role.as_str(), role.abilities()).await);
    }
    all
}

/// Everything in a text that looks like an id of the product.
fn ids(text: &str) -> BTreeSet<&str> {
    let is_id = |word: &&str| {
        word.len() == 17
            && word.as_bytes()[3] == b'_'
            && word[..3].bytes().all(|b| b.is_ascii_lowercase())
            && word[4..].bytes().all(|b| kernel::id::ALPHABET.contains(&b))
    };
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(is_id).collect()
}

/// What an answer reveals without permission, and the kinds of ids that have no declared owner.
fn leaks(op: &str, text: &str, caller: &TestCaller) -> BTreeSet<(String, String, String)> {
    let mut found = BTreeSet::new();
    let mut leak = |label: &str| found.insert((op.to_owned(), label.to_owned(), caller.name.clone()));
    for plant in PLANTED.iter().filter(|plant| !caller.may_read(plant.to) && text.contains(plant.text)) {
        leak(plant.text);
    }
    for id in ids(text) {
        match owner(&id[..3]).unwrap_or_else(|| panic!("{op} tells of {id}, whose kind belongs to nobody")) {
            Owner::Of(subjects) if !caller.may_read(subjects) => drop(leak(&id[..3])),
            Owner::Nobody => drop(leak(&id[..3])),
            Owner::Of(_) | Owner::Anybody(_) => {}
        }
    }
    found.retain(|(op, label, _)| {
        !PART_OF.iter().any(|part| part.calls.contains(&op.as_str()) && part.found.contains(&label.as_str()))
    });
    found
}

fn assert_none(leaks: &BTreeSet<(String, String, String)>) {
    let mut by_what: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (op, label, caller) in leaks {
        by_what.entry((op, label)).or_default().push(caller);
    }
    let messages: Vec<String> =
        by_what.iter().map(|((op, label), callers)| format!("{op} tells {label} to {callers:?}")).collect();
    assert!(leaks.is_empty(), "{} leaks:\n{}", messages.len(), messages.join("\n"));
}

/// Ids by prefix, as the owner has read them.
type Known = BTreeMap<String, Vec<String>>;

/// How many ids of a kind are tried.
const IDS_OF_A_KIND: usize = 5;

/// Query variants of a list besides the plain call.
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
        "find_payment_fees" => return vec!["amount=100"],
        "list_changes" => vec!["since=0&limit=500"],
        "list_duplicates" => vec!["filter[by]=name", "filter[by]=address"],
        "list_confirmations" => vec!["state=unreachable", "state=deposit"],
        "list_best_sellers" => vec!["by=value"],
        "find_cart_recovery" => vec!["days=90"],
        "read_document_file" | "read_order_packing_slip" => vec!["format=html"],
        "print_shipment_labels" => return vec!["orders="],
        "print_courier_labels" => return vec!["shipments="],
        _ => Vec::new(),
    };
    let is_list = op.query_params.iter().any(|(name, _)| name == "per_page");
    all.push(if is_list { "per_page=100" } else { "" });
    all
}

/// The paths of an operation with ids of the store filled in: the first five of each kind; for two kinds, all pairs.
fn paths(op: &Operation, known: &Known) -> Vec<String> {
    let mut all = vec![op.path.clone()];
    for (name, schema) in &op.path_params {
        let values: Vec<String> = match id_prefix(schema) {
            Some(prefix) => {
                let of_kind = known.get(prefix).map(Vec::as_slice).unwrap_or_default();
                if of_kind.is_empty() {
                    vec![format!("{prefix}_0000000000001")]
                } else {
                    of_kind.iter().take(IDS_OF_A_KIND).cloned().collect()
                }
            }
            None if name == "code" && op.path.starts_with("/preferences") => vec!["orders_table".into()],
            None => vec![path_word(name).into(), "logo".into()],
        };
        all =
            all.iter().flat_map(|path| values.iter().map(move |value| path.replacen(&format!("{{{name}}}"), value, 1))).collect();
    }
    let variants = variants(op);
    // Labels need orders chosen by id.
    let orders =
        known.get("ord").map(|all| all.iter().take(IDS_OF_A_KIND).cloned().collect::<Vec<_>>().join(",")).unwrap_or_default();
    let with = |path: &String, query: &&str| match *query {
        "" => path.clone(),
        "orders=" => format!("{path}?orders={orders}"),
        query => format!("{path}?{query}"),
    };
    all.iter().flat_map(|path| variants.iter().map(move |query| with(path, query))).collect()
}

fn reads(document: &Document) -> Vec<Operation> {
    document.operations().into_iter().filter(|op| op.method == "GET" && !op.is_open).collect()
}

/// The text of all answers that the owner reads, the ids in them, and the operations that answered. Three rounds: lists name what
/// the next round opens.
async fn survey(owner: &Merchant, reads: &[Operation]) -> (String, Known, BTreeSet<String>) {
    let (mut known, mut answered, mut collected) = (Known::new(), BTreeSet::new(), String::new());
    for _ in 0..3 {
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
                collected += &text;
            }
        }
        // Planted rows are the newest: the last ids are tried first.
        for of_kind in known.values_mut() {
            of_kind.sort_by(|a, b| b.cmp(a));
        }
    }
    (collected, known, answered)
}

#[test]
fn f3_every_kind_of_id_has_an_owner() {
    for prefix in kernel::id::PREFIXES {
        assert!(owner(prefix).is_some(), "{prefix} belongs to nobody");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_no_call_reveals_what_the_callers_abilities_do_not_cover() {
    let (shop, document) = (TestShop::start().await, Document::current());
    let owner = planted::plant(&shop).await;
    let reads = reads(&document);
    let (observed, known, answered) = survey(&owner, &reads).await;
    let missing: Vec<_> = PLANTED.iter().filter(|plant| !observed.contains(plant.text)).map(|plant| plant.text).collect();
    assert!(missing.is_empty(), "nobody reads what was planted: {missing:?}");
    let unanswered: Vec<&str> = reads.iter().map(|op| op.id.as_str()).filter(|id| !answered.contains(*id)).collect();
    let expected: Vec<&str> = NOT_ANSWERED.iter().map(|(id, _)| *id).collect();
    assert_eq!(unanswered, expected, "the store has nothing that these tell of");

    let mut found = BTreeSet::new();
    let reached = document.reached_operations();
    for caller in &everybody(&shop, &owner).await {
        for op in reached.iter().filter(|op| op.method == "GET" && !op.is_open && op.id != "follow_changes") {
            for path in paths(op, &known) {
                let reply = caller.merchant.call("GET", &path).send().await;
                assert!(reply.status < 500, "{path}: {}", reply.text());
                found.extend(leaks(&op.id, &reply.text(), caller));
                // A caller without permission is refused for every id.
                if reply.status == 403 && op.id != "find_cart_export_file" {
                    break;
                }
            }
        }
    }
    assert_none(&found);
}

/// F3: a stored idempotent response was built with the abilities that its caller had then.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f3_a_replayed_response_is_authorized_again() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let can = |action, subject| Ability { action, subject };
    let caller =
        member(&shop, &owner, "marketer", vec![can(Action::Manage, Subject::Coupon), can(Action::Read, Subject::Order)]).await;
    let offer = json!({"name": "عرض", "code": "KEPT-1", "discount_type": "percentage", "discount_value": "10"});
    let send = async || caller.merchant.call("POST", "/coupons").header("idempotency-key", "kept").json(&offer).send().await;
    let first = send().await;
    assert_eq!(first.status, 201, "{}", first.text());
    let again = send().await;
    assert_eq!((again.status, again.header("idempotency-replayed")), (201, "true"), "{}", again.text());
    let (store, user) = (owner.store, caller.merchant.user);
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
