//! Parts of a workbook with one sheet.
//!
//! A workbook is a zip archive. The sheet is compressed a part at a time: each part ends at a byte boundary and has no back
//! references to earlier ones, so that the concatenated parts are one stream. The archive's head and tail, which hold its length
//! and its checksum, are written after the last part; in the file the head comes before the parts.

use std::fmt::Write as _;

use flate2::{Compress, Compression, FlushCompress};
use kernel::Lang;

use super::model::{Cell, Frame};

/// Rows that a sheet may have.
pub const MOST_ROWS: u32 = 1_048_576;
const SHEET: &str = "xl/worksheets/sheet1.xml";
/// 1980-01-01, the first day that a zip archive can name: the same rows make the same file.
const DAY: u16 = 33;

/// The beginning of the sheet, before its first row. `columns` is how many there are.
#[must_use]
pub fn opening(lang: Lang, columns: usize) -> String {
    let right_to_left = if lang == Lang::Ar { " rightToLeft=\"1\"" } else { "" };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">\
         <sheetViews><sheetView{right_to_left} workbookViewId=\"0\"><pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>\
         <cols><col min=\"1\" max=\"2\" width=\"16\" customWidth=\"1\"/><col min=\"3\" max=\"4\" width=\"32\" customWidth=\"1\"/>\
         <col min=\"5\" max=\"{columns}\" width=\"18\" customWidth=\"1\"/></cols><sheetData>"
    )
}

const CLOSING: &str = "</sheetData></worksheet>";

/// Appends rows to a part's XML.
pub fn rows(xml: &mut String, rows: &[Vec<Cell>], frame: &mut Frame) {
    for row in rows {
        frame.rows += 1;
        let number = frame.rows;
        let _ = write!(xml, "<row r=\"{number}\">");
        for (column, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.text().is_empty()) {
            let name = letters(column);
            let style = if number == 1 { " s=\"1\"" } else { "" };
            let _ = match cell {
                Cell::Number(n) => write!(xml, "<c r=\"{name}{number}\"><v>{n}</v></c>"),
                Cell::Text(text) => {
                    let _ = write!(xml, "<c r=\"{name}{number}\"{style} t=\"inlineStr\"><is><t xml:space=\"preserve\">");
                    escape(xml, text);
                    xml.write_str("</t></is></c>")
                }
            };
        }
        xml.push_str("</row>");
    }
}

/// `A`, `B`, ... `AA`.
fn letters(column: usize) -> String {
    let mut out = String::new();
    let mut n = column + 1;
    while n > 0 {
        n -= 1;
        out.insert(0, char::from(b'A' + u8::try_from(n % 26).unwrap_or(0)));
        n /= 26;
    }
    out
}

