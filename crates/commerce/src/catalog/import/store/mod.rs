//! Every SQL statement of imports but those on pictures, which stand in `images`.

mod imports;
mod marks;
mod rows;

pub(super) use imports::*;
pub(super) use marks::*;
pub(super) use rows::*;
