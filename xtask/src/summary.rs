//! The lines of a long output that show the failure.

/// Lines around one that shows a failure.
const CONTEXT_LINES: (usize, usize) = (1, 8);
/// As many lines as a reader takes in.
const MOST: usize = 80;

/// The lines that tell a failure with some around them, or the last ones.
pub(crate) fn failures(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().collect();
    let mut is_line_shown = vec![false; lines.len()];
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_telling(line)) {
        let _ = line;
        let (from, to) = (at.saturating_sub(CONTEXT_LINES.0), (at + CONTEXT_LINES.1).min(lines.len() - 1));
        is_line_shown[from..=to].fill(true);
    }
    let from = lines.len().saturating_sub(10);
    is_line_shown[from..].fill(true);
    let shown: Vec<&str> = lines.iter().zip(is_line_shown).filter(|(_, is_shown)| *is_shown).map(|(line, _)| *line).collect();
    // The first failure often causes the others, and most runners name all that failed at their end.
    if shown.len() <= MOST {
        return shown.join("\n");
    }
    let (first, last) = (&shown[..MOST / 2], &shown[shown.len() - MOST / 2..]);
    [first, &["[…]"], last].concat().join("\n")
}

/// Of cargo and nextest, vitest, node's runner and the server's log.
fn is_telling(line: &str) -> bool {
    let starts = ["error", "warning: ", "not ok", "FAIL", " FAIL", "✖", "TRY "];
    let holds = ["panicked at", "AssertionError", " FAIL [", " FAIL ", "TIMEOUT [", "Error: ", " ERROR "];
    starts.iter().any(|s| line.trim_start().starts_with(s)) || holds.iter().any(|s| line.contains(s))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_failure_is_shown_and_what_passed_is_not() {
        let passed = "ok one\n".repeat(500);
        let text = format!("{passed} FAIL  src/a.test.ts > b\nAssertionError: expected 1 to be 2\n{passed}");
        let summary = super::failures(&text);
        assert!(summary.contains("src/a.test.ts > b") && summary.contains("expected 1"), "{summary}");
        assert!(summary.lines().count() < 40, "{summary}");
    }

    #[test]
    fn of_many_failures_the_first_and_the_last_are_shown() {
        let logged = "[api 500] Error: one that a test expects\n".repeat(500);
        let summary = super::failures(&format!("error: first\n{logged} FAIL  src/last.test.ts > b\n"));
        assert!(summary.contains("error: first") && summary.contains("src/last.test.ts"), "{summary}");
        assert!(summary.lines().count() < 100, "{summary}");
    }

    #[test]
    fn an_output_without_failures_is_returned_whole() {
        assert_eq!(super::failures("one\ntwo"), "one\ntwo");
        assert_eq!(super::failures(""), "");
    }
}
