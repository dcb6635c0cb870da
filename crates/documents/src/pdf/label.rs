//! Shipping labels: one page each, whatever the length of their texts; what is read from a distance is large.

use kernel::{locale, money};

use super::canvas::{Align, Canvas, PdfBuilder, Style};
use crate::bars;
use crate::label::{Label, LabelPaper};
use crate::model::PrintLanguage;
use crate::sheet::{code, is_arabic};
use crate::words::Word;

const MARGIN: f32 = 15.0;
const SIZE: f32 = 9.4;
/// Quiet zone on both sides of the bars, in modules.
const QUIET: i32 = 20;

const fn measure(paper: LabelPaper) -> (f32, f32) {
    match paper {
        LabelPaper::A6 => (297.64, 419.53),
        LabelPaper::Roll100x150 => (283.46, 425.2),
    }
}

fn word(word: Word, language: PrintLanguage) -> String {
    let (ar, en) = word.both();
    match language {
        PrintLanguage::Ar => ar.to_owned(),
        PrintLanguage::En => en.to_owned(),
        PrintLanguage::Both => format!("{ar} / {en}"),
    }
}

/// Formats grams: 1250 g is "1.25 kg".
fn kilograms(grams: i64, language: PrintLanguage) -> String {
    let text = money::format_with(grams, 3);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    format!("{} {}", code(text), word(Word::Kilograms, language))
}

fn address(label: &Label, language: PrintLanguage) -> Vec<String> {
    let (to, lang) = (&label.to, language.lang());
    let country = locale::country(&to.country, lang).unwrap_or(&to.country);
    let mut lines = vec![to.street.clone()];
    if is_arabic(&to.place) == is_arabic(country) && !to.place.is_empty() && !country.is_empty() {
        lines.push(format!("{}{}{country}", to.place, if is_arabic(country) { "، " } else { ", " }));
    } else {
        // Each on its own line: texts of two directions on one line would be reordered.
        lines.extend([to.place.clone(), country.to_owned()]);
    }
    if !to.short_address.is_empty() {
        lines.push(format!("{}: {}", word(Word::ShortAddress, language), code(&to.short_address)));
    }
    lines.push(to.details.clone());
    lines.retain(|l| !l.is_empty());
    lines
}

struct Draw<'p> {
    canvas: Canvas<'p>,
    inner: f32,
    y: f32,
}

impl Draw<'_> {
    /// Draws a text of at most so many lines, with an ellipsis when it needs more.
    fn capped(&mut self, text: &str, style: Style, x: f32, width: f32, most: usize) {
        let lines: Vec<String> = self.canvas.wrap(text, style, width).into_iter().map(|(l, _)| l).collect();
        if lines.len() <= most {
            self.y = self.canvas.text(text, style, x, self.y, width, Align::Start);
            return;
        }
        let mut last = lines[most - 1].clone();
        while !last.is_empty() && self.canvas.measure(&format!("{last}…"), style) > width {
            last.pop();
        }
        let shown_lines: Vec<String> = lines[..most - 1].iter().cloned().chain([format!("{}…", last.trim_end())]).collect();
        self.y = self.canvas.text(&shown_lines.join("\n"), style, x, self.y, width, Align::Start);
    }

    fn rule(&mut self) {
        self.y += SIZE * 0.45;
        self.canvas.rule(MARGIN, self.y, self.inner, true);
        self.y += SIZE * 0.55;
    }
}

