//! Pictures that a theme brings along (TH-05, decision 0082): what a new store shows until it has its own.

use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper};

use super::archives::{files, packed, send, with};
use super::{at, find, page, setup};

/// The addresses of pictures that a page shows from its theme.
fn addresses(body: &str) -> Vec<String> {
    let is_picture = |part: &&str| part.starts_with("/assets/") && part.contains("/pictures/");
    body.split('"').filter(is_picture).map(str::to_owned).collect()
}

fn header<'r>(reply: &'r PageReply, name: &str) -> &'r str {
    reply.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The picture of the front page's hero.
async fn hero_picture(shopper: &Shopper, path: &str) -> String {
    let reply = shopper.get(path).await;
    let html = reply.body.split("<section class=\"hero").nth(1).and_then(|rest| rest.split("</section>").next()).unwrap();
    let img = html.split("<img ").nth(1).and_then(|rest| rest.split('>').next());
    img.unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_a_new_store_shows_the_pictures_of_its_theme() {
    let (_shop, me, shopper) = setup().await;
    let arabic = hero_picture(&shopper, "/").await;
    assert!(arabic.contains("width=\"960\" height=\"1200\""), "its place is kept free: {arabic}");
    assert!(arabic.contains("alt=\"زجاجات عطر") && arabic.contains("fetchpriority=\"high\""), "{arabic}");
    assert!(hero_picture(&shopper, "/en/").await.contains("alt=\"Perfume bottles"));
    let address = addresses(&shopper.get("/").await.body).remove(0);
    let picture = shopper.get(&address).await;
    assert_eq!((picture.status, header(&picture, "content-type")), (200, "image/svg+xml"));
    assert_eq!(header(&picture, "cache-control"), "public, max-age=31536000, immutable");
    assert!(header(&picture, "content-security-policy").contains("default-src 'none'"));
    assert!(picture.body.starts_with("<svg "));
    for other in ["no.svg", "..%2F..%2Ftheme.json", "..%2F..%2Flayout.html"] {
        assert_eq!(shopper.get(&address.replace("hero.svg", other)).await.status, 404, "{other}");
    }
    // The editor learns where they are.
    let theme = me.data("/themes/one").await;
    let hero = theme["pictures"].as_array().unwrap().iter().find(|p| p["id"] == "theme:hero.svg").unwrap().clone();
    assert!(hero["url"].as_str().unwrap().ends_with(&address) && hero["alt"]["en"].as_str().unwrap().starts_with("Perfume"));
    // In every other theme the same section has that theme's own.
    for theme in ["two", "three"] {
        assert_eq!(me.post("/themes", json!({ "theme": theme })).await.0, 200);
        assert_eq!(me.put(&format!("/themes/{theme}/live"), json!({})).await.0, 200);
        let of_theme = addresses(&shopper.get("/").await.body);
        assert!(!of_theme.is_empty() && of_theme.iter().all(|a| a.starts_with(&format!("/assets/{theme}/"))), "{of_theme:?}");
        for address in of_theme {
            assert_eq!(shopper.get(&address).await.status, 200, "{address}");
        }
    }
}

#[tokio::test]
async fn th_04_a_picture_of_the_theme_is_removed_kept_in_sight_and_nothing_else_is_named() {
    let (_shop, me, shopper) = setup().await;
    let hero = find(&page(&me, "index").await["sortableSections"], "hero").clone();
    assert_eq!(hero["settings"]["image"], "theme:hero.svg");
    let write = async |image: Value| me.put(&at(&hero), json!({ "settings": { "image": image } })).await;
    for foreign in [
        json!("theme:no-such.svg"),
        json!("theme:../theme.json"),
        json!("theme:../../one/theme.json"),
        json!("theme:one.css"),
        json!("/assets/one/x.svg"),
        json!("https://evil.example/x.svg"),
        json!({ "id": "theme:no-such.svg", "x": 0, "y": 0 }),
        json!({ "id": "theme:hero.svg", "x": 0, "y": 200 }),
    ] {
        let (status, answer) = write(foreign.clone()).await;
        assert!(status == 422 && answer["errors"]["settings.image"].is_array(), "{foreign}: {answer}");
    }
    let (status, saved) = write(json!({ "id": "theme:hero.svg", "x": 0, "y": 50 })).await;
    assert_eq!((status, &saved["data"]["settings"]["image"]["x"]), (200, &json!(0)), "{saved}");
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    assert!(hero_picture(&shopper, "/").await.contains("class=\"fx-0 fy-50\""));
    assert_eq!(write(Value::Null).await.0, 200);
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    assert_eq!(hero_picture(&shopper, "/").await, "", "what stood there before a theme had pictures");
}

const MINE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 480\"><rect width=\"640\" height=\"480\"/></svg>";

/// A theme with a picture of its own, which its hero begins with.
fn with_picture(id: &str) -> Vec<(String, Vec<u8>)> {
    let manifest = json!({
        "id": id, "extends": "one", "name": {"ar": "قالبي", "en": "Mine"}, "description": {"ar": "قالب خاص", "en": "My own"},
        "styles": ["one.css", "mine.css"], "pictures": { "mine.svg": { "ar": "مستطيل", "en": "A rectangle" } },
    });
    let preset = json!({ "presets": { "default": { "settings": { "image": "theme:mine.svg" } } } });
    let all = with(files(id, "a{color:red}"), "theme.json", &manifest.to_string());
    with(with(all, "assets/pictures/mine.svg", MINE), "changes/hero.json", &preset.to_string())
}

async fn hero_of(me: &Merchant, theme: &str) -> Value {
    find(&me.data(&format!("/themes/{theme}/index")).await["sortableSections"], "hero").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_an_uploaded_theme_brings_its_pictures_and_takes_them_along() {
    let (_shop, me, shopper) = setup().await;
    let reply = send(&me, packed(&with_picture("mine"))).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let ids: Vec<Value> = me.data("/themes/mine").await["pictures"].as_array().unwrap().iter().map(|p| p["id"].clone()).collect();
    assert!(ids.contains(&json!("theme:mine.svg")) && ids.contains(&json!("theme:hero.svg")), "with those of its base: {ids:?}");
    // A section that is added begins with the preset's; one that was carried over keeps what it showed.
    let hero = hero_of(&me, "mine").await;
    assert_eq!(hero["settings"]["image"], "theme:hero.svg");
    let path = format!("/themes/mine/sections/{}", hero["id"].as_str().unwrap());
    let image = json!({ "settings": { "image": "theme:mine.svg" } });
    assert_eq!(me.put(&path, image.clone()).await.0, 200);
    assert_eq!(me.put(&at(&hero_of(&me, "one").await), image).await.0, 422, "a picture of another theme");
    assert_eq!(me.post("/themes/mine/publication", json!({})).await.0, 200);
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 200);
    let img = hero_picture(&shopper, "/").await;
    assert!(img.contains("width=\"640\" height=\"480\" alt=\"مستطيل\""), "{img}");
    let address = addresses(&img).remove(0);
    assert!(address.starts_with("/assets/own/"));
    let picture = shopper.get(&address).await;
    assert_eq!((picture.status, picture.body.as_str()), (200, MINE));
    let archive = me.call("GET", "/themes/mine/archive").send().await.bytes;
    let again = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    assert!(again.file_names().any(|name| name.is_ok_and(|name| name.ends_with("assets/pictures/mine.svg"))));
    // Where the next theme does not have it, nothing is named that is not there.
    assert_eq!(me.post("/themes", json!({ "theme": "two" })).await.0, 200);
    assert_eq!(hero_of(&me, "two").await["settings"]["image"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_what_is_wrong_with_a_picture_is_named_with_its_file() {
    let (shop, me, _shopper) = setup().await;
    let english = me.in_english();
    let good = || with_picture("mine");
    let without = |path: &str| good().into_iter().filter(|(name, _)| name != path).collect::<Vec<_>>();
    let hero = |image: &str| {
        let preset = json!({ "presets": { "default": { "settings": { "image": image } } } });
        with(good(), "changes/hero.json", &preset.to_string())
    };
    let picture = "assets/pictures/mine.svg";
    let cases = [
        (without(picture), "theme.json", "no picture mine.svg"),
        (hero("theme:other.svg"), "sections/hero.json", "no picture other.svg"),
        (hero("theme:../mine.svg"), "sections/hero.json", "preset default"),
        (with(good(), picture, "<svg><rect/></svg>"), picture, "no size"),
        (with(good(), "assets/pictures/more.svg", MINE), "assets/pictures/more.svg", "not among the pictures"),
        (with(good(), picture, &MINE.replace("<rect", "<script>x()</script><rect")), picture, "drawing"),
    ];
    for (files, file, text) in cases {
        let reply = shop.assert_unchanged(send(&english, packed(&files))).await;
        assert_eq!(reply.status, 422, "{file}: {}", reply.text());
        let named = reply.json["errors"][file].to_string();
        assert!(named.contains(text), "{file}: {}", reply.text());
    }
}
