//! Simulators of services that the product calls: small servers on loopback that answer in the shapes of the contracts, check
//! credentials, required fields, duplicates and amounts, and sign what they send (decisions §8).
//!
//! They are for development and tests, and no dependency of the product. What they know of a provider comes from its contract
//! (`contracts/paymob.md`, `contracts/paytabs.md`, `contracts/bosta.md`) and is written here a second time, without the code of the adapters: a mistake in one
//! of the two makes a test fail.
//!
//! Beside the provider's API each payment gateway has a page for the shopper, and all have under `/__simulator`:
//!
//! | call | what it does |
//! |---|---|
//! | `GET /__simulator` | a page: what was called, and buttons for what happens next |
//! | `GET /__simulator/calls` | what was called and sent, as JSON |
//! | `GET /__simulator/payments`, `/deliveries` | the payments of a gateway, the deliveries of a courier, as JSON |
//! | `POST /__simulator/next` | `{"outcome": "timeout", "path": "/api/...", "times": 1}`: of the next calls (with this beginning), or of the next payments or callbacks |
//! | `POST /__simulator/press` | `{"payment": "...", "outcome": "pay"}`, `{"delivery": "...", "outcome": "deliver"}`: what a shopper, a bank or a courier does |
//! | `POST /__simulator/advance` | `{"seconds": 600}`: time passes, and what is due is sent |
//! | `POST /__simulator/hold` | `{"is_held": true}`: callbacks are held back from now on, and not sent |
//! | `GET /__simulator/held` | the callbacks that were held back, the oldest first, for who sends them itself |
//! | `POST /__simulator/settings` | provider settings, such as where callbacks go |

mod bosta;
mod calls;
mod clock;
mod control;
mod control_page;
mod html;
mod mailbox;
mod outcome;
mod pay_page;
mod payments;
mod paymob;
mod paytabs;
mod press;
mod provider;
mod record;
mod script;
mod server;
mod service;
mod simulator;

pub use server::{Server, Ticking, start_all, start_bosta, start_paymob, start_paytabs};
