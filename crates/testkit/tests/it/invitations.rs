//! Invitations to a store's team: the whole flow, invalid links, and permissions (decisions §2, GU-11).

use std::collections::BTreeSet;

use db::p;
use kernel::Millis;
use platform::identity::Role;
use platform::stores::access;
use serde_json::{Value, json};
use testkit::{Merchant, Reply, TestShop};

const LIST: &str = "/access-control/invitations";
const PASSWORD: &str = "Str0ng-Passw0rd!";

/// Invites a person; returns the answer.
async fn invite(by: &Merchant, contact: &str, role: &str) -> Value {
    by.create(LIST, json!({ "contact": contact, "role": role })).await
}

fn token(invitation: &Value) -> String {
    invitation["link"].as_str().unwrap().rsplit_once("/invitation/").unwrap().1.to_owned()
}

async fn token_of(by: &Merchant, contact: &str) -> String {
    token(&invite(by, contact, "marketer").await)
}

fn at(invitation: &Value) -> String {
    format!("{LIST}/{}", invitation["invitation"]["id"].as_str().unwrap())
}

/// A call by the holder of a link, without an account.
async fn visit(shop: &TestShop, call: &str, body: Value) -> Reply {
    shop.call("POST", &format!("/dashboard/v1/invitations/{call}")).json(&body).send().await
}

async fn check(shop: &TestShop, token: &str) -> Reply {
    visit(shop, "check", json!({ "token": token })).await
}

async fn accept(merchant: &Merchant, token: &str) -> (u16, Value) {
    merchant.post("/invitations/accept", json!({ "token": token })).await
}

async fn messages(shop: &TestShop, recipient: &str) -> Vec<Value> {
    let path = format!("/dashboard/v1/dev/outbox?recipient={}", recipient.replace('+', "%2B"));
    shop.call("GET", &path).send().await.data().as_array().unwrap().clone()
}

/// Asks for a code for a Saudi number and reads it.
async fn code(shop: &TestShop, mobile: &str) -> String {
    let body = json!({ "mobile": mobile, "country": "SA", "purpose": "register" });
    let _ = shop.call("POST", "/dashboard/v1/mobile-otp").json(&body).send().await.data();
    let body = messages(shop, &format!("+966{}", &mobile[1..])).await[0]["body"].as_str().unwrap().to_owned();
    body.chars().filter(char::is_ascii_digit).take(6).collect()
}

fn newcomer(token: &str, mobile: &str, code: &str) -> Value {
    json!({ "token": token, "name": "ريم الشهري", "mobile": mobile, "country": "SA", "code": code,
        "password": PASSWORD, "password_confirmation": PASSWORD })
}

async fn register(shop: &TestShop, token: &str, mobile: &str, code: &str) -> Reply {
    visit(shop, "register", newcomer(token, mobile, code)).await
}

/// The session of a new member, as a client.
fn member(shop: &TestShop, session: &Value, like: &Merchant) -> Merchant {
    let text = |name: &str| session[name].as_str().unwrap().to_owned();
    Merchant {
        token: text("access_token"),
        refresh_token: text("refresh_token"),
        user: session["user_data"]["id"].as_str().unwrap().parse().unwrap(),
        api: shop.api(),
        ..like.clone()
    }
}

async fn members(merchant: &Merchant) -> usize {
    merchant.data("/access-control").await["members"].as_array().unwrap().len()
}

