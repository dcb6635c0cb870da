//! customers
