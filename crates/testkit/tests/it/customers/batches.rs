//! One bulk action over all customers that match: changes, refusals, cancellation and undo.

use db::p;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::{again, encoded, names};

/// A store with so many customers written directly, the odd ones tagged.
async fn store_of(shop: &TestShop, count: i64) -> Merchant {
    let me = shop.merchant().await;
    let (store, now) = (me.store, shop.env.now().0);
    let ids: Vec<i64> = (0..count).map(|_| shop.env.id::<kernel::id::Customer>().raw()).collect();
    shop.app
        .db()
        .tx(async move |c| {
            for (n, id) in (0_i64..).zip(&ids) {
                let sql = "INSERT INTO customers (store_id, id, name, name_key, mobile, locale, orders_count, total_spent, city, country, created_at, \
                           updated_at, version, seq) VALUES (?1, ?2, ?3, ?3, ?4, 'ar', 0, 0, '', '', ?5, ?5, 1, 0)";
                c.exec(sql, p![store, *id, format!("عميل {n:03}"), format!("+96655{n:07}"), now + n / 3]).await?;
                for word in ["عميل".to_owned(), format!("{n:03}")] {
                    let sql = "INSERT INTO search_tokens (store_id, subject, token, subject_id) VALUES (?1, 'customer', ?2, ?3)";
                    c.exec(sql, p![store, word, *id]).await?;
                }
                if n % 2 == 1 {
                    let sql = "INSERT INTO customer_tags (store_id, tag_key, customer_id, tag) VALUES (?1, 'فردي', ?2, 'فردي')";
                    c.exec(sql, p![store, *id]).await?;
                }
            }
            Ok::<_, db::Error>(())
        })
        .await
        .unwrap();
    me
}

async fn run(me: &Merchant, query: &str, action: Value) -> Value {
    me.create(&format!("/customer-batches?{query}"), json!({"action": action})).await
}

async fn after(shop: &TestShop, me: &Merchant, batch: &Value) -> Value {
    shop.drain().await;
    me.data(&format!("/customer-batches/{}", batch["id"].as_str().unwrap())).await
}

