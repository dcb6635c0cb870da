//! AVIF encoder (docs/decisions/0011): half the bytes of WebP at the same quality, for many times the CPU time.

use ravif::{BitDepth, Encoder, Img, RGB8, RGBA8};

/// About the quality of WebP at 80.
const QUALITY: f32 = 65.0;

/// The encoder's speed. One thread: it runs beside the requests of shoppers and must not slow them down. Small copies are what
/// phones download, and are worth a slower search for bytes; large ones are encoded as fast as possible.
const fn speed(width: u32) -> u8 {
    if width <= 640 { 9 } else { 10 }
}

/// Encodes `pixels`, rows of RGB, or RGBA with transparency. Slow: up to seconds.
pub(super) fn encode(pixels: &[u8], width: u32, height: u32, has_alpha: bool) -> Result<Vec<u8>, String> {
    let (w, h) = (usize::try_from(width).unwrap_or(0), usize::try_from(height).unwrap_or(0));
    let encoder = Encoder::new()
        .with_quality(QUALITY)
        .with_alpha_quality(QUALITY)
        .with_bit_depth(BitDepth::Eight)
        .with_speed(speed(width))
        .with_num_threads(Some(1));
    let encoded = if has_alpha {
        let pixels: Vec<RGBA8> = pixels.chunks_exact(4).map(|p| RGBA8::new(p[0], p[1], p[2], p[3])).collect();
        encoder.encode_rgba(Img::new(&pixels[..], w, h))
    } else {
        let pixels: Vec<RGB8> = pixels.chunks_exact(3).map(|p| RGB8::new(p[0], p[1], p[2])).collect();
        encoder.encode_rgb(Img::new(&pixels[..], w, h))
    };
    encoded.map(|encoded| encoded.avif_file).map_err(|e| format!("avif: {e}"))
}
