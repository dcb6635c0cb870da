//! Customer imports over HTTP: from the upload to the undo.

use db::p;
use gateways::Blobs;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use super::again;
use crate::checkout::{Person, buy, product_id, set_up_checkout};

async fn upload(m: &Merchant, bytes: impl Into<Vec<u8>>) -> Value {
    let reply = m.upload("/customer-imports", "file", "customers.csv", "text/csv", bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.data()
}

fn path(import: &Value, rest: &str) -> String {
    format!("/customer-imports/{}{rest}", import["id"].as_str().unwrap())
}

/// Starts a step, waits until it is over, and returns the import.
async fn after(shop: &TestShop, m: &Merchant, import: &Value, label: &str) -> Value {
    let reply = m.call("POST", &path(import, &format!("/{label}"))).send().await;
    assert_eq!(reply.status, 200, "{label}: {}", reply.text());
    shop.drain().await;
    m.data(&path(import, "")).await
}

/// Status, then created, updated, unchanged, failed.
fn counts(import: &Value) -> (&str, [i64; 4]) {
    let n = |key: &str| import[key].as_i64().unwrap();
    (import["status"].as_str().unwrap(), [n("created_count"), n("updated_count"), n("unchanged_count"), n("failed_count")])
}

async fn mode(m: &Merchant, import: &Value, mode: &str) {
    let (status, answer) = m.put(&path(import, "/mapping"), json!({"mode": mode})).await;
    assert_eq!((status, &answer["data"]["mode"]), (200, &json!(mode)), "{answer}");
}

/// Uploads a file and runs the import.
async fn run(shop: &TestShop, m: &Merchant, file: &str, existing: &str) -> Value {
    let import = upload(m, file).await;
    mode(m, &import, existing).await;
    after(shop, m, &import, "start").await
}

async fn rows(m: &Merchant, import: &Value) -> Vec<Value> {
    let (status, body) = m.get(&path(import, "/rows?per_page=100")).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().clone()
}

/// All messages of a row.
fn messages_of(row: &Value) -> String {
    let of =
        |key: &str| row[key].as_array().unwrap().iter().map(|m| m["message"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    [of("errors"), of("notes")].concat().join(" | ")
}

async fn customer(m: &Merchant, search: &str) -> Value {
    let (_, found) = m.get(&format!("/customers?search={}", super::encoded(search))).await;
    assert_eq!(found["data"].as_array().unwrap().len(), 1, "{search}: {found}");
    m.data(&format!("/customers/{}", found["data"][0]["id"].as_str().unwrap())).await
}

async fn total(m: &Merchant) -> i64 {
    m.get("/customers").await.1["meta"]["total"].as_i64().unwrap()
}

const SHOPIFY: &str = "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,\
    Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,\
    Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n\
    9000000001,Sample,One,one@example.com,yes,,1 Test St,,Cairo,C,EG,11511,'+201012345678,'+201012345678,no,1250.50,3,,no,\"vip, wholesale\"\n\
    9000000002,عميل,تجريبي,two@example.com,,,شارع الاختبار,,Riyadh,01,SA,12345,0512345678,,no,0.00,0,\"ملاحظة, بفاصلة\",no,\n";

/// CU-01: a file of Shopify becomes customers with address, tags, note and consent; a dry run before it writes none, the same file
/// again changes nothing, and an undo takes all of it back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_a_file_of_another_platform_becomes_customers() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let import = upload(&m, SHOPIFY).await;
    assert_eq!((&import["format"], &import["mode"], &import["status"]), (&json!("shopify"), &json!("fill"), &json!("mapping")));
    assert_eq!(import["columns"][1]["samples"], json!(["Sample", "عميل"]));
    let checked = after(&shop, &m, &import, "dry-run").await;
    assert_eq!((counts(&checked), total(&m).await), (("checked", [2, 0, 0, 0]), 0));
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!(counts(&finished), ("done", [2, 0, 0, 0]), "{:?}", rows(&m, &import).await);
    let one = customer(&m, "201012345678").await;
    assert_eq!((&one["name"], &one["email"], &one["country"]), (&json!("Sample One"), &json!("one@example.com"), &json!("EG")));
    assert_eq!((&one["tags"], &one["city"]), (&json!(["vip", "wholesale"]), &json!("القاهرة")));
    let consent = |k: &Value, channel: &str| {
        let consent = k["consents"].as_array().unwrap().iter().find(|c| c["channel"] == channel).unwrap().clone();
        (consent["is_granted"].clone(), consent["source"].clone())
    };
    assert_eq!(consent(&one, "email"), (json!(true), json!("import")));
    assert_eq!(consent(&one, "sms"), (json!(false), json!("import")));
    assert_eq!(consent(&one, "calls"), (json!(null), json!(null)));
    assert_eq!(one["addresses"][0]["street"], "1 Test St");
    let two = customer(&m, "two@example.com").await;
    assert_eq!((&two["mobile"], &two["city"]), (&json!("+966512345678"), &json!("الرياض")));
    let notes = m.data(&format!("/customers/{}/notes", two["id"].as_str().unwrap())).await;
    assert_eq!((notes.as_array().unwrap().len(), &notes[0]["text"]), (1, &json!("ملاحظة, بفاصلة")));
    let of_two = rows(&m, &import).await.remove(1);
    assert!(messages_of(&of_two).contains("تم استخدام رقم العنوان") && of_two["customer_id"] == two["id"], "{of_two}");
    // What the page of the customer tells: who made the record, and from where the consent is.
    let (_, activity) = m.get(&format!("/customers/{}/activity", one["id"].as_str().unwrap())).await;
    assert!(activity.to_string().contains("\"source\":\"import\""), "{activity}");

    for mode in ["fill", "both"] {
        let same = run(&shop, &m, SHOPIFY, mode).await;
        assert_eq!(counts(&same), ("done", [0, 0, 2, 0]), "{mode}: {:?}", rows(&m, &same).await);
        assert_eq!(same["can_undo"], false);
    }
    let undone = after(&shop, &m, &import, "undo").await;
    assert_eq!((&undone["status"], &undone["kept_count"], total(&m).await), (&json!("undone"), &json!(0), 0));
    let c = shop.app.db().conn();
    let sql = "SELECT COUNT(*) FROM journal WHERE store_id = ?1 AND (after LIKE '%one@example.com%' OR before LIKE '%one@example.com%')";
    assert_eq!(c.one::<i64>(sql, p![m.store]).await.unwrap(), 0, "who is gone is not left in the journal");
    assert_eq!(
        c.one::<i64>("SELECT COUNT(*) FROM search_tokens WHERE store_id = ?1 AND subject = 'customer'", p![m.store])
            .await
            .unwrap(),
        0
    );
}

/// CU-01: rows that cannot be read are refused in the caller's language, each with its column and reason, and come back as a file.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_refused_rows_have_reasons_and_a_file() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let file = "الاسم,رقم الجوال,البريد,المدينة\n\
        سارة,٠٥٠١٢٣٤٥٦٧,,الرياض\n\
        هند,9.66E+11,,جدة\n\
        نورة,501234567,,جدة\n\
        ,,x@example.com,\n\
        ليلى,,ليس بريدًا,\n\
        مها,0501234568,,كوكب بعيد\n";
    let finished = run(&shop, &m, file, "fill").await;
    let all = rows(&m, &finished).await;
    assert_eq!(counts(&finished), ("done", [2, 0, 0, 4]), "{all:?}");
    let at = |n: usize| messages_of(&all[n]);
    assert!(at(1).contains("برنامج الجداول قرّب") && all[1]["errors"][0]["column"] == "رقم الجوال", "{}", at(1));
    assert!(at(2).contains("في الصف 2"), "{}", at(2));
    assert!(at(3).contains("مطلوب"), "{}", at(3));
    assert!(at(4).contains("ليس بريدًا إلكترونيًا صحيحًا"), "{}", at(4));
    assert!(at(5).contains("كوكب بعيد") && all[5]["outcome"] == "created", "{}", at(5));
    assert_eq!(customer(&m, "501234568").await["city"], "كوكب بعيد");
    let reply = m.in_english().call("GET", &path(&finished, "/rows")).send().await;
    assert!(reply.text().contains("The spreadsheet rounded"), "{}", reply.text());
    let file = m.call("GET", &path(&finished, "/failed-file")).send().await;
    let text = String::from_utf8(file.bytes).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    // Corrected and sent again: nothing of what was written before is written twice.
    let corrected = text
        .replace("9.66E+11", "0501234569")
        .replace("ليس بريدًا", "l@example.com")
        .replace(",,x@example.com,", "لينا,,x@example.com,");
    let again = run(&shop, &m, &corrected, "fill").await;
    assert_eq!(counts(&again), ("done", [3, 0, 1, 0]), "{:?}", rows(&m, &again).await);
    assert_eq!(total(&m).await, 5);
}

/// CU-01: modes for an existing customer: fill gaps, overwrite, or skip; an opt-out never becomes a consent.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_existing_customer_is_filled_overwritten_or_left() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let customer = m.create("/customers", json!({"name": "سارة", "mobile": "0501234567", "tags": ["vip"]})).await;
    let customer_path = format!("/customers/{}", customer["id"].as_str().unwrap());
    let no = json!({"channel": "sms", "is_granted": false, "source": "phone"});
    assert_eq!(m.put(&format!("{customer_path}/consents"), no).await.0, 200);
    let by_hand = json!({"channel": "calls", "is_granted": true, "source": "import"});
    assert_eq!(m.put(&format!("{customer_path}/consents"), by_hand).await.0, 422);
    let file = "Name,Mobile,Email,Tags,Groups,Agrees to SMS,Agrees to WhatsApp\nSara A.,+966 50 123 4567,s@example.com,new,جملة,yes,yes\n";
    let remaining = run(&shop, &m, file, "create").await;
    assert_eq!((counts(&remaining), &remaining["skipped_count"]), (("done", [0, 0, 0, 0]), &json!(1)));
    let before = m.data(&customer_path).await;

    let filled = run(&shop, &m, file, "fill").await;
    assert_eq!(counts(&filled), ("done", [0, 1, 0, 0]), "{:?}", rows(&m, &filled).await);
    let now = m.data(&customer_path).await;
    assert_eq!((&now["name"], &now["email"], &now["tags"]), (&json!("سارة"), &json!("s@example.com"), &json!(["new", "vip"])));
    assert_eq!(now["groups"][0]["name"], "جملة");
    let sms = now["consents"].as_array().unwrap().iter().find(|c| c["channel"] == "sms").unwrap();
    assert_eq!((&sms["is_granted"], &sms["source"]), (&json!(false), &json!("phone")));
    assert!(messages_of(&rows(&m, &filled).await[0]).contains("ألغى العميل الاشتراك في هذه القناة"));

    let overrides = run(&shop, &m, file, "both").await;
    assert_eq!(counts(&overrides), ("done", [0, 1, 0, 0]));
    let now = m.data(&customer_path).await;
    assert_eq!((&now["name"], &now["tags"]), (&json!("Sara A."), &json!(["new"])));
    let sms = now["consents"].as_array().unwrap().iter().find(|c| c["channel"] == "sms").unwrap();
    assert_eq!(sms["is_granted"], false);

    // Undo of the later import, then of the earlier one: the record is what it was.
    for import in [&overrides, &filled] {
        let undone = after(&shop, &m, import, "undo").await;
        assert_eq!(
            (&undone["status"], &undone["kept_count"]),
            (&json!("undone"), &json!(i64::from(import == &filled))),
            "{undone}"
        );
    }
    let restored = m.data(&customer_path).await;
    assert_eq!(
        (&restored["name"], &restored["tags"], &restored["email"]),
        (&json!("سارة"), &json!(["new", "vip"]), &json!("s@example.com"))
    );
    assert_eq!(before["name"], restored["name"]);
    assert_eq!(m.get("/customers?search=Sara").await.1["meta"]["total"], 1, "names that were there go on finding them");
}

