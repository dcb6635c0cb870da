//! Documents over random order histories.

use kernel::Currency;
use proptest::prelude::*;

use super::sync_documents::{self, LiveInvoice, PendingDocument};
use super::{credit, snapshot};
use commerce::orders::Billed;
use commerce::orders::arithmetic_tests::{Life, starts, steps};

/// The documents of an order, as the slice stores them.
#[derive(Default)]
struct StoredDocuments {
    live: Option<LiveInvoice>,
    until: i64,
    invoiced: Billed,
    credited: Billed,
    documents: usize,
}

fn sum(lines: &[::documents::Line]) -> Billed {
    lines.iter().fold(Billed::default(), |s, l| Billed { net: s.net + l.net, vat: s.vat + l.vat })
}

impl StoredDocuments {
    /// Runs the job once.
    fn run(&mut self, order_life: &Life) {
        let full = snapshot::lines(&order_life.order, &order_life.items);
        let is_included = order_life.order.is_vat_included;
        let Some(live) = self.live.clone() else {
            let bill = order_life.bill(0);
            if bill.now.total() > 0 {
                let lines = sync_documents::invoiced(&full, &bill.credited_until(bill.until), bill.now, is_included);
                assert_eq!(sum(&lines), bill.now, "an invoice claims what is charged");
                self.put(lines, &full, bill.until);
            }
            return;
        };
        let pending = sync_documents::find_missing(&live, &order_life.bill(self.until), &full, is_included);
        for document in pending {
            match document {
                PendingDocument::Credit { lines, until, .. } => {
                    let live = self.live.as_mut().unwrap();
                    for line in &lines {
                        assert!(line.net >= 0 && line.vat >= 0 && line.quantity >= 1, "{line:?}");
                        let rest = live.remaining.get_mut(&line.line).expect("a line of the invoice");
                        rest.net -= line.net;
                        rest.vat -= line.vat;
                        if line.kind != ::documents::LineKind::Amount {
                            rest.quantity -= line.quantity;
                        }
                        assert!(rest.net >= 0 && rest.vat >= 0 && rest.quantity >= 0, "{line:?} leaves {rest:?}");
                    }
                    let part = sum(&lines);
                    assert!(part.total() > 0);
                    self.credited = Billed { net: self.credited.net + part.net, vat: self.credited.vat + part.vat };
                    self.until = self.until.max(until);
                    self.documents += 1;
                }
                PendingDocument::Invoice { lines, until } => {
                    assert!(self.live.as_ref().unwrap().remaining.values().all(|l| l.total() == 0), "two invoices at a time");
                    self.put(lines, &full, until);
                }
            }
        }
    }

    fn put(&mut self, lines: Vec<::documents::Line>, full: &[::documents::Line], until: i64) {
        let part = sum(&lines);
        self.invoiced = Billed { net: self.invoiced.net + part.net, vat: self.invoiced.vat + part.vat };
        let remaining = credit::remaining_lines(&lines, []);
        self.live = Some(LiveInvoice { lines, remaining, basis: sync_documents::basis(full), is_by_hand: false });
        self.until = self.until.max(until);
        self.documents += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// OR-08: over any history of an order, whenever the job runs, its invoices less its credit notes are what its ledger
    /// charges, net and VAT apart, in currencies of every precision; run again it issues nothing.
    #[test]
    fn or_08_papers_follow_the_money_over_any_life(
        start in starts(),
        steps in steps(),
        runs in prop::collection::vec(any::<bool>(), 25),
        currency in 0..16_usize,
    ) {
        let currency = Currency::ALL[currency];
        let mut life = Life::begin(&start);
        let mut all = StoredDocuments::default();
        all.run(&life);
        for (step, is_run) in steps.into_iter().zip(runs) {
            life.step(step);
            if is_run {
                all.run(&life);
            }
        }
        all.run(&life);
        let now = life.bill(0).now;
        let outstanding = Billed { net: all.invoiced.net - all.credited.net, vat: all.invoiced.vat - all.credited.vat };
        prop_assert_eq!(outstanding, now);
        let written = |n: i64| kernel::money::parse(&kernel::money::format(n, currency), currency).unwrap();
        prop_assert_eq!(written(all.invoiced.total()) - written(all.credited.total()), written(now.total()));
        let documents_before = all.documents;
        all.run(&life);
        prop_assert_eq!(all.documents, documents_before, "the job ran again");
    }

    /// OR-08: a refund by lines is credited by the same lines, with the net and the VAT of the refund.
    #[test]
    fn or_08_a_refund_by_lines_is_credited_by_those_lines(start in starts(), at in 0..6_usize, share in 1..101_i64) {
        let mut life = Life::begin(&start);
        let mut all = StoredDocuments::default();
        life.step(commerce::orders::arithmetic_tests::Step::Pay(100));
        all.run(&life);
        life.step(commerce::orders::arithmetic_tests::Step::RefundParts { line: at, share, shipping: false, fees: false });
        let bill = life.bill(all.until);
        let full = snapshot::lines(&life.order, &life.items);
        let Some(live) = all.live else { return Ok(()) };
        let pending = sync_documents::find_missing(&live, &bill, &full, life.order.is_vat_included);
        if let Some(change) = bill.changes.first() {
            let [PendingDocument::Credit { lines, refund, .. }] = pending.as_slice() else { panic!("{pending:?}") };
            prop_assert_eq!(*refund, change.refund);
            prop_assert_eq!(lines.len(), 1);
            let part = change.parts[0];
            prop_assert_eq!(commerce::orders::ChargeComponent::Line(lines[0].line), part.component);
            prop_assert_eq!(lines[0].quantity, part.quantity);
            prop_assert_eq!(Some(Billed { net: lines[0].net, vat: lines[0].vat }), part.money);
        }
    }
}
