//! Rendering of order documents: invoice, credit note and packing slip as PDF and as HTML (OR-08); shipping labels as PDF
//! (OR-06).
//!
//! Pure: a [`Document`] goes in, bytes or text come out; no database, no clock, no network. Output is deterministic: the same
//! document gives the same bytes. Content and its order are decided once in `sheet` for both formats; `pdf` and `html` only draw.
//!
//! The fonts are IBM Plex Sans Arabic (SIL Open Font License, `fonts/OFL.txt`); a file embeds only the glyphs that it uses.

mod bars;
mod code;
mod html;
mod label;
mod model;
mod pdf;
mod sheet;
mod words;
pub mod zatca;

pub use html::html;
pub use label::{Label, LabelPaper};
pub use model::{Buyer, Detail, Document, Kind, Line, LineKind, Paper, Picture, PrintLanguage, PrintOptions, Seller};
pub use pdf::{labels, logo, pdf};
