//! Images that a file references, fetched from a fake web.

use std::io::Cursor;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use db::p;
use gateways::fetch::Fetching;
use gateways::{FetchError, Fetcher};
use kernel::Millis;
use platform::App;
use serde_json::json;
use testkit::TestShop;

use super::{act, counts, path, products, shop, upload};
type Picture = (String, Result<Vec<u8>, FetchError>);

/// Answers from a table; counts the requests.
#[derive(Default)]
struct FakeWeb {
    pictures: Mutex<Vec<Picture>>,
    requests: AtomicUsize,
}

impl FakeWeb {
    fn set(&self, url: &str, answer: Result<Vec<u8>, FetchError>) {
        let mut all = self.pictures.lock().unwrap();
        all.retain(|(known, _)| known != url);
        all.push((url.to_owned(), answer));
    }
}

impl Fetcher for FakeWeb {
    fn fetch<'a>(&'a self, url: &'a str) -> Fetching<'a> {
        self.requests.fetch_add(1, Ordering::SeqCst);
        let all = self.pictures.lock().unwrap();
        let answer =
            all.iter().find(|(known, _)| known == url).map_or(Err(FetchError::Unreachable), |(_, answer)| answer.clone());
        Box::pin(async move { answer.map(Into::into) })
    }
}

fn picture(shade: u8) -> Vec<u8> {
    let pixels = image::RgbImage::from_pixel(40, 40, image::Rgb([shade, 90, 90]));
    let mut out = Vec::new();
    image::DynamicImage::from(pixels).write_to(&mut Cursor::new(&mut out), image::ImageFormat::Png).unwrap();
    out
}

