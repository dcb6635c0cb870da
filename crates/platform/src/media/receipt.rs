//! Pictures and PDFs of receipts that shoppers upload (OR-09): detected by content, made smaller, upright and without metadata.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageReader, Limits};

use super::inspect::{Kind, MAX_BYTES, Refusal};
use super::strip;

/// The longest side that is stored, in pixels: small print of a screenshot stays readable.
const LONGEST: u32 = 2_400;
/// The longest side that is accepted, in pixels: more than any phone's camera makes.
const MOST: u32 = 12_000;

/// A perceptual hash (difference hash), independent of the encoding: whether brightness falls from each of 16 by 16 fields to the
/// next.
pub type ImageHash = [i64; 4];

/// A receipt to store.
#[derive(Debug)]
pub struct Receipt {
    /// Its bytes, without metadata.
    pub bytes: Vec<u8>,
    /// `image/jpeg` or `application/pdf`.
    pub content_type: &'static str,
    /// None of a PDF, and of a picture of one uniform colour.
    pub image_hash: Option<ImageHash>,
}

/// Reads a receipt. Slow: runs off the async threads.
///
/// # Errors
/// [`Refusal`]: too large, no picture and no PDF, damaged.
pub fn receipt(bytes: &[u8]) -> Result<Receipt, Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    if bytes.len() > MAX_BYTES {
        return Err(Refusal::TooLarge);
    }
    if bytes.starts_with(b"%PDF-") {
        let tail = &bytes[bytes.len().saturating_sub(2_048)..];
        if !tail.windows(5).any(|w| w == b"%%EOF") {
            return Err(Refusal::Damaged);
        }
        return Ok(Receipt { bytes: without_metadata(bytes), content_type: "application/pdf", image_hash: None });
    }
    let kind = Kind::detect(bytes).filter(|k| *k != Kind::Gif).ok_or(Refusal::Kind)?;
    let orientation = if kind == Kind::Jpeg { strip::jpeg_orientation(bytes) } else { 1 };
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format());
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MOST), Some(MOST));
    limits.max_alloc = Some(256 * 1024 * 1024);
    reader.limits(limits);
    let mut pixels = reader.decode().map_err(|_| Refusal::Damaged)?;
    if let Some(turn) = Orientation::from_exif(orientation) {
        pixels.apply_orientation(turn);
    }
    if pixels.width().max(pixels.height()) > LONGEST {
        pixels = pixels.resize(LONGEST, LONGEST, FilterType::Triangle);
    }
    let image_hash = hash_of_image(&pixels);
    // Re-encoded: only the visible pixels of the uploaded file are kept.
    let mut out = Vec::new();
    let encoder = JpegEncoder::new_with_quality(Cursor::new(&mut out), 85);
    DynamicImage::ImageRgb8(over_white(&pixels)).write_with_encoder(encoder).map_err(|_| Refusal::Damaged)?;
    Ok(Receipt { bytes: out, content_type: "image/jpeg", image_hash })
}

/// Transparent pixels become white, as on paper.
fn over_white(pixels: &DynamicImage) -> image::RgbImage {
    if !pixels.color().has_alpha() {
        return pixels.to_rgb8();
    }
    let source = pixels.to_rgba8();
    let mut out = image::RgbImage::new(source.width(), source.height());
    for (to, from) in out.pixels_mut().zip(source.pixels()) {
        let [r, g, b, a] = from.0.map(u16::from);
        let over = |c: u16| u8::try_from((c * a + 255 * (255 - a)) / 255).unwrap_or(255);
        *to = image::Rgb([over(r), over(g), over(b)]);
    }
    out
}

fn hash_of_image(pixels: &DynamicImage) -> Option<ImageHash> {
    let small = DynamicImage::ImageRgb8(over_white(pixels)).resize_exact(17, 16, FilterType::Triangle).to_luma8();
    let mut words = [0_u64; 4];
    for y in 0..16_u32 {
        for x in 0..16_u32 {
            // A smaller difference is compression noise on a uniform area.
            let falls = i16::from(small.get_pixel(x, y).0[0]) > i16::from(small.get_pixel(x + 1, y).0[0]) + 2;
            words[(y / 4) as usize] = words[(y / 4) as usize] << 1 | u64::from(falls);
        }
    }
    let bits: u32 = words.iter().map(|w| w.count_ones()).sum();
    (bits >= 8).then(|| words.map(u64::cast_signed))
}

/// The Hamming distance of two hashes: how many of the 256 fields differ.
#[must_use]
pub fn difference(a: ImageHash, b: ImageHash) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a ^ b).count_ones()).sum()
}

