//! Removes metadata from pictures: location, camera, author, thumbnails, comments, and bytes appended after the end. Pixels stay
//! bit for bit.

use std::io::Cursor;

use image::DynamicImage;

use super::inspect::Kind;

/// The file without its metadata; none when its structure is invalid.
pub(super) fn strip(kind: Kind, bytes: &[u8]) -> Option<Vec<u8>> {
    match kind {
        Kind::Jpeg => jpeg(bytes),
        Kind::Png => png(bytes),
        Kind::Gif => gif(bytes),
        Kind::Webp => webp(bytes),
    }
}

/// Keeps JFIF (APP0), colour profiles (APP2 ICC) and Adobe's colour transform (APP14); drops everything after the end.
fn jpeg(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(bytes.get(..2)?);
    let mut at = 2;
    loop {
        if *bytes.get(at)? != 0xff {
            return None;
        }
        let marker = *bytes.get(at + 1)?;
        match marker {
            0xff => at += 1,
            0xd9 => {
                out.extend_from_slice(&[0xff, 0xd9]);
                return Some(out);
            }
            0x01 | 0xd0..=0xd7 => {
                out.extend_from_slice(&[0xff, marker]);
                at += 2;
            }
            _ => {
                let length = usize::from(u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?]));
                let segment = bytes.get(at..at + 2 + length.max(2))?;
                let is_kept = match marker {
                    0xe0 | 0xee => true,
                    0xe2 => segment.get(4..).is_some_and(|s| s.starts_with(b"ICC_PROFILE\0")),
                    0xe1..=0xef | 0xfe => false,
                    _ => true,
                };
                if is_kept {
                    out.extend_from_slice(segment);
                }
                at += segment.len();
                if marker == 0xda {
                    // Entropy-coded data runs to the next marker that is neither stuffing nor a restart.
                    let start = at;
                    while !(bytes.get(at) == Some(&0xff)
                        && bytes.get(at + 1).is_some_and(|b| !matches!(b, 0x00 | 0xd0..=0xd7 | 0xff)))
                    {
                        if at >= bytes.len() {
                            // Truncated: what there is is kept, with an end marker.
                            out.extend_from_slice(bytes.get(start..)?);
                            out.extend_from_slice(&[0xff, 0xd9]);
                            return Some(out);
                        }
                        at += 1;
                    }
                    out.extend_from_slice(bytes.get(start..at)?);
                }
            }
        }
    }
}

/// The EXIF orientation, 1 to 8; 1 when there is none.
pub(super) fn jpeg_orientation(bytes: &[u8]) -> u8 {
    exif(bytes).and_then(orientation_of).filter(|o| (1..=8).contains(o)).unwrap_or(1)
}

fn exif(bytes: &[u8]) -> Option<&[u8]> {
    let mut at = 2;
    while *bytes.get(at)? == 0xff {
        let marker = *bytes.get(at + 1)?;
        if marker == 0xff {
            at += 1;
            continue;
        }
        if matches!(marker, 0xda | 0xd9) {
            return None;
        }
        let length = usize::from(u16::from_be_bytes([*bytes.get(at + 2)?, *bytes.get(at + 3)?])).max(2);
        let body = bytes.get(at + 4..at + 2 + length)?;
        if marker == 0xe1
            && let Some(tiff) = body.strip_prefix(b"Exif\0\0")
        {
            return Some(tiff);
        }
        at += 2 + length;
    }
    None
}

fn orientation_of(tiff: &[u8]) -> Option<u8> {
    let is_little = tiff.starts_with(b"II");
    let u16_at = |at: usize| -> Option<u16> {
        let b = [*tiff.get(at)?, *tiff.get(at + 1)?];
        Some(if is_little { u16::from_le_bytes(b) } else { u16::from_be_bytes(b) })
    };
    let u32_at = |at: usize| -> Option<u32> {
        let b = [*tiff.get(at)?, *tiff.get(at + 1)?, *tiff.get(at + 2)?, *tiff.get(at + 3)?];
        Some(if is_little { u32::from_le_bytes(b) } else { u32::from_be_bytes(b) })
    };
    let directory = usize::try_from(u32_at(4)?).ok()?;
    let entries = usize::from(u16_at(directory)?);
    for i in 0..entries {
        let entry = directory.checked_add(2 + i * 12)?;
        if u16_at(entry)? == 0x0112 {
            return u8::try_from(u16_at(entry + 8)?).ok();
        }
    }
    None
}

