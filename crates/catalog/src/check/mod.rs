//! The rules of a product (PR-01 to PR-08, VA-02).

mod checker;
mod options;
mod product;

pub(crate) use checker::Checker;
pub use checker::{Fault, Faults, MOST_GRAMS, MOST_QTY, text_message};
pub use product::{MOST_IMAGES, MOST_RELATED, MOST_VARIANTS};