/// Blanks the author and program metadata of a PDF in place, so that every offset stays valid.
fn without_metadata(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    for key in [&b"/Author"[..], b"/Creator", b"/Producer", b"/Title", b"/Subject", b"/Keywords"] {
        let mut at = 0;
        while let Some(found) = out[at..].windows(key.len()).position(|w| w == key) {
            at += found + key.len();
            let mut from = at;
            while out.get(from) == Some(&b' ') {
                from += 1;
            }
            if out.get(from) != Some(&b'(') {
                continue;
            }
            let mut end = from + 1;
            let mut depth = 1;
            while depth > 0 && end < out.len() {
                match out[end] {
                    b'\\' => end += 1,
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    _ => {}
                }
                end += 1;
            }
            if depth == 0 {
                out[from + 1..end - 1].fill(b' ');
            }
        }
    }
    let mut at = 0;
    while let Some(found) = out[at..].windows(10).position(|w| w == b"<x:xmpmeta") {
        let from = at + found;
        let Some(length) = out[from..].windows(12).position(|w| w == b"</x:xmpmeta>") else { break };
        out[from..from + length + 12].fill(b' ');
        at = from + length + 12;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seed: u32, wide: u32, high: u32) -> DynamicImage {
        let mut n = seed;
        let blocks: Vec<u8> = (0..400)
            .map(|_| {
                n = n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (n >> 24) as u8
            })
            .collect();
        DynamicImage::ImageRgb8(image::RgbImage::from_fn(wide, high, |x, y| {
            let v = blocks[(y * 20 / high * 20 + x * 20 / wide) as usize];
            image::Rgb([v, v, v])
        }))
    }

    fn jpeg(pixels: &DynamicImage, quality: u8) -> Vec<u8> {
        let mut out = Vec::new();
        pixels.write_with_encoder(JpegEncoder::new_with_quality(Cursor::new(&mut out), quality)).unwrap();
        out
    }

    /// OR-09: a picture that was re-encoded, or made smaller, has a similar hash; another has not.
    #[test]
    fn or_09_the_same_picture_is_known_in_another_encoding() {
        let one = drawn(7, 1080, 2400);
        let first = receipt(&jpeg(&one, 92)).unwrap();
        let again = receipt(&jpeg(&one.resize(540, 1200, FilterType::Triangle), 60)).unwrap();
        let other = receipt(&jpeg(&drawn(8, 1080, 2400), 92)).unwrap();
        let of = |a: &Receipt, b: &Receipt| difference(a.image_hash.unwrap(), b.image_hash.unwrap());
        assert!(of(&first, &again) <= 8, "{}", of(&first, &again));
        assert!(of(&first, &other) > 40, "{}", of(&first, &other));
        let blank = DynamicImage::ImageRgb8(image::RgbImage::from_pixel(300, 300, image::Rgb([250, 250, 250])));
        assert_eq!(receipt(&jpeg(&blank, 90)).unwrap().image_hash, None);
    }

    /// OR-09: the content decides; metadata is removed; an oversized and a truncated file are refused.
    #[test]
    fn or_09_a_receipt_is_what_its_bytes_are() {
        let mut with_comment = jpeg(&drawn(3, 400, 300), 90);
        let secret = b"taken at home";
        let length = u16::try_from(secret.len() + 2).unwrap().to_be_bytes();
        let segment: Vec<u8> = [&[0xff, 0xfe][..], &length, secret].concat();
        with_comment.splice(2..2, segment);
        let receipt_file = receipt(&with_comment).unwrap();
        assert_eq!(receipt_file.content_type, "image/jpeg");
        assert!(!receipt_file.bytes.windows(secret.len()).any(|w| w == secret));
        let large = receipt(&jpeg(&drawn(4, 4000, 3000), 40)).unwrap();
        assert!(image::load_from_memory(&large.bytes).unwrap().width() <= LONGEST);
        let pdf = b"%PDF-1.4\n1 0 obj <</Author (Nora \\(me\\)) /Title(x)>> endobj <x:xmpmeta>who</x:xmpmeta>\n%%EOF";
        let cleaned = receipt(pdf).unwrap();
        assert_eq!((cleaned.content_type, cleaned.bytes.len()), ("application/pdf", pdf.len()));
        assert!(
            !String::from_utf8_lossy(&cleaned.bytes).contains("Nora") && !String::from_utf8_lossy(&cleaned.bytes).contains("who")
        );
        for (bytes, refusal) in [
            (&b""[..], Refusal::Empty),
            (b"<svg/>", Refusal::Kind),
            (b"GIF89a\x01\x00\x01\x00", Refusal::Kind),
            (b"%PDF-1.4 cut", Refusal::Damaged),
            (&with_comment[..60], Refusal::Damaged),
            (&vec![0; MAX_BYTES + 1], Refusal::TooLarge),
        ] {
            assert_eq!(receipt(bytes).err(), Some(refusal));
        }
    }
}
