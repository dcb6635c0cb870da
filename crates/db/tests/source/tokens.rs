//! Rust source as tokens: words, texts and marks. Read by the tests of `db` and, as the same file, by `cargo xtask check-arch`.

#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Word(String),
    Text(String),
    Mark(char),
}

/// Tokens with their lines; comments and lifetimes are gone.
pub fn tokens(source: &str) -> Vec<(Token, usize)> {
    let s: Vec<char> = source.chars().collect();
    let (mut out, mut i, mut line) = (Vec::new(), 0, 1);
    while i < s.len() {
        let c = s[i];
        let next = s.get(i + 1).copied().unwrap_or(' ');
        match c {
            '\n' => line += 1,
            '/' if next == '/' => {
                while i + 1 < s.len() && s[i + 1] != '\n' {
                    i += 1;
                }
            }
            '/' if next == '*' => {
                while i + 1 < s.len() && !(s[i] == '*' && s[i + 1] == '/') {
                    line += usize::from(s[i] == '\n');
                    i += 1;
                }
                i += 1;
            }
            '\'' if next == '\\' => {
                i += 2;
                while i + 1 < s.len() && s[i + 1] != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if s.get(i + 2) == Some(&'\'') => i += 2,
            '"' => {
                let (text, end, lines) = literal(&s, i + 1);
                out.push((Token::Text(text), line));
                line += lines;
                i = end;
            }
            'r' if (next == '"' || next == '#') && !previous_is_word(&s, i) && raw_hashes(&s, i).is_some() => {
                let hashes = raw_hashes(&s, i).unwrap();
                let start = i + 2 + hashes;
                let close: String = std::iter::once('"').chain(std::iter::repeat_n('#', hashes)).collect();
                let rest: String = s[start..].iter().collect();
                let text = rest.split(&close).next().unwrap().to_owned();
                i = start + text.chars().count() + hashes;
                out.push((Token::Text(text.clone()), line));
                line += text.matches('\n').count();
            }
            c if c.is_alphanumeric() || c == '_' => {
                let start = i;
                while i + 1 < s.len() && (s[i + 1].is_alphanumeric() || s[i + 1] == '_') {
                    i += 1;
                }
                out.push((Token::Word(s[start..=i].iter().collect()), line));
            }
            c if c.is_whitespace() => {}
            c => out.push((Token::Mark(c), line)),
        }
        i += 1;
    }
    out
}

fn previous_is_word(s: &[char], i: usize) -> bool {
    i > 0 && (s[i - 1].is_alphanumeric() || s[i - 1] == '_')
}

fn raw_hashes(s: &[char], i: usize) -> Option<usize> {
    let hashes = s[i + 1..].iter().take_while(|c| **c == '#').count();
    (s.get(i + 1 + hashes) == Some(&'"')).then_some(hashes)
}

/// A literal's value, the index of its closing quote, and the lines it spans.
fn literal(s: &[char], mut i: usize) -> (String, usize, usize) {
    let (mut text, mut lines) = (String::new(), 0);
    while i < s.len() && s[i] != '"' {
        if s[i] == '\\' {
            i += 1;
            match s[i] {
                '\n' => {
                    lines += 1;
                    while s[i + 1].is_whitespace() {
                        i += 1;
                        lines += usize::from(s[i] == '\n');
                    }
                }
                'n' => text.push('\n'),
                't' => text.push('\t'),
                c => text.push(c),
            }
        } else {
            lines += usize::from(s[i] == '\n');
            text.push(s[i]);
        }
        i += 1;
    }
    (text, i, lines)
}

/// A whole statement, or the start of one.
pub fn is_sql(text: &str) -> bool {
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some("SELECT"), Some(_)) | (Some("INSERT"), Some("INTO")) | (Some("DELETE"), Some("FROM")) => true,
        (Some("UPDATE"), Some(_)) => text.contains(" SET "),
        (Some("WITH"), Some(_)) => text.contains(" AS (") || text.contains(" AS MATERIALIZED"),
        _ => false,
    }
}
