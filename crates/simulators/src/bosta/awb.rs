//! Labels: a small PDF, one page for each delivery, with its number and amount.

use kernel::money;

use super::records::Delivery;

/// Points of a page.
const A4: (u32, u32) = (595, 842);
const A6: (u32, u32) = (298, 420);

/// A PDF.
pub(super) fn pdf(deliveries: &[&Delivery], is_a6: bool, lang: &str) -> Vec<u8> {
    let (width, height) = if is_a6 { A6 } else { A4 };
    let pages: Vec<String> = (0..deliveries.len()).map(|n| format!("{} 0 R", 4 + 2 * n)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", pages.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for (n, delivery) in deliveries.iter().enumerate() {
        let cod = money::format_with(delivery.cod_minor, 2);
        let text = format!(
            "BT /F1 16 Tf 24 {} Td (Bosta {lang} {}) Tj 0 -24 Td (COD {cod} EGP) Tj ET",
            height - 48,
            delivery.tracking_no
        );
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * n
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()));
    }
    let mut out = String::from("%PDF-1.4\n");
    let mut offsets = Vec::new();
    for (n, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out.push_str(&format!("{} 0 obj\n{object}\nendobj\n", n + 1));
    }
    let start = out.len();
    out.push_str(&format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1));
    for offset in offsets {
        out.push_str(&format!("{offset:010} 00000 n \n"));
    }
    out.push_str(&format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1));
    out.into_bytes()
}
