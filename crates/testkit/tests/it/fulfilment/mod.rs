//! What shipments mean for the desk, for the order that waits for its parts, and for the money that is collected.

mod cash;
mod desk;
mod many;
mod parts;
