//! What a family saw last, entity by entity.
//!
//! The law: an entity is as it was if the very same component is at the very same entity,
//! nobody has asked for it mutably, and it names the same parent. Everything else is news.
//! hecs has neither ticks nor hooks; this table stands in for both.

use hecs::Entity;

use crate::own::Tag;

/// What was seen, by the entity's id.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    sights: Vec<Sight>,
    /// How many of them are of somebody.
    len: usize,
}

/// What was seen of one entity. Numbers, because millions of them are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sight {
    /// The bits of the parent; 0 of a root.
    parent: u64,
    /// The upper bits of the entity, which tell it from others with the same id; 0 of nobody.
    life: u32,
    /// Whose own value was read.
    tag: Tag,
}

impl Sight {
    #[inline(always)]
    pub(crate) fn new(entity: Entity, tag: Tag, parent: Option<Entity>) -> Self {
        Self {
            parent: parent.map_or(0, |parent| parent.to_bits().get()),
            life: life(entity),
            tag,
        }
    }

    #[inline(always)]
    pub(crate) fn has_parent_of(&self, other: &Self) -> bool {
        self.parent == other.parent
    }

    #[inline(always)]
    pub(crate) fn has_tag_of(&self, other: &Self) -> bool {
        self.tag == other.tag
    }

    /// The same, once the own value has been read.
    #[inline(always)]
    pub(crate) fn once_read(self) -> Self {
        let tag = self.tag.once_read();
        Self { tag, ..self }
    }

    #[inline(always)]
    pub(crate) const fn tag(&self) -> Tag {
        self.tag
    }

    /// Whether two are the same, without short cuts: they would cost more than they save.
    #[inline(always)]
    fn same(&self, other: &Self) -> bool {
        (self.parent == other.parent) & (self.life == other.life) & (self.tag == other.tag)
    }
}

#[inline(always)]
const fn life(entity: Entity) -> u32 {
    (entity.to_bits().get() >> 32) as u32
}

impl Seen {
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The bytes of memory that the table holds on to.
    pub(crate) const fn memory(&self) -> usize {
        self.sights.capacity() * size_of::<Sight>()
    }

    /// Whether `entity` is exactly as it was.
    #[inline(always)]
    pub(crate) fn is_as_it_was(&self, entity: Entity, now: &Sight) -> bool {
        let before = self.sights.get(entity.id() as usize);
        before.is_some_and(|before| before.same(now) & (now.tag != Tag::BLANK))
    }

    /// Notes what `entity` is like now; gives back what it was like, if it was seen before.
    #[inline(always)]
    pub(crate) fn note(&mut self, entity: Entity, now: Sight) -> Option<Sight> {
        let id = entity.id() as usize;
        if self.sights.len() <= id {
            self.make_room(id);
        }
        let before = self.sights[id];
        if before != now {
            self.sights[id] = now;
        }
        self.len += usize::from(before.life == 0);
        (before.life == now.life).then_some(before)
    }

    #[cold]
    fn make_room(&mut self, id: usize) {
        self.sights.resize(id + 1, Sight::default());
    }

    /// Whether the own value of `entity` is the one that was seen.
    pub(crate) fn has_read(&self, entity: Entity, tag: Tag) -> bool {
        let before = self.of(entity);
        before.is_some_and(|before| before.tag == tag && tag != Tag::BLANK)
    }

    /// Notes that the forest has the value of this component, because the family wrote both.
    /// Gives back the tag that says so: a new one if the component is another one than was
    /// seen here, for it may have been seen elsewhere, with the value that it had there.
    #[inline]
    pub(crate) fn note_value(&mut self, entity: Entity, tag: Tag) -> Tag {
        match self.sights.get_mut(entity.id() as usize) {
            Some(sight) if sight.life == life(entity) => {
                if sight.tag != tag.once_read() {
                    sight.tag = Tag::BLANK.once_read();
                }
                sight.tag
            }
            // Whoever was never seen is read by the next pass.
            _ => Tag::BLANK,
        }
    }

    /// Notes that the forest may have another value of `entity` than was seen: the next pass
    /// reads it again.
    pub(crate) fn doubt(&mut self, entity: Entity) {
        if let Some(sight) = self.sights.get_mut(entity.id() as usize)
            && sight.life == life(entity)
        {
            sight.tag = Tag::BLANK;
        }
    }

    /// Notes a link that the family wrote itself.
    pub(crate) fn note_link(&mut self, entity: Entity, parent: Option<Entity>) {
        if let Some(sight) = self.of(entity) {
            self.note(entity, Sight::new(entity, sight.tag, parent));
        }
    }

    pub(crate) fn forget(&mut self, entity: Entity) {
        if self.of(entity).is_some() {
            self.sights[entity.id() as usize] = Sight::default();
            self.len -= 1;
        }
    }

    /// Forgets everybody whom `is_member` does not know, and tells of them.
    pub(crate) fn forget_unless(
        &mut self,
        is_member: impl Fn(Entity) -> bool,
        mut found: impl FnMut(Entity),
    ) {
        for (id, sight) in self.sights.iter_mut().enumerate() {
            let bits = u64::from(sight.life) << 32 | id as u64;
            if let Some(entity) = Entity::from_bits(bits)
                && !is_member(entity)
            {
                *sight = Sight::default();
                self.len -= 1;
                found(entity);
            }
        }
    }

    fn of(&self, entity: Entity) -> Option<Sight> {
        let sight = self.sights.get(entity.id() as usize)?;
        (sight.life == life(entity)).then_some(*sight)
    }
}
