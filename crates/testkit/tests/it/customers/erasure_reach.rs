//! How far an erasure reaches into data shared with others: files with many people, coupons, numbers with the same ending.

use db::p;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::coupons::coupon;

async fn import(shop: &TestShop, m: &Merchant, name: &str, file: &str) -> String {
    let reply = m.upload("/customer-imports", "file", name, "text/csv", file).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let path = format!("/customer-imports/{}", reply.data()["id"].as_str().unwrap());
    assert_eq!(m.call("POST", &format!("{path}/start")).send().await.status, 200);
    shop.drain().await;
    assert_eq!(m.data(&path).await["status"], "done");
    path
}

async fn erase(shop: &TestShop, m: &Merchant, own: &str, name: &str) {
    let version = m.data(&format!("{own}/erasure")).await["version"].clone();
    let request = json!({"reason": "person_asked", "confirmation": name, "version": version});
    let (status, answer) = m.post(&format!("{own}/erase"), request).await;
    assert_eq!(status, 200, "{answer}");
    shop.drain().await;
}

async fn id_of(m: &Merchant, search: &str) -> String {
    let found = m.data(&format!("/customers?search={}", super::encoded(search))).await;
    format!("/customers/{}", found[0]["id"].as_str().unwrap())
}

/// CU-01: an erasure deletes the imports whose file or rows contain the person, and leaves every other one with its undo.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_import_without_the_erased_person_stays_undoable() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let hind =
        import(&shop, &m, "a.csv", "Name,Mobile,Street\nهند الحربي,0551110002,شارع التحلية\nسارة العتيبي,0551110009,\n").await;
    let sara = import(&shop, &m, "b.csv", "Name,Mobile,Street\nسارة القحطاني,0551110001,شارع التحلية\n").await;
    // The same person without a matching row: the number is wrong, and the name is split over two columns.
    let refused = import(&shop, &m, "c.csv", "First Name,Last Name,Phone\nسارة,القحطاني,12\nنورة,الحربي,0551110003\n").await;
    let named = import(&shop, &m, "سارة القحطاني.csv", "Name,Mobile\nليلى,0551110004\n").await;
    let reem = import(&shop, &m, "d.csv", "Name,Mobile,Email\nريم,0551110005,reem@example.com\n").await;
    let own = id_of(&m, "551110001").await;
    let (undoable, removed) = ([&hind, &reem], [&sara, &refused, &named]);
    erase(&shop, &m, &own, "سارة القحطاني").await;
    for path in removed {
        assert_eq!(m.get(path).await.0, 404, "{path}");
    }
    let sql = "SELECT COUNT(*) FROM import_rows WHERE store_id = ?1";
    assert_eq!(shop.app.db().conn().one::<i64>(sql, p![m.store]).await.unwrap(), 3, "rows of the two that stay");
    assert_eq!(shop.app.blobs.list(&format!("{}/imports", m.store)).await.unwrap().len(), 2);
    for path in undoable {
        assert_eq!(m.data(path).await["can_undo"], true);
        assert_eq!(m.call("POST", &format!("{path}/undo")).send().await.status, 200, "{path}");
        shop.drain().await;
        let undone = m.data(path).await;
        assert_eq!((&undone["status"], &undone["kept_count"]), (&json!("undone"), &json!(0)), "{undone}");
    }
    let remaining = m.data("/customers?per_page=100").await;
    let names: Vec<&Value> = remaining.as_array().unwrap().iter().map(|k| &k["name"]).collect();
    assert_eq!(names.len(), 2, "those of the files that went stay: {names:?}");
}

/// CU-01: an import that wrote the person's record is deleted with it, also where its file holds an older name and number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_an_import_that_wrote_an_erased_record_is_deleted() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let old = import(&shop, &m, "old.csv", "Name,Mobile\nمها,0551110007\n").await;
    let other = import(&shop, &m, "other.csv", "Name,Mobile\nهند,0551110002\n").await;
    let own = id_of(&m, "551110007").await;
    let now = json!({"name": "مها السالم", "mobile": "0559990000"});
    let (status, answer) = m.put(&own, now).await;
    assert_eq!(status, 200, "{answer}");
    erase(&shop, &m, &own, "مها السالم").await;
    assert_eq!((m.get(&old).await.0, m.get(&other).await.0), (404, 200));
}

/// CU-01: coupons whose name or code mentions the person are listed before the erasure and stay; a deleted one, which nobody can
/// change, loses the name.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_coupons_that_name_the_person_are_told() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let customer = m.create("/customers", json!({"name": "Sara Alqahtani", "mobile": "0551234567"})).await;
    let customer_path = format!("/customers/{}", customer["id"].as_str().unwrap());
    let named = coupon(&m, json!({"name": "For Sara Alqahtani", "code": "GIFT"})).await;
    let coded = coupon(&m, json!({"name": "عرض", "code": "SARA"})).await;
    coupon(&m, json!({"name": "Saratoga", "code": "SARATOGA5"})).await;
    let removed = coupon(&m, json!({"name": "Once for Sara Alqahtani", "code": "OLD"})).await;
    assert_eq!(m.delete(&format!("/coupons/{}", removed["id"].as_str().unwrap()), Value::Null).await.0, 200);
    let preview = m.data(&format!("{customer_path}/erasure")).await;
    assert_eq!(
        preview["mentions"],
        json!([
            {"kind": "coupon", "id": named["id"], "name": "For Sara Alqahtani", "is_mended": false},
            {"kind": "coupon", "id": coded["id"], "name": "عرض", "is_mended": false},
        ]),
        "{preview}"
    );
    erase(&shop, &m, &customer_path, "Sara Alqahtani").await;
    let sql = "SELECT name FROM coupons WHERE store_id = ?1 AND code = ?2";
    let name = async |code: &str| shop.app.db().conn().one::<String>(sql, p![m.store, code]).await.unwrap();
    assert_eq!(name("GIFT").await, "For Sara Alqahtani");
    assert_eq!(name("OLD").await, format!("#{}", removed["id"].as_str().unwrap()));
}

/// CU-01: a number of another country with the same ending belongs to somebody else: it is listed and stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cu_01_numbers_with_the_same_last_digits_stay_separate() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let customer = m.create("/customers", json!({"name": "Sara Alqahtani", "mobile": "0551234567"})).await;
    let customer_path = format!("/customers/{}", customer["id"].as_str().unwrap());
    for name in ["0551234567", "+971551234567"] {
        m.create("/customer-groups", json!({"name": name})).await;
    }
    let preview = m.data(&format!("{customer_path}/erasure")).await;
    let contacts: Vec<(&Value, &Value)> =
        preview["mentions"].as_array().unwrap().iter().map(|m| (&m["name"], &m["is_mended"])).collect();
    assert_eq!(contacts, [(&json!("0551234567"), &json!(true)), (&json!("+971551234567"), &json!(false))]);
    erase(&shop, &m, &customer_path, "Sara Alqahtani").await;
    let groups = m.data("/customer-groups").await;
    let names: Vec<&str> = groups.as_array().unwrap().iter().map(|g| g["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"+971551234567") && !names.contains(&"0551234567"), "{names:?}");
}
