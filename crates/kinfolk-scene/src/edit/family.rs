//! Edits of who there is and whose child they are.

use std::collections::{HashMap, HashSet};

use kinfolk::NodeId;

use crate::document::Entity;
use crate::json::{Json, Text};
use crate::keys::Holder;
use crate::read::MOST_NESTED_ENTITIES;
use crate::scene::Scene;

use super::step::{Address, Step};
use super::work_out::{Desk, Found, out_of_slot, refuse_no_name, unwritten};
use super::{Children, EditRefused, Keep};

impl Desk<'_> {
    pub(super) fn add(
        &mut self,
        entity: &Json,
        parent: Option<&str>,
        index: Option<usize>,
    ) -> Result<(), EditRefused> {
        let holder = match parent {
            Some(_) if entity.get("id").is_none() => Holder::Child,
            _ => Holder::Entity,
        };
        let entity = Self::read_entity(entity, holder)?;
        self.put_below(entity, parent, index)
    }

    /// Puts an entity below `parent`: inside, if that is written, else beside it.
    fn put_below(
        &mut self,
        mut entity: Entity,
        parent: Option<&str>,
        index: Option<usize>,
    ) -> Result<(), EditRefused> {
        let room = Room {
            parent,
            above: match parent.and_then(|parent| self.address(parent).ok()) {
                Some(above) => Some((self.entity(&above)?.children.len(), above)),
                None => None,
            },
            tops: self.document.entities.len(),
        };
        let height = Self::height(&entity);
        let address = room.find(&mut entity, height, index);
        self.take(Step::Put(address, Box::new(entity)))
    }

    /// Takes the entity at `from` below `parent`, which is written at `above` if anywhere, and gives
    /// it other contents. Says where the parent is afterwards.
    fn rehome(
        &mut self,
        from: Address,
        mut entity: Entity,
        parent: Option<&str>,
        above: Option<Address>,
        index: Option<usize>,
    ) -> Result<Option<Address>, EditRefused> {
        let whole = self.entity(&from)?;
        let (height, before) = (Self::height(whole), whole.alone());
        let siblings = match &above {
            Some(above) => {
                self.entity(above)?.children.len() - usize::from(from.is_child_of(above))
            }
            None => 0,
        };
        let above = above.and_then(|above| above.without(&from));
        let room = Room {
            parent,
            above: above.clone().map(|above| (siblings, above)),
            tops: self.document.entities.len() - usize::from(from.path.len() == 1),
        };
        let to = room.find(&mut entity, height, index);
        if before != entity {
            self.take(Step::Change(from.clone(), Box::new(entity)))?;
        }
        if from != to {
            self.take(Step::Move(from, to))?;
        }
        Ok(above)
    }

    pub(super) fn remove(&mut self, id: &str, children: Children) -> Result<(), EditRefused> {
        let found = self.find(id)?;
        let node = found.node();
        if children != Children::Remove {
            if let Found::Part { .. } = found {
                return Err(EditRefused::IsPart {
                    id: id.to_owned(),
                    help: "unpack its instance first",
                });
            }
            let keep = match children {
                Children::KeepLocal => Keep::Local,
                _ => Keep::World,
            };
            let above = self
                .forest
                .parent(node)
                .and_then(|above| self.scene.id(above));
            let heirs = self.heirs(node);
            self.move_all(&heirs, above.as_deref(), None, keep)?;
        }
        self.remove_flat_below(node, children != Children::Remove)?;
        match found {
            Found::Written { .. } => {
                let address = self.address(id)?;
                self.take(Step::Take(address))
            }
            Found::Part { owner, path, .. } => {
                let key = ["overrides".into(), Text::from(path)];
                self.set_written(&owner, &key, Some(&Json::Null))
            }
        }
    }

    /// The written children of a node, and of the parts of its template.
    fn heirs(&self, node: NodeId) -> Vec<Text> {
        let mut heirs = Vec::new();
        let mut below = self.forest.descendants(node);
        while let Some(node) = below.next() {
            if self.scene.is_written(node) {
                heirs.extend(self.scene.id(node).map(Text::from));
                below.prune();
            }
        }
        heirs
    }

    /// Removes the entities beside, not inside, that hang below a node; not those that have gone
    /// elsewhere by now if some were `moved`.
    fn remove_flat_below(&mut self, node: NodeId, moved: bool) -> Result<(), EditRefused> {
        if moved {
            return Ok(());
        }
        let mut doomed = Vec::new();
        for flat in self.flat_below(node) {
            let address = self.address(&self.scene.plan.id(flat))?;
            doomed.push(address.path[0]);
        }
        doomed.sort_unstable();
        if doomed.is_empty() {
            return Ok(());
        }
        self.take(Step::TakeAll(doomed))
    }

    pub(super) fn move_all(
        &mut self,
        ids: &[Text],
        parent: Option<&str>,
        index: Option<usize>,
        keep: Keep,
    ) -> Result<(), EditRefused> {
        let to = match parent {
            Some(parent) => Some(self.find(parent)?.node()),
            None => None,
        };
        let mut index = index;
        for id in ids {
            let Found::Written { node, .. } = self.find(id)? else {
                return Err(EditRefused::IsPart {
                    id: id.to_string(),
                    help: "unpack its instance first",
                });
            };
            if to == Some(node) || to.is_some_and(|to| self.forest.is_ancestor_of(node, to)) {
                return Err(EditRefused::Senseless(format!(
                    "\"{id}\" cannot go below itself"
                )));
            }
            let value = match keep {
                Keep::World => self.value_in_place(node, to)?,
                Keep::Local => self.forest.value(node).unwrap_or_default(),
            };
            let address = self.address(id)?;
            let mut entity = self.entity(&address)?.alone();
            let old_parent = self.forest.parent(node);
            if old_parent != to {
                entity.id = Some(id.clone());
                if let Some(look) = self.scene.fields(node) {
                    let old = self.forest.value(node).unwrap_or_default();
                    out_of_slot(&mut entity, &old, look);
                    if keep == Keep::World {
                        crate::capture::rewrite(&mut entity, look, old, value);
                    }
                }
            }
            let above = parent.and_then(|parent| self.address(parent).ok());
            self.rehome(address, entity, parent, above, index)?;
            index = index.map(|index| index + 1);
        }
        Ok(())
    }

    pub(super) fn wrap(&mut self, ids: &[Text], to: &str) -> Result<(), EditRefused> {
        refuse_no_name(to)?;
        let Some(first) = ids.first() else {
            return Err(EditRefused::Senseless("nobody to wrap".to_owned()));
        };
        let Found::Written { address, node } = self.find(first)? else {
            return Err(EditRefused::IsPart {
                id: first.to_string(),
                help: "unpack its instance first",
            });
        };
        let above = self.forest.parent(node);
        for id in ids {
            let node = self.find(id)?.node();
            if self.forest.parent(node) != above {
                return Err(EditRefused::Senseless(format!(
                    "\"{id}\" is no sibling of \"{first}\""
                )));
            }
        }
        let is_flat = self.entity(&address)?.parent.clone();
        let wrapper = Entity {
            id: Some(to.into()),
            parent: is_flat,
            ..Entity::default()
        };
        self.take(Step::Put(address.clone(), Box::new(wrapper)))?;
        let mut wrapper = Some(address);
        for id in ids {
            let Found::Written { node, .. } = self.find(id)? else {
                return Err(EditRefused::IsPart {
                    id: id.to_string(),
                    help: "unpack its instance first",
                });
            };
            let address = self.address(id)?;
            let mut entity = self.entity(&address)?.alone();
            entity.id = Some(id.clone());
            if let Some(look) = self.scene.fields(node) {
                let value = self.forest.value(node).unwrap_or_default();
                out_of_slot(&mut entity, &value, look);
            }
            wrapper = self.rehome(address, entity, Some(to), wrapper, None)?;
        }
        Ok(())
    }

    pub(super) fn rename(&mut self, id: &str, to: &str) -> Result<(), EditRefused> {
        refuse_no_name(to)?;
        let Found::Written { address, node } = self.find(id)? else {
            return Err(EditRefused::IsPart {
                id: id.to_owned(),
                help: "rename the child of the template",
            });
        };
        let mut entity = self.entity(&address)?.alone();
        let new_id = if entity.id.is_some() {
            entity.id = Some(to.into());
            to.to_owned()
        } else {
            entity.name = Some(to.into());
            let above = self
                .forest
                .parent(node)
                .and_then(|above| self.scene.id(above));
            format!("{}_{to}", above.unwrap_or_default())
        };
        self.take(Step::Change(address, Box::new(entity)))?;
        self.follow(node, id, &new_id)
    }

    /// Lets entities that name `id`, or what has its id from there, follow it to `new_id`.
    fn follow(&mut self, node: NodeId, id: &str, new_id: &str) -> Result<(), EditRefused> {
        let plan = &self.scene.plan;
        let mut followers: Vec<(usize, Text)> = Vec::new();
        // Those whose ids begin with this one: itself, and whoever has no id of its own.
        let mut open = vec![node];
        while let Some(above) = open.pop() {
            for child in self.forest.children(above) {
                let Some(place) = self.scene.place_of(child) else {
                    continue;
                };
                let planned = &plan.nodes[place as usize];
                if planned.flat {
                    let index = self.address(&plan.id(place))?.path[0];
                    let parent = self.document.entities[index].parent.as_deref();
                    let rest = parent.and_then(|parent| parent.strip_prefix(id));
                    let parent = format!("{new_id}{}", rest.unwrap_or_default());
                    followers.push((index, parent.into()));
                } else if planned.id == crate::plan::NONE {
                    open.push(child);
                }
            }
        }
        followers.sort_unstable_by_key(|&(index, _)| index);
        for (index, parent) in followers {
            let mut entity = self.document.entities[index].alone();
            entity.parent = Some(parent);
            self.take(Step::Change(Address::top(index), Box::new(entity)))?;
        }
        Ok(())
    }

    pub(super) fn duplicate(&mut self, id: &str, to: Option<&str>) -> Result<(), EditRefused> {
        to.map_or(Ok(()), refuse_no_name)?;
        let Found::Written { address, node } = self.find(id)? else {
            return Err(EditRefused::IsPart {
                id: id.to_owned(),
                help: "unpack its instance first",
            });
        };
        let mut free = FreeIds::new(self.scene);
        let new_id = match to {
            Some(to) => free.given(to),
            None => free.like(id),
        };
        let mut copy = unwritten(self.entity(&address)?.clone());
        if copy.name.is_some() && copy.id.is_none() {
            copy.name = None;
        }
        copy.id = Some(new_id.as_str().into());
        let mut renamed = vec![(id.to_owned(), new_id)];
        rename_inside(&mut copy, &mut free, &mut renamed);
        let mut beside = address;
        if let Some(last) = beside.path.last_mut() {
            *last += 1;
        }
        self.take(Step::Put(beside, Box::new(copy)))?;
        self.duplicate_flat(node, free, renamed)
    }

    /// Copies the entities beside that hang below a node.
    fn duplicate_flat(
        &mut self,
        node: NodeId,
        mut free: FreeIds<'_>,
        mut renamed: Vec<(String, String)>,
    ) -> Result<(), EditRefused> {
        for flat in self.flat_below(node) {
            let id = self.scene.plan.id(flat);
            let address = self.address(&id)?;
            let entity = self.entity(&address)?;
            let parent = entity.parent.clone().unwrap_or_default();
            let mut copy = unwritten(entity.clone());
            let new = free.like(&id);
            copy.id = Some(new.as_str().into());
            copy.parent = Some(renamed_id(&parent, &renamed).into());
            renamed.push((id, new));
            rename_inside(&mut copy, &mut free, &mut renamed);
            let last = self.document.entities.len();
            self.take(Step::Put(Address::top(last), Box::new(copy)))?;
        }
        Ok(())
    }
}

