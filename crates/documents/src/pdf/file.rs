//! The PDF file around the pages: page tree, fonts with their encodings, pictures.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use kernel::Lang;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::canvas::{PdfBuilder, font_name, picture_name};
use super::font::{self, ASCENT, Codes, DESCENT, Weight};

const IDENTITY: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut out = ZlibEncoder::new(Vec::with_capacity(bytes.len() / 2), Compression::default());
    // Writing to memory does not fail.
    let _ = out.write_all(bytes);
    out.finish().unwrap_or_default()
}

struct Ids(i32);

impl Ids {
    fn next(&mut self) -> Ref {
        self.0 += 1;
        Ref::new(self.0)
    }
}

/// Writes the PDF file.
pub(super) fn write(builder: PdfBuilder, lang: Lang, title: &str) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut ids = Ids(0);
    let (catalog, tree, info) = (ids.next(), ids.next(), ids.next());
    let fonts: Vec<Ref> = Weight::ALL.iter().map(|w| font(&mut pdf, &mut ids, *w, &builder.codes[*w as usize])).collect();
    let pictures: Vec<Ref> = builder.pictures.values().map(|p| picture(&mut pdf, &mut ids, p)).collect();
    let mut pages = Vec::with_capacity(builder.pages.len());
    for finished_page in &builder.pages {
        let (id, content) = (ids.next(), ids.next());
        pages.push(id);
        let mut page = pdf.page(id);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, finished_page.width, finished_page.height)).contents(content);
        let mut resources = page.resources();
        let mut named = resources.fonts();
        for (weight, id) in Weight::ALL.into_iter().zip(&fonts) {
            named.pair(font_name(weight), id);
        }
        named.finish();
        if !pictures.is_empty() {
            let mut named = resources.x_objects();
            for (position, id) in pictures.iter().enumerate() {
                named.pair(Name(picture_name(position).as_bytes()), id);
            }
        }
        resources.finish();
        page.finish();
        pdf.stream(content, &packed(&finished_page.content)).filter(Filter::FlateDecode);
    }
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(pages).count(count);
    let mut root = pdf.catalog(catalog);
    root.pages(tree).lang(TextStr(lang.code()));
    let mut viewer = root.viewer_preferences();
    viewer.display_doc_title(!title.is_empty());
    if lang == Lang::Ar {
        viewer.direction(pdf_writer::types::Direction::R2L);
    }
    viewer.finish();
    root.finish();
    let mut document_info = pdf.document_info(info);
    document_info.producer(TextStr("Rawaj"));
    if !title.is_empty() {
        document_info.title(TextStr(title));
    }
    document_info.finish();
    pdf.finish()
}

fn font(pdf: &mut Pdf, ids: &mut Ids, weight: Weight, codes: &Codes) -> Ref {
    let source = font::source(weight);
    let (id, cid, descriptor, data, cmap, map) = (ids.next(), ids.next(), ids.next(), ids.next(), ids.next(), ids.next());
    let mut remapper = GlyphRemapper::new();
    let mut to_glyph = vec![0_u8; 2];
    let mut unicode = UnicodeCmap::new(Name(b"Rawaj-Text"), IDENTITY);
    for (code, coded) in (1_u16..).zip(&codes.list) {
        to_glyph.extend_from_slice(&remapper.remap(coded.glyph).to_be_bytes());
        if let Some(letter) = coded.letter {
            unicode.pair(code, letter);
        }
    }
    let subset = subsetter::subset(source.data, 0, &remapper).unwrap_or_else(|_| source.data.to_vec());
    // A prefix of six letters marks the font as a subset.
    let name = format!("RAWAJA+{}", source.name);
    pdf.type0_font(id)
        .base_font(Name(name.as_bytes()))
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let mut inner = pdf.cid_font(cid);
    inner.subtype(CidFontType::Type2).base_font(Name(name.as_bytes())).system_info(IDENTITY).font_descriptor(descriptor);
    inner.default_width(0.0).cid_to_gid_map_stream(map);
    inner.widths().consecutive(1, codes.list.iter().map(|coded| coded.width as f32));
    inner.finish();
    pdf.font_descriptor(descriptor)
        .name(Name(name.as_bytes()))
        .flags(FontFlags::SYMBOLIC)
        .bbox(Rect::new(-233.0, -588.0, 7925.0, 1107.0))
        .italic_angle(0.0)
        .ascent(ASCENT)
        .descent(DESCENT)
        .cap_height(698.0)
        .stem_v(if weight == Weight::Regular { 80.0 } else { 120.0 })
        .font_file2(data);
    let length = i32::try_from(subset.len()).unwrap_or(0);
    let packed_subset = packed(&subset);
    let mut file = pdf.stream(data, &packed_subset);
    file.filter(Filter::FlateDecode);
    file.pair(Name(b"Length1"), length);
    file.finish();
    pdf.stream(cmap, &packed(&unicode.finish())).filter(Filter::FlateDecode);
    pdf.stream(map, &packed(&to_glyph)).filter(Filter::FlateDecode);
    id
}

fn picture(pdf: &mut Pdf, ids: &mut Ids, pixels: &super::picture::Pixels) -> Ref {
    let (id, mask) = (ids.next(), ids.next());
    let (width, height) = (i32::try_from(pixels.width).unwrap_or(0), i32::try_from(pixels.height).unwrap_or(0));
    let samples = packed(&pixels.rgb);
    let mut image = pdf.image_xobject(id, &samples);
    image.filter(Filter::FlateDecode);
    image.width(width).height(height).bits_per_component(8).interpolate(true).color_space().device_rgb();
    if pixels.alpha.is_some() {
        image.s_mask(mask);
    }
    image.finish();
    if let Some(alpha) = &pixels.alpha {
        let samples = packed(alpha);
        let mut image = pdf.image_xobject(mask, &samples);
        image.filter(Filter::FlateDecode);
        image.width(width).height(height).bits_per_component(8).color_space().device_gray();
    }
    id
}
