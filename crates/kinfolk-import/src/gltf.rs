//! The node tree of a glTF file, text or binary, seen from one side.
//!
//! Each node becomes an entity with the part of its transform that lies in the plane; the rest
//! is a loss, and so are meshes, cameras, skins and everything else that hangs on a node. The
//! default scene is imported, or all nodes that nobody has as a child if there are no scenes.

mod plane;
mod source;

use ::gltf::json::{Root, scene::Node};
use kinfolk_scene::{Document, Entity, Field, Place2};

use crate::entities::{self, Taken};
use crate::limits::MOST_ENTITIES;
use crate::report::{Imported, Loss, MOST_PROBLEMS, Problem, Problems};
use crate::shown::{self, Shown};

pub use plane::{NoPlane, Plane};
use source::Source;

/// Keys of a node that an entity has, too.
const IMPORTED: [&str; 6] = [
    "children",
    "matrix",
    "name",
    "rotation",
    "scale",
    "translation",
];

/// Imports the nodes of a glTF file, `.gltf` or `.glb`.
///
/// ```
/// use kinfolk_import::{Plane, gltf};
///
/// let ship = br#"{
///     "asset": { "version": "2.0" },
///     "nodes": [
///         { "name": "Ship", "translation": [3, 4, 0], "children": [1] },
///         { "name": "Mast", "translation": [0, 2, 7] }
///     ]
/// }"#;
/// let imported = gltf("ship.gltf", ship, Plane::Xy)?;
///
/// assert_eq!(imported.document.entities[0].children[0].id.as_deref(), Some("Mast"));
/// assert_eq!(imported.losses[0].to_string(), "ship.gltf:5:42: Mast: its place is 7 away from the plane");
/// # Ok::<(), kinfolk_import::Problems>(())
/// ```
///
/// # Errors
/// What is no glTF 2, and nodes that are no tree.
pub fn gltf(file: &str, bytes: &[u8], plane: Plane) -> Result<Imported, Problems> {
    let mut source = Source::new(file, bytes)?;
    let root: Root = source.read()?;
    source.index();
    if !root.asset.version.starts_with("2.") {
        let problem = Problem {
            place: source.at_key("asset"),
            message: format!("this is glTF {}", root.asset.version),
            help: Some("glTF 2 can be imported; export it again".to_owned()),
        };
        return Err(problem.into());
    }
    let mut importer = Importer {
        source,
        root: &root,
        plane,
        losses: Vec::new(),
        problems: Vec::new(),
        ids: Taken::default(),
    };
    let roots = importer.roots()?;
    importer.tree(roots)
}

struct Importer<'a> {
    source: Source<'a>,
    root: &'a Root,
    plane: Plane,
    losses: Vec<Loss>,
    problems: Vec<Problem>,
    ids: Taken,
}

