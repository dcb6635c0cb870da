//! The fonts of a theme in their own faces (TH-04).

use std::io::{Cursor, Write as _};

use serde_json::json;
use testkit::Merchant;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::setup;

/// A file of a font: the signature of the format, and something that no other has.
const FONT: &[u8] = b"wOF2 own";

async fn upload(me: &Merchant, style: &str) {
    let manifest = json!({
        "id": "mine", "extends": "one", "name": {"ar": "قالبي", "en": "Mine"}, "description": {"ar": "قالب", "en": "A theme"},
        "styles": ["one.css", "mine.css"],
        "fonts": {"own": "'My Font',sans-serif", "plex": "Plex,sans-serif", "system": "system-ui,sans-serif", "none": "Nowhere,sans-serif"},
    });
    let options = json!({"settings": {"fonts": {"default": "plex"}}});
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in [
        ("theme.json", manifest.to_string().into_bytes()),
        ("changes/look.json", options.to_string().into_bytes()),
        ("assets/mine.css", style.as_bytes().to_vec()),
        ("assets/faces/own.woff2", FONT.to_vec()),
    ] {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(&bytes).unwrap();
    }
    let bytes = archive.finish().unwrap().into_inner();
    let reply = me.upload("/theme-uploads", "file", "mine.zip", "application/zip", bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn th_04_the_editor_gets_the_faces_of_a_themes_fonts() {
    let (shop, me, _shopper) = setup().await;
    // Of a theme of the program, whether the store has it or not.
    for (theme, own) in [("one", "plex"), ("two", "cairo"), ("three", "alexandria")] {
        let fonts = me.data(&format!("/themes/{theme}/fonts")).await;
        assert_eq!((&fonts[0]["value"], fonts[0]["faces"].as_array().unwrap().len()), (&json!(own), 2), "{fonts}");
        assert_eq!((&fonts[1]["value"], &fonts[1]["faces"]), (&json!("system"), &json!([])), "{fonts}");
        for face in fonts[0]["faces"].as_array().unwrap() {
            assert!(face["unicode_range"].as_str().unwrap().starts_with("U+"), "{face}");
            let path = format!("/themes/{theme}/fonts/{}", face["file"].as_str().unwrap());
            let file = me.call("GET", &path).send().await;
            assert_eq!((file.status, file.header("content-type")), (200, "font/woff2"));
            assert!(file.bytes.starts_with(b"wOF2"));
        }
    }
    upload(&me, "@font-face{font-family:\"My Font\";src:url(faces/own.woff2) format(\"woff2\")}").await;
    let fonts = me.data("/themes/mine/fonts").await;
    let own = fonts.as_array().unwrap().iter().find(|font| font["value"] == "own").unwrap();
    let face = &own["faces"][0];
    assert_eq!(
        (own["family"].as_str(), own["faces"].as_array().unwrap().len(), face["unicode_range"].is_null()),
        (Some("'My Font',sans-serif"), 1, true)
    );
    let path = format!("/themes/mine/fonts/{}", face["file"].as_str().unwrap());
    assert_eq!(&me.call("GET", &path).send().await.bytes[..], FONT);
    // One whose files the theme does not have is shown as its pages are.
    let none = fonts.as_array().unwrap().iter().find(|font| font["value"] == "none").unwrap();
    assert_eq!(none["faces"], json!([]));
    // Other files than those of faces are not given out here, and other stores have no part in it.
    for wrong in ["theme.json", "mine.css", "..", "0"] {
        assert_eq!(me.call("GET", &format!("/themes/mine/fonts/{wrong}")).send().await.status, 404, "{wrong}");
    }
    let other = shop.merchant().await;
    assert_eq!((other.get("/themes/mine/fonts").await.0, other.call("GET", &path).send().await.status), (404, 404));
}