/// XML cannot hold some characters: they are written as `_x000D_`, and a text that looks like that as `_x005F_x000D_`.
fn escape(xml: &mut String, text: &str) {
    for (at, c) in text.char_indices() {
        match c {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '\t' | '\n' => xml.push(c),
            '_' if is_code(&text[at..]) => xml.push_str("_x005F_"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => {
                let _ = write!(xml, "_x{:04X}_", u32::from(c));
            }
            c => xml.push(c),
        }
    }
}

fn is_code(text: &str) -> bool {
    let b = text.as_bytes();
    b.len() >= 7 && b[1] == b'x' && b[6] == b'_' && b[2..6].iter().all(u8::is_ascii_hexdigit)
}

/// Compresses a part's XML; the last one closes the sheet.
pub fn pack(mut xml: String, is_last: bool, frame: &mut Frame) -> Vec<u8> {
    if is_last {
        xml.push_str(CLOSING);
    }
    let raw = xml.as_bytes();
    let mut crc = crc32fast::Hasher::new_with_initial(frame.crc);
    crc.update(raw);
    frame.crc = crc.finalize();
    frame.raw += raw.len() as u64;
    let mut packer = Compress::new(Compression::new(5), false);
    let mut out = Vec::with_capacity(raw.len() / 4 + 1024);
    loop {
        let at = usize::try_from(packer.total_in()).unwrap_or(raw.len());
        out.reserve(64 * 1024);
        let before = out.capacity() - out.len();
        let written = out.len();
        // The compressor fails only on a finished stream.
        let _ = packer.compress_vec(&raw[at..], &mut out, FlushCompress::Sync);
        let is_all = packer.total_in() == raw.len() as u64;
        if is_all && out.len() - written < before {
            break;
        }
    }
    if is_last {
        // An empty last block ends the stream.
        out.extend([0x03, 0x00]);
    }
    frame.packed += out.len() as u64;
    out
}

/// A file in the archive.
struct Entry {
    name: &'static str,
    crc: u32,
    packed: u32,
    raw: u32,
    method: u16,
    offset: u32,
}

impl Entry {
    fn fields(&self, out: &mut Vec<u8>) {
        // Needs version 2.0; names are ASCII; compression method, time, checksum and sizes.
        for n in [20, 0, self.method, 0, DAY] {
            out.extend(u16::to_le_bytes(n));
        }
        for n in [self.crc, self.packed, self.raw] {
            out.extend(n.to_le_bytes());
        }
        let name = u16::try_from(self.name.len()).unwrap_or(0);
        out.extend(name.to_le_bytes());
        out.extend([0, 0]);
    }
}

/// The archive's head and tail, around the compressed sheet that the frame describes; `sheet` is its name. None when it is larger
/// than four gigabytes.
#[must_use]
pub fn envelope(sheet: &str, frame: &Frame) -> Option<(Vec<u8>, Vec<u8>)> {
    let files: [(&str, String); 5] = [
        ("[Content_Types].xml", TYPES.to_owned()),
        ("_rels/.rels", RELATIONS.to_owned()),
        ("xl/workbook.xml", WORKBOOK.replace("{name}", sheet)),
        ("xl/_rels/workbook.xml.rels", SHEETS.to_owned()),
        ("xl/styles.xml", STYLES.to_owned()),
    ];
    let mut head: Vec<u8> = Vec::new();
    let mut entries: Vec<Entry> = Vec::new();
    for (name, body) in &files {
        let size = u32::try_from(body.len()).ok()?;
        let entry = Entry {
            name,
            crc: crc32fast::hash(body.as_bytes()),
            packed: size,
            raw: size,
            method: 0,
            offset: u32::try_from(head.len()).ok()?,
        };
        local(&entry, &mut head);
        head.extend(body.as_bytes());
        entries.push(entry);
    }
    let sheet = Entry {
        name: SHEET,
        crc: frame.crc,
        packed: u32::try_from(frame.packed).ok()?,
        raw: u32::try_from(frame.raw).ok()?,
        method: 8,
        offset: u32::try_from(head.len()).ok()?,
    };
    local(&sheet, &mut head);
    entries.push(sheet);

    let start = u32::try_from(head.len() as u64 + frame.packed).ok()?;
    let mut tail: Vec<u8> = Vec::new();
    for entry in &entries {
        tail.extend(b"PK\x01\x02");
        tail.extend(u16::to_le_bytes(20));
        entry.fields(&mut tail);
        // No comment, the first disk, no attributes.
        tail.extend([0; 10]);
        tail.extend(entry.offset.to_le_bytes());
        tail.extend(entry.name.as_bytes());
    }
    let size = u32::try_from(tail.len()).ok()?;
    let count = u16::try_from(entries.len()).ok()?;
    tail.extend(b"PK\x05\x06");
    tail.extend([0; 4]);
    tail.extend(count.to_le_bytes());
    tail.extend(count.to_le_bytes());
    tail.extend(size.to_le_bytes());
    tail.extend(start.to_le_bytes());
    tail.extend([0; 2]);
    Some((head, tail))
}

fn local(entry: &Entry, out: &mut Vec<u8>) {
    out.extend(b"PK\x03\x04");
    entry.fields(out);
    out.extend(entry.name.as_bytes());
}

const TYPES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml\"/><Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml\"/></Types>";
const RELATIONS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>";
const WORKBOOK: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets><sheet name=\"{name}\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
const SHEETS: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/><Relationship Id=\"rId2\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" Target=\"styles.xml\"/></Relationships>";
/// The second style is bold, for the header.
const STYLES: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font><font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts><fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill></fills><borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs><cellXfs count=\"2\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/><xf numFmtId=\"0\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/></cellXfs></styleSheet>";
