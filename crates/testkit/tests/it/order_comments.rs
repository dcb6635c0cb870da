//! Comments on orders, mentions, editing and deletion (OR-07).

use db::p;
use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

struct Team {
    shop: TestShop,
    owner: Merchant,
    desk: Merchant,
    order: String,
}

impl Team {
    async fn start() -> Self {
        let shop = TestShop::start().await;
        let owner = shop.sample_merchant(2, 2).await;
        let desk = owner.colleague(&shop, Role::OrderDesk).await;
        let order = owner.data("/orders").await[0]["id"].as_str().unwrap().to_owned();
        Self { shop, owner, desk, order }
    }

    async fn comment(&self, by: &Merchant, note: &str) -> Value {
        by.create(&format!("/orders/{}/comments", self.order), json!({ "note": note })).await["comment"].clone()
    }

    /// The comment as the order's activity shows it.
    async fn shown(&self, to: &Merchant, comment: &Value) -> Value {
        let all = to.data(&format!("/orders/{}/activity", self.order)).await;
        let found = all.as_array().unwrap().iter().find(|a| a["comment"]["id"] == comment["id"]);
        found.unwrap_or_else(|| panic!("{all}")).clone()
    }
}

fn at(comment: &Value) -> String {
    format!("/order-comments/{}", comment["id"].as_str().unwrap())
}

async fn unread(merchant: &Merchant) -> Value {
    merchant.data("/sync").await["counters"]["mentions"].clone()
}

async fn mails(shop: &TestShop, to: &Merchant) -> Vec<String> {
    let sql = "SELECT body FROM outbox_messages WHERE store_id = ?1 AND recipient = ?2 AND channel = 'email' ORDER BY id";
    shop.app.db().conn().all(sql, p![to.store, to.email]).await.unwrap()
}

/// OR-07: a mentioned member finds the comment in their list of mentions, counted as unread until seen; the author does not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_a_mention_is_unread_until_it_is_opened() {
    let t = Team::start().await;
    let note = format!("يا @{} راجع العنوان مع @{}", t.desk.user, t.owner.user);
    let comment = t.comment(&t.owner, &note).await;
    assert_eq!(comment["note"], json!(note), "names are kept as ids");
    let named: Vec<&Value> = comment["mentions"].as_array().unwrap().iter().map(|m| &m["id"]).collect();
    assert_eq!(named, [&json!(t.desk.user.to_string()), &json!(t.owner.user.to_string())]);
    assert_eq!((unread(&t.desk).await, unread(&t.owner).await), (json!(1), json!(0)));
    assert_eq!(t.owner.data("/mentions").await, json!([]), "nobody tells himself");
    let view = &t.desk.data("/mentions").await[0];
    assert_eq!((&view["id"], &view["order"]["id"], &view["read_at"]), (&comment["id"], &json!(t.order), &Value::Null));

    let other = t.owner.data("/orders").await[1]["id"].as_str().unwrap().to_owned();
    assert_eq!(t.desk.post(&format!("/orders/{other}/mentions/read"), json!({})).await.1["data"]["unread"], json!(1));
    let (status, remaining) = t.desk.post(&format!("/orders/{}/mentions/read", t.order), json!({})).await;
    assert_eq!((status, &remaining["data"]["unread"]), (200, &json!(0)));
    assert_eq!(unread(&t.desk).await, json!(0));
    assert!(t.desk.data("/mentions").await[0]["read_at"].is_string());

    // Page by page, each once, whatever their number; all are marked as read in one call.
    for n in 0..7 {
        t.comment(&t.owner, &format!("{n} @{}", t.desk.user)).await;
    }
    assert_eq!(unread(&t.desk).await, json!(7));
    let (mut cursor, mut found) = (String::new(), Vec::new());
    loop {
        let (_, page) = t.desk.get(&format!("/mentions?per_page=3{cursor}")).await;
        assert_eq!(page["meta"]["total"], json!(8));
        found.extend(page["data"].as_array().unwrap().iter().map(|m| m["id"].clone()));
        match page["meta"]["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    found.dedup();
    assert_eq!(found.len(), 8);
    assert_eq!(t.desk.post("/mentions/read", json!({})).await.1["data"]["unread"], json!(0));
}

/// OR-07: members who have not read a mention within minutes get an e-mail, and nobody else; it contains names, not ids.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_an_unread_mention_is_sent_by_e_mail() {
    let t = Team::start().await;
    let manager = t.owner.colleague(&t.shop, Role::Manager).await;
    let note = format!("@{} و@{}", t.desk.user, manager.user);
    let comment = t.comment(&t.owner, &note).await;
    let removed = t.comment(&t.owner, &format!("خطأ @{}", t.desk.user)).await;
    let (status, answer) = t.owner.delete(&at(&removed), json!({"version": 1})).await;
    assert_eq!(status, 200, "{answer}");
    manager.post("/mentions/read", json!({})).await;
    t.shop.drain().await;
    assert_eq!(mails(&t.shop, &t.desk).await, Vec::<String>::new(), "who has the dashboard open has seen it");
    t.shop.advance(5 * Millis::MINUTE);
    t.shop.drain().await;
    assert_eq!(mails(&t.shop, &manager).await, Vec::<String>::new());
    let letters = mails(&t.shop, &t.desk).await;
    assert_eq!(letters.len(), 1, "{letters:?}");
    assert!(letters[0].contains(&format!("/orders/view/{}", t.order)) && !letters[0].contains("@usr_"), "{}", letters[0]);
    assert_eq!(comment["mentions"].as_array().unwrap().len(), 2);
}

