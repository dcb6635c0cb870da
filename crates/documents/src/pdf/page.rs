//! A4 and A5: header, parties, facts, table of lines with a repeated header, sums, footer.

use std::collections::VecDeque;

use super::canvas::{Align, Canvas, PdfBuilder, Style, second_of};
use super::font::Weight;
use crate::code;
use crate::model::Paper;
use crate::sheet::{Column, Fact, Party, Row, Sheet};

/// The layout measures of a paper, in points.
struct Form {
    width: f32,
    height: f32,
    margin: f32,
    /// The size of body text.
    size: f32,
    facts_in_a_row: usize,
    code: f32,
}

const A4: Form = Form { width: 595.28, height: 841.89, margin: 42.0, size: 9.2, facts_in_a_row: 5, code: 92.0 };
const A5: Form = Form { width: 419.53, height: 595.28, margin: 28.0, size: 7.8, facts_in_a_row: 3, code: 80.0 };

struct Layout<'p, 's> {
    canvas: Canvas<'p>,
    sheet: &'s Sheet,
    form: &'static Form,
    /// The current vertical position.
    y: f32,
    widths: Vec<f32>,
}

/// A cell's line that continues over pages.
struct Running {
    line: (String, bool),
    style: Style,
}

/// Draws one document.
pub(super) fn draw(builder: &mut PdfBuilder, sheet: &Sheet, paper: Paper) {
    let form = if paper == Paper::A5 { &A5 } else { &A4 };
    let canvas = Canvas::new(builder, form.width, sheet.lang == kernel::Lang::Ar);
    let mut layout = Layout { canvas, sheet, form, y: form.margin, widths: Vec::new() };
    layout.head();
    layout.parties();
    layout.facts();
    layout.lines();
    layout.sums();
    layout.draw_footers();
    layout.canvas.finish(|_| form.height);
}

impl Layout<'_, '_> {
    fn inner(&self) -> f32 {
        self.form.width - 2.0 * self.form.margin
    }

    /// The lower limit of the content, above the footer.
    fn bottom(&mut self) -> f32 {
        self.form.height - self.form.margin - self.foot_height()
    }

    fn foot_height(&mut self) -> f32 {
        let (style, width) = (Style::muted(self.form.size * 0.85), self.inner());
        let sheet = self.sheet;
        let words: f32 = sheet.footer.iter().map(|f| self.canvas.bilingual_height(f, style, width)).sum();
        words + style.leading() + 10.0
    }

    fn head(&mut self) {
        let (m, size, width) = (self.form.margin, self.form.size, self.inner());
        let (half, gap) = (width * 0.5, 16.0);
        let frame = (half - gap, size * 5.6);
        let logo = self.sheet.logo.as_deref().and_then(|key| Some((key, self.canvas.fitted_size(key, frame.0, frame.1)?)));
        let left = match logo {
            Some((key, fitted)) => {
                self.canvas.picture(key, m, self.y, fitted);
                self.y + fitted.1
            }
            None => self.canvas.text(&self.sheet.seller.name, Style::strong(size * 1.75), m, self.y, half - gap, Align::Start),
        };
        let title = Style::strong(size * 1.75);
        let y = self.canvas.draw_bilingual(&self.sheet.title, title, m + half, self.y, half, Align::End);
        let right = self.canvas.text(&self.sheet.number, Style::plain(size * 1.15), m + half, y + 1.0, half, Align::End);
        self.y = left.max(right) + size * 1.3;
        self.canvas.rule(m, self.y, width, true);
        self.y += size * 1.1;
    }

    fn party(&mut self, party: &Party, x: f32, width: f32) -> f32 {
        let size = self.form.size;
        let label = party.label.inline();
        let mut y = self.canvas.text(&label, Style::muted(size * 0.85), x, self.y, width, Align::Start);
        y = self.canvas.text(&party.name, Style::strong(size * 1.12), x, y + 1.0, width, Align::Start);
        for line in &party.lines {
            y = self.canvas.text(line, Style::plain(size * 0.95), x, y, width, Align::Start);
        }
        y
    }

    fn parties(&mut self) {
        let (m, width, sheet) = (self.form.margin, self.inner(), self.sheet);
        let gap = 20.0;
        let each = (width - gap) / 2.0;
        let seller = self.party(&sheet.seller, m, each);
        let buyer = self.party(&sheet.buyer, m + each + gap, each);
        self.y = seller.max(buyer) + self.form.size * 1.1;
    }