/// GU-11, OR-07: a person without an account is invited, joins by the link with the role's abilities, and can be mentioned in
/// comments from then on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_an_invited_person_joins_and_can_be_mentioned() {
    let shop = TestShop::start().await;
    let owner = shop.sample_merchant(2, 2).await;
    assert_eq!(owner.data(LIST).await, json!([]));
    let invitation = invite(&owner, "٠٥٥ ١٢٣ ٩٨٧٦", "order_desk").await;
    assert_eq!(invitation["invitation"]["contact"], "+966551239876");
    assert_eq!((&invitation["invitation"]["channel"], &invitation["is_outbox"]), (&json!("sms"), &json!(true)));
    let texts = messages(&shop, "+966551239876").await;
    assert!(texts.len() == 1 && texts[0]["body"].as_str().unwrap().contains(invitation["link"].as_str().unwrap()), "{texts:?}");
    assert_eq!(owner.data(LIST).await, json!([invitation["invitation"]]), "the link is told once");

    let token = token(&invitation);
    let offer = check(&shop, &token).await.data();
    let store = owner.data("/home").await["store_data"].clone();
    assert_eq!(offer["store_name"], store["name"]);
    assert_eq!((&offer["role"], &offer["contact"]), (&json!("order_desk"), &json!("+966•••••••76")));
    assert_eq!(offer["role_name"]["ar"], "مسؤول الطلبات");
    assert_eq!(offer["expires_at"], invitation["invitation"]["expires_at"]);

    let code = code(&shop, "0551239876").await;
    let joined = register(&shop, &token, "0551239876", &code).await;
    assert_eq!(joined.status, 201, "{}", joined.text());
    let session = joined.data();
    assert_eq!(session["store_data"]["id"], store["id"], "no store is made for them");
    assert_eq!(session["stores"].as_array().unwrap().len(), 1);
    let desk = member(&shop, &session, &owner);
    let abilities = serde_json::to_value(Role::OrderDesk.abilities()).unwrap();
    assert_eq!(desk.data("/home").await["user_data"]["ability"], abilities);
    assert_eq!(desk.get("/orders").await.0, 200);
    assert_eq!(desk.post("/products", json!({})).await.0, 403);
    assert_eq!(owner.data(LIST).await, json!([]), "it is used");
    let body = json!({ "identifier": "0551239876", "password": PASSWORD });
    assert_eq!(shop.call("POST", "/dashboard/v1/login").json(&body).send().await.status, 200);

    let log = owner.data("/access-control/audit").await;
    let entries: Vec<(&str, &str, &str)> = log.as_array().unwrap()[..2]
        .iter()
        .map(|r| (r["subject"].as_str().unwrap(), r["action"].as_str().unwrap(), r["label"].as_str().unwrap()))
        .collect();
    assert_eq!(entries, [("member", "create", "ريم الشهري"), ("invitation", "create", "+966551239876")]);
    assert_eq!(log[0]["actor"], "ريم الشهري", "in the person's own name");
    assert_eq!(log[1]["id"], invitation["invitation"]["id"]);

    let order = owner.data("/orders").await[0]["id"].as_str().unwrap().to_owned();
    let note = format!("@{} اتصلي بالعميل", desk.user);
    owner.create(&format!("/orders/{order}/comments"), json!({ "note": note })).await;
    assert_eq!(desk.data("/sync").await["counters"]["mentions"], json!(1));
    assert_eq!(desk.data("/mentions").await[0]["order"]["id"], json!(order));
}

/// GU-11: somebody who has an account joins under it, whatever the invitation was sent to, and keeps their other stores.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_an_existing_account_joins_by_invitation() {
    let shop = TestShop::start().await;
    let (owner, other) = (shop.merchant().await, shop.merchant().await);
    let invitation = invite(&owner, "Team@Example.com", "catalogue_editor").await;
    let mail = &messages(&shop, "team@example.com").await[0];
    assert_eq!((&mail["channel"], mail["subject"].as_str().unwrap().is_empty()), (&json!("email"), false));
    let (status, answer) = accept(&other, &token(&invitation)).await;
    assert_eq!(status, 200, "{answer}");
    let caller = &answer["data"];
    assert_eq!(caller["store_data"]["id"], json!(owner.store.to_string()), "they are in that store now");
    assert_eq!(caller["stores"].as_array().unwrap().len(), 2);
    let here = Merchant { store: owner.store, ..other.clone() };
    here.product(json!({})).await;
    assert_eq!(here.get("/orders").await.0, 403);
    assert_eq!(other.get("/orders").await.0, 200, "their own store is theirs as before");

    let again = token(&invite(&owner, "0551110000", "owner").await);
    let (status, answer) = shop.assert_unchanged(accept(&other, &again)).await;
    assert_eq!((status, answer["code"].as_str()), (409, Some("already_member")), "{answer}");
    assert_eq!(check(&shop, &again).await.status, 200, "it is still open for somebody else");
    assert_eq!(here.data("/home").await["user_data"]["ability"][0]["subject"], "Product", "and nobody lifts themselves up by it");
}

