//! Bevy, as a mirror sees it: change ticks tell of writes, removal messages of deaths.
//!
//! Components are read a table at a time, so that what did not change costs four bytes; those
//! that are in sparse sets, one by one. Where
//! a removal message was missed, because the sync did not run for some frames, the numbers of
//! entities are not what they should be, and the mirror looks at everybody.

use core::fmt;

use bevy_ecs::change_detection::ContiguousMut;
use bevy_ecs::component::Mutable;
use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_tasks::ComputeTaskPool;
use kinfolk_ecs::{Census, Family, Host, Settled, Written};

use crate::form::Form;
use crate::ticks::{ROWS, Runs, bits, changed, runs_of};

/// Whoever is disabled is not seen by most systems, and keeps its place in the hierarchy.
pub(crate) type Anybody = Or<(With<Disabled>, Without<Disabled>)>;

/// Whoever owns something, whose child it is, and whether it is a parent.
type Member<O> = (
    Entity,
    Mut<'static, O>,
    Option<Ref<'static, ChildOf>>,
    Has<Children>,
);

/// Whoever owns something.
type Owning<O> = (With<O>, Anybody);

/// All that a sync reads and writes in a world.
#[derive(SystemParam)]
pub struct Columns<'w, 's, O, E>
where
    O: Component<Mutability = Mutable>,
    E: Component<Mutability = Mutable>,
{
    entities: &'w Entities,
    owns: Query<'w, 's, Member<O>, Anybody>,
    links: Query<'w, 's, (Entity, Ref<'static, ChildOf>, Has<Children>), Owning<O>>,
    orders: Query<'w, 's, (Entity, Ref<'static, Children>), Owning<O>>,
    effectives: Query<'w, 's, (Entity, Mut<'static, E>), Owning<O>>,
    unowned: RemovedComponents<'w, 's, O>,
    unlinked: RemovedComponents<'w, 's, ChildOf>,
}

impl<O, E> fmt::Debug for Columns<'_, '_, O, E>
where
    O: Component<Mutability = Mutable>,
    E: Component<Mutability = Mutable>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Columns")
            .field("members", &self.owns.iter().len())
            .finish_non_exhaustive()
    }
}

/// A world, for a hierarchy of some form.
pub(crate) struct BevyHost<'a, 'w, 's, F: Form>(
    pub(crate) &'a mut Columns<'w, 's, F::Own, F::Effective>,
);

/// Tables of entities with children are read before the others: of those who come together, parents then
/// come before children, mostly, and are planted as they come.
const PARENTS_FIRST: [bool; 2] = [true, false];

/// One in so many must change for it to pay to go through all tables.
const FEW: usize = 16;

/// So many must change for it to pay to share the writing among threads.
const MANY: usize = 8_192;