async fn undo(me: &Merchant, batch: &Value) -> Value {
    let (status, body) = me.post(&format!("/customer-batches/{}/undo", batch["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(status, 200, "{body}");
    body["data"].clone()
}

async fn total(me: &Merchant, query: &str) -> i64 {
    me.get(&format!("/customers?{query}")).await.1["meta"]["total"].as_i64().unwrap()
}

fn counts(batch: &Value) -> [i64; 5] {
    ["total", "done", "changed_count", "failed_count", "kept_count"].map(|key| batch[key].as_i64().unwrap())
}

fn tagging(change: &str, tag: &str) -> Value {
    json!({"kind": "tags", "change": change, "tags": [tag]})
}

/// CU-01: every matching customer is processed once although the action makes them leave the filter; each change is journalled
/// under the batch; the undo restores exactly the previous values, and undoing that is the redo.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_all_that_match_are_changed_in_the_background_and_back() {
    let shop = TestShop::start().await;
    let me = store_of(&shop, 321).await;
    let odd = format!("filter[tag]={}", encoded("فردي"));
    let segment = json!([[{"field": "tag", "op": "is", "values": ["فردي"]}]]);
    let segment = me.create("/customer-segments", json!({"name": "فرديون", "groups": segment})).await;
    let path = format!("/customer-segments/{}", segment["id"].as_str().unwrap());
    let query = format!("filter[segment]={}&sort=name&page=3&per_page=20", segment["id"].as_str().unwrap());
    let batch = run(&me, &query, tagging("remove", "فردي")).await;
    assert_eq!((&batch["status"], counts(&batch)), (&json!("running"), [160, 0, 0, 0, 0]));
    // A second batch is refused while one runs, and the segment may change meanwhile.
    let (status, body) = me.post("/customer-batches", json!({"action": tagging("add", "عيد")})).await;
    assert_eq!((status, &body["code"]), (409, &json!("customer_batch_at_work")), "{body}");
    let changed = json!({"groups": [[{"field": "orders", "op": "gte", "values": ["1"]}]]});
    assert_eq!(me.put(&path, changed).await.0, 200);
    let batch = after(&shop, &me, &batch).await;
    assert_eq!((&batch["status"], counts(&batch)), (&json!("done"), [160, 160, 160, 0, 0]));
    assert_eq!((total(&me, &odd).await, total(&me, "").await), (0, 321));
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND batch_id IS NOT NULL AND subject = 'customer' AND actor_kind = 'Merchant'";
    let journal_entries: i64 = shop.app.db().conn().one(sql, p![me.store]).await.unwrap();
    assert_eq!(journal_entries, 160);

    // One customer got the tag again by hand, another one an additional tag: the undo leaves both as they are.
    let (_, list) = me.get(&format!("/customers?search={}", encoded("عميل 001"))).await;
    let one = format!("/customers/{}", list["data"][0]["id"].as_str().unwrap());
    assert_eq!(me.put(&one, json!({"tags": ["فردي", "جديد"]})).await.0, 200);
    let undone = undo(&me, &batch).await;
    let undone = after(&shop, &me, &undone).await;
    assert_eq!((&undone["status"], counts(&undone)), (&json!("done"), [160, 160, 159, 0, 0]));
    assert_eq!(total(&me, &odd).await, 160);
    assert_eq!(me.data(&one).await["tags"], json!(["جديد", "فردي"]));
    let (status, body) = me.post(&format!("/customer-batches/{}/undo", batch["id"].as_str().unwrap()), json!({})).await;
    assert_eq!((status, &body["code"]), (409, &json!("already_undone")));
    let again = undo(&me, &undone).await;
    let again = after(&shop, &me, &again).await;
    assert_eq!((counts(&again), total(&me, &odd).await), ([159, 159, 159, 0, 0], 1));
    assert_eq!(me.data("/customer-batches").await.as_array().unwrap().len(), 3);
}

/// CU-01: a cancelled batch keeps its changes, stops, and can be undone; customers refused by a rule are listed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_batch_is_stopped_and_names_whom_a_rule_refused() {
    let shop = TestShop::start().await;
    let me = store_of(&shop, 120).await;
    let batch = run(&me, "", tagging("add", "عيد")).await;
    let path = format!("/customer-batches/{}", batch["id"].as_str().unwrap());
    assert_eq!(me.post(&format!("{path}/undo"), json!({})).await.1["code"], "batch_at_work");
    assert_eq!(me.post(&format!("{path}/cancel"), json!({})).await.0, 200);
    let batch = after(&shop, &me, &batch).await;
    assert_eq!((&batch["status"], counts(&batch), &batch["can_undo"]), (&json!("cancelled"), [120, 0, 0, 0, 0], &json!(false)));
    assert_eq!(me.post(&format!("{path}/cancel"), json!({})).await.1["code"], "illegal_transition");
    assert_eq!(me.post(&format!("{path}/undo"), json!({})).await.1["code"], "nothing_written");

    let (_, list) = me.get(&format!("/customers?search={}", encoded("عميل 007"))).await;
    let full: Vec<String> = (0..50).map(|n| format!("وسم {n}")).collect();
    let one = format!("/customers/{}", list["data"][0]["id"].as_str().unwrap());
    assert_eq!(me.put(&one, json!({"tags": full})).await.0, 200);
    let batch = run(&me, &format!("search={}", encoded("عميل 00")), tagging("add", "عيد")).await;
    assert_eq!((&batch["status"], counts(&batch)), (&json!("done"), [10, 10, 9, 1, 0]), "a few are done before the answer");
    let notes = me.data(&format!("/customer-batches/{}/notes", batch["id"].as_str().unwrap())).await;
    assert_eq!(
        (notes.as_array().unwrap().len(), &notes[0]["name"], &notes[0]["outcome"]),
        (1, &json!("عميل 007"), &json!("failed"))
    );
    assert!(notes[0]["message"].as_str().unwrap().contains("50"), "{notes}");
    shop.drain().await;
    assert_eq!(counts(&after(&shop, &me, &batch).await), [10, 10, 9, 1, 0], "the job found nothing left");
    let undone = undo(&me, &batch).await;
    assert_eq!(counts(&undone), [9, 9, 9, 0, 0]);
    assert_eq!(total(&me, &format!("filter[tag]={}", encoded("عيد"))).await, 0);
    shop.advance(31 * 86_400_000);
    let me = again(me).await;
    assert_eq!(
        me.post(&format!("/customer-batches/{}/undo", undone["id"].as_str().unwrap()), json!({})).await.1["code"],
        "undo_expired"
    );
}

/// CU-01: groups and the blocklist, applied and undone; a reason written since stays, and so does who was blocked before.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_groups_and_blocks_of_all_that_match_go_there_and_back() {
    let shop = TestShop::start().await;
    let me = store_of(&shop, 12).await;
    let group = me.create("/customer-groups", json!({"name": "جملة"})).await["id"].clone();
    let joining = |change: &str| json!({"kind": "group", "change": change, "group_id": group});
    let joined = run(&me, &format!("filter[tag]={}", encoded("فردي")), joining("add")).await;
    let members = format!("filter[group]={}", group.as_str().unwrap());
    assert_eq!((counts(&joined)[2], total(&me, &members).await), (6, 6));
    let remaining = run(&me, "", joining("remove")).await;
    assert_eq!((counts(&remaining), total(&me, &members).await), ([12, 12, 6, 0, 0], 0));
    assert_eq!((counts(&undo(&me, &remaining).await)[2], total(&me, &members).await), (6, 6));

    let (_, list) = me.get("/customers?sort=name").await;
    let customer = |n: usize| format!("/customers/{}", list["data"][n]["id"].as_str().unwrap());
    assert_eq!(me.post(&format!("{}/block", customer(0)), json!({"reason": "قديم"})).await.0, 200);
    shop.advance(60_000);
    let blocked = run(&me, "", json!({"kind": "block", "change": "add", "reason": "حملة احتيال"})).await;
    assert_eq!((counts(&blocked), total(&me, "filter[blocked]=yes").await), ([12, 12, 11, 0, 0], 12));
    assert_eq!(me.data(&customer(0)).await["block"]["reason"], "قديم", "who is blocked keeps the reason");
    assert_eq!(me.post(&format!("{}/block", customer(1)), json!({"reason": "راجعناه"})).await.0, 200);
    let since = me.data(&customer(0)).await["block"].clone();
    let freed = run(&me, &format!("search={}", encoded("عميل 000")), json!({"kind": "block", "change": "remove"})).await;
    assert_eq!(me.data(&customer(0)).await["block"], Value::Null);
    undo(&me, &freed).await;
    assert_eq!(me.data(&customer(0)).await["block"], since, "since when, and why, as it was");
    let undone = undo(&me, &blocked).await;
    assert_eq!((counts(&undone), total(&me, "filter[blocked]=yes").await), ([11, 11, 10, 0, 1], 2));
    let notes = me.data(&format!("/customer-batches/{}/notes", undone["id"].as_str().unwrap())).await;
    assert_eq!((&notes[0]["name"], &notes[0]["outcome"]), (&json!("عميل 001"), &json!("kept")));
}

