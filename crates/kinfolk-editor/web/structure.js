// @ts-check
/**
 * Moves among relatives by keyboard: up, down, in, out, to the root.
 *
 * Each answers a `move` as the protocol wants it, with what to say when it is done, or why it is not
 * possible. Nothing is changed here. Selected entities move together only if they have one parent, except to
 * the root.
 */

import { describe, label, whyFixed } from './drop.js';
import { ROOT } from './model.js';
import { WRITTEN } from './protocol.js';

/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {{ ids: string[], parent: string | null, before: string | null, said: string }} Move */
/** @typedef {{ why: string }} Refusal */
/** @typedef {'up' | 'down' | 'in' | 'out' | 'root'} Direction */

/**
 * @param {Scene} scene @param {Iterable<number>} keys what is selected @param {Direction} direction
 * @returns {Move | Refusal}
 */
export function plan(scene, keys, direction) {
  const movers = scene.topmost(keys);
  if (movers.length === 0) return { why: 'Nothing is selected.' };
  const fixed = whyFixed(scene, movers);
  if (fixed !== null) return { why: fixed };
  if (direction === 'root') return move(scene, movers, ROOT, ROOT);

  const parent = scene.parent[movers[0]];
  if (movers.some((key) => scene.parent[key] !== parent))
    return { why: 'Only entities with the same parent move together.' };
  const moving = new Set(movers);
  const named = movers.length === 1 ? label(scene, movers[0]) : 'The selection';
  switch (direction) {
    case 'up': {
      const above = resting(scene, moving, scene.previous[movers[0]], 'previous');
      if (above === ROOT) return { why: `${named} is the first already.` };
      if (!scene.is(above, WRITTEN)) return { why: 'What comes out of the template always comes first.' };
      return move(scene, movers, parent, above);
    }
    case 'down': {
      const below = resting(scene, moving, scene.next[movers[movers.length - 1]], 'next');
      if (below === ROOT) return { why: `${named} is the last already.` };
      return move(scene, movers, parent, resting(scene, moving, scene.next[below], 'next'));
    }
    case 'in': {
      const above = resting(scene, moving, scene.previous[movers[0]], 'previous');
      if (above === ROOT) return { why: `${named} has no sibling above to go under.` };
      return move(scene, movers, above, ROOT);
    }
    case 'out': {
      if (parent === ROOT) return { why: `${named} is a root already.` };
      let behind = scene.next[parent];
      while (behind !== ROOT && !scene.is(behind, WRITTEN)) behind = scene.next[behind];
      return move(scene, movers, scene.parent[parent], behind);
    }
  }
}

/**
 * @param {Scene} scene
 * @param {number[]} movers
 * @param {number} parent
 * @param {number} before
 * @returns {Move}
 */
function move(scene, movers, parent, before) {
  const what = movers.length === 1 ? label(scene, movers[0]) : `${movers.length} entities`;
  return {
    ids: movers.map((key) => scene.ids[key]),
    parent: parent === ROOT ? null : scene.ids[parent],
    before: before === ROOT ? null : scene.ids[before],
    said: `${what} moved ${describe(scene, parent, before).replace(/^root/, 'to the root')}`,
  };
}

/**
 * The next sibling in a direction that does not move itself.
 * @param {Scene} scene @param {ReadonlySet<number>} moving @param {number} key @param {'next' | 'previous'} way
 */
function resting(scene, moving, key, way) {
  let at = key;
  while (at !== ROOT && moving.has(at)) at = scene[way][at];
  return at;
}