fn with_web(shop: &TestShop, web: Arc<FakeWeb>) -> jobs::Worker<App> {
    let mut app = shop.app.clone();
    app.fetcher = web;
    server::worker(app)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_04_pictures_come_in_the_background_and_a_bad_one_fails_no_product() {
    let (shop, m) = shop().await;
    let web = Arc::new(FakeWeb::default());
    web.set("https://a.example/1.png", Ok(picture(1)));
    web.set("https://a.example/2.png", Ok(b"<html>no picture</html>".to_vec()));
    web.set("https://a.example/3.png", Ok(picture(3)));
    web.set("http://169.254.169.254/meta", Err(FetchError::Refused));
    let file = "SKU,Name,Price,Images\nA-1,Coffee,20,\"https://a.example/1.png,https://a.example/2.png,https://a.example/3.png\"\n\
                A-2,Tea,5,http://169.254.169.254/meta\nA-3,Milk,3,https://a.example/1.png\n";
    let import = upload(&m, "p.csv", file).await;
    act(&m, &import, "start").await;
    let worker = with_web(&shop, web.clone());
    worker.drain().await.unwrap();
    let finished = m.data(&path(&import, "")).await;
    assert_eq!(counts(&finished), ("done".into(), [3, 0, 0, 0]));
    assert_eq!((&finished["images_waiting"], &finished["images_failed"]), (&json!(0), &json!(2)));
    assert_eq!(web.requests.load(Ordering::SeqCst), 4, "a picture that two products share is fetched once");
    let view = async |sku: &str| {
        let id = products(&m).await.into_iter().find(|p| p["sku"] == sku).unwrap()["id"].as_str().unwrap().to_owned();
        m.data(&format!("/products/{id}")).await
    };
    assert_eq!(view("A-1").await["images"].as_array().unwrap().len(), 2);
    assert_eq!(view("A-2").await["images"].as_array().unwrap().len(), 0);
    assert_eq!(view("A-3").await["images"][0]["id"], view("A-1").await["images"][0]["id"]);

    // The reason, and whether it is retried.
    let failed = m.in_english().data(&path(&import, "/images?filter[status]=failed")).await;
    let failures: Vec<(&str, &str)> =
        failed.as_array().unwrap().iter().map(|i| (i["url"].as_str().unwrap(), i["reason"].as_str().unwrap())).collect();
    assert_eq!(failures[0], ("https://a.example/2.png", "Accepted images: .jpg .png .jpeg .gif .webp"));
    assert_eq!(failures[1], ("http://169.254.169.254/meta", "The link isn't a public URL."));
    assert_eq!((&failed[0]["attempts"], &failed[0]["try_at"]), (&json!(1), &serde_json::Value::Null));
    let retried = act(&m, &import, "images/retry").await;
    assert_eq!((&retried["images_waiting"], &retried["images_failed"]), (&json!(2), &json!(0)));
    worker.drain().await.unwrap();
    assert_eq!(m.data(&path(&import, "")).await["images_failed"], json!(2));

    // The same file: nothing changes, and the failed pictures are retried once.
    web.set("https://a.example/2.png", Ok(picture(2)));
    let again = upload(&m, "p.csv", file).await;
    act(&m, &again, "start").await;
    worker.drain().await.unwrap();
    assert_eq!(counts(&m.data(&path(&again, "")).await), ("done".into(), [0, 0, 3, 0]));
    let images = view("A-1").await["images"].as_array().unwrap().clone();
    assert_eq!(images.len(), 3);
    let names: Vec<&str> = images.iter().map(|i| i["file_name"].as_str().unwrap()).collect();
    assert_eq!(names, ["1.png", "2.png", "3.png"], "in the order of the file");

    // A change by the import itself is no later change by somebody else.
    act(&m, &import, "undo").await;
    worker.drain().await.unwrap();
    let undone = m.data(&path(&import, "")).await;
    assert_eq!((&undone["status"], &undone["kept_count"]), (&json!("undone"), &json!(0)));
    assert_eq!(products(&m).await.len(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unreachable_image_hosts_are_retried_three_times_and_block_nothing() {
    let (shop, m) = shop().await;
    let web = Arc::new(FakeWeb::default());
    web.set("https://good.example/1.png", Ok(picture(1)));
    let mut file = String::from("SKU,Name,Price,Images\n");
    for n in 0..30 {
        file += &format!("S-{n},Product {n},5,https://dead.example/{n}.png\n");
    }
    file += "GOOD,Good,5,https://good.example/1.png\n";
    let import = upload(&m, "p.csv", file).await;
    act(&m, &import, "start").await;
    let worker = with_web(&shop, web.clone());
    worker.drain().await.unwrap();
    let good = products(&m).await.into_iter().find(|p| p["sku"] == "GOOD").unwrap();
    assert!(good["cover_url"].is_string());
    // Hours pass below, and the merchant's token expires: the table is read directly.
    let state = async || {
        let sql = "SELECT COUNT(*) FROM import_images WHERE store_id = ?1 AND status = ?2";
        let count = async |status: &str| shop.app.db().conn().one::<i64>(sql, p![m.store, status]).await.unwrap();
        (count("waiting").await, count("failed").await)
    };
    // A few of the dead host's pictures were requested concurrently; the rest were postponed with it, and the good one was
    // fetched.
    assert_eq!(state().await, (30, 0));
    assert!(web.requests.load(Ordering::SeqCst) <= 12, "{}", web.requests.load(Ordering::SeqCst));
    for minutes in [6, 61] {
        shop.advance(minutes * Millis::MINUTE);
        worker.tick().await.unwrap();
        worker.drain().await.unwrap();
    }
    assert_eq!(state().await, (0, 30));
    assert!(web.requests.load(Ordering::SeqCst) <= 24);
}

/// F7: a picture postponed by a fast clock is fetched once the clock is right; one postponed correctly still waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_a_picture_postponed_by_a_fast_clock_is_fetched() {
    let (shop, m) = shop().await;
    let web = Arc::new(FakeWeb::default());
    web.set("https://late.example/1.png", Err(FetchError::Unreachable));
    let import = upload(&m, "p.csv", "SKU,Name,Price,Images\nA-1,Coffee,20,https://late.example/1.png\n").await;
    act(&m, &import, "start").await;
    let worker = with_web(&shop, web.clone());
    shop.advance(3 * Millis::DAY);
    worker.drain().await.unwrap();
    assert_eq!(web.requests.load(Ordering::SeqCst), 1);
    web.set("https://late.example/1.png", Ok(picture(1)));
    shop.advance(-3 * Millis::DAY);
    worker.tick().await.unwrap();
    worker.drain().await.unwrap();
    assert_eq!(web.requests.load(Ordering::SeqCst), 2);
    assert_eq!(m.data(&path(&import, "")).await["images_waiting"], json!(0));

    web.set("https://later.example/1.png", Err(FetchError::Unreachable));
    let second = upload(&m, "q.csv", "SKU,Name,Price,Images\nA-2,Tea,20,https://later.example/1.png\n").await;
    act(&m, &second, "start").await;
    worker.drain().await.unwrap();
    shop.advance(Millis::MINUTE);
    worker.tick().await.unwrap();
    worker.drain().await.unwrap();
    assert_eq!(web.requests.load(Ordering::SeqCst), 3, "five minutes are not over");
}
