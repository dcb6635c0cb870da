//! Drawing on pages. Horizontal positions are measured from the edge where reading starts, vertical ones downwards from the top
//! of the page; pages that are read from right to left are mirrored here and nowhere else.

use std::collections::BTreeMap;
use std::rc::Rc;

use pdf_writer::{Content, Name, Str};

use super::font::{ASCENT, Codes, DESCENT, Shaped, Shaper, Weight};
use super::picture::{self, Pixels};
use crate::bars::Bars;
use crate::code::Runs;
use crate::model::Picture;
use crate::sheet::BilingualText;

/// The colours: documents are printed, mostly in black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Dark,
    Muted,
}

impl Ink {
    const fn rgb(self) -> (f32, f32, f32) {
        match self {
            Self::Dark => (0.09, 0.1, 0.13),
            Self::Muted => (0.39, 0.42, 0.47),
        }
    }
}

const HAIRLINE: (f32, f32, f32) = (0.82, 0.84, 0.87);
const SHADE: (f32, f32, f32) = (0.955, 0.96, 0.968);

/// The style of a text; the size in points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) size: f32,
    pub(super) weight: Weight,
    pub(super) ink: Ink,
}

impl Style {
    pub(super) const fn plain(size: f32) -> Self {
        Self { size, weight: Weight::Regular, ink: Ink::Dark }
    }

    pub(super) const fn strong(size: f32) -> Self {
        Self { size, weight: Weight::SemiBold, ink: Ink::Dark }
    }

    pub(super) const fn muted(size: f32) -> Self {
        Self { size, weight: Weight::Regular, ink: Ink::Muted }
    }

    /// Line height.
    pub(super) fn leading(self) -> f32 {
        self.size * 1.5
    }
}

/// Horizontal alignment of a text in its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Center,
    End,
}

/// A finished page.
pub(super) struct FinishedPage {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) content: Vec<u8>,
}

/// Resources shared by the pages of a file.
pub(super) struct PdfBuilder {
    pub(super) shaper: Shaper,
    pub(super) codes: [Codes; 2],
    pub(super) pictures: BTreeMap<String, Pixels>,
    pub(super) pages: Vec<FinishedPage>,
}

impl PdfBuilder {
    pub(super) fn new(pictures: &[Picture]) -> Self {
        let pictures = pictures.iter().filter_map(|p| Some((p.key.clone(), picture::read(&p.bytes)?))).collect();
        Self { shaper: Shaper::default(), codes: Default::default(), pictures, pages: Vec::new() }
    }
}

/// The name of a font in a page's resources.
pub(super) const fn font_name(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"F0"),
        Weight::SemiBold => Name(b"F1"),
    }
}

/// The name of a picture in a page's resources.
pub(super) fn picture_name(position: usize) -> String {
    format!("P{position}")
}

/// The pages of one document while they are being drawn.
pub(super) struct Canvas<'p> {
    pub(super) builder: &'p mut PdfBuilder,
    pub(super) is_rtl: bool,
    pub(super) width: f32,
    pages: Vec<Content>,
    at: usize,
}

impl<'p> Canvas<'p> {
    pub(super) fn new(builder: &'p mut PdfBuilder, width: f32, is_rtl: bool) -> Self {
        Self { builder, is_rtl, width, pages: vec![Content::new()], at: 0 }
    }

    /// Starts a new page.
    pub(super) fn next_page(&mut self) {
        self.pages.push(Content::new());
        self.at = self.pages.len() - 1;
    }

    pub(super) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Returns to a page, from 0.
    pub(super) fn open(&mut self, page: usize) {
        self.at = page;
    }

    /// Finishes the pages; `heights` gives the height of each.
    pub(super) fn finish(self, heights: impl Fn(usize) -> f32) {
        for (n, page) in self.pages.into_iter().enumerate() {
            let height = heights(n);
            let mut content = Content::new();
            content.transform([1.0, 0.0, 0.0, 1.0, 0.0, height]);
            let mut bytes = content.finish().to_vec();
            bytes.push(b'\n');
            bytes.extend_from_slice(&page.finish());
            self.builder.pages.push(FinishedPage { width: self.width, height, content: bytes });
        }
    }

    /// The left edge of an element `width` wide that begins `x` from the reading edge.
    fn left(&self, x: f32, width: f32) -> f32 {
        if self.is_rtl { self.width - x - width } else { x }
    }

    fn content(&mut self) -> &mut Content {
        &mut self.pages[self.at]
    }

    pub(super) fn shade(&mut self, x: f32, y: f32, width: f32, height: f32) {
        let left = self.left(x, width);
        let (r, g, b) = SHADE;
        self.content().set_fill_rgb(r, g, b).rect(left, -y - height, width, height).fill_nonzero();
    }

