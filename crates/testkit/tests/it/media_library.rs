//! The media library over HTTP (ME-01): list, search, filters, total size, uses, replacement, deletion.

use image::ImageFormat;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::media::{picture, upload};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

fn id(picture: &Value) -> String {
    picture["id"].as_str().unwrap().to_owned()
}

async fn named(m: &Merchant, name: &str, bytes: Vec<u8>) -> Value {
    let reply = m.upload("/media", "media", name, "image/png", bytes).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json["data"].clone()
}

async fn found(m: &Merchant, query: &str) -> Vec<String> {
    let (status, body) = m.get(&format!("/media?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().iter().map(|i| i["picture"]["file_name"].as_str().unwrap().to_owned()).collect()
}

/// ME-01: names and descriptions are found folded; filters and sorts say what they mean; another store sees nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_01_the_library_is_searched_filtered_and_sorted() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let a = named(&m, "عطر-العود.png", picture(40, 30, ImageFormat::Png)).await;
    shop.advance(1_000);
    named(&m, "shoe_red.jpg", picture(60, 60, ImageFormat::Jpeg)).await;
    shop.advance(1_000);
    named(&m, "dance.gif", picture(8, 8, ImageFormat::Gif)).await;
    m.upload("/file", "file", "منتجات.csv", "text/csv", "a,b\n1,2\n").await;
    assert_eq!(found(&m, "").await, ["dance.gif", "shoe_red.jpg", "عطر-العود.png"], "newest first, files for imports are none");
    assert_eq!(found(&m, "sort=created_at").await[0], "عطر-العود.png");
    let (_, body) = m.get("/media?sort=size").await;
    let sizes: Vec<i64> = body["data"].as_array().unwrap().iter().map(|i| i["size_bytes"].as_i64().unwrap()).collect();
    assert!(sizes.is_sorted() && sizes[0] < sizes[2], "{sizes:?}");
    assert_eq!(found(&m, "filter[type]=gif,png").await, ["dance.gif", "عطر-العود.png"]);
    let search = |word: &str| kernel::slug::percent_encode(word);
    assert_eq!(found(&m, &format!("search={}", search("العُود"))).await, ["عطر-العود.png"]);
    assert_eq!(found(&m, "search=RED").await, ["shoe_red.jpg"]);
    assert_eq!(found(&m, "search=red+dance").await.len(), 0);
    let (status, _) = m.put(&format!("/media/{}", id(&a)), json!({"alt": {"ar": "زجاجة بخور", "en": ""}})).await;
    assert_eq!(status, 200);
    assert_eq!(found(&m, &format!("search={}", search("زجاجه"))).await, ["عطر-العود.png"]);
    assert_eq!(found(&m, "filter[without_alt]=ar").await, ["dance.gif", "shoe_red.jpg"]);
    assert_eq!(found(&m, "filter[without_alt]=en").await.len(), 3);
    assert!(found(&stranger, "").await.is_empty());
    // A page ends where the next one begins.
    let (_, first) = m.get("/media?per_page=2").await;
    let cursor = first["meta"]["next_cursor"].as_str().unwrap();
    assert_eq!(found(&m, &format!("per_page=2&cursor={cursor}")).await, ["عطر-العود.png"]);
    for bad in ["filter[used]=maybe", "filter[type]=svg", "filter[without_alt]=fr", "sort=name", "cursor=x", "filter[x]=1"] {
        assert_eq!(m.get(&format!("/media?{bad}")).await.0, 422, "{bad}");
    }
}

/// ME-01: a picture referenced anywhere is not listed as unused, and cannot be deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_01_every_use_of_a_picture_is_known_and_holds_it() {
    let (shop, m) = shop().await;
    let mut all = Vec::new();
    for name in ["product.png", "category.png", "logo.png", "free.png"] {
        all.push(named(&m, name, picture(30, 30, ImageFormat::Png)).await);
    }
    let product = m.product(json!({"image_ids": [all[0]["id"]]})).await;
    m.create("/categories", json!({"name": {"ar": "عطور"}, "image_id": all[1]["id"]})).await;
    assert_eq!(m.put("/settings/logo", json!({"value": all[2]["id"]})).await.0, 200);
    assert_eq!(found(&m, "filter[used]=no").await, ["free.png"]);
    assert_eq!(found(&m, "filter[used]=yes&sort=created_at").await, ["product.png", "category.png", "logo.png"]);
    for (i, kind) in ["product", "category", "setting"].into_iter().enumerate() {
        let uses = m.data(&format!("/media/{}/uses", id(&all[i]))).await;
        assert_eq!((&uses["uses"][0]["kind"], uses["uses"].as_array().unwrap().len()), (&json!(kind), 1), "{uses}");
        assert_eq!(uses["item"]["is_used"], true);
        let (status, body) = shop.assert_unchanged(m.delete("/media/deleteOne", json!({"id": all[i]["id"]}))).await;
        assert_eq!((status, &body["code"]), (409, &json!("media_in_use")));
    }
    assert_eq!(m.data(&format!("/media/{}/uses", id(&all[0]))).await["uses"][0]["id"], product["id"]);
    let weight = m.data("/media/weight").await;
    assert_eq!((&weight["count"], &weight["unused_count"]), (&json!(4), &json!(1)));
    assert!(weight["bytes"].as_i64().unwrap() > weight["unused_bytes"].as_i64().unwrap());
    let items: Vec<&Value> = all.iter().map(|x| &x["id"]).collect();
    let (_, body) = m.delete("/media/deleteMany", json!({ "items": items })).await;
    let ok: Vec<bool> = body["data"]["results"].as_array().unwrap().iter().map(|r| r["is_ok"].as_bool().unwrap()).collect();
    assert_eq!(ok, [false, false, false, true]);
    assert_eq!(m.delete("/media/deleteMany", json!({ "items": [] })).await.0, 422);
    // A deleted product can be restored for 30 days, with its picture.
    assert_eq!(m.delete(&format!("/products/{}", id(&product)), Value::Null).await.0, 200);
    let uses = m.data(&format!("/media/{}/uses", id(&all[0]))).await;
    assert_eq!(uses["uses"][0]["is_removed"], true);
    assert_eq!(m.delete("/media/deleteOne", json!({"id": all[0]["id"]})).await.0, 409);
}

