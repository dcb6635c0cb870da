//! Product search: any Arabic spelling, typos, singular and plural, transliteration, wrong keyboard layout; ranking, suggestions,
//! filters.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{Merchant, PageReply, Shopper, TestShop};

/// Names of the products in a merchant's list, in order.
async fn found(m: &Merchant, query: &str) -> Vec<String> {
    let (status, body) = m.get(&format!("/products?{query}")).await;
    assert_eq!(status, 200, "{body}");
    body["data"].as_array().unwrap().iter().map(|p| p["name"]["ar"].as_str().unwrap().to_owned()).collect()
}

async fn product(m: &Merchant, name: &str, overrides: Value) -> Value {
    let mut body = json!({"name": {"ar": name, "en": ""}});
    body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
    m.product(body).await
}

fn links(page: &PageReply) -> Vec<String> {
    let names = page.body.split("class=\"card__name\"><a href=\"").skip(1);
    names.map(|r| r.split('"').next().unwrap().trim_start_matches("/products/").to_owned()).collect()
}

async fn ask(shopper: &Shopper, path: &str, q: &str) -> PageReply {
    let query = url_encoded(q);
    shopper.get(&format!("{path}?q={query}")).await
}

fn url_encoded(text: &str) -> String {
    kernel::slug::percent_encode(text)
}

/// Ranking: exact words before prefixes before typos, names before tags before descriptions.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_what_fits_best_comes_first() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    product(&m, "قميس غريب", json!({})).await;
    product(&m, "قميصان معًا", json!({})).await;
    product(&m, "حذاء", json!({"short_description": {"ar": "يناسب كل قميص", "en": ""}})).await;
    product(&m, "بنطال", json!({"tags": ["قميص"]})).await;
    product(&m, "القميص الأبيض", json!({})).await;
    product(&m, "قَمِيصٌ أزرق", json!({})).await;
    let expected = ["قَمِيصٌ أزرق", "بنطال", "حذاء", "القميص الأبيض", "قميصان معًا", "قميس غريب"];
    assert_eq!(found(&m, "search=قميص").await, expected);
    assert_eq!(found(&m, "search=قميص&page=2&per_page=4").await, expected[4..], "the order goes on over pages");
    let (_, body) = m.get("/products?search=قميص&per_page=4").await;
    assert_eq!((&body["meta"]["total"], &body["meta"]["is_total_capped"]), (&json!(6), &json!(false)));
    // An explicit sort overrides the ranking.
    assert_eq!(found(&m, "search=قميص&sort=created_at").await[0], "قميس غريب");
}

/// One typo from four letters, two from eight, transpositions included; codes and numbers match exactly.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pr_01_a_slip_is_forgiven_in_words_and_never_in_codes() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    product(&m, "برفيوم العود", json!({"sku": "OUD1001"})).await;
    product(&m, "إكسسوارات مكّة", json!({"sku": "ACC2002"})).await;
    for (input, name) in [
        ("برفوم", "برفيوم العود"),
        ("برفييوم", "برفيوم العود"),
        ("بريفوم", "برفيوم العود"),
        ("برفيون", "برفيوم العود"),
        ("اكسسورات", "إكسسوارات مكّة"),
        ("اكشسورات", "إكسسوارات مكّة"),
        ("fvtd,l", "برفيوم العود"),
        ("خعي1001", "برفيوم العود"),
        ("عود", "برفيوم العود"),
        ("oud10", "برفيوم العود"),
    ] {
        assert_eq!(found(&m, &format!("search={input}")).await, [name], "{input}");
    }
    for nothing in ["برووومي", "oud1002", "OUD1011", "acc2020", "مك"] {
        let found = found(&m, &format!("search={nothing}")).await;
        assert_eq!(found.len(), usize::from(nothing == "مك"), "{nothing}: {found:?}");
    }
    // A deleted product's words are no longer found, and a renamed one is found by its new name alone.
    let id = m.get("/products?search=برفيوم").await.1["data"][0]["id"].as_str().unwrap().to_owned();
    m.put(&format!("/products/{id}"), json!({"name": {"ar": "بخور الشرق", "en": ""}})).await;
    assert!(found(&m, "search=برفوم").await.is_empty());
    assert_eq!(found(&m, "search=بخوور").await, ["بخور الشرق"]);
    m.delete(&format!("/products/{id}"), json!({})).await;
    assert!(found(&m, "search=بخوور").await.is_empty());
}

