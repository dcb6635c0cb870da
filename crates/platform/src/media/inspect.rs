//! Validation of uploads (ME-02). The content decides, never the name or the declared type.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use kernel::Lang;
use kernel::rules::Notice;
use web::message::Message;

/// The largest file, ME-02.
pub const MAX_BYTES: usize = 5_242_880;

/// The purpose of a picture: product photos may be square and large (PR-04), every other picture fits 2800 x 1800 (ME-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Purpose {
    /// Any picture of the store.
    #[default]
    Any,
    /// A photo of a product.
    Product,
}

impl Purpose {
    /// The largest width and height.
    #[must_use]
    pub const fn bounds(self) -> (u32, u32) {
        match self {
            Self::Any => (2800, 1800),
            Self::Product => (3000, 3000),
        }
    }
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// More bytes than allowed.
    #[error("larger than {MAX_BYTES} bytes")]
    TooLarge,
    /// Wider or higher than allowed.
    #[error("dimensions above {} x {}", .0.bounds().0, .0.bounds().1)]
    Dimensions(Purpose),
    /// Not an accepted format.
    #[error("not a picture of an accepted kind")]
    Kind,
    /// It begins as a picture but cannot be decoded.
    #[error("damaged picture")]
    Damaged,
    /// Not a CSV text.
    #[error("not a csv file")]
    NotCsv,
    /// Nothing in it.
    #[error("empty file")]
    Empty,
}

impl Refusal {
    /// The message for a person; ME-02 states the first two.
    #[must_use]
    pub fn message(self) -> Message {
        const TOO_LARGE: Message = Message::new(Notice::FileTooLarge.message(Lang::Ar), Notice::FileTooLarge.message(Lang::En));
        const DIMENSIONS: Message = Message::new(
            "اختر صورة أبعادها أقل من \u{2066}{width}×{height}\u{2069}",
            "Please select image of dimensions less than {width}×{height}",
        );
        const KIND: Message =
            Message::new("الصور المقبولة: jpg و png و gif و webp.", "Accepted images: .jpg .png .jpeg .gif .webp");
        const DAMAGED: Message = Message::new("الصورة تالفة ولا يمكن قراءتها.", "The image is damaged and can't be read.");
        const NOT_CSV: Message = Message::new("اختر ملف CSV نصيًا.", "Choose a CSV text file.");
        const EMPTY: Message = Message::new("الملف فارغ.", "The file is empty.");
        match self {
            Self::TooLarge => TOO_LARGE,
            Self::Dimensions(purpose) => DIMENSIONS.with("width", purpose.bounds().0).with("height", purpose.bounds().1),
            Self::Kind => KIND,
            Self::Damaged => DAMAGED,
            Self::NotCsv => NOT_CSV,
            Self::Empty => EMPTY,
        }
    }
}

/// The accepted picture formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Jpeg,
    Png,
    Gif,
    Webp,
}

impl Kind {
    /// By the magic bytes.
    pub(super) fn detect(bytes: &[u8]) -> Option<Self> {
        Some(match image::guess_format(bytes).ok()? {
            ImageFormat::Jpeg => Self::Jpeg,
            ImageFormat::Png => Self::Png,
            ImageFormat::Gif => Self::Gif,
            ImageFormat::WebP => Self::Webp,
            _ => return None,
        })
    }

    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
        }
    }

    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Webp => "webp",
        }
    }

    pub(super) const fn format(self) -> ImageFormat {
        match self {
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Png => ImageFormat::Png,
            Self::Gif => ImageFormat::Gif,
            Self::Webp => ImageFormat::WebP,
        }
    }
}

/// Decodes pixels within limits against decompression bombs.
pub(super) fn decode(kind: Kind, bytes: &[u8]) -> Result<DynamicImage, Refusal> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), kind.format());
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(3000), Some(3000));
    limits.max_alloc = Some(256 * 1024 * 1024);
    reader.limits(limits);
    reader.decode().map_err(|_| Refusal::Damaged)
}

