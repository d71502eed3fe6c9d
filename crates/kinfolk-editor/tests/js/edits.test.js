// @ts-check
import {
  addTag,
  common,
  inheritedParts,
  inheritOf,
  INHERITABLE,
  overriddenIn,
  removeTag,
  renamed,
  revert,
  setField,
  setLocal,
} from '../../web/edits.js';
import { check, equal } from './expect.js';

/**
 * @param {Partial<import('../../web/protocol.js').Inspection>} some
 * @returns {import('../../web/protocol.js').Inspection}
 */
function about(some = {}) {
  const place = { x: 0, y: 0, angle: 0, scaleX: 1, scaleY: 1, skew: 0 };
  return {
    id: 'arm',
    name: 'arm',
    key: 1,
    parent: 'boss',
    template: null,
    written: true,
    transformKey: 'localTransform',
    local: place,
    world: place,
    matrix: [1, 0, 0, 1, 0, 0],
    inherit: 'all',
    zOwn: 0,
    z: 0,
    zRelative: true,
    visible: true,
    visibleInTree: true,
    active: true,
    activeInTree: true,
    ySort: false,
    tags: [],
    ownTags: [],
    slot: null,
    slotMode: null,
    slots: {},
    offers: {},
    sprite: null,
    behaviors: null,
    physics: null,
    own: {},
    overridden: [],
    extra: {},
    ...some,
  };
}

test('a number goes to the key that the document uses', () => {
  equal(setLocal(about(), 'x', 3), [{ edit: 'set', id: 'arm', key: 'localTransform.x', value: 3 }]);
  equal(setLocal(about({ transformKey: 'transform' }), 'angle', 1), [
    { edit: 'set', id: 'arm', key: 'transform.angle', value: 1 },
  ]);
});

const slotted = { slot: 'hand', slots: { hand: { x: 2, y: 0 } } };

test('in a slot with an offset, what is written is what is left', () => {
  equal(setLocal(about({ ...slotted, slotMode: 'offset' }), 'x', 3)[0].value, 1);
  equal(setLocal(about({ ...slotted, slotMode: 'offset' }), 'scaleX', 3)[0].value, 3);
});

test('in a slot without a mode only zero is special', () => {
  equal(setLocal(about(slotted), 'x', 3), [{ edit: 'set', id: 'arm', key: 'localTransform.x', value: 3 }]);
  equal(setLocal(about(slotted), 'y', 0), [{ edit: 'set', id: 'arm', key: 'localTransform.y', value: 0 }]);
  equal(setLocal(about(slotted), 'x', 0), [
    { edit: 'set', id: 'arm', key: 'slotMode', value: 'override' },
    { edit: 'set', id: 'arm', key: 'localTransform.x', value: 0 },
  ]);
  equal(setLocal(about({ ...slotted, slotMode: 'override' }), 'x', 0).length, 1);
});

test('a written zero of the other axis keeps meaning the slot', () => {
  const edits = setLocal(about({ ...slotted, own: { localTransform: { y: 0 } } }), 'x', 0);
  equal(edits[2], { edit: 'clear', id: 'arm', key: 'localTransform.y' });
});

test('nothing clears a key, if it is written at all', () => {
  equal(setField(about(), 'slot', undefined), []);
  equal(setField(about({ own: { slot: 'hand' } }), 'slot', undefined), [{ edit: 'clear', id: 'arm', key: 'slot' }]);
  equal(setField(about(), 'visible', false), [{ edit: 'set', id: 'arm', key: 'visible', value: false }]);
});

test('reverting takes back all that is inside of a key', () => {
  const part = about({ overridden: ['sprite.color', 'sprite.glow', 'localTransform.x', 'spriteX'] });
  equal(overriddenIn(part, 'sprite'), ['sprite.color', 'sprite.glow']);
  equal(revert(part, 'localTransform.x'), [{ edit: 'clear', id: 'arm', key: 'localTransform.x' }]);
  equal(revert(part, 'z'), []);
});

test('tags of its own are added and removed, those of the template stay', () => {
  const tagged = about({ tags: ['enemy', 'big'], ownTags: ['big'] });
  equal(addTag(tagged, 'new')[0].value, ['big', 'new']);
  equal(addTag(tagged, 'enemy'), []);
  equal(removeTag(tagged, 'big'), [{ edit: 'clear', id: 'arm', key: 'tags' }]);
  equal(removeTag(tagged, 'enemy'), []);
});

test('words and boxes of what is inherited say the same', () => {
  for (const word of ['all', 'position', 'topLevel']) equal(inheritOf(inheritedParts(word)), word);
  equal(inheritOf(['rotation', 'position']), ['position', 'rotation']);
  for (let bits = 0; bits < 32; bits += 1) {
    const parts = INHERITABLE.filter((_, i) => bits & (1 << i));
    equal(inheritedParts(inheritOf(parts)), parts);
  }
});

test('a new name takes the id along where it is made of it', () => {
  equal(renamed({ id: 'boss', name: 'boss', parentId: null }, ' king '), { edit: 'rename', id: 'boss', to: 'king' });
  equal(renamed({ id: 'boss_arm', name: 'arm', parentId: 'boss' }, 'leg'), {
    edit: 'rename',
    id: 'boss_arm',
    to: 'boss_leg',
  });
  equal(renamed({ id: 'a1', name: 'Arm', parentId: 'boss' }, 'Leg'), {
    edit: 'set',
    id: 'a1',
    key: 'name',
    value: 'Leg',
  });
  equal(renamed({ id: 'boss', name: 'boss', parentId: null }, '  '), null);
  equal(renamed({ id: 'boss', name: 'boss', parentId: null }, 'boss'), null);
});

test('what several have in common', () => {
  const [a, b] = [about({ zOwn: 1 }), about({ zOwn: 1, tags: ['x'] })];
  equal(
    common([a, b], (one) => one.zOwn),
    1,
  );
  check(common([a, b], (one) => one.tags) === undefined);
  check(common([], (one) => one.zOwn) === undefined);
});
