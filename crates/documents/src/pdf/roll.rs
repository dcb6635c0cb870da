//! The 80 mm roll of a receipt printer: one column of variable length.

use super::canvas::{Align, Canvas, PdfBuilder, Style, second_of};
use crate::code;
use crate::sheet::{BilingualText, Sheet};

const WIDTH: f32 = 226.77;
/// Margin that the print head does not reach.
const MARGIN: f32 = 12.0;
const SIZE: f32 = 8.6;
/// Longest page: PDF allows 14400 points.
const LONGEST: f32 = 14_000.0;

/// The roll while it is being drawn.
struct Roll<'p> {
    canvas: Canvas<'p>,
    y: f32,
    heights: Vec<f32>,
}

impl Roll<'_> {
    /// Starts a new page where one cannot be longer.
    fn break_page(&mut self) {
        if self.y > LONGEST {
            self.heights.push(self.y + MARGIN);
            self.canvas.next_page();
            self.y = MARGIN;
        }
    }

    /// Draws a text of any length, line by line.
    fn text(&mut self, text: &str, style: Style, width: f32, align: Align) {
        for line in self.canvas.wrap(text, style, width) {
            self.break_page();
            self.y = self.canvas.line(&line, style, MARGIN, self.y, width, align);
        }
    }

    /// Draws a caption of any length with its English below it.
    fn draw_bilingual(&mut self, text: &BilingualText, style: Style, width: f32) {
        self.text(&text.first, style, width, Align::Start);
        if let Some(second) = &text.second {
            self.y -= style.size * 0.12;
            self.text(second, second_of(style), width, Align::Start);
        }
    }
}

/// Draws one document.
pub(super) fn draw(builder: &mut PdfBuilder, sheet: &Sheet) {
    let mut canvas = Canvas::new(builder, WIDTH, sheet.lang == kernel::Lang::Ar);
    let inner = WIDTH - 2.0 * MARGIN;
    let (plain, strong, small) = (Style::plain(SIZE), Style::strong(SIZE), Style::muted(SIZE * 0.9));
    let mut y = MARGIN;
    if let Some((key, fitted)) = sheet.logo.as_deref().and_then(|key| Some((key, canvas.fitted_size(key, inner * 0.6, 44.0)?))) {
        canvas.picture(key, MARGIN + (inner - fitted.0) / 2.0, y, fitted);
        y += fitted.1 + SIZE * 0.6;
    }
    y = canvas.text(&sheet.seller.name, Style::strong(SIZE * 1.3), MARGIN, y, inner, Align::Center);
    for line in &sheet.seller.lines {
        y = canvas.text(line, small, MARGIN, y, inner, Align::Center);
    }
    y += SIZE * 0.6;
    canvas.dashes(MARGIN, y, inner);
    y += SIZE * 0.5;
    y = canvas.draw_bilingual(&sheet.title, Style::strong(SIZE * 1.2), MARGIN, y, inner, Align::Center);
    y = canvas.text(&sheet.number, strong, MARGIN, y, inner, Align::Center);
    y += SIZE * 0.4;
    for fact in &sheet.facts {
        let label = fact.label.inline();
        let wide = canvas.measure(&label, small).min(inner * 0.55) + 6.0;
        let left = canvas.text(&label, small, MARGIN, y, wide, Align::Start);
        y = left.max(canvas.text(&fact.value, plain, MARGIN + wide, y, inner - wide, Align::End));
    }
    y += SIZE * 0.5;
    canvas.dashes(MARGIN, y, inner);
    y += SIZE * 0.5;
    let label = sheet.buyer.label.inline();
    y = canvas.text(&label, small, MARGIN, y, inner, Align::Start);
    y = canvas.text(&sheet.buyer.name, strong, MARGIN, y, inner, Align::Start);
    for line in &sheet.buyer.lines {
        y = canvas.text(line, plain, MARGIN, y, inner, Align::Start);
    }
    y += SIZE * 0.5;
    canvas.dashes(MARGIN, y, inner);
    y += SIZE * 0.5;
    let is_slip = sheet.sums.is_empty();
    let mut roll = Roll { canvas, y, heights: Vec::new() };
    for row in &sheet.rows {
        roll.break_page();
        let total_width = if is_slip { inner * 0.22 } else { 0.0 };
        if is_slip {
            roll.canvas.text(
                &row.quantity_and_price,
                Style::strong(SIZE * 1.15),
                MARGIN + inner - total_width,
                roll.y,
                total_width,
                Align::End,
            );
        }
        let top = (roll.y, roll.heights.len());
        roll.draw_bilingual(&row.name, plain, inner - total_width);
        for line in &row.below {
            roll.text(line, small, inner - total_width, Align::Start);
        }
        if is_slip {
            // A short name beside a taller quantity.
            if roll.heights.len() == top.1 {
                roll.y = roll.y.max(top.0 + Style::strong(SIZE * 1.15).leading());
            }
        } else {
            roll.break_page();
            let y = roll.y;
            roll.canvas.text(&row.quantity_and_price, small, MARGIN, y, inner * 0.6, Align::Start);
            roll.y = roll.canvas.text(&row.total, strong, MARGIN + inner * 0.5, y, inner * 0.5, Align::End);
        }
        roll.y += SIZE * 0.4;
    }
    roll.break_page();
    let Roll { mut canvas, mut y, mut heights } = roll;
    canvas.dashes(MARGIN, y, inner);
    y += SIZE * 0.5;
    for sum in &sheet.sums {
        let style = if sum.is_total { Style::strong(SIZE * 1.2) } else { plain };
        let low = canvas.draw_bilingual(&sum.label, style, MARGIN, y, inner * 0.6, Align::Start);
        y = low.max(canvas.text(&sum.value, style, MARGIN + inner * 0.45, y, inner * 0.55, Align::End));
    }
    for remark in &sheet.remarks {
        y = canvas.draw_bilingual(remark, small, MARGIN, y, inner, Align::Center);
    }
    if let Some(note) = &sheet.note {
        let label = note.label.inline();
        let mut roll = Roll { canvas, y, heights };
        roll.text(&label, small, inner, Align::Start);
        roll.text(&note.value, plain, inner, Align::Start);
        roll.break_page();
        Roll { canvas, y, heights } = roll;
    }
    if let Some(runs) = sheet.qr.as_deref().and_then(code::runs) {
        let side = inner * 0.56;
        y += SIZE * 1.2;
        canvas.code(&runs, MARGIN + (inner - side) / 2.0, y, side);
        y += side + SIZE * 1.2;
    }
    for footer in &sheet.footer {
        y = canvas.draw_bilingual(footer, small, MARGIN, y + SIZE * 0.4, inner, Align::Center);
    }
    heights.push(y + MARGIN);
    canvas.finish(|n| heights.get(n).copied().unwrap_or(LONGEST));
}