/// CU-01: an undo leaves whoever was changed or has ordered since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_undo_leaves_whoever_was_changed_or_has_ordered() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let setup = set_up_checkout(&shop, &m).await;
    let product = product_id(&m.product(json!({"qty": 100})).await);
    let file = "Name,Mobile\nسارة,0551110001\nهند,0551110002\nمها,0551110003\n";
    let finished = run(&shop, &m, file, "fill").await;
    let buyer = Person { name: "سارة".into(), mobile: "0551110001".into(), city: "الرياض" };
    buy(&shop, &setup, &buyer, &[(product, None, 1)]).await;
    let hind = customer(&m, "551110002").await;
    assert_eq!(m.put(&format!("/customers/{}", hind["id"].as_str().unwrap()), json!({"tags": ["vip"]})).await.0, 200);
    let undone = after(&shop, &m, &finished, "undo").await;
    assert_eq!((&undone["kept_count"], total(&m).await), (&json!(2), 2));
    let all = rows(&m, &undone).await;
    assert!(messages_of(&all[0]).contains("طلبات بعد الاستيراد") && messages_of(&all[1]).contains("تغيّر العميل"), "{all:?}");
    assert_eq!(all[2]["outcome"], "undone");
}

/// CU-01: importing our own export changes nothing, in either language and in both formats.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_our_own_export_comes_back_and_changes_nothing() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let setup = set_up_checkout(&shop, &m).await;
    let product = product_id(&m.product(json!({"qty": 100})).await);
    for (name, mobile) in [("=سارة", "0551110001"), ("هند علي", "0551110002")] {
        buy(&shop, &setup, &Person { name: name.into(), mobile: mobile.into(), city: "جدة" }, &[(product, None, 1)]).await;
    }
    let groups: Vec<Value> = [
        m.create("/customer-groups", json!({"name": "جملة"})).await,
        m.create("/customer-groups", json!({"name": "أ، ب"})).await,
    ]
    .into_iter()
    .map(|g| g["id"].clone())
    .collect();
    let first = customer(&m, "551110001").await;
    let customer_path = format!("/customers/{}", first["id"].as_str().unwrap());
    assert_eq!(m.put(&customer_path, json!({"tags": ["مهم", "v، p"], "group_ids": groups, "language": "en"})).await.0, 200);
    let consent = json!({"channel": "sms", "is_granted": true, "source": "phone"});
    assert_eq!(m.put(&format!("{customer_path}/consents"), consent).await.0, 200);
    m.create("/customers", json!({"name": "بلا رقم", "email": "none@example.com"})).await;
    let before = m.get("/customers").await.1["data"].clone();
    for (format, language) in [("csv", "ar"), ("csv", "en"), ("xlsx", "ar")] {
        let export = m.create("/customer-exports", json!({"format": format, "language": language})).await;
        let file = m.call("GET", &format!("/customer-exports/{}/file", export["id"].as_str().unwrap())).send().await;
        for existing in ["fill", "both"] {
            let import = upload(&m, file.bytes.clone()).await;
            assert_eq!(import["format"], "rawaj");
            mode(&m, &import, existing).await;
            let finished = after(&shop, &m, &import, "start").await;
            assert_eq!(
                counts(&finished),
                ("done", [0, 0, 3, 0]),
                "{format} {language} {existing}: {:?}",
                rows(&m, &finished).await
            );
        }
    }
    assert_eq!(m.get("/customers").await.1["data"], before);
}

