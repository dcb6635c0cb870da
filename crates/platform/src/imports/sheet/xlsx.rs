//! A workbook (.xlsx) as a table: the first sheet with content, parsed as it streams out of its archive.
//!
//! Formulas are not run: their cached values are read. Invariant: no workbook takes more memory than a text file of the largest
//! size. The archive's directory, each piece of XML, the text of all cells and the decompressed bytes are bounded, so that a zip
//! bomb ends as a refused file.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use zip::ZipArchive;

use super::{Encoding, FileError, IsHeader, MAX_COLUMNS, MEBIBYTE, Rows, Table};

/// Files in the archive of a workbook.
const MOST_FILES: u16 = 4_000;
/// Decompressed bytes of one file in the archive.
const MOST_XML: u64 = 400 * MEBIBYTE as u64;
/// Bytes of one piece of XML: a cell holds 32 767 characters at most, in UTF-8 and escaped.
const MOST_PIECE: usize = MEBIBYTE;
/// Bytes of text in all cells together.
const MOST_TEXT: usize = 40 * MEBIBYTE;
/// Shared strings.
const MOST_SHARED: usize = 2_000_000;
/// Sheets that are searched for one with content.
const MOST_SHEETS: usize = 20;

/// Whether the bytes are an archive with a workbook in it.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") && memchr(bytes, b"xl/workbook.xml")
}

fn memchr(bytes: &[u8], needle: &[u8]) -> bool {
    // The directory at the end names every file.
    let tail = &bytes[bytes.len().saturating_sub(MEBIBYTE)..];
    tail.windows(needle.len()).any(|window| window == needle)
}

type Archive<'b> = ZipArchive<Cursor<&'b [u8]>>;

/// Reads the bytes of a workbook.
pub(super) fn read(bytes: &[u8], is_header: IsHeader) -> Result<Table, FileError> {
    if files_of(bytes).is_none_or(|files| files > MOST_FILES) {
        return Err(FileError::Zip);
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| FileError::Damaged)?;
    let shared = shared_texts(&mut archive)?;
    for path in sheets(&mut archive)?.into_iter().take(MOST_SHEETS) {
        match sheet(&mut archive, &path, &shared, is_header) {
            Err(FileError::Empty) => {}
            read => return read,
        }
    }
    Err(FileError::Empty)
}

/// How many files the directory at the end of the archive says there are.
fn files_of(bytes: &[u8]) -> Option<u16> {
    let from = bytes.len().saturating_sub(66_000);
    let at = from + bytes[from..].windows(4).rposition(|window| window == b"PK\x05\x06")?;
    Some(u16::from_le_bytes([*bytes.get(at + 10)?, *bytes.get(at + 11)?]))
}

/// A stream that ends with an error instead of growing past its bounds.
struct Bounded<R> {
    inner: R,
    remaining: u64,
    piece: usize,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(out)?;
        self.consume(n);
        Ok(n)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.remaining == 0 || self.piece == 0 {
            return Err(io::Error::other("the workbook is larger than it may be"));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.remaining = self.remaining.saturating_sub(n as u64);
        self.piece = self.piece.saturating_sub(n);
        self.inner.consume(n);
    }
}

/// One file of the archive as it streams out of it.
type Stream<'a, 'b> = Bounded<BufReader<zip::read::ZipFile<'a, Cursor<&'b [u8]>>>>;

/// The XML events of one file of the archive.
struct Pieces<'a, 'b> {
    xml: Reader<Stream<'a, 'b>>,
    buffer: Vec<u8>,
}

impl<'a, 'b> Pieces<'a, 'b> {
    /// None when the archive has no such file.
    fn open(archive: &'a mut Archive<'b>, path: &str) -> Option<Self> {
        let file = archive.by_name(path).ok()?;
        let bounded = Bounded { inner: BufReader::with_capacity(64 * 1024, file), remaining: MOST_XML, piece: MOST_PIECE };
        Some(Self { xml: Reader::from_reader(bounded), buffer: Vec::new() })
    }

    fn next(&mut self) -> Result<Event<'_>, FileError> {
        self.xml.get_mut().piece = MOST_PIECE;
        self.buffer.clear();
        match self.xml.read_event_into(&mut self.buffer) {
            Ok(event) => Ok(event),
            Err(quick_xml::Error::Io(e)) if e.kind() == io::ErrorKind::Other => Err(FileError::Bloated),
            Err(_) => Err(FileError::Damaged),
        }
    }
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = start.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name.as_bytes())?;
    Some(found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok()?.into_owned())
}

/// `&amp;` and its like.
fn resolve(reference: &BytesRef<'_>) -> Option<char> {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return Some(c);
    }
    Some(match &**reference {
        b"amp" => '&',
        b"lt" => '<',
        b"gt" => '>',
        b"quot" => '"',
        b"apos" => '\'',
        _ => return None,
    })
}

