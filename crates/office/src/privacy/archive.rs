//! A personal file as a readable page, and the archive that holds it with the same facts for programs. Pure but for the time
//! stamps in the archive, which are the moment that the file was made.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use jiff::tz::TimeZone;
use kernel::Lang;
use serde_json::{Map, Value};
use zip::write::SimpleFileOptions;

use super::archive_labels::{CREATED_AT, INTRODUCTION, NO, NONE, TITLE, YES, code, label};

/// The sections in their order; each is printed even when it is empty.
const SECTIONS: &[&str] = &[
    "profile",
    "addresses",
    "consents",
    "notes",
    "orders",
    "carts",
    "messages",
    "reliability",
    "activity",
    "merged_records",
    "left_out",
];

const STYLE: &str = "body{font:15px/1.6 system-ui,'Segoe UI',Tahoma,sans-serif;color:#1d2433;background:#fff;margin:0 auto;max-width:60rem;padding:2rem 1rem}\
h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.2rem;margin:2.5rem 0 .75rem;border-block-end:1px solid #dde1ea;padding-block-end:.35rem}\
h3{font-size:1rem;margin:1.25rem 0 .5rem}p{margin:.25rem 0;color:#5b6478}\
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:0}dt{color:#5b6478}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}\
table{border-collapse:collapse;width:100%;margin:.25rem 0}th,td{text-align:start;vertical-align:top;padding:.35rem .6rem;border-block-end:1px solid #dde1ea;overflow-wrap:anywhere;white-space:pre-line}\
th{color:#5b6478;font-weight:500}article{border:1px solid #dde1ea;border-radius:8px;padding:1rem;margin:0 0 1rem}div.wide{overflow-x:auto}\
@media (max-width:40rem){dl{grid-template-columns:1fr}dt{margin-block-start:.5rem}}@media print{article{break-inside:avoid}}";

