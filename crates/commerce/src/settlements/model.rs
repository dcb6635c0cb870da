//! What a row of a remittance sheet means. Pure; amounts are minor units of the store's currency.

web::words! {
    /// State of a settlement.
    State as CourierSettlementState {
        /// Its rows are matched and nothing is booked.
        Draft "draft",
        /// Its rows are booked, or are being booked: the sheet has the progress.
        Posted "posted",
        /// What it booked is undone.
        Undone "undone",
    }
}

web::words! {
    /// What a row means.
    Verdict as CourierCashVerdict {
        /// What was due was paid.
        Paid "paid",
        /// Less than what was due.
        Short "short",
        /// More than what was due.
        Over "over",
        /// Paid in full, and late.
        Late "late",
        /// The shipment is paid already, by this sheet or an earlier settlement: not booked.
        Twice "twice",
        /// No shipment of the store: not booked.
        NotOurs "not_ours",
        /// The courier has paid a shipment that is not delivered in the store's books.
        NotDelivered "not_delivered",
        /// Paid in full, and the fee is above the agreed one.
        FeeTooHigh "fee_too_high",
        /// The parcel came back: a fee alone.
        ReturnedFee "returned_fee",
    }
}

web::words! {
    /// What else is to be evaluated of a row.
    Remark as CourierCashRemark {
        /// Later than agreed.
        Late "late",
        /// The fee is above the agreed one.
        FeeTooHigh "fee_too_high",
        /// The sheet's net amount is not what it collected less its fees.
        NetDiffers "net_differs",
        /// Matched by the order's number, not by the waybill.
        ByReference "by_reference",
        /// The shipment names another courier.
        OtherCourier "other_courier",
        /// The reference fits several shipments.
        Ambiguous "ambiguous",
        /// An earlier settlement has paid a part.
        PaidInPart "paid_in_part",
    }
}

/// Where the parcel is, by the store's books.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParcelState {
    /// With its customer, since so many days before the remittance, where that is known.
    Delivered(Option<i64>),
    /// In the store or on its way.
    OnTheWay,
    /// Refused, returned or cancelled.
    Back,
}

/// The matched shipment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parcel {
    pub(super) state: ParcelState,
    /// What its courier collects.
    pub(super) cash: i64,
    /// What earlier settlements have paid of it.
    pub(super) remitted: i64,
    /// An earlier posted settlement, or an earlier row of this sheet, has it.
    pub(super) is_settled: bool,
}

/// The amounts of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amounts {
    /// What the customer paid.
    pub(super) collected: i64,
    /// Fees with their VAT; positive.
    pub(super) fee: i64,
    /// The net amount, where the sheet has one.
    pub(super) net: Option<i64>,
}

impl Amounts {
    /// The net amount: the sheet's own, else what remains after fees.
    pub(super) fn net(&self) -> i64 {
        self.net.unwrap_or(self.collected - self.fee)
    }
}

/// What is agreed with the courier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Terms {
    /// Days from the delivery after which a payment is late.
    pub(super) late_after_days: i64,
    /// The highest fee of a parcel, with VAT.
    pub(super) agreed_fee: Option<i64>,
}

/// What a row means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    /// Missing (short), too much (over), paid again (twice), or above the agreed fee; not negative, else 0.
    pub(super) difference: i64,
    /// From the delivery to the remittance.
    pub(super) days: Option<i64>,
    pub(super) remarks: Vec<Remark>,
    /// Posting books it.
    pub(super) is_booked: bool,
}

/// Judges a row. The main verdict is the first that holds: whether it is ours and due at all, then the amount, the fee, the days.
/// What holds besides is a remark.
pub(super) fn evaluate(row: &Amounts, parcel: Option<&Parcel>, terms: Terms) -> Finding {
    let mut remarks = Vec::new();
    if row.net.is_some_and(|net| net != row.collected - row.fee) {
        remarks.push(Remark::NetDiffers);
    }
    let Some(parcel) = parcel else {
        return Finding { verdict: Verdict::NotOurs, difference: 0, days: None, remarks, is_booked: false };
    };
    let days = match parcel.state {
        ParcelState::Delivered(days) => days,
        ParcelState::OnTheWay | ParcelState::Back => None,
    };
    // Of a parcel that came back nothing is due.
    let due = if parcel.state == ParcelState::Back { 0 } else { parcel.cash } - parcel.remitted;
    if parcel.is_settled && due <= 0 {
        return Finding { verdict: Verdict::Twice, difference: row.collected.max(0), days, remarks, is_booked: false };
    }
    if parcel.is_settled {
        remarks.push(Remark::PaidInPart);
    }
    let above_fee = terms.agreed_fee.map_or(0, |agreed| (row.fee - agreed).max(0));
    let is_late = row.collected > 0 && days.is_some_and(|days| days > terms.late_after_days);
    let (verdict, difference) = match parcel.state {
        ParcelState::Back if row.collected == 0 => (Verdict::ReturnedFee, 0),
        ParcelState::Back | ParcelState::OnTheWay => (Verdict::NotDelivered, 0),
        ParcelState::Delivered(_) if row.collected < due => (Verdict::Short, due - row.collected),
        ParcelState::Delivered(_) if row.collected > due => (Verdict::Over, row.collected - due),
        ParcelState::Delivered(_) if above_fee > 0 => (Verdict::FeeTooHigh, above_fee),
        ParcelState::Delivered(_) if is_late => (Verdict::Late, 0),
        ParcelState::Delivered(_) => (Verdict::Paid, 0),
    };
    if above_fee > 0 && verdict != Verdict::FeeTooHigh {
        remarks.push(Remark::FeeTooHigh);
    }
    if is_late && verdict != Verdict::Late {
        remarks.push(Remark::Late);
    }
    Finding { verdict, difference, days, remarks, is_booked: true }
}

