// @ts-check
/**
 * What is selected.
 *
 * A set of keys, one of which is *current* (the keyboard is there), and an anchor from which a range is
 * drawn. Ranges go over rows as they are shown. Nothing here knows where a click or a key came from.
 */

import { ROOT } from './model.js';

/** @typedef {import('./outline.js').Outline} Outline */
/** @typedef {import('./model.js').Scene} Scene */

export class Selection {
  constructor() {
    /** @type {Set<number>} */ this.keys = new Set();
    this.current = ROOT;
    this.anchor = ROOT;
  }

  /** @param {number} key */
  has(key) {
    return this.keys.has(key);
  }

  clear() {
    this.keys = new Set();
  }

  /** Selects this one only. @param {number} key */
  only(key) {
    this.keys = new Set([key]);
    this.current = this.anchor = key;
  }

  /** Selects these; the last is current. @param {readonly number[]} keys */
  replace(keys) {
    this.keys = new Set(keys);
    this.current = this.anchor = keys.length > 0 ? keys[keys.length - 1] : this.current;
  }

  /** Selects it, or not any more. @param {number} key */
  toggle(key) {
    if (!this.keys.delete(key)) this.keys.add(key);
    this.current = this.anchor = key;
  }

  /**
   * Selects from the anchor to here, and with `add` also what was selected.
   * @param {Outline} outline
   * @param {number} key
   * @param {boolean} [add]
   */
  extend(outline, key, add = false) {
    const to = outline.indexOf(key);
    let from = this.anchor === ROOT ? -1 : outline.indexOf(this.anchor);
    if (from < 0) {
      this.anchor = key;
      from = to;
    }
    if (!add) this.keys = new Set();
    for (let i = Math.min(from, to); i <= Math.max(from, to); i += 1) this.keys.add(outline.keys[i]);
    this.current = key;
  }

  /** Goes there and leaves what is selected. @param {number} key */
  goTo(key) {
    this.current = key;
  }

  /** @param {Outline} outline */
  all(outline) {
    this.keys = new Set(outline.keys.subarray(0, outline.length));
    if (this.current === ROOT && outline.length > 0) this.current = this.anchor = outline.keys[0];
  }

  /**
   * Forgets what is gone.
   * @param {readonly number[]} gone @returns {boolean} whether something selected was among them
   */
  drop(gone) {
    let lost = false;
    for (const key of gone) {
      lost = this.keys.delete(key) || lost;
      if (this.current === key) this.current = ROOT;
      if (this.anchor === key) this.anchor = ROOT;
    }
    return lost;
  }
}

/**
 * Where a key of the keyboard leads from a row, as the ARIA practices for trees say.
 *
 * Answers another row, `'open'` or `'close'` for this one, or `null` for nothing.
 * @param {string} pressed the event's `key`
 * @param {Outline} outline @param {Scene} scene
 * @param {number} index of the row, or -1
 * @param {number} page how many rows a page has
 * @returns {number | 'open' | 'close' | null}
 */
export function step(pressed, outline, scene, index, page) {
  const last = outline.length - 1;
  if (last < 0) return null;
  const key = index < 0 ? ROOT : outline.keys[index];
  switch (pressed) {
    case 'ArrowDown':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return index < 0 ? last : Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return Math.min(Math.max(index, 0) + page, last);
    case 'PageUp':
      return Math.max(Math.max(index, 0) - page, 0);
    case 'ArrowRight':
      if (key === ROOT || !outline.isBranch(scene, key)) return null;
      return outline.isOpen(scene, key) ? index + 1 : 'open';
    case 'ArrowLeft':
      if (key === ROOT) return null;
      if (outline.isOpen(scene, key) && outline.kept === null) return 'close';
      return scene.parent[key] === ROOT ? null : outline.indexOf(scene.parent[key]);
    default:
      return null;
  }
}
