//! Collects field errors by path. The rule of an amount, a count or a code follows from its declaration in [`crate::fields`].

use kernel::text_guard::{self, Lines, TextFault};
use kernel::{Currency, Texts, money};
use web::message::common;
use web::{FieldErrors, Message};

use crate::fields::{self, Draft, Kind, Value};

/// The most pieces that are counted.
pub const MOST_QTY: i64 = 1_000_000_000;
/// The heaviest product, in grams.
pub const MOST_GRAMS: i64 = 1_000_000_000;
const SALE_NOT_BELOW: Message =
    Message::new("سعر التخفيض يجب أن يكون أقل من السعر الأساسي.", "The sale price must be lower than the regular price.");
const SALE_WITHOUT_REGULAR: Message = Message::new("أدخل السعر الأساسي أولًا.", "Enter the regular price first.");
const TOO_MANY: Message = Message::new("الحد الأقصى {max}.", "You can add up to {max}.");
pub(crate) const REPEATED: Message = Message::new("هذه القيمة مكررة.", "This value appears more than once.");

/// A rejected field, by dotted path: `variants.3.sale_price`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Its dotted path.
    pub path: String,
    /// The reason, in both languages.
    pub message: Message,
}

/// All rejected fields of an input.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// A list with a single fault.
    #[must_use]
    pub fn one(path: impl Into<String>, message: Message) -> Self {
        Self(vec![Fault { path: path.into(), message }])
    }

    /// Adds a fault.
    pub fn add(&mut self, path: impl Into<String>, message: Message) {
        self.0.push(Fault { path: path.into(), message });
    }

    /// Whether there is no fault.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Faults> for FieldErrors {
    fn from(faults: Faults) -> Self {
        let mut errors = Self::new();
        for Fault { path, message } in faults.0 {
            errors.add(path, message);
        }
        errors
    }
}

/// The message for a text that `text_guard` refuses.
#[must_use]
pub fn text_message(fault: TextFault) -> Message {
    Message { ar: fault.message(kernel::Lang::Ar).into(), en: fault.message(kernel::Lang::En).into() }
}

/// Normalizes fields and collects their faults.
pub(crate) struct Checker {
    pub(crate) faults: Faults,
}

impl Checker {
    pub(crate) fn new() -> Self {
        Self { faults: Faults::default() }
    }

    pub(crate) fn text(&mut self, path: &str, text: &mut String, max: usize, lines: Lines) {
        match text_guard::clean(text, max, lines) {
            Ok(clean) => *text = clean,
            Err(fault) => self.faults.add(path, text_message(fault)),
        }
    }

    pub(crate) fn texts(&mut self, path: &str, texts: &mut Texts, max: usize, lines: Lines) {
        self.text(&format!("{path}.ar"), &mut texts.ar, max, lines);
        self.text(&format!("{path}.en"), &mut texts.en, max, lines);
    }

    /// Checks all fields of kind `Code`; blank counts as none.
    pub(crate) fn codes<D: Draft>(&mut self, prefix: &str, draft: &mut D) {
        for slot in fields::slots::<D>().filter(|slot| slot.kind == Kind::Code) {
            if let Some(Value::Text(mut text)) = slot.get(draft) {
                self.text(&format!("{prefix}{}", slot.name), &mut text, 100, Lines::Single);
                slot.set(draft, Some(text).filter(|text| !text.is_empty()).map(Value::Text));
            }
        }
    }

    pub(crate) fn amounts<D: Draft>(&mut self, prefix: &str, draft: &D, currency: Currency) {
        for slot in fields::slots::<D>().filter(|slot| slot.kind == Kind::Amount) {
            if let Some(Value::Number(minor)) = slot.get(draft) {
                self.amount(&format!("{prefix}{}", slot.name), minor, currency);
            }
        }
    }

    pub(crate) fn counts<D: Draft>(&mut self, prefix: &str, draft: &D) {
        for slot in fields::slots::<D>() {
            let min = match slot.kind {
                Kind::Count => 0,
                Kind::CountFromOne => 1,
                Kind::Amount | Kind::Code | Kind::Flag | Kind::Words | Kind::Moment | Kind::End => continue,
            };
            if let Some(Value::Number(n)) = slot.get(draft) {
                self.range(&format!("{prefix}{}", slot.name), n, min, MOST_QTY);
            }
        }
    }

    pub(crate) fn range(&mut self, path: &str, n: i64, min: i64, max: i64) {
        if !(min..=max).contains(&n) {
            self.faults.add(path, common::BETWEEN.with("min", min).with("max", max));
        }
    }

    fn amount(&mut self, path: &str, minor: i64, currency: Currency) {
        if minor < 0 {
            self.faults.add(path, common::NEGATIVE);
        } else if minor > money::MAX_MAJOR * 10_i64.pow(currency.exponent()) {
            self.faults.add(path, common::AMOUNT_TOO_LARGE);
        }
    }

    pub(crate) fn count(&mut self, path: &str, n: usize, max: usize) -> bool {
        if n > max {
            self.faults.add(path, TOO_MANY.with("max", max));
        }
        n <= max
    }

    pub(crate) fn sale(&mut self, prefix: &str, regular: Option<i64>, sale: Option<i64>) {
        match (regular, sale) {
            (Some(regular), Some(sale)) if sale >= regular => self.faults.add(format!("{prefix}sale_price"), SALE_NOT_BELOW),
            (None, Some(_)) => self.faults.add(format!("{prefix}sale_price"), SALE_WITHOUT_REGULAR),
            _ => {}
        }
    }
}

/// The key by which two spellings count as one value to a shopper. Signs count: lenses come in +1.00 and -1.00.
pub(crate) fn same(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

pub(crate) fn repeated(check: &mut Checker, path: &str, values: &[String]) {
    let mut seen = std::collections::HashSet::new();
    for (i, value) in values.iter().enumerate() {
        if !seen.insert(same(value)) {
            check.faults.add(format!("{path}.{i}"), REPEATED);
        }
    }
}