    fn facts(&mut self) {
        let (m, width, size, sheet) = (self.form.margin, self.inner(), self.form.size, self.sheet);
        if sheet.facts.is_empty() {
            return;
        }
        // As many per row as possible, in rows as even as possible: five are three and two, not four and one.
        let rows = sheet.facts.len().div_ceil(self.form.facts_in_a_row);
        let each_row = sheet.facts.len().div_ceil(rows);
        let each = width / each_row as f32;
        let (label, value) = (Style::muted(size * 0.82), Style::strong(size * 0.95));
        self.canvas.rule(m, self.y, width, false);
        for row in sheet.facts.chunks(each_row) {
            let top = self.y + size * 0.5;
            let mut low = top;
            for (n, fact) in row.iter().enumerate() {
                let x = m + each * n as f32;
                let y = self.canvas.draw_bilingual(&fact.label, label, x, top, each - 10.0, Align::Start);
                low = low.max(self.canvas.text(&fact.value, value, x, y, each - 10.0, Align::Start));
            }
            self.y = low + size * 0.5;
            self.canvas.rule(m, self.y, width, false);
        }
        self.y += size * 1.5;
    }

    /// Column widths: as wide as their widest figure; the names take the rest.
    fn measure_columns(&mut self) {
        let (size, sheet) = (self.form.size, self.sheet);
        let (head, cell) = (Style::muted(size * 0.82), Style::plain(size));
        let mut widths: Vec<f32> = Vec::with_capacity(sheet.columns.len());
        for (column, caption) in &sheet.columns {
            let mut widest = self.canvas.measure(&caption.first, head);
            if let Some(second) = &caption.second {
                widest = widest.max(self.canvas.measure(second, Style::muted(head.size * 0.82)));
            }
            for row in &sheet.rows {
                for line in row.cell(*column).lines() {
                    widest = widest.max(self.canvas.measure(line, cell));
                }
            }
            let most = if *column == Column::Sku { self.inner() * 0.22 } else { self.inner() * 0.2 };
            widths.push(if *column == Column::Item { 0.0 } else { widest.min(most) + size * 1.3 });
        }
        let used_width: f32 = widths.iter().sum();
        if let Some(item) = sheet.columns.iter().position(|(c, _)| *c == Column::Item) {
            widths[item] = self.inner() - used_width;
        }
        self.widths = widths;
    }

    /// Figures are aligned right in both reading directions, so that their decimal points align.
    const fn align(&self, column: Column) -> Align {
        match column {
            Column::Item | Column::Sku => Align::Start,
            Column::Position | Column::Quantity | Column::Packed => Align::Center,
            _ if self.canvas.is_rtl => Align::Start,
            _ => Align::End,
        }
    }

    fn table_head(&mut self) {
        let (m, size, sheet) = (self.form.margin, self.form.size, self.sheet);
        let style = Style { weight: Weight::SemiBold, ..Style::muted(size * 0.82) };
        let pad = size * 0.65;
        let mut high: f32 = 0.0;
        for (n, (_, caption)) in sheet.columns.iter().enumerate() {
            high = high.max(self.canvas.bilingual_height(caption, style, self.widths[n] - pad));
        }
        let height = high + size * 0.9;
        let inner = self.inner();
        self.canvas.shade(m, self.y, inner, height);
        let mut x = m;
        for (n, (column, caption)) in sheet.columns.iter().enumerate() {
            let align = self.align(*column);
            self.canvas.draw_bilingual(caption, style, x + pad / 2.0, self.y + size * 0.45, self.widths[n] - pad, align);
            x += self.widths[n];
        }
        self.y += height;
    }

    fn row_height(&mut self, row: &Row) -> f32 {
        let (size, sheet) = (self.form.size, self.sheet);
        let pad = size * 0.65;
        let mut high: f32 = 0.0;
        for (n, (column, _)) in sheet.columns.iter().enumerate() {
            let width = self.widths[n] - pad;
            high = high.max(match column {
                Column::Item => {
                    let below: f32 = row.below.iter().map(|l| self.canvas.height(l, Style::muted(size * 0.85), width)).sum();
                    self.canvas.bilingual_height(&row.name, Style::plain(size), width) + below
                }
                column => self.canvas.height(row.cell(*column), Style::plain(size), width),
            });
        }
        high + size * 0.9
    }

