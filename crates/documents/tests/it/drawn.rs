//! PDF files: text extraction, page breaks, speed.

use std::process::{Command, Stdio};

use documents::{Detail, Paper, Picture, PrintLanguage, PrintOptions, pdf};
use kernel::Texts;

use crate::sample;

const ALL: [(PrintLanguage, &str); 3] = [(PrintLanguage::Ar, "ar"), (PrintLanguage::En, "en"), (PrintLanguage::Both, "both")];
const PAPERS: [(Paper, &str); 3] = [(Paper::A4, "a4"), (Paper::A5, "a5"), (Paper::Roll80, "roll")];

/// Writes every sample into the folder of the variable `DRAW_INTO`, for visual inspection.
#[test]
fn or_08_every_document_is_drawn_on_every_paper() {
    let folder = std::env::var("DRAW_INTO").ok();
    for (name, document) in
        [("invoice", sample::invoice()), ("long", sample::long()), ("credit", sample::credit()), ("slip", sample::slip())]
    {
        for (document_language, language) in ALL {
            for (paper, size) in PAPERS {
                let look = PrintOptions { language: document_language, paper };
                let bytes = pdf(std::slice::from_ref(&document), &[], look);
                assert!(bytes.starts_with(b"%PDF-") && bytes.len() < 120_000, "{name} {language} {size}: {}", bytes.len());
                assert_eq!(bytes, pdf(std::slice::from_ref(&document), &[], look), "the same document, the same bytes");
                if let Some(folder) = &folder {
                    std::fs::write(format!("{folder}/{name}-{language}-{size}.pdf"), &bytes).unwrap();
                    let page = documents::html(std::slice::from_ref(&document), &[], look);
                    std::fs::write(format!("{folder}/{name}-{language}-{size}.html"), page).unwrap();
                }
            }
        }
    }
    let logo = std::env::var("DRAW_LOGO").ok().and_then(|p| std::fs::read(p).ok());
    if let (Some(folder), Some(bytes)) = (folder, logo) {
        let mut document = sample::invoice();
        document.logo = Some("logo".into());
        let pictures = [Picture { key: "logo".into(), bytes }];
        for (paper, size) in PAPERS {
            let look = PrintOptions { language: PrintLanguage::Both, paper };
            std::fs::write(format!("{folder}/logo-{size}.pdf"), pdf(&[document.clone()], &pictures, look)).unwrap();
        }
    }
}

