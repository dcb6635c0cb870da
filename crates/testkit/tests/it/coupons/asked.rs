//! Whom a code is refused for is not found out by asking many times at once.

use commerce::identity;
use testkit::TestShop;

use crate::checkout::till;

/// CP-01: questions of one address are counted one after another, whichever carts they come of: no more get through at once than
/// its limit.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cp_01_questions_of_one_address_are_counted_together() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let store = till(&shop, &merchant).await.scope.store();
    let carts: Vec<String> = (0..40).map(|n| format!("cart {n}")).collect();
    let asks = carts.iter().map(|cart| identity::ask_coupon(&shop.app, store, cart, "203.0.113.9"));
    let asked = futures_util::future::join_all(asks).await;
    let through = asked.into_iter().filter(|one| one.as_ref().unwrap().is_ok()).count();
    assert_eq!(through, 30);
    // Another address is another's.
    assert!(identity::ask_coupon(&shop.app, store, "cart 1", "203.0.113.10").await.unwrap().is_ok());
}