/// An accepted picture: upright, without metadata and trailing bytes.
pub(super) struct Accepted {
    pub(super) kind: Kind,
    pub(super) bytes: Vec<u8>,
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Validates that the bytes are a picture within the limits, and prepares them for storage. Slow: runs off the async threads.
pub(super) fn accept(bytes: &[u8], purpose: Purpose) -> Result<Accepted, Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    if bytes.len() > MAX_BYTES {
        return Err(Refusal::TooLarge);
    }
    let kind = Kind::detect(bytes).ok_or(Refusal::Kind)?;
    // The header is enough to refuse what is too large, before a pixel is decoded.
    let (width, height) =
        ImageReader::with_format(Cursor::new(bytes), kind.format()).into_dimensions().map_err(|_| Refusal::Damaged)?;
    let orientation = if kind == Kind::Jpeg { super::strip::jpeg_orientation(bytes) } else { 1 };
    let (most_width, most_height) = purpose.bounds();
    let (shown_width, shown_height) = if orientation >= 5 { (height, width) } else { (width, height) };
    if shown_width == 0 || shown_height == 0 || shown_width > most_width || shown_height > most_height {
        return Err(Refusal::Dimensions(purpose));
    }
    let pixels = decode(kind, bytes)?;
    let bytes = if orientation == 1 {
        super::strip::strip(kind, bytes).ok_or(Refusal::Damaged)?
    } else {
        // The orientation is in the metadata that is removed: the pixels themselves are rotated.
        super::strip::upright_jpeg(pixels, orientation).ok_or(Refusal::Damaged)?
    };
    Ok(Accepted { kind, bytes, width: shown_width, height: shown_height })
}

/// Checks that a text can be a CSV file: no NUL bytes except in UTF-16, which Excel writes.
pub(super) fn accept_csv(bytes: &[u8]) -> Result<(), Refusal> {
    if bytes.is_empty() {
        return Err(Refusal::Empty);
    }
    if bytes.len() > MAX_BYTES {
        return Err(Refusal::TooLarge);
    }
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    let is_binary = !is_utf16 && bytes.iter().take(8_192).any(|b| *b == 0)
        || image::guess_format(bytes).is_ok()
        || bytes.starts_with(b"PK\x03\x04");
    if is_binary { Err(Refusal::NotCsv) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::new();
        DynamicImage::new_rgb8(width, height).write_to(&mut Cursor::new(&mut out), ImageFormat::Png).unwrap();
        out
    }

    fn refusal(bytes: &[u8], purpose: Purpose) -> Refusal {
        accept(bytes, purpose).err().unwrap()
    }

    #[test]
    fn me_02_limits_are_those_of_the_document() {
        assert!(accept(&png(2800, 1800), Purpose::Any).is_ok());
        assert_eq!(refusal(&png(2801, 10), Purpose::Any), Refusal::Dimensions(Purpose::Any));
        assert_eq!(refusal(&png(10, 1801), Purpose::Any), Refusal::Dimensions(Purpose::Any));
        assert!(accept(&png(3000, 3000), Purpose::Product).is_ok());
        assert_eq!(refusal(&png(3001, 1), Purpose::Product), Refusal::Dimensions(Purpose::Product));
        assert_eq!(refusal(&vec![0; MAX_BYTES + 1], Purpose::Any), Refusal::TooLarge);
        assert_eq!(Refusal::Dimensions(Purpose::Any).message().en, "Please select image of dimensions less than 2800×1800");
        assert_eq!(Refusal::TooLarge.message().en, "File size is larger than allowed limit");
    }

    #[test]
    fn me_02_bytes_decide_what_a_file_is() {
        assert_eq!(refusal(b"<svg xmlns='http://www.w3.org/2000/svg'/>", Purpose::Any), Refusal::Kind);
        assert_eq!(refusal(b"MZ\x90\x00", Purpose::Any), Refusal::Kind);
        assert_eq!(refusal(b"", Purpose::Any), Refusal::Empty);
        let mut cut = png(50, 50);
        cut.truncate(40);
        assert_eq!(refusal(&cut, Purpose::Any), Refusal::Damaged);
    }

    #[test]
    fn a_header_that_promises_a_giant_is_refused_before_anything_is_unpacked() {
        let mut bomb = png(1, 1);
        // IHDR: width and height at bytes 16 to 24, its checksum at 29.
        bomb[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        let crc = super::super::strip::crc32(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&crc.to_be_bytes());
        assert_eq!(refusal(&bomb, Purpose::Any), Refusal::Dimensions(Purpose::Any));
    }

    #[test]
    fn csv_files_are_texts() {
        assert_eq!(accept_csv("اسم,سعر\nعطر,10\n".as_bytes()), Ok(()));
        assert_eq!(accept_csv(&[0xff, 0xfe, b'a', 0, b'\t', 0]), Ok(()));
        assert_eq!(accept_csv(b"PK\x03\x04zip"), Err(Refusal::NotCsv));
        assert_eq!(accept_csv(&png(1, 1)), Err(Refusal::NotCsv));
        assert_eq!(accept_csv(b"a\0b"), Err(Refusal::NotCsv));
        assert_eq!(accept_csv(b""), Err(Refusal::Empty));
    }
}