/// A word finds its singular or plural in both languages, broken plurals too, and only in words that the store has. It is no
/// typo: there is no "did you mean".
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_singular_finds_its_plural_and_back() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    product(&m, "قميص أبيض", json!({"name": {"ar": "قميص أبيض", "en": "White shirt"}, "page_link": "one"})).await;
    shop.advance(1_000);
    product(&m, "القمصان الصيفية", json!({"name": {"ar": "القمصان الصيفية", "en": "Summer shirts"}, "page_link": "many"})).await;
    for input in ["قميص", "قمصان", "القمصان", "القميص", "shirt", "shirts"] {
        let mut names = found(&m, &format!("search={input}")).await;
        names.sort();
        assert_eq!(names, ["القمصان الصيفية", "قميص أبيض"], "{input}");
    }
    let shopper = shop.shopper(&m.slug);
    let page = ask(&shopper, "/search", "قمصان").await;
    assert_eq!(links(&page), ["many", "one"], "as it was written comes first");
    assert!(!page.body.contains("class=\"meant\"") && page.body.contains("<mark>قميص</mark>"), "{}", page.body);
    assert!(found(&m, "search=فساتين").await.is_empty(), "no word of the store");
    // The same where more products match than the limit of lookup by name.
    let many = shop.sample_merchant(700, 0).await;
    product(&many, "زعفران القائن", json!({})).await;
    let store = many.store;
    shop.app
        .db()
        .tx(async move |c| {
            let sql = "INSERT INTO search_tokens (store_id, subject, token, weight, subject_id) \
                       SELECT store_id, 'product', 'قلم', 3, id FROM products WHERE store_id = ?1";
            c.exec(sql, db::p![store]).await?;
            c.exec("INSERT INTO search_words (store_id, word) VALUES (?1, 'قلم')", db::p![store]).await
        })
        .await
        .unwrap();
    assert_eq!(found(&many, "search=أقلام القائن").await, ["زعفران القائن"]);
}

/// An Arabic word in Latin letters finds words that sound like it when nothing else matches, and the page says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_a_transliterated_arabic_word_is_found() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    product(&m, "أمواج ليل", json!({"page_link": "amwaj"})).await;
    product(&m, "دهن العود", json!({"page_link": "oud"})).await;
    for (input, name) in [("amwaj", "أمواج ليل"), ("Amwaj", "أمواج ليل"), ("oud", "دهن العود"), ("amwaj layl", "أمواج ليل")]
    {
        assert_eq!(found(&m, &format!("search={input}")).await, [name], "{input}");
    }
    let shopper = shop.shopper(&m.slug);
    let page = ask(&shopper, "/search", "amwaj").await;
    assert_eq!(links(&page), ["amwaj"]);
    assert!(page.body.contains("هل تقصد:") && page.body.contains("<bdi>أمواج</bdi>"), "{}", page.body);
    // A literal match takes precedence.
    product(&m, "مرشة", json!({"name": {"ar": "مرشة", "en": "Amwaj sprayer"}})).await;
    assert_eq!(found(&m, "search=amwaj").await, ["مرشة"]);
    let stranger = shop.merchant().await;
    assert!(found(&stranger, "search=amwaj").await.is_empty(), "the words of its own store alone");
}

/// Whatever is typed, resolving its alternatives takes a bounded number of statements by key.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f12_guessing_costs_a_bounded_number_of_statements() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(60, 0).await;
    let cost = async |search: &str| {
        let before = shop.app.db().statements();
        assert_eq!(m.get(&format!("/products?search={}", url_encoded(search))).await.0, 200);
        shop.app.db().statements() - before
    };
    let plain = cost("عطر").await;
    let other = cost("عطور").await;
    assert!(
        other <= plain + 3,
        "the other number, and what the finds have in its place, cost one statement each: {other} beside {plain}"
    );
    // Eight words with the most alternatives: singular and plural, typos, transliterations in chunks, the other keyboard.
    let worst = cost("aeiouaeiou bakhourat thathdhag ghadhatha shathagha dhaghasha chathadha khaghasha").await;
    assert!(worst <= plain + 60, "{worst} beside {plain}");
    if let Ok(plan) = shop
        .app
        .db()
        .conn()
        .all::<(i64, i64, i64, String)>(
            "EXPLAIN QUERY PLAN SELECT word FROM search_words WHERE store_id = ?1 AND word IN (?2, ?3)",
            db::p![m.store, "a", "b"],
        )
        .await
    {
        assert!(plan.iter().all(|(.., step)| step.contains("SEARCH") && step.contains("PRIMARY KEY")), "{plan:?}");
    }
}

