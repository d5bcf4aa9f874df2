//! The tape: every node of a JSON value in the order of its first byte, 16 bytes each.
//!
//! In: nodes pushed by `reader`. Out: [`Node`]s, their raw and decoded text, members, elements, duplicate keys.
//! Invariants: `start <= end`, on character boundaries; a child lies inside its parent and behind its elder sibling;
//! `next` is greater than a node's own index. A node asked of a tape it does not belong to gives nonsense, no panic.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter;
use std::ops::Range;

use super::slip::Slip;
use super::string;

/// What a node is. A key is a node of its own, right before its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `{…}`; see [`Tape::members`].
    Object,
    /// `[…]`; see [`Tape::elements`].
    Array,
    /// The name of a member.
    Key,
    /// `"…"`.
    String,
    /// By the grammar of JSON, of any size and precision.
    Number,
    /// `true`.
    True,
    /// `false`.
    False,
    /// `null`.
    Null,
}

impl Kind {
    /// The kind in words, with its article.
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            Kind::Object => "an object",
            Kind::Array => "a list",
            Kind::Key => "a key",
            Kind::String => "a string",
            Kind::Number => "a number",
            Kind::True | Kind::False => "true or false",
            Kind::Null => "null",
        }
    }
}

/// A node as it lies on the tape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Index of the node behind this subtree.
    pub(super) next: u32,
    pub(super) kind: Kind,
    /// Not complete: true from the first byte of a node to its last, and for good after a failure.
    pub(super) cut: bool,
    /// Whether a backslash stands in it, so that its text must be decoded.
    pub(super) escaped: bool,
}

/// One node of a [`Tape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    index: u32,
    entry: Entry,
}

impl Node {
    /// What it is.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.entry.kind
    }

    /// Its byte range in the text; quotes and brackets included.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.entry.start as usize..self.entry.end as usize
    }

    /// Whether its end is missing. Only the tape of a failure has such nodes.
    #[must_use]
    pub fn is_cut(self) -> bool {
        self.entry.cut
    }
}

/// The nodes of one JSON value, over the text they were read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tape<'a> {
    pub(super) text: &'a str,
    pub(super) entries: Vec<Entry>,
    pub(super) slips: Vec<Slip>,
}

impl<'a> Tape<'a> {
    /// The value itself. A failure that read nothing has an empty, cut `null` here.
    #[must_use]
    pub fn root(&self) -> Node {
        let nothing = Entry { start: 0, end: 0, next: 1, kind: Kind::Null, cut: true, escaped: false };
        self.node(0).unwrap_or(Node { index: 0, entry: nothing })
    }

    /// Every node in the order of its first byte.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..).zip(&self.entries).map(|(index, &entry)| Node { index, entry })
    }

    /// Keys and values of an object, in order, duplicates included. A last key whose value is missing (after a
    /// failure) is left out. Nothing for other kinds.
    pub fn members(&self, object: Node) -> impl Iterator<Item = (Node, Node)> {
        let mut children = self.children(object, Kind::Object);
        iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// Elements of an array, in order. Nothing for other kinds.
    pub fn elements(&self, array: Node) -> impl Iterator<Item = Node> {
        self.children(array, Kind::Array)
    }

    /// The raw text of a node. For a number this is its value: it is never rounded.
    #[must_use]
    pub fn slice(&self, node: Node) -> &'a str {
        self.text.get(node.range()).unwrap_or("")
    }

    /// What stands between the quotes of a string or key, not decoded. The raw text for other kinds and bare keys.
    #[must_use]
    pub fn inner(&self, node: Node) -> &'a str {
        let raw = self.slice(node);
        let Some(mark) = raw.chars().next().filter(|&c| string::is_mark(c)) else { return raw };
        let end = if node.is_cut() { raw.len() } else { raw.len() - mark.len_utf8() };
        raw.get(mark.len_utf8()..end).unwrap_or("")
    }

    /// The decoded text of a string or key, borrowed when no escape stands in it. The raw text for other kinds. An
    /// escape that a cut went through is left out.
    #[must_use]
    pub fn text(&self, node: Node) -> Cow<'a, str> {
        let inner = self.inner(node);
        if node.entry.escaped { Cow::Owned(string::decode(inner)) } else { Cow::Borrowed(inner) }
    }

    /// The slips that were tolerated, in the order of their first byte. Empty in strict mode.
    #[must_use]
    pub fn slips(&self) -> &[Slip] {
        &self.slips
    }

    /// Keys of an object that say the same when decoded: the first of them with each later one.
    #[must_use]
    pub fn duplicates(&self, object: Node) -> Vec<(Node, Node)> {
        let mut first = BTreeMap::new();
        self.members(object)
            .filter_map(|(key, _)| {
                let earlier = *first.entry(self.text(key)).or_insert(key);
                (earlier != key).then_some((earlier, key))
            })
            .collect()
    }

    fn node(&self, index: u32) -> Option<Node> {
        self.entries.get(index as usize).map(|&entry| Node { index, entry })
    }

    fn children(&self, parent: Node, kind: Kind) -> impl Iterator<Item = Node> {
        let behind = if parent.kind() == kind { parent.entry.next } else { 0 };
        let mut index = parent.index + 1;
        iter::from_fn(move || {
            let child = self.node(index).filter(|_| index < behind)?;
            index = child.entry.next;
            Some(child)
        })
    }
}
