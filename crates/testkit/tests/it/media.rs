//! Pictures and files over HTTP (ME-01, ME-02, PR-04).

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

pub(crate) fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let pixels = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 251) as u8, (y % 241) as u8, 90]));
    let mut out = Vec::new();
    DynamicImage::from(pixels).write_to(&mut Cursor::new(&mut out), format).unwrap();
    out
}

pub(crate) async fn upload(m: &Merchant, bytes: Vec<u8>) -> Value {
    let reply = m.upload("/media", "media", "صورة.jpg", "image/jpeg", bytes).await;
    assert_eq!((reply.status, &reply.json["success"]), (200, &json!(true)), "{}", reply.text());
    reply.json["data"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_01_a_picture_is_kept_its_sizes_are_made_and_everyone_may_see_it() {
    let (shop, m) = shop().await;
    let created = upload(&m, picture(900, 600, ImageFormat::Jpeg)).await;
    assert_eq!(
        (&created["status"], &created["width"], &created["urls"], &created["file_name"]),
        (&json!("processing"), &json!(900), &json!({}), &json!("صورة.jpg"))
    );
    shop.drain().await;
    let processed = m.data(&format!("/media/{}", created["id"].as_str().unwrap())).await;
    assert_eq!(processed["status"], "ready");
    let urls = processed["urls"].as_object().unwrap();
    assert_eq!(urls.keys().collect::<Vec<_>>(), ["320", "640", "900"], "never larger than the original");
    let avif = processed["avif"].as_object().unwrap();
    assert_eq!(avif.keys().collect::<Vec<_>>(), ["320", "640", "900"]);
    let smallest = shop.call("GET", avif["320"].as_str().unwrap()).send().await;
    assert_eq!((smallest.status, smallest.header("content-type")), (200, "image/avif"));
    assert_eq!(&smallest.bytes[4..12], b"ftypavif");
    let small = shop.call("GET", urls["320"].as_str().unwrap()).send().await;
    assert_eq!(
        (small.status, small.header("content-type"), small.header("x-content-type-options")),
        (200, "image/webp", "nosniff")
    );
    assert_eq!(small.header("cache-control"), "public, max-age=31536000, immutable");
    let back = image::load_from_memory_with_format(&small.bytes, ImageFormat::WebP).unwrap();
    assert_eq!((back.width(), back.height()), (320, 213));
    let original = shop.call("GET", processed["url"].as_str().unwrap()).send().await;
    assert_eq!((original.status, original.header("content-type")), (200, "image/jpeg"));
    let again =
        shop.call("GET", processed["url"].as_str().unwrap()).header("if-none-match", original.header("etag")).send().await;
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    let on_store = shop.shopper(&m.slug).get(processed["url"].as_str().unwrap()).await;
    assert_eq!(on_store.status, 200, "pictures answer on the store's own host too");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_02_what_is_too_large_or_no_picture_is_refused_with_the_stated_messages() {
    let (shop, m) = shop().await;
    let english = m.in_english();
    let send = async |bytes: Vec<u8>| {
        let reply = shop.assert_unchanged(async { english.upload("/media", "media", "a.png", "image/png", bytes).await }).await;
        (reply.status, reply.json)
    };
    let (status, body) = send(picture(2801, 10, ImageFormat::Png)).await;
    assert_eq!((status, &body["errors"]["media"][0]), (422, &json!("Please select image of dimensions less than 2800×1800")));
    let (status, body) = send(vec![0x89; 5_242_881]).await;
    assert_eq!((status, &body["message"]), (413, &json!("File size is larger than allowed limit")));
    assert_eq!(send(vec![0x89; 7_000_000]).await.0, 413);
    for fake in
        [b"<svg onload=alert(1)>".to_vec(), b"<html>".to_vec(), b"GIF89a".to_vec(), Vec::new(), vec![0xff, 0xd8, 0xff, 0xe0]]
    {
        let (status, body) = send(fake).await;
        assert_eq!(status, 422, "{body}");
        assert!(body["errors"]["media"].is_array());
    }
    let wrong = english.upload("/media", "picture", "a.png", "image/png", picture(5, 5, ImageFormat::Png)).await;
    assert_eq!((wrong.status, wrong.json["errors"]["media"].is_array()), (422, true));
    assert_eq!(english.post("/media", json!({})).await.0, 415);
    let large =
        english.upload("/media?purpose=product", "media", "a.png", "image/png", picture(2900, 2900, ImageFormat::Png)).await;
    assert_eq!(large.status, 200, "PR-04 advises product photos up to 3000 x 3000: {}", large.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_02_bytes_decide_and_metadata_does_not_leave_the_program() {
    let (shop, m) = shop().await;
    let mut bytes = picture(40, 30, ImageFormat::Png);
    bytes.extend_from_slice(b"<?php echo 1; ?>");
    let created = upload(&m, bytes).await;
    assert!(created["url"].as_str().unwrap().ends_with(".png"), "the name said .jpg");
    shop.drain().await;
    let stored = shop.call("GET", created["url"].as_str().unwrap()).send().await;
    assert_eq!(stored.header("content-type"), "image/png");
    assert!(!stored.text().contains("php"));
    for name in ["med_0000000000001.jpg", "..%2f..%2fsecret.jpg", "x.jpg"] {
        assert_eq!(shop.call("GET", &format!("/media/{}/{name}", m.store)).send().await.status, 404, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_04_a_product_shows_its_pictures_in_order_and_they_cannot_be_deleted() {
    let (shop, m) = shop().await;
    let stranger = shop.merchant().await;
    let (a, b) = (upload(&m, picture(400, 400, ImageFormat::Jpeg)).await, upload(&m, picture(500, 500, ImageFormat::Png)).await);
    let gif = upload(&m, picture(10, 10, ImageFormat::Gif)).await;
    let theirs = upload(&stranger, picture(10, 10, ImageFormat::Png)).await;
    shop.drain().await;
    let product = m.product(json!({"image_ids": [b["id"], a["id"]]})).await;
    assert_eq!((&product["images"][0]["id"], &product["images"][1]["id"]), (&b["id"], &a["id"]));
    let (_, list) = m.get("/products").await;
    assert_eq!(list["data"][0]["cover_url"], product["images"][0]["urls"]["320"]);
    let path = format!("/products/{}", product["id"].as_str().unwrap());
    for bad in [&gif, &theirs] {
        let (status, body) = m.put(&path, json!({"image_ids": [a["id"], bad["id"]]})).await;
        assert_eq!(status, 422);
        assert!(body["errors"]["image_ids.1"].is_array(), "{body}");
    }
    let (status, body) = shop.assert_unchanged(m.delete("/media/deleteOne", json!({"id": a["id"]}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("media_in_use")));
    assert_eq!(m.put(&path, json!({"image_ids": [b["id"]]})).await.0, 200);
    assert_eq!(m.delete("/media/deleteOne", json!({"id": a["id"]})).await.0, 200);
    assert_eq!(m.get(&format!("/media/{}", a["id"].as_str().unwrap())).await.0, 404);
    assert_eq!(shop.call("GET", a["url"].as_str().unwrap()).send().await.status, 404);
    assert_eq!(m.delete("/media/deleteOne", json!({"id": theirs["id"]})).await.0, 404);
    let (status, body) = m.delete("/media/deleteOne", json!({})).await;
    assert_eq!((status, &body["errors"]["id"][0]), (422, &json!("العنصر المحدد غير صالح")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_01_a_csv_file_is_kept_for_the_store_alone() {
    let (shop, m) = shop().await;
    let reply = m.upload("/file", "file", "منتجات.csv", "text/csv", "اسم,سعر\nعطر,10\n").await;
    assert_eq!((reply.status, &reply.json["success"]), (200, &json!(true)));
    let id = reply.json["data"]["id"].as_str().unwrap().parse().unwrap();
    let (name, bytes) = platform::media::read_file(&shop.app, &m.scope(), id).await.unwrap();
    assert_eq!((name.as_str(), &bytes[..]), ("منتجات.csv", "اسم,سعر\nعطر,10\n".as_bytes()));
    let stranger = shop.merchant().await;
    assert!(platform::media::read_file(&shop.app, &stranger.scope(), id).await.is_err());
    assert_eq!(shop.call("GET", &format!("/media/{}/{id}.csv", m.store)).send().await.status, 404);
    let reply = m.upload("/file", "file", "a.csv", "text/csv", b"PK\x03\x04xlsx".to_vec()).await;
    assert_eq!((reply.status, reply.json["errors"]["file"].is_array()), (422, true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_cannot_be_resized_says_so_and_keeps_its_original() {
    let (shop, m) = shop().await;
    let created = upload(&m, picture(900, 600, ImageFormat::Jpeg)).await;
    let url = created["url"].as_str().unwrap();
    let key = format!("{}/media/{}", m.store, url.rsplit('/').next().unwrap());
    shop.app.blobs.put(&key, bytes::Bytes::from_static(b"broken on disk")).await.unwrap();
    shop.drain().await;
    assert_eq!(m.data(&format!("/media/{}", created["id"].as_str().unwrap())).await["status"], "failed");
}

/// GU-09: an unreachable blob store is a 503, and nothing is written.
#[tokio::test]
async fn gu_09_a_media_store_that_is_down_answers_503_and_keeps_nothing() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("blobs");
    let shop = TestShop::with_blobs(gateways::Blobs::folder(&folder).unwrap(), |_| {}).await;
    let m = shop.merchant().await;
    std::fs::remove_dir_all(&folder).unwrap();
    std::fs::write(&folder, "in the way").unwrap();
    let csv = "Handle,Title,Variant Price\nmug,Mug,12.00\n";
    for (path, field, name, kind, bytes) in [
        ("/media", "media", "p.jpg", "image/jpeg", picture(40, 30, ImageFormat::Jpeg)),
        ("/product-imports", "file", "p.csv", "text/csv", csv.into()),
    ] {
        let reply = shop.assert_unchanged(m.upload(path, field, name, kind, bytes)).await;
        assert_eq!((reply.status, reply.header("retry-after")), (503, "1"), "{path}: {}", reply.text());
    }
}
