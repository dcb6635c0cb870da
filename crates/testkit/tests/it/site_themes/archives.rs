//! Themes as files: uploaded, replaced, downloaded, deleted (TH-05, decision 0080).

use std::io::{Cursor, Read as _, Write as _};

use serde_json::{Value, json};
use testkit::{Merchant, Reply};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::{find, setup};

const STYLE: &str = "assets/mine.css";

/// A theme's files: one that extends the theme of a new store, with a stylesheet of its own.
pub(super) fn files(id: &str, style: &str) -> Vec<(String, Vec<u8>)> {
    let manifest = json!({
        "id": id, "extends": "one", "name": {"ar": "قالبي", "en": "Mine"}, "description": {"ar": "قالب خاص", "en": "A theme of one's own"},
        "styles": ["one.css", "mine.css"],
    });
    vec![("theme.json".into(), serde_json::to_vec(&manifest).unwrap()), (STYLE.into(), style.as_bytes().to_vec())]
}

pub(super) fn packed(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

pub(super) fn with(mut files: Vec<(String, Vec<u8>)>, path: &str, text: &str) -> Vec<(String, Vec<u8>)> {
    files.retain(|(name, _)| name != path);
    files.push((path.into(), text.as_bytes().to_vec()));
    files
}

pub(super) async fn send(me: &Merchant, bytes: Vec<u8>) -> Reply {
    me.upload("/theme-uploads", "file", "mine.zip", "application/zip", bytes).await
}

pub(super) async fn uploaded(me: &Merchant, id: &str, style: &str) -> Value {
    let reply = send(me, packed(&files(id, style))).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json["data"].clone()
}

/// The stylesheet of the store's own theme, as its front page names it.
async fn style(shopper: &testkit::Shopper) -> Option<String> {
    let body = shopper.get("/").await.body;
    let address = body.split('"').find(|part| part.starts_with("/assets/own/") && part.ends_with("mine.css"))?.to_owned();
    Some(shopper.get(&address).await.body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_an_uploaded_theme_is_looked_at_chosen_replaced_and_each_version_keeps_its_files() {
    let (shop, me, shopper) = setup().await;
    let first = uploaded(&me, "mine", ".mine-1{color:red}").await;
    assert_eq!((&first["is_new"], &first["theme"]["is_live"], &first["left_out"]), (&json!(true), &json!(false), &json!([])));
    let options = me.data("/theme-options").await;
    let option = options.as_array().unwrap().iter().find(|t| t["theme"] == "mine").unwrap();
    assert_eq!(
        (&option["is_uploaded"], &option["is_installed"], &option["name"]["en"]),
        (&json!(true), &json!(true), &json!("Mine"))
    );
    // Shoppers see nothing of it; a preview does.
    assert!(style(&shopper).await.is_none());
    let preview = me.create("/themes/mine/previews", json!({"kind": "look"})).await;
    let seen = shopper.get(&format!("/?editor-session={}", preview["session"].as_str().unwrap())).await;
    assert!(seen.status == 200 && seen.body.contains("/assets/own/"), "{}", seen.body);
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 200);
    assert_eq!(style(&shopper).await.as_deref(), Some(".mine-1{color:red}"));
    // Its editor works as that of any other theme.
    let index = me.data("/themes/mine/index").await;
    let hero = find(&index["sortableSections"], "hero")["id"].as_str().unwrap().to_owned();
    let heading = json!({"settings": {"heading": {"ar": "من قالبي"}}});
    assert_eq!(me.put(&format!("/themes/mine/sections/{hero}"), heading).await.0, 200);
    assert_eq!(me.post("/themes/mine/publication", json!({})).await.0, 200);
    assert!(shopper.get("/").await.body.contains("من قالبي"));
    // Uploaded again: the files are the draft's until it is published.
    let second = uploaded(&me, "mine", ".mine-2{color:blue}").await;
    assert_eq!((&second["is_new"], &second["theme"]["has_changes"]), (&json!(false), &json!(true)));
    assert_eq!(style(&shopper).await.as_deref(), Some(".mine-1{color:red}"));
    let changes = me.data("/themes/mine/changes").await;
    assert_eq!((&changes["has_new_files"], &changes["changes"]), (&json!(true), &json!([])));
    assert_eq!(me.post("/themes/mine/publication", json!({"note": "أزرق"})).await.0, 200);
    assert_eq!(style(&shopper).await.as_deref(), Some(".mine-2{color:blue}"));
    assert_eq!(me.post("/themes/mine/publication", json!({})).await.0, 409, "nothing to publish");
    // An earlier version is drawn with its own files.
    assert_eq!(me.post("/themes/mine/versions/2/publication", json!({})).await.0, 200);
    assert_eq!(style(&shopper).await.as_deref(), Some(".mine-1{color:red}"));
    // The draft has the newer ones still, and can be made what is published.
    assert_eq!(me.data("/themes/mine").await["has_changes"], json!(true));
    assert_eq!(me.post("/themes/mine/discard", json!({})).await.0, 200);
    assert_eq!(me.data("/themes/mine").await["has_changes"], json!(false));
    // The same files again change nothing.
    let again = uploaded(&me, "mine", ".mine-1{color:red}").await;
    assert_eq!(again["theme"]["has_changes"], json!(false));
    let other = shop.merchant().await;
    assert!(!other.data("/theme-options").await.to_string().contains("\"mine\""), "another store has no part in it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_what_is_wrong_with_an_upload_is_listed_by_file_and_nothing_changes() {
    let (shop, me, _shopper) = setup().await;
    let english = me.in_english();
    let good = || files("mine", "a{color:red}");
    let section = |template: &str| with(good(), "sections/hero.html", template);
    type Files = Vec<(String, Vec<u8>)>;
    let cases: Vec<(Files, &str, &str)> = vec![
        (with(good(), "assets/mine.js", "alert(1)"), "assets/mine.js", "JavaScript"),
        (with(good(), "../evil.html", "x"), "../evil.html", "out of the theme"),
        (with(good(), "run.sh", "x"), "run.sh", "files of this kind"),
        (section("<section>{{ section.settings.heading|safe }}</section>"), "sections/hero.html", "filter safe"),
        (section("<section>{% if %}</section>"), "sections/hero.html", ""),
        (section("<section onclick=\"x()\"></section>"), "sections/hero.html", "JavaScript attributes"),
        (section("<section><script src=\"https://x.example/a.js\"></script></section>"), "sections/hero.html", "asset()"),
        (
            section("<section>{% for a in range(90000) %}{% for b in range(90000) %}{{ b }}{% endfor %}{% endfor %}</section>"),
            "sections/hero.html",
            "fuel",
        ),
        (
            section(
                "<section>{% set x = 'aaaaaaaaaaaaaaaaaaaa' %}{% set y = x ~ x ~ x ~ x ~ x ~ x ~ x ~ x %}{% set z = y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y ~ y %}{% set w = z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z ~ z %}{{ w }}</section>",
            ),
            "sections/hero.html",
            "more than a theme may",
        ),
        (with(good(), "icons/bad.svg", "<svg onload=\"x()\"/>"), "icons/bad.svg", "drawing"),
        (files("one", "a{}"), "theme.json", "belongs to one of the platform"),
    ];
    for (files, file, text) in cases {
        let bytes = packed(&files);
        let reply = shop.assert_unchanged(async { send(&english, bytes).await }).await;
        let reasons = reply.json["errors"][file].to_string();
        assert!(reply.status == 422 && reasons.contains(text) && reasons != "null", "{file}: {}", reply.text());
    }
    // In the caller's language.
    let reply = send(&me, packed(&with(good(), "assets/mine.js", "alert(1)"))).await;
    assert!(reply.json["errors"]["assets/mine.js"].to_string().contains("القوالب المرفوعة"), "{}", reply.text());
    for bytes in [b"PK".to_vec(), Vec::new(), vec![0; 9 * 1024 * 1024]] {
        let reply = shop.assert_unchanged(async { send(&english, bytes).await }).await;
        assert!(reply.status == 422 && reply.json["errors"]["file"].is_array(), "{}", reply.text());
    }
    assert!(!me.data("/theme-options").await.to_string().contains("mine"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_a_theme_is_downloaded_changed_and_uploaded_again() {
    let (_shop, me, shopper) = setup().await;
    let reply = me.call("GET", "/themes/one/archive").send().await;
    assert_eq!(
        (reply.status, reply.header("content-type"), reply.header("content-disposition")),
        (200, "application/zip", "attachment; filename=\"one.zip\"")
    );
    let mut archive = ZipArchive::new(Cursor::new(reply.bytes.clone())).unwrap();
    let mut all = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).unwrap();
        all.push((name, bytes));
    }
    let mut manifest: Value = serde_json::from_slice(&all.iter().find(|(name, _)| name == "theme.json").unwrap().1).unwrap();
    manifest["id"] = json!("copy");
    let all = with(all, "theme.json", &manifest.to_string());
    let rich_text = String::from_utf8(all.iter().find(|(name, _)| name == "sections/rich_text.html").unwrap().1.clone()).unwrap();
    let all = with(all, "sections/rich_text.html", &rich_text.replacen("<section", "<section data-copy", 1));
    // A whole theme of the program, with its scripts and a changed template, is accepted.
    let reply = send(&me, packed(&all)).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let story = json!({"sections": [{"section": "rich_text", "settings": {"heading": {"ar": "قصتنا"}}}]});
    me.create("/themes/copy/index", story).await;
    assert_eq!(me.post("/themes/copy/publication", json!({})).await.0, 200);
    assert_eq!(me.put("/themes/copy/live", json!({})).await.0, 200);
    for path in ["/", "/collections", "/cart", "/search?q=x", "/en/", "/none"] {
        let page = shopper.get(path).await;
        assert!(page.status < 500 && page.body.contains("/assets/own/"), "{path}: {}", page.status);
    }
    assert!(shopper.get("/").await.body.contains("data-copy"));
    let own = me.call("GET", "/themes/copy/archive").send().await;
    let mut archive = ZipArchive::new(Cursor::new(own.bytes.clone())).unwrap();
    assert_eq!(archive.len(), all.len());
    assert!(archive.by_name("theme.json").is_ok());
    assert_eq!(me.call("GET", "/themes/none/archive").send().await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_a_page_that_a_theme_cannot_draw_is_an_error_page_of_that_store_alone() {
    let (shop, me, shopper) = setup().await;
    let other = shop.merchant().await;
    // Nothing is wrong with it until a merchant writes this word.
    let template = "<section>{% if section.settings.heading == 'LOOP' %}{% for a in range(90000) %}{% for b in range(90000) %}{{ b }}{% endfor %}{% endfor %}{% endif %}<h2>{{ section.settings.heading }}</h2></section>";
    let reply = send(&me, packed(&with(files("mine", "a{}"), "sections/rich_text.html", template))).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let story = json!({"sections": [{"section": "rich_text", "settings": {"heading": {"ar": "LOOP"}}}]});
    me.create("/themes/mine/index", story).await;
    assert_eq!(me.post("/themes/mine/publication", json!({})).await.0, 200);
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 200);
    let page = shopper.get("/").await;
    assert!(page.status == 500 && page.body.contains("<html"), "{}", page.status);
    assert_eq!(shopper.get("/collections").await.status, 200);
    assert_eq!(shop.shopper(&other.slug).get("/").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_an_uploaded_theme_is_deleted_and_comes_back_whole() {
    let (shop, me, shopper) = setup().await;
    uploaded(&me, "mine", "a{color:red}").await;
    let other = shop.merchant().await;
    for path in ["/themes/mine", "/themes/mine/archive", "/themes/mine/index"] {
        assert_eq!(other.get(path).await.0, 404, "{path}");
    }
    assert_eq!(other.delete("/themes/mine", json!({})).await.0, 404);
    assert_eq!(other.put("/themes/mine/live", json!({})).await.0, 404);
    assert_eq!(me.delete("/themes/one", json!({})).await.0, 409);
    assert_eq!(me.post("/themes/mine/restore", json!({})).await.0, 404);
    me.put("/themes/mine/live", json!({})).await;
    assert_eq!(me.delete("/themes/mine", json!({})).await.0, 409, "shoppers see it");
    let address = shopper.get("/").await.body;
    let address = address.split('"').find(|part| part.ends_with("mine.css")).unwrap().to_owned();
    assert_eq!(shop.shopper(&other.slug).get(&address).await.status, 404, "another store has no such files");
    me.put("/themes/one/live", json!({})).await;
    let before = me.data("/themes/mine/index").await;
    let preview = me.create("/themes/mine/previews", json!({"kind": "editor"})).await;
    assert_eq!(me.delete("/themes/mine", json!({})).await.0, 200);
    // An editor that is still open closes its preview all the same.
    let preview = format!("/themes/mine/previews/{}", preview["session"].as_str().unwrap());
    for ended in [1, 0] {
        let (status, closed) = me.delete(&preview, json!({})).await;
        assert_eq!((status, &closed["data"]["ended"]), (200, &json!(ended)));
    }
    assert_eq!(other.delete(&preview, json!({})).await.0, 404);
    for path in ["/themes/mine", "/themes/mine/archive", "/themes/mine/index", "/themes/mine/versions"] {
        assert_eq!(me.get(path).await.0, 404, "{path}");
    }
    assert!(!me.data("/theme-options").await.to_string().contains("\"mine\""));
    assert_eq!(me.put("/themes/mine/live", json!({})).await.0, 404);
    assert_eq!(me.post("/themes/mine/restore", json!({})).await.0, 200);
    assert_eq!(me.data("/themes/mine/index").await, before);
    // Ten at most; what was deleted makes room.
    for n in 0..9 {
        uploaded(&me, &format!("more-{n}"), "a{}").await;
    }
    assert_eq!(send(&me, packed(&files("last", "a{}"))).await.status, 409);
    assert_eq!(me.delete("/themes/more-3", json!({})).await.0, 200);
    uploaded(&me, "last", "a{}").await;
    assert_eq!(me.post("/themes/more-3/restore", json!({})).await.0, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_05_nobody_uploads_to_the_demo_store_or_without_the_right() {
    let (shop, me, _shopper) = setup().await;
    let clerk = me.colleague(&shop, platform::identity::Role::ReadOnly).await;
    assert_eq!(send(&clerk, packed(&files("mine", "a{}"))).await.status, 403);
    assert_eq!(clerk.delete("/themes/one", json!({})).await.0, 403);
    let sql = "UPDATE stores SET is_demo = TRUE WHERE id = ?1";
    let store = me.scope().store();
    shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    let reply = send(&me.in_english(), packed(&files("mine", "a{}"))).await;
    assert!(reply.status == 403 && reply.text().contains("demo store"), "{}", reply.text());
}
