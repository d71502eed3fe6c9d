//! What is listed between two brackets: some stay, some go, some are new.
//!
//! Whoever stays keeps its text and what is said about it. A comment behind somebody on the
//! same line goes with it; comments before it stay. Commas follow the author's habit.

use std::collections::HashMap;
use std::ops::Range;

use crate::diff::order::staying;
use crate::finding::Origin;
use crate::splice;
use crate::tape::{At, Kind};
use crate::write;

use super::{Patch, Update};

/// The elements of a list, or the keys and values of an object, as they were written.
pub(super) struct Members<'u> {
    update: &'u Update<'u>,
    text: &'u str,
    /// Behind the bracket that opens, and before the one that closes.
    inside: Range<usize>,
    is_object: bool,
    spans: Vec<Range<usize>>,
    /// The values, where they are on the tape.
    values: Vec<At>,
    /// Whether there is a comma behind the last one.
    has_last_comma: bool,
}

/// Who is to be listed.
pub(super) struct Wanted<'w, W, U> {
    /// Where they were written, in the order that they are to have.
    pub(super) origins: &'w [Origin],
    /// Writes the one with this index anew, at this indentation.
    pub(super) write: W,
    /// Brings the one with this index up to date, where it is on the tape.
    pub(super) update: U,
}

impl<'u> Members<'u> {
    /// What is listed at `list`; the first and the last value of each member are given.
    pub(super) fn new(update: &'u Update<'u>, list: At, members: &[(At, At)]) -> Self {
        let range = update.range(list);
        let spans: Vec<_> = members
            .iter()
            .map(|&(first, last)| update.range(first).start..update.range(last).end)
            .collect();
        let text = update.tape.text;
        let last = spans.last().map(|span: &Range<usize>| span.end);
        Self {
            update,
            text,
            inside: range.start + 1..range.end - 1,
            is_object: update.tape.kind(list) == Kind::Object,
            has_last_comma: last.is_some_and(|end| splice::comma_after(text, end).is_some()),
            values: members.iter().map(|&(_, value)| value).collect(),
            spans,
        }
    }

