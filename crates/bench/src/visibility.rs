//! Half of a forest is hidden and shown again: what does that cost per node of that half?
//!
//! Bevy's own system is private to a crate that brings images, meshes and windows along,
//! so this is the same algorithm on Bevy's ECS: a system looks for entities whose
//! visibility was written or whose parent changed, and descends from there through their
//! children as long as anything changes.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;

use crate::measure::{Contestant, Effort, Figure};
use crate::peers::Peer;
use crate::peers::bevy::Bevy;
use crate::peers::kinfolk2::Kinfolk2;
use crate::workload::{Workload, fours};

const NODES: usize = 500_000;
const HIDDEN: usize = NODES / 2;

/// The node that is hidden and shown.
const TOP: usize = 1;

pub(crate) fn answer(effort: &Effort) -> Vec<Figure> {
    let workload = Workload::new("a subtree", parents(), |_| 0.0);
    let mut ours = Kinfolk2::<false>::planted(&workload);
    let mut theirs = Theirs::planted(&workload);
    for visible in [false, true] {
        show_ours(&mut ours, visible);
        theirs.show(visible);
        agree(&ours, &theirs);
    }

    let (mut we_show, mut they_show) = (true, true);
    let mut contestants = [
        Contestant::new("kinfolk", || {
            we_show = !we_show;
            show_ours(&mut ours, we_show);
        }),
        Contestant::new("bevy", || {
            they_show = !they_show;
            theirs.show(they_show);
        }),
    ];
    effort.figures("visibility", workload.name, HIDDEN, &mut contestants)
}

/// A root with two trees of fours below it, the first of which is hidden and shown.
fn parents() -> Vec<Option<u32>> {
    let tree = |top: usize, nodes: usize| {
        let above = move |parent: Option<u32>| Some(parent.map_or(0, |parent| parent + top as u32));
        fours(nodes).into_iter().map(above)
    };
    let first = tree(TOP, HIDDEN);
    let second = tree(TOP + HIDDEN, NODES - TOP - HIDDEN);
    [None].into_iter().chain(first).chain(second).collect()
}

fn show_ours(ours: &mut Kinfolk2<false>, visible: bool) {
    let shown = ours.forest.set_visible(ours.ids[TOP], visible);
    shown.expect("a living node");
    assert_eq!(ours.forest.update().len(), HIDDEN);
}

/// Everybody shows the same nodes.
fn agree(ours: &Kinfolk2<false>, theirs: &Theirs) {
    for (&id, &entity) in ours.ids.iter().zip(&theirs.peer.entities) {
        let we_show = ours.forest.effective(id).map(|world| world.visible());
        let they_show = theirs.peer.world.get::<Shown>(entity).map(|shown| shown.0);
        assert_eq!(we_show, they_show, "{id}");
    }
}

/// What an author wrote.
#[derive(Component, Clone, Copy)]
enum Visibility {
    Inherited,
    Hidden,
}

impl Visibility {
    fn below(self, parent_is_shown: bool) -> bool {
        match self {
            Self::Inherited => parent_is_shown,
            Self::Hidden => false,
        }
    }
}

/// What came of it.
#[derive(Component)]
struct Shown(bool);

struct Theirs {
    peer: Bevy<false>,
    schedule: Schedule,
}

impl Theirs {
    fn planted(workload: &Workload) -> Self {
        let mut peer = Bevy::planted(workload);
        for &entity in &peer.entities {
            let mut entity = peer.world.entity_mut(entity);
            entity.insert((Visibility::Inherited, Shown(true)));
        }
        let mut schedule = Schedule::default();
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.add_systems(pass_down);
        schedule.run(&mut peer.world);
        peer.world.clear_trackers();
        Self { peer, schedule }
    }

    fn show(&mut self, visible: bool) {
        let world = &mut self.peer.world;
        let top = world.get_mut::<Visibility>(self.peer.entities[TOP]);
        *top.expect("a living entity") = if visible {
            Visibility::Inherited
        } else {
            Visibility::Hidden
        };
        self.schedule.run(world);
        world.clear_trackers();
    }
}

type Changes<'w, 's> = Query<
    'w,
    's,
    (Entity, Option<&'static ChildOf>),
    (With<Shown>, Or<(Changed<Visibility>, Changed<ChildOf>)>),
>;
type All<'w, 's> = Query<'w, 's, (&'static Visibility, &'static mut Shown)>;
type Families<'w, 's> = Query<'w, 's, &'static Children, (With<Visibility>, With<Shown>)>;

fn pass_down(
    changes: Changes<'_, '_>,
    mut all: All<'_, '_>,
    families: Families<'_, '_>,
    mut orphans: RemovedComponents<'_, '_, ChildOf>,
) {
    for (entity, child_of) in &changes {
        let parent = child_of.and_then(|child_of| all.get(child_of.parent()).ok());
        let parent_is_shown = parent.is_none_or(|(_, shown)| shown.0);
        descend(entity, parent_is_shown, &mut all, &families);
    }
    for entity in orphans.read() {
        descend(entity, true, &mut all, &families);
    }
}

fn descend(
    entity: Entity,
    parent_is_shown: bool,
    all: &mut All<'_, '_>,
    families: &Families<'_, '_>,
) {
    let Ok((visibility, mut shown)) = all.get_mut(entity) else {
        return;
    };
    let now = visibility.below(parent_is_shown);
    if shown.0 == now {
        return;
    }
    shown.0 = now;
    for &child in families.get(entity).into_iter().flatten() {
        descend(child, now, all, families);
    }
}