/// Rotates the pixels by the EXIF orientation and writes a JPEG without metadata.
pub(super) fn upright_jpeg(pixels: DynamicImage, orientation: u8) -> Option<Vec<u8>> {
    let mut pixels = DynamicImage::ImageRgb8(pixels.into_rgb8());
    pixels.apply_orientation(image::metadata::Orientation::from_exif(orientation)?);
    let mut out = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(Cursor::new(&mut out), 92);
    pixels.write_with_encoder(encoder).ok()?;
    Some(out)
}

/// Keeps the chunks of pixels, colours and animations.
fn png(bytes: &[u8]) -> Option<Vec<u8>> {
    const KEPT_CHUNKS: [&[u8; 4]; 13] =
        [b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT", b"acTL", b"fcTL", b"fdAT"];
    let mut out = bytes.get(..8)?.to_vec();
    let mut at = 8;
    loop {
        let length = usize::try_from(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?)).ok()?;
        let kind: &[u8; 4] = bytes.get(at + 4..at + 8)?.try_into().ok()?;
        let end = at.checked_add(12)?.checked_add(length)?;
        let chunk = bytes.get(at..end)?;
        if KEPT_CHUNKS.contains(&kind) {
            out.extend_from_slice(chunk);
        }
        if kind == b"IEND" {
            return Some(out);
        }
        at = end;
    }
}

/// Keeps frames, their timing, and the loop count; drops comments, texts and application blocks.
fn gif(bytes: &[u8]) -> Option<Vec<u8>> {
    let table = |flags: u8| if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    let mut at = 13 + table(*bytes.get(10)?);
    let mut out = bytes.get(..at)?.to_vec();
    loop {
        let start = at;
        match *bytes.get(at)? {
            0x3b => {
                out.push(0x3b);
                return Some(out);
            }
            0x2c => {
                at += 10 + table(*bytes.get(at + 9)?) + 1;
                at = past_blocks(bytes, at)?;
                out.extend_from_slice(bytes.get(start..at)?);
            }
            0x21 => {
                let label = *bytes.get(at + 1)?;
                let is_loop = label == 0xff && bytes.get(at + 3..at + 14) == Some(b"NETSCAPE2.0");
                at = past_blocks(bytes, at + 2)?;
                if label == 0xf9 || is_loop {
                    out.extend_from_slice(bytes.get(start..at)?);
                }
            }
            _ => return None,
        }
    }
}

/// The offset after a chain of data blocks and its terminator.
fn past_blocks(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let length = usize::from(*bytes.get(at)?);
        at += 1 + length;
        if length == 0 {
            return Some(at);
        }
    }
}

/// Drops EXIF and XMP and whatever follows the container.
fn webp(bytes: &[u8]) -> Option<Vec<u8>> {
    let size = usize::try_from(u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?)).ok()?;
    let body = bytes.get(12..size.checked_add(8)?)?;
    let mut out = bytes.get(..12)?.to_vec();
    let mut at = 0;
    while at + 8 <= body.len() {
        let kind = body.get(at..at + 4)?;
        let length = usize::try_from(u32::from_le_bytes(body.get(at + 4..at + 8)?.try_into().ok()?)).ok()?;
        let end = at.checked_add(8)?.checked_add(length)?.checked_add(length & 1)?;
        let chunk = body.get(at..end.min(body.len()))?;
        if matches!(kind, b"VP8 " | b"VP8L" | b"VP8X" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP") {
            let from = out.len();
            out.extend_from_slice(chunk);
            if kind == b"VP8X" {
                // The flags that announce EXIF and XMP.
                *out.get_mut(from + 8)? &= !0b0000_1100;
            }
        }
        at = end;
    }
    let size = u32::try_from(out.len() - 8).ok()?;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    Some(out)
}

/// Whether it is an animated GIF or WebP, of which no copies are made, because they would not move.
pub(super) fn is_animated(kind: Kind, bytes: &[u8]) -> bool {
    match kind {
        Kind::Gif => true,
        Kind::Webp => bytes.get(12..16) == Some(b"VP8X") && bytes.get(20).is_some_and(|flags| flags & 0b0000_0010 != 0),
        Kind::Jpeg | Kind::Png => false,
    }
}

