//! Shipments and their effects: on the call queue, on the status of their order, and on the cash to collect.

mod cash;
mod desk;
mod many;
mod parts;
