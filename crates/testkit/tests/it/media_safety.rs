//! Content of uploads (ME-02): metadata, decompression bombs, polyglot files. All files are generated here.

use image::ImageFormat;
use serde_json::json;
use testkit::{Merchant, TestShop};

use crate::media::picture;

async fn shop() -> (TestShop, Merchant) {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    (shop, merchant)
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |mut crc, b| {
        crc ^= u32::from(*b);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
        crc
    })
}

/// A PNG with one more chunk after its header.
fn with_chunk(png: &[u8], kind: [u8; 4], body: &[u8]) -> Vec<u8> {
    let mut out = png[..33].to_vec();
    out.extend_from_slice(&u32::try_from(body.len()).unwrap().to_be_bytes());
    let framed = [&kind[..], body].concat();
    out.extend_from_slice(&framed);
    out.extend_from_slice(&crc32(&framed).to_be_bytes());
    out.extend_from_slice(&png[33..]);
    out
}

/// A JPEG with GPS position and orientation in its EXIF data.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0, 0]);
    exif.extend_from_slice(b"GPS 24.7136 46.6753");
    let mut out = jpeg[..2].to_vec();
    out.extend_from_slice(&[0xff, 0xe1]);
    out.extend_from_slice(&u16::try_from(exif.len() + 2).unwrap().to_be_bytes());
    out.extend_from_slice(&exif);
    out.extend_from_slice(&jpeg[2..]);
    out
}

fn contains(bytes: &[u8], word: &str) -> bool {
    bytes.windows(word.len()).any(|w| w == word.as_bytes())
}

/// ME-02: GPS position and other metadata of a photo are removed; its orientation is kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_02_metadata_of_every_kind_is_left_behind() {
    let (shop, m) = shop().await;
    let jpeg = with_exif(&picture(40, 20, ImageFormat::Jpeg), 6);
    let png = with_chunk(&picture(40, 20, ImageFormat::Png), *b"tEXt", b"Comment\0GPS 24.7136");
    let exif = with_chunk(&picture(40, 20, ImageFormat::Png), *b"eXIf", b"II*\0GPS 24.7136");
    let mut gif = picture(40, 20, ImageFormat::Gif);
    let end = gif.len() - 1;
    gif.splice(end.., b"\x21\xfe\x0bGPS 24.7136\0\x3b<?php ?>".iter().copied());
    let mut webp = picture(40, 20, ImageFormat::WebP);
    webp.extend_from_slice(b"EXIF\x0c\0\0\0GPS 24.7136 ");
    let size = u32::try_from(webp.len() - 8).unwrap();
    webp[4..8].copy_from_slice(&size.to_le_bytes());
    for (name, bytes, shown) in [
        ("a.jpg", jpeg, (20, 40)),
        ("b.png", png, (40, 20)),
        ("c.png", exif, (40, 20)),
        ("d.gif", gif, (40, 20)),
        ("e.webp", webp, (40, 20)),
    ] {
        assert!(contains(&bytes, "GPS"), "{name}");
        let reply = m.upload("/media", "media", name, "image/png", bytes).await;
        assert_eq!(reply.status, 200, "{name}: {}", reply.text());
        let created = &reply.json["data"];
        assert_eq!((created["width"].as_i64().unwrap(), created["height"].as_i64().unwrap()), shown, "{name}");
        let stored = shop.call("GET", created["url"].as_str().unwrap()).send().await;
        assert!(!contains(&stored.bytes, "GPS") && !contains(&stored.bytes, "php"), "{name}");
        let pixels = image::load_from_memory(&stored.bytes).unwrap();
        assert_eq!((i64::from(pixels.width()), i64::from(pixels.height())), shown, "{name}");
    }
}

/// ME-02: a file whose header declares too many pixels is refused before decoding, however small it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_02_bombs_are_refused_before_they_unpack() {
    let (shop, m) = shop().await;
    let mut png = picture(1, 1, ImageFormat::Png);
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    let mut gif = picture(4, 4, ImageFormat::Gif);
    gif[6..10].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    // A small canvas whose one frame declares a huge size.
    let mut frame = picture(4, 4, ImageFormat::Gif);
    let at = frame.iter().position(|b| *b == 0x2c).unwrap();
    frame[at + 5..at + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    for (name, bytes) in [("a.png", png), ("b.gif", gif), ("c.gif", frame)] {
        let reply = shop.assert_unchanged(m.upload("/media", "media", name, "image/png", bytes)).await;
        assert_eq!((reply.status, reply.json["errors"]["media"].is_array()), (422, true), "{name}: {}", reply.text());
    }
}

/// ME-02: a polyglot file is only a picture when it is served.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn me_02_a_file_of_two_kinds_keeps_only_the_picture() {
    let (shop, m) = shop().await;
    let page = b"<script>alert(1)</script>";
    let zip = b"PK\x03\x04archive";
    for tail in [&page[..], &zip[..]] {
        let mut bytes = picture(30, 30, ImageFormat::Png);
        bytes.extend_from_slice(tail);
        let reply = m.upload("/media", "media", "a.html", "text/html", bytes).await;
        assert_eq!(reply.status, 200);
        let stored = shop.call("GET", reply.json["data"]["url"].as_str().unwrap()).send().await;
        assert_eq!((stored.header("content-type"), stored.header("x-content-type-options")), ("image/png", "nosniff"));
        assert!(!contains(&stored.bytes, "script") && !contains(&stored.bytes, "archive"));
    }
    // The other way round: an HTML page that begins with a picture's magic bytes is refused.
    let reply =
        m.upload("/media", "media", "a.png", "image/png", [&page[..], &picture(9, 9, ImageFormat::Png)[..]].concat()).await;
    assert_eq!((reply.status, &reply.json["errors"]["media"].is_array()), (422, &true));
    let view = m.get("/media").await.1;
    assert_eq!(view["data"].as_array().unwrap().len(), 2);
    assert_eq!(m.delete("/media/deleteOne", json!({"id": view["data"][0]["picture"]["id"]})).await.0, 200);
}
