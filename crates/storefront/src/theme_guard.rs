//! What a template of a stranger may do (decision 0080). The engine's fuel bounds how many steps a rendering takes, and not how large its
//! values grow: doubling a text forty times are eighty steps. So a template that is not one of the program's is read before it is
//! compiled: what could grow without bound is refused, or made a call that counts ([`bounded_text`], [`bounded_value`], [`count_text`]).
//! Pure.
//!
//! [`bounded_text`]: crate::engine
//! [`bounded_value`]: crate::engine
//! [`count_text`]: crate::engine

use web::Message;

/// Filters that a stranger's template may use: each takes about as long as its input.
pub(crate) const FILTERS: [&str; 25] = [
    "money",
    "money_off",
    "money_text",
    "url",
    "lines",
    "json",
    "length",
    "count",
    "min",
    "max",
    "rejectattr",
    "selectattr",
    "list",
    "replace",
    "join",
    "items",
    "default",
    "d",
    "first",
    "last",
    "upper",
    "lower",
    "trim",
    "round",
    "escape",
];
/// Functions that build values without bound.
const NO_FUNCTIONS: [&str; 3] = ["namespace", "dict", "debug"];
/// Statements that change what is printed in whole regions.
const NO_STATEMENTS: [&str; 3] = ["autoescape", "raw", "filter"];
/// Words that end an operand.
const WORDS: [&str; 22] = [
    "and",
    "or",
    "not",
    "if",
    "else",
    "elif",
    "in",
    "is",
    "set",
    "for",
    "include",
    "import",
    "from",
    "as",
    "extends",
    "call",
    "with",
    "do",
    "macro",
    "block",
    "recursive",
    "endset",
];
/// Text between two tags that is counted when it is printed.
const COUNTED: usize = 256;

const OPEN: Message = Message::new("السطر {line}: وسم لم يُغلق.", "line {line}: a tag isn't closed");
const NO_FILTER: Message = Message::new(
    "السطر {line}: المرشّح «{name}» غير متاح في القوالب المرفوعة.",
    "line {line}: the filter {name} isn't available in uploaded themes",
);
const NO_NAME: Message = Message::new(
    "السطر {line}: «{name}» غير متاح في القوالب المرفوعة.",
    "line {line}: {name} isn't available in uploaded themes",
);
const NO_PLUS: Message = Message::new(
    "السطر {line}: اجمع الأعداد مع عدد مكتوب فقط، واستخدم ~ لوصل النصوص.",
    "line {line}: + adds a written number only; join texts with ~",
);
const NO_HANDLER: Message = Message::new(
    "السطر {line}: لا تُقبل سمات JavaScript مثل onclick.",
    "line {line}: JavaScript attributes such as onclick aren't accepted",
);
const NO_SCRIPT: Message = Message::new(
    "السطر {line}: لا يُحمَّل سكربت إلا من ملفات القالب عبر asset().",
    "line {line}: a script is loaded from the theme's own files with asset() alone",
);
const NO_DRAWING_SCRIPT: Message =
    Message::new("تحتوي الرسمة على سكربت أو محتوى غير مسموح.", "the drawing holds a script or other content that isn't accepted");

/// A template as it is compiled, and what is wrong with it.
pub(crate) struct Guarded {
    pub(crate) source: String,
    pub(crate) faults: Vec<Message>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Number,
    Name,
    Open,
    Close,
    Operator,
}

#[derive(Debug, Clone, Copy)]
struct Token<'s> {
    kind: Kind,
    text: &'s str,
    /// Bytes from the beginning of the template.
    at: usize,
}

/// Changes of the source: at a byte, how many are replaced, by what. Of two at one place the later stands outside.
type Edits = Vec<(usize, usize, String)>;

