//! Measures the core (QUAL-1, QUAL-13) and prints one JSON row for each figure:
//! `{"id", "what", "ratio", "target", "detail"}`. Every figure is a ratio of two things measured in
//! one run, alternating; absolute times stand in `detail` only.

#![expect(clippy::print_stdout, reason = "the rows are the program's output")]

mod decide;
mod growth;
mod measure;

fn main() {
    for row in decide::rows().into_iter().chain(growth::rows()) {
        println!("{row}");
    }
}
