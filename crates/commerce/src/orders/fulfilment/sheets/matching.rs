//! Which shipment a row with a tracking number is of. Pure.

use gateways::couriers::{TrackingFault, TrackingRow};
use kernel::ShipmentId;
use kernel::phone::Phone;

/// A shipment that waits for its tracking number, or has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) id: ShipmentId,
    /// `1001-1`.
    pub(super) reference: String,
    /// The recipient's mobile number in E.164.
    pub(super) mobile: String,
    /// Its tracking number; empty while it waits.
    pub(super) tracking_no: String,
}

web::words! {
    /// What became of a row of a sheet with tracking numbers.
    Outcome as TrackingRowOutcome {
        /// The shipment has the number now.
        Matched "matched",
        /// It had this number already.
        Already "already",
        /// It has another number, which stays.
        OtherNumber "other_number",
        /// No shipment is of it.
        NotFound "not_found",
        /// Several shipments go to this phone, and the row has no reference.
        Several "several",
        /// The row has no tracking number.
        Missing "missing",
        /// The number's check digit is wrong: a digit was mistyped.
        WrongCheckDigit "wrong_check_digit",
        /// Another row has the same number.
        Twice "twice",
    }
}

impl From<TrackingFault> for Outcome {
    fn from(fault: TrackingFault) -> Self {
        match fault {
            TrackingFault::Missing => Self::Missing,
            TrackingFault::WrongCheckDigit => Self::WrongCheckDigit,
            TrackingFault::Twice => Self::Twice,
        }
    }
}

/// The shipment of a row: by its reference, else by the phone where one shipment alone goes there and waits.
pub(super) fn find<'c>(row: &TrackingRow, candidates: &'c [Candidate]) -> Result<&'c Candidate, Outcome> {
    if let Some(own) = candidates.iter().find(|candidate| candidate.tracking_no == row.tracking_no) {
        return Ok(own);
    }
    if !row.reference.is_empty() {
        return candidates.iter().find(|candidate| candidate.reference == row.reference).ok_or(Outcome::NotFound);
    }
    let Some(mobile) = Phone::parse(&row.phone, "EG").ok().map(|phone| phone.e164().to_owned()) else {
        return Err(Outcome::NotFound);
    };
    let mut found = candidates.iter().filter(|candidate| candidate.mobile == mobile && candidate.tracking_no.is_empty());
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(one),
        (Some(_), Some(_)) => Err(Outcome::Several),
        (None, _) => Err(Outcome::NotFound),
    }
}

/// What a row does to its shipment.
pub(super) fn outcome(row: &TrackingRow, candidate: &Candidate) -> Outcome {
    match candidate.tracking_no.as_str() {
        "" => Outcome::Matched,
        number if number == row.tracking_no => Outcome::Already,
        _ => Outcome::OtherNumber,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(n: i64, tracking_no: &str) -> Candidate {
        Candidate {
            id: ShipmentId::from_raw(n),
            reference: format!("100{n}-1"),
            mobile: "+201012345678".into(),
            tracking_no: tracking_no.into(),
        }
    }

    fn row(reference: &str, phone: &str) -> TrackingRow {
        TrackingRow { row: 0, tracking_no: "EP000000001EG".into(), reference: reference.into(), phone: phone.into() }
    }

    #[test]
    fn sp_02_a_row_is_matched_by_reference_then_by_phone() {
        let all = [candidate(1, ""), candidate(2, ""), candidate(3, "EP000000009EG")];
        assert_eq!(find(&row("1002-1", ""), &all).map(|c| c.id), Ok(all[1].id));
        assert_eq!(find(&row("9999-1", "01012345678"), &all), Err(Outcome::NotFound), "a reference is not passed over");
        assert_eq!(find(&row("", "01012345678"), &all), Err(Outcome::Several));
        assert_eq!(find(&row("", "01012345678"), &all[..1]).map(|c| c.id), Ok(all[0].id));
        assert_eq!(find(&row("", ""), &all), Err(Outcome::NotFound));
        assert_eq!(outcome(&row("", ""), &all[0]), Outcome::Matched);
        assert_eq!(outcome(&row("", ""), &all[2]), Outcome::OtherNumber);
        let again = [candidate(1, "EP000000001EG")];
        assert_eq!(find(&row("", ""), &again).map(|c| outcome(&row("", ""), c)), Ok(Outcome::Already));
    }
}
