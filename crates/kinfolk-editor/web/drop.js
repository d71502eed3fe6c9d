// @ts-check
/**
 * Where a drag over the tree would drop.
 *
 * The upper quarter of a row is *before* it, the lower quarter *after* it, what is between is *onto* it.
 * Behind the last row of a list the horizontal position picks how far out to go. Below all rows is a root. A
 * place inside of what is dragged is none, and neither is one before parts that come out of a template: those
 * are always first.
 */

import { ROOT } from './model.js';
import { WRITTEN } from './protocol.js';

/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {import('./outline.js').Outline} Outline */
/**
 * @typedef {{ kind: 'before' | 'onto' | 'after' | 'root', parent: number, before: number, row: number,
 *   level: number, refused: string | null, words: string }} Drop
 *   `parent` and `before` are keys or `ROOT`; the line of the indicator is above `row` (`before`), below it (`after`, `root`) or around it
 * @typedef {{ rowHeight: number, indent: number, inset: number }} Measures `inset`: where level one begins
 */

const EDGE = 0.25;

/**
 * @param {Scene} scene @param {Outline} outline @param {ReadonlySet<number>} dragged
 * @param {number} x @param {number} y from the top left of the first row @param {Measures} measures
 * @returns {Drop}
 */
export function dropAt(scene, outline, dragged, x, y, measures) {
  const row = Math.floor(y / measures.rowHeight);
  if (outline.length === 0 || row >= outline.length) {
    return finished(scene, dragged, { kind: 'root', parent: ROOT, before: ROOT, row: outline.length - 1, level: 1 });
  }
  const at = Math.max(0, row);
  const key = outline.keys[at];
  const level = outline.levels[at];
  const part = row < 0 ? 0 : y / measures.rowHeight - at;
  if (part < EDGE) {
    return finished(scene, dragged, { kind: 'before', parent: scene.parent[key], before: key, row: at, level });
  }
  if (part < 1 - EDGE) {
    return finished(scene, dragged, { kind: 'onto', parent: key, before: ROOT, row: at, level: level + 1 });
  }
  const below = at + 1 < outline.length ? outline.levels[at + 1] : 1;
  if (below > level) {
    return finished(scene, dragged, {
      kind: 'after',
      parent: key,
      before: outline.keys[at + 1],
      row: at,
      level: below,
    });
  }
  const wanted = Math.floor((x - measures.inset) / measures.indent) + 1;
  const chosen = Math.max(below, Math.min(level, wanted));
  let sibling = key;
  for (let up = level; up > chosen; up -= 1) sibling = scene.parent[sibling];
  return finished(scene, dragged, {
    kind: 'after',
    parent: scene.parent[sibling],
    before: scene.next[sibling],
    row: at,
    level: chosen,
  });
}

/**
 * @param {Scene} scene @param {ReadonlySet<number>} dragged
 * @param {Omit<Drop, 'refused' | 'words'>} drop
 * @returns {Drop}
 */
function finished(scene, dragged, drop) {
  const before = standing(scene, dragged, drop.before);
  const whole = { ...drop, before };
  for (const key of dragged) {
    if (drop.parent !== ROOT && scene.isWithin(key, drop.parent)) {
      const words =
        key === drop.parent
          ? 'not into itself'
          : `not into ${label(scene, drop.parent)}, which is below ${label(scene, key)}`;
      return { ...whole, refused: words, words };
    }
  }
  return { ...whole, refused: null, words: describe(scene, drop.parent, before) };
}

/**
 * The sibling to be dropped before: none that is dragged as well, and no part of a template.
 * @param {Scene} scene @param {ReadonlySet<number>} dragged @param {number} key
 */
function standing(scene, dragged, key) {
  let at = key;
  while (at !== ROOT && (dragged.has(at) || !scene.is(at, WRITTEN))) at = scene.next[at];
  return at;
}

/**
 * A future place in words: "into boss1, before turret".
 * @param {Scene} scene
 * @param {number} parent
 * @param {number} before
 */
export function describe(scene, parent, before) {
  const into = parent === ROOT ? 'root' : `into ${label(scene, parent)}`;
  return before === ROOT ? into : `${into}, before ${label(scene, before)}`;
}

/** What an entity is called in a sentence. @param {Scene} scene @param {number} key */
export function label(scene, key) {
  return scene.names[key] || scene.ids[key];
}

/**
 * Why these cannot be moved, or `null` if they can.
 * @param {Scene} scene @param {Iterable<number>} keys
 */
export function whyFixed(scene, keys) {
  for (const key of keys) {
    if (scene.is(key, WRITTEN)) continue;
    const instance = scene.instanceOf(key);
    const template = instance === ROOT ? null : scene.templateOf(instance);
    const origin = template === null ? 'a template' : `template ${template}`;
    return `${label(scene, key)} comes out of ${origin} and cannot be moved. Change the template, or unpack ${instance === ROOT ? 'the instance' : label(scene, instance)} first.`;
  }
  return null;
}
