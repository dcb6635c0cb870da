//! Impersonation and roles: who acts in a store, in whose name, and how it is journalled.

use db::p;
use kernel::Millis;
use platform::identity::Role;
use platform::stores::access;
use serde_json::{Value, json};
use testkit::{Merchant, Reply, TestShop};

/// The rows of a list.
async fn rows(merchant: &Merchant, path: &str) -> Vec<Value> {
    merchant.data(path).await.as_array().unwrap().clone()
}

/// The token of an impersonation link, as the dashboard reads it from the address.
fn token(url: &str) -> String {
    use base64::Engine as _;
    let encoded = url.rsplit_once("/impersonate/").unwrap().1;
    let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(encoded).unwrap();
    String::from_utf8(bytes).unwrap().rsplit_once("/dashboard/v1/impersonate/").unwrap().1.to_owned()
}

async fn link(shop: &TestShop, merchant: &Merchant) -> String {
    if access::list_operators(&shop.app).await.unwrap().is_empty() {
        access::add_operator(&shop.app, "سالم المشغّل").await.unwrap();
    }
    token(&access::make_link(&shop.app, &merchant.slug, "سالم المشغّل").await.unwrap().url)
}

async fn open(shop: &TestShop, method: &str, token: &str) -> Reply {
    shop.call(method, &format!("/dashboard/v1/impersonate/{token}")).send().await
}

/// Signs the operator in as the owner of the store.
async fn enter(shop: &TestShop, merchant: &Merchant) -> Merchant {
    let session = open(shop, "POST", &link(shop, merchant).await).await.data();
    let text = |name: &str| session[name].as_str().unwrap().to_owned();
    Merchant { token: text("access_token"), refresh_token: text("refresh_token"), ..merchant.clone() }
}

/// AU-06: only an operator creates an impersonation link, and only for an existing store.
#[tokio::test]
async fn au_06_a_link_needs_an_operator_and_a_store() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    assert!(matches!(access::make_link(&shop.app, &merchant.slug, "لا أحد").await, Err(access::LinkError::NoOperator(_))));
    access::add_operator(&shop.app, "Salem").await.unwrap();
    assert!(matches!(access::add_operator(&shop.app, "Salem").await, Err(access::LinkError::Taken(_))));
    for bad in ["", "  ", "two\nlines", &"x".repeat(81)] {
        assert!(matches!(access::add_operator(&shop.app, bad).await, Err(access::LinkError::BadName)), "{bad}");
    }
    assert!(matches!(access::make_link(&shop.app, "no-such-shop", "Salem").await, Err(access::LinkError::NoStore(_))));
    assert!(access::make_link(&shop.app, &merchant.slug, "Salem").await.is_ok());
}

/// AU-06: a link works once, within five minutes, and only with its signature intact.
#[tokio::test]
async fn au_06_a_link_works_once_within_five_minutes_and_cannot_be_forged() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let first = link(&shop, &merchant).await;
    assert_eq!(open(&shop, "GET", &first).await.status, 200, "the document's GET");
    for method in ["GET", "POST"] {
        let again = open(&shop, method, &first).await;
        assert_eq!((again.status, again.json["code"].as_str()), (404, Some("impersonation_link")), "it was used");
    }
    let second = link(&shop, &merchant).await;
    let (payload, signature) = second.split_once('.').unwrap();
    let changed = |text: &str| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[3] = if bytes[3] == b'A' { b'B' } else { b'A' };
        String::from_utf8(bytes).unwrap()
    };
    for forged in [
        format!("{}.{signature}", changed(payload)),
        format!("{payload}.{}", changed(signature)),
        format!("{payload}."),
        format!(".{signature}"),
        payload.to_owned(),
        "x".repeat(4000),
    ] {
        assert_eq!(shop.assert_unchanged(open(&shop, "POST", &forged)).await.status, 404, "{forged}");
    }
    shop.advance(5 * Millis::MINUTE);
    assert_eq!(shop.assert_unchanged(open(&shop, "POST", &second)).await.status, 404, "five minutes are over");
    let third = link(&shop, &merchant).await;
    shop.advance(5 * Millis::MINUTE - 1);
    assert_eq!(open(&shop, "POST", &third).await.status, 200);
}

/// AU-06: a link works once also with an idempotency key, and the tokens of its answer are not stored for a replay.
#[tokio::test]
async fn au_06_a_key_does_not_make_a_link_work_twice() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let path = format!("/dashboard/v1/impersonate/{}", link(&shop, &merchant).await);
    let open = async || shop.call("POST", &path).header("idempotency-key", "once").send().await;
    let first = open().await;
    assert_eq!(first.status, 200, "{}", first.text());
    assert_eq!(shop.assert_unchanged(open()).await.status, 404, "it was used");
    let responses: Vec<Option<String>> = shop.app.db().conn().all("SELECT response FROM idempotency_keys", p![]).await.unwrap();
    assert!(responses.iter().flatten().all(|answer| !answer.contains("access_token")), "{responses:?}");
}

