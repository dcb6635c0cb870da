//! The adapters of payment gateways against their simulators, over real HTTP (PY-02, PY-03).

mod failures;
mod market;
mod pages;
mod paymob;
mod paymob_intention;
mod paymob_refunds;
mod paytabs;
mod paytabs_refunds;