    pub(super) fn rule(&mut self, x: f32, y: f32, width: f32, is_strong: bool) {
        let left = self.left(x, width);
        let (r, g, b) = if is_strong { Ink::Dark.rgb() } else { HAIRLINE };
        let thick = if is_strong { 0.9 } else { 0.6 };
        self.content().set_stroke_rgb(r, g, b).set_line_width(thick).move_to(left, -y).line_to(left + width, -y).stroke();
    }

    pub(super) fn dashes(&mut self, x: f32, y: f32, width: f32) {
        let left = self.left(x, width);
        let (r, g, b) = Ink::Muted.rgb();
        let content = self.content();
        content.set_stroke_rgb(r, g, b).set_line_width(0.6).set_dash_pattern([2.0, 2.0], 0.0);
        content.move_to(left, -y).line_to(left + width, -y).stroke().set_dash_pattern([], 0.0);
    }

    /// Draws a check box.
    pub(super) fn tick_box(&mut self, x: f32, y: f32, side: f32) {
        let left = self.left(x, side);
        let (r, g, b) = Ink::Muted.rgb();
        self.content().set_stroke_rgb(r, g, b).set_line_width(0.8).rect(left, -y - side, side, side).stroke();
    }

    /// Draws a QR code of `side` points without the quiet zone.
    pub(super) fn code(&mut self, runs: &Runs, x: f32, y: f32, side: f32) {
        let left = self.left(x, side);
        let module = side / runs.size as f32;
        let content = self.content();
        content.set_fill_rgb(0.0, 0.0, 0.0);
        for (row, from, len) in &runs.runs {
            let top = -y - (*row as f32 + 1.0) * module;
            content.rect(left + *from as f32 * module, top, *len as f32 * module, module);
        }
        content.fill_nonzero();
    }

    /// Draws a barcode of `size` points, from left to right in every language.
    pub(super) fn bars(&mut self, bars: &Bars, x: f32, y: f32, size: (f32, f32)) {
        let left = self.left(x, size.0);
        let module = size.0 / bars.modules as f32;
        let content = self.content();
        content.set_fill_rgb(0.0, 0.0, 0.0);
        for (from, len) in &bars.dark {
            content.rect(left + *from as f32 * module, -y - size.1, *len as f32 * module, size.1);
        }
        content.fill_nonzero();
    }

    /// Draws a frame with a strong line.
    pub(super) fn frame(&mut self, x: f32, y: f32, width: f32, height: f32) {
        let left = self.left(x, width);
        let (r, g, b) = Ink::Dark.rgb();
        self.content().set_stroke_rgb(r, g, b).set_line_width(1.2).rect(left, -y - height, width, height).stroke();
    }

    /// The size of a picture scaled to fit into a frame.
    pub(super) fn fitted_size(&self, key: &str, width: f32, height: f32) -> Option<(f32, f32)> {
        let pixels = self.builder.pictures.get(key)?;
        let (w, h) = (pixels.width as f32, pixels.height as f32);
        // At least 150 dots per inch: a small logo is not enlarged.
        let scale = (width / w).min(height / h).min(72.0 / 150.0);
        Some((w * scale, h * scale))
    }

    pub(super) fn picture(&mut self, key: &str, x: f32, y: f32, size: (f32, f32)) {
        let Some(position) = self.builder.pictures.keys().position(|k| k == key) else { return };
        let left = self.left(x, size.0);
        let content = self.content();
        content.save_state().transform([size.0, 0.0, 0.0, size.1, left, -y - size.1]);
        content.x_object(Name(picture_name(position).as_bytes())).restore_state();
    }

    /// The width of a text on one line, in points.
    pub(super) fn measure(&mut self, text: &str, style: Style) -> f32 {
        let is_rtl = Shaper::direction(text, self.is_rtl);
        self.builder.shaper.line(text, style.weight, is_rtl).width as f32 * style.size / 1000.0
    }

