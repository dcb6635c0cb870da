//! A sheet as a workbook of Excel.

use gateways::couriers::SheetCell;
use kernel::Lang;
use platform::exports::{Cell, Frame, xlsx_part};

/// The bytes of a workbook with one sheet; none where it is too large for one. The courier's portal reads it, so that it is from left to
/// right whatever the merchant's language.
pub(super) fn workbook(name: &str, columns: &[&str], rows: &[Vec<SheetCell>]) -> Option<Vec<u8>> {
    let cell = |cell: &SheetCell| match cell {
        SheetCell::Text(text) => Cell::Text(text.clone()),
        SheetCell::Number(digits) => Cell::Number(digits.clone()),
    };
    let mut frame = Frame::default();
    let mut xml = xlsx_part::opening(Lang::En, columns.len().max(5));
    let captions: Vec<Cell> = columns.iter().map(|caption| Cell::Text((*caption).to_owned())).collect();
    xlsx_part::rows(&mut xml, &[captions], &mut frame);
    let rows: Vec<Vec<Cell>> = rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    xlsx_part::rows(&mut xml, &rows, &mut frame);
    let part = xlsx_part::pack(xml, true, &mut frame);
    let (head, tail) = xlsx_part::envelope(name, &frame)?;
    Some([head, part, tail].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::imports::sheet;

    /// SP-02: what is written is what the portal reads, phone numbers with their zeros.
    #[test]
    fn sp_02_the_sheet_is_read_back_as_it_was_written() {
        let row =
            vec![SheetCell::Text("01012345678".into()), SheetCell::Number("750".into()), SheetCell::Text("1001-1 | قميص".into())];
        let bytes = workbook("Sheet1", &["Mobile_No", "Total_Weight", "Description"], &[row]).unwrap();
        let table = sheet::read(&bytes, sheet::MAX_BYTES, |_| true).unwrap();
        assert_eq!(table.headers, ["Mobile_No", "Total_Weight", "Description"]);
        let cells: Vec<&str> = table.rows[0].cells().collect();
        assert_eq!(cells, ["01012345678", "750", "1001-1 | قميص"]);
    }
}