/// CU-01: a file of unknown captions is mapped by hand, the mapping is remembered, and one without a column that identifies a
/// customer is refused.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_columns_are_mapped_by_hand_and_remembered() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let file = "من,كيف\nسارة,0501234567\n";
    let import = upload(&m, file).await;
    let (status, answer) = m.put(&path(&import, "/mapping"), json!({"mapping": {"من": "name"}})).await;
    assert_eq!(status, 422, "{answer}");
    assert!(answer["errors"]["mapping"][0].as_str().unwrap().contains("الجوال أو البريد"));
    let (status, answer) = m.put(&path(&import, "/mapping"), json!({"mapping": {"من": "name", "كيف": "mobile"}})).await;
    assert_eq!(status, 200, "{answer}");
    for (body, at) in [
        (json!({"mapping": {"من": "price"}}), "mapping.من"),
        (json!({"mapping": {"غائب": "name"}}), "mapping.غائب"),
        (json!({"mode": "update"}), "mode"),
    ] {
        let (status, answer) = m.put(&path(&import, "/mapping"), body).await;
        assert!(status == 422 && answer["errors"][at].is_array(), "{at}: {answer}");
    }
    assert_eq!(counts(&after(&shop, &m, &import, "start").await), ("done", [1, 0, 0, 0]));
    let again = upload(&m, file).await;
    assert_eq!((&again["is_mapping_remembered"], &again["columns"][1]["field"]), (&json!(true), &json!("mobile")));
    // Another kind of import does not see the mapping, nor find the import.
    let other = path(&import, "").replace("customer-imports", "product-imports");
    assert_eq!(m.get(&other).await.0, 404);
    let products = m.upload("/product-imports", "file", "p.csv", "text/csv", file).await.data();
    assert_eq!(products["is_mapping_remembered"], false);
    assert_eq!(m.get("/product-imports").await.1["meta"]["total"], 1);
}

