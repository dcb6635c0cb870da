//! The drawing of documents, from the outside.

mod drawn;
mod sample;
mod written;