    fn row(&mut self, row: &Row) {
        let (m, size, sheet) = (self.form.margin, self.form.size, self.sheet);
        let pad = size * 0.65;
        let height = self.row_height(row);
        let top = self.y + size * 0.45;
        let mut x = m;
        for (n, (column, _)) in sheet.columns.iter().enumerate() {
            let (left, width) = (x + pad / 2.0, self.widths[n] - pad);
            let align = self.align(*column);
            match column {
                Column::Item => {
                    let mut y = self.canvas.draw_bilingual(&row.name, Style::plain(size), left, top, width, Align::Start);
                    for line in &row.below {
                        y = self.canvas.text(line, Style::muted(size * 0.85), left, y, width, Align::Start);
                    }
                }
                Column::Packed => self.canvas.tick_box(left + (width - size * 1.2) / 2.0, top + size * 0.15, size * 1.2),
                Column::Position => {
                    self.canvas.text(row.cell(*column), Style::muted(size), left, top, width, align);
                }
                // The rate is below the VAT, smaller.
                Column::Vat => {
                    let mut lines = row.cell(*column).lines();
                    let vat = lines.next().unwrap_or_default();
                    let y = self.canvas.text(vat, Style::plain(size), left, top, width, align);
                    if let Some(rate) = lines.next() {
                        self.canvas.text(rate, Style::muted(size * 0.82), left, y - size * 0.1, width, align);
                    }
                }
                column => {
                    let style = if matches!(column, Column::Total) || (*column == Column::Quantity && sheet.sums.is_empty()) {
                        Style::strong(size)
                    } else {
                        Style::plain(size)
                    };
                    self.canvas.text(row.cell(*column), style, left, top, width, align);
                }
            }
            x += self.widths[n];
        }
        self.y += height;
        let inner = self.inner();
        self.canvas.rule(m, self.y, inner, false);
    }

    /// Starts a new page, with the document's number, so that loose sheets can be identified.
    fn break_page(&mut self) {
        let (m, size, sheet) = (self.form.margin, self.form.size, self.sheet);
        self.canvas.next_page();
        self.y = m;
        let inner = self.inner();
        let style = Style::muted(size * 0.9);
        self.canvas.text(&sheet.seller.name, style, m, self.y, inner * 0.5, Align::Start);
        let y = self.canvas.text(
            &format!("{} {}", sheet.title.first, sheet.number),
            style,
            m + inner * 0.5,
            self.y,
            inner * 0.5,
            Align::End,
        );
        self.y = y + size * 0.8;
    }

    fn lines(&mut self) {
        self.measure_columns();
        let bottom = self.bottom();
        self.table_head();
        let sheet = self.sheet;
        for row in &sheet.rows {
            let height = self.row_height(row);
            if self.y + height > bottom {
                self.break_page();
                self.table_head();
                if self.y + height > bottom {
                    self.long_row(row, bottom);
                    continue;
                }
            }
            self.row(row);
        }
        self.y += self.form.size;
    }

