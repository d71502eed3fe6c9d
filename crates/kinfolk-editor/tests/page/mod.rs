//! A page as a test has it: it hears frames and knows what they say, naively.

#![allow(dead_code, reason = "every test uses another part of it")]

use std::collections::BTreeMap;

use kinfolk_editor::protocol::Frame;
use serde_json::Value;

/// What a page knows.
#[derive(Debug, Default)]
pub(crate) struct Page {
    rows: BTreeMap<u32, Row>,
    roots: Vec<u32>,
    strings: Vec<Value>,
    looks: Vec<Value>,
    tags: Vec<Value>,
    pub(crate) order: Vec<String>,
    order_keys: Vec<u32>,
    pub(crate) file: Value,
    pub(crate) problems: Value,
    pub(crate) templates: Value,
    pub(crate) at: usize,
    pub(crate) steps: usize,
    /// What runs, as far as a page of it was told: state, frame, and the lines of its log.
    pub(crate) play: Value,
    pub(crate) log: Vec<Value>,
}

#[derive(Debug, Default, Clone)]
struct Row {
    columns: BTreeMap<&'static str, Value>,
    children: Vec<u32>,
    parent: i64,
    world: Vec<u8>,
}

impl Page {
    pub(crate) fn new(frames: &[Frame]) -> Self {
        let mut page = Self::default();
        page.hear(frames);
        page
    }

    pub(crate) fn hear(&mut self, frames: &[Frame]) {
        for frame in frames {
            match frame {
                Frame::Text(text) => self.hear_text(serde_json::from_str(text).unwrap()),
                Frame::Binary(bytes) => self.hear_binary(bytes),
            }
        }
        self.order = self
            .order_keys
            .iter()
            .map(|key| self.rows[key].columns["ids"].as_str().unwrap().to_owned())
            .collect();
    }

    fn hear_text(&mut self, message: Value) {
        match message["is"].as_str().unwrap() {
            "file" => self.file = message,
            "problems" => self.problems = message,
            "templates" => self.templates = message,
            "history" => {
                self.at = message["at"].as_u64().unwrap() as usize;
                let names = message["names"].as_array().unwrap().len();
                self.steps = message["first"].as_u64().unwrap() as usize + names;
            }
            "play" => self.play = message,
            "log" => {
                if message["anew"] == true {
                    self.log.clear();
                }
                self.log
                    .extend(message["lines"].as_array().unwrap().clone());
            }
            "reply" => {}
            other => panic!("nobody knows {other}"),
        }
    }

    fn hear_binary(&mut self, bytes: &[u8]) {
        let length = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        let message: Value = serde_json::from_slice(&bytes[4..4 + length]).unwrap();
        let numbers = &bytes[(4 + length).next_multiple_of(4)..];
        match message["is"].as_str().unwrap() {
            "order" => {
                let keys = numbers.chunks(4);
                self.order_keys = keys
                    .map(|key| u32::from_le_bytes(key.try_into().unwrap()))
                    .collect();
                return;
            }
            "scene" => {
                let (at, steps) = (self.at, self.steps);
                let (file, problems) = (self.file.take(), self.problems.take());
                let (play, log) = (self.play.take(), std::mem::take(&mut self.log));
                let templates = self.templates.take();
                *self = Self {
                    at,
                    steps,
                    file,
                    problems,
                    play,
                    log,
                    templates,
                    ..Self::default()
                };
                self.tables(&message);
                for key in self.columns(&message) {
                    let parent = self.rows[&key].parent;
                    self.list(parent).push(key);
                }
            }
            "changed" => {
                self.tables(&message);
                for key in keys(&message["gone"]) {
                    if let Some(row) = self.rows.remove(&key) {
                        // Its parent may be gone already.
                        if row.parent < 0 || self.rows.contains_key(&(row.parent as u32)) {
                            self.list(row.parent).retain(|&child| child != key);
                        }
                    }
                }
                self.columns(&message);
                let moved: Vec<Vec<i64>> =
                    serde_json::from_value(message["moved"].clone()).unwrap();
                for place in &moved {
                    let key = place[0] as u32;
                    self.roots.retain(|&root| root != key);
                    for row in self.rows.values_mut() {
                        row.children.retain(|&child| child != key);
                    }
                }
                for place in &moved {
                    let (key, parent, previous) = (place[0] as u32, place[1], place[2]);
                    let list = self.list(parent);
                    let at = match previous {
                        -1 => 0,
                        _ => {
                            1 + list
                                .iter()
                                .position(|&child| i64::from(child) == previous)
                                .unwrap_or_else(|| {
                                    panic!("{key} below {parent} behind {previous}: {message}")
                                })
                        }
                    };
                    list.insert(at, key);
                    self.rows.get_mut(&key).unwrap().parent = parent;
                }
            }
            other => panic!("nobody knows {other}"),
        }
        for (key, world) in keys(&message["worlds"]).iter().zip(numbers.chunks(32)) {
            self.rows.get_mut(key).unwrap().world = world.to_vec();
        }
    }