/// AU-06: only hashes of tokens are stored.
#[tokio::test]
async fn au_06_no_token_is_kept() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let token = link(&shop, &merchant).await;
    let hashes: Vec<String> = shop.app.db().conn().all("SELECT token_hash FROM impersonation_links", p![]).await.unwrap();
    assert_eq!(hashes.len(), 1);
    assert!(!token.contains(&hashes[0]) && hashes[0].len() == 64);
}

/// AU-06, decisions §2: every act is journalled under both names with its address; leaving ends the session, and is journalled
/// too.
#[tokio::test]
async fn au_06_what_an_operator_does_is_logged_under_both_names() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let operator = enter(&shop, &merchant).await;
    let home = operator.data("/home").await;
    assert_eq!(home["user_data"]["operator"], "سالم المشغّل");
    assert_eq!(merchant.data("/home").await["user_data"]["operator"], Value::Null);
    let product = operator.product(json!({})).await;
    merchant.put("/settings/seo_title", json!({"value": {"ar": "عنوان"}})).await;
    assert_eq!(operator.post("/logout", json!({})).await.0, 200);
    assert_eq!(operator.get("/home").await.0, 401, "leaving ended it");
    let refreshed = shop.call("POST", "/api/refresh-token").json(&json!({"refresh_token": operator.refresh_token})).send().await;
    assert_eq!(refreshed.status, 401, "for good");

    let log = rows(&merchant, "/access-control/audit").await;
    let rows: Vec<(&str, &str, &str, bool)> = log
        .iter()
        .map(|r| {
            let text = |name: &str| r[name].as_str().unwrap_or_default();
            (text("subject"), text("action"), text("actor"), r["operator"] == "سالم المشغّل")
        })
        .collect();
    assert_eq!(
        rows,
        [
            ("session", "delete", "تاجر الاختبار", true),
            ("setting", "update", "تاجر الاختبار", false),
            ("product", "create", "تاجر الاختبار", true),
            ("session", "create", "تاجر الاختبار", true),
        ]
    );
    assert!(log.iter().all(|r| r["ip"] == "127.0.0.1"), "{log:?}");
    assert_eq!(log[2]["id"], product["id"]);
}

/// AU-06: an operator enters the one store of the link, for two hours, and has no access to the owner's own account.
#[tokio::test]
async fn au_06_an_operator_stays_in_the_store_and_out_of_the_account() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let second = shop.merchant().await;
    shop.join(second.store, merchant.user, Role::Owner).await;
    let operator = enter(&shop, &merchant).await;
    assert_eq!(operator.data("/home").await["stores"].as_array().unwrap().len(), 1);
    let elsewhere = Merchant { store: second.store, ..operator.clone() };
    assert_eq!(elsewhere.get("/products").await.0, 403);
    assert_eq!(elsewhere.get("/home").await.0, 403);
    let itself = Merchant { store: second.store, ..merchant.clone() };
    assert_eq!(itself.get("/products").await.0, 200, "the owner may");
    let password =
        json!({"current_password": merchant.password, "password": "N3w@Passw0rd", "password_confirmation": "N3w@Passw0rd"});
    for (method, path, body) in [
        ("PUT", "/profile/password", password),
        ("GET", "/sessions", Value::Null),
        ("POST", "/sessions/end-all", json!({})),
        ("DELETE", "/sessions/ses_0000000000001", Value::Null),
    ] {
        let (status, answer) = operator.send(method, path, &body).await;
        assert_eq!((status, answer["code"].as_str()), (403, Some("impersonated")), "{path}");
    }
    let view = merchant.data("/sessions").await;
    assert!(view.as_array().unwrap().iter().any(|s| s["operator"] == "سالم المشغّل"), "the owner sees it: {view}");

    let refresh = async |token: &str| shop.call("POST", "/api/refresh-token").json(&json!({"refresh_token": token})).send().await;
    shop.advance(Millis::HOUR);
    let next = refresh(&operator.refresh_token).await.data();
    shop.advance(Millis::HOUR);
    assert_eq!(refresh(next["refresh_token"].as_str().unwrap()).await.status, 401, "two hours are over");
    let late = Merchant { token: next["access_token"].as_str().unwrap().to_owned(), ..operator.clone() };
    assert_eq!(late.get("/home").await.0, 401);
}