    pub(super) fn become_these<W, U>(&self, wanted: &Wanted<'_, W, U>, patches: &mut Vec<Patch>)
    where
        W: Fn(usize, &str) -> String,
        U: Fn(usize, At, &mut Vec<Patch>),
    {
        let kept = self.kept(wanted.origins);
        if self.is_too_long(&kept, wanted) {
            patches.push(self.spread(&kept, wanted));
            return;
        }
        let mut left = None;
        let mut new = Vec::new();
        for (index, kept) in kept.into_iter().enumerate() {
            match kept {
                None => new.push(index),
                Some(member) => {
                    self.fill_gap(left, Some(member), &new, wanted, patches);
                    (wanted.update)(index, self.values[member], patches);
                    left = Some(member);
                    new.clear();
                }
            }
        }
        self.fill_gap(left, None, &new, wanted, patches);
    }

    /// For each that is wanted, the member that stays for it.
    fn kept(&self, origins: &[Origin]) -> Vec<Option<usize>> {
        let start = |&value: &At| self.update.range(value).start as u32;
        let mut members: HashMap<u32, usize> = self.values.iter().map(start).zip(0..).collect();
        let mut kept: Vec<Option<usize>> = origins
            .iter()
            .map(|origin| members.remove(&origin.start()?))
            .collect();
        let ranks: Vec<usize> = kept.iter().flatten().copied().collect();
        let known = kept.iter_mut().filter(|member| member.is_some());
        for (member, stays) in known.zip(staying(&ranks)) {
            if !stays {
                *member = None;
            }
        }
        kept
    }

    /// Writes what comes between two who stay, or before the first, or behind the last.
    fn fill_gap<W, U>(
        &self,
        left: Option<usize>,
        right: Option<usize>,
        new: &[usize],
        wanted: &Wanted<'_, W, U>,
        patches: &mut Vec<Patch>,
    ) where
        W: Fn(usize, &str) -> String,
    {
        let gone = left.map_or(0, |left| left + 1)..right.unwrap_or(self.spans.len());
        if gone.is_empty() && new.is_empty() {
            return;
        }
        let start = left.map_or(self.inside.start, |left| self.spans[left].end);
        let end = right.map_or(self.inside.end, |right| self.spans[right].start);
        let mut gap = Gap::default();
        let is_last = new.is_empty() && right.is_none();
        match left {
            Some(left) => {
                let trail = self.trail(left);
                gap.say(trail.before_comma);
                if !is_last || self.has_last_comma {
                    gap.write(",");
                }
                gap.say(trail.behind_comma);
            }
            None => gap.say(self.head().0),
        }
        for gone in gone {
            gap.say(comments_before(self.lead(gone)));
        }
        let closing = self.closing();
        if right.is_none() && !new.is_empty() {
            gap.say(closing.trim_end());
        }
        let style = self.style(right);
        for (turn, &index) in new.iter().enumerate() {
            let is_first = left.is_none() && turn == 0;
            match &style {
                Style::OwnLine(indent) => gap.say(&format!("\n{indent}")),
                Style::SameLine if is_first => gap.say(self.first_space()),
                Style::SameLine => gap.say(" "),
            }
            let indent = match &style {
                Style::OwnLine(indent) => indent,
                Style::SameLine => splice::indent_at(self.text, start),
            };
            gap.write(&(wanted.write)(index, indent));
            let is_last = right.is_none() && turn + 1 == new.len();
            if !is_last || self.has_last_comma {
                gap.write(",");
            }
        }
        match right {
            Some(right) => {
                let lead = self.lead(right);
                let is_first = left.is_none() && new.is_empty();
                if !lead.trim().is_empty() || lead.contains('\n') {
                    gap.say(lead);
                } else if is_first {
                    gap.say(self.first_space());
                } else {
                    gap.say(" ");
                }
            }
            None if new.is_empty() => gap.say(closing),
            None => gap.say(self.last_space(closing)),
        }
        patches.push(Patch {
            range: start..end,
            text: gap.finish(),
        });
    }

    /// What is said behind a member that belongs to it, around its comma.
    fn trail(&self, member: usize) -> Trail<'u> {
        let end = self.spans[member].end;
        let next = self.spans.get(member + 1);
        let next = next.map_or(self.inside.end, |next| next.start);
        let comma = splice::comma_after(self.text, end).filter(|&comma| comma < next);
        let behind = comma.map_or(end, |comma| comma + 1);
        let line = line_break(&self.text[behind..next]).unwrap_or(0);
        Trail {
            before_comma: &self.text[end..comma.unwrap_or(end)],
            behind_comma: &self.text[behind..behind + line],
            end: behind + line,
        }
    }

    /// What is said on the line of the bracket, and what is between that and the first member.
    fn head(&self) -> (&'u str, &'u str) {
        let first = self.spans.first();
        let end = first.map_or(self.inside.end, |first| first.start);
        let inside = &self.text[self.inside.start..end];
        inside.split_at(line_break(inside).unwrap_or(0))
    }