/// Where there is room for an entity.
struct Room<'p> {
    /// The id of its parent.
    parent: Option<&'p str>,
    /// How many siblings are written inside of the parent, and where that is.
    above: Option<(usize, Address)>,
    /// How many entities the document lists.
    tops: usize,
}

impl Room<'_> {
    /// The place among the siblings, if the parent is written and not too deep; else at the end of
    /// the document, and then the entity names its parent.
    fn find(self, entity: &mut Entity, height: usize, index: Option<usize>) -> Address {
        entity.parent = None;
        if let Some((siblings, above)) = self.above {
            let address = above.child(index.unwrap_or(siblings).min(siblings));
            if address.path.len() + height <= MOST_NESTED_ENTITIES {
                return address;
            }
        }
        let Some(parent) = self.parent else {
            return Address::top(index.unwrap_or(self.tops).min(self.tops));
        };
        if entity.id.is_none() {
            let name = entity.name.as_deref().unwrap_or_default();
            entity.id = Some(format!("{parent}_{name}").into());
        }
        entity.parent = Some(parent.into());
        Address::top(self.tops)
    }
}

/// Ids that nobody has: not before the edit, and not by the edit.
struct FreeIds<'s> {
    scene: &'s Scene,
    given: HashSet<String>,
    /// The number that was given out last, by what comes before it.
    last: HashMap<String, u64>,
}

