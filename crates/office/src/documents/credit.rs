//! What can still be credited of an invoice, and the lines of a credit note. Pure.

use std::collections::BTreeMap;

use ::documents::{Line, LineKind};
use kernel::money;
use web::{FieldErrors, Message};

/// What to credit of one line: pieces, or an amount with VAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CreditLine {
    /// The line of the invoice.
    pub line: i64,
    /// So many pieces.
    pub quantity: Option<i64>,
    /// An amount with VAT, in minor units.
    pub amount: Option<i64>,
}

/// What a credit note credits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Credit {
    /// All that is left.
    Whole,
    /// An amount with VAT, over the lines in proportion to what is left of them.
    Amount(i64),
    /// Some lines.
    Lines(Vec<CreditLine>),
}

/// What is left of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemainingLine {
    /// Pieces.
    pub quantity: i64,
    /// Without VAT.
    pub net: i64,
    /// VAT.
    pub vat: i64,
}

impl RemainingLine {
    /// With VAT.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.net + self.vat
    }
}

/// What is left of an invoice's lines after the lines of its credit notes.
pub(super) fn remaining_lines<'a>(
    invoice: &[Line],
    credited: impl IntoIterator<Item = &'a Line>,
) -> BTreeMap<i64, RemainingLine> {
    let mut remaining: BTreeMap<i64, RemainingLine> =
        invoice.iter().map(|l| (l.line, RemainingLine { quantity: l.quantity, net: l.net, vat: l.vat })).collect();
    for line in credited {
        if let Some(rest) = remaining.get_mut(&line.line) {
            rest.net -= line.net;
            rest.vat -= line.vat;
            if line.kind != LineKind::Amount {
                rest.quantity -= line.quantity;
            }
        }
    }
    remaining
}

const NO_LINE: Message = Message::new("هذا البند غير موجود في الفاتورة.", "This line isn't on the invoice.");
const TWICE: Message = Message::new("هذا البند مكرر.", "This line appears more than once.");
const ONE_OF_BOTH: Message = Message::new("اكتب الكمية أو المبلغ، وليس كليهما.", "Enter either a quantity or an amount.");
const TOO_MANY: Message = Message::new("المتبقي من هذا البند {left} فقط.", "Only {left} of this line can be credited.");
const TOO_MUCH: Message = Message::new("المبلغ أكبر من المتبقي من الفاتورة.", "The amount exceeds what is left on the invoice.");
const POSITIVE: Message = Message::new("القيمة يجب أن تكون أكبر من صفر.", "The value must be greater than zero.");

/// A part of what is left of a line: `gross` of it with VAT. The last part takes the last minor unit of VAT.
fn part(line: &Line, rest: RemainingLine, quantity: Option<i64>, gross: i64, is_vat_included: bool) -> Line {
    let vat = if gross == rest.total() {
        rest.vat
    } else {
        let share = money::div_half_up(i128::from(line.vat) * i128::from(gross), i128::from(line.total().max(1)));
        // Neither more VAT nor more net than is left.
        share.clamp(gross - rest.net.min(gross), rest.vat.min(gross))
    };
    priced(line, quantity, gross - vat, vat, is_vat_included)
}

/// A line over some pieces, or over an amount, with this net and VAT.
pub(super) fn priced(line: &Line, quantity: Option<i64>, net: i64, vat: i64, is_vat_included: bool) -> Line {
    let basis = if is_vat_included { net + vat } else { net };
    match quantity {
        Some(quantity) => {
            let full = line.unit_price.saturating_mul(quantity);
            // An earlier credit of an amount lowers the price of the pieces, as a discount does.
            let (unit_price, discount) =
                if full >= basis { (line.unit_price, full - basis) } else { (basis / quantity.max(1), 0) };
            Line { quantity, unit_price, discount, net, vat, ..line.clone() }
        }
        None => Line { kind: LineKind::Amount, quantity: 1, unit_price: basis, discount: 0, net, vat, ..line.clone() },
    }
}

