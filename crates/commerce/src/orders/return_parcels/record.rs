//! Writes what was read of a return parcel. It moves neither the order nor its stock: a member takes the goods back.

use db::Conn;
use kernel::{Env, ReturnParcelId, StoreScope};

use super::model::{ReturnParcel, State, has_goods, inbound};
use super::{load, receive, state};
use crate::orders::error::OrderError;
use crate::shipments::{CourierStep, DeliveryRead, MOST_TRACKING_EVENTS, TrackingEvent, merge_events, pause};

/// The events after a read. A courier that tells less than before does not make us forget that it has the goods.
fn events_after(before: &ReturnParcel, reported: &[TrackingEvent], current: TrackingEvent) -> Vec<TrackingEvent> {
    let mut events = merge_events(&before.events, reported, current);
    let known = before.events.iter().find(|event| has_goods(event.step));
    if let Some(known) = known.filter(|_| !events.iter().any(|event| has_goods(event.step))) {
        let beyond = (events.len() + 1).saturating_sub(MOST_TRACKING_EVENTS);
        events = events.split_off(beyond);
        let place = events.iter().position(|event| event.at > known.at).unwrap_or(events.len().saturating_sub(1));
        events.insert(place, known.clone());
    }
    events
}

fn inbound_event(event: TrackingEvent) -> TrackingEvent {
    TrackingEvent { step: inbound(event.step), ..event }
}

/// The parcel after a read; none where the read is older than the stored one, or the parcel is not at its courier. Pure, but for the
/// time of the next read, which the caller adds.
fn after(before: &ReturnParcel, read: DeliveryRead) -> Option<ReturnParcel> {
    if before.state != State::Booked || before.read_at.is_some_and(|at| at > read.read_at) {
        return None;
    }
    let current = inbound_event(read.current());
    let step = current.step;
    // Nothing leaves an end: an answer may be older than what a person sees.
    let is_over = before.step == Some(CourierStep::Returned);
    let is_new = !is_over && (before.step, &before.step_code) != (Some(step), &read.code);
    let reported: Vec<TrackingEvent> = read.events.into_iter().map(inbound_event).collect();
    let mut after = before.clone();
    after.read_at = Some(read.read_at);
    after.events = events_after(before, &reported, current);
    if is_over {
        return Some(after);
    }
    if is_new {
        after.step_at = Some(read.at.unwrap_or(read.read_at));
        after.silent_reads = 0;
    }
    (after.step, after.step_code, after.step_reason) = (Some(step), read.code, read.reason);
    if step == CourierStep::Cancelled {
        after = after.in_state(State::Cancelled);
    }
    Some(after)
}

/// Records a read, in the caller's transaction. One that was requested before the stored one changes nothing.
///
/// # Errors
/// [`OrderError`]; nothing may be committed then.
pub(super) async fn record(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ReturnParcelId,
    read: DeliveryRead,
) -> Result<(), OrderError> {
    let Some((order, before)) = load::lock(c, scope, id).await? else { return Ok(()) };
    let Some(mut after) = after(&before, read) else { return Ok(()) };
    let is_open = after.state == State::Booked;
    let next = pause(after.step, after.silent_reads, after.has_notices).filter(|_| is_open);
    after.next_read_at = next.map(|ms| env.now().plus(ms));
    let is_newly_fetched = after.is_on_its_way() && !before.was_fetched();
    state::write(c, env, scope, &order, &before, after).await?;
    if is_newly_fetched {
        receive::link_late(c, scope, order.id, id).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use gateways::couriers::{Delivery, DeliveryEvent, Step};
    use kernel::Millis;
    use proptest::prelude::*;

    use super::super::model::tests::sample;
    use super::*;

    /// What the courier tells of the way; nothing for some couriers, and at some times.
    fn way_of(steps: &[usize]) -> Vec<DeliveryEvent> {
        let event = |(n, step): (i64, &usize)| DeliveryEvent {
            step: Step::ALL[*step],
            raw_code: Step::ALL[*step].as_str().into(),
            label: None,
            words: String::new(),
            at: Some(Millis(n)),
        };
        (0..).zip(steps).map(event).collect()
    }

    fn read(step: Step, read_at: i64, events: Vec<DeliveryEvent>) -> DeliveryRead {
        let delivery = Delivery {
            tracking_id: String::new(),
            tracking_no: "1".into(),
            reference: String::new(),
            step,
            raw_code: step.as_str().into(),
            label: None,
            at: None,
            reason: None,
            attempts: 0,
            cod_collected_minor: None,
            fee_minor: None,
            events,
        };
        DeliveryRead::new(&delivery, Millis(read_at), false)
    }

    proptest! {
        #[test]
        fn sp_04_a_parcel_follows_the_latest_read_and_stays_back(
            reads in proptest::collection::vec(
                (0..Step::ALL.len(), 0_i64..50, proptest::collection::vec(0..Step::ALL.len(), 0..70)), 1..20,
            ),
        ) {
            let mut parcel = sample();
            for (step, read_at, way) in reads {
                let before = parcel.clone();
                let Some(next) = after(&before, read(Step::ALL[step], read_at, way_of(&way))) else {
                    prop_assert!(before.state == State::Cancelled || before.read_at.is_some_and(|at| at.0 > read_at));
                    continue;
                };
                prop_assert!(next.read_at >= before.read_at);
                prop_assert!(next.events.len() <= crate::shipments::MOST_TRACKING_EVENTS);
                if before.has_arrived() {
                    prop_assert!(next.has_arrived(), "what is back does not leave again");
                } else {
                    prop_assert_eq!(next.step, Some(inbound(Step::ALL[step].into())));
                }
                prop_assert_eq!(next.state == State::Cancelled, next.step == Some(CourierStep::Cancelled));
                if before.was_fetched() {
                    prop_assert!(next.was_fetched() && !next.can_cancel(), "what the courier has is not called off");
                }
                prop_assert!(next.items_count == before.items_count && next.return_id == before.return_id);
                parcel = next;
            }
        }
    }
}