/// GU-11: a used, withdrawn, replaced, renewed, expired or unknown link gets the same answer from every call, and changes
/// nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_links_that_work_no_more_answer_alike() {
    let shop = TestShop::start().await;
    let (owner, other, late) = (shop.merchant().await, shop.merchant().await, shop.person().await);
    let expired = token(&invite(&owner, "0551110001", "manager").await);
    shop.advance(7 * Millis::DAY);
    // The earlier sessions have expired meanwhile.
    let owner = again(&shop, &owner).await;
    let (other, late) = (again(&shop, &other).await, again(&shop, &late).await);
    let used = token(&invite(&owner, "0551110002", "manager").await);
    assert_eq!(accept(&other, &used).await.0, 200);
    let invitation = invite(&owner, "0551110003", "manager").await;
    let withdrawn = token(&invitation);
    assert_eq!(owner.delete(&at(&invitation), Value::Null).await.0, 200);
    assert_eq!(owner.delete(&at(&invitation), Value::Null).await.0, 404, "once");
    assert_eq!(owner.post(&format!("{}/renew", at(&invitation)), json!({})).await.0, 404);
    let replaced = token(&invite(&owner, "0551110004", "manager").await);
    let second = invite(&owner, "+966 55 111 0004", "read_only").await;
    assert_eq!(check(&shop, &token(&second)).await.data()["role"], "read_only");
    let (status, renewed) = owner.post(&format!("{}/renew", at(&second)), json!({})).await;
    assert_eq!(status, 200, "{renewed}");
    let list = owner.data(LIST).await;
    let open: Vec<(&str, bool)> =
        list.as_array().unwrap().iter().map(|i| (i["contact"].as_str().unwrap(), i["is_expired"].as_bool().unwrap())).collect();
    assert_eq!(open, [("+966551110004", false), ("+966551110001", true)], "one of a person");

    let dead = [&expired, &used, &withdrawn, &replaced, &token(&second), "no-such-token", "", "00000000000000000000000000000000"];
    let (mut answers, code) = (BTreeSet::new(), code(&shop, "0559998877").await);
    shop.assert_unchanged(async {
        for token in dead {
            for reply in [
                check(&shop, token).await,
                late.call("POST", "/invitations/accept").json(&json!({ "token": token })).send().await,
                register(&shop, token, "0559998877", &code).await,
            ] {
                assert_eq!(reply.status, 404, "{token}: {}", reply.text());
                answers.insert(reply.text());
            }
        }
    })
    .await;
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert!(answers.first().unwrap().contains("invitation_gone"));

    // After renewal the expired invitation works again, by its new link.
    let id = list[1]["id"].as_str().unwrap();
    let (_, renewed) = owner.post(&format!("{LIST}/{id}/renew"), json!({})).await;
    shop.advance(7 * Millis::DAY - 1);
    assert_eq!(check(&shop, &token(&renewed["data"])).await.status, 200);
    shop.advance(1);
    assert_eq!(check(&shop, &token(&renewed["data"])).await.status, 404);
}

/// The same person with a new session.
async fn again(shop: &TestShop, merchant: &Merchant) -> Merchant {
    let body = json!({ "identifier": merchant.email, "password": merchant.password });
    let session = shop.call("POST", "/dashboard/v1/login").json(&body).send().await.data();
    Merchant { token: session["access_token"].as_str().unwrap().to_owned(), ..merchant.clone() }
}

