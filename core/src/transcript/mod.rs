//! Earlier turns as text for a cold model: capped results, a window, and sentences on approvals.

mod cap;
mod lines;
mod measure;
mod message;
mod recorder;
pub mod sentences;
mod turn;
mod units;
mod window;

pub use cap::{TOOL_RESULT_MAX_CHARS, cap_tool_result};
pub use recorder::{ArgumentRecorder, Record};
pub use turn::{Resume, Turn, TurnOptions, render_turn};
pub use units::utf16_len;
pub use window::{HISTORY_MAX_CHARS, max_chars_setting};
