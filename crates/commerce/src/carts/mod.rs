//! carts