/// How a page is formatted for its reader.
#[derive(Debug, Clone)]
pub(super) struct PageRenderer {
    pub(super) lang: Lang,
    pub(super) zone: TimeZone,
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl PageRenderer {
    /// `2026-11-20 2:05 م` in the store's time zone, as the dashboard and the documents write it.
    fn format_time(&self, text: &str) -> Option<String> {
        let at: jiff::Timestamp = text.parse().ok()?;
        let local = at.to_zoned(self.zone.clone());
        Some(format!("{} {}", local.strftime("%Y-%m-%d"), kernel::locale::clock_of(&local, self.lang)))
    }

    fn name(&self, key: &str) -> String {
        escaped(label(key, self.lang).unwrap_or(key))
    }

    /// A text in the reader's language, or in the other where there is none.
    fn translated<'a>(&self, fields: &'a Map<String, Value>) -> Option<&'a str> {
        let is_text = !fields.is_empty() && fields.keys().all(|k| k == "ar" || k == "en");
        let text = fields.get(self.lang.code()).or_else(|| fields.values().next());
        text.filter(|_| is_text).and_then(Value::as_str)
    }

    fn format_scalar(&self, key: &str, value: &Value) -> Option<String> {
        let yes_no = |is: bool| if is { YES } else { NO }.get(self.lang).to_owned();
        let text = match value {
            Value::Null => String::new(),
            Value::Bool(is) => yes_no(*is),
            Value::Number(n) => n.to_string(),
            Value::String(text) if key == "at" || key.ends_with("_at") => self.format_time(text).unwrap_or_else(|| text.clone()),
            Value::String(text) => self.format_code(key, text),
            Value::Array(all) if all.iter().all(Value::is_string) => {
                let comma = if self.lang == Lang::Ar { "، " } else { ", " };
                all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(comma)
            }
            Value::Object(fields) => self.translated(fields)?.to_owned(),
            Value::Array(_) => return None,
        };
        Some(format!("<bdi>{}</bdi>", escaped(&text)))
    }

    /// Codes are translated only where the program wrote them.
    fn format_code(&self, key: &str, text: &str) -> String {
        const CODED: &[&str] = &[
            "status",
            "payment_status",
            "channel",
            "source",
            "entry",
            "paper",
            "shipment_status",
            "receipt_status",
            "call",
            "reminder_status",
            "by",
            "action",
            "language",
        ];
        if !CODED.contains(&key) {
            return text.to_owned();
        }
        let status =
            commerce::orders::Status::parse(text).filter(|_| key == "status").map(|s| s.name().get(self.lang).to_owned());
        status.or_else(|| code(text, self.lang).map(str::to_owned)).unwrap_or_else(|| text.to_owned())
    }

    fn write_fields(&self, out: &mut String, fields: &Map<String, Value>, level: usize) {
        let mut rest: Vec<(&String, &Value)> = Vec::new();
        out.push_str("<dl>");
        for (key, value) in fields {
            match self.format_scalar(key, value) {
                Some(text) => {
                    let _ = write!(out, "<dt>{}</dt><dd>{text}</dd>", self.name(key));
                }
                None => rest.push((key, value)),
            }
        }
        out.push_str("</dl>");
        for (key, value) in rest {
            let _ = write!(out, "<h{level}>{}</h{level}>", self.name(key));
            self.write_value(out, value, (level + 1).min(6));
        }
    }

    fn write_value(&self, out: &mut String, value: &Value, level: usize) {
        match value {
            Value::Object(fields) => self.write_fields(out, fields, level),
            Value::Array(all) => {
                let rows: Vec<&Map<String, Value>> = all.iter().filter_map(Value::as_object).collect();
                let is_flat = rows.iter().all(|row| row.iter().all(|(key, value)| self.format_scalar(key, value).is_some()));
                if is_flat { self.write_table(out, &rows) } else { self.write_articles(out, &rows, level) }
            }
            other => out.push_str(&self.format_scalar("", other).unwrap_or_default()),
        }
    }

    fn write_articles(&self, out: &mut String, rows: &[&Map<String, Value>], level: usize) {
        for row in rows {
            out.push_str("<article>");
            self.write_fields(out, row, level);
            out.push_str("</article>");
        }
    }

    fn write_table(&self, out: &mut String, rows: &[&Map<String, Value>]) {
        let mut columns: Vec<&String> = Vec::new();
        for key in rows.iter().flat_map(|row| row.keys()) {
            if !columns.contains(&key) {
                columns.push(key);
            }
        }
        // More columns would not fit a page: fields are printed one under the other.
        if columns.len() > 6 {
            return self.write_articles(out, rows, 4);
        }
        out.push_str("<div class=\"wide\"><table><thead><tr>");
        for key in &columns {
            let _ = write!(out, "<th scope=\"col\">{}</th>", self.name(key));
        }
        out.push_str("</tr></thead><tbody>");
        for row in rows {
            out.push_str("<tr>");
            for key in &columns {
                let cell = row.get(*key).and_then(|value| self.format_scalar(key, value)).unwrap_or_default();
                let _ = write!(out, "<td>{cell}</td>");
            }
            out.push_str("</tr>");
        }
        out.push_str("</tbody></table></div>");
    }

    /// The page.
    pub(super) fn page(&self, document: &Value) -> String {
        let store = document["store"]["name"].as_str().unwrap_or_default();
        let title = escaped(&TITLE.get(self.lang).replace("{store}", &format!("\u{2068}{store}\u{2069}")));
        let made_at = self.format_time(document["made_at"].as_str().unwrap_or_default()).unwrap_or_default();
        let (code, dir) = (self.lang.code(), if self.lang == Lang::Ar { "rtl" } else { "ltr" });
        let mut out = format!(
            "<!doctype html>\n<html lang=\"{code}\" dir=\"{dir}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <title>{title}</title><style>{STYLE}</style></head><body><h1>{title}</h1><p>{}</p><p>{}</p>",
            escaped(&CREATED_AT.get(self.lang).replace("{at}", &format!("\u{2066}{made_at}\u{2069}"))),
            escaped(INTRODUCTION.get(self.lang)),
        );
        for section in SECTIONS {
            let section_value = document.get(section);
            if section_value.is_none() && matches!(*section, "merged_records" | "left_out") {
                continue;
            }
            let _ = write!(out, "<section><h2>{}</h2>", self.name(section));
            match section_value {
                Some(value) => self.write_value(&mut out, value, 3),
                None => {
                    let _ = write!(out, "<p>{}</p>", escaped(NONE.get(self.lang)));
                }
            }
            out.push_str("</section>");
        }
        out.push_str("</body></html>\n");
        out
    }
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The archive: `data.json`, a page for each language, and the files.
pub(super) fn write_archive(
    document: &Value,
    renderers: &[PageRenderer],
    files: &[(String, bytes::Bytes)],
) -> Result<Vec<u8>, Failed> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    archive.start_file("data.json", options)?;
    archive.write_all(&serde_json::to_vec_pretty(document)?)?;
    for renderer in renderers {
        archive.start_file(format!("data-{}.html", renderer.lang.code()), options)?;
        archive.write_all(renderer.page(document).as_bytes())?;
    }
    // Pictures and documents are compressed already.
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in files {
        archive.start_file(name.as_str(), stored)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn renderer(lang: Lang) -> PageRenderer {
        PageRenderer { lang, zone: TimeZone::get("Asia/Riyadh").unwrap_or(TimeZone::UTC) }
    }

    #[test]
    fn cu_01_a_person_reads_their_file_in_their_language() {
        let document = json!({
            "store": {"name": "متجر <b>"}, "made_at": "2027-01-15T08:00:00Z",
            "profile": {"name": "سارة <script>", "created_at": "2027-01-14T22:30:00Z", "tags": ["vip", "جملة"]},
            "orders": [{"number": 1001, "status": "DLVR", "lines": [{"product": {"ar": "عود", "en": "Oud"}, "quantity": 2}]}],
            "consents": [{"channel": "sms", "agreed": false}],
        });
        let arabic = renderer(Lang::Ar).page(&document);
        for part in [
            "dir=\"rtl\"",
            "سارة &lt;script&gt;",
            "2027-01-15 1:30\u{a0}ص",
            "vip، جملة",
            "تم التسليم",
            "عود",
            "رسالة نصية",
            "<bdi>لا</bdi>",
            "لا توجد بيانات.",
        ] {
            assert!(arabic.contains(part), "{part}: {arabic}");
        }
        assert!(!arabic.contains("<script>") && !arabic.contains("<b>"));
        let english = renderer(Lang::En).page(&document);
        for part in ["dir=\"ltr\"", "Delivered", "Oud", "SMS", "2027-01-15 1:30\u{a0}AM", "<bdi>No</bdi>", "No data."] {
            assert!(english.contains(part), "{part}: {english}");
        }
    }

    #[test]
    fn every_section_has_a_name() {
        for lang in [Lang::Ar, Lang::En] {
            assert!(SECTIONS.iter().all(|section| label(section, lang).is_some()));
        }
    }
}