/// GU-11: members with their roles, what each role may do, and one's own abilities.
#[tokio::test]
async fn gu_11_members_and_roles_are_read_by_who_may_read_acl() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let reader = owner.colleague(&shop, Role::ReadOnly).await;
    let desk = owner.colleague(&shop, Role::OrderDesk).await;
    let view = owner.data("/access-control").await;
    let roles: Vec<&str> = view["members"].as_array().unwrap().iter().map(|m| m["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["owner", "read_only", "order_desk"]);
    assert_eq!(view["roles"].as_array().unwrap().len(), Role::ALL.len());
    assert_eq!(view["own_abilities"], json!([{"action": "manage", "subject": "all"}]));
    assert_eq!(view["members"][1]["email"], reader.email);
    assert_eq!(desk.get("/access-control").await.0, 403);
    assert_eq!(desk.get("/access-control/audit").await.0, 403);
    let view = reader.data("/access-control").await;
    assert_eq!(view["own_abilities"], json!([{"action": "read", "subject": "all"}]));
    assert_eq!(view["members"][1]["is_self"], true);
}

/// GU-11: a changed role takes effect at once; the last owner of a store cannot be removed.
#[tokio::test]
async fn gu_11_roles_change_at_once_and_the_last_owner_stays() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let other = owner.colleague(&shop, Role::ReadOnly).await;
    let path = |merchant: &Merchant| format!("/access-control/members/{}", merchant.user);
    assert_eq!(other.put(&path(&other), json!({"role": "owner"})).await.0, 403, "nobody lifts themselves up");
    for (method, body) in [("PUT", json!({"role": "manager"})), ("DELETE", Value::Null)] {
        let (status, answer) = shop.assert_unchanged(owner.send(method, &path(&owner), &body)).await;
        assert_eq!((status, answer["code"].as_str()), (409, Some("last_owner")), "{answer}");
    }
    assert_eq!(shop.assert_unchanged(owner.put(&path(&other), json!({"role": "king"}))).await.0, 422);
    assert_eq!(other.post("/products", json!({})).await.0, 403);
    assert_eq!(owner.put(&path(&other), json!({"role": "catalogue_editor"})).await.0, 200);
    other.product(json!({})).await;
    assert_eq!(owner.put(&path(&other), json!({"role": "owner"})).await.0, 200);
    assert_eq!(other.put(&path(&owner), json!({"role": "read_only"})).await.0, 200, "there are two now");
    assert_eq!(owner.put(&path(&other), json!({"role": "read_only"})).await.0, 403);
    assert_eq!(other.delete(&path(&owner), Value::Null).await.0, 200);
    assert_eq!(owner.get("/products").await.0, 403, "no member any more");
    assert_eq!(other.delete(&path(&owner), Value::Null).await.0, 404);
    let log = rows(&other, "/access-control/audit").await;
    let members: Vec<&str> = log.iter().filter(|r| r["subject"] == "member").map(|r| r["action"].as_str().unwrap()).collect();
    assert_eq!(members, ["delete", "update", "update", "update"]);
}

/// GU-11: of two owners who demote one another concurrently, one stays owner.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_two_owners_cannot_demote_one_another_at_once() {
    let shop = TestShop::start().await;
    for _ in 0..5 {
        let one = shop.merchant().await;
        let two = one.colleague(&shop, Role::Owner).await;
        let demote = async |merchant: &Merchant, other_owner: &Merchant| {
            merchant.put(&format!("/access-control/members/{}", other_owner.user), json!({"role": "read_only"})).await.0
        };
        let (a, b) = tokio::join!(demote(&one, &two), demote(&two, &one));
        assert!([a, b].contains(&200), "{a} {b}");
        let sql = "SELECT COUNT(*) FROM memberships WHERE store_id = ?1 AND role = 'owner'";
        let owners: i64 = shop.app.db().conn().one(sql, p![one.store]).await.unwrap();
        assert_eq!(owners, 1, "{a} {b}");
    }
}

/// GU-11: the audit log is paged, can be filtered by member, and holds neither shoppers' nor other stores' entries.
#[tokio::test]
async fn gu_11_the_audit_log_is_paged_and_filtered() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let editor = owner.colleague(&shop, Role::CatalogueEditor).await;
    for _ in 0..3 {
        owner.product(json!({})).await;
    }
    editor.product(json!({"name": {"ar": "ثوب", "en": "Thobe"}})).await;
    let stranger = shop.merchant().await;
    stranger.product(json!({})).await;
    let all = rows(&owner, "/access-control/audit").await;
    assert_eq!(all.len(), 4);
    assert_eq!(all[0]["label"], "ثوب");
    let of_editor = rows(&owner, &format!("/access-control/audit?filter[member]={}", editor.user)).await;
    assert_eq!(of_editor.len(), 1);
    let (status, page) = owner.get("/access-control/audit?per_page=3").await;
    assert_eq!((status, page["meta"]["total"].as_i64()), (200, Some(4)));
    let cursor = page["meta"]["next_cursor"].as_str().unwrap();
    let rest = rows(&owner, &format!("/access-control/audit?per_page=3&cursor={cursor}")).await;
    let second = rows(&owner, "/access-control/audit?per_page=3&page=2").await;
    assert_eq!((rest.len(), &rest), (1, &second));
    for bad in ["filter[member]=x", "cursor=x", "sort=ip", "filter[actor]=x"] {
        assert_eq!(owner.get(&format!("/access-control/audit?{bad}")).await.0, 422, "{bad}");
    }
}

