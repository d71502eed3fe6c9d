// @ts-check
/**
 * The rows of a scene, as the page holds them.
 *
 * Everything about an entity is found by its key, in arrays: a hundred thousand entities are a few
 * typed arrays, not objects. Only frames of the editor write here (`load`, `change`, `reorder`); the page
 * never changes a row by itself, so what is shown is what the editor has.
 *
 * Siblings are linked lists, and the roots are the children of `ROOT`.
 */

import * as protocol from './protocol.js';

/** The parent of roots, and "no entity" wherever a key is meant. */
export const ROOT = -1;

export class Scene {
  constructor() {
    this.capacity = 0;
    this.revision = -1;
    this.count = 0;
    /** @type {Uint8Array} */ this.alive = new Uint8Array(0);
    /** @type {Int32Array} */ this.parent = new Int32Array(0);
    /** @type {Int32Array} */ this.firstChild = new Int32Array(0);
    /** @type {Int32Array} */ this.lastChild = new Int32Array(0);
    /** @type {Int32Array} */ this.next = new Int32Array(0);
    /** @type {Int32Array} */ this.previous = new Int32Array(0);
    /** @type {Int32Array} */ this.template = new Int32Array(0);
    /** @type {Int32Array} */ this.look = new Int32Array(0);
    /** @type {Int32Array} */ this.tags = new Int32Array(0);
    /** @type {Float32Array} six numbers each */ this.world = new Float32Array(0);
    /** @type {Float32Array} x0, y0, x1, y1 in the world each */ this.bounds = new Float32Array(0);
    /** @type {Int32Array} */ this.z = new Int32Array(0);
    /** @type {Uint32Array} */ this.flags = new Uint32Array(0);
    /** @type {string[]} */ this.ids = [];
    /** @type {string[]} */ this.names = [];
    /** @type {Map<string, number>} */ this.keyOfId = new Map();
    /** @type {string[]} */ this.strings = [];
    /** @type {protocol.Look[]} */ this.looks = [];
    /** @type {string[][]} */ this.tagLists = [];
    /** What part of the world looks different since somebody asked. @type {import('./camera.js').Box | null} */ this.dirty = null;
    /** Keys of what is drawn, from the back to the front. @type {Uint32Array} */ this.order = new Uint32Array(0);
    this.firstRoot = ROOT;
    this.lastRoot = ROOT;
  }

  /**
   * Takes over a whole scene.
   * @param {protocol.SceneFrame} frame
   */
  load(frame) {
    Object.assign(this, new Scene());
    const { rows } = frame;
    let most = -1;
    for (const key of rows.keys) if (key > most) most = key;
    this.#grow(most + 1);
    this.strings = frame.strings.slice();
    this.looks = frame.looks.slice();
    this.tagLists = frame.tags.slice();
    for (let i = 0; i < rows.keys.length; i += 1) {
      this.#write(rows, i);
      this.#link(rows.keys[i], rows.parents[i], this.#lastOf(rows.parents[i]));
    }
    this.#place(frame.worlds, frame.numbers);
    this.revision = frame.revision;
  }

  /**
   * Takes over what is different.
   * @param {protocol.ChangedFrame} frame
   * @returns {{ structure: boolean }} whether there are other rows, or rows in other places
   */
  change(frame) {
    // Whoever came since the last change knows some of these already.
    if (frame.from !== undefined) [this.strings.length, this.looks.length, this.tagLists.length] = frame.from;
    for (const text of frame.strings) this.strings.push(text);
    for (const look of frame.looks) this.looks.push(look);
    for (const tags of frame.tags) this.tagLists.push(tags);
    for (const key of frame.gone) this.#soil(key);
    for (const key of frame.gone) this.#unlink(key);
    for (const key of frame.gone) this.#bury(key);
    const { rows } = frame;
    /** @type {number[]} */
    const relooked = [];
    for (let i = 0; i < rows.keys.length; i += 1) {
      const key = rows.keys[i];
      if (key >= this.capacity) this.#grow(key + 1);
      if (this.alive[key] && this.look[key] !== rows.looks[i]) relooked.push(key);
      this.#write(rows, i);
    }
    for (const [key] of frame.moved) this.#unlink(key);
    for (const [key, parent, previous] of frame.moved) this.#link(key, parent, previous);
    this.#place(frame.worlds, frame.numbers);
    for (const key of relooked) {
      this.#soil(key);
      this.#bound(key);
      this.#soil(key);
    }
    this.revision = frame.revision;
    return { structure: frame.gone.length + frame.moved.length > 0 };
  }

