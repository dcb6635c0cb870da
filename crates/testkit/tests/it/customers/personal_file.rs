//! The personal file: everything that a store keeps of a person.

use std::io::Read as _;

use db::p;
use serde_json::{Value, json};
use testkit::TestShop;

use crate::checkout::{Person, buy, product_id, set_up_checkout};

fn read(archive: &mut zip::ZipArchive<std::io::Cursor<Vec<u8>>>, name: &str) -> String {
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// CU-01: the file holds all of it, readable in the store's languages and as data; it is private, its download is journalled, and
/// it is deleted after three days.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_person_gets_everything_that_is_kept_of_them() {
    let shop = TestShop::start().await;
    let me = shop.merchant().await;
    let setup = set_up_checkout(&shop, &me).await;
    let product = product_id(&me.product(json!({"regular_price": "100.00", "qty": 100})).await);
    let sara = Person { name: "سارة <القحطاني>".into(), mobile: "0551234567".into(), city: "الرياض" };
    let order = buy(&shop, &setup, &sara, &[(product, None, 2)]).await;
    buy(&shop, &setup, &Person { name: "نورة الحربي".into(), mobile: "0553334444".into(), city: "جدة" }, &[(product, None, 1)])
        .await;
    let id = me.data("/customers?search=0551234567").await[0]["id"].as_str().unwrap().to_owned();
    let customer_path = format!("/customers/{id}");
    me.create(&format!("{customer_path}/notes"), json!({"text": "تفضّل المساء"})).await;
    let consent = json!({"channel": "whatsapp", "is_granted": true, "source": "phone"});
    assert_eq!(me.put(&format!("{customer_path}/consents"), consent).await.0, 200);
    me.create(&format!("/orders/{}/payments", order.id), json!({"amount": "50", "note": "عربون"})).await;
    let comments = format!("/orders/{}/comments", order.id);
    let comment = me.create(&comments, json!({"note": format!("عميلة دائمة، راجعها يا @{}", me.user)})).await["comment"].clone();
    let reworded = json!({"note": format!("عميلة مميزة، راجعها يا @{}", me.user), "version": comment["version"]});
    assert_eq!(me.put(&format!("/order-comments/{}", comment["id"].as_str().unwrap()), reworded).await.0, 200);
    me.create(&comments, json!({"note": "شكرًا لثقتك", "is_visible": true})).await;

    assert_eq!(me.data(&format!("{customer_path}/data-export")).await, json!({"export": null}));
    assert_eq!(me.get(&format!("{customer_path}/data-export/file")).await.0, 404);
    let export = me.create(&format!("{customer_path}/data-export"), json!({})).await;
    assert_eq!(export["status"], "running");
    assert_eq!(shop.assert_unchanged(me.post(&format!("{customer_path}/data-export"), json!({}))).await.0, 409);
    assert_eq!(me.get(&format!("{customer_path}/data-export/file")).await.0, 409);
    shop.drain().await;
    let finished = me.data(&format!("{customer_path}/data-export")).await["export"].clone();
    assert_eq!((&finished["status"], &finished["downloads"]), (&json!("done"), &json!(0)), "{finished}");
    let reply = me.call("GET", &format!("{customer_path}/data-export/file")).send().await;
    assert_eq!(
        (reply.status, reply.header("content-type"), reply.header("cache-control")),
        (200, "application/zip", "private, no-store")
    );
    assert!(!reply.header("content-disposition").contains("551234567"), "{}", reply.header("content-disposition"));
    assert_eq!(finished["size_bytes"].as_u64(), Some(reply.bytes.len() as u64));
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes.clone())).unwrap();
    let facts: Value = serde_json::from_str(&read(&mut archive, "data.json")).unwrap();
    assert_eq!(
        (&facts["profile"]["name"], &facts["profile"]["total_spent"]),
        (&json!("سارة <القحطاني>"), &json!("200.00")),
        "{facts}"
    );
    assert_eq!((&facts["notes"][0]["text"], &facts["consents"][0]["channel"]), (&json!("تفضّل المساء"), &json!("whatsapp")));
    let sold = &facts["orders"][0];
    assert_eq!(
        (&sold["number"], &sold["lines"][0]["quantity"], &sold["ledger"][1]["note"]),
        (&json!(1001), &json!(2), &json!("عربون")),
        "{sold}"
    );
    // What the team wrote about the order, as it reads now and before; names of mentioned members are left out of the file.
    let comment = |n: usize| {
        (&sold["comments"][n]["text"], &sold["comments"][n]["seen_by_customer"], &sold["comments"][n]["wordings_before"])
    };
    assert_eq!(comment(0), (&json!("عميلة مميزة، راجعها يا @…"), &json!(false), &json!(["عميلة دائمة، راجعها يا @…"])), "{sold}");
    assert_eq!(comment(1), (&json!("شكرًا لثقتك"), &json!(true), &Value::Null), "{sold}");
    for (page, expected_text) in [
        ("data-ar.html", ["قيد المراجعة", "واتساب", "تفضّل المساء", "تعليقات المتجر", "عميلة مميزة"]),
        ("data-en.html", ["Under review", "WhatsApp", "تفضّل المساء", "Store comments", "عميلة مميزة"]),
    ] {
        let page = read(&mut archive, page);
        assert!(expected_text.iter().all(|word| page.contains(word)) && page.contains("سارة &lt;القحطاني&gt;"), "{page}");
        assert!(!page.contains("نورة") && !page.contains("553334444"), "somebody else stands in it");
    }
    let sql = "SELECT after FROM journal WHERE store_id = ?1 AND subject = 'person_export' ORDER BY seq DESC LIMIT 1";
    let entry: db::Json<Value> = shop.app.db().conn().one(sql, p![me.store]).await.unwrap();
    assert_eq!((&entry.0["downloaded"], &entry.0["customer_id"]), (&json!(true), &json!(id)));
    assert_eq!(me.data(&format!("{customer_path}/data-export")).await["export"]["downloads"], json!(1));
    // Without the ability to export customers a member cannot download it; another store sees none.
    let reader = me.colleague(&shop, platform::identity::Role::CatalogueEditor).await;
    assert_eq!(reader.get(&format!("{customer_path}/data-export/file")).await.0, 403);
    assert_eq!(shop.merchant().await.get(&format!("{customer_path}/data-export/file")).await.0, 404);
    shop.advance(73 * 3_600_000);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    let files = shop.app.blobs.list(&format!("{}/person-exports", me.store)).await.unwrap();
    assert_eq!(files, Vec::<String>::new());
    let sql = "SELECT COUNT(*) FROM person_exports WHERE store_id = ?1";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![me.store]).await.unwrap(), 0);
}
