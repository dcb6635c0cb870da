//! The adapters of payment gateways and couriers against their simulators, over real HTTP (PY-02, PY-03, OR-06, SP-02 to SP-04).

mod bosta_bookings;
mod bosta_failures;
mod bosta_pickups;
mod bosta_tracking;
mod depot;
mod failures;
mod market;
mod pages;
mod paymob;
mod paymob_intention;
mod paymob_refunds;
mod paytabs;
mod paytabs_refunds;