/// Reads a template of a stranger.
pub(crate) fn guard(source: &str) -> Guarded {
    let (mut edits, mut faults) = (Edits::new(), Vec::new());
    let mut at = 0;
    loop {
        let rest = &source[at..];
        let open = ["{{", "{%", "{#"].iter().filter_map(|mark| rest.find(mark)).min();
        printed(source, at, open.map_or(source.len(), |open| at + open), &mut edits, &mut faults);
        let Some(open) = open.map(|open| at + open) else { break };
        let line = line_of(source, open);
        let end = match &source[open..open + 2] {
            "{#" => source[open..].find("#}").map(|end| open + end + 2),
            mark => tag_end(source, open + 2, if mark == "{{" { "}}" } else { "%}" }),
        };
        let Some(end) = end else {
            faults.push(OPEN.with("line", line));
            break;
        };
        if !source[open..].starts_with("{#") {
            let is_statement = source[open..].starts_with("{%");
            let tokens = tokens(source, open + 2, end - 2);
            tag(&tokens, is_statement, line, &mut edits, &mut faults);
        }
        at = end;
    }
    Guarded { source: edited(source, edits), faults }
}

/// A drawing that pages print, or that is opened by its address: no script runs in it.
pub(crate) fn drawing_fault(source: &str) -> Option<Message> {
    let lower = source.to_ascii_lowercase();
    let is_bad = ["<script", "<foreignobject", "<iframe", "<!entity", "javascript:"].iter().any(|word| lower.contains(word));
    (is_bad || handler(&lower).is_some()).then_some(NO_DRAWING_SCRIPT)
}

fn line_of(source: &str, at: usize) -> usize {
    source[..at].bytes().filter(|b| *b == b'\n').count() + 1
}

/// The byte after a tag; texts in quotes may hold its mark.
fn tag_end(source: &str, from: usize, mark: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            quote @ (b'\'' | b'"') => at = text_end(bytes, at, quote)?,
            _ if bytes[at..].starts_with(mark.as_bytes()) => return Some(at + mark.len()),
            _ => at += 1,
        }
    }
    None
}

/// The byte after a text in quotes.
fn text_end(bytes: &[u8], open: usize, quote: u8) -> Option<usize> {
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b if b == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    None
}

fn tokens(source: &str, from: usize, to: usize) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let mut out = Vec::new();
    let mut at = from;
    let is_word = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80;
    while at < to {
        let b = bytes[at];
        let (kind, end) = match b {
            b'\'' | b'"' => (Kind::Text, text_end(bytes, at, b).unwrap_or(to).min(to)),
            _ if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ if is_word(b) => {
                let end = (at..to).find(|n| !is_word(bytes[*n])).unwrap_or(to);
                (if b.is_ascii_digit() { Kind::Number } else { Kind::Name }, end)
            }
            b'(' | b'[' | b'{' => (Kind::Open, at + 1),
            b')' | b']' | b'}' => (Kind::Close, at + 1),
            _ => (Kind::Operator, at + 1),
        };
        out.push(Token { kind, text: &source[at..end], at });
        at = end;
    }
    out
}

/// What stands between two brackets, or in a tag.
struct Group {
    /// The bracket that opened it, and whether that is a list or a map of the template's own.
    open: Option<(usize, bool)>,
    /// The first token of the operand that is read.
    operand: Option<usize>,
    /// The places of `~` in it.
    joins: Vec<usize>,
}

impl Group {
    const fn new(open: Option<(usize, bool)>) -> Self {
        Self { open, operand: None, joins: Vec::new() }
    }

