//! Behaviour over real HTTP, a file per area.

mod access;
mod bad_input;
mod categories;
mod checkout;
mod customers;
mod db_rules;
mod dead_jobs;
mod identity;
mod imports;
mod jobs;
mod media;
mod orders;
mod payments;
mod products;
mod registration;
mod shipping;
mod storefront;
mod storefront_bad_input;
mod storefront_cost;
mod storefront_errors;
mod storefront_lists;
mod storefront_nodes;
mod storefront_seo;
mod stores;
mod tenancy;
mod web;
