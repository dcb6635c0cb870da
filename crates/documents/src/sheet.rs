//! The content of a document, in reading order; PDF and HTML draw from it.

use kernel::{Lang, Texts, locale, money};

use crate::model::{Document, Kind, Line, LineKind, Paper, PrintLanguage, PrintOptions};
use crate::words::Word;

/// Isolates left-to-right text in any context: numbers of phones, documents and products. The mark inside keeps a plus or minus
/// sign before its number.
const ISOLATE: (&str, &str) = ("\u{2066}\u{200E}", "\u{2069}");

/// A text, with its English in a bilingual print.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct BilingualText {
    pub(crate) first: String,
    pub(crate) second: Option<String>,
}

impl BilingualText {
    fn plain(text: impl Into<String>) -> Self {
        Self { first: text.into(), second: None }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// On one line: "الإجمالي / Total".
    pub(crate) fn inline(&self) -> String {
        self.second.as_ref().map_or_else(|| self.first.clone(), |second| format!("{} / {second}", self.first))
    }
}

/// A caption with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fact {
    pub(crate) label: BilingualText,
    pub(crate) value: String,
}

/// The seller or the buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Party {
    pub(crate) label: BilingualText,
    pub(crate) name: String,
    pub(crate) lines: Vec<String>,
}

/// A column of the table of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Position,
    Item,
    Sku,
    Quantity,
    UnitPrice,
    Discount,
    Net,
    Vat,
    Total,
    Packed,
}

impl Column {
    pub(crate) const fn word(self) -> Option<Word> {
        Some(match self {
            Self::Position => return None,
            Self::Item => Word::Item,
            Self::Sku => Word::Sku,
            Self::Quantity => Word::Quantity,
            Self::UnitPrice => Word::UnitPrice,
            Self::Discount => Word::Discount,
            Self::Net => Word::Net,
            Self::Vat => Word::Vat,
            Self::Total => Word::LineTotal,
            Self::Packed => Word::Packed,
        })
    }
}

/// A line of goods or fees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) name: BilingualText,
    /// SKU, options, answers: small, below the name.
    pub(crate) below: Vec<String>,
    /// The cells of the columns other than [`Column::Item`].
    pub(crate) cells: Vec<(Column, String)>,
    /// Quantity times price, for layouts without columns.
    pub(crate) quantity_and_price: String,
    pub(crate) total: String,
}

impl Row {
    pub(crate) fn cell(&self, column: Column) -> &str {
        self.cells.iter().find(|(c, _)| *c == column).map_or("", |(_, text)| text.as_str())
    }
}

/// A line of the totals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) label: BilingualText,
    pub(crate) value: String,
    pub(crate) is_total: bool,
}

/// The whole content of a document.
#[derive(Debug, Clone)]
pub(crate) struct Sheet {
    pub(crate) lang: Lang,
    pub(crate) title: BilingualText,
    pub(crate) number: String,
    pub(crate) logo: Option<String>,
    pub(crate) seller: Party,
    pub(crate) buyer: Party,
    pub(crate) facts: Vec<Fact>,
    pub(crate) columns: Vec<(Column, BilingualText)>,
    pub(crate) rows: Vec<Row>,
    pub(crate) sums: Vec<Sum>,
    /// Remarks in small type, below the lines.
    pub(crate) remarks: Vec<BilingualText>,
    /// The shopper's note with its caption.
    pub(crate) note: Option<Fact>,
    pub(crate) footer: Vec<BilingualText>,
    pub(crate) qr: Option<String>,
}

/// Isolates a code that is read from left to right.
pub(crate) fn code(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{}{text}{}", ISOLATE.0, ISOLATE.1) }
}

pub(crate) fn is_arabic(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{0600}'..='\u{06FF}'))
}

/// Formats a rate: 1500 is "15%".
fn rate(basis_points: i64) -> String {
    let text = money::format_with(basis_points, 2);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

struct Writer<'d> {
    doc: &'d Document,
    language: PrintLanguage,
    lang: Lang,
}

