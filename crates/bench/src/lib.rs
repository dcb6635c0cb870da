//! The load driver and its floors (`cargo xtask bench`): drives the real program over HTTP, and in the same run measures
//! what the machine gives without it. Figures of one run may be compared; those of two runs may not, machines are noisy.

pub mod courier_rows;
pub mod data;
pub mod floor;
pub mod http;
pub mod load;
pub mod payment_rows;
pub mod postgres;
pub mod process;
pub mod report;
pub mod run;
pub mod scenarios;

/// Anything that ends a run.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
