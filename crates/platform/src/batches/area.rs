//! What a slice says of the acts it does over many things.

use db::Conn;
use kernel::{Id, StoreScope};
use serde::Serialize;
use serde::de::DeserializeOwned;
use web::message::Message;

use super::model::Step;
use super::store::Batch;
use crate::App;
use crate::journal::entity::Entity;

/// Why a step could not be done now, for the job's log.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// How an area is called where programs and people meet it.
#[derive(Debug)]
pub struct Words {
    /// In the table, and the subject of its things in the journal: `order`.
    pub area: &'static str,
    /// The job that works its batches off: `change_orders`.
    pub job: &'static str,
    /// Code and message when another batch is at work.
    pub busy: (&'static str, Message),
    /// Code and message when nothing that was done can be taken back.
    pub no_way: (&'static str, Message),
}

/// Things of one kind that acts are done to.
pub trait Area: Sized + Send + Sync + 'static {
    /// How it is called.
    const WORDS: &'static Words;
    /// What a batch itself is in the journal, and its things in the plural; none where the entries of the things are enough.
    const JOURNAL: Option<(Entity<Self::Kind>, &'static str)> = None;
    /// A batch of no more rows is done by the time the call answers.
    const AT_ONCE: i64 = 0;
    /// Its rows are fixed when a batch begins, and counted from them.
    const IS_FIXED: bool = false;
    /// What the ids of its batches are of.
    type Kind: kernel::id::Kind;
    /// What kinds of acts there are.
    type Act: db::StoredWord + db::Column + Serialize + Copy + Send + Sync + 'static;
    /// The act that takes another back.
    const UNDO: Self::Act;
    /// The word of an act in the table.
    fn word(act: Self::Act) -> &'static str;
    /// What a batch does, as facts that every language can tell.
    type BatchDetails: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// How many rows have a way back.
    fn ways_back(batch: &Batch<Self>) -> i64 {
        batch.changed
    }

    /// Why a batch of this kind is never undone here.
    #[must_use]
    fn never_undone(_: &Batch<Self>) -> Option<(&'static str, Message)> {
        None
    }

    /// What a batch that takes another back is, and how many rows it looks at.
    fn undo(
        c: Conn<'_>,
        scope: &StoreScope,
        of: &Batch<Self>,
    ) -> impl Future<Output = db::Result<(Self::BatchDetails, i64)>> + Send;

    /// Fixes the rows of an undo, where rows are fixed.
    #[must_use]
    fn fix_undo(
        _: Conn<'_>,
        _: &StoreScope,
        _undo: Id<Self::Kind>,
        _of: Id<Self::Kind>,
    ) -> impl Future<Output = db::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Works the next rows of a batch at work off, in the direction it goes; a step that another worker has done changes nothing.
    fn step(app: &App, scope: &StoreScope, batch: Batch<Self>) -> impl Future<Output = Result<Step, Failed>> + Send;
}
