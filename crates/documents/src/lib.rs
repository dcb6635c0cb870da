//! The papers of an order, drawn: invoice, credit note and packing slip as PDF and as HTML (OR-08); shipping labels as PDF (OR-06).
//!
//! Pure: a [`Document`] goes in, bytes or text come out; no database, no clock, no network. The same document always gives
//! the same bytes. What is said, and in which order, is decided once in `sheet` for both forms; `pdf` and `html` only draw.
//!
//! The fonts are IBM Plex Sans Arabic (SIL Open Font License, `fonts/OFL.txt`); only the glyphs that a file uses go into it.

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
