//! Logos as PDF holds them: samples, and apart from them how much is seen through.

use image::imageops::FilterType;

/// The widest and highest that samples go into a file: 300 dots an inch on the widest logo.
const MOST: (u32, u32) = (720, 360);
/// A file that says it is larger is not unpacked.
const MOST_SIDE: u32 = 12_000;

/// A picture's samples.
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Three bytes each.
    pub(super) rgb: Vec<u8>,
    /// One byte each; none where nothing is seen through.
    pub(super) alpha: Option<Vec<u8>>,
}

/// A logo as it is kept with a document: a PNG no larger than it is ever printed.
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

/// Reads a PNG, JPEG, GIF or WebP file.
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