/// The visible sheets in their order.
fn sheets(archive: &mut Archive<'_>) -> Result<Vec<String>, FileError> {
    let mut targets: Vec<(String, String)> = Vec::new();
    let mut pieces = Pieces::open(archive, "xl/_rels/workbook.xml.rels").ok_or(FileError::Damaged)?;
    loop {
        match pieces.next()? {
            Event::Start(e) | Event::Empty(e) if e.local_name().as_ref() == b"Relationship" => {
                if let (Some(id), Some(target)) = (attribute(&e, "Id"), attribute(&e, "Target")) {
                    targets.push((id, target));
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    drop(pieces);
    let mut found = Vec::new();
    let mut pieces = Pieces::open(archive, "xl/workbook.xml").ok_or(FileError::Damaged)?;
    loop {
        match pieces.next()? {
            Event::Start(e) | Event::Empty(e) if e.local_name().as_ref() == b"sheet" => {
                let is_hidden = attribute(&e, "state").is_some_and(|state| state != "visible");
                let id = e.attributes().flatten().find(|a| a.key.as_ref().ends_with(b":id"));
                let id = id.map(|a| String::from_utf8_lossy(&a.value).into_owned());
                let target = targets.iter().find(|(known, _)| Some(known) == id.as_ref());
                if let (false, Some((_, target))) = (is_hidden, target) {
                    found.push(match target.strip_prefix('/') {
                        Some(absolute) => absolute.to_owned(),
                        None => format!("xl/{target}"),
                    });
                }
            }
            Event::Eof => return Ok(found),
            _ => {}
        }
    }
}

/// The shared strings, which cells refer to by index.
fn shared_texts(archive: &mut Archive<'_>) -> Result<Vec<Box<str>>, FileError> {
    let Some(mut pieces) = Pieces::open(archive, "xl/sharedStrings.xml") else { return Ok(Vec::new()) };
    let (mut all, mut size) = (Vec::new(), 0);
    let (mut text, mut is_text, mut is_reading_aid) = (String::new(), false, false);
    loop {
        match pieces.next()? {
            Event::Start(e) => match e.local_name().as_ref() {
                b"si" => text.clear(),
                b"t" => is_text = !is_reading_aid,
                b"rPh" => is_reading_aid = true,
                _ => {}
            },
            Event::Empty(e) if e.local_name().as_ref() == b"si" => all.push(Box::from("")),
            Event::End(e) => match e.local_name().as_ref() {
                b"si" => {
                    size += text.len() + 16;
                    if size > MOST_TEXT || all.len() == MOST_SHARED {
                        return Err(FileError::Bloated);
                    }
                    all.push(unescaped(&text).into());
                    text.clear();
                }
                b"t" => is_text = false,
                b"rPh" => is_reading_aid = false,
                _ => {}
            },
            Event::Eof => return Ok(all),
            event => take_text(&event, is_text, &mut text)?,
        }
    }
}

fn take_text(event: &Event<'_>, is_wanted: bool, text: &mut String) -> Result<(), FileError> {
    if !is_wanted {
        return Ok(());
    }
    match event {
        Event::Text(t) => text.push_str(&t.xml10_content().map_err(|_| FileError::Damaged)?),
        Event::CData(t) => text.push_str(&t.xml10_content().map_err(|_| FileError::Damaged)?),
        Event::GeneralRef(r) => text.extend(resolve(r)),
        _ => {}
    }
    // A text comes in several events, so its total length is checked too.
    if text.len() > MOST_PIECE { Err(FileError::Bloated) } else { Ok(()) }
}

/// A cell while it is parsed.
#[derive(Default)]
struct Cell {
    kind: String,
    text: String,
    formula: String,
}

/// Reads a sheet; [`FileError::Empty`] when it holds nothing.
fn sheet(archive: &mut Archive<'_>, path: &str, shared: &[Box<str>], is_header: IsHeader) -> Result<Table, FileError> {
    let mut pieces = Pieces::open(archive, path).ok_or(FileError::Damaged)?;
    let mut rows = Rows::new(is_header);
    let (mut row, mut column, mut size) = (0_u32, 0_usize, 0_usize);
    let mut cells: Vec<String> = Vec::new();
    let mut cell = Cell::default();
    let (mut is_value, mut is_formula, mut is_reading_aid) = (false, false, false);
    let mut is_blank = true;
    loop {
        match pieces.next()? {
            Event::Start(e) => match e.local_name().as_ref() {
                b"row" => {
                    row = attribute(&e, "r").and_then(|r| r.parse().ok()).unwrap_or(row + 1);
                    column = 0;
                    cells.clear();
                }
                b"c" => {
                    let named = attribute(&e, "r").and_then(|reference| column_of(&reference));
                    column = named.unwrap_or(column + 1);
                    cell = Cell { kind: attribute(&e, "t").unwrap_or_default(), ..Cell::default() };
                }
                b"v" => is_value = true,
                b"t" => is_value = !is_reading_aid,
                b"f" => is_formula = true,
                b"rPh" => is_reading_aid = true,
                _ => {}
            },
            Event::End(e) => match e.local_name().as_ref() {
                b"row" if !cells.is_empty() => {
                    is_blank = false;
                    rows.push(row, &csv::StringRecord::from(std::mem::take(&mut cells)))?;
                }
                b"c" => {
                    let text = value(&mut cell, shared)?;
                    size += text.len();
                    if size > MOST_TEXT {
                        return Err(FileError::Bloated);
                    }
                    put(&mut cells, column, text)?;
                }
                b"v" | b"t" => is_value = false,
                b"f" => is_formula = false,
                b"rPh" => is_reading_aid = false,
                b"sheetData" => break,
                _ => {}
            },
            Event::Empty(e) if e.local_name().as_ref() == b"c" => {
                column = attribute(&e, "r").and_then(|reference| column_of(&reference)).unwrap_or(column + 1);
            }
            Event::Eof => break,
            event => {
                take_text(&event, is_value, &mut cell.text)?;
                take_text(&event, is_formula, &mut cell.formula)?;
            }
        }
    }
    if is_blank { Err(FileError::Empty) } else { rows.finish(',', Encoding::Workbook) }
}

/// Puts a text into its column, counted from 1; missing cells to the left are added blank.
fn put(cells: &mut Vec<String>, column: usize, text: String) -> Result<(), FileError> {
    if text.is_empty() {
        return Ok(());
    }
    if column > MAX_COLUMNS {
        return Err(FileError::TooManyColumns { max: MAX_COLUMNS });
    }
    if cells.len() < column {
        cells.resize(column, String::new());
    }
    cells[column - 1] = text;
    Ok(())
}

/// The column of a reference such as `AB12`, from 1.
fn column_of(reference: &str) -> Option<usize> {
    let letters = reference.bytes().take_while(u8::is_ascii_alphabetic);
    let column = letters.take(4).fold(0_usize, |n, letter| n * 26 + usize::from(letter.to_ascii_uppercase() - b'A' + 1));
    (column > 0).then_some(column)
}

/// The displayed value of a cell.
fn value(cell: &mut Cell, shared: &[Box<str>]) -> Result<String, FileError> {
    let text = std::mem::take(&mut cell.text);
    Ok(match cell.kind.as_str() {
        "s" => {
            let at: usize = text.trim().parse().map_err(|_| FileError::Damaged)?;
            shared.get(at).map(ToString::to_string).ok_or(FileError::Damaged)?
        }
        "b" => if text.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned(),
        "inlineStr" | "str" | "e" | "d" => unescaped(&text).into_owned(),
        // A formula without a cached value: refused in its row, as in text files.
        _ if text.is_empty() && !cell.formula.is_empty() => format!("={}", cell.formula),
        _ => number(text.trim()),
    })
}

/// A number as a person would write it: workbooks store 12.3 as 12.300000000000001 and long codes as 6.281E+12.
fn number(text: &str) -> String {
    let is_plain = text.len() <= 15 && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'.'));
    let Some(value) = text.parse::<f64>().ok().filter(|n| !is_plain && n.is_finite()) else { return text.to_owned() };
    // Spreadsheets store and show fifteen significant digits.
    let scientific = format!("{value:.14e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return text.to_owned() };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-15..=20).contains(&exponent) {
        return text.to_owned();
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_end_matches('0');
    let integer_digits = usize::try_from(exponent + 1).unwrap_or(0);
    let plain = if exponent < 0 {
        format!("0.{}{digits}", "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0)))
    } else if digits.len() <= integer_digits {
        format!("{digits}{}", "0".repeat(integer_digits - digits.len()))
    } else {
        format!("{}.{}", &digits[..integer_digits], &digits[integer_digits..])
    };
    if digits.is_empty() { "0".to_owned() } else { format!("{sign}{plain}") }
}

/// Characters that XML cannot hold are written as `_x000D_`, and such a text itself as `_x005F_x000D_`.
fn unescaped(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("_x") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let code = rest.get(at + 2..at + 7).filter(|code| code.ends_with('_')).map(|code| &code[..4]);
        let code_point =
            code.filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit())).and_then(|code| u32::from_str_radix(code, 16).ok());
        if let Some(c) = code_point.and_then(char::from_u32) {
            out.push_str(&rest[..at]);
            out.push(c);
            rest = &rest[at + 7..];
        } else {
            out.push_str(&rest[..at + 2]);
            rest = &rest[at + 2..];
        }
    }
    out.push_str(rest);
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        for (stored, shown) in [
            ("12.300000000000001", "12.3"),
            ("6.2810000000010E+12", "6281000000001"),
            ("45.5", "45.5"),
            ("1E-3", "0.001"),
            ("-1.5E1", "-15"),
            ("0.1", "0.1"),
            ("0.30000000000000004", "0.3"),
            ("1E300", "1E300"),
            ("0E0", "0"),
        ] {
            assert_eq!(number(stored), shown, "{stored}");
        }
        assert_eq!((column_of("A1"), column_of("AB12"), column_of("12")), (Some(1), Some(28), None));
        assert_eq!(unescaped("a_x000D_b_x005F_x000D_ _xZZ"), "a\rb_x000D_ _xZZ");
    }
}
