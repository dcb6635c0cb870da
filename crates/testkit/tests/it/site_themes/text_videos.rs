//! Videos in merchants' texts (ST-08): stored in one form, drawn as players, admitted only where they are.

use serde_json::{Value, json};
use testkit::{Merchant, PageReply};

use super::{at, setup};

const FILM: &str = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const FRAMES: &str = "; frame-src https://www.youtube-nocookie.com https://player.vimeo.com";

fn policy(page: &PageReply) -> &str {
    page.headers["content-security-policy"].to_str().unwrap()
}

fn figure(address: &str) -> String {
    format!("<figure data-video=\"{address}\"><a href=\"{address}\" rel=\"noopener noreferrer\">{address}</a></figure>")
}

/// A page of text with this content; its path.
async fn page(me: &Merchant, slug: &str, content: &str) -> (Value, String) {
    let title = json!({"ar": "كيف نصنعها", "en": "How we make it"});
    let slugs = json!({"ar": slug, "en": format!("{slug}-en")});
    let page = me.create("/pages", json!({"title": title, "slugs": slugs, "content": {"ar": content, "en": content}})).await;
    (page, format!("/pages/{slug}"))
}

fn assert_player(page: &PageReply) {
    assert_eq!(page.body.matches("<video-embed data-src=\"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ").count(), 1);
    assert!(page.body.contains(&format!("class=\"video__open\" href=\"{FILM}\"")), "a link without scripts: {}", page.body);
    assert!(!page.body.contains("<iframe") && !page.body.contains("data-video") && !page.body.contains('\u{2}'), "{}", page.body);
    assert!(policy(page).ends_with(FRAMES) && !policy(page).contains("media-src"), "{}", policy(page));
}

#[tokio::test]
async fn st_08_a_video_in_a_page_is_loaded_when_it_is_played_and_admitted_only_there() {
    let (_shop, me, shopper) = setup().await;
    let sent = "<p>من ورشتنا</p><figure data-video=\"youtu.be/dQw4w9WgXcQ?si=abc\"></figure><p>شكرًا</p>";
    let (stored, path) = page(&me, "film", sent).await;
    assert_eq!(stored["content"]["ar"], json!(format!("<p>من ورشتنا</p>{}<p>شكرًا</p>", figure(FILM))));
    let arabic = shopper.get(&path).await;
    assert_player(&arabic);
    assert!(arabic.body.contains("aria-label=\"تشغيل الفيديو\""), "{}", arabic.body);
    assert!(arabic.body.contains("content=\"من ورشتنا شكرًا\""), "its address is no description of the page");
    let english = shopper.get("/en/pages/film-en").await;
    assert_player(&english);
    assert!(english.body.contains("aria-label=\"Play video\""));
    for other in ["/", "/cart", "/pages/privacy", "/collections"] {
        let policy = policy(&shopper.get(other).await).to_owned();
        assert!(!policy.contains("frame-src") && !policy.contains("media-src"), "{other}");
    }
    // A file needs no frame, and several have numbers.
    let both = format!("{}{}", figure("https://cdn.example.com/a.mp4?x=1&amp;y=2"), figure("https://vimeo.com/76979871"));
    let (_, path) = page(&me, "files", &both).await;
    let files = shopper.get(&path).await;
    assert!(
        files.body.contains("<source src=\"https://cdn.example.com/a.mp4?x=1&amp;y=2\" type=\"video/mp4\">"),
        "{}",
        files.body
    );
    assert!(files.body.contains("aria-label=\"تشغيل الفيديو: فيديو 2\""), "{}", files.body);
    assert!(policy(&files).contains(FRAMES) && policy(&files).ends_with("; media-src 'self' https:"));
}

#[tokio::test]
async fn st_08_a_products_text_and_a_sections_text_show_videos_too() {
    let (_shop, me, shopper) = setup().await;
    let text = json!({"ar": format!("<p>عود معتّق</p>{}", figure(FILM)), "en": figure(FILM)});
    let oud = me
        .product(json!({"name": {"ar": "عود", "en": "Oud"}, "page_link": "oud", "description": text, "is_published": true}))
        .await;
    assert_eq!(oud["description"]["en"], json!(figure(FILM)));
    for path in ["/products/oud", "/en/products/oud"] {
        assert_player(&shopper.get(path).await);
    }
    let added = me.create("/themes/one/index", json!({"sections": [{"section": "rich_text"}]})).await[0].clone();
    let front = shopper.get("/").await;
    assert!(!policy(&front).contains("frame-src"));
    let (status, saved) = me.put(&at(&added), json!({"settings": {"text": text}})).await;
    assert_eq!((status, &saved["data"]["settings"]["text"]["en"]), (200, &json!(figure(FILM))), "{saved}");
    assert_eq!(me.post("/themes/one/publication", json!({})).await.0, 200);
    assert_player(&shopper.get("/").await);
}

#[tokio::test]
async fn st_08_what_is_no_video_reaches_no_page() {
    let (_shop, me, shopper) = setup().await;
    let hostile = [
        "javascript:alert(1)//youtu.be/dQw4w9WgXcQ",
        "data:video/mp4;base64,AAAA",
        "https://evil.example/embed/dQw4w9WgXcQ",
        "http://cdn.example.com/a.mp4",
        "//www.youtube.com/embed/dQw4w9WgXcQ",
        "https://cdn.example.com/a.mp4&quot; onload=&quot;alert(1)",
    ];
    let figures =
        hostile.iter().map(|address| format!("<figure data-video=\"{address}\">كلمة</figure>")).collect::<Vec<_>>().concat();
    let html = format!(
        "{figures}<iframe src=\"https://www.youtube.com/embed/dQw4w9WgXcQ\"></iframe><video-embed data-src=\"https://evil.example\"></video-embed>\
         <video src=\"https://evil.example/a.mp4\" autoplay></video><p data-video=\"{FILM}\">نص</p>\u{2}frames"
    );
    let (status, refused) = me.post("/pages", json!({"title": {"ar": "خطرة"}, "content": {"ar": html}})).await;
    assert_eq!(status, 422, "control characters are refused: {refused}");
    let (stored, path) = page(&me, "hostile", html.trim_end_matches("\u{2}frames")).await;
    let content = stored["content"]["ar"].as_str().unwrap();
    assert_eq!(content.matches("كلمة").count(), hostile.len(), "no word is lost");
    for word in ["figure", "data-video", "iframe", "evil", "javascript", "onload", "autoplay"] {
        assert!(!content.contains(word), "{word}: {content}");
    }
    let shown = shopper.get(&path).await;
    assert!(!shown.body.contains("<video") && !policy(&shown).contains("frame-src"));
    // Attributes of a good one, and markup within it.
    let dressed = format!(
        "<figure class=\"x\" style=\"x\" onclick=\"x()\" data-src=\"//evil.example\" data-video=\"{FILM}\"><script>alert(1)</script><p>نص</p></figure>"
    );
    let (stored, path) = page(&me, "dressed", &dressed).await;
    assert_eq!(stored["content"]["ar"], json!(format!("{}<p>نص</p>", figure(FILM))));
    assert_player(&shopper.get(&path).await);
}