/// Spreads an amount over parts in proportion to their size, and never more than a part has; together they have at least the
/// amount.
pub(super) fn spread(amount: i64, most: &[i64]) -> Vec<i64> {
    let mut parts = money::allocate(amount, most);
    // The remainder of the division may exceed the largest part: it moves on to parts that have room.
    let mut excess = 0;
    for (part, most) in parts.iter_mut().zip(most) {
        excess += (*part - most).max(0);
        *part = (*part).min(*most);
    }
    for (part, most) in parts.iter_mut().zip(most) {
        let moved = excess.min(most - *part);
        *part += moved;
        excess -= moved;
    }
    parts
}

/// The lines of a credit note; none when nothing is left.
///
/// # Errors
/// What cannot be credited, by path.
pub(super) fn lines(
    invoice: &[Line],
    remaining: &BTreeMap<i64, RemainingLine>,
    credit: &Credit,
    is_vat_included: bool,
) -> Result<Vec<Line>, FieldErrors> {
    let rest_of_line = |line: &Line, rest: RemainingLine| {
        let quantity = (rest.quantity > 0).then_some(rest.quantity);
        part(line, rest, quantity, rest.total(), is_vat_included)
    };
    let open = || invoice.iter().filter_map(|l| Some((l, *remaining.get(&l.line)?))).filter(|(_, r)| r.total() > 0);
    match credit {
        Credit::Whole => Ok(open().map(|(line, rest)| rest_of_line(line, rest)).collect()),
        Credit::Amount(amount) => {
            let most: i64 = open().map(|(_, rest)| rest.total()).sum();
            if *amount <= 0 {
                return Err(FieldErrors::one("amount", POSITIVE));
            }
            if *amount > most {
                return Err(FieldErrors::one("amount", TOO_MUCH));
            }
            if *amount == most {
                return lines(invoice, remaining, &Credit::Whole, is_vat_included);
            }
            let all: Vec<(&Line, RemainingLine)> = open().collect();
            let parts = spread(*amount, &all.iter().map(|(_, r)| r.total()).collect::<Vec<_>>());
            let parts = all.into_iter().zip(parts).filter(|(_, gross)| *gross > 0);
            Ok(parts.map(|((line, rest), gross)| part(line, rest, None, gross, is_vat_included)).collect())
        }
        Credit::Lines(requested) => {
            let mut faults = FieldErrors::new();
            let mut out = Vec::with_capacity(requested.len());
            for (n, one) in requested.iter().enumerate() {
                let at = |field: &str| format!("lines.{n}.{field}");
                let Some((line, rest)) =
                    invoice.iter().find(|l| l.line == one.line).and_then(|l| Some((l, *remaining.get(&l.line)?)))
                else {
                    faults.add(at("line"), NO_LINE);
                    continue;
                };
                if requested[..n].iter().any(|w| w.line == one.line) {
                    faults.add(at("line"), TWICE);
                    continue;
                }
                match (one.quantity, one.amount) {
                    (Some(quantity), None) if quantity < 1 => faults.add(at("quantity"), POSITIVE),
                    (Some(quantity), None) if quantity > rest.quantity => {
                        faults.add(at("quantity"), TOO_MANY.with("left", rest.quantity));
                    }
                    (Some(quantity), None) if rest.total() == 0 => {
                        faults.add(at("quantity"), TOO_MANY.with("left", 0));
                        let _ = quantity;
                    }
                    (Some(quantity), None) => {
                        let gross = if quantity == rest.quantity {
                            rest.total()
                        } else {
                            let share = i128::from(line.total()) * i128::from(quantity);
                            money::div_half_up(share, i128::from(line.quantity.max(1))).min(rest.total())
                        };
                        out.push(part(line, rest, Some(quantity), gross, is_vat_included));
                    }
                    (None, Some(amount)) if amount <= 0 => faults.add(at("amount"), POSITIVE),
                    (None, Some(amount)) if amount > rest.total() => faults.add(at("amount"), TOO_MUCH),
                    (None, Some(amount)) => out.push(part(line, rest, None, amount, is_vat_included)),
                    _ => faults.add(at("quantity"), ONE_OF_BOTH),
                }
            }
            faults.finish_as(out)
        }
    }
}

/// Either the faults, or the value.
trait FinishAs {
    fn finish_as<T>(self, value: T) -> Result<T, FieldErrors>;
}