/// GU-11: a link creates one member, however many use it concurrently, with an account or without one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_a_link_makes_one_member_however_many_come_at_once() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let (one, two) = (shop.person().await, shop.person().await);
    for n in 0..3 {
        let token = token(&invite(&owner, &format!("055222000{n}"), "read_only").await);
        let (a, b, c) = tokio::join!(accept(&one, &token), accept(&two, &token), accept(&one, &token));
        let mut answers = [a.0, b.0, c.0];
        answers.sort_unstable();
        assert_eq!(answers.iter().filter(|s| **s == 200).count(), 1, "{answers:?}");
        assert!(answers[1..].iter().all(|s| matches!(s, 404 | 409)), "{answers:?}");
        assert_eq!(members(&owner).await, 2);
        for person in [&one, &two] {
            owner.delete(&format!("/access-control/members/{}", person.user), Value::Null).await;
        }
    }
    let token = token(&invite(&owner, "0552220009", "read_only").await);
    let (first, second) = (code(&shop, "0552221111").await, code(&shop, "0552222222").await);
    let (a, b) = tokio::join!(register(&shop, &token, "0552221111", &first), register(&shop, &token, "0552222222", &second));
    let mut answers = [a.status, b.status];
    answers.sort_unstable();
    assert_eq!(answers, [201, 404], "{} {}", a.text(), b.text());
    assert_eq!(members(&owner).await, 2);
    let sql = "SELECT COUNT(*) FROM users WHERE mobile IN ('+966552221111', '+966552222222')";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![]).await.unwrap(), 1, "who came too late has no account from it");
}

/// GU-11, AU-02: a wrong code, a weak password and a number that has an account are reported at their fields, and the link stays
/// valid.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_a_refused_registration_leaves_the_link_as_it_was() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let token = token_of(&owner, "0553330001").await;
    let right = code(&shop, "0553330001").await;
    let wrong = format!("{:06}", (right.parse::<u32>().unwrap() + 1) % 1_000_000);
    let refused = shop.assert_unchanged(register(&shop, &token, "0553330001", &wrong)).await;
    assert_eq!((refused.status, refused.json["errors"]["code"].is_array()), (422, true), "{}", refused.text());
    let mut bad = newcomer(&token, "12", "");
    for (field, value) in [("name", " "), ("password", "short"), ("password_confirmation", "other")] {
        bad[field] = json!(value);
    }
    let refused = shop.assert_unchanged(visit(&shop, "register", bad)).await;
    let faults: BTreeSet<&str> = refused.json["errors"].as_object().unwrap().keys().map(String::as_str).collect();
    let all = BTreeSet::from(["code", "mobile", "name", "password", "password_confirmation"]);
    assert_eq!((refused.status, faults), (422, all), "{}", refused.text());

    assert_eq!(register(&shop, &token, "0553330001", &right).await.status, 201);

    let second = token_of(&owner, "0553330002").await;
    shop.advance(Millis::MINUTE);
    let right = code(&shop, "0553330001").await;
    let refused = shop.assert_unchanged(register(&shop, &second, "0553330001", &right)).await;
    assert_eq!((refused.status, refused.json["errors"]["mobile"].is_array()), (422, true), "{}", refused.text());
    assert_eq!(check(&shop, &second).await.status, 200);
}

