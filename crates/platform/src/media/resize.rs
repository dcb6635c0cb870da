//! Makes the copies of a picture in the sizes that pages show. Slow: runs off the async threads.

use bytes::Bytes;
use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, Resizer};

use super::inspect::{Kind, decode};
use super::strip::is_animated;

/// Widths of the copies: phones, tablets, product pages, banners over a whole screen.
const WIDTHS: [u32; 4] = [320, 640, 1280, 1920];

/// WebP quality; above it files grow without a visible difference.
const QUALITY: f32 = 80.0;

/// The format of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Format {
    Webp,
    Avif,
}

impl Format {
    /// The extension of the file name.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Webp => "webp",
            Self::Avif => "avif",
        }
    }
}

/// A copy.
pub(super) struct Resized {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: Bytes,
}

/// The widths of the copies of a picture: the usual ones that are narrower, and its own unless it is wider than the widest, so
/// that a page that shows only copies shows full resolution. None for a picture that fits the narrowest.
fn widths(original_width: u32) -> Vec<u32> {
    let mut out: Vec<u32> = WIDTHS.into_iter().filter(|w| *w < original_width).collect();
    if !out.is_empty() && out.len() < WIDTHS.len() {
        out.push(original_width);
    }
    out
}

/// Copies no wider than the original; none of an animated picture.
///
/// # Errors
/// The reason, for the operator.
pub(super) fn copies(bytes: &[u8], format: Format) -> Result<Vec<Resized>, String> {
    let kind = Kind::detect(bytes).ok_or("not a picture")?;
    if is_animated(kind, bytes) {
        return Ok(Vec::new());
    }
    let pixels = decode(kind, bytes).map_err(|e| e.to_string())?;
    let has_alpha = pixels.color().has_alpha();
    let (width, height) = (pixels.width(), pixels.height());
    let (pixel_type, buffer) = if has_alpha {
        (PixelType::U8x4, pixels.into_rgba8().into_raw())
    } else {
        (PixelType::U8x3, pixels.into_rgb8().into_raw())
    };
    let source = Image::from_vec_u8(width, height, buffer, pixel_type).map_err(|e| e.to_string())?;
    let mut resizer = Resizer::new();
    let mut out = Vec::new();
    for target in widths(width) {
        let tall =
            u32::try_from((u64::from(height) * u64::from(target) + u64::from(width) / 2) / u64::from(width)).unwrap_or(1).max(1);
        let mut small = Image::new(target, tall, pixel_type);
        resizer.resize(&source, &mut small, None).map_err(|e| e.to_string())?;
        let bytes = match format {
            Format::Webp => webp(small.buffer(), target, tall, has_alpha)?,
            Format::Avif => super::avif::encode(small.buffer(), target, tall, has_alpha)?,
        };
        out.push(Resized { width: target, height: tall, bytes: bytes.into() });
    }
    Ok(out)
}

fn webp(pixels: &[u8], width: u32, height: u32, has_alpha: bool) -> Result<Vec<u8>, String> {
    let encoder =
        if has_alpha { webp::Encoder::from_rgba(pixels, width, height) } else { webp::Encoder::from_rgb(pixels, width, height) };
    Ok(encoder.encode_simple(false, QUALITY).map_err(|e| format!("webp: {e:?}"))?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{DynamicImage, ImageFormat};
    use std::io::Cursor;

    fn encoded(image: DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut out = Vec::new();
        image.write_to(&mut Cursor::new(&mut out), format).unwrap();
        out
    }

    #[test]
    fn copies_are_never_larger_than_the_original() {
        let sizes = |w, h| {
            let all = copies(&encoded(DynamicImage::new_rgb8(w, h), ImageFormat::Png), Format::Webp).unwrap();
            all.iter().map(|c| (c.width, c.height)).collect::<Vec<_>>()
        };
        assert_eq!(sizes(2000, 1000), [(320, 160), (640, 320), (1280, 640), (1920, 960)]);
        assert_eq!(sizes(900, 600), [(320, 213), (640, 427), (900, 600)]);
        assert_eq!(sizes(640, 3), [(320, 2), (640, 3)]);
        assert_eq!(sizes(320, 320), []);
        assert_eq!(sizes(100, 100), []);
    }

    #[test]
    fn transparency_stays() {
        let all = copies(&encoded(DynamicImage::new_rgba8(400, 400), ImageFormat::Png), Format::Webp).unwrap();
        let back = decode(Kind::Webp, &all[0].bytes).unwrap().into_rgba8();
        assert_eq!(back.dimensions(), (320, 320));
        assert!(back.pixels().all(|p| p.0[3] == 0));
    }

    #[test]
    fn me_02_avif_copies_are_avif_with_and_without_transparency() {
        for image in [DynamicImage::new_rgb8(330, 20), DynamicImage::new_rgba8(330, 20)] {
            let all = copies(&encoded(image, ImageFormat::Png), Format::Avif).unwrap();
            assert_eq!(all.iter().map(|c| (c.width, c.height)).collect::<Vec<_>>(), [(320, 19), (330, 20)]);
            // ISO base media: a `ftyp` box of the brand `avif` comes first.
            assert!(all.iter().all(|c| &c.bytes[4..12] == b"ftypavif"));
        }
    }

    #[test]
    fn what_is_no_picture_is_an_error_and_what_moves_has_no_copies() {
        assert!(copies(b"hello", Format::Webp).is_err());
        assert!(copies(&encoded(DynamicImage::new_rgb8(900, 900), ImageFormat::Gif), Format::Avif).unwrap().is_empty());
    }
}
