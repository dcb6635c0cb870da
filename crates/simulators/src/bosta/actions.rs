//! What a courier's people do with a parcel, and what becomes of the callbacks about it.

use super::books::Bosta;
use super::records::is_final;
use crate::press::{Press, Work};
use crate::service::Notice;
use crate::simulator::{LATE_MS, Scheduled, Simulator};

impl Press for Bosta {
    fn press<'a>(simulator: &'a Simulator<Self>, id: &'a str, word: &'a str) -> Work<'a> {
        Box::pin(async move {
            let Ok(tracking_no) = id.parse() else { return false };
            perform(simulator, tracking_no, word).await
        })
    }
}

/// Changes a delivery, and sends the callbacks; whether that was possible.
async fn perform(simulator: &Simulator<Bosta>, tracking_no: u64, word: &str) -> bool {
    let now = simulator.clock.now();
    let notices = simulator.with(|books| {
        let delivery = books.deliveries.get_mut(&tracking_no).filter(|delivery| !is_final(delivery.state))?;
        let earlier = delivery.state;
        let step = match word {
            "come" if delivery.is_fetched() => (22, ""),
            "pick_up" if delivery.is_fetched() => (23, ""),
            "pick_up" => (21, ""),
            "receive" => (24, ""),
            "transit" => (30, ""),
            "out_for_delivery" if !delivery.is_fetched() => (41, "1/3 attempts"),
            "deliver" if !delivery.is_return && !delivery.is_fetched() => (45, ""),
            "exception" => (47, "العميل لا يرد"),
            "refuse" if !delivery.is_return && !delivery.is_fetched() => (47, "العميل رفض الاستلام"),
            "return" => (46, ""),
            "on_hold" => (105, ""),
            "lose" => (100, ""),
            "damage" => (101, ""),
            _ => return None,
        };
        if step.0 == 47 {
            delivery.attempts += 1;
            delivery.exception = Some((if word == "refuse" { 8 } else { 7 }, step.1));
        }
        let before = if earlier == 10 { None } else { books.notice(tracking_no) };
        books.move_to(tracking_no, step.0, step.1, now);
        let mut notices: Vec<Notice> = books.notice(tracking_no).into_iter().collect();
        if word == "refuse" {
            if let Some(delivery) = books.deliveries.get_mut(&tracking_no) {
                delivery.is_return = true;
            }
            books.move_to(tracking_no, 24, "", now);
            notices.extend(books.notice(tracking_no));
        }
        Some((before, notices))
    });
    let Some((before, mut notices)) = notices else { return false };
    match simulator.script.take_outcome() {
        Some("callback_twice") => notices.extend(notices.clone()),
        Some("out_of_order") => {
            notices.extend(before);
            if notices.len() == 1 {
                // Nothing was told before: its creation is, which the real one does not tell.
                notices.extend(notices.first().cloned().map(|notice| Notice { body: with_state(&notice.body, 10), ..notice }));
            }
        }
        Some("late_callback") => {
            for notice in notices.drain(..) {
                simulator.schedule(now.plus(LATE_MS), Scheduled::Send { notice, tries: 1 });
            }
        }
        Some("lost_callback") => notices.clear(),
        Some("foreign_key") => {
            for notice in &mut notices {
                for (_, value) in &mut notice.headers {
                    *value = "somebody-elses-word".into();
                }
            }
        }
        _ => {}
    }
    for notice in notices {
        simulator.send(notice, 1).await;
    }
    true
}

fn with_state(body: &str, state: i64) -> String {
    let mut body: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    body["state"] = state.into();
    body.to_string()
}