    fn tables(&mut self, message: &Value) {
        let all = |name: &str| message[name].as_array().unwrap().clone();
        if let Some(from) = message["from"].as_array() {
            let from = |index: usize| from[index].as_u64().unwrap() as usize;
            assert!(from(0) <= self.strings.len() && from(1) <= self.looks.len());
            self.strings.truncate(from(0));
            self.looks.truncate(from(1));
            self.tags.truncate(from(2));
        }
        self.strings.extend(all("strings"));
        self.looks.extend(all("looks"));
        self.tags.extend(all("tags"));
    }

    fn columns(&mut self, message: &Value) -> Vec<u32> {
        let keys = keys(&message["rows"]["keys"]);
        for (index, &key) in keys.iter().enumerate() {
            let row = self.rows.entry(key).or_default();
            for name in ["ids", "names", "templates", "looks", "tags"] {
                let value = message["rows"][name][index].clone();
                row.columns.insert(name, value);
            }
            row.parent = message["rows"]["parents"][index].as_i64().unwrap();
        }
        keys
    }

    fn list(&mut self, parent: i64) -> &mut Vec<u32> {
        match parent {
            -1 => &mut self.roots,
            _ => &mut self.rows.get_mut(&(parent as u32)).unwrap().children,
        }
    }

    /// Every row in tree order with all that is known about it, tables looked up.
    pub(crate) fn outline(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut open: Vec<(u32, i64)> = self.roots.iter().rev().map(|&root| (root, -1)).collect();
        while let Some((key, parent)) = open.pop() {
            let row = &self.rows[&key];
            assert_eq!(row.parent, parent, "{:?}", row.columns);
            let shared = |table: &[Value], name| match row.columns[name].as_i64().unwrap() {
                -1 => Value::Null,
                index => table[index as usize].clone(),
            };
            lines.push(format!(
                "{key} {parent} {} {} {} {} {} {:?}",
                row.columns["ids"],
                row.columns["names"],
                shared(&self.strings, "templates"),
                shared(&self.looks, "looks"),
                shared(&self.tags, "tags"),
                row.world,
            ));
            open.extend(
                row.children
                    .iter()
                    .rev()
                    .map(|&child| (child, i64::from(key))),
            );
        }
        assert_eq!(lines.len(), self.rows.len(), "every row hangs somewhere");
        lines
    }

    /// How many entries the tables have that rows share.
    pub(crate) fn shared(&self) -> usize {
        self.strings.len() + self.looks.len() + self.tags.len()
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        let id = |row: &Row| row.columns["ids"].as_str().unwrap().to_owned();
        self.rows.values().map(id).collect()
    }
}

fn keys(list: &Value) -> Vec<u32> {
    serde_json::from_value(list.clone()).unwrap()
}

/// Numbers that are always the same.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most.max(1)
    }

    pub(crate) fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}
