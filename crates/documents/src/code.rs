//! QR codes as rows of dark modules.

use qrcodegen::{QrCode, QrCodeEcc};

/// The dark runs of a code, each with its row, first column and length; and the code's width in modules.
pub(crate) struct Runs {
    pub(crate) size: i32,
    pub(crate) runs: Vec<(i32, i32, i32)>,
}

/// The QR code of `text`; `None` when it is too long for any version.
pub(crate) fn runs(text: &str) -> Option<Runs> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut runs = Vec::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let from = x;
            while x < size && code.get_module(x, y) {
                x += 1;
            }
            if x > from {
                runs.push((y, from, x - from));
            }
            x += 1;
        }
    }
    Some(Runs { size, runs })
}
