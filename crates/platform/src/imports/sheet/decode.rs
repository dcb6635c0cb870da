//! Bytes to text: UTF-8, UTF-16 with a mark, Arabic Windows; everything else is refused by name.

use std::borrow::Cow;

use encoding_rs::{UTF_16BE, UTF_16LE, WINDOWS_1256};

use super::text_table::count_line_breaks;
use super::{Encoding, FileError};

/// Decodes bytes as text, or returns why they are not text.
pub(super) fn decode(bytes: &[u8]) -> Result<(Cow<'_, str>, Encoding), FileError> {
    const MAGIC: [&[u8]; 9] = [
        b"\xD0\xCF\x11\xE0", // workbook of Excel 97
        b"%PDF",
        b"\x89PNG",
        b"\xFF\xD8\xFF",
        b"GIF8",
        b"\x1F\x8B",
        b"Rar!",
        b"7z\xBC\xAF",
        b"SQLite format 3",
    ];
    if bytes.is_empty() {
        return Err(FileError::Empty);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") || bytes.starts_with(b"PK\x07\x08") {
        return Err(FileError::Zip);
    }
    if MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
        return Err(FileError::Binary);
    }
    let utf16 = match bytes {
        [0xFF, 0xFE, rest @ ..] => Some((UTF_16LE, rest)),
        [0xFE, 0xFF, rest @ ..] => Some((UTF_16BE, rest)),
        _ => None,
    };
    let (text, encoding) = if let Some((utf16, rest)) = utf16 {
        let text = utf16.decode_without_bom_handling_and_without_replacement(rest);
        (text.ok_or(FileError::UnknownEncoding { line: 1 })?, Encoding::Utf16)
    } else if bytes.contains(&0) {
        return Err(FileError::Binary);
    } else {
        match std::str::from_utf8(bytes) {
            Ok(text) => (Cow::Borrowed(text), Encoding::Utf8),
            Err(fault) => (decode_windows_1256(bytes, fault.valid_up_to())?.into(), Encoding::Windows1256),
        }
    };
    let controls = text.bytes().filter(|byte| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r')).count();
    if text.contains('\0') || controls > 16 + text.len() / 1000 {
        return Err(FileError::Binary);
    }
    Ok((text, encoding))
}

/// Every byte is valid in Windows-1256, so the result must also look like text: Arabic letters, the French letters of that code
/// page, ordinary punctuation, and no words that mix the two scripts. Damaged UTF-8 and other code pages do not look like that.
fn decode_windows_1256(bytes: &[u8], first_bad: usize) -> Result<String, FileError> {
    let (text, _) = WINDOWS_1256.decode_without_bom_handling(bytes);
    let is_arabic = |c: char| matches!(c, '\u{0621}'..='\u{0652}');
    let is_french = |c: char| matches!(c, 'à' | 'â' | 'ç' | 'è'..='ë' | 'î' | 'ï' | 'ô' | 'ù' | 'û' | 'ü');
    let mut foreign = 0_usize;
    let mut letters = 0_usize;
    let mut mixed = 0_usize;
    let mut previous = ' ';
    for c in text.chars() {
        if !c.is_ascii() {
            foreign += 1;
            letters += usize::from(is_arabic(c) || is_french(c) || matches!(c, '،' | '؛' | '؟' | '\u{00A0}'));
        }
        mixed += usize::from((is_arabic(previous) && is_french(c)) || (is_french(previous) && is_arabic(c)));
        previous = c;
    }
    if letters * 10 < foreign * 8 || mixed * 20 > foreign {
        let before = String::from_utf8_lossy(&bytes[..first_bad]);
        let line = u32::try_from(count_line_breaks(&before) + 1).unwrap_or(u32::MAX);
        return Err(FileError::UnknownEncoding { line });
    }
    Ok(text.into_owned())
}
