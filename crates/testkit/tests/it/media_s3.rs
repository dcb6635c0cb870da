//! The product with its media in an S3-compatible store. Runs when `TEST_S3_URL` names a bucket; `cargo xtask test` starts one.

use gateways::Blobs;
use serde_json::json;
use testkit::TestShop;

/// ME-01: uploaded, resized in the background, served, deleted; nothing is written to the local disk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_01_pictures_live_in_an_s3_store_from_the_upload_to_the_deletion() {
    let Ok(bucket) = std::env::var("TEST_S3_URL") else {
        eprintln!("skipped: TEST_S3_URL names no bucket");
        return;
    };
    let _ = rustls::crypto::ring::default_provider().install_default();
    let endpoint = std::env::var("AWS_ENDPOINT").unwrap();
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    assert!(http.put(format!("{endpoint}/{}", bucket.trim_start_matches("s3://"))).send().await.unwrap().status().is_success());
    let shop = TestShop::with_blobs(Blobs::s3(&format!("{bucket}/shop")).unwrap(), |_| {}).await;
    let merchant = shop.merchant().await;
    let bytes = crate::media::picture(900, 600, image::ImageFormat::Jpeg);
    let media = crate::media::upload(&merchant, bytes).await;
    assert!(shop.drain().await > 0);
    let processed = merchant.data(&format!("/media/{}", media["id"].as_str().unwrap())).await;
    assert_eq!(processed["status"], "ready", "{processed}");
    let (original, small) = (processed["url"].as_str().unwrap(), processed["urls"]["320"].as_str().unwrap());
    for (url, kind) in [(original, "image/jpeg"), (small, "image/webp")] {
        let page = shop.call("GET", url).send().await;
        assert_eq!((page.status, page.header("content-type")), (200, kind));
        assert!(image::load_from_memory(&page.bytes).is_ok());
        assert_eq!(shop.shopper(&merchant.slug).get(url).await.status, 200);
    }
    let (status, body) = merchant.delete("/media/deleteOne", json!({"id": media["id"]})).await;
    assert_eq!(status, 200, "{body}");
    shop.drain().await;
    for url in [original, small] {
        assert_eq!(shop.call("GET", url).send().await.status, 404, "{url}");
    }
}