    /// Wraps a text into lines of a width, each with its direction.
    pub(super) fn wrap(&mut self, text: &str, style: Style, width: f32) -> Vec<(String, bool)> {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a paper's width is a few thousand units; parts of one do not matter"
        )]
        let units = (width * 1000.0 / style.size) as i32;
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let is_rtl = Shaper::direction(paragraph, self.is_rtl);
            lines.extend(self.builder.shaper.wrap(paragraph, style.weight, is_rtl, units).into_iter().map(|l| (l, is_rtl)));
        }
        lines
    }

    /// Draws a text, wrapped; returns the position below it.
    pub(super) fn text(&mut self, text: &str, style: Style, x: f32, y: f32, width: f32, align: Align) -> f32 {
        let mut y = y;
        for line in self.wrap(text, style, width) {
            y = self.line(&line, style, x, y, width, align);
        }
        y
    }

    /// Draws one line of [`Canvas::wrap`]; returns the position below it.
    pub(super) fn line(
        &mut self,
        (line, is_rtl): &(String, bool),
        style: Style,
        x: f32,
        y: f32,
        width: f32,
        align: Align,
    ) -> f32 {
        let shaped = self.builder.shaper.line(line, style.weight, *is_rtl);
        let wide = shaped.width as f32 * style.size / 1000.0;
        let inside = match align {
            Align::Start => 0.0,
            Align::Center => (width - wide) / 2.0,
            Align::End => width - wide,
        };
        let left = self.left(x + inside, wide);
        // The leading beyond the glyph height is split above and below.
        let height = (ASCENT - DESCENT) / 1000.0 * style.size;
        let base = y + (style.leading() - height) / 2.0 + ASCENT / 1000.0 * style.size;
        self.glyphs(&shaped, style, left, -base);
        y + style.leading()
    }

    /// The height of [`Canvas::text`].
    pub(super) fn height(&mut self, text: &str, style: Style, width: f32) -> f32 {
        self.wrap(text, style, width).len() as f32 * style.leading()
    }

    /// Draws a caption with its English below it in smaller type.
    pub(super) fn draw_bilingual(&mut self, text: &BilingualText, style: Style, x: f32, y: f32, width: f32, align: Align) -> f32 {
        let y = self.text(&text.first, style, x, y, width, align);
        match &text.second {
            Some(second) => self.text(second, second_of(style), x, y - style.size * 0.12, width, align),
            None => y,
        }
    }

    /// The height of [`Canvas::draw_bilingual`].
    pub(super) fn bilingual_height(&mut self, text: &BilingualText, style: Style, width: f32) -> f32 {
        let first = self.height(&text.first, style, width);
        let second = text.second.as_ref().map_or(0.0, |t| self.height(t, second_of(style), width) - style.size * 0.12);
        first + second
    }

    fn glyphs(&mut self, shaped: &Rc<Shaped>, style: Style, left: f32, base: f32) {
        if shaped.glyphs.is_empty() {
            return;
        }
        let codes = &mut self.builder.codes[style.weight as usize];
        // One piece per height above the base line: marks are raised.
        let mut pieces: Vec<(i32, Vec<Piece>)> = Vec::new();
        let mut pen_x = 0;
        let positions: Vec<i32> = shaped
            .glyphs
            .iter()
            .map(|g| {
                let at = pen_x + g.dx;
                pen_x += g.advance;
                at
            })
            .collect();
        let mut at = 0;
        for (n, glyph) in shaped.glyphs.iter().enumerate() {
            if pieces.last().is_none_or(|(dy, _)| *dy != glyph.dy) {
                pieces.push((glyph.dy, Vec::new()));
            }
            let Some((_, piece)) = pieces.last_mut() else { continue };
            if positions[n] != at {
                piece.push(Piece::Move(positions[n] - at));
            }
            // A letter's width reaches to the next letter; a mark takes no space.
            let width = match shaped.glyphs.get(n + 1) {
                Some(next) if next.letter.is_some() && glyph.letter.is_some() => (positions[n + 1] - positions[n]).max(0),
                _ => glyph.advance,
            };
            piece.push(Piece::Show(codes.code_for(glyph, width)));
            at = positions[n] + width;
        }
        let (r, g, b) = style.ink.rgb();
        let content = &mut self.pages[self.at];
        content.begin_text().set_fill_rgb(r, g, b).set_font(font_name(style.weight), style.size);
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, left, base]);
        for (dy, piece) in pieces {
            if dy != 0 {
                content.set_rise(dy as f32 * style.size / 1000.0);
            }
            let mut positioned = content.show_positioned();
            let mut items = positioned.items();
            let mut run: Vec<u8> = Vec::new();
            for one in piece {
                match one {
                    Piece::Show(code) => run.extend_from_slice(&code.to_be_bytes()),
                    Piece::Move(by) => {
                        if !run.is_empty() {
                            items.show(Str(&std::mem::take(&mut run)));
                        }
                        items.adjust(-(by as f32));
                    }
                }
            }
            if !run.is_empty() {
                items.show(Str(&run));
            }
            drop(items);
            drop(positioned);
            if dy != 0 {
                content.set_rise(0.0);
            }
        }
        content.end_text();
    }
}

enum Piece {
    Move(i32),
    Show(u16),
}

pub(super) fn second_of(style: Style) -> Style {
    Style { size: style.size * 0.82, weight: Weight::Regular, ink: Ink::Muted }
}