impl Writer<'_> {
    fn word(&self, word: Word) -> BilingualText {
        let (ar, en) = word.both();
        match self.language {
            PrintLanguage::Ar => BilingualText::plain(ar),
            PrintLanguage::En => BilingualText::plain(en),
            PrintLanguage::Both => BilingualText { first: ar.to_owned(), second: Some(en.to_owned()) },
        }
    }

    fn inline(&self, word: Word) -> String {
        self.word(word).inline()
    }

    fn texts(&self, texts: &Texts) -> BilingualText {
        let first = texts.get(self.lang).to_owned();
        let second =
            (self.language == PrintLanguage::Both).then(|| texts.exact(Lang::En)).filter(|t| !t.is_empty() && *t != first);
        BilingualText { second: second.map(str::to_owned), first }
    }

    fn date(&self, at: kernel::Millis) -> String {
        locale::date(at, &self.doc.timezone, &self.doc.country, self.lang)
    }

    fn amount(&self, minor: i64) -> String {
        locale::amount(minor, self.doc.currency, self.lang)
    }

    fn figure(&self, minor: i64) -> String {
        code(&locale::figure(minor, self.doc.currency))
    }

    fn title(&self) -> BilingualText {
        self.word(match self.doc.kind {
            Kind::Invoice if self.doc.seller.vat_number.is_empty() => Word::Invoice,
            Kind::Invoice if self.doc.country == "SA" => Word::SimplifiedTaxInvoice,
            Kind::Invoice => Word::TaxInvoice,
            Kind::CreditNote => Word::CreditNote,
            Kind::PackingSlip => Word::PackingSlip,
        })
    }

    fn seller(&self) -> Party {
        let s = &self.doc.seller;
        let mut lines: Vec<String> = Vec::new();
        let address = self.texts(&s.address);
        for text in [Some(&address.first), address.second.as_ref()].into_iter().flatten() {
            lines.extend(text.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned));
        }
        if self.doc.kind != Kind::PackingSlip {
            for (word, value) in [(Word::VatNumber, &s.vat_number), (Word::CommercialRegistration, &s.commercial_registration)] {
                if !value.is_empty() {
                    lines.push(format!("{}: {}", self.inline(word), code(value)));
                }
            }
        }
        let contact: Vec<String> = [code(&s.phone), code(&s.email)].into_iter().filter(|t| !t.is_empty()).collect();
        if !contact.is_empty() {
            lines.push(contact.join("  ·  "));
        }
        Party { label: self.word(Word::Seller), name: s.name.clone(), lines }
    }

    fn buyer(&self) -> Party {
        let b = &self.doc.buyer;
        let is_slip = self.doc.kind == Kind::PackingSlip;
        let label = self.word(if is_slip && !b.country.is_empty() { Word::ShipTo } else { Word::Customer });
        let mut lines = Vec::new();
        // A packing slip is addressed to the recipient.
        let (name, mobile) = if is_slip && !b.recipient.is_empty() {
            (&b.recipient, if b.recipient_mobile.is_empty() { &b.mobile } else { &b.recipient_mobile })
        } else {
            (&b.name, &b.mobile)
        };
        lines.push(code(mobile));
        if !is_slip && !b.recipient.is_empty() {
            let number =
                if b.recipient_mobile.is_empty() { String::new() } else { format!("  ·  {}", code(&b.recipient_mobile)) };
            lines.push(format!("{}: {}{number}", self.inline(Word::Recipient), b.recipient));
        }
        let country = locale::country(&b.country, self.lang).unwrap_or(&b.country);
        lines.push(b.street.clone());
        if is_arabic(&b.place) == is_arabic(country) && !b.place.is_empty() {
            let comma = if self.lang == Lang::Ar { "، " } else { ", " };
            lines.push(format!("{}{comma}{country}", b.place));
        } else {
            // Each on its own line: texts of two directions on one line would be reordered.
            lines.extend([b.place.clone(), country.to_owned()]);
        }
        if !b.short_address.is_empty() {
            lines.push(format!("{}: {}", self.inline(Word::ShortAddress), code(&b.short_address)));
        }
        if is_slip {
            lines.push(b.details.clone());
        } else {
            lines.push(code(&b.email));
        }
        lines.retain(|l| !l.is_empty());
        Party { label, name: name.clone(), lines }
    }

    fn facts(&self) -> Vec<Fact> {
        let d = self.doc;
        let mut facts = Vec::new();
        let mut add = |word: Word, value: String| {
            if !value.is_empty() {
                facts.push(Fact { label: self.word(word), value });
            }
        };
        if d.kind != Kind::PackingSlip {
            add(Word::IssuedOn, self.date(d.issued_at));
        }
        add(Word::Corrects, d.corrects.as_deref().map(code).unwrap_or_default());
        add(Word::Order, code(&format!("#{}", d.order_number)));
        add(Word::OrderedOn, self.date(d.ordered_at));
        if d.kind != Kind::CreditNote {
            add(Word::Payment, self.texts(&d.payment).first);
            add(Word::Shipping, self.texts(&d.shipping).first);
        }
        add(Word::Reason, d.reason.clone());
        if d.kind == Kind::PackingSlip {
            add(Word::Pieces, {
                let goods = d.lines.iter().filter(|l| l.kind == LineKind::Goods);
                goods.map(|l| l.quantity).sum::<i64>().to_string()
            });
        }
        facts
    }

    fn has_discount(&self) -> bool {
        self.doc.lines.iter().any(|l| l.discount > 0)
    }

    fn columns(&self, paper: Paper) -> Vec<(Column, BilingualText)> {
        let has_vat = self.doc.vat() > 0;
        let wide = paper == Paper::A4;
        let shown_columns: &[(Column, bool)] = match self.doc.kind {
            Kind::PackingSlip => &[
                (Column::Position, true),
                (Column::Item, true),
                (Column::Sku, true),
                (Column::Quantity, true),
                (Column::Packed, true),
            ],
            _ => &[
                (Column::Position, wide),
                (Column::Item, true),
                (Column::Quantity, true),
                (Column::UnitPrice, true),
                (Column::Discount, wide && self.has_discount()),
                (Column::Net, wide && has_vat),
                (Column::Vat, has_vat),
                (Column::Total, true),
            ],
        };
        shown_columns
            .iter()
            .filter(|(_, is_shown)| *is_shown)
            .map(|(column, _)| (*column, column.word().map(|w| self.word(w)).unwrap_or_default()))
            .collect()
    }

    fn name(&self, line: &Line) -> BilingualText {
        match line.kind {
            LineKind::Goods => self.texts(&line.name),
            LineKind::Shipping => self.word(Word::ShippingFees),
            LineKind::PaymentFee => self.word(Word::PaymentFees),
            LineKind::Amount if line.name.is_empty() => self.word(Word::PartOfAmount),
            LineKind::Amount => self.texts(&line.name),
        }
    }

    /// `color` and `size` are translated; other names are the merchant's own.
    fn label(&self, texts: &Texts) -> String {
        match texts.get(self.lang).to_lowercase().as_str() {
            "color" | "colour" => self.word(Word::Color).first,
            "size" => self.word(Word::Size).first,
            _ => texts.get(self.lang).to_owned(),
        }
    }

    fn row(&self, position: usize, line: &Line, has: &dyn Fn(Column) -> bool) -> Row {
        let mut below: Vec<String> = Vec::new();
        let details: Vec<String> = line.details.iter().map(|d| format!("{}: {}", self.label(&d.label), d.value)).collect();
        if !details.is_empty() {
            below.push(details.join("  ·  "));
        }
        if line.kind == LineKind::Amount && !line.name.is_empty() {
            below.push(self.inline(Word::PartOfAmount));
        }
        if !line.sku.is_empty() && !has(Column::Sku) {
            below.push(code(&line.sku));
        }
        if line.discount > 0 && !has(Column::Discount) && self.doc.kind != Kind::PackingSlip {
            below.push(format!("{}: {}", self.inline(Word::Discount), self.figure(line.discount)));
        }
        let vat = if line.vat_rate == 0 && line.vat == 0 {
            self.figure(0)
        } else {
            format!("{}\n{}", self.figure(line.vat), code(&rate(line.vat_rate)))
        };
        let cells = vec![
            (Column::Position, (position + 1).to_string()),
            (Column::Sku, code(&line.sku)),
            (Column::Quantity, line.quantity.to_string()),
            (Column::UnitPrice, self.figure(line.unit_price)),
            (Column::Discount, if line.discount > 0 { self.figure(line.discount) } else { "–".to_owned() }),
            (Column::Net, self.figure(line.net)),
            (Column::Vat, vat),
            (Column::Total, self.figure(line.total())),
        ];
        let brief = if self.doc.kind == Kind::PackingSlip {
            format!("× {}", line.quantity)
        } else {
            code(&format!("{} × {}", line.quantity, locale::figure(line.unit_price, self.doc.currency)))
        };
        Row { name: self.name(line), below, cells, quantity_and_price: brief, total: self.figure(line.total()) }
    }

    fn sums(&self) -> Vec<Sum> {
        let d = self.doc;
        if d.kind == Kind::PackingSlip {
            return Vec::new();
        }
        let mut sums = Vec::new();
        let mut add =
            |label: BilingualText, minor: i64, is_total: bool| sums.push(Sum { label, value: self.amount(minor), is_total });
        let discount: i64 = d.lines.iter().map(|l| l.discount).sum();
        if discount > 0 {
            add(self.word(Word::Subtotal), d.subtotal(), false);
            let mut label = self.word(Word::DiscountSum);
            if !d.coupon.is_empty() {
                label.first = format!("{} ({})", label.first, code(&d.coupon));
            }
            add(label, discount, false);
        }
        let has_vat = d.vat() > 0;
        if has_vat {
            add(self.word(Word::NetSum), d.net(), false);
            let mut rates: Vec<i64> = d.lines.iter().filter(|l| l.vat > 0).map(|l| l.vat_rate).collect();
            rates.sort_unstable();
            rates.dedup();
            for one in rates {
                let mut label = self.word(Word::VatSum);
                label.first = format!("{} {}", label.first, code(&rate(one)));
                add(label, d.lines.iter().filter(|l| l.vat_rate == one).map(|l| l.vat).sum(), false);
            }
        }
        let last = match d.kind {
            Kind::CreditNote => Word::Credited,
            _ if has_vat => Word::Total,
            _ => Word::PlainTotal,
        };
        add(self.word(last), d.total(), true);
        if let (Kind::Invoice, Some(paid)) = (d.kind, d.paid) {
            add(self.word(Word::Paid), paid, false);
            add(self.word(Word::Due), d.total() - paid, false);
        }
        sums
    }

    fn remarks(&self) -> Vec<BilingualText> {
        let d = self.doc;
        if d.kind == Kind::PackingSlip {
            return Vec::new();
        }
        if d.vat() == 0 {
            return if d.seller.is_unregistered { vec![self.word(Word::NotRegistered)] } else { Vec::new() };
        }
        vec![self.word(if d.is_vat_included { Word::PricesWithVat } else { Word::PricesWithoutVat })]
    }
}

/// Builds the content of a document for a print's language and paper.
pub(crate) fn build_sheet(doc: &Document, options: PrintOptions) -> Sheet {
    let lang = options.language.lang();
    let w = Writer { doc, language: options.language, lang };
    let columns = w.columns(options.paper);
    let has = |column: Column| options.paper != Paper::Roll80 && columns.iter().any(|(c, _)| *c == column);
    let goods = doc.lines.iter().filter(|l| doc.kind != Kind::PackingSlip || l.kind == LineKind::Goods);
    let rows = goods.enumerate().map(|(n, line)| w.row(n, line, &has)).collect();
    let note = (doc.kind == Kind::PackingSlip && !doc.note.is_empty())
        .then(|| Fact { label: w.word(Word::Note), value: doc.note.clone() });
    let footer = w.texts(&doc.footer);
    Sheet {
        lang,
        title: w.title(),
        number: code(&doc.number),
        logo: doc.logo.clone(),
        seller: w.seller(),
        buyer: w.buyer(),
        facts: w.facts(),
        rows,
        sums: w.sums(),
        remarks: w.remarks(),
        note,
        footer: if footer.is_empty() { Vec::new() } else { vec![footer] },
        qr: doc.qr.clone(),
        columns,
    }
}
