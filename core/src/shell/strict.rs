//! The strict reading, for allow (PERM-23).

/// Splits a command at `&&`, `||`, `;`, `|` and newline into segments without blanks around them
/// and without a final `2>&1`.
///
/// `None` when a segment is empty (one trailing newline is passed over) or holds anything but
/// letters, digits, blanks and `_ . / : = @ , + % -`, or quoted runs of these.
pub(crate) fn segments(command: &str) -> Option<Vec<&str>> {
    let command = command.strip_suffix('\n').unwrap_or(command);
    let mut segments = Vec::new();
    for line in command.split(['\n', ';']) {
        for list in line.split("&&") {
            for pipeline in list.split("||") {
                for segment in pipeline.split('|') {
                    segments.push(plain_segment(segment)?);
                }
            }
        }
    }
    Some(segments)
}

/// Whether one element of a command given as an array means the same to a shell and to a program
/// that is started with it: no blank, no quote, not empty, nothing of the shell's own.
pub(crate) fn is_plain_argument(argument: &str) -> bool {
    !argument.is_empty() && argument.bytes().all(|byte| is_plain(byte) && !is_blank(byte))
}

fn plain_segment(segment: &str) -> Option<&str> {
    let trimmed = segment.trim_matches([' ', '\t']);
    let body = match trimmed.strip_suffix("2>&1") {
        Some(body) if body.ends_with([' ', '\t']) => body.trim_end_matches([' ', '\t']),
        _ => trimmed,
    };
    // INVARIANT: no separator stands in quotes. A segment that was cut inside a quoted run has an
    // open quote, and an open quote is refused here.
    let mut open = None;
    for byte in body.bytes() {
        match (byte, open) {
            (b'"' | b'\'', None) => open = Some(byte),
            (b'"' | b'\'', Some(quote)) if quote == byte => open = None,
            _ if is_plain(byte) => {}
            _ => return None,
        }
    }
    (open.is_none() && !body.is_empty()).then_some(body)
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || is_blank(byte)
        || matches!(byte, b'_' | b'.' | b'/' | b':' | b'=' | b'@' | b',' | b'+' | b'%' | b'-')
}