/// CU-01: consents are withdrawn for all that match, never given: opt-outs and unknown stay. The undo restores each consent with
/// its time and source, unless it changed since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_consent_is_taken_back_for_all_and_comes_back_with_its_day() {
    let shop = TestShop::start().await;
    let me = store_of(&shop, 6).await;
    let (_, list) = me.get("/customers?sort=name").await;
    let customer = |n: usize| format!("/customers/{}", list["data"][n]["id"].as_str().unwrap());
    let say = async |n: usize, channel: &str, is_granted: bool| {
        let body = json!({"channel": channel, "is_granted": is_granted, "source": "phone"});
        let (status, answer) = me.put(&format!("{}/consents", customer(n)), body).await;
        assert_eq!(status, 200, "{answer}");
    };
    for n in 0..3 {
        say(n, "sms", true).await;
    }
    say(0, "email", true).await;
    say(3, "sms", false).await;
    let of = async |n: usize| me.data(&customer(n)).await["consents"].clone();
    let mut before = Vec::new();
    for n in 0..6 {
        before.push(of(n).await);
    }
    shop.advance(60_000);
    let action =
        json!({"kind": "consent", "channel": "sms", "is_granted": false, "source": "message", "reason": "أوقف المزوّد القناة"});
    let consented = run(&me, "", action.clone()).await;
    assert_eq!((counts(&consented), &consented["action"]), ([6, 6, 3, 0, 0], &action), "only who agreed");
    assert_eq!(total(&me, "filter[consent]=sms").await, 0);
    assert_eq!(total(&me, "filter[consent]=email").await, 1);
    assert_eq!(of(3).await, before[3], "the day of a refusal stays");
    assert_eq!(of(5).await, before[5], "whoever was not asked said nothing");
    let activity = me.data(&format!("{}/activity", customer(1))).await;
    assert_eq!(
        (&activity[0]["after"]["is_granted"], &activity[0]["after"]["reason"], &activity[0]["before"]["source"]),
        (&json!(false), &json!("أوقف المزوّد القناة"), &json!("phone")),
        "{activity}"
    );
    // One customer consents again: that is theirs, and stays.
    shop.advance(60_000);
    say(2, "sms", true).await;
    let again = of(2).await;
    let undone = undo(&me, &consented).await;
    assert_eq!(counts(&undone), [3, 3, 2, 0, 1]);
    for n in [0, 1, 3, 4, 5] {
        assert_eq!(of(n).await, before[n], "{n}: with its day and source");
    }
    assert_eq!(of(2).await, again);
    let redone = undo(&me, &undone).await;
    assert_eq!((counts(&redone)[2], total(&me, "filter[consent]=sms").await), (2, 1));
}

