//! Documents as a self-contained page of HTML: style, logo and QR code are embedded.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

use crate::code;
use crate::model::{Document, Paper, Picture, PrintOptions};
use crate::sheet::{self, BilingualText, Column, Party, Row, Sheet};

/// Escapes text for an element or an attribute.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Text of unknown direction, isolated (`bdi`).
fn isolated(text: &str) -> String {
    format!("<bdi>{}</bdi>", escape(text))
}

fn bilingual_html(text: &BilingualText) -> String {
    let second = text.second.as_ref().map(|t| format!("<span class=\"second\" lang=\"en\">{}</span>", isolated(t)));
    isolated(&text.first) + &second.unwrap_or_default()
}

fn bilingual_inline(text: &BilingualText) -> String {
    let second = text.second.as_ref().map(|t| format!("<span class=\"second beside\" lang=\"en\">{}</span>", isolated(t)));
    isolated(&text.first) + &second.unwrap_or_default()
}

/// The media type of a picture's bytes; `None` when browsers cannot show it.
fn media_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xFF, 0xD8, 0xFF, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// Renders documents one after another into one page. `pictures` are the logos that they reference.
#[must_use]
pub fn html(documents: &[Document], pictures: &[Picture], options: PrintOptions) -> String {
    let (class, size) = match options.paper {
        Paper::A4 => ("a4", "size: A4; margin: 14mm;"),
        Paper::A5 => ("a5", "size: A5; margin: 10mm;"),
        Paper::Roll80 => ("roll80", "size: 80mm auto; margin: 4mm;"),
    };
    let lang = options.language.lang();
    let sheets: Vec<Sheet> = documents.iter().map(|d| sheet::build_sheet(d, options)).collect();
    let title = sheets.iter().zip(documents).next().map(|(s, d)| format!("{} {}", s.title.first, d.number)).unwrap_or_default();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\" dir=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <title>{}</title>\n<style>\n@page {{ {size} }}\n{}</style>\n</head>\n<body class=\"{class}\">\n",
        lang.code(),
        lang.dir(),
        escape(&title),
        include_str!("html.css"),
    );
    for sheet in &sheets {
        article(&mut out, sheet, pictures);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn party(out: &mut String, party: &Party) {
    let _ = write!(
        out,
        "<section class=\"party\"><h2>{}</h2><p class=\"name\">{}</p>",
        bilingual_inline(&party.label),
        isolated(&party.name)
    );
    for line in &party.lines {
        let _ = write!(out, "<p>{}</p>", isolated(line));
    }
    out.push_str("</section>");
}

fn article(out: &mut String, sheet: &Sheet, pictures: &[Picture]) {
    let logo = sheet.logo.as_deref().and_then(|key| pictures.iter().find(|p| p.key == key));
    let logo = logo.and_then(|p| Some((media_type(&p.bytes)?, STANDARD.encode(&p.bytes))));
    out.push_str("<article>\n<header>");
    let name = escape(&sheet.seller.name);
    let _ = match logo {
        Some((kind, data)) => write!(out, "<img alt=\"{name}\" src=\"data:{kind};base64,{data}\">"),
        None => write!(out, "<p class=\"store\"><bdi>{name}</bdi></p>"),
    };
    let _ = writeln!(
        out,
        "<div class=\"head\"><h1>{}</h1><p>{}</p></div></header>",
        bilingual_html(&sheet.title),
        isolated(&sheet.number)
    );
    out.push_str("<div class=\"parties\">");
    party(out, &sheet.seller);
    party(out, &sheet.buyer);
    out.push_str("</div>\n<dl class=\"facts\">");
    for fact in &sheet.facts {
        let _ = write!(out, "<div><dt>{}</dt><dd>{}</dd></div>", bilingual_html(&fact.label), isolated(&fact.value));
    }
    out.push_str("</dl>\n<table><thead><tr>");
    for (column, caption) in &sheet.columns {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class_of(*column), bilingual_html(caption));
    }
    out.push_str("</tr></thead>\n<tbody>");
    for row in &sheet.rows {
        out.push_str("<tr>");
        for (column, _) in &sheet.columns {
            let _ = write!(out, "<td{}>{}</td>", class_of(*column), cell(row, *column));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n<div class=\"below\">");
    if let Some(runs) = sheet.qr.as_deref().and_then(code::runs) {
        let _ = write!(
            out,
            "<svg role=\"img\" aria-label=\"QR\" viewBox=\"0 0 {0} {0}\" shape-rendering=\"crispEdges\"><path d=\"",
            runs.size
        );
        for (row, from, len) in &runs.runs {
            let _ = write!(out, "M{from} {row}h{len}v1h-{len}z");
        }
        out.push_str("\"/></svg>");
    }
    if !sheet.sums.is_empty() {
        out.push_str("<dl class=\"sums\">");
        for sum in &sheet.sums {
            let class = if sum.is_total { " class=\"last\"" } else { "" };
            let _ = write!(out, "<div{class}><dt>{}</dt><dd>{}</dd></div>", bilingual_html(&sum.label), isolated(&sum.value));
        }
        out.push_str("</dl>");
    }
    out.push_str("</div>\n");
    for remark in &sheet.remarks {
        let _ = write!(out, "<p class=\"muted\">{}</p>", bilingual_html(remark));
    }
    if let Some(note) = &sheet.note {
        let _ = write!(
            out,
            "<div class=\"note\"><p class=\"muted\">{}</p>{}</div>",
            bilingual_inline(&note.label),
            isolated(&note.value)
        );
    }
    for footer in &sheet.footer {
        let _ = write!(out, "<footer>{}</footer>", bilingual_html(footer));
    }
    out.push_str("</article>\n");
}

const fn class_of(column: Column) -> &'static str {
    match column {
        Column::Item | Column::Sku => "",
        Column::Position | Column::Quantity | Column::Packed => " class=\"middle\"",
        Column::Total => " class=\"figure total\"",
        Column::UnitPrice | Column::Discount | Column::Net | Column::Vat => " class=\"figure\"",
    }
}

fn cell(row: &Row, column: Column) -> String {
    match column {
        Column::Item => {
            let name = bilingual_html(&row.name);
            row.below.iter().fold(name, |html, line| html + "<div class=\"muted\">" + &isolated(line) + "</div>")
        }
        Column::Packed => "<span class=\"box\"></span>".to_owned(),
        column => row.cell(column).lines().map(isolated).collect::<Vec<_>>().join("<br>"),
    }
}