impl<'s> FreeIds<'s> {
    fn new(scene: &'s Scene) -> Self {
        Self {
            scene,
            given: HashSet::new(),
            last: HashMap::new(),
        }
    }

    /// This one, which is not free from now on.
    fn given(&mut self, id: &str) -> String {
        self.given.insert(id.to_owned());
        id.to_owned()
    }

    /// One like this one, with a higher number.
    fn like(&mut self, id: &str) -> String {
        let digits = id.len()
            - id.trim_end_matches(|last: char| last.is_ascii_digit())
                .len();
        let (stem, number) = match id[id.len() - digits..].parse::<u32>() {
            Ok(number) => (id[..id.len() - digits].to_owned(), u64::from(number)),
            Err(_) => (format!("{id}_"), 1),
        };
        let last = self.last.get(&stem).copied().unwrap_or(0);
        let is_taken = |number: u64| {
            let id = format!("{stem}{number}");
            self.scene.node(&id).is_some() || self.given.contains(&id)
        };
        // Numbers are mostly taken without gaps, so the end of a run is looked for in leaps.
        let mut taken = number.max(last);
        let mut leap = 1;
        while is_taken(taken + leap) {
            taken += leap;
            leap *= 2;
        }
        let mut number = taken + leap;
        while number - taken > 1 {
            let middle = taken + (number - taken) / 2;
            match is_taken(middle) {
                true => taken = middle,
                false => number = middle,
            }
        }
        let free = format!("{stem}{number}");
        self.last.insert(stem, number);
        self.given(&free)
    }
}

/// Gives what is nested in a copy and has an id of its own another one.
fn rename_inside(copy: &mut Entity, free: &mut FreeIds<'_>, renamed: &mut Vec<(String, String)>) {
    let mut open: Vec<&mut Entity> = copy.children.iter_mut().rev().collect();
    while let Some(entity) = open.pop() {
        if let Some(id) = &entity.id {
            let new = free.like(id);
            renamed.push((id.to_string(), new.clone()));
            entity.id = Some(new.into());
        }
        open.extend(entity.children.iter_mut().rev());
    }
}

/// The id that follows from the longest renamed beginning.
fn renamed_id(id: &str, renamed: &[(String, String)]) -> String {
    let longest = renamed
        .iter()
        .filter(|(old, _)| {
            id.strip_prefix(old.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        })
        .max_by_key(|(old, _)| old.len());
    match longest {
        Some((old, new)) => format!("{new}{}", &id[old.len()..]),
        None => id.to_owned(),
    }
}