    /// A row that is higher than a page: each column continues where it ended on the page before.
    fn long_row(&mut self, row: &Row, bottom: f32) {
        let (m, size, sheet, inner) = (self.form.margin, self.form.size, self.sheet, self.inner());
        let pad = size * 0.65;
        let (plain, small) = (Style::plain(size), Style::muted(size * 0.85));
        let mut columns: Vec<VecDeque<Running>> = Vec::with_capacity(sheet.columns.len());
        for (n, (column, _)) in sheet.columns.iter().enumerate() {
            let width = self.widths[n] - pad;
            let mut lines = VecDeque::new();
            let mut add = |canvas: &mut Canvas<'_>, text: &str, style: Style| {
                lines.extend(canvas.wrap(text, style, width).into_iter().map(|line| Running { line, style }));
            };
            match column {
                Column::Item => {
                    add(&mut self.canvas, &row.name.first, plain);
                    if let Some(second) = &row.name.second {
                        add(&mut self.canvas, second, second_of(plain));
                    }
                    for line in &row.below {
                        add(&mut self.canvas, line, small);
                    }
                }
                column => add(&mut self.canvas, row.cell(*column), plain),
            }
            columns.push(lines);
        }
        let mut is_first = true;
        while columns.iter().any(|c| !c.is_empty()) {
            if !is_first {
                self.break_page();
                self.table_head();
            }
            let top = self.y + size * 0.45;
            let (mut low, mut x) = (top, m);
            for (n, (column, _)) in sheet.columns.iter().enumerate() {
                let (left, width) = (x + pad / 2.0, self.widths[n] - pad);
                if is_first && *column == Column::Packed {
                    self.canvas.tick_box(left + (width - size * 1.2) / 2.0, top + size * 0.15, size * 1.2);
                }
                let (align, mut y) = (self.align(*column), top);
                let mut is_drawn = false;
                while let Some(next) = columns[n].front() {
                    // At least one line per page, or a page without room would loop for ever.
                    if is_drawn && y + next.style.leading() > bottom - size * 0.45 {
                        break;
                    }
                    y = self.canvas.line(&next.line, next.style, left, y, width, align);
                    is_drawn = true;
                    columns[n].pop_front();
                }
                low = low.max(y);
                x += self.widths[n];
            }
            self.y = low + size * 0.45;
            self.canvas.rule(m, self.y, inner, false);
            is_first = false;
        }
    }

    fn sums(&mut self) {
        let (m, size, sheet, inner) = (self.form.margin, self.form.size, self.sheet, self.inner());
        let runs = sheet.qr.as_deref().and_then(code::runs);
        let wide = inner * 0.56;
        let plain = Style::plain(size);
        let last = Style::strong(size * 1.25);
        let mut needed: f32 = 0.0;
        for sum in &sheet.sums {
            let style = if sum.is_total { last } else { plain };
            needed += self.canvas.height(&sum.label.inline(), style, wide * 0.66) + size * 0.4;
        }
        let code_high = runs.as_ref().map_or(0.0, |_| self.form.code + size);
        let small = Style::muted(size * 0.85);
        let mut words: f32 = sheet.remarks.iter().map(|r| self.canvas.bilingual_height(r, small, inner)).sum();
        let bottom = self.bottom();
        if let Some(note) = &sheet.note {
            let with_note = words + self.canvas.height(&note.value, plain, inner - size * 2.0) + size * 4.5;
            // A block too high for any page continues over several, and is not moved to the next page first.
            if needed.max(code_high) + with_note + size * 4.0 < bottom - self.form.margin {
                words = with_note;
            }
        }
        if self.y + needed.max(code_high) + words + size > bottom {
            self.break_page();
        }
        let top = self.y;
        if let Some(runs) = &runs {
            self.canvas.code(runs, m, top + size * 0.4, self.form.code);
        }
        let mut y = top;
        let x = m + inner - wide;
        for sum in &sheet.sums {
            let style = if sum.is_total { last } else { plain };
            if sum.is_total {
                self.canvas.rule(x, y, wide, true);
                y += size * 0.3;
            }
            let quiet = if sum.is_total { last } else { Style::muted(size) };
            let label = self.canvas.text(&sum.label.inline(), quiet, x, y + size * 0.2, wide * 0.66, Align::Start);
            self.canvas.text(&sum.value, style, x + wide * 0.5, y + size * 0.2, wide * 0.5, Align::End);
            y = label + size * 0.2;
        }
        self.y = y.max(top + code_high) + size * 0.6;
        for remark in &sheet.remarks {
            self.y = self.canvas.draw_bilingual(remark, small, m, self.y, inner, Align::Start);
        }
        if let Some(note) = &sheet.note {
            self.note(note, bottom);
        }
    }

    /// The shopper's note on its background, over as many pages as it needs.
    fn note(&mut self, note: &Fact, bottom: f32) {
        let (m, size, inner) = (self.form.margin, self.form.size, self.inner());
        let (plain, small) = (Style::plain(size), Style::muted(size * 0.85));
        let width = inner - size * 2.0;
        let mut lines: VecDeque<(String, bool)> = self.canvas.wrap(&note.value, plain, width).into();
        let mut label = Some(note.label.inline());
        while label.is_some() || !lines.is_empty() {
            let head = label.as_ref().map_or(0.0, |_| small.leading());
            let room = ((bottom - self.y - size * 1.4 - head) / plain.leading()).floor();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the lines of a page, 1 at least")]
            let fits = if room >= 1.0 { room as usize } else { 0 };
            // The caption is never alone at the bottom of a page.
            if fits < lines.len().min(2) && self.y > m + size * 4.0 {
                self.break_page();
                continue;
            }
            let count = lines.len().min(fits.max(1));
            let height = head + count as f32 * plain.leading() + size * 1.4;
            self.canvas.shade(m, self.y, inner, height);
            let mut y = self.y + size * 0.7;
            if let Some(label) = label.take() {
                y = self.canvas.text(&label, small, m + size, y, width, Align::Start);
            }
            for line in lines.drain(..count) {
                y = self.canvas.line(&line, plain, m + size, y, width, Align::Start);
            }
            self.y += height;
        }
    }

    fn draw_footers(&mut self) {
        let (m, size, sheet, inner) = (self.form.margin, self.form.size, self.sheet, self.inner());
        let style = Style::muted(size * 0.85);
        let pages = self.canvas.pages();
        let top = self.bottom() + 10.0;
        for page in 0..pages {
            self.canvas.open(page);
            let mut y = top;
            for footer in &sheet.footer {
                y = self.canvas.draw_bilingual(footer, style, m, y, inner, Align::Center);
            }
            if pages > 1 {
                self.canvas.text(&format!("\u{2066}{} / {pages}\u{2069}", page + 1), style, m, y, inner, Align::Center);
            }
        }
    }
}
