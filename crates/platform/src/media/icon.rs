//! The icon of a store: its own picture on a square, or the letter people know it by. Slow: runs off the async threads.

use std::sync::LazyLock;

use ab_glyph::{Font as _, FontRef, Glyph, PxScale, point};
use fast_image_resize::images::Image;
use fast_image_resize::{PixelType, Resizer};
use image::{ImageFormat, RgbaImage};

use super::inspect::{Kind, decode};

/// A square in the colours of a store, for those that have no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// The letter on it; nothing where the font has none such.
    pub letter: String,
    /// `#1f3d36`: of the square.
    pub ground: String,
    /// Of the letter.
    pub ink: String,
    /// Of what lies behind a picture.
    pub paper: String,
}

static LETTERS: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::try_from_slice(documents::letters()).ok());

/// A PNG of `size` by `size` pixels.
///
/// # Errors
/// Why it cannot be done, in words for the operator.
pub fn icon(picture: Option<&[u8]>, tile: &Tile, size: u32) -> Result<Vec<u8>, String> {
    let drawn = match picture {
        Some(bytes) => placed(bytes, &tile.paper, size)?,
        None => lettered(tile, size),
    };
    let mut out = Vec::new();
    drawn.write_to(&mut std::io::Cursor::new(&mut out), ImageFormat::Png).map_err(|e| e.to_string())?;
    Ok(out)
}

/// `#1f3d36`; white for what is no colour.
fn colour(code: &str) -> [u8; 3] {
    let part = |at: usize| code.get(at..at + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok());
    match (part(1), part(3), part(5)) {
        (Some(r), Some(g), Some(b)) => [r, g, b],
        _ => [255, 255, 255],
    }
}

fn square(size: u32, [r, g, b]: [u8; 3]) -> RgbaImage {
    RgbaImage::from_pixel(size, size, image::Rgba([r, g, b, 255]))
}

/// The whole picture in the middle. One that is square fills the icon, others keep a margin.
fn placed(bytes: &[u8], paper: &str, size: u32) -> Result<RgbaImage, String> {
    let kind = Kind::of(bytes).ok_or("not a picture")?;
    let pixels = decode(kind, bytes).map_err(|e| e.to_string())?.into_rgba8();
    let (width, height) = pixels.dimensions();
    let longest = width.max(height).max(1);
    let room = if width == height { size } else { size * 5 / 6 };
    let fit = |n: u32| u32::try_from(u64::from(n) * u64::from(room) / u64::from(longest)).unwrap_or(room).clamp(1, size);
    let (w, h) = (fit(width), fit(height));
    let source = Image::from_vec_u8(width, height, pixels.into_raw(), PixelType::U8x4).map_err(|e| e.to_string())?;
    let mut small = Image::new(w, h, PixelType::U8x4);
    Resizer::new().resize(&source, &mut small, None).map_err(|e| e.to_string())?;
    let small = RgbaImage::from_raw(w, h, small.into_vec()).ok_or("a picture of another size")?;
    let mut out = square(size, colour(paper));
    image::imageops::overlay(&mut out, &small, i64::from((size - w) / 2), i64::from((size - h) / 2));
    Ok(out)
}

/// The letter in the middle of its square, by the room its own strokes take.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "places of pixels within an icon")]
fn lettered(tile: &Tile, size: u32) -> RgbaImage {
    let mut out = square(size, colour(&tile.ground));
    let Some((font, letter)) = LETTERS.as_ref().zip(tile.letter.chars().next()) else { return out };
    let scale = PxScale::from(size as f32 * 0.72);
    let at = |x: f32, y: f32| Glyph { id: font.glyph_id(letter), scale, position: point(x, y) };
    let Some(found) = font.outline_glyph(at(0.0, 0.0)) else { return out };
    let room = found.px_bounds();
    let middle = size as f32 / 2.0;
    let (x, y) = (middle - (room.min.x + room.max.x) / 2.0, middle - (room.min.y + room.max.y) / 2.0);
    let Some(outline) = font.outline_glyph(at(x, y)) else { return out };
    let (corner, ink) = (outline.px_bounds().min, colour(&tile.ink));
    outline.draw(|dx, dy, covered| {
        let (x, y) = (corner.x as i64 + i64::from(dx), corner.y as i64 + i64::from(dy));
        let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y)) else { return };
        if let Some(pixel) = out.get_pixel_mut_checked(x, y) {
            let share = covered.clamp(0.0, 1.0);
            for (channel, ink) in pixel.0.iter_mut().zip(ink) {
                *channel = (f32::from(*channel) * (1.0 - share) + f32::from(ink) * share).round() as u8;
            }
        }
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(letter: &str) -> Tile {
        Tile { letter: letter.into(), ground: "#1f3d36".into(), ink: "#ffffff".into(), paper: "#fffdf8".into() }
    }

    fn read(png: &[u8]) -> RgbaImage {
        image::load_from_memory_with_format(png, ImageFormat::Png).unwrap().into_rgba8()
    }

    #[test]
    fn a_store_without_a_picture_has_its_letter_in_the_middle() {
        for letter in ["ع", "O", "7"] {
            let drawn = read(&icon(None, &tile(letter), 192).unwrap());
            assert_eq!(drawn.dimensions(), (192, 192));
            let inked: Vec<(u32, u32)> =
                drawn.enumerate_pixels().filter(|(_, _, p)| p.0 == [255, 255, 255, 255]).map(|(x, y, _)| (x, y)).collect();
            assert!(inked.len() > 600, "{letter}: {}", inked.len());
            let (left, right) = (inked.iter().map(|p| p.0).min().unwrap(), inked.iter().map(|p| p.0).max().unwrap());
            assert!((left + right).abs_diff(191) <= 3, "{letter}: {left} to {right}");
            assert_eq!(drawn.get_pixel(0, 0).0, [0x1f, 0x3d, 0x36, 255]);
        }
        assert_eq!(read(&icon(None, &tile(""), 180).unwrap()).dimensions(), (180, 180));
    }

    #[test]
    fn a_picture_is_whole_and_on_the_stores_paper() {
        let mut bytes = Vec::new();
        let wide = RgbaImage::from_pixel(300, 100, image::Rgba([200, 0, 0, 255]));
        wide.write_to(&mut std::io::Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
        let drawn = read(&icon(Some(&bytes), &tile("ع"), 192).unwrap());
        assert_eq!(drawn.get_pixel(96, 96).0, [200, 0, 0, 255]);
        assert_eq!(drawn.get_pixel(96, 10).0, [0xff, 0xfd, 0xf8, 255]);
        assert!(icon(Some(b"nothing"), &tile("ع"), 192).is_err());
    }
}