/// Draws one label.
pub(super) fn draw(builder: &mut PdfBuilder, label: &Label, language: PrintLanguage, paper: LabelPaper) {
    let (width, height) = measure(paper);
    let canvas = Canvas::new(builder, width, language.lang() == kernel::Lang::Ar);
    let inner = width - 2.0 * MARGIN;
    let mut d = Draw { canvas, inner, y: MARGIN };
    let (plain, small, half) = (Style::plain(SIZE), Style::muted(SIZE * 0.86), inner / 2.0);

    // The sender, and the order.
    let top = d.y;
    d.canvas.text(&code(&format!("#{}", label.order_number)), Style::strong(SIZE * 1.7), MARGIN + half, top, half, Align::End);
    d.capped(&label.store, Style::strong(SIZE * 1.25), MARGIN, half - 6.0, 1);
    let sender = if label.store_phone.is_empty() { String::new() } else { code(&label.store_phone) };
    d.capped(&sender, small, MARGIN, half, 1);
    d.y = d.y.max(top + SIZE * 2.55);
    d.rule();

    // The recipient and the address.
    let to = &label.to;
    let (name, mobile) = match (to.recipient.is_empty(), to.recipient_mobile.is_empty()) {
        (true, true) => (&to.name, &to.mobile),
        (true, false) => (&to.name, &to.recipient_mobile),
        (false, true) => (&to.recipient, &to.mobile),
        (false, false) => (&to.recipient, &to.recipient_mobile),
    };
    let caption = if label.is_pickup { Word::PickupHere } else { Word::ShipTo };
    d.capped(&word(caption, language), small, MARGIN, inner, 1);
    d.capped(name, Style::strong(SIZE * 1.55), MARGIN, inner, 2);
    d.capped(&code(mobile), Style::strong(SIZE * 1.3), MARGIN, inner, 1);
    if !label.is_pickup {
        for line in address(label, language) {
            d.capped(&line, Style::plain(SIZE * 1.1), MARGIN, inner, 2);
        }
    }
    d.rule();

    // The amount to collect.
    let (pad, box_top) = (SIZE * 0.5, d.y);
    let collects = label.cod_amount > 0;
    let money = if collects { locale::amount(label.cod_amount, label.currency, language.lang()) } else { String::new() };
    d.y += pad;
    if collects {
        let style = Style::strong(SIZE * 1.7);
        let y = d.canvas.text(&word(Word::Collect, language), plain, MARGIN + pad * 2.0, d.y + SIZE * 0.45, half, Align::Start);
        let low = d.canvas.text(&money, style, MARGIN + half - pad * 2.0, d.y, half, Align::End);
        d.y = y.max(low) + pad;
        d.canvas.frame(MARGIN, box_top, inner, d.y - box_top);
        d.y += pad;
        let word_of = if label.allow_open_box { Word::OpenBox } else { Word::NoOpenBox };
        d.capped(&word(word_of, language), plain, MARGIN, inner, 1);
    } else {
        d.capped(&word(Word::NothingToCollect, language), Style::strong(SIZE * 1.1), MARGIN, inner, 1);
        if label.allow_open_box {
            d.capped(&word(Word::OpenBox, language), plain, MARGIN, inner, 1);
        }
    }
    if label.is_exchange {
        d.capped(&word(Word::Exchange, language), Style::strong(SIZE), MARGIN, inner, 1);
    }
    let mut facts = vec![format!("{}: {}", word(Word::Pieces, language), label.pieces)];
    if label.weight_grams > 0 {
        facts.push(format!("{}: {}", word(Word::Weight, language), kilograms(label.weight_grams, language)));
    }
    d.capped(&facts.join("   ·   "), plain, MARGIN, inner, 1);
    let bars_high = 56.0;
    let bars_top = height - MARGIN - bars_high - SIZE * 3.6;
    if !label.note.is_empty() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number from 0 to 3")]
        let most = ((bars_top - d.y) / plain.leading()).floor().clamp(0.0, 3.0) as usize;
        if most > 0 {
            d.capped(&label.note.replace('\n', " "), plain, MARGIN, inner, most);
        }
    }

    // The barcode, always at the bottom.
    d.y = bars_top;
    let carrier = if label.courier.is_empty() { label.shipping.get(language.lang()) } else { &label.courier };
    d.canvas.rule(MARGIN, d.y, inner, false);
    d.y += SIZE * 0.35;
    let line = d.y;
    d.capped(carrier, Style::strong(SIZE), MARGIN, inner * 0.62, 1);
    d.canvas.text(&code(&label.number), plain, MARGIN + inner * 0.6, line, inner * 0.4, Align::End);
    if let Some(found) = bars::bars(&label.barcode) {
        // Never wider than the paper, and limited so that a short code does not get oversized bars.
        let module = (inner / (found.modules + QUIET) as f32).min(1.7);
        let wide = module * found.modules as f32;
        d.canvas.bars(&found, MARGIN + (inner - wide) / 2.0, d.y + 2.0, (wide, bars_high));
        let number = Style::plain(SIZE);
        d.canvas.text(&code(&label.barcode), number, MARGIN, d.y + bars_high + 2.0, inner, Align::Center);
    }
    d.canvas.finish(|_| height);
}
