//! Another theme: looked at, installed, shown to shoppers (TH-05).

use std::sync::{Arc, Mutex};

use serde_json::json;

use super::{find, page, setup, slugs, write_heading};

#[tokio::test]
async fn th_05_another_theme_is_filled_with_the_stores_content_and_shown_when_it_is_chosen() {
    let (shop, me, shopper) = setup().await;
    let options = me.data("/theme-options").await;
    let other = options.as_array().unwrap().iter().find(|t| t["is_installed"] == false).expect("a second theme").clone();
    let theme = other["theme"].as_str().unwrap();
    write_heading(&me, "عروض العيد").await;
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    write_heading(&me, "مسودة").await;
    let story = json!({"sections": [{"section": "rich_text", "settings": {"heading": {"ar": "قصتنا"}}}]});
    me.create("/themes/one/index", story).await;
    let before = page(&me, "index").await;
    let (status, installed) = me.post("/themes", json!({"theme": theme})).await;
    assert_eq!((status, &installed["data"]["theme"]["is_live"]), (200, &json!(false)), "{installed}");
    // What is published is carried over, drafts are not; shoppers and the other theme notice nothing.
    let index = me.data(&format!("/themes/{theme}/index")).await;
    assert_eq!(find(&index["sortableSections"], "hero")["settings"]["heading"]["ar"], "عروض العيد");
    assert_eq!(slugs(&index["sortableSections"]), ["hero", "categories", "featured", "featured"]);
    assert_eq!(page(&me, "index").await, before);
    let base = format!("/assets/{theme}/");
    assert!(!shopper.get("/").await.body.contains(&base));
    // Installing again changes nothing.
    let (status, _) = shop.assert_unchanged(me.post("/themes", json!({"theme": theme}))).await;
    assert_eq!(status, 200);
    assert_eq!(me.put(&format!("/themes/{theme}/live"), json!({})).await.0, 200);
    let shown = shopper.get("/").await.body;
    assert!(shown.contains(&base) && shown.contains("عروض العيد"), "{shown}");
    for path in ["/collections", "/search?q=x", "/cart", "/en/"] {
        let page = shopper.get(path).await;
        assert!(page.status == 200 && page.body.contains(&base), "{path}: {}", page.status);
    }
    let asset = shown.split('"').find(|part| part.starts_with(&base) && part.ends_with(".css")).unwrap();
    assert_eq!(shopper.get(asset).await.status, 200);
    // Back: the theme before is whole, with its draft.
    assert_eq!(me.put("/themes/one/live", json!({})).await.0, 200);
    assert!(!shopper.get("/").await.body.contains(&base));
    assert_eq!(page(&me, "index").await, before);
    assert_eq!(me.post("/themes", json!({"theme": "none"})).await.0, 404);
    assert_eq!(me.put("/themes/none/live", json!({})).await.0, 404);
}

#[tokio::test]
async fn th_05_a_theme_is_previewed_before_it_is_installed() {
    let (_shop, me, shopper) = setup().await;
    let options = me.data("/theme-options").await;
    let other = options.as_array().unwrap().iter().find(|t| t["is_installed"] == false).unwrap().clone();
    let theme = other["theme"].as_str().unwrap();
    let preview = me.create(&format!("/themes/{theme}/previews"), json!({"kind": "look"})).await;
    let session = preview["session"].as_str().unwrap();
    let seen = shopper.get(&format!("/?editor-session={session}")).await;
    assert!(seen.status == 200 && seen.body.contains(&format!("/assets/{theme}/")), "{}", seen.body);
    assert!(!seen.body.contains("data-section"), "nobody works in it");
    assert_eq!(me.delete(&format!("/themes/{theme}/previews/{session}"), json!({})).await.0, 200);
    assert_eq!(shopper.get(&format!("/?editor-session={session}")).await.status, 410);
    assert!(!shopper.get("/").await.body.contains(&format!("/assets/{theme}/")));
}

/// Two of them at once would else take the rows of the two themes crosswise (decision 0026).
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn th_05_a_change_of_the_live_theme_locks_all_themes_first() {
    let (shop, me, _shopper) = setup().await;
    for theme in ["two", "three"] {
        assert_eq!(me.post("/themes", json!({"theme": theme})).await.0, 200);
    }
    let locks: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = locks.clone();
    shop.app.db().watch(Some(Arc::new(move |s| {
        let takes = s.sql.starts_with("UPDATE installed_themes")
            || s.sql.contains("FROM installed_themes") && s.sql.ends_with("FOR NO KEY UPDATE");
        if takes {
            seen.lock().unwrap().push(s.sql.to_owned());
        }
        Ok(())
    })));
    assert_eq!(me.put("/themes/two/live", json!({})).await.0, 200);
    shop.app.db().watch(None);
    let first = locks.lock().unwrap().first().cloned().unwrap();
    assert!(first.contains("ORDER BY theme") && !first.contains("theme = "), "{first}");
    // On PostgreSQL none of them runs twice.
    let before = shop.app.db().replays();
    let paths: Vec<String> =
        ["one", "two", "three"].iter().cycle().take(24).map(|theme| format!("/themes/{theme}/live")).collect();
    let answers = futures_util::future::join_all(paths.iter().map(|path| me.put(path, json!({})))).await;
    assert!(answers.iter().all(|(status, _)| *status == 200), "{answers:?}");
    assert_eq!(shop.app.db().replays(), before, "transactions that waited in a ring");
    let themes = me.data("/themes").await;
    assert_eq!(themes.as_array().unwrap().iter().filter(|t| t["is_live"] == true).count(), 1, "{themes}");
}

#[tokio::test(flavor = "multi_thread")]
async fn th_05_the_list_of_themes_takes_as_many_statements_however_many_there_are() {
    let (shop, me, _shopper) = setup().await;
    let counted = async || {
        let before = shop.app.db().statements();
        assert_eq!(me.get("/themes").await.0, 200);
        shop.app.db().statements() - before
    };
    counted().await;
    let few = counted().await;
    for theme in ["two", "three"] {
        assert_eq!(me.post("/themes", json!({"theme": theme})).await.0, 200);
    }
    super::archives::uploaded(&me, "mine", ".mine{}").await;
    write_heading(&me, "مسودة").await;
    // The files of an uploaded theme are read once.
    counted().await;
    assert_eq!(counted().await, few, "as many for four themes as for one");
    // A theme of the list says the same as the theme itself.
    let themes = me.data("/themes").await;
    assert_eq!(themes.as_array().unwrap().len(), 4);
    for theme in themes.as_array().unwrap() {
        assert_eq!(&me.data(&format!("/themes/{}", theme["theme"].as_str().unwrap())).await, theme);
        assert_eq!(theme["has_changes"], json!(theme["theme"] == "one"), "{theme}");
    }
}