/// Common words: more matches than are ranked, in the store and in the merchant's list.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_best_of_a_common_word_is_found_among_many() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(1_500, 0).await;
    product(&m, "عطر", json!({"page_link": "the-one"})).await;
    let (_, body) = m.get("/products?search=عطر").await;
    let total = body["meta"]["total"].as_i64().unwrap();
    assert!((1..=300).contains(&total), "{total}");
    let first = found(&m, "search=عطر").await;
    assert!(first.iter().all(|name| name.contains("عطر")), "{first:?}");
    assert!(first.contains(&"عطر".to_owned()), "the newest name stands on the first page: {first:?}");
    // A typo of a word with more matches than the limit of lookup by name: every sample product's description has it.
    let (_, slip) = m.get("/products?search=بعنابة").await;
    assert_eq!((&slip["meta"]["total"], &slip["meta"]["is_total_capped"]), (&json!(300), &json!(true)), "{}", slip["meta"]);
    // Every sample product matches: the walk through the best ends, and says that there are more.
    let (_, all) = m.get("/products?search=p&per_page=100&page=3").await;
    if all["meta"]["is_total_capped"] == json!(true) {
        assert_eq!((&all["meta"]["total"], &all["meta"]["last_page"]), (&json!(300), &json!(3)));
        assert_eq!(all["data"].as_array().unwrap().len(), 100);
    }
}

/// ST-01: the search page corrects typos, says what it searched for, highlights the matches, and lists sold-out products last; an
/// empty result offers alternatives.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn st_01_a_misspelt_search_shows_a_suggestion() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let (_, category) =
        m.post("/categories", json!({"name": {"ar": "العطور الشرقية", "en": "Perfumes"}, "is_active": true})).await;
    let category = category["data"]["id"].as_str().unwrap();
    product(&m, "عِطْرُ مكّة", json!({"page_link": "mecca", "category_ids": [category]})).await;
    shop.advance(1_000);
    product(&m, "عطر مكة الكبير", json!({"page_link": "sold", "qty": 0})).await;
    product(&m, "مسودة مكة", json!({"page_link": "hidden", "is_published": false})).await;
    let shopper = shop.shopper(&m.slug);
    let page = ask(&shopper, "/search", "مكه").await;
    assert_eq!(links(&page), ["mecca", "sold"], "what can be had comes first, and no draft");
    assert!(page.body.contains("<mark>مكّة</mark>") && !page.body.contains("class=\"meant\""), "{}", page.body);
    let slip = ask(&shopper, "/search", "عطر مككة").await;
    assert_eq!(links(&slip), ["mecca", "sold"]);
    assert!(slip.body.contains("هل تقصد:") && slip.body.contains("<bdi>عِطْرُ مكّة</bdi>"), "{}", slip.body);
    assert!(ask(&shopper, "/en/search", "عطر مككة").await.body.contains("Did you mean:"));
    let keys = ask(&shopper, "/search", "u'v").await;
    assert_eq!(links(&keys), ["mecca", "sold"], "the other keyboard");
    let none = ask(&shopper, "/search", "ثلاجة").await;
    assert!(links(&none).is_empty() && none.body.contains("class=\"ways\"") && none.body.contains("العطور الشرقية"));
    // Sorted explicitly, and back to ranking.
    assert_eq!(links(&shopper.get("/search?q=%D9%85%D9%83%D9%87&sort=newest").await), ["sold", "mecca"]);
    assert!(page.body.contains("value=\"relevance\" selected"));
    assert_eq!(links(&shopper.get("/search?q=%D9%85%D9%83%D9%87&in_stock=1").await), ["mecca"]);
}