db::stored_words! {
    State, "courier_settlements" "state";
    Verdict, "courier_settlement_rows" "verdict";
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TERMS: Terms = Terms { late_after_days: 14, agreed_fee: Some(3_000) };

    fn delivered(cash: i64) -> Parcel {
        Parcel { state: ParcelState::Delivered(Some(3)), cash, remitted: 0, is_settled: false }
    }

    fn row(collected: i64, fee: i64) -> Amounts {
        Amounts { collected, fee, net: None }
    }

    #[test]
    fn or_06_courier_cash_each_verdict_of_a_row() {
        let evaluated = |row: Amounts, parcel: Option<Parcel>| {
            let finding = evaluate(&row, parcel.as_ref(), TERMS);
            (finding.verdict, finding.difference, finding.is_booked)
        };
        assert_eq!(evaluated(row(10_000, 2_500), Some(delivered(10_000))), (Verdict::Paid, 0, true));
        assert_eq!(evaluated(row(9_000, 2_500), Some(delivered(10_000))), (Verdict::Short, 1_000, true));
        assert_eq!(evaluated(row(11_000, 2_500), Some(delivered(10_000))), (Verdict::Over, 1_000, true));
        assert_eq!(evaluated(row(10_000, 3_100), Some(delivered(10_000))), (Verdict::FeeTooHigh, 100, true));
        assert_eq!(evaluated(row(10_000, 0), None), (Verdict::NotOurs, 0, false));
        let late = Parcel { state: ParcelState::Delivered(Some(15)), ..delivered(10_000) };
        assert_eq!(evaluated(row(10_000, 0), Some(late)), (Verdict::Late, 0, true));
        let paid = Parcel { remitted: 10_000, is_settled: true, ..delivered(10_000) };
        assert_eq!(evaluated(row(10_000, 0), Some(paid)), (Verdict::Twice, 10_000, false));
        let part = Parcel { remitted: 4_000, is_settled: true, ..delivered(10_000) };
        assert_eq!(evaluated(row(6_000, 0), Some(part)), (Verdict::Paid, 0, true));
        let back = Parcel { state: ParcelState::Back, ..delivered(10_000) };
        assert_eq!(evaluated(row(0, 2_500), Some(back)), (Verdict::ReturnedFee, 0, true));
        assert_eq!(evaluated(row(10_000, 2_500), Some(back)), (Verdict::NotDelivered, 0, true));
        let again = Parcel { is_settled: true, ..back };
        assert_eq!(evaluated(row(0, 2_500), Some(again)), (Verdict::Twice, 0, false));
        let on_the_way = Parcel { state: ParcelState::OnTheWay, ..delivered(10_000) };
        assert_eq!(evaluated(row(10_000, 0), Some(on_the_way)), (Verdict::NotDelivered, 0, true));
        let finding = evaluate(&Amounts { net: Some(1), ..row(9_000, 5_000) }, Some(&late), TERMS);
        assert_eq!(finding.remarks, [Remark::NetDiffers, Remark::FeeTooHigh, Remark::Late]);
    }

    proptest! {
        /// OR-06, courier cash: what is booked and what is told as a difference add up to what was due, for every delivered parcel; nothing is
        /// booked twice, and no difference is negative.
        #[test]
        fn or_06_courier_cash_amounts_and_differences_add_up(
            collected in 0_i64..20_000,
            fee in 0_i64..5_000,
            cash in 0_i64..20_000,
            remitted in 0_i64..20_000,
            is_settled: bool,
            days in prop::option::of(0_i64..60),
        ) {
            let remitted = if is_settled { remitted.min(cash) } else { 0 };
            let parcel = Parcel { state: ParcelState::Delivered(days), cash, remitted, is_settled };
            let finding = evaluate(&row(collected, fee), Some(&parcel), TERMS);
            prop_assert!(finding.difference >= 0);
            let due = cash - remitted;
            match finding.verdict {
                Verdict::Twice => prop_assert!(is_settled && due == 0 && !finding.is_booked),
                Verdict::Short => prop_assert_eq!(collected + finding.difference, due),
                Verdict::Over => prop_assert_eq!(collected - finding.difference, due),
                Verdict::Paid | Verdict::Late | Verdict::FeeTooHigh => prop_assert_eq!(collected, due),
                other => prop_assert!(false, "{:?}", other),
            }
            // One verdict is never also a remark.
            prop_assert!(!(finding.verdict == Verdict::Late && finding.remarks.contains(&Remark::Late)));
            prop_assert!(!(finding.verdict == Verdict::FeeTooHigh && finding.remarks.contains(&Remark::FeeTooHigh)));
        }
    }
}