    /// The operand ends before a token: texts that are joined in it become a call.
    fn end_operand(&mut self, tokens: &[Token<'_>], next: usize, edits: &mut Edits) {
        let joins = std::mem::take(&mut self.joins);
        let Some(first) = self.operand.take() else { return };
        if joins.is_empty() || next == 0 {
            return;
        }
        for at in joins {
            edits.push((at, 1, ",".to_owned()));
        }
        let last = tokens[next - 1];
        edits.push((last.at + last.text.len(), 0, ")".to_owned()));
        edits.push((tokens[first].at, 0, "bounded_text(".to_owned()));
    }
}

/// One tag.
fn tag(tokens: &[Token<'_>], is_statement: bool, line: usize, edits: &mut Edits, faults: &mut Vec<Message>) {
    let refused = |message: &Message, name: &str| message.with("line", line).with("name", name);
    let first = tokens.iter().find(|token| token.kind == Kind::Name).map_or("", |token| token.text);
    if is_statement && NO_STATEMENTS.contains(&first) {
        faults.push(refused(&NO_NAME, first));
    }
    let mut groups = vec![Group::new(None)];
    for (n, token) in tokens.iter().enumerate() {
        let before = n.checked_sub(1).map(|n| tokens[n]);
        let is_after = |text: &str| before.is_some_and(|before| before.text == text);
        let Some(group) = groups.last_mut() else { return };
        match (token.kind, token.text) {
            (Kind::Open, bracket) => {
                let follows_value = before.is_some_and(|before| {
                    matches!(before.kind, Kind::Close | Kind::Text) || before.kind == Kind::Name && !WORDS.contains(&before.text)
                });
                let is_own = bracket == "{" || bracket == "[" && !follows_value;
                group.operand.get_or_insert(n);
                groups.push(Group::new(Some((token.at, is_own))));
            }
            (Kind::Close, _) => {
                group.end_operand(tokens, n, edits);
                if let Some((open, true)) = group.open {
                    edits.push((token.at + 1, 0, ")".to_owned()));
                    edits.push((open, 0, "bounded_value(".to_owned()));
                }
                if groups.len() > 1 {
                    groups.pop();
                }
            }
            (Kind::Name, word) => {
                let is_part = is_after(".");
                if is_after("|") && !FILTERS.contains(&word) {
                    faults.push(refused(&NO_FILTER, word));
                } else if !is_part && !is_after("|") && NO_FUNCTIONS.contains(&word) {
                    faults.push(refused(&NO_NAME, word));
                }
                if WORDS.contains(&word) && !is_part && !is_after("|") {
                    group.end_operand(tokens, n, edits);
                } else {
                    group.operand.get_or_insert(n);
                }
            }
            (Kind::Operator, "~") => group.joins.push(token.at),
            (Kind::Operator, "*") => faults.push(refused(&NO_NAME, "*")),
            (Kind::Operator, "." | "|" | "%" | "/") => {
                group.operand.get_or_insert(n);
            }
            (Kind::Operator, operator) => {
                let is_literal = |token: Option<&Token<'_>>| token.is_some_and(|t| t.kind == Kind::Number || t.text == "[");
                // At the edge of a tag it trims white space.
                let is_edge = n == 0 || n + 1 == tokens.len();
                if operator == "+" && !is_edge && !is_literal(before.as_ref()) && !is_literal(tokens.get(n + 1)) {
                    faults.push(refused(&NO_PLUS, ""));
                }
                group.end_operand(tokens, n, edits);
            }
            (Kind::Text | Kind::Number, _) => {
                group.operand.get_or_insert(n);
            }
        }
    }
    if let Some(group) = groups.last_mut() {
        group.end_operand(tokens, tokens.len(), edits);
    }
}

/// The text between two tags: long ones are counted each time that they are printed.
fn printed(source: &str, from: usize, to: usize, edits: &mut Edits, faults: &mut Vec<Message>) {
    let text = &source[from..to];
    let lower = text.to_ascii_lowercase();
    if let Some(at) = handler(&lower) {
        faults.push(NO_HANDLER.with("line", line_of(source, from + at)));
    }
    // What a script's tag says stands partly in the tags of the template behind it.
    for (at, _) in lower.match_indices("<script") {
        let rest = &source[from + at..];
        let end = rest.find('>').unwrap_or(rest.len());
        let of_tag = rest[..end].to_ascii_lowercase();
        if of_tag.contains("src") && !of_tag.contains("asset(") {
            faults.push(NO_SCRIPT.with("line", line_of(source, from + at)));
        }
    }
    if text.len() > COUNTED {
        // Behind a tag's end: no white space is next to it that the engine would trim. Before the text when it has none.
        let place = text.find('>').map_or(from, |at| from + at + 1);
        edits.push((place, 0, format!("{{{{ count_text({}) }}}}", text.len())));
    }
}

/// Where an attribute begins that runs a script: ` onload=`. The text is in lower case.
fn handler(lower: &str) -> Option<usize> {
    lower.match_indices("on").map(|(at, _)| at).find(|at| {
        let starts = lower[..*at].ends_with(|c: char| c.is_ascii_whitespace() || matches!(c, '"' | '\'' | '/'));
        let rest = lower[at + 2..].trim_start_matches(|c: char| c.is_ascii_lowercase());
        starts && rest.len() < lower.len() - at - 2 && rest.trim_start().starts_with('=')
    })
}

fn edited(source: &str, edits: Edits) -> String {
    let mut all: Vec<(usize, (usize, usize, String))> = edits.into_iter().enumerate().collect();
    // Of two at one place the later is the outer one, and what closes a bracket stands before what opens the next.
    all.sort_by_key(|(n, (at, _, text))| (*at, text != ")", std::cmp::Reverse(*n)));
    let mut out = String::with_capacity(source.len() + 200);
    let mut done = 0;
    for (_, (at, replaced, text)) in all {
        out.push_str(&source[done..at]);
        out.push_str(&text);
        done = at + replaced;
    }
    out.push_str(&source[done..]);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rewritten(source: &str) -> String {
        let Guarded { source, faults } = guard(source);
        assert!(faults.is_empty(), "{faults:?}");
        source
    }

    fn fault(source: &str) -> String {
        guard(source).faults.iter().map(|fault| fault.en.to_string()).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn th_05_what_could_grow_becomes_a_call_that_counts() {
        assert_eq!(rewritten("{{ a ~ b.c|upper ~ 'x~y' }}"), "{{ bounded_text(a , b.c|upper , 'x~y') }}");
        assert_eq!(
            rewritten("{{ t('k.' ~ o.value|replace('-', 'd')) }}"),
            "{{ t(bounded_text('k.' , o.value|replace('-', 'd'))) }}"
        );
        assert_eq!(
            rewritten("{% set x = a ~ 'b' if c == 'd' ~ e else [] %}"),
            "{% set x = bounded_text(a , 'b') if c == bounded_text('d' , e) else bounded_value([]) %}"
        );
        assert_eq!(rewritten("{% for x in [a, b[0]] %}{% endfor %}"), "{% for x in bounded_value([a, b[0]]) %}{% endfor %}");
        assert_eq!(rewritten("{{ m({'tint': i % 4}) }}"), "{{ m(bounded_value({'tint': i % 4})) }}");
        assert_eq!(rewritten("{{ [a] ~ b }}"), "{{ bounded_text(bounded_value([a]) , b) }}");
        assert_eq!(rewritten("{{ loop.index + 1 }}{{- n + [b] -}}"), "{{ loop.index + 1 }}{{- n + bounded_value([b]) -}}");
        assert_eq!(rewritten("{# ~ namespace() #}<p>on = off</p>"), "{# ~ namespace() #}<p>on = off</p>");
        let long = format!("<p>{}</p>", "x".repeat(300));
        assert_eq!(rewritten(&long), format!("<p>{{{{ count_text(307) }}}}{}</p>", "x".repeat(300)));
    }

    #[test]
    fn th_05_what_a_stranger_may_not_do_is_named_with_its_line() {
        assert_eq!(fault("\n{{ x|safe }}"), "line 2: the filter safe isn't available in uploaded themes");
        for source in [
            "{% autoescape false %}",
            "{% raw %}",
            "{{ namespace(a=1) }}",
            "{{ a * 9 }}",
            "{{ a + b }}",
            "{{ a|map('safe') }}",
            "{{ 'x",
        ] {
            assert_ne!(fault(source), "", "{source}");
        }
        assert_ne!(fault("<img src=x onerror=alert(1)>"), "");
        assert_ne!(fault("<script src=\"https://elsewhere.example/a.js\"></script>"), "");
        assert_eq!(
            fault("<script src=\"{{ asset('one.js') }}\" defer></script><script type=\"application/json\">{}</script>"),
            ""
        );
        assert!(drawing_fault("<svg onload=\"x()\"/>").is_some() && drawing_fault("<svg><script/></svg>").is_some());
        assert!(drawing_fault("<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg>").is_none());
    }

    proptest! {
        #[test]
        fn th_05_a_template_of_anything_is_read(source in "(\\{\\{|\\{%|\\}\\}|%\\}|\\{#|#\\}|[a-z~+*.|()\\[\\]{}'\"= \n]|اسم){0,60}") {
            guard(&source);
        }
    }
}
