//! Bevy, as a mirror sees it: change ticks tell of writes, removal messages of deaths.
//!
//! Components are read a table at a time, so that what did not change costs four bytes; those
//! that are in sparse sets, one by one. Where
//! a removal message was missed, because the sync did not run for some frames, the numbers of
//! entities are not what they should be, and the mirror looks at everybody.

use core::fmt;
use core::ops::Range;

use bevy_ecs::change_detection::{ContiguousMut, ContiguousRef, MAX_CHANGE_AGE, Tick};
use bevy_ecs::component::Mutable;
use bevy_ecs::entity::Entities;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_tasks::ComputeTaskPool;
use kinfolk_ecs::{Census, Host, Settled, Written};

use crate::form::Form;

/// Whoever is disabled is not seen by most systems, and keeps its place in the hierarchy.
pub(crate) type Anybody = Or<(With<Disabled>, Without<Disabled>)>;

/// Whoever owns something.
type Member<O> = (With<O>, Anybody);

/// All that a sync reads and writes in a world.
#[derive(SystemParam)]
pub struct Columns<'w, 's, O, E>
where
    O: Component<Mutability = Mutable>,
    E: Component<Mutability = Mutable>,
{
    entities: &'w Entities,
    owns: Query<'w, 's, (Entity, Mut<'static, O>, Has<Children>), Anybody>,
    links: Query<'w, 's, (Entity, Ref<'static, ChildOf>, Has<Children>), Member<O>>,
    orders: Query<'w, 's, (Entity, Ref<'static, Children>), Member<O>>,
    effectives: Query<'w, 's, (Entity, Mut<'static, E>), Member<O>>,
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

/// Rows of a table are looked at this many at a time.
const ROWS: usize = 64;

/// Tables of entities with children are read before the others: of those who come together, parents then
/// come before children, mostly, and are planted as they come.
const PARENTS_FIRST: [bool; 2] = [true, false];

/// One in so many must change for it to pay to go through all tables.
const FEW: usize = 16;

/// So many must change for it to pay to share the writing among threads.
const MANY: usize = 8_192;

/// Some of up to 64 rows of a table.
enum Rows<'a> {
    All(Range<usize>),
    Some(&'a [usize]),
}

/// Calls `found` with the rows whose tick is newer than the last run, if any.
#[inline(always)]
fn newer(ticks: &[Tick], last_run: Tick, this_run: Tick, mut found: impl FnMut(Rows<'_>)) {
    // As `Tick::is_newer_than`, in a form that a processor can do several at once of.
    let this_run = this_run.get();
    let limit = this_run.wrapping_sub(last_run.get()).min(MAX_CHANGE_AGE);
    let is_newer = |tick: &Tick| this_run.wrapping_sub(tick.get()) < limit;
    for (block, ticks) in ticks.chunks(ROWS).enumerate() {
        let first = block * ROWS;
        let count: u32 = ticks.iter().map(|tick| u32::from(is_newer(tick))).sum();
        if count == 0 {
            continue;
        }
        if count as usize == ticks.len() {
            found(Rows::All(first..first + ticks.len()));
            continue;
        }
        let mut rows = [0; ROWS];
        let mut count = 0;
        for (row, tick) in ticks.iter().enumerate() {
            rows[count] = first + row;
            count += usize::from(is_newer(tick));
        }
        found(Rows::Some(&rows[..count]));
    }
}

impl Rows<'_> {
    #[inline]
    fn for_each(self, found: impl FnMut(usize)) {
        match self {
            Self::All(rows) => rows.for_each(found),
            Self::Some(rows) => rows.iter().copied().for_each(found),
        }
    }
}

/// Calls `found` with the rows that changed since the last run, if any.
#[inline(always)]
fn changed<T>(column: &ContiguousRef<'_, T>, found: impl FnMut(Rows<'_>)) {
    let (last_run, this_run) = (column.last_run_tick(), column.this_run_tick());
    newer(column.changed_ticks_slice(), last_run, this_run, found);
}

impl<F: Form> Host for BevyHost<'_, '_, '_, F> {
    type Entity = Entity;
    type Value = F::Value;

    const LISTS_CHILDREN: bool = false;

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
        let (_, own, _) = self.0.owns.get(entity).ok()?;
        Some(F::value(&own))
    }

    fn parent(&self, entity: Entity) -> Option<Entity> {
        let (_, link, _) = self.0.links.get(entity).ok()?;
        Some(link.parent())
    }

    fn written(&mut self, written: &mut impl Written<Entity, F::Value>) {
        for parents in PARENTS_FIRST {
            let Ok(tables) = self.0.owns.contiguous_iter() else {
                for (entity, own, _) in &self.0.owns {
                    if own.is_changed() {
                        written.take(&[entity], |_| F::value(&own));
                    }
                }
                return;
            };
            for (entities, owns, _) in tables.filter(|(.., are)| *are == parents) {
                changed(&owns, |rows| match rows {
                    Rows::All(rows) => {
                        let owns = &owns[rows.clone()];
                        written.take(&entities[rows], |index| F::value(&owns[index]));
                    }
                    Rows::Some(rows) => {
                        let mut writers = [Entity::PLACEHOLDER; ROWS];
                        for (writer, &row) in writers.iter_mut().zip(rows) {
                            *writer = entities[row];
                        }
                        let writers = &writers[..rows.len()];
                        written.take(writers, |index| F::value(&owns[rows[index]]));
                    }
                });
            }
        }
    }

    fn everybody(&mut self, everybody: &mut impl Written<Entity, F::Value>) {
        for (entity, own, _) in &self.0.owns {
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

    fn reordered(&mut self, mut found: impl FnMut(Entity, &[Entity])) {
        if let Ok(tables) = self.0.orders.contiguous_iter() {
            for (entities, children) in tables {
                changed(&children, |rows| {
                    rows.for_each(|row| found(entities[row], &children[row]));
                });
            }
        } else {
            for (entity, children) in &self.0.orders {
                if children.is_changed() {
                    found(entity, &children);
                }
            }
        }
    }

    fn write_own(&mut self, entity: Entity, value: &F::Value) {
        if let Ok((_, mut own, _)) = self.0.owns.get_mut(entity) {
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
    if new.is_empty() {
        write_changed::<F>(settled, entities, column, |_| ());
        return;
    }
    // Newcomers have changed, too; a tick cannot tell, since what was added since the last run
    // may have the tick of this one.
    let mut written = vec![0_u64; entities.len().div_ceil(64)];
    write_changed::<F>(settled, entities, column.reborrow(), |row| {
        written[row / 64] |= 1 << (row % 64);
    });
    new.retain(|row| written[row / 64] & (1 << (row % 64)) == 0);
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
    let mut any = None;
    settled.changed(entities, |row, effective| {
        values[row] = F::effective(effective);
        ticks.changed_mut()[row] = this_run;
        any = Some(row as u32);
        found(row);
    });
    if let Some(row) = any {
        // For the column's own tick, if it has one.
        ticks.slice(row..row + 1).mark_all_as_changed();
    }
}

/// The rows of a table that were added since the last run.
fn new_rows<T>(column: &ContiguousMut<'_, T>) -> Vec<usize> {
    let (last_run, this_run) = (column.last_run_tick(), column.this_run_tick());
    let mut rows = Vec::new();
    newer(column.added_ticks_slice(), last_run, this_run, |new| {
        new.for_each(|row| rows.push(row));
    });
    rows
}

/// Writes these rows of a table, changed or not.
fn write_rows<F: Form>(
    settled: &Settled<'_, F::Value, Entity>,
    entities: &[Entity],
    mut column: ContiguousMut<'_, F::Effective>,
    rows: &[usize],
) {
    for &row in rows {
        if let Some(effective) = settled.effective(entities[row]) {
            column.bypass_change_detection()[row] = F::effective(&effective);
            let row = row as u32;
            column.reborrow().slice(row..row + 1).mark_all_as_changed();
        }
    }
}
