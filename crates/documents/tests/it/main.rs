//! Integration tests of document rendering.

mod drawn;
mod labels;
mod sample;
mod written;
