//! The short way from one state to the next, if steps have been about a few entities.
//!
//! Plan, scene and forest are changed in that region alone, in the order that never makes a loop
//! and never takes somebody along who stays: first everybody gets the right parent, then
//! those who are gone are removed, then siblings are brought into order.

use kinfolk::{Forest, Node2, NodeId, Spot};

use crate::capture;
use crate::document::Document;
use crate::edit::{Address, Trace, id_at};
use crate::plan::{NONE, Planned};
use crate::scene::Scene;

use super::Touched;
use super::compare::spot_after;
use super::region::{Link, Member, Region};

/// Makes the forest what comes out of the document now. `None` if it is not that simple, and
/// then nothing is changed.
pub(super) fn follow(
    document: &Document,
    scene: &mut Scene,
    forest: &mut Forest<Node2>,
    trace: &Trace,
) -> Option<Touched> {
    let region = Region::new(document, scene, forest, trace)?;
    let way = ShortWay {
        places: region.places(scene),
        has_moved: vec![false; region.twins.len()],
        touched: Touched::default(),
        document,
        scene,
        forest,
        region,
    };
    Some(way.go())
}

struct ShortWay<'a> {
    document: &'a Document,
    scene: &'a mut Scene,
    forest: &'a mut Forest<Node2>,
    region: Region,
    /// Where the few are in the plan.
    places: Vec<u32>,
    /// Which of them are not where they were.
    has_moved: Vec<bool>,
    touched: Touched,
}

impl Region {
    /// The places of the few: those of their twins, and new ones.
    fn places(&self, scene: &Scene) -> Vec<u32> {
        let mut next = scene.plan.nodes.len() as u32;
        let place = |&twin: &u32| match twin {
            NONE => {
                next += 1;
                next - 1
            }
            twin => twin,
        };
        self.twins.iter().map(place).collect()
    }
}

