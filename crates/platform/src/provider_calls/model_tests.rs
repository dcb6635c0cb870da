use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

const START: Millis = Millis(1_800_000_000_000);

/// What happens next to a call with a provider behind it.
#[derive(Debug, Clone, Copy)]
enum Event {
    /// A worker takes the call and reaches the provider, or does not.
    Claim(ProviderBehaviour),
    /// The run number of those under way, counted round, writes its outcome; late, perhaps, and perhaps overtaken.
    Finish(usize),
    /// Time passes.
    Wait(i64),
    /// A person retries.
    Retry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProviderBehaviour {
    Does,
    DoesSilently,
    Refuses,
    IsDown,
    CannotSay,
}

/// A run under way, or one that died: nobody can tell.
#[derive(Debug, Clone, Copy)]
struct ActiveRun {
    progress: Progress,
    outcome: RunOutcome,
}

/// A provider that does not know keys: what is sent twice is done twice.
#[derive(Debug, Default)]
struct World {
    times_done: usize,
    effects: Vec<CallState>,
    fences: BTreeSet<i64>,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    use ProviderBehaviour::{CannotSay, Does, DoesSilently, IsDown, Refuses};
    let behaviour = prop::sample::select(vec![Does, DoesSilently, Refuses, IsDown, CannotSay]);
    let event = prop_oneof![
        4 => behaviour.prop_map(Event::Claim),
        4 => any::<usize>().prop_map(Event::Finish),
        3 => prop::sample::select(vec![0, 1_000, 20_000, LEASE - 1, LEASE, Millis::HOUR, PATIENCE]).prop_map(Event::Wait),
        1 => Just(Event::Retry),
    ];
    prop::collection::vec(event, 1..60)
}

/// One run as `run::make` does it: what is in doubt is asked about first.
fn outcome(world: &mut World, progress: &Progress, behaviour: ProviderBehaviour) -> RunOutcome {
    if progress.is_in_doubt {
        match behaviour {
            ProviderBehaviour::IsDown | ProviderBehaviour::CannotSay => return RunOutcome::Unknown,
            _ if world.times_done > 0 => return RunOutcome::Done,
            _ => {}
        }
    }
    match behaviour {
        ProviderBehaviour::Does => {
            world.times_done += 1;
            RunOutcome::Done
        }
        ProviderBehaviour::DoesSilently => {
            world.times_done += 1;
            RunOutcome::Unknown
        }
        ProviderBehaviour::Refuses => RunOutcome::Refused,
        ProviderBehaviour::IsDown => RunOutcome::Unreachable,
        ProviderBehaviour::CannotSay => RunOutcome::Unknown,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever dies, is late, is retried: the provider does it once at most, and the effect of "done" is written once.
    #[test]
    fn py_03_a_call_is_done_once_whatever_happens(events in events()) {
        let (mut now, mut world) = (START, World::default());
        let mut call = Progress::new(now, PATIENCE);
        let mut runs: Vec<ActiveRun> = Vec::new();
        for event in events {
            match event {
                Event::Wait(ms) => now = now.plus(ms),
                Event::Claim(behaviour) => match call.claim(now) {
                    Claim::Ended => prop_assert!(call.state.is_ended()),
                    Claim::Wait(at) => prop_assert!(at > now && !call.state.is_ended()),
                    Claim::Expired => {
                        call = call.failed();
                        world.effects.push(call.state);
                    }
                    Claim::Run(progress) => {
                        prop_assert!(world.fences.insert(progress.fence), "two runs under one fence");
                        let holds = |run: &ActiveRun| run.progress.fence == call.fence && call.state == CallState::Running;
                        let is_held = runs.iter().any(|run| holds(run) && call.lease_until.is_some_and(|until| until > now));
                        prop_assert!(!is_held, "two runs at the same time");
                        prop_assert!(call.state != CallState::Running || progress.is_in_doubt, "a dead run is not in doubt");
                        call = progress;
                        let outcome = outcome(&mut world, &progress, behaviour);
                        runs.push(ActiveRun { progress, outcome });
                    }
                },
                Event::Finish(n) if !runs.is_empty() => {
                    let ActiveRun { progress, outcome } = runs.remove(n % runs.len());
                    if call.state != CallState::Running || call.fence != progress.fence {
                        continue;
                    }
                    call = call.after(outcome, MOST_ATTEMPTS, now, u32::try_from(n % 1_000).unwrap());
                    if call.state.is_ended() {
                        world.effects.push(call.state);
                    }
                }
                Event::Finish(_) => {}
                Event::Retry => {
                    if call.state == CallState::Failed {
                        let was_in_doubt = call.is_in_doubt;
                        call = call.reopened(now);
                        prop_assert_eq!(call.is_in_doubt, was_in_doubt, "a retry forgets no doubt");
                    }
                }
            }
            prop_assert!(world.times_done <= 1, "done {} times", world.times_done);
            let ends = |state| world.effects.iter().filter(|s| **s == state).count();
            prop_assert!(ends(CallState::Done) + ends(CallState::Refused) <= 1);
            prop_assert!(ends(CallState::Done) == 0 || world.times_done == 1, "an effect of nothing");
            prop_assert!(!(ends(CallState::Refused) > 0 && world.times_done > 0), "refused and done");
            prop_assert_eq!(call.lease_until.is_some(), call.state == CallState::Running);
        }
    }

    #[test]
    fn sp_04_repetitions_grow_stay_below_an_hour_and_are_spread(attempts in 1..40_i64, random in any::<u32>()) {
        let wait = back_off(attempts, random);
        prop_assert!((4_000..=Millis::HOUR / 5 * 6).contains(&wait));
        prop_assert!(back_off(attempts + 1, 0) >= back_off(attempts, 0));
        prop_assert!(back_off(attempts, u32::MAX) >= back_off(attempts, 0));
    }
}

#[test]
fn sp_04_a_call_fails_after_its_attempts_and_after_its_time() {
    let mut call = Progress::new(START, PATIENCE);
    let mut now = START;
    for attempt in 1..=MOST_ATTEMPTS {
        let Claim::Run(running) = call.claim(now) else { panic!("attempt {attempt}: {:?}", call.claim(now)) };
        call = running.after(RunOutcome::Unreachable, MOST_ATTEMPTS, now, 0);
        if call.state == CallState::Waiting {
            now = call.not_before;
        }
    }
    assert_eq!((call.state, call.attempts, call.is_in_doubt), (CallState::Failed, MOST_ATTEMPTS, false));
    assert!(now.0 - START.0 < 2 * Millis::HOUR);

    let short = Progress::new(START, Millis::SECOND);
    assert_eq!(short.claim(START.plus(Millis::SECOND)), Claim::Expired);
    let Claim::Run(running) = short.claim(START) else { panic!("it is due") };
    assert_eq!(running.after(RunOutcome::Unreachable, MOST_ATTEMPTS, START, 0).state, CallState::Failed, "no time for another");
    // What may have been done is asked about, however late.
    assert!(matches!(running.claim(START.plus(LEASE)), Claim::Run(Progress { is_in_doubt: true, .. })));
}

#[test]
fn sp_04_a_lease_of_a_clock_that_was_ahead_holds_nobody_up() {
    let Claim::Run(running) = Progress::new(START, PATIENCE).claim(START) else { panic!("it is due") };
    let ahead = Progress { lease_until: Some(START.plus(Millis::DAY)), ..running };
    assert!(matches!(ahead.claim(START), Claim::Run(Progress { is_in_doubt: true, .. })));
    assert_eq!(running.claim(START.plus(1)), Claim::Wait(START.plus(LEASE)));
}
