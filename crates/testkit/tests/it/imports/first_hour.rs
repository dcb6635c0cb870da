//! A merchant's first import: its language, its options, what could not be imported, and products sold before the undo (PR-09).

use serde_json::{Value, json};
use testkit::Merchant;

use super::{act, after, counts, path, products, rows, shop, upload};
use crate::checkout::{buy, person, product_id, set_up_checkout};

async fn only(m: &Merchant) -> Value {
    let all = products(m).await;
    assert_eq!(all.len(), 1, "{all:?}");
    m.data(&format!("/products/{}", all[0]["id"].as_str().unwrap())).await
}

const ENGLISH: &str = "Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty\n\
                       shirt,Linen shirt,<p>Light</p>,Loom & Co,summer,Color,Red,S-1,90,3\nshirt,,,,,,Blue,S-2,90,4\n";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_an_english_file_is_written_in_english() {
    let (shop, m) = shop().await;
    let import = upload(&m, "products_export.csv", ENGLISH).await;
    assert_eq!((&import["format"], &import["language"]), (&json!("shopify_classic"), &json!("en")), "{import}");
    assert_eq!(import["has_mark"], true);
    assert_eq!(counts(&after(&shop, &m, &import, "start").await).1, [1, 0, 0, 0]);
    let shirt = only(&m).await;
    assert_eq!((&shirt["name"], &shirt["brand"]), (&json!({"en": "Linen shirt"}), &json!("Loom & Co")));
    assert_eq!(shirt["description"], json!({"en": "<p>Light</p>"}));
    assert_eq!(shirt["options"][0]["values"], json!(["Red", "Blue"]));

    // The same goods in Arabic, known by their SKUs: no variant is made twice, and both languages are there.
    let arabic = ENGLISH
        .replace("Linen shirt", "قميص كتان")
        .replace("<p>Light</p>", "<p>خفيف</p>")
        .replace("Red", "أحمر")
        .replace("Blue", "أزرق");
    let second = upload(&m, "products_export.csv", arabic.as_str()).await;
    assert_eq!((&second["language"], &second["is_mapping_remembered"]), (&json!("ar"), &json!(false)));
    assert_eq!(counts(&after(&shop, &m, &second, "start").await).1, [0, 1, 0, 0]);
    let both = only(&m).await;
    assert_eq!(both["name"], json!({"ar": "قميص كتان", "en": "Linen shirt"}));
    assert_eq!(both["options"][0]["values"], json!(["Red", "Blue"]));
    assert_eq!(both["options"][0]["value_texts"], json!({"Red": {"ar": "أحمر"}, "Blue": {"ar": "أزرق"}}));
    let ids = |of: &Value| of["variants"].as_array().unwrap().iter().map(|v| v["id"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&both), ids(&shirt));
    for file in [arabic.as_str(), ENGLISH] {
        let again = upload(&m, "again.csv", file).await;
        assert_eq!(counts(&after(&shop, &m, &again, "start").await).1, [0, 0, 1, 0], "nothing changes");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_the_merchant_says_the_language_where_the_guess_is_wrong() {
    let (shop, m) = shop().await;
    let file = "SKU,Name,Price\nA-1,iPhone 15,3000\n";
    let import = upload(&m, "p.csv", file).await;
    assert_eq!(import["language"], "en");
    let (status, body) = m.put(&path(&import, "/mapping"), json!({"language": "ar"})).await;
    assert_eq!((status, &body["data"]["language"]), (200, &json!("ar")), "{body}");
    assert_eq!(m.put(&path(&import, "/mapping"), json!({"language": "fr"})).await.0, 422);
    after(&shop, &m, &import, "start").await;
    assert_eq!(only(&m).await["name"], json!({"ar": "iPhone 15"}));
    // Where each column names its language, no question is asked.
    let named = upload(&m, "q.csv", "name_ar,name_en,price\nشاي,Tea,5\n").await;
    assert_eq!(named["language"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_captions_of_arab_sheets_are_known_and_missing_marks_are_told() {
    let (_shop, m) = shop().await;
    let import = upload(&m, "p.csv", "اسم الصنف,رقم الصنف,الباركود الدولي,السعر,الماركة\nشاي,A-1,6281000000001,5,وردة\n").await;
    let fields: Vec<&str> = import["columns"].as_array().unwrap().iter().map(|c| c["field"].as_str().unwrap_or("-")).collect();
    assert_eq!(fields, ["name", "sku", "barcode", "regular_price", "brand"]);
    assert_eq!((&import["has_mark"], &import["language"]), (&json!(true), &json!("ar")));
    let bare = upload(&m, "q.csv", "اسم الصنف,السعر\nشاي,5\n").await;
    assert_eq!(bare["has_mark"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_notes_are_counted_and_a_file_with_nothing_to_write_closes() {
    let (shop, m) = shop().await;
    let file = "SKU,Name,Price,Sale price\nA-1,شاي,5,9\nA-2,قهوة,7,6\n";
    let import = upload(&m, "p.csv", file).await;
    let checked = after(&shop, &m, &import, "dry-run").await;
    assert_eq!((&checked["status"], &checked["noted_count"]), (&json!("checked"), &json!(1)), "{checked}");
    let (status, body) = m.get(&path(&import, "/rows?filter[is_noted]=true")).await;
    assert_eq!((status, body["data"].as_array().unwrap().len(), &body["data"][0]["label"]), (200, 1, &json!("شاي")));
    assert_eq!(m.get(&path(&import, "/rows?filter[is_noted]=perhaps")).await.0, 422);
    let finished = after(&shop, &m, &import, "start").await;
    assert_eq!((counts(&finished).1, &finished["noted_count"]), ([2, 0, 0, 0], &json!(1)));

    let again = upload(&m, "p.csv", file).await;
    let closed = after(&shop, &m, &again, "dry-run").await;
    assert_eq!(counts(&closed), ("done".into(), [0, 0, 2, 0]), "nothing waits for a press");
    assert_eq!((&closed["can_undo"], closed["finished_at"].is_string()), (&json!(false), true));
    // With another column excluded it may be checked again.
    assert_eq!(counts(&after(&shop, &m, &again, "dry-run").await).0, "done");
    let reply = m.call("POST", &path(&import, "/dry-run")).send().await;
    assert_eq!(reply.status, 409, "what wrote something is not checked anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_09_an_undo_says_that_a_product_was_sold_since() {
    let (shop, m) = shop().await;
    let setup = set_up_checkout(&shop, &m).await;
    let import = upload(&m, "p.csv", "SKU,Name,Price,Quantity\nA-1,شاي,5,9\nA-2,قهوة,7,9\nA-3,ماء,1,9\n").await;
    after(&shop, &m, &import, "start").await;
    let of = |all: &[Value], sku: &str| all.iter().find(|p| p["sku"] == sku).unwrap().clone();
    let all = products(&m).await;
    buy(&shop, &setup, &person(1), &[(product_id(&of(&all, "A-1")), None, 2)]).await;
    let coffee = of(&all, "A-2")["id"].as_str().unwrap().to_owned();
    assert_eq!(m.put(&format!("/products/{coffee}"), json!({"regular_price": "8"})).await.0, 200);
    act(&m, &import, "undo").await;
    shop.drain().await;
    let kept_rows = rows(&m.in_english(), &import, "kept").await;
    let note_text = |row: &Value| row["notes"][0]["message"].as_str().unwrap().to_owned();
    assert_eq!(kept_rows.len(), 2, "{kept_rows:?}");
    assert!(note_text(&kept_rows[0]).contains("was sold after"), "{}", note_text(&kept_rows[0]));
    assert!(note_text(&kept_rows[1]).contains("was changed after"), "{}", note_text(&kept_rows[1]));
}