/// CU-01: a file and its rows are kept for thirty days, the period of the undo, and then deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_files_of_people_are_thrown_away_after_thirty_days() {
    let folder = tempfile::tempdir().unwrap();
    let shop = TestShop::with_blobs(Blobs::folder(folder.path()).unwrap(), |_| {}).await;
    let m = shop.merchant().await;
    let finished = run(&shop, &m, "Name,Mobile\nسارة,0551110001\n", "fill").await;
    let stored_counts = async |m: &Merchant| {
        let c = shop.app.db().conn();
        let of = async |table: &str| {
            c.one::<i64>(&format!("SELECT COUNT(*) FROM {table} WHERE store_id = ?1"), p![m.store]).await.unwrap()
        };
        (of("imports").await, of("import_rows").await, shop.app.blobs.list(&format!("{}/imports", m.store)).await.unwrap().len())
    };
    shop.advance(29 * Millis::DAY);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(stored_counts(&m).await, (1, 1, 1));
    shop.advance(Millis::DAY + 2 * Millis::HOUR);
    shop.worker.tick().await.unwrap();
    shop.drain().await;
    assert_eq!(stored_counts(&m).await, (0, 0, 0));
    let m = again(m).await;
    assert_eq!(m.get(&path(&finished, "")).await.0, 404);
    assert_eq!(total(&m).await, 1, "the customer stays");
}

