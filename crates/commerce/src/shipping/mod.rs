//! shipping