impl Importer<'_> {
    /// The nodes that the scene starts from, once it is certain that they are trees.
    fn roots(&mut self) -> Result<Vec<usize>, Problems> {
        let count = self.root.nodes.len();
        if count as u64 > MOST_ENTITIES {
            let message = format!("there are {count} nodes, and {MOST_ENTITIES} can be imported");
            let place = self.source.at_key("nodes");
            return Err(problem(place, message, "split the file").into());
        }
        let mut parents = vec![None; count];
        for (index, node) in self.root.nodes.iter().enumerate() {
            for child in node.children.iter().flatten() {
                let child = child.value();
                let message = match parents.get(child).copied() {
                    None => format!("there is no node {child}"),
                    Some(Some(other)) => {
                        format!("node {child} is a child of node {other} already")
                    }
                    Some(None) => {
                        parents[child] = Some(index);
                        continue;
                    }
                };
                let help = "every node is the child of at most one other";
                self.problem_at(index, "children", message, help);
            }
        }
        self.check_loops(&parents);
        let roots = self.chosen_roots(&parents);
        Problems::or(std::mem::take(&mut self.problems), roots)
    }

    /// Nodes that are their own ancestors cannot be reached from any root.
    fn check_loops(&mut self, parents: &[Option<usize>]) {
        let mut is_rooted = vec![false; parents.len()];
        let roots = (0..parents.len()).filter(|&node| parents[node].is_none());
        let mut open: Vec<usize> = roots.collect();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut is_rooted[node], true) {
                continue;
            }
            let children = self.root.nodes[node].children.iter().flatten();
            let known = children.map(|child| child.value()).filter(|&child| {
                parents
                    .get(child)
                    .is_some_and(|parent| *parent == Some(node))
            });
            open.extend(known);
        }
        if let Some(node) = is_rooted.iter().position(|is_rooted| !is_rooted) {
            let mut chain = vec![node];
            let mut above = parents[node];
            while let Some(parent) = above.filter(|parent| !chain.contains(parent)) {
                chain.push(parent);
                above = parents[parent];
                if chain.len() > 10 {
                    break;
                }
            }
            let mut names: Vec<String> = chain.iter().rev().map(|&node| self.name(node)).collect();
            names.insert(0, self.name(node));
            let names = shown::chain(names.iter().map(String::as_str));
            let message = format!("nodes are each other's children: {names}");
            self.problem_at(node, "children", message, "take one of the links away");
        }
    }

    fn chosen_roots(&mut self, parents: &[Option<usize>]) -> Vec<usize> {
        let chosen = self.root.scene.map_or(0, |scene| scene.value());
        let Some(scene) = self.root.scenes.get(chosen) else {
            if self.root.scene.is_some() {
                let place = self.source.at_key("scene");
                let message = format!("there is no scene {chosen}");
                let help = "leave \"scene\" out, or name one of \"scenes\" by its index";
                self.problems.push(problem(place, message, help));
            }
            return (0..parents.len())
                .filter(|&node| parents[node].is_none())
                .collect();
        };
        let mut roots = Vec::with_capacity(scene.nodes.len());
        let mut taken = vec![false; parents.len()];
        for node in &scene.nodes {
            let node = node.value();
            let message = match parents.get(node) {
                None => format!("scene {chosen} names node {node}, which is not there"),
                Some(Some(parent)) => {
                    format!("scene {chosen} names node {node}, which is a child of node {parent}")
                }
                Some(None) if taken[node] => format!("scene {chosen} names node {node} twice"),
                Some(None) => {
                    taken[node] = true;
                    roots.push(node);
                    continue;
                }
            };
            let help = "a scene names nodes that are nobody's children";
            let place = self.source.at_key("scenes");
            self.problems.push(problem(place, message, help));
        }
        for (node, parent) in parents.iter().enumerate() {
            if parent.is_none() && !taken[node] {
                self.lose(node, "", "it is not in the scene".to_owned());
            }
        }
        roots
    }

    /// Parents before children, children in their order.
    fn tree(mut self, roots: Vec<usize>) -> Result<Imported, Problems> {
        let mut entities: Vec<Entity> = Vec::new();
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        open.extend(roots.into_iter().rev().map(|root| (root, None)));
        while let Some((node, parent)) = open.pop() {
            let above = parent.and_then(|parent: usize| entities[parent].id.clone());
            let entity = self.entity(node, above);
            let index = entities.len();
            entities.push(entity);
            let children = self.root.nodes[node].children.iter().flatten().rev();
            open.extend(children.map(|child| (child.value(), Some(index))));
        }
        if !self.root.animations.is_empty() {
            self.losses.push(Loss {
                place: self.source.at_key("animations"),
                node: "the file".to_owned(),
                what: "`animations` are not imported".to_owned(),
            });
        }
        self.losses.sort_by_key(|loss| loss.place.start());
        let document = Document {
            version: Some(1),
            entities,
            ..Document::default()
        };
        let imported = Imported {
            document: document.to_nested(),
            losses: self.losses,
        };
        Problems::or(self.problems, imported)
    }

    fn entity(&mut self, index: usize, parent: Option<kinfolk_scene::Text>) -> Entity {
        let node = &self.root.nodes[index];
        let name = self.name(index);
        let id = self.ids.name(&name);
        for (key, place) in self.source.keys_of_node(index) {
            if !IMPORTED.contains(&key.as_str()) {
                self.losses.push(Loss {
                    place,
                    node: Shown(&name).to_string(),
                    what: format!("`{key}` is not imported"),
                });
            }
        }
        let transform = self.transform(index, node);
        Entity {
            name: (id != name).then(|| name.into()),
            id: Some(id),
            parent,
            transform,
            ..Entity::default()
        }
    }

    fn transform(&mut self, index: usize, node: &Node) -> Field<Place2> {
        let seen = match self.plane.look(node) {
            Ok(seen) => seen,
            Err((key, message)) => {
                let help = "write finite numbers, and a rotation that is not all zeros";
                self.problem_at(index, key, message, help);
                return Field::Absent;
            }
        };
        for (key, what) in seen.lost {
            self.lose(index, key, what);
        }
        entities::place(&seen.local)
    }

    fn name(&self, index: usize) -> String {
        let name = self.root.nodes[index].name.as_deref();
        match name {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => format!("node{index}"),
        }
    }

    fn lose(&mut self, index: usize, key: &str, what: String) {
        self.losses.push(Loss {
            place: self.source.at_node(index, key),
            node: Shown(&self.name(index)).to_string(),
            what,
        });
    }

    fn problem_at(&mut self, index: usize, key: &str, message: String, help: &str) {
        if self.problems.len() < MOST_PROBLEMS {
            let place = self.source.at_node(index, key);
            self.problems.push(problem(place, message, help));
        }
    }
}

fn problem(place: crate::Place, message: String, help: &str) -> Problem {
    Problem {
        place,
        message,
        help: Some(help.to_owned()),
    }
}