/// CU-01: a person erased after an opt-out is not imported again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_import_brings_nobody_back_who_was_erased() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let file = "Name,Mobile\nسارة,0551110001\nهند,0551110002\n";
    let finished = run(&shop, &m, file, "fill").await;
    let sara = customer(&m, "551110001").await;
    let customer_path = format!("/customers/{}", sara["id"].as_str().unwrap());
    let no = json!({"channel": "sms", "is_granted": false, "source": "phone"});
    assert_eq!(m.put(&format!("{customer_path}/consents"), no).await.0, 200);
    // A file that is being imported may hold them.
    let other = upload(&m, file).await;
    assert_eq!(m.call("POST", &path(&other, "/start")).send().await.status, 200);
    let preview = m.data(&format!("{customer_path}/erasure")).await;
    assert_eq!(preview["stops"][0]["code"], "import_at_work", "{preview}");
    shop.drain().await;
    let version = m.data(&format!("{customer_path}/erasure")).await["version"].clone();
    let request = json!({"reason": "person_asked", "confirmation": "سارة", "version": version});
    let (status, answer) = m.post(&format!("{customer_path}/erase"), request).await;
    assert_eq!(status, 200, "{answer}");
    shop.drain().await;
    assert_eq!(m.get(&path(&finished, "")).await.0, 404, "her file is gone");
    assert_eq!(shop.app.blobs.list(&format!("{}/imports", m.store)).await.unwrap(), Vec::<String>::new());
    let rows_left: i64 =
        shop.app.db().conn().one("SELECT COUNT(*) FROM import_rows WHERE store_id = ?1", p![m.store]).await.unwrap();
    assert_eq!(rows_left, 0);
    let back = run(&shop, &m, file, "fill").await;
    let all = rows(&m, &back).await;
    assert_eq!(counts(&back), ("done", [0, 0, 1, 1]), "{all:?}");
    assert!(messages_of(&all[0]).contains("تم محو بيانات هذا الشخص"), "{all:?}");
}

/// CU-01: many rows are written in small transactions; a job that runs twice writes no customer twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_many_rows_are_written_once() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let mut file = String::from("Name,Mobile,City,Street,Tags\n");
    for n in 0..230 {
        file += &format!("عميل {n},05{:08},الرياض,شارع {n},\"new, t{}\"\n", 51_000_000 + n, n % 7);
    }
    let import = upload(&m, file.clone()).await;
    assert_eq!(m.call("POST", &path(&import, "/start")).send().await.status, 200);
    assert_eq!(m.call("POST", &path(&import, "/start")).send().await.status, 409);
    // A second import of a store is refused while one runs; it does not queue.
    let second = upload(&m, file).await;
    let busy = m.call("POST", &path(&second, "/start")).send().await;
    assert_eq!((busy.status, &busy.json["code"]), (409, &json!("import_at_work")));
    shop.drain().await;
    let finished = m.data(&path(&import, "")).await;
    assert_eq!((counts(&finished), &finished["done"], &finished["total"]), (("done", [230, 0, 0, 0]), &json!(230), &json!(230)));
    let c = shop.app.db().conn();
    let people: i64 = c.one("SELECT COUNT(*) FROM customers WHERE store_id = ?1", p![m.store]).await.unwrap();
    let addresses: i64 = c.one("SELECT COUNT(*) FROM customer_addresses WHERE store_id = ?1", p![m.store]).await.unwrap();
    assert_eq!((people, addresses), (230, 230));
    let again = after(&shop, &m, &second, "start").await;
    assert_eq!(counts(&again), ("done", [0, 0, 230, 0]));
}