/// The text that `pdftotext` extracts from a file, without direction marks; `None` where it is not installed.
pub(crate) fn read_back(bytes: &[u8]) -> Option<String> {
    let file = std::env::temp_dir().join(format!("rawaj-drawn-{}.pdf", std::process::id()));
    std::fs::write(&file, bytes).ok()?;
    let out = Command::new("pdftotext").arg("-layout").arg(&file).arg("-").stderr(Stdio::null()).output().ok();
    let _ = std::fs::remove_file(&file);
    let text = String::from_utf8(out?.stdout).ok()?;
    Some(
        text.chars()
            .filter(|c| !matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'))
            .collect(),
    )
}

/// OR-08: Arabic that is copied from a file equals the original: letters in order, ligatures split.
#[test]
fn or_08_arabic_is_found_and_copied() {
    let Some(text) = read_back(&pdf(&[sample::invoice()], &[], PrintOptions::default())) else { return };
    for phrase in [
        "فاتورة ضريبية مبسطة",
        "متجر النخلة",
        "عطر العود الملكي",
        "الرقم الضريبي",
        "تاريخ الإصدار",
        "الدفع عند الاستلام",
        "أحمد بن عبد الله الغامدي",
    ] {
        assert!(text.contains(phrase), "{phrase}\n{text}");
    }
    for phrase in ["INV-2026-00042", "300000000000003", "+966551112233", "SKU-001", "914.99"] {
        assert!(text.contains(phrase), "{phrase}\n{text}");
    }
}

/// OR-08: thirty lines span several pages, each with the column captions and its page number.
#[test]
fn or_08_the_captions_are_repeated_on_every_page() {
    let look = PrintOptions { language: PrintLanguage::En, paper: Paper::A5 };
    let Some(text) = read_back(&pdf(&[sample::long()], &[], look)) else { return };
    let pages: Vec<&str> = text.split('\u{c}').filter(|p| !p.trim().is_empty()).collect();
    assert!(pages.len() >= 2, "{text}");
    for (n, page) in pages.iter().enumerate() {
        assert!(page.replace(' ', "").contains(&format!("\n{}/{}", n + 1, pages.len())), "{page}");
        assert!(page.contains("Unit price") || n + 1 == pages.len(), "{page}");
    }
    assert!((1..=30).all(|n| text.contains(&format!("SKU-{n:03}"))), "every line is there");
}

/// The positions of text lines, page by page: the page's height, and the distance of each line from its top.
fn places(bytes: &[u8]) -> Vec<(f32, Vec<f32>)> {
    let mut pages = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(7).position(|w| w == b"stream\n") {
        rest = &rest[at + 7..];
        let mut text = String::new();
        let is_read = std::io::Read::read_to_string(&mut flate2::read::ZlibDecoder::new(rest), &mut text).is_ok();
        // The first operator of a page gives its top.
        let head = text.lines().next().and_then(|l| l.strip_suffix(" cm")).and_then(|l| l.split(' ').next_back());
        if let Some(height) = head.filter(|_| is_read).and_then(|h| h.parse::<f32>().ok()) {
            let line = |l: &str| -> Option<f32> { l.strip_suffix(" Tm")?.split(' ').next_back()?.parse().ok() };
            pages.push((height, text.lines().filter_map(line).map(|y| -y).collect()));
        }
    }
    pages
}

/// OR-08: a note and a row that are higher than a page continue on the next ones: no line is outside its page, and none is
/// missing, on any paper.
#[test]
fn or_08_what_is_longer_than_a_page_goes_on_over_the_next() {
    let words = |mark: &str, n: usize| (0..n).map(|i| format!("{mark}{i:04}")).collect::<Vec<_>>().join("\n");
    for mut document in [sample::invoice(), sample::slip()] {
        document.lines[0].details = (0..220).map(|n| Detail { label: Texts::new("ن", "n"), value: format!("D{n:04}") }).collect();
        document.lines[1].sku = (0..900).map(|n| format!("S{n:04}")).collect::<Vec<_>>().join(" ");
        document.note = words("N", 1_500);
        let is_slip = document.kind == documents::Kind::PackingSlip;
        for (paper, name) in PAPERS {
            let look = PrintOptions { language: PrintLanguage::Ar, paper };
            let bytes = pdf(std::slice::from_ref(&document), &[], look);
            let pages = places(&bytes);
            // A roll grows with its content, up to the longest page.
            let least = if matches!(paper, Paper::Roll80) { 1 } else { 2 };
            assert!((least..60).contains(&pages.len()), "{name}: {} pages", pages.len());
            for (n, (height, lines)) in pages.iter().enumerate() {
                assert!(!lines.is_empty() && *height <= 14_400.0, "{name} page {n}");
                assert!(lines.iter().all(|y| (0.0..*height).contains(y)), "{name} page {n} of {height}: {lines:?}");
            }
            let drawn: usize = pages.iter().map(|(_, lines)| lines.len()).sum();
            // Details and SKUs share a line, each line of a note has its own.
            assert!(drawn > 120 + if is_slip { 1_500 } else { 0 }, "{name}: {drawn}");
            let Some(text) = read_back(&bytes) else { continue };
            assert!((0..220).all(|n| text.contains(&format!("D{n:04}"))), "{name}: a detail is missing");
            assert!((0..900).all(|n| text.contains(&format!("S{n:04}"))), "{name}: a part of the SKU is missing");
            assert!(!is_slip || (0..1_500).all(|n| text.contains(&format!("N{n:04}"))), "{name}: a line of the note is missing");
        }
    }
}