/// ST-01: suggestions are an HTML fragment with pictures, prices and categories; cached, bounded, and not a page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn st_01_suggestions_cost_one_search_for_all_who_write_the_same() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(40, 0).await;
    m.post("/categories", json!({"name": {"ar": "العطور الشرقية", "en": "Perfumes"}, "is_active": true})).await;
    product(&m, "<b>عطر</b> & مسك", json!({"page_link": "musk"})).await;
    let shopper = shop.shopper(&m.slug);
    let page = ask(&shopper, "/search/suggest", "عطر").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["cache-control"], "public, max-age=30");
    assert_eq!(page.headers["x-robots-tag"], "noindex");
    assert!(!page.body.contains("<html") && !page.body.contains("<b>عطر"), "{}", page.body);
    assert!(page.body.contains("&lt;b&gt;<mark>عطر</mark>&lt;/b&gt; &amp; مسك"), "{}", page.body);
    let options = page.body.matches("role=\"option\"").count();
    assert!((2..=10).contains(&options) && page.body.contains("data-price"), "{options}");
    assert!(ask(&shopper, "/search/suggest", "عطور").await.body.contains("<mark>عطور</mark>"), "categories too");
    let before = shop.app.db().statements();
    for _ in 0..5 {
        assert_eq!(ask(&shopper, "/search/suggest", "عطر").await.body, page.body);
    }
    assert_eq!(shop.app.db().statements(), before, "kept");
    assert!(ask(&shopper, "/search/suggest", "عطرر").await.body.contains("هل تقصد:"));
    for (q, is_empty) in [("", true), ("ع", true), ("ثلاجة", false), ("'; DROP TABLE products; --", false)] {
        let page = ask(&shopper, "/search/suggest", q).await;
        assert_eq!((page.status, page.body.trim().is_empty()), (200, is_empty), "{q}");
    }
    let long = ask(&shopper, "/search/suggest", &"ع".repeat(5_000)).await;
    assert_eq!((long.status, long.body.trim()), (200, ""));
    // A product's change invalidates them at once.
    product(&m, "عطر جديد كليًا", json!({"page_link": "fresh"})).await;
    assert!(ask(&shopper, "/search/suggest", "عطر").await.body.contains("/products/fresh"));
}

/// ST-01, PR-02: options, categories, prices and availability combine, without scripts; with counts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn st_01_collections_are_filtered_by_options_and_categories() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    let category = async |ar: &str, overrides: Value| {
        let mut body = json!({"name": {"ar": ar, "en": ar}, "is_active": true});
        body.as_object_mut().unwrap().extend(overrides.as_object().unwrap().clone());
        let (_, category) = m.post("/categories", body).await;
        (category["data"]["id"].as_str().unwrap().to_owned(), category["data"]["slug"].as_str().unwrap().to_owned())
    };
    let (men, _) = category("رجالي", json!({})).await;
    let (shirts, shirts_slug) = category("قمصان", json!({"parent_id": men})).await;
    let multi = async |link: &str, colors: [&str; 2], sizes: &[&str], category: &str| {
        let variants: Vec<Value> = colors
            .iter()
            .flat_map(|c| {
                sizes
                    .iter()
                    .map(move |s| json!({"option_values": [c, s], "qty": 5, "has_unlimited_qty": false, "is_active": true}))
            })
            .collect();
        let body = json!({"page_link": link, "product_type": "multi", "regular_price": "50.00", "category_ids": [category],
            "options": [{"name": "color", "values": colors}, {"name": "size", "values": sizes}], "variants": variants});
        m.product(body).await;
        shop.advance(1_000);
    };
    multi("one", ["أحمر", "أزرق"], &["S", "M"], &shirts).await;
    multi("two", ["أسود", "أحمر"], &["L"], &men).await;
    m.product(json!({"page_link": "plain", "category_ids": [men]})).await;
    let shopper = shop.shopper(&m.slug);
    let all = shopper.get("/collections").await;
    assert_eq!(links(&all).len(), 3);
    for field in ["name=\"opt.color\" value=\"احمر\"", "name=\"opt.size\" value=\"s\"", "name=\"category\""] {
        assert!(all.body.contains(field), "{field}: {}", all.body);
    }
    assert!(!all.body.contains("noindex"));
    let found = async |query: &str| links(&shopper.get(&format!("/collections?{query}")).await);
    let red = url_encoded("أحمر");
    assert_eq!(found(&format!("opt.color={red}")).await, ["two", "one"]);
    assert_eq!(found(&format!("opt.color={red}&opt.size=L")).await, ["two"]);
    assert_eq!(found("opt.size=s&opt.size=l").await, ["two", "one"], "values of one option are either, options are both");
    assert_eq!(found(&format!("opt.size=m&category={}", url_encoded(&shirts_slug))).await, ["one"]);
    assert!(found("opt.color=green").await.is_empty());
    assert!(found("opt.made-up=1").await.is_empty());
    let narrowed = shopper.get(&format!("/collections?opt.color={red}&max_price=60&in_stock=1")).await;
    assert!(narrowed.body.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(narrowed.body.contains(&format!("rel=\"canonical\" href=\"{}/collections\"", shopper.origin)), "{}", narrowed.body);
    let counted = narrowed.body.split("value=\"احمر\"").nth(1).unwrap();
    assert!(counted.contains("checked") && counted.split("</label>").next().unwrap().contains(">2</small>"), "{counted}");
    let blue = narrowed.body.split("value=\"ازرق\"").nth(1).unwrap();
    assert!(blue.split("</label>").next().unwrap().contains(">1</small>"), "another colour can be added");
    assert!(narrowed.body.contains("href=\"/collections?max_price=60&amp;in_stock=1\""), "one is taken back alone");
    // An inactive variant adds no value to filter by.
    let id = m.get("/products?search=قميص&sort=created_at").await.1["data"][0]["id"].as_str().unwrap().to_owned();
    let stored = m.data(&format!("/products/{id}")).await;
    let variants: Vec<Value> = stored["variants"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| {
            json!({"id": v["id"], "option_values": v["option_values"], "qty": v["qty"], "has_unlimited_qty": false,
            "is_active": v["option_values"][0] != "أزرق"})
        })
        .collect();
    m.put(&format!("/products/{id}"), json!({"options": stored["options"], "variants": variants})).await;
    assert!(found(&format!("opt.color={}", url_encoded("أزرق"))).await.is_empty());
}