/// OR-07, GU-11: only members who may see orders of this store can be mentioned, and nobody in a note for the customer; otherwise
/// nothing is written.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_only_who_sees_orders_can_be_named() {
    let t = Team::start().await;
    let editor = t.owner.colleague(&t.shop, Role::CatalogueEditor).await;
    let stranger = t.shop.merchant().await;
    let offered = t.owner.data("/orders/mentionable-members").await;
    let ids: Vec<&str> = offered.as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [t.owner.user.to_string(), t.desk.user.to_string()]);
    let path = format!("/orders/{}/comments", t.order);
    for (caller, is_visible) in [(&editor, false), (&stranger, false), (&t.desk, true)] {
        let body = json!({"note": format!("@{}", caller.user), "is_visible": is_visible});
        let (status, refused) = t.shop.assert_unchanged(t.owner.post(&path, body)).await;
        assert_eq!((status, refused["errors"]["note"].is_array()), (422, true), "{refused}");
    }
    let many = (1..=21).map(|n| format!("@{}", kernel::UserId::from_raw(n))).collect::<Vec<_>>().join(" ");
    assert_eq!(t.shop.assert_unchanged(t.owner.post(&path, json!({ "note": many }))).await.0, 422);
    // Text that only looks like a mention stays text.
    let plain = t.comment(&t.owner, "info@usr_example.com @someone").await;
    assert_eq!(plain["mentions"], json!([]));
}

