//! A store's export contains everything of that store, and nothing of another (decisions §11).

use std::collections::BTreeMap;

use db::p;
use serde_json::{Value, json};
use testkit::TestShop;

/// The files of a tar archive, by name.
fn untar(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut at = 0;
    while bytes[at..at + 512].iter().any(|b| *b != 0) {
        let header = &bytes[at..at + 512];
        let text = |from: usize, to: usize| {
            String::from_utf8(header[from..to].iter().copied().take_while(|b| *b != 0).collect()).unwrap()
        };
        let sum: u32 = header.iter().enumerate().map(|(i, b)| if (148..156).contains(&i) { 32 } else { u32::from(*b) }).sum();
        assert_eq!(u32::from_str_radix(text(148, 154).trim(), 8).unwrap(), sum);
        let size = usize::from_str_radix(&text(124, 135), 8).unwrap();
        files.insert(text(0, 100), bytes[at + 512..at + 512 + size].to_vec());
        at += 512 + size.next_multiple_of(512);
    }
    files
}

fn rows(files: &BTreeMap<String, Vec<u8>>, table: &str) -> Vec<Value> {
    let text = files.get(&format!("data/{table}.jsonl")).map(|b| String::from_utf8(b.clone()).unwrap()).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_holds_every_row_and_file_of_its_store_and_nothing_else() {
    let shop = TestShop::start().await;
    let (merchant, neighbour) = (shop.sample_merchant(8, 12).await, shop.merchant().await);
    neighbour.product(json!({"sku": "NEIGHBOUR"})).await;
    let picture = crate::media::upload(&merchant, crate::media::picture(700, 400, image::ImageFormat::Jpeg)).await;
    crate::media::upload(&neighbour, crate::media::picture(30, 20, image::ImageFormat::Png)).await;
    shop.drain().await;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store.tar");
    let (count, pictures) = server::export::export(&shop.app, &merchant.slug, &path).await.unwrap();
    let files = untar(&std::fs::read(&path).unwrap());
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "nothing else is left");

    let about: Value = serde_json::from_slice(&files["about.json"]).unwrap();
    assert_eq!(about["slug"], merchant.slug.as_str());
    let mut total = 0;
    for (table, n) in about["rows"].as_object().unwrap() {
        let all = rows(&files, table);
        assert_eq!(n.as_u64().unwrap(), all.len() as u64, "{table}");
        let key = if table == "stores" { "id" } else { "store_id" };
        assert!(all.iter().all(|row| row[key] == merchant.store.raw()), "{table}");
        assert!(all.iter().all(|row| row.as_object().unwrap().keys().all(|k| !k.ends_with("_hash"))), "{table}");
        if table != "stores" {
            let sql = format!("SELECT COUNT(*) FROM {table} WHERE store_id = ?1");
            assert_eq!(
                shop.app.db().conn().one::<i64>(&sql, p![merchant.store]).await.unwrap(),
                i64::try_from(all.len()).unwrap(),
                "{table}"
            );
        }
        total += all.len();
    }
    assert_eq!(total, count);
    assert_eq!((rows(&files, "products").len(), rows(&files, "orders").len(), rows(&files, "stores").len()), (8, 12, 1));
    let product = &rows(&files, "products")[0];
    assert!(
        product["is_active"].is_boolean() && product["regular_price"].is_number() | product["regular_price"].is_null(),
        "{product}"
    );

    let media: Vec<&String> = files.keys().filter(|name| name.starts_with("media/")).collect();
    assert_eq!(media.len(), pictures);
    assert_eq!(media.len(), 1 + 3 + 3, "the original, and 320, 640 and its own 700 px as WebP and as AVIF");
    let name = picture["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    assert!(image::load_from_memory(&files[&format!("media/{name}")]).is_ok());
    assert!(server::export::export(&shop.app, "nobody", &path).await.is_err());
}