impl<F: Form> Host for BevyHost<'_, '_, '_, F> {
    type Entity = Entity;
    type Value = F::Value;

    const LISTS_CHILDREN: bool = false;
    const TELLS_OF_LINKS: bool = true;

    fn census(&self) -> Option<Census> {
        Some(Census {
            members: self.0.owns.iter().len(),
            linked: self.0.links.iter().len(),
        })
    }

    fn is_alive(&self, entity: Entity) -> bool {
        self.0.entities.contains_spawned(entity)
    }

    fn is_member(&self, entity: Entity) -> bool {
        self.0.owns.contains(entity)
    }

    fn own(&self, entity: Entity) -> Option<F::Value> {
        let (_, own, ..) = self.0.owns.get(entity).ok()?;
        Some(F::value(&own))
    }

    fn parent(&self, entity: Entity) -> Option<Entity> {
        let (_, link, _) = self.0.links.get(entity).ok()?;
        Some(link.parent())
    }

    fn written(&mut self, written: &mut impl Written<Entity, F::Value>) {
        for parents in PARENTS_FIRST {
            let Ok(tables) = self.0.owns.contiguous_iter() else {
                for (entity, own, link, _) in &self.0.owns {
                    let parent = link.as_ref().map(|link| link.parent());
                    let mut told = 0;
                    if own.is_changed() {
                        told = written.take_linked(&[entity], |_| F::value(&own), |_| parent);
                    }
                    if told == 0
                        && written.wants_links()
                        && let Some(link) = link.filter(DetectChanges::is_changed)
                    {
                        written.relink(&[(entity, link.parent())]);
                    }
                }
                return;
            };
            for (entities, owns, links, _) in tables.filter(|(.., are)| *are == parents) {
                let runs = runs_of(&owns);
                for (block, ticks) in owns.changed_ticks_slice().chunks(ROWS).enumerate() {
                    let rows = block * ROWS..block * ROWS + ticks.len();
                    let entities = &entities[rows.clone()];
                    let linked = links.as_ref().map(|links| &links[rows.clone()]);
                    let mut relinked = 0;
                    if let Some(links) = links.as_ref().filter(|_| written.wants_links()) {
                        relinked = runs.newer(&links.changed_ticks_slice()[rows.clone()]);
                    }
                    let newer = runs.newer(ticks);
                    if newer != 0 {
                        relinked &= !tell::<F>(written, entities, &owns[rows], linked, newer);
                    }
                    if let Some(linked) = linked
                        && relinked != 0
                    {
                        let mut links = [(Entity::PLACEHOLDER, Entity::PLACEHOLDER); ROWS];
                        let mut count = 0;
                        for row in bits(relinked, 0) {
                            links[count] = (entities[row], linked[row].parent());
                            count += 1;
                        }
                        written.relink(&links[..count]);
                    }
                }
            }
        }
    }

    fn everybody(&mut self, everybody: &mut impl Written<Entity, F::Value>) {
        for (entity, own, ..) in &self.0.owns {
            everybody.take(&[entity], |_| F::value(&own));
        }
    }

    fn departed(&mut self, found: impl FnMut(Entity)) {
        self.0.unowned.read().for_each(found);
    }

    fn relinked(&mut self, mut found: impl FnMut(Entity, Option<Entity>)) {
        for parents in PARENTS_FIRST {
            let Ok(tables) = self.0.links.contiguous_iter() else {
                for (entity, link, _) in &self.0.links {
                    if link.is_changed() {
                        found(entity, Some(link.parent()));
                    }
                }
                break;
            };
            for (entities, links, _) in tables.filter(|(.., are)| *are == parents) {
                changed(&links, |rows| {
                    rows.for_each(|row| found(entities[row], Some(links[row].parent())));
                });
            }
        }
        for entity in self.0.unlinked.read() {
            let link = self.0.links.get(entity);
            found(entity, link.ok().map(|(_, link, _)| link.parent()));
        }
    }

    fn unlinked(&mut self, found: impl FnMut(Entity)) {
        self.0.unlinked.read().for_each(found);
    }

    fn reordered(&mut self, mut found: impl FnMut(&[Family<'_, Entity>])) {
        if let Ok(tables) = self.0.orders.contiguous_iter() {
            for (entities, children) in tables {
                changed(&children, |rows| {
                    let mut families: [Family<'_, Entity>; ROWS] =
                        [(Entity::PLACEHOLDER, &[]); ROWS];
                    let mut count = 0;
                    for row in rows {
                        families[count] = (entities[row], &children[row]);
                        count += 1;
                    }
                    found(&families[..count]);
                });
            }
        } else {
            for (entity, children) in &self.0.orders {
                if children.is_changed() {
                    found(&[(entity, &children)]);
                }
            }
        }
    }

    fn write_own(&mut self, entity: Entity, value: &F::Value) {
        if let Ok((_, mut own, ..)) = self.0.owns.get_mut(entity) {
            *own = F::own(value);
        }
    }

    fn write_link(&mut self, _: Entity, _: Option<Entity>) {
        // Bevy takes links to the dead away by itself.
    }

    fn write_children(&mut self, _: Entity, _: &[Entity]) {
        // Bevy has lists of its own.
    }

    fn write_effective(&mut self, settled: &Settled<'_, F::Value, Entity>) {
        let effectives = &mut self.0.effectives;
        let few = settled.len() < effectives.iter().len() / FEW;
        let dense = effectives.contiguous_iter().is_ok();
        if few || !dense {
            for (entity, effective) in settled.iter() {
                if let Ok((_, mut written)) = effectives.get_mut(entity)
                    && !written.is_added()
                // those follow, changed or not
                {
                    *written = F::effective(&effective);
                }
            }
        }
        if !dense {
            for (entity, mut written) in &mut *effectives {
                if written.is_added()
                    && let Some(effective) = settled.effective(entity)
                {
                    *written = F::effective(&effective);
                }
            }
            return;
        }
        if !few
            && settled.len() >= MANY
            && has_threads()
            && let Ok(tables) = effectives.contiguous_par_iter_mut()
        {
            tables.for_each(|(entities, column)| write_all::<F>(settled, entities, column));
        } else if let Ok(tables) = effectives.contiguous_iter_mut() {
            for (entities, column) in tables {
                if few {
                    let new = new_rows(&column);
                    write_rows::<F>(settled, entities, column, &new);
                } else {
                    write_all::<F>(settled, entities, column);
                }
            }
        }
    }

    fn despawn(&mut self, _: Entity) {
        // Bevy ends children with their parents by itself.
    }
}

/// Tells of some rows of up to 64, given in bits; says, too, of which nothing more needs to be told.
#[inline(always)]
fn tell<F: Form>(
    written: &mut impl Written<Entity, F::Value>,
    entities: &[Entity],
    owns: &[F::Own],
    links: Option<&[ChildOf]>,
    rows: u64,
) -> u64 {
    let value = |row: usize| F::value(&owns[row]);
    let parent = |row: usize| links.map(|links| links[row].parent());
    if rows.count_ones() as usize == entities.len() {
        return written.take_linked(entities, value, parent);
    }
    let (mut writers, mut which, mut count) = ([Entity::PLACEHOLDER; ROWS], [0; ROWS], 0);
    for row in bits(rows, 0) {
        (writers[count], which[count]) = (entities[row], row);
        count += 1;
    }
    let writers = &writers[..count];
    let told = written.take_linked(
        writers,
        |index| value(which[index]),
        |index| parent(which[index]),
    );
    bits(told, 0).map(|index| 1 << which[index]).sum()
}

/// Whether Bevy would share work among threads. Without its plugins there may be none.
fn has_threads() -> bool {
    ComputeTaskPool::try_get().is_some_and(|pool| pool.thread_num() > 1)
}

/// Writes those of a table that changed, and those that have nowhere been written.
fn write_all<F: Form>(
    settled: &Settled<'_, F::Value, Entity>,
    entities: &[Entity],
    mut column: ContiguousMut<'_, F::Effective>,
) {
    let mut new = new_rows(&column);
    if new.iter().all(|&rows| rows == 0) {
        write_changed::<F>(settled, entities, column, |_| ());
        return;
    }
    // Newcomers have changed, too; a tick cannot tell, since what was added since the last run
    // may have the tick of this one.
    write_changed::<F>(settled, entities, column.reborrow(), |row| {
        new[row / ROWS] &= !(1 << (row % ROWS));
    });
    write_rows::<F>(settled, entities, column, &new);
}

/// Writes those of a table that changed, and tells which these are.
fn write_changed<F: Form>(
    settled: &Settled<'_, F::Value, Entity>,
    entities: &[Entity],
    column: ContiguousMut<'_, F::Effective>,
    mut found: impl FnMut(usize),
) {
    let this_run = column.this_run_tick();
    let (values, mut ticks) = ContiguousMut::bypass_change_detection_split(column);
    let changed = ticks.changed_mut();
    let mut rows = 0..0;
    settled.changed(entities, |row, effective| {
        values[row] = F::effective(effective);
        changed[row] = this_run;
        rows = row as u32..row as u32 + 1;
        found(row);
    });
    if !rows.is_empty() {
        // For the column's own tick, if it has one.
        ticks.slice(rows).mark_all_as_changed();
    }
}

/// The rows of a table that were added since the last run, in bits.
fn new_rows<T>(column: &ContiguousMut<'_, T>) -> Vec<u64> {
    let runs = Runs::new(column.last_run_tick(), column.this_run_tick());
    let blocks = column.added_ticks_slice().chunks(ROWS);
    blocks.map(|ticks| runs.newer(ticks)).collect()
}

/// Writes these rows of a table, changed or not.
fn write_rows<F: Form>(
    settled: &Settled<'_, F::Value, Entity>,
    entities: &[Entity],
    mut column: ContiguousMut<'_, F::Effective>,
    rows: &[u64],
) {
    for (block, &rows) in rows.iter().enumerate() {
        for row in bits(rows, block * ROWS) {
            if let Some(effective) = settled.effective(entities[row]) {
                column.bypass_change_detection()[row] = F::effective(&effective);
                let row = row as u32;
                column.reborrow().slice(row..row + 1).mark_all_as_changed();
            }
        }
    }
}