/// OR-07: the author edits a comment, which is marked as edited; a stale version, another author and a deleted comment are
/// refused; newly mentioned members are notified, removed ones are not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_an_edited_comment_is_marked_as_edited() {
    let t = Team::start().await;
    let manager = t.owner.colleague(&t.shop, Role::Manager).await;
    let comment = t.comment(&t.desk, &format!("اسأل @{}", t.owner.user)).await;
    assert_eq!((&comment["can_edit"], &comment["can_delete"], &comment["edited_at"]), (&json!(true), &json!(true), &Value::Null));
    let of_owner = t.shown(&t.owner, &comment).await["comment"].clone();
    assert_eq!((&of_owner["can_edit"], &of_owner["can_delete"]), (&json!(false), &json!(true)), "an owner may delete anybody's");
    let of_manager = t.shown(&manager, &comment).await["comment"].clone();
    assert_eq!((&of_manager["can_edit"], &of_manager["can_delete"]), (&json!(false), &json!(false)));

    let words = format!("اسأل @{}", manager.user);
    let body = json!({"note": words, "version": 1});
    let (status, refused) = t.shop.assert_unchanged(t.owner.put(&at(&comment), body.clone())).await;
    assert_eq!((status, &refused["code"]), (403, &json!("not_the_author")));
    let (status, edited) = t.desk.put(&at(&comment), body.clone()).await;
    assert_eq!((status, &edited["data"]["note"], &edited["data"]["version"]), (200, &json!(words), &json!(2)));
    assert!(edited["data"]["edited_at"].is_string());
    let view = t.shown(&manager, &comment).await;
    assert_eq!((&view["note"], view["comment"]["edited_at"].is_string()), (&json!(words), true));
    assert_eq!((unread(&t.owner).await, unread(&manager).await), (json!(0), json!(1)));

    let (status, stale) = t.shop.assert_unchanged(t.desk.put(&at(&comment), body)).await;
    assert_eq!((status, &stale["code"], &stale["current"]["version"]), (409, &json!("stale_version"), &json!(2)));
    let (status, same) = t.shop.assert_unchanged(t.desk.put(&at(&comment), json!({"note": words, "version": 2}))).await;
    assert_eq!((status, &same["data"]["version"]), (200, &json!(2)), "the same words change nothing");
    assert_eq!(t.shop.assert_unchanged(t.desk.put(&at(&comment), json!({"note": "  ", "version": 2}))).await.0, 422);

    // A member who lost the ability to see orders stays mentioned.
    let (store, user, none) = (t.owner.store, manager.user, Vec::<Value>::new());
    let sql = "UPDATE memberships SET abilities = ?3 WHERE store_id = ?1 AND user_id = ?2";
    t.shop.app.db().tx(async move |c| c.exec(sql, p![store, user, db::Json(none.clone())]).await).await.unwrap();
    let longer = json!({"note": format!("{words} غدًا"), "version": 2});
    assert_eq!(t.desk.put(&at(&comment), longer).await.0, 200);

    let entries: Vec<(String, Option<db::Json<Value>>)> = t
        .shop
        .app
        .db()
        .conn()
        .all("SELECT action, before FROM journal WHERE store_id = ?1 AND subject = 'order_comment' ORDER BY seq", p![store])
        .await
        .unwrap();
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[1].1.as_ref().unwrap().0["note"], json!(words), "every wording is in the journal");
}

/// OR-07: a comment is deleted by its author or an owner; a placeholder without the text stays, and nobody is notified.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_a_deleted_comment_leaves_a_line_without_words() {
    let t = Team::start().await;
    let manager = t.owner.colleague(&t.shop, Role::Manager).await;
    let comment = t.comment(&t.desk, &format!("سر @{}", t.owner.user)).await;
    let removed = json!({"version": 1});
    let (status, refused) = t.shop.assert_unchanged(manager.delete(&at(&comment), removed.clone())).await;
    assert_eq!((status, &refused["code"]), (403, &json!("not_the_author")));
    let (status, stale) = t.shop.assert_unchanged(t.owner.delete(&at(&comment), json!({"version": 7}))).await;
    assert_eq!((status, &stale["code"]), (409, &json!("stale_version")));
    let (status, answer) = t.owner.delete(&at(&comment), removed).await;
    assert_eq!((status, &answer["data"]["note"]), (200, &Value::Null), "{answer}");
    let view = t.shown(&t.desk, &comment).await;
    assert_eq!((&view["note"], view["comment"]["deleted_at"].is_string()), (&Value::Null, true));
    assert!(!view["comment"]["deleted_by"].as_str().unwrap().is_empty());
    assert_eq!((&view["comment"]["can_edit"], &view["comment"]["can_delete"]), (&json!(false), &json!(false)));
    assert!(!t.owner.data(&format!("/orders/{}/activity", t.order)).await.to_string().contains("سر"));
    assert_eq!((unread(&t.owner).await, t.owner.data("/mentions").await), (json!(0), json!([])));
    for (method, body) in [("PUT", json!({"note": "عاد", "version": 2})), ("DELETE", json!({"version": 2}))] {
        let (status, again) = t.shop.assert_unchanged(t.desk.send(method, &at(&comment), &body)).await;
        assert_eq!((status, &again["code"]), (409, &json!("comment_deleted")), "{again}");
    }
}

