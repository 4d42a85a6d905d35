//! Approvals: call keys, the consume-once ledger, and answers read out of a conversation.

mod canonical;
mod conversation;
pub(crate) mod history;
mod key;
mod ledger;
mod number;
mod repair;
mod reply;
mod store;

pub(crate) use canonical::quote;
pub use canonical::{NotCanonical, canonical_json};
pub use conversation::{ConversationOptions, DEFERRED_PREFIX, InBandAnswer, UNKNOWN_RESULT, in_band_answers};
pub(crate) use conversation::{Meaning, Results, name_at};
pub use key::{Arguments, Identity, call_key, identity_key};
pub use ledger::{Answer, Ledger, Taken};
pub use repair::Schema;
pub use reply::{Reply, reply};
pub use store::{Generation, Resolver};