/// GU-11: inviting needs the ability to manage members; the list is for who may see members' contacts; a store sees its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_only_who_manages_members_invites() {
    let shop = TestShop::start().await;
    let (owner, stranger) = (shop.merchant().await, shop.merchant().await);
    let (manager, reader) = (owner.colleague(&shop, Role::Manager).await, owner.colleague(&shop, Role::ReadOnly).await);
    let invitation = invite(&owner, "0554440001", "order_desk").await;
    let body = json!({ "contact": "0554440002", "role": "owner" });
    for caller in [&manager, &reader] {
        assert_eq!(shop.assert_unchanged(caller.post(LIST, body.clone())).await.0, 403);
        assert_eq!(shop.assert_unchanged(caller.post(&format!("{}/renew", at(&invitation)), json!({}))).await.0, 403);
        assert_eq!(shop.assert_unchanged(caller.delete(&at(&invitation), Value::Null)).await.0, 403);
    }
    assert_eq!(manager.get(LIST).await.0, 403);
    assert_eq!(reader.data(LIST).await, json!([invitation["invitation"]]));
    assert_eq!(stranger.data(LIST).await, json!([]));
    assert_eq!(shop.assert_unchanged(stranger.delete(&at(&invitation), Value::Null)).await.0, 404);

    let sql = "SELECT mobile FROM users WHERE id = ?1";
    let mobile: String = shop.app.db().conn().one(sql, p![reader.user]).await.unwrap();
    for (contact, role) in [
        (mobile.as_str(), "manager"),
        (reader.email.as_str(), "manager"),
        ("", "manager"),
        ("0112345678", "manager"),
        ("سارة", "manager"),
        ("0554440003", "king"),
    ] {
        let (status, answer) = shop.assert_unchanged(owner.post(LIST, json!({ "contact": contact, "role": role }))).await;
        let field = if role == "king" { "role" } else { "contact" };
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{contact}: {answer}");
    }
}

/// GU-11: a platform operator cannot invite, since access would outlive their two hours; nor can the demo store, and its shared
/// account cannot join a store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_neither_operators_nor_the_demo_invite() {
    let shop = TestShop::start().await;
    let (owner, demo) = (shop.merchant().await, shop.merchant().await);
    let invitation = invite(&owner, "0555550001", "manager").await;
    access::add_operator(&shop.app, "سالم").await.unwrap();
    let link = access::make_link(&shop.app, &owner.slug, "سالم").await.unwrap().url;
    let token_of_link = {
        use base64::Engine as _;
        let bytes = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(link.rsplit_once('/').unwrap().1).unwrap();
        String::from_utf8(bytes).unwrap().rsplit_once('/').unwrap().1.to_owned()
    };
    let session = shop.call("POST", &format!("/dashboard/v1/impersonate/{token_of_link}")).send().await.data();
    let operator = member(&shop, &session, &owner);
    let strange = token(&invite(&shop.merchant().await, "0555550002", "owner").await);
    for (path, body) in [
        (LIST.to_owned(), json!({ "contact": "0555550003", "role": "owner" })),
        (format!("{}/renew", at(&invitation)), json!({})),
        ("/invitations/accept".to_owned(), json!({ "token": strange })),
    ] {
        let (status, answer) = shop.assert_unchanged(operator.post(&path, body)).await;
        assert_eq!((status, answer["code"].as_str()), (403, Some("impersonated")), "{path}");
    }
    let store = demo.store;
    shop.app.db().tx(async move |c| c.exec("UPDATE stores SET is_demo = TRUE WHERE id = ?1", p![store]).await).await.unwrap();
    let (status, answer) = shop.assert_unchanged(demo.post(LIST, json!({ "contact": "0555550004", "role": "read_only" }))).await;
    assert_eq!((status, answer["code"].as_str()), (403, Some("demo_store")), "{answer}");
    assert_eq!(messages(&shop, "+966555550004").await, Vec::<Value>::new());
    assert_eq!(shop.assert_unchanged(accept(&demo, &strange)).await.0, 403);
}

/// GU-11: the open invitations of a member who leaves, or may no longer invite, are revoked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_losing_the_ability_to_invite_revokes_open_links() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let token_of_other = token(&invite(&owner, "0556660001", "manager").await);
    for (n, is_removed) in [(2, true), (3, false)] {
        let second = owner.colleague(&shop, Role::Owner).await;
        let back = token(&invite(&second, &format!("055666000{n}"), "owner").await);
        let path = format!("/access-control/members/{}", second.user);
        let (status, answer) = if is_removed {
            owner.delete(&path, Value::Null).await
        } else {
            owner.put(&path, json!({ "role": "manager" })).await
        };
        assert_eq!(status, 200, "{answer}");
        assert_eq!(shop.assert_unchanged(accept(&second, &back)).await.0, 404);
        assert_eq!(check(&shop, &back).await.status, 404);
    }
    assert_eq!(check(&shop, &token_of_other).await.status, 200);
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND subject = 'member' \
               AND (before LIKE '%invitations_withdrawn%' OR after LIKE '%invitations_withdrawn%')";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![owner.store]).await.unwrap(), 2, "and it is written");
}