/// OR-07: the customer's page marks edited and deleted messages, as the team sees them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_the_order_page_marks_edited_and_deleted_notes() {
    let t = Team::start().await;
    let url = t.owner.data(&format!("/orders/{}", t.order)).await["shopper_url"].as_str().unwrap().to_owned();
    let path = url[url.find("/orders/").unwrap()..].to_owned();
    let path = path.as_str();
    let page = async || t.shop.shopper(&t.owner.slug).get(path).await.body;
    let body = json!({"note": "يصلك الخميس", "is_visible": true});
    let comment = t.owner.create(&format!("/orders/{}/comments", t.order), body).await["comment"].clone();
    let first = page().await;
    assert!(first.contains("يصلك الخميس") && !first.contains("معدّلة في"), "{first}");
    let (status, refused) = t.owner.put(&at(&comment), json!({"note": format!("@{}", t.desk.user), "version": 1})).await;
    assert_eq!(status, 422, "{refused}");
    assert_eq!(t.owner.put(&at(&comment), json!({"note": "يصلك السبت", "version": 1})).await.0, 200);
    let second = page().await;
    assert!(second.contains("يصلك السبت") && !second.contains("يصلك الخميس") && second.contains("معدّلة في"), "{second}");
    assert_eq!(t.owner.delete(&at(&comment), json!({"version": 2})).await.0, 200);
    let third = page().await;
    assert!(!third.contains("يصلك السبت") && third.contains("حذف المتجر هذه الرسالة"), "{third}");
}

/// OR-07: mentions of a former member keep the name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_07_a_former_members_mentions_keep_the_name() {
    let t = Team::start().await;
    let comment = t.comment(&t.owner, &format!("شكرًا @{}", t.desk.user)).await;
    let name = comment["mentions"][0]["name"].clone();
    let path = format!("/access-control/members/{}", t.desk.user);
    let (status, answer) = t.owner.delete(&path, Value::Null).await;
    assert_eq!(status, 200, "{answer}");
    let view = t.shown(&t.owner, &comment).await;
    assert_eq!((&view["comment"]["mentions"][0]["name"], name.is_string()), (&name, true));
    t.shop.advance(6 * Millis::MINUTE);
    t.shop.drain().await;
    assert_eq!(mails(&t.shop, &t.desk).await, Vec::<String>::new(), "nobody outside hears of orders");
    let offered = t.owner.data("/orders/mentionable-members").await;
    assert_eq!(offered.as_array().unwrap().len(), 1);
}

/// OR-07: two windows edit one comment, or one deletes it meanwhile: the second is refused, and nothing is silently lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_07_of_two_windows_on_one_comment_the_second_is_told() {
    let t = Team::start().await;
    for mode in ["edit", "delete"] {
        let comment = t.comment(&t.owner, "راجع العنوان").await;
        let path = at(&comment);
        let edit_body = |note: &str| json!({"note": note, "version": comment["version"]});
        let second = async {
            match mode {
                "edit" => t.owner.put(&path, edit_body("من النافذة الثانية")).await,
                _ => t.owner.delete(&path, json!({"version": comment["version"]})).await,
            }
        };
        let (one, two) = tokio::join!(t.owner.put(&path, edit_body("من النافذة الأولى")), second);
        let mut both = [one.0, two.0];
        both.sort_unstable();
        assert_eq!(both, [200, 409], "{mode}: {} {}", one.1, two.1);
        let entries = "SELECT COUNT(*) FROM journal j JOIN order_comments c ON c.store_id = j.store_id AND c.id = j.subject_id \
                       WHERE j.store_id = ?1 AND j.subject = 'order_comment' AND c.seq = (SELECT MAX(seq) FROM order_comments WHERE store_id = ?1)";
        assert_eq!(
            t.shop.app.db().conn().one::<i64>(entries, p![t.owner.store]).await.unwrap(),
            1,
            "{mode}: one change, one entry"
        );
        let view = t.shown(&t.owner, &comment).await;
        let expected = if one.0 == 200 {
            Some("من النافذة الأولى")
        } else {
            Some("من النافذة الثانية").filter(|_| mode == "edit")
        };
        assert_eq!(view["comment"]["note"].as_str().filter(|note| !note.is_empty()), expected, "{mode}: {view}");
    }
    // Concurrent comments of two members are both stored.
    let notes = ["من المالك", "من المكتب"];
    tokio::join!(t.comment(&t.owner, notes[0]), t.comment(&t.desk, notes[1]));
    let all = t.owner.data(&format!("/orders/{}/activity", t.order)).await;
    let written: Vec<&str> = all.as_array().unwrap().iter().filter_map(|a| a["comment"]["note"].as_str()).collect();
    assert!(notes.iter().all(|note| written.contains(note)), "{all}");
}