/// The search index of an upgrade is built in the background: words, spellings and option values of existing products.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn products_of_before_are_found_by_all_of_it_after_a_while() {
    let shop = TestShop::start().await;
    let m = shop.merchant().await;
    product(&m, "برفيوم العود", json!({})).await;
    let store = m.store;
    shop.app
        .db()
        .tx(async move |c| {
            for sql in ["DELETE FROM search_words WHERE store_id = ?1", "DELETE FROM search_spellings WHERE store_id = ?1"] {
                c.exec(sql, db::p![store]).await?;
            }
            c.exec(
                "INSERT INTO search_backlog (store_id, product_id) SELECT store_id, id FROM products WHERE store_id = ?1",
                db::p![store],
            )
            .await
        })
        .await
        .unwrap();
    assert!(found(&m, "search=برفوم").await.is_empty());
    shop.advance(61_000);
    shop.worker.tick().await.unwrap();
    assert_eq!(found(&m, "search=برفوم").await, ["برفيوم العود"]);
    let remaining: i64 =
        shop.app.db().conn().one("SELECT COUNT(*) FROM search_backlog WHERE store_id = ?1", db::p![store]).await.unwrap();
    assert_eq!(remaining, 0);
}

/// A store's search finds nothing of another store.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tn_01_words_and_options_stay_in_their_store() {
    let shop = TestShop::start().await;
    let (one, two) = (shop.merchant().await, shop.merchant().await);
    product(&one, "برفيوم العود", json!({})).await;
    for input in ["برفيوم", "برفوم", "fvtd,l"] {
        assert!(found(&two, &format!("search={input}")).await.is_empty(), "{input}");
    }
    let shopper = shop.shopper(&two.slug);
    assert!(!ask(&shopper, "/search/suggest", "برفوم").await.body.contains("برفيوم"));
}

/// Unusual search terms are answered in bounded time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unusual_search_terms_are_answered_in_time() {
    let shop = TestShop::start().await;
    let m = shop.sample_merchant(300, 0).await;
    let shopper = shop.shopper(&m.slug);
    let many = (0..60).map(|i| format!("كلمة{i}")).collect::<Vec<_>>().join(" ");
    for q in ["ا", "ال", "و", "%", "_", "\\", "\u{202e}", "١٢٣", "a b c d e f g h i j", &many, &"ل".repeat(90), "🌙"] {
        let started = Instant::now();
        assert_eq!(ask(&shopper, "/search", q).await.status, 200, "{q}");
        assert_eq!(
            m.get(&format!("/products?search={}", url_encoded(&q.chars().take(150).collect::<String>()))).await.0,
            200,
            "{q}"
        );
        assert!(started.elapsed() < Duration::from_secs(5), "{q}: {:?}", started.elapsed());
    }
}
