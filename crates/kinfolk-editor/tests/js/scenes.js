// @ts-check
/**
 * Scenes for tests: written as pictures, or at random, and told in frames as the editor would.
 */

import { Scene } from '../../web/model.js';
import { ACTIVE, ACTIVE_IN_TREE, INSTANCE, VISIBLE, VISIBLE_IN_TREE, WRITTEN } from '../../web/protocol.js';
import { oneOf } from './expect.js';

export const PLAIN = VISIBLE | VISIBLE_IN_TREE | ACTIVE | ACTIVE_IN_TREE | WRITTEN;

/**
 * @typedef {{ key: number, parent: number, id: string, name: string, template: number, look: number, tags: number,
 *   world: number[], z: number, flags: number }} Entity
 */

/** @param {Partial<Entity> & { key: number }} some @returns {Entity} */
export function entity(some) {
  return {
    parent: -1,
    id: `e${some.key}`,
    name: `e${some.key}`,
    template: -1,
    look: -1,
    tags: -1,
    world: [1, 0, 0, 1, 0, 0],
    z: 0,
    flags: PLAIN,
    ...some,
  };
}

/** @param {readonly Entity[]} list @returns {import('../../web/protocol.js').Numbers} */
export function numbers(list) {
  const buffer = new ArrayBuffer(list.length * 32);
  const [floats, ints, uints] = [new Float32Array(buffer), new Int32Array(buffer), new Uint32Array(buffer)];
  list.forEach((one, i) => {
    floats.set(one.world, i * 8);
    ints[i * 8 + 6] = one.z;
    uints[i * 8 + 7] = one.flags;
  });
  return { floats, ints, uints, count: list.length };
}

/** @param {readonly Entity[]} list @returns {import('../../web/protocol.js').Rows} */
export function rows(list) {
  return {
    keys: list.map((one) => one.key),
    parents: list.map((one) => one.parent),
    ids: list.map((one) => one.id),
    names: list.map((one) => one.name),
    templates: list.map((one) => one.template),
    looks: list.map((one) => one.look),
    tags: list.map((one) => one.tags),
  };
}

/**
 * @param {readonly Entity[]} list parents before children
 * @param {{ strings?: string[], looks?: any[], tags?: string[][], revision?: number }} [tables]
 * @returns {import('../../web/protocol.js').SceneFrame}
 */
export function sceneFrame(list, tables = {}) {
  return {
    is: 'scene',
    revision: tables.revision ?? 1,
    rows: rows(list),
    worlds: list.map((one) => one.key),
    strings: tables.strings ?? [],
    looks: tables.looks ?? [],
    tags: tables.tags ?? [],
    numbers: numbers(list),
  };
}

/**
 * @param {Partial<import('../../web/protocol.js').ChangedFrame> & { entities?: Entity[], placed?: Entity[] }} some
 * @returns {import('../../web/protocol.js').ChangedFrame}
 */
export function changedFrame({ entities = [], placed = [], ...some }) {
  return {
    is: 'changed',
    revision: 2,
    gone: [],
    rows: rows(entities),
    moved: [],
    worlds: placed.map((one) => one.key),
    strings: [],
    looks: [],
    tags: [],
    numbers: numbers(placed),
    ...some,
  };
}

/**
 * A scene of a picture: "ship(turret(barrel) flag) dock". A star marks a part of a template, a plus an
 * instance.
 * @param {string} picture
 */
export function planted(picture) {
  /** @type {Entity[]} */
  const list = [];
  const above = [-1];
  for (const token of picture.match(/[()]|[^\s()]+/g) ?? []) {
    if (token === '(') above.push(list[list.length - 1].key);
    else if (token === ')') above.pop();
    else {
      const id = token.replace(/[*+]/g, '');
      const flags = (token.includes('*') ? PLAIN & ~WRITTEN : PLAIN) | (token.includes('+') ? INSTANCE : 0);
      list.push(
        entity({
          key: list.length,
          parent: above[above.length - 1],
          id,
          name: id,
          flags,
          template: token.includes('+') ? 0 : -1,
        }),
      );
    }
  }
  const scene = new Scene();
  scene.load(sceneFrame(list, { strings: ['boss'] }));
  return scene;
}

/** The picture of a scene. @param {Scene} scene @param {number} [parent] @returns {string} */
export function drawn(scene, parent = -1) {
  return scene
    .childrenOf(parent)
    .map((key) => scene.ids[key] + (scene.firstChild[key] === -1 ? '' : `(${drawn(scene, key)})`))
    .join(' ');
}

/**
 * A random forest, in document order.
 * @param {() => number} chance
 * @param {number} count
 * @param {number} [deep] how likely a child goes deep
 * @returns {Entity[]}
 */
export function randomForest(chance, count, deep = 0.5) {
  /** @type {number[]} */
  const parents = [];
  for (let key = 0; key < count; key += 1) {
    const parent =
      key === 0 || chance() < 0.02
        ? -1
        : chance() < deep
          ? Math.max(0, key - 1 - Math.floor(chance() * 4))
          : Math.floor(chance() * key);
    parents.push(parent);
  }
  /** @type {number[][]} */
  const children = Array.from({ length: count }, () => []);
  /** @type {number[]} */
  const roots = [];
  parents.forEach((parent, key) => (parent < 0 ? roots : children[parent]).push(key));
  /** @type {Entity[]} */
  const list = [];
  const open = roots.slice().reverse();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    list.push(
      entity({ key, parent: parents[key], name: oneOf(chance, ['Arm', 'Hand', 'ship', 'Lamp', 'tower']) + key }),
    );
    for (let i = children[key].length - 1; i >= 0; i -= 1) open.push(children[key][i]);
  }
  return list;
}
