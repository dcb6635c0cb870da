//! Logos in the form that PDF stores: colour samples, and a separate alpha channel.

use image::imageops::FilterType;

/// Most samples per side in a file: 300 dots per inch on the widest logo.
const MOST: (u32, u32) = (720, 360);
/// A file with a larger declared side is not decoded (decompression bomb).
const MOST_SIDE: u32 = 12_000;

/// The samples of a picture.
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Three bytes per sample.
    pub(super) rgb: Vec<u8>,
    /// One byte per sample; `None` when fully opaque.
    pub(super) alpha: Option<Vec<u8>>,
}

/// A logo as it is stored with a document: a PNG no larger than its largest print.
#[must_use]
pub fn logo(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out = std::io::Cursor::new(Vec::new());
    fitted(bytes)?.to_rgba8().write_to(&mut out, image::ImageFormat::Png).ok()?;
    Some(out.into_inner())
}

fn fitted(bytes: &[u8]) -> Option<image::DynamicImage> {
    let mut reader = image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let is_large = picture.width() > MOST.0 || picture.height() > MOST.1;
    Some(if is_large { picture.resize(MOST.0, MOST.1, FilterType::Lanczos3) } else { picture })
}

/// Decodes a PNG, JPEG, GIF or WebP file.
pub(super) fn read(bytes: &[u8]) -> Option<Pixels> {
    let picture = fitted(bytes)?;
    let rgba = picture.to_rgba8();
    let (width, height) = rgba.dimensions();
    let (mut rgb, mut alpha) = (Vec::with_capacity(rgba.len() / 4 * 3), Vec::with_capacity(rgba.len() / 4));
    for pixel in rgba.pixels() {
        rgb.extend_from_slice(&pixel.0[..3]);
        alpha.push(pixel.0[3]);
    }
    let alpha = Some(alpha).filter(|a| a.iter().any(|v| *v < u8::MAX));
    Some(Pixels { width, height, rgb, alpha })
}