/// GU-11: an entry that holds no name, as one of a price or a status, is labelled by its record's first entry, in the reader's language.
#[tokio::test]
async fn gu_11_an_entry_without_a_name_is_labelled_by_its_record() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let product = owner.product(json!({"name": {"ar": "ثوب", "en": "Thobe"}})).await;
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    let version = owner.data(&path).await["version"].clone();
    assert_eq!(owner.put(&path, json!({"regular_price": "77.00", "version": version})).await.0, 200);
    let log = rows(&owner, "/access-control/audit").await;
    let [update, create] = log.as_slice() else { panic!("{log:?}") };
    assert_eq!((&update["action"], &update["label"]), (&json!("update"), &json!("ثوب")));
    assert!(update["fields"].as_array().unwrap().iter().all(|field| field != "name"), "the entry itself has no name: {update}");
    assert_eq!(create["label"], "ثوب");

    let other = shop.merchant().await;
    other.product(json!({"name": {"ar": "عباءة"}})).await;
    assert_eq!(rows(&owner, "/access-control/audit").await, log, "no entry of another store");
}

/// The page of an order opens by the shopper's own link and by the one that the merchant copies, in any order's case.
#[tokio::test]
async fn or_02_the_merchants_link_opens_the_shoppers_page() {
    let shop = TestShop::start().await;
    let merchant = shop.sample_merchant(3, 3).await;
    let order = rows(&merchant, "/orders").await[0].clone();
    let view = merchant.data(&format!("/orders/{}", order["id"].as_str().unwrap())).await;
    let url = view["shopper_url"].as_str().unwrap();
    let path = url.split_once(&format!("localhost:{}", shop.addr.port())).unwrap().1;
    let shopper = shop.shopper(&merchant.slug);
    let page = shopper.get(path).await;
    assert_eq!(page.status, 200);
    assert!(page.body.contains(&view["number"].to_string()), "{}", page.body);
    let mut guess = path.to_owned();
    let last = if guess.ends_with('A') { 'E' } else { 'A' };
    guess.pop();
    guess.push(last);
    assert_eq!(shopper.get(&guess).await.status, 404);
    let other = rows(&merchant, "/orders").await[1]["id"].as_str().unwrap().to_owned();
    let swapped = path.replace(order["id"].as_str().unwrap(), &other);
    assert_eq!(shopper.get(&swapped).await.status, 404, "a token is one order's");
    let neighbour = shop.merchant().await;
    assert_eq!(shop.shopper(&neighbour.slug).get(path).await.status, 404);
}

/// PR-04: a picture's alternative text is written per language, journalled, and rendered by the storefront.
#[tokio::test]
async fn pr_04_a_picture_has_its_words_in_each_language() {
    let shop = TestShop::start().await;
    let (merchant, stranger) = (shop.merchant().await, shop.merchant().await);
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(4, 4, image::Rgb([9, 9, 9])).write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let sent = merchant.upload("/media", "media", "a.png", "image/png", bytes.into_inner()).await;
    let id = sent.json["data"]["id"].as_str().unwrap().to_owned();
    let path = format!("/media/{id}");
    let alt = json!({"ar": "قميص أبيض معلّق", "en": "A white shirt on a hanger"});
    let (status, answer) = merchant.put(&path, json!({"alt": alt})).await;
    assert_eq!((status, &answer["data"]["alt"]), (200, &alt), "{answer}");
    assert_eq!(merchant.data(&path).await["alt"], alt);
    let (status, answer) = merchant.put(&path, json!({"alt": {"ar": "x".repeat(201)}})).await;
    assert_eq!((status, answer["errors"].get("alt.ar").is_some()), (422, true), "{answer}");
    assert_eq!(shop.assert_unchanged(stranger.put(&path, json!({"alt": alt}))).await.0, 404);
    let product = merchant.product(json!({"image_ids": [id]})).await;
    let link = product["page_link"].as_str().unwrap();
    let page = shop.shopper(&merchant.slug).get(&format!("/products/{link}")).await;
    assert!(page.body.contains("قميص أبيض معلّق"), "{}", page.status);
    assert_eq!(merchant.put(&path, json!({"alt": {}})).await.0, 200, "and taken back");
    assert_eq!(merchant.data(&path).await["alt"], json!({}));
    let log = rows(&merchant, "/access-control/audit").await;
    assert_eq!(log.iter().filter(|r| r["subject"] == "media" && r["action"] == "update").count(), 2);
}