    /// What is between a member and what belongs to the one before.
    fn lead(&self, member: usize) -> &'u str {
        match member.checked_sub(1) {
            Some(before) => &self.text[self.trail(before).end..self.spans[member].start],
            None => self.head().1,
        }
    }

    /// What is between the last member, with what belongs to it, and the bracket.
    fn closing(&self) -> &'u str {
        match self.spans.len().checked_sub(1) {
            Some(last) => &self.text[self.trail(last).end..self.inside.end],
            None => self.head().1,
        }
    }

    /// How whoever comes before `right`, or last, is laid out.
    fn style(&self, right: Option<usize>) -> Style {
        let Some(last) = self.spans.len().checked_sub(1) else {
            let outer = splice::indent_at(self.text, self.inside.start);
            return match self.text[self.inside.clone()].contains('\n') {
                true => Style::OwnLine(format!("{outer}  ")),
                false => Style::SameLine,
            };
        };
        let lead = self.lead(right.unwrap_or(last));
        match lead.rfind('\n') {
            Some(line) => {
                let line = &lead[line + 1..];
                let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
                Style::OwnLine(line[..indent].to_owned())
            }
            None => Style::SameLine,
        }
    }

    /// What is between the bracket and the first one on its line.
    fn first_space(&self) -> &'static str {
        let has_space = match self.spans.first() {
            Some(first) => self.text[..first.start].ends_with(' '),
            None => self.is_object,
        };
        if has_space { " " } else { "" }
    }

    /// What is between a new last one and the bracket.
    fn last_space(&self, closing: &'u str) -> &'u str {
        let space = &closing[closing.trim_end().len()..];
        match space.rfind('\n') {
            Some(line) => &space[line..],
            None if self.spans.is_empty() => self.first_space(),
            None => space,
        }
    }

    /// Whether all is on one line, which would be too long with the new ones.
    fn is_too_long<W, U>(&self, kept: &[Option<usize>], wanted: &Wanted<'_, W, U>) -> bool
    where
        W: Fn(usize, &str) -> String,
    {
        const COMMA: usize = ", ".len();
        let inside = &self.text[self.inside.clone()];
        if self.spans.is_empty() || inside.contains('\n') || inside.contains("/*") {
            return false;
        }
        let indent = splice::indent_at(self.text, self.inside.start);
        let new = (0..kept.len()).filter(|&index| kept[index].is_none());
        let new: Vec<String> = new.map(|index| (wanted.write)(index, indent)).collect();
        if new.is_empty() {
            return false;
        }
        let (short, long): (Vec<_>, Vec<_>) = new.iter().partition(|text| !text.contains('\n'));
        let longest = long
            .iter()
            .flat_map(|text| text.lines())
            .map(str::len)
            .max();
        let together: usize = short.iter().map(|text| text.len() + COMMA).sum();
        let length = |span: &Range<usize>| span.len() + COMMA;
        let all: usize = self.spans.iter().map(length).sum();
        let stay = kept.iter().flatten().map(|&member| &self.spans[member]);
        let gone = all - stay.map(length).sum::<usize>();
        let added = together.max(longest.unwrap_or(0));
        let line = splice::line_at(self.text, self.inside.start).len();
        (line + added).saturating_sub(gone) > write::MOST_COLUMNS
    }

    /// Everybody on a line of its own.
    fn spread<W, U>(&self, kept: &[Option<usize>], wanted: &Wanted<'_, W, U>) -> Patch
    where
        W: Fn(usize, &str) -> String,
        U: Fn(usize, At, &mut Vec<Patch>),
    {
        let outer = splice::indent_at(self.text, self.inside.start);
        let inner = format!("{outer}  ");
        let written = kept.iter().enumerate().map(|(index, kept)| match kept {
            None => (wanted.write)(index, &inner),
            Some(member) => {
                let mut patches = Vec::new();
                (wanted.update)(index, self.values[*member], &mut patches);
                self.update.patched(self.spans[*member].clone(), &patches)
            }
        });
        let written: Vec<String> = written.collect();
        Patch {
            range: self.inside.clone(),
            text: format!("\n{inner}{}\n{outer}", written.join(&format!(",\n{inner}"))),
        }
    }
}

struct Trail<'u> {
    before_comma: &'u str,
    /// To the end of the line.
    behind_comma: &'u str,
    end: usize,
}

enum Style {
    /// With this indentation.
    OwnLine(String),
    SameLine,
}

/// What comes between two members, in the making.
#[derive(Default)]
struct Gap {
    text: String,
    /// Whether the line is a comment to its end.
    in_comment: bool,
}

impl Gap {
    /// Adds space and comments.
    fn say(&mut self, trivia: &str) {
        if !trivia.is_empty() {
            self.write(trivia);
            self.in_comment = ends_in_comment(trivia);
        }
    }

    fn write(&mut self, text: &str) {
        if self.in_comment && !text.starts_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(text);
        self.in_comment = false;
    }

    fn finish(mut self) -> String {
        self.write("");
        self.text
    }
}

/// Comments before somebody who goes; they stay.
fn comments_before(lead: &str) -> &str {
    let line = lead.rfind('\n').unwrap_or(0);
    if lead[line..].trim().is_empty() {
        &lead[..line]
    } else {
        lead.trim_end()
    }
}

/// The first line break that is not in a comment.
fn line_break(trivia: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        let rest = &trivia[at..];
        if rest.starts_with("/*") {
            at += rest.find("*/")? + 2;
        } else if rest.starts_with("//") {
            at += rest.find('\n')?;
        } else {
            match rest.chars().next()? {
                '\n' => return Some(at),
                other => at += other.len_utf8(),
            }
        }
    }
}

/// Whether the last line is a comment to its end.
fn ends_in_comment(trivia: &str) -> bool {
    let mut rest = trivia;
    while let Some(at) = rest.find('/') {
        rest = &rest[at..];
        let end = match rest.starts_with("/*") {
            true => rest.find("*/").map(|end| end + 2),
            false => rest.find('\n'),
        };
        match end {
            Some(end) => rest = &rest[end..],
            None => return true,
        }
    }
    false
}
