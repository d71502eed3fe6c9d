// @ts-check
/**
 * Which rows of the tree there are, given what is open and what is searched for.
 *
 * The rows are flat arrays that are made anew in one walk, a few milliseconds for a hundred thousand
 * entities; whatever is asked by index or by key is then an array access. While something is searched for,
 * what is found is shown with its ancestors, and those are open whatever else is said.
 */

import { ROOT } from './model.js';

/** @typedef {import('./model.js').Scene} Scene */

export class Outline {
  constructor() {
    /** Whether a row is open, by key. @type {Uint8Array} */ this.open = new Uint8Array(0);
    /** What is shown, by key; `null` for everything. @type {Uint8Array | null} */ this.kept = null;
    this.length = 0;
    /** @type {Int32Array} */ this.keys = new Int32Array(0);
    /** Counted from one, as ARIA does. @type {Int32Array} */ this.levels = new Int32Array(0);
    /** Which of its siblings, counted from one. @type {Int32Array} */ this.positions = new Int32Array(0);
    /** How many siblings there are, by index of the row. @type {Int32Array} */ this.sizes = new Int32Array(0);
    /** The row of each key, or -1. @type {Int32Array} */ this.indices = new Int32Array(0);
    /** How many children are shown, by key. @type {Int32Array} */ this.tally = new Int32Array(0);
  }

  /**
   * Makes the rows anew.
   * @param {Scene} scene
   */
  build(scene) {
    this.#fit(scene);
    const { keys, levels, positions, sizes, indices, tally, open, kept } = this;
    indices.fill(-1);
    tally.fill(0);
    let length = 0;
    let level = 1;
    let roots = 0;
    let key = this.#shown(scene, scene.firstRoot);
    while (key !== ROOT) {
      const parent = scene.parent[key];
      if (parent === ROOT) roots += 1;
      else tally[parent] += 1;
      keys[length] = key;
      levels[length] = level;
      positions[length] = parent === ROOT ? roots : tally[parent];
      indices[key] = length;
      length += 1;

      const child = open[key] || kept !== null ? this.#shown(scene, scene.firstChild[key]) : ROOT;
      if (child !== ROOT) {
        level += 1;
        key = child;
        continue;
      }
      let sibling = this.#shown(scene, scene.next[key]);
      while (sibling === ROOT && scene.parent[key] !== ROOT) {
        key = scene.parent[key];
        level -= 1;
        sibling = this.#shown(scene, scene.next[key]);
      }
      key = sibling;
    }
    for (let row = 0; row < length; row += 1) {
      const parent = scene.parent[keys[row]];
      sizes[row] = parent === ROOT ? roots : tally[parent];
    }
    this.length = length;
  }

  /** @param {number} key @returns {number} its row, or -1 if it is not shown */
  indexOf(key) {
    return this.indices[key] ?? -1;
  }

  /** Whether a row has rows below it, shown or not. @param {Scene} scene @param {number} key */
  isBranch(scene, key) {
    return this.#shown(scene, scene.firstChild[key]) !== ROOT;
  }

  /** Whether what is below a row is shown. @param {Scene} scene @param {number} key */
  isOpen(scene, key) {
    return this.isBranch(scene, key) && (this.kept !== null || this.open[key] === 1);
  }

  /** @param {Scene} scene @param {number} key @param {boolean} open */
  setOpen(scene, key, open) {
    this.#fit(scene);
    this.open[key] = open ? 1 : 0;
  }

  /** @param {Scene} scene @param {boolean} open */
  setAllOpen(scene, open) {
    this.#fit(scene);
    this.open.fill(open ? 1 : 0);
  }

  /**
   * Opens everything above an entity.
   * @param {Scene} scene @param {number} key @returns {boolean} whether something was closed
   */
  reveal(scene, key) {
    this.#fit(scene);
    let opened = false;
    for (let at = scene.parent[key]; at !== ROOT; at = scene.parent[at]) {
      if (this.open[at]) continue;
      this.open[at] = 1;
      opened = true;
    }
    return opened;
  }

  /** The ids of what is open, to be opened in another scene. @param {Scene} scene @returns {string[]} */
  openIds(scene) {
    const ids = [];
    for (let key = 0; key < this.open.length; key += 1) if (this.open[key] && scene.has(key)) ids.push(scene.ids[key]);
    return ids;
  }

  /** The first that is shown, from `key` on among its siblings. @param {Scene} scene @param {number} key */
  #shown(scene, key) {
    const { kept } = this;
    if (kept === null) return key;
    let at = key;
    while (at !== ROOT && !kept[at]) at = scene.next[at];
    return at;
  }

  /** @param {Scene} scene */
  #fit(scene) {
    if (this.open.length < scene.capacity) {
      const open = new Uint8Array(scene.capacity);
      open.set(this.open);
      this.open = open;
    }
    if (this.keys.length < scene.capacity) {
      this.keys = new Int32Array(scene.capacity);
      this.levels = new Int32Array(scene.capacity);
      this.positions = new Int32Array(scene.capacity);
      this.sizes = new Int32Array(scene.capacity);
      this.indices = new Int32Array(scene.capacity);
      this.tally = new Int32Array(scene.capacity);
    }
    if (this.kept !== null && this.kept.length < scene.capacity) {
      const kept = new Uint8Array(scene.capacity);
      kept.set(this.kept);
      this.kept = kept;
    }
  }
}
