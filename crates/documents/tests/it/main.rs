//! The drawing of documents, from the outside.

mod drawn;
mod labels;
mod sample;
mod written;