/// ME-01: a replaced picture keeps the id and every use, and gets new addresses.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_01_a_replaced_picture_keeps_its_uses_and_changes_its_addresses() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let created = upload(&m, picture(400, 300, ImageFormat::Jpeg)).await;
    shop.drain().await;
    let before = m.data(&format!("/media/{}", id(&created))).await;
    let product = m.product(json!({"image_ids": [created["id"]]})).await;
    let path = format!("/media/{}/replace", id(&created));
    let reply = m.upload(&path, "media", "جديدة.png", "image/png", picture(500, 500, ImageFormat::Png)).await;
    assert_eq!((reply.status, &reply.json["data"]["id"]), (200, &created["id"]), "{}", reply.text());
    shop.drain().await;
    let after = m.data(&format!("/media/{}", id(&created))).await;
    assert_eq!((&after["width"], &after["file_name"], &after["status"]), (&json!(500), &json!("جديدة.png"), &json!("ready")));
    assert_ne!(after["url"], before["url"]);
    assert!(after["urls"]["320"] != before["urls"]["320"] && after["avif"]["320"] != before["avif"]["320"]);
    let view = m.data(&format!("/products/{}", id(&product))).await;
    assert_eq!(view["images"][0]["url"], after["url"]);
    // PR-04 holds for what a product shows; another store's picture is none.
    let gif = shop.assert_unchanged(m.upload(&path, "media", "a.gif", "image/gif", picture(9, 9, ImageFormat::Gif))).await;
    assert_eq!((gif.status, gif.json["errors"]["media"].is_array()), (422, true));
    let theirs = stranger.upload(&path, "media", "a.png", "image/png", picture(9, 9, ImageFormat::Png)).await;
    assert_eq!(theirs.status, 404);
    // Cached pages still show the old one for an hour; then its files are deleted.
    let old = before["urls"]["320"].as_str().unwrap();
    assert_eq!(shop.call("GET", old).send().await.status, 200);
    shop.advance(3_700_000);
    shop.drain().await;
    assert_eq!(shop.call("GET", old).send().await.status, 404);
    assert_eq!(shop.call("GET", after["urls"]["320"].as_str().unwrap()).send().await.status, 200);
}

/// ME-02: the store offers AVIF, then WebP, then the original, with the picture's own proportions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_02_the_store_offers_avif_webp_and_the_original() {
    let (shop, m) = shop().await;
    let created = upload(&m, picture(400, 300, ImageFormat::Jpeg)).await;
    m.product(json!({"image_ids": [created["id"]], "page_link": "mug", "is_published": true})).await;
    shop.drain().await;
    let processed = m.data(&format!("/media/{}", id(&created))).await;
    let page = shop.shopper(&m.slug).get("/products/mug").await;
    assert_eq!(page.status, 200);
    let (start, rest) = page.body.split_once("<picture>").unwrap();
    assert!(!start.contains("<picture>"));
    let shown = rest.split_once("</picture>").unwrap().0;
    let avif = shown.find(r#"<source type="image/avif""#).unwrap();
    let webp = shown.find(r#"<source type="image/webp""#).unwrap();
    let image = shown.find("<img ").unwrap();
    assert!(avif < webp && webp < image, "{shown}");
    for (part, urls) in [(&shown[avif..webp], &processed["avif"]), (&shown[webp..image], &processed["urls"])] {
        for width in ["320", "400"] {
            assert!(part.contains(&format!("{} {width}w", urls[width].as_str().unwrap())), "{part}");
        }
    }
    assert!(shown[image..].contains(&format!("src=\"{}\"", processed["url"].as_str().unwrap())), "{shown}");
    assert!(shown[image..].contains(r#"width="400" height="300""#), "{shown}");
}