/// The checksum of PNG chunks, for tests that forge one.
#[cfg(test)]
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |mut crc, b| {
        crc ^= u32::from(*b);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
        crc
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::inspect::decode;
    use image::{ImageFormat, Rgb, RgbImage};
    use proptest::prelude::*;

    fn picture() -> DynamicImage {
        RgbImage::from_fn(8, 4, |x, y| Rgb([u8::try_from(x * 30).unwrap(), u8::try_from(y * 60).unwrap(), 7])).into()
    }

    fn encoded(format: ImageFormat) -> Vec<u8> {
        let mut out = Vec::new();
        picture().write_to(&mut Cursor::new(&mut out), format).unwrap();
        out
    }

    /// An EXIF segment with an orientation and a location.
    fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
        let mut tiff = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
        tiff.extend_from_slice(&[orientation, 0, 0, 0, 0, 0, 0, 0]);
        tiff.extend_from_slice(b"GPS 24.7136 46.6753");
        let mut out = jpeg[..2].to_vec();
        out.extend_from_slice(&[0xff, 0xe1]);
        out.extend_from_slice(&u16::try_from(tiff.len() + 2).unwrap().to_be_bytes());
        out.extend_from_slice(&tiff);
        out.extend_from_slice(&jpeg[2..]);
        out.extend_from_slice(b"<?php appended ?>");
        out
    }

    fn contains(bytes: &[u8], word: &[u8]) -> bool {
        bytes.windows(word.len()).any(|w| w == word)
    }

    #[test]
    fn me_02_photos_lose_their_metadata_and_keep_every_pixel() {
        let plain = encoded(ImageFormat::Jpeg);
        let tagged = with_exif(&plain, 1);
        assert_eq!(jpeg_orientation(&tagged), 1);
        let clean = strip(Kind::Jpeg, &tagged).unwrap();
        assert!(!contains(&clean, b"GPS") && !contains(&clean, b"php"));
        assert_eq!(decode(Kind::Jpeg, &clean).unwrap(), decode(Kind::Jpeg, &plain).unwrap());
    }

    #[test]
    fn a_photo_held_upright_is_turned() {
        let tagged = with_exif(&encoded(ImageFormat::Jpeg), 6);
        let accepted = crate::media::inspect::accept(&tagged, super::super::inspect::Purpose::Any).ok().unwrap();
        assert_eq!((accepted.width, accepted.height), (4, 8));
        assert_eq!(jpeg_orientation(&accepted.bytes), 1);
        assert!(!contains(&accepted.bytes, b"GPS"));
    }

    #[test]
    fn png_texts_and_appended_bytes_go() {
        let plain = encoded(ImageFormat::Png);
        let mut tagged = plain[..33].to_vec();
        let body = b"tEXtComment\0secret";
        tagged.extend_from_slice(&u32::try_from(body.len() - 4).unwrap().to_be_bytes());
        tagged.extend_from_slice(body);
        tagged.extend_from_slice(&crc32(body).to_be_bytes());
        tagged.extend_from_slice(&plain[33..]);
        tagged.extend_from_slice(b"PK appended");
        assert_eq!(strip(Kind::Png, &tagged).unwrap(), plain);
    }

    #[test]
    fn gif_comments_go_and_pictures_stay() {
        let plain = encoded(ImageFormat::Gif);
        let at = plain.len() - 1;
        let mut tagged = plain[..at].to_vec();
        tagged.extend_from_slice(b"\x21\xfe\x06secret\0\x3bappended");
        let clean = strip(Kind::Gif, &tagged).unwrap();
        assert!(!contains(&clean, b"secret") && !contains(&clean, b"appended"));
        assert_eq!(decode(Kind::Gif, &clean).unwrap(), decode(Kind::Gif, &plain).unwrap());
    }

    #[test]
    fn webp_exif_goes() {
        let plain = encoded(ImageFormat::WebP);
        let mut tagged = plain.clone();
        tagged.extend_from_slice(b"EXIF\x06\0\0\0secret");
        let size = u32::try_from(tagged.len() - 8).unwrap();
        tagged[4..8].copy_from_slice(&size.to_le_bytes());
        tagged.extend_from_slice(b"appended");
        assert_eq!(strip(Kind::Webp, &tagged).unwrap(), plain);
        assert!(!is_animated(Kind::Webp, &plain));
    }

    proptest! {
        #[test]
        fn broken_files_never_panic(cut in 0..400_usize, at in 0..400_usize, byte in any::<u8>()) {
            for (kind, format) in [(Kind::Jpeg, ImageFormat::Jpeg), (Kind::Png, ImageFormat::Png), (Kind::Gif, ImageFormat::Gif), (Kind::Webp, ImageFormat::WebP)] {
                let mut bytes = with_exif(&encoded(format), 3);
                let n = bytes.len();
                bytes[at % n] = byte;
                bytes.truncate(cut);
                let _ = strip(kind, &bytes);
                let _ = jpeg_orientation(&bytes);
                let _ = is_animated(kind, &bytes);
            }
        }
    }
}
