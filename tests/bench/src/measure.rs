//! How everything here is timed.

use std::hint::black_box;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Rounds of each measurement; the median counts.
const ROUNDS: usize = 15;

/// How long one round of a short operation takes.
const ROUND: Duration = Duration::from_millis(20);

/// One figure against its target.
pub(crate) fn row(id: &str, what: &str, ratio: f64, target: f64, detail: &str) -> Value {
    json!({"id": id, "what": what, "ratio": ratio, "target": target, "detail": detail})
}

/// The median nanoseconds of one call of each operation, measured in turn, round by round.
pub(crate) fn short<R>(operations: &mut [&mut dyn FnMut(usize) -> R]) -> Vec<f64> {
    let counts: Vec<usize> = operations.iter_mut().map(|operation| calls_per_round(*operation)).collect();
    let mut times = vec![Vec::new(); operations.len()];
    for _ in 0..ROUNDS {
        for ((operation, count), times) in operations.iter_mut().zip(&counts).zip(&mut times) {
            times.push(timed(*operation, *count));
        }
    }
    times.into_iter().map(median).collect()
}

/// The nanoseconds of one call, over `count` calls; each gets its index, so that inputs can vary.
fn timed<R>(operation: &mut dyn FnMut(usize) -> R, count: usize) -> f64 {
    let start = Instant::now();
    for index in 0..count {
        black_box(operation(black_box(index)));
    }
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

fn calls_per_round<R>(operation: &mut dyn FnMut(usize) -> R) -> usize {
    let mut count = 1;
    loop {
        let start = Instant::now();
        for index in 0..count {
            black_box(operation(black_box(index)));
        }
        if start.elapsed() >= ROUND || count > 1 << 24 {
            return count;
        }
        count *= 2;
    }
}

pub(crate) fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
