//! Dynamic SQL: text and arguments grow together, and no user text ever becomes SQL.

use crate::conn::Conn;
use crate::error::Result;
use crate::row::FromRow;
use crate::value::Param;

/// A longer list is left as it is: it is no page's, and engines take 32,766 parameters at most.
const LONGEST_PADDED: usize = 4_096;

/// A statement under construction. Every `?` in the pieces becomes the next numbered placeholder.
pub struct Sql {
    text: String,
    args: Vec<Box<dyn Param + Send>>,
}

impl Sql {
    /// Starts with fixed text.
    #[must_use]
    pub fn new(text: &'static str) -> Self {
        Self { text: text.into(), args: Vec::new() }
    }

    /// Adds fixed text (an enum's `&'static str`, never user input).
    #[must_use]
    pub fn raw(mut self, text: &'static str) -> Self {
        self.text += text;
        self
    }

    /// Adds text with one `?`, and its value.
    #[must_use]
    pub fn arg(mut self, text: &'static str, value: impl Param + Send + 'static) -> Self {
        let (before, after) = text.split_once('?').unwrap_or((text, ""));
        self.args.push(Box::new(value));
        self.text += before;
        self.text += &format!("?{}", self.args.len());
        self.text += after;
        self
    }

    /// Adds text with one `?` only when there is a value.
    #[must_use]
    pub fn opt(self, text: &'static str, value: Option<impl Param + Send + 'static>) -> Self {
        match value {
            Some(v) => self.arg(text, v),
            None => self,
        }
    }

    /// Adds `before (?, ?, ...) after`, for `IN`; an empty list becomes `(NULL)`, which matches nothing. A list of any length would be
    /// a statement of its own in the engine's cache: the last value is repeated up to the next power of two, which changes no set.
    #[must_use]
    pub fn list<T: Param + Clone + Send + 'static>(
        mut self,
        before: &'static str,
        values: impl IntoIterator<Item = T>,
        after: &'static str,
    ) -> Self {
        let mut values: Vec<T> = values.into_iter().collect();
        if let (Some(last), 3..=LONGEST_PADDED) = (values.last().cloned(), values.len()) {
            values.resize(values.len().next_power_of_two(), last);
        }
        self.text += before;
        self.text += if values.is_empty() { "(NULL" } else { "(" };
        for (i, value) in values.into_iter().enumerate() {
            self.args.push(Box::new(value));
            self.text += &format!("{}?{}", if i == 0 { "" } else { ", " }, self.args.len());
        }
        self.text += ")";
        self.text += after;
        self
    }

    /// The text so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Every row.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn all<T: FromRow>(&self, c: Conn<'_>) -> Result<Vec<T>> {
        let args: Vec<&dyn Param> = self.args.iter().map(|a| &**a as &dyn Param).collect();
        c.all(&self.text, &args).await
    }

    /// The first row, if any.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn opt_row<T: FromRow>(&self, c: Conn<'_>) -> Result<Option<T>> {
        Ok(self.all(c).await?.into_iter().next())
    }

    /// The first row.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`], and those of the engine.
    pub async fn one<T: FromRow>(&self, c: Conn<'_>) -> Result<T> {
        self.opt_row(c).await?.ok_or(crate::Error::NotFound)
    }

    /// Runs it; how many rows it changed.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn exec(&self, c: Conn<'_>) -> Result<u64> {
        let args: Vec<&dyn Param> = self.args.iter().map(|a| &**a as &dyn Param).collect();
        c.exec(&self.text, &args).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_few_lengths() {
        let marks = |n: i64| Sql::new("x IN ").list("", 0..n, "").text().matches('?').count();
        assert_eq!([0, 1, 2, 3, 5, 300, 4_096, 4_097].map(marks), [0, 1, 2, 4, 8, 512, 4_096, 4_097]);
        assert_eq!(Sql::new("x IN ").list("", Vec::<i64>::new(), "").text(), "x IN (NULL)");
    }
}