/// GU-11: no token is stored: not in the table, the journal, a stored idempotent response or an export of the store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_no_token_of_an_invitation_is_kept() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    let body = json!({ "contact": "0557770001", "role": "manager" });
    let keyed = owner.call("POST", LIST).header("idempotency-key", "once").json(&body).send().await;
    assert_eq!(keyed.status, 201, "{}", keyed.text());
    let invitation = keyed.data();
    let token = token(&invitation);
    let person = shop.person().await;
    let call = person.call("POST", "/invitations/accept").header("idempotency-key", "twice");
    assert_eq!(call.json(&json!({ "token": token })).send().await.status, 200);
    let c = shop.app.db().conn();
    let hashes: Vec<String> = c.all("SELECT token_hash FROM invitations", p![]).await.unwrap();
    assert!(hashes.len() == 1 && hashes[0].len() == 64 && !hashes[0].contains(&token), "{hashes:?}");
    let responses: Vec<Option<String>> = c.all("SELECT response FROM idempotency_keys", p![]).await.unwrap();
    assert!(responses.iter().flatten().all(|answer| !answer.contains(&token)), "{responses:?}");
    let journal: Vec<Option<String>> = c.all("SELECT after FROM journal", p![]).await.unwrap();
    assert!(journal.iter().flatten().all(|after| !after.contains(&token)), "{journal:?}");
    let mut rows = Vec::new();
    let mut sink = |table: &str, row: &str| {
        rows.push(format!("{table} {row}"));
        Ok(())
    };
    let declared: Vec<db::Table> = office::tables().collect();
    shop.app.db().export(owner.store, &declared, &mut sink).await.unwrap();
    assert!(rows.iter().any(|row| row.starts_with("invitations ")));
    assert!(rows.iter().all(|row| !row.contains(&token) && !row.contains(&hashes[0])), "{rows:?}");
    assert!(!owner.data("/access-control/audit").await.to_string().contains(&token));
}

/// GU-11: guessing links, open invitations and messages to one person are limited; old attempts no longer count.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gu_11_invitations_have_their_limits() {
    let shop = TestShop::start().await;
    let owner = shop.merchant().await;
    for n in 0..50 {
        invite(&owner, &format!("team{n}@example.com"), "read_only").await;
    }
    let (status, answer) =
        shop.assert_unchanged(owner.post(LIST, json!({ "contact": "one@example.com", "role": "read_only" }))).await;
    assert_eq!((status, answer["code"].as_str()), (409, Some("too_many_invitations")), "{answer}");
    invite(&owner, "team7@example.com", "manager").await;
    assert_eq!(owner.data(LIST).await.as_array().unwrap().len(), 50, "replacing one takes no further place");
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(owner.post(LIST, json!({ "contact": "team7@example.com", "role": "manager" })).await.0);
    }
    assert_eq!(answers.iter().filter(|s| **s == 201).count(), 8, "ten messages an hour to one person: {answers:?}");
    assert!(answers[8..].iter().all(|s| *s == 429), "{answers:?}");

    let mut guesses = Vec::new();
    for n in 0..65 {
        guesses.push(check(&shop, &format!("guess{n}")).await.status);
    }
    assert_eq!(guesses.iter().filter(|s| **s == 404).count(), 60, "{guesses:?}");
    assert!(check(&shop, "more").await.header("retry-after").parse::<u64>().unwrap() > 0);

    shop.advance(38 * Millis::DAY);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    let remaining: i64 = shop.app.db().conn().one("SELECT COUNT(*) FROM invitations", p![]).await.unwrap();
    assert_eq!(remaining, 0);
}