impl ShortWay<'_> {
    fn go(mut self) -> Touched {
        self.note_changed();
        for &old in &self.region.old {
            self.scene.unlist_id(old);
        }
        let planned = self.planned();
        self.link(&planned);
        for &place in &self.places {
            self.scene.list_id(place);
        }
        self.remove();
        self.sort_parts();
        self.sort_members();
        self.vacate();
        self.scene.plan.total = self.region.total;
        self.scene.trim();
        self.touched.sort(self.forest);
        self.touched
    }

    /// Lists those that are different in another way than by their place.
    fn note_changed(&mut self) {
        let (plan, few) = (&self.scene.plan, &self.region.few);
        for (index, planned) in few.nodes.iter().enumerate() {
            let Some(before) = plan.nodes.get(self.region.twins[index] as usize) else {
                continue;
            };
            let same = !self.region.renamed[index]
                && before.written == planned.written
                && before.template == planned.template
                && capture::same(&before.value, &planned.value)
                && plan.names[before.name as usize] == few.names[planned.name as usize]
                && plan.looks[before.look as usize] == few.looks[planned.look as usize];
            if !same {
                let node = self.scene.nodes[self.region.twins[index] as usize];
                self.touched.changed.push(node);
            }
        }
    }

    /// The few in terms of the plan.
    fn planned(&mut self) -> Vec<Planned> {
        let plan = &mut self.scene.plan;
        let few = &mut self.region.few;
        let (names, looks) = (plan.names.len() as u32, plan.looks.len() as u32);
        plan.names.append(&mut few.names);
        plan.looks.append(&mut few.looks);
        let mut planned: Vec<Planned> = few.nodes.clone();
        for planned in &mut planned {
            planned.name += names;
            planned.look += looks;
            if planned.id != NONE {
                planned.id += names;
            }
            if planned.parent != NONE {
                planned.parent = self.places[planned.parent as usize];
            }
        }
        for member in &self.region.members {
            let planned = &mut planned[member.start as usize];
            planned.flat = member.is_flat;
            planned.parent = match member.parent {
                Link::Nobody => NONE,
                Link::Few(few) => self.places[few as usize],
                Link::Outside(place) => place,
            };
        }
        planned
    }

    /// Gives everybody the right parent and the right value.
    fn link(&mut self, planned: &[Planned]) {
        // New places have to be given out in order, and parents have to be there first.
        let mut nodes: Vec<Option<NodeId>> = vec![None; planned.len()];
        let starts: Vec<u32> = self
            .region
            .members
            .iter()
            .map(|member| member.start)
            .collect();
        let owner = |few: u32| starts.partition_point(|&start| start <= few) - 1;
        for first in 0..self.region.members.len() {
            let mut waiting = Vec::new();
            let mut member = Some(first);
            while let Some(index) = member {
                let Member { start, parent, .. } = self.region.members[index];
                if nodes[start as usize].is_some() {
                    break;
                }
                waiting.push(index);
                member = match parent {
                    Link::Few(few) => Some(owner(few)),
                    Link::Nobody | Link::Outside(_) => None,
                };
            }
            for index in waiting.into_iter().rev() {
                let end = starts
                    .get(index + 1)
                    .map_or(planned.len(), |&end| end as usize);
                for few in starts[index] as usize..end {
                    let parent = match (self.region.few.nodes[few].parent, planned[few].parent) {
                        (NONE, NONE) => None,
                        (NONE, _) => match self.region.members[index].parent {
                            Link::Few(few) => nodes[few as usize],
                            Link::Outside(place) => Some(self.scene.nodes[place as usize]),
                            Link::Nobody => None,
                        },
                        (parent, _) => nodes[parent as usize],
                    };
                    nodes[few] = Some(self.link_one(few, parent, &planned[few]));
                }
            }
        }
        let mut settled: Vec<usize> = (0..planned.len()).collect();
        settled.sort_unstable_by_key(|&few| self.places[few]);
        for few in settled {
            if let Some(node) = nodes[few] {
                self.scene.settle(self.places[few], node, planned[few]);
            }
        }
    }

    fn link_one(&mut self, few: usize, parent: Option<NodeId>, planned: &Planned) -> NodeId {
        let twin = self.region.twins[few];
        let Some(before) = self.scene.plan.nodes.get(twin as usize) else {
            let Ok(node) = self.forest.plant_at(Spot::from(parent), planned.value) else {
                unreachable!("values are finite, and parents are planted")
            };
            self.has_moved[few] = true;
            self.touched.planted.push(node);
            return node;
        };
        let node = self.scene.nodes[twin as usize];
        if self.forest.parent(node) != parent {
            let attached = self.forest.attach(node, Spot::from(parent));
            debug_assert!(attached.is_ok(), "there are no loops");
            self.has_moved[few] = true;
        }
        if !capture::same(&before.value, &planned.value) {
            let written = self.forest.set(node, planned.value);
            debug_assert!(written.is_ok(), "values are finite");
        }
        node
    }

    fn remove(&mut self) {
        for &gone in &self.region.gone {
            let node = self.scene.nodes[gone as usize];
            self.touched.gone.push(node);
            if self.forest.contains(node) {
                let removed = self.forest.remove(node);
                debug_assert!(removed.is_ok(), "it is there");
            }
        }
    }

    /// Brings parts into order: they come before what is written.
    fn sort_parts(&mut self) {
        let mut last: Vec<Option<NodeId>> = vec![None; self.places.len()];
        for few in 0..self.places.len() {
            let parent = self.region.few.nodes[few].parent;
            if parent == NONE {
                continue;
            }
            let node = self.node(few);
            let before = last[parent as usize].replace(node);
            let parent = self.node(parent as usize);
            self.place_behind(few, before, Some(parent));
        }
    }

    /// Brings entities into the order of the document.
    fn sort_members(&mut self) {
        for index in 0..self.region.members.len() {
            let few = self.region.members[index].start as usize;
            let node = self.node(few);
            let parent = self.forest.parent(node);
            let before = self.before(index, node, parent);
            self.place_behind(few, before, parent);
        }
        let moved = self.has_moved.iter().enumerate();
        let moved = moved.filter(|(_, has_moved)| **has_moved);
        self.touched.moved = moved.map(|(few, _)| self.node(few)).collect();
    }

    /// Who comes before an entity among its siblings, of those that are in order.
    fn before(&self, index: usize, node: NodeId, parent: Option<NodeId>) -> Option<NodeId> {
        let member = &self.region.members[index];
        let own = member.address.path.last().copied().unwrap_or(0);
        let Some(parent) = parent else {
            return self.root_before(own);
        };
        if member.is_flat {
            return self.flat_before(own, node, parent);
        }
        match own.checked_sub(1) {
            Some(before) => {
                let mut path = member.address.path.clone();
                path.pop();
                path.push(before);
                self.node_at(&Address::written(path))
            }
            None => self.last_part(parent),
        }
    }

    /// The root that comes before the entity with this index.
    fn root_before(&self, index: usize) -> Option<NodeId> {
        let entities = &self.document.entities[..index];
        let root = entities
            .iter()
            .rposition(|entity| entity.parent.is_none())?;
        self.node_at(&Address::top(root))
    }

    /// Who comes before an entity that has this index and names its parent.
    fn flat_before(&self, index: usize, node: NodeId, parent: NodeId) -> Option<NodeId> {
        if index + 1 == self.document.entities.len() {
            // The last of all: behind whoever is there.
            let mut children = self.forest.children(parent);
            return children.rfind(|&child| child != node);
        }
        let mut best = (None, None);
        for child in self.forest.children(parent).filter(|&child| child != node) {
            let Some(place) = self.scene.place_of(child) else {
                continue;
            };
            let rank = match self.scene.plan.nodes[place as usize].flat {
                false => None,
                true => match self.scene.address(self.document, place) {
                    Some(address) if address.path[0] < index => Some(address.path[0]),
                    _ => continue,
                },
            };
            if best.1.is_none() || rank >= best.0 {
                best = (rank, Some(child));
            }
        }
        best.1
    }

    fn last_part(&self, parent: NodeId) -> Option<NodeId> {
        let children = self.forest.children(parent);
        let parts = children.take_while(|&child| !self.scene.is_written(child));
        parts.last()
    }

    fn node_at(&self, address: &Address) -> Option<NodeId> {
        self.scene.node(&id_at(self.document, address)?)
    }

    fn node(&self, few: usize) -> NodeId {
        self.scene.nodes[self.places[few] as usize]
    }

    fn place_behind(&mut self, few: usize, before: Option<NodeId>, parent: Option<NodeId>) {
        let node = self.node(few);
        if self.forest.previous_sibling(node) != before {
            let moved = self.forest.attach(node, spot_after(before, parent));
            debug_assert!(moved.is_ok(), "a sibling can go beside a sibling");
            self.has_moved[few] = true;
        }
    }

    /// Gives back the places of those that are gone.
    fn vacate(&mut self) {
        let mut gone = std::mem::take(&mut self.region.gone);
        gone.sort_unstable();
        for place in gone.into_iter().rev() {
            self.scene.vacate(place, self.forest);
        }
    }
}
