//! Buttons, and what is pressed by itself once its time has come.

use std::future::Future;
use std::pin::Pin;

use crate::service::Service;
use crate::simulator::{Scheduled, Simulator};

/// Work that somebody presses a button for; whether it was possible.
pub(crate) type Work<'a> = Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

/// A service whose buttons do something.
pub(crate) trait Press: Service {
    /// A button was pressed.
    fn press<'a>(simulator: &'a Simulator<Self>, id: &'a str, word: &'a str) -> Work<'a>;
}

impl<P: Press> Simulator<P> {
    /// Does what is due by now, the earliest first.
    pub(crate) async fn run_due(&self) {
        while let Some(due) = self.take_due() {
            match due {
                Scheduled::Press { id, word } => {
                    P::press(self, &id, word).await;
                }
                Scheduled::Send { notice, tries } => self.send(notice, tries).await,
            }
        }
    }
}