  /**
   * Takes over what is drawn, and in which order.
   * @param {protocol.OrderFrame} frame
   */
  reorder(frame) {
    this.order = frame.keys;
  }

  /** What part of the world looks different since it was last asked. */
  takeDirty() {
    const { dirty } = this;
    this.dirty = null;
    return dirty;
  }

  /** Notes that something changes where an entity is. @param {number} key */
  #soil(key) {
    if (this.look[key] < 0) return;
    const { bounds } = this;
    const at = key * 4;
    if (!Number.isFinite(bounds[at] + bounds[at + 1] + bounds[at + 2] + bounds[at + 3])) return;
    this.dirty ??= [Infinity, Infinity, -Infinity, -Infinity];
    const { dirty } = this;
    if (bounds[at] < dirty[0]) dirty[0] = bounds[at];
    if (bounds[at + 1] < dirty[1]) dirty[1] = bounds[at + 1];
    if (bounds[at + 2] > dirty[2]) dirty[2] = bounds[at + 2];
    if (bounds[at + 3] > dirty[3]) dirty[3] = bounds[at + 3];
  }

  /** @param {number} key */
  has(key) {
    return key >= 0 && key < this.capacity && this.alive[key] === 1;
  }

  /** @param {string} id @returns {number} its key, or `ROOT` if there is none */
  find(id) {
    return this.keyOfId.get(id) ?? ROOT;
  }

  /** @param {number} parent a key or `ROOT` */
  firstOf(parent) {
    return parent === ROOT ? this.firstRoot : this.firstChild[parent];
  }

  /** @param {number} parent a key or `ROOT`, from the first @returns {number[]} */
  childrenOf(parent) {
    const children = [];
    for (let key = this.firstOf(parent); key !== ROOT; key = this.next[key]) children.push(key);
    return children;
  }

  /** @param {number} key @param {number} bit one of the protocol's flags */
  is(key, bit) {
    return (this.flags[key] & bit) !== 0;
  }

  /** Whether `above` is `key` or one of its ancestors. @param {number} above @param {number} key */
  isWithin(above, key) {
    for (let at = key; at !== ROOT; at = this.parent[at]) if (at === above) return true;
    return false;
  }

  /** @param {number} key @returns {string | null} */
  templateOf(key) {
    return this.strings[this.template[key]] ?? null;
  }

  /** @param {number} key @returns {readonly string[]} */
  tagsOf(key) {
    return this.tagLists[this.tags[key]] ?? [];
  }

  /**
   * The entity out of a document that this part of a template belongs to; itself, if it is written.
   * @param {number} key
   */
  instanceOf(key) {
    let at = key;
    while (at !== ROOT && !this.is(at, protocol.WRITTEN)) at = this.parent[at];
    return at;
  }

  /** Those of `keys` that are below none of the others, in document order. @param {Iterable<number>} keys */
  topmost(keys) {
    const chosen = new Set(keys);
    const top = [...chosen].filter((key) => {
      for (let at = this.parent[key]; at !== ROOT; at = this.parent[at]) if (chosen.has(at)) return false;
      return true;
    });
    return this.sorted(top);
  }

  /** `keys` in document order, parents before children. @param {readonly number[]} keys */
  sorted(keys) {
    if (keys.length < 2) return keys.slice();
    const wanted = new Set(keys);
    /** @type {number[]} */
    const found = [];
    for (let at = this.firstRoot; at !== ROOT && found.length < wanted.size; at = this.following(at)) {
      if (wanted.has(at)) found.push(at);
    }
    return found;
  }

  /** The next in document order. @param {number} key @returns {number} */
  following(key) {
    if (this.firstChild[key] !== ROOT) return this.firstChild[key];
    for (let at = key; at !== ROOT; at = this.parent[at]) if (this.next[at] !== ROOT) return this.next[at];
    return ROOT;
  }

  /** @param {protocol.Rows} rows @param {number} i */
  #write(rows, i) {
    const key = rows.keys[i];
    if (this.alive[key]) {
      if (this.keyOfId.get(this.ids[key]) === key) this.keyOfId.delete(this.ids[key]);
    } else {
      this.alive[key] = 1;
      this.count += 1;
      this.parent[key] = ROOT;
      this.firstChild[key] = this.lastChild[key] = this.next[key] = this.previous[key] = ROOT;
    }
    this.ids[key] = rows.ids[i];
    this.names[key] = rows.names[i];
    this.template[key] = rows.templates[i];
    this.look[key] = rows.looks[i];
    this.tags[key] = rows.tags[i];
    this.keyOfId.set(rows.ids[i], key);
  }

  /** @param {number} key */
  #bury(key) {
    if (!this.alive[key]) return;
    this.alive[key] = 0;
    this.count -= 1;
    if (this.keyOfId.get(this.ids[key]) === key) this.keyOfId.delete(this.ids[key]);
    this.ids[key] = this.names[key] = '';
    this.look[key] = -1;
    this.firstChild[key] = this.lastChild[key] = ROOT;
  }

  /** @param {number} parent */
  #lastOf(parent) {
    return parent === ROOT ? this.lastRoot : this.lastChild[parent];
  }

  /** Takes a row out of its list, if it is in one. @param {number} key */
  #unlink(key) {
    const parent = this.parent[key];
    const before = this.previous[key];
    const after = this.next[key];
    if (before !== ROOT) this.next[before] = after;
    else if (this.firstOf(parent) === key) {
      if (parent === ROOT) this.firstRoot = after;
      else this.firstChild[parent] = after;
    }
    if (after !== ROOT) this.previous[after] = before;
    else if (this.#lastOf(parent) === key) {
      if (parent === ROOT) this.lastRoot = before;
      else this.lastChild[parent] = before;
    }
    this.previous[key] = this.next[key] = ROOT;
    this.parent[key] = ROOT;
  }

  /** @param {number} key @param {number} parent @param {number} previous the sibling before it, or `ROOT` */
  #link(key, parent, previous) {
    const after = previous === ROOT ? this.firstOf(parent) : this.next[previous];
    this.parent[key] = parent;
    this.previous[key] = previous;
    this.next[key] = after;
    if (previous !== ROOT) this.next[previous] = key;
    else if (parent === ROOT) this.firstRoot = key;
    else this.firstChild[parent] = key;
    if (after !== ROOT) this.previous[after] = key;
    else if (parent === ROOT) this.lastRoot = key;
    else this.lastChild[parent] = key;
  }

  /** @param {readonly number[]} keys @param {protocol.Numbers} numbers */
  #place(keys, numbers) {
    const { floats, ints, uints } = numbers;
    for (let i = 0; i < keys.length; i += 1) {
      const key = keys[i];
      const at = i * 8;
      this.#soil(key);
      for (let n = 0; n < 6; n += 1) this.world[key * 6 + n] = floats[at + n];
      this.z[key] = ints[at + 6];
      this.flags[key] = uints[at + 7];
      this.#bound(key);
      this.#soil(key);
    }
  }

  /** Works out where in the world an entity's look is. @param {number} key */
  #bound(key) {
    const look = this.looks[this.look[key]];
    const { world } = this;
    const w = key * 6;
    const tx = world[w + 4];
    const ty = world[w + 5];
    const at = key * 4;
    if (!look) {
      this.bounds[at] = this.bounds[at + 2] = tx;
      this.bounds[at + 1] = this.bounds[at + 3] = ty;
      return;
    }
    const [x0, y0, x1, y1] = look.box;
    const a = world[w];
    const b = world[w + 1];
    const c = world[w + 2];
    const d = world[w + 3];
    this.bounds[at] = tx + Math.min(a * x0, a * x1) + Math.min(c * y0, c * y1);
    this.bounds[at + 1] = ty + Math.min(b * x0, b * x1) + Math.min(d * y0, d * y1);
    this.bounds[at + 2] = tx + Math.max(a * x0, a * x1) + Math.max(c * y0, c * y1);
    this.bounds[at + 3] = ty + Math.max(b * x0, b * x1) + Math.max(d * y0, d * y1);
  }

  /** @param {number} atLeast */
  #grow(atLeast) {
    if (atLeast <= this.capacity) return;
    const capacity = Math.max(atLeast, Math.ceil(this.capacity * 1.5), 64);
    /**
     * @template {Uint8Array | Int32Array | Uint32Array | Float32Array} A
     * @param {A} old
     * @param {number} each
     * @returns {A}
     */
    const wider = (old, each = 1) => {
      const Kind = /** @type {new (n: number) => A} */ (old.constructor);
      const fresh = new Kind(capacity * each);
      fresh.set(old);
      return fresh;
    };
    this.alive = wider(this.alive, 1);
    this.parent = wider(this.parent, 1);
    this.firstChild = wider(this.firstChild, 1);
    this.lastChild = wider(this.lastChild, 1);
    this.next = wider(this.next, 1);
    this.previous = wider(this.previous, 1);
    this.template = wider(this.template, 1);
    this.look = wider(this.look, 1);
    this.tags = wider(this.tags, 1);
    this.world = wider(this.world, 6);
    this.bounds = wider(this.bounds, 4);
    this.z = wider(this.z, 1);
    this.flags = wider(this.flags, 1);
    this.capacity = capacity;
  }
}