impl FinishAs for FieldErrors {
    fn finish_as<T>(self, value: T) -> Result<T, FieldErrors> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

#[cfg(test)]
mod tests {
    use kernel::Texts;
    use proptest::prelude::*;

    use super::*;

    fn line(number: i64, unit_price: i64, quantity: i64, rate: i64, is_included: bool) -> Line {
        let amount = unit_price * quantity;
        let vat = if is_included { money::vat_inside(amount, rate) } else { money::percent(amount, rate) };
        let net = if is_included { amount - vat } else { amount };
        Line {
            line: number,
            kind: LineKind::Goods,
            name: Texts::new("أ", "a"),
            details: Vec::new(),
            sku: String::new(),
            quantity,
            unit_price,
            discount: 0,
            net,
            vat,
            vat_rate: rate,
        }
    }

    #[test]
    fn or_08_a_credit_note_takes_a_part_and_then_the_rest() {
        let invoice = [line(1, 1_000, 3, 1_500, true)];
        let one = Credit::Lines(vec![CreditLine { line: 1, quantity: Some(1), amount: None }]);
        let first = lines(&invoice, &remaining_lines(&invoice, []), &one, true).unwrap();
        assert_eq!((first[0].quantity, first[0].total(), first[0].vat), (1, 1_000, 130));
        let rest = remaining_lines(&invoice, &first);
        assert_eq!((rest[&1].quantity, rest[&1].total()), (2, 2_000));
        let last = lines(&invoice, &rest, &Credit::Whole, true).unwrap();
        assert_eq!((last[0].quantity, last[0].vat + first[0].vat), (2, invoice[0].vat));
        let none = remaining_lines(&invoice, first.iter().chain(&last));
        assert!(lines(&invoice, &none, &Credit::Whole, true).unwrap().is_empty());
        assert!(lines(&invoice, &none, &one, true).is_err());
    }

    proptest! {
        /// OR-08: whatever is credited in whatever steps, no line is credited beyond what it has, and all of it in the end.
        #[test]
        fn or_08_credit_notes_never_exceed_the_invoice(
            goods in prop::collection::vec((0..500_000_i64, 1..9_i64, prop::sample::select(vec![0_i64, 500, 1_400, 1_500])), 1..6),
            steps in prop::collection::vec((0..4_u8, 0..6_usize, 1..400_000_i64), 0..12),
            is_included in any::<bool>(),
        ) {
            let invoice: Vec<Line> = (1_i64..).zip(&goods).map(|(n, g)| line(n, g.0, g.1, g.2, is_included)).collect();
            let mut credited: Vec<Line> = Vec::new();
            for (kind, at, amount) in steps {
                let number = invoice[at % invoice.len()].line;
                let credit = match kind {
                    0 => Credit::Lines(vec![CreditLine { line: number, quantity: Some(1 + amount % 3), amount: None }]),
                    1 => Credit::Lines(vec![CreditLine { line: number, quantity: None, amount: Some(amount) }]),
                    2 => Credit::Amount(amount),
                    _ => Credit::Lines(vec![CreditLine { line: number, quantity: Some(1), amount: Some(amount) }]),
                };
                let rest = remaining_lines(&invoice, &credited);
                if let Ok(credit_lines) = lines(&invoice, &rest, &credit, is_included) {
                    if let Credit::Amount(amount) = credit {
                        prop_assert_eq!(credit_lines.iter().map(Line::total).sum::<i64>(), amount);
                    }
                    prop_assert!(credit_lines.iter().all(|l| l.net >= 0 && l.vat >= 0 && l.discount >= 0));
                    credited.extend(credit_lines);
                }
                for rest in remaining_lines(&invoice, &credited).values() {
                    prop_assert!(rest.net >= 0 && rest.vat >= 0 && rest.quantity >= 0, "{:?}", rest);
                }
            }
            let rest = remaining_lines(&invoice, &credited);
            credited.extend(lines(&invoice, &rest, &Credit::Whole, is_included).unwrap());
            prop_assert_eq!(credited.iter().map(|l| l.vat).sum::<i64>(), invoice.iter().map(|l| l.vat).sum::<i64>());
            prop_assert_eq!(credited.iter().map(|l| l.net).sum::<i64>(), invoice.iter().map(|l| l.net).sum::<i64>());
        }
    }
}
