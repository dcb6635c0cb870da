//! Makes the smaller copies of a picture. Slow: runs off the async threads.

use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, Resizer};

use super::inspect::{Kind, decode};
use super::strip::is_animated;

/// Widths of the copies, for phones, tablets and product pages.
pub(super) const WIDTHS: [u32; 3] = [320, 640, 1280];

/// WebP quality; above it files grow and nobody sees why.
const QUALITY: f32 = 80.0;

/// A copy.
pub(super) struct Copy {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) webp: Vec<u8>,
}

/// Copies narrower than the original; none of a picture that moves.
///
/// # Errors
/// Why it cannot be done, in words for the operator.
pub(super) fn copies(bytes: &[u8]) -> Result<Vec<Copy>, String> {
    let kind = Kind::of(bytes).ok_or("not a picture")?;
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
    for target in WIDTHS.into_iter().filter(|w| *w < width) {
        let tall =
            u32::try_from((u64::from(height) * u64::from(target) + u64::from(width) / 2) / u64::from(width)).unwrap_or(1).max(1);
        let mut small = Image::new(target, tall, pixel_type);
        resizer.resize(&source, &mut small, None).map_err(|e| e.to_string())?;
        let encoder = if has_alpha {
            webp::Encoder::from_rgba(small.buffer(), target, tall)
        } else {
            webp::Encoder::from_rgb(small.buffer(), target, tall)
        };
        let webp = encoder.encode_simple(false, QUALITY).map_err(|e| format!("webp: {e:?}"))?.to_vec();
        out.push(Copy { width: target, height: tall, webp });
    }
    Ok(out)
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
            let all = copies(&encoded(DynamicImage::new_rgb8(w, h), ImageFormat::Png)).unwrap();
            all.iter().map(|c| (c.width, c.height)).collect::<Vec<_>>()
        };
        assert_eq!(sizes(2000, 1000), [(320, 160), (640, 320), (1280, 640)]);
        assert_eq!(sizes(640, 3), [(320, 2)]);
        assert_eq!(sizes(100, 100), []);
    }

    #[test]
    fn transparency_stays() {
        let all = copies(&encoded(DynamicImage::new_rgba8(400, 400), ImageFormat::Png)).unwrap();
        let back = decode(Kind::Webp, &all[0].webp).unwrap().into_rgba8();
        assert_eq!(back.dimensions(), (320, 320));
        assert!(back.pixels().all(|p| p.0[3] == 0));
    }

    #[test]
    fn what_is_no_picture_is_an_error_and_what_moves_has_no_copies() {
        assert!(copies(b"hello").is_err());
        assert!(copies(&encoded(DynamicImage::new_rgb8(900, 900), ImageFormat::Gif)).unwrap().is_empty());
    }
}