/// CU-01: an invalid batch is refused and changes nothing, and other stores have no access.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_batch_that_cannot_be_is_refused() {
    let shop = TestShop::start().await;
    let me = store_of(&shop, 3).await;
    let stranger = shop.merchant().await;
    for (query, action, field) in [
        ("", json!({"kind": "tags", "change": "add"}), "action.tags"),
        ("", json!({"kind": "tags", "tags": ["a"]}), "action.change"),
        ("", json!({"kind": "group", "change": "add", "group_id": "cgr_0000000000001"}), "action.group_id"),
        ("", json!({"kind": "block", "change": "add"}), "action.reason"),
        (
            "",
            json!({"kind": "consent", "channel": "sms", "is_granted": true, "source": "paper", "reason": "x"}),
            "action.is_granted",
        ),
        ("", json!({"kind": "consent", "channel": "sms", "is_granted": false, "source": "paper"}), "action.reason"),
        (
            "",
            json!({"kind": "consent", "channel": "sms", "is_granted": false, "source": "import", "reason": "x"}),
            "action.source",
        ),
        ("", json!({"kind": "consent", "is_granted": false, "source": "paper", "reason": "x"}), "action.channel"),
        ("filter[age]=5", tagging("add", "عيد"), "filter[age]"),
        ("filter[spent][gte]=x", tagging("add", "عيد"), "filter[spent][gte]"),
        ("filter[segment]=seg_0000000000001", tagging("add", "عيد"), "filter[segment]"),
    ] {
        let path = format!("/customer-batches?{query}");
        let (status, body) = shop.assert_unchanged(me.post(&path, json!({"action": action}))).await;
        assert_eq!((status, body["errors"][field].is_array()), (422, true), "{field}: {body}");
    }
    let none = me.post("/customer-batches?search=nobody", json!({"action": tagging("add", "عيد")}));
    let (status, body) = shop.assert_unchanged(none).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_matches")));
    let batch = run(&me, "", tagging("add", "عيد")).await;
    let path = format!("/customer-batches/{}", batch["id"].as_str().unwrap());
    for (method, path) in [
        ("GET", path.clone()),
        ("GET", format!("{path}/notes")),
        ("POST", format!("{path}/undo")),
        ("POST", format!("{path}/cancel")),
    ] {
        assert_eq!(stranger.send(method, &path, &json!({})).await.0, 404, "{method} {path}");
    }
    assert_eq!(names(&me, &format!("filter[tag]={}", encoded("عيد"))).await.len(), 3);
}

/// CU-01: a record that was erased is skipped by a batch and by its undo.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_erased_record_stops_no_batch() {
    let shop = TestShop::start().await;
    let me = store_of(&shop, 8).await;
    let erase = async |name: &str| {
        let sql = "UPDATE customers SET erased_at = 1 WHERE store_id = ?1 AND name = ?2";
        let (store, name) = (me.store, name.to_owned());
        assert_eq!(shop.app.db().tx(async move |c| c.exec(sql, p![store, name.clone()]).await).await.unwrap(), 1);
    };
    erase("عميل 003").await;
    let tagged = run(&me, "", tagging("add", "موسم")).await;
    assert_eq!((tagged["status"].as_str(), counts(&tagged)), (Some("done"), [8, 8, 7, 0, 0]));
    let blocked = run(&me, "", json!({"kind": "block", "change": "add", "reason": "حملة"})).await;
    assert_eq!((blocked["status"].as_str(), counts(&blocked)[2]), (Some("done"), 7));
    erase("عميل 005").await;
    let undone = undo(&me, &blocked).await;
    assert_eq!((undone["status"].as_str(), counts(&undone)[2]), (Some("done"), 6));
    let undone = undo(&me, &tagged).await;
    assert_eq!((undone["status"].as_str(), counts(&undone)[2]), (Some("done"), 6));
}
