//! The load driver and its floors (`cargo xtask bench`).

mod floor;
mod http;
mod load;
mod process;

fn main() {}
