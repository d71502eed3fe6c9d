// @ts-check
/**
 * A field for a number, or for the numbers of several entities at once.
 *
 * It takes expressions and units, steps by arrow keys, and is dragged by its label: Shift goes ten times as
 * far, Alt a tenth, Esc takes the drag back. One drag is one gesture, thus one step of the history. What is
 * shown is rounded; only what somebody typed or dragged is ever written.
 */

import { h } from './dom.js';
import { evaluate } from './expression.js';
import { show, showDegrees, stepped, stride, tooltip } from './numbers.js';

/**
 * @typedef {{ name: string, label: string, short: string, step: number, angle?: boolean, whole?: boolean,
 *   write: (values: number[], gesture: string | undefined) => Promise<string | null>,
 *   cancel: (gesture: string) => void, isBehind?: () => boolean }} NumberOptions
 *   `label` is its accessible name, `short` what is written on it; `write` answers why it was refused; `isBehind`
 *   says whether what is shown may be older than what was written elsewhere
 */

const RAD = Math.PI / 180;
const PIXELS_A_STEP = 2;
const ARROWS_BELONG_MS = 1200;
let gestures = 0;

/** A name that no other gesture has. @param {string} what */
export function newGesture(what) {
  gestures += 1;
  return `${what} ${gestures} ${Math.random().toString(36).slice(2)}`;
}

export class NumberField {
  /** What each entity has, or is about to have. @type {number[]} */ #values = [];
  /** What the editor said last. @type {number[]} */ #actual = [];
  #shown = '';
  /** @type {string | undefined} */ #absent;
  /** @type {{ gesture: string, at: number } | null} */ #arrows = null;
  /** What is to be written next, while something is under way. @type {{ values: number[], gesture: string | undefined } | null} */ #next =
    null;
  #writing = false;
  /** Somebody has typed since it was written or shown last, maybe just what was there. */ #typed = false;

  /** @param {NumberOptions} options */
  constructor(options) {
    this.options = options;
    this.input = h('input', {
      type: 'text',
      class: 'number-input',
      name: options.name,
      'aria-label': options.label,
      inputMode: 'decimal',
      autocomplete: 'off',
      spellcheck: false,
    });
    this.handle = h(
      'span',
      { class: 'number-label', 'aria-hidden': 'true', title: `${options.label}: drag to change (Shift ×10, Alt ×0.1)` },
      options.short,
    );
    this.unit = options.angle ? h('span', { class: 'number-unit', 'aria-hidden': 'true' }, '°') : null;
    this.error = h('span', { class: 'field-error', role: 'alert', hidden: true });
    this.box = h('label', { class: 'number-box' }, this.handle, this.input, this.unit);
    this.element = h('div', { class: 'number' }, this.box, this.error);
    /** Told when other numbers are shown. @type {() => void} */ this.onDisplay = () => {};
    this.input.addEventListener('keydown', (event) => this.#key(event));
    this.input.addEventListener('input', () => {
      this.#typed = true;
      this.#complain(null);
    });
    this.input.addEventListener('focus', () => this.input.select());
    this.input.addEventListener('blur', () => {
      this.#arrows = null;
      if (this.#isMeant()) this.#commit();
      this.#typed = false;
    });
    this.handle.addEventListener('pointerdown', (event) => this.#scrub(event));
  }

  /**
   * Shows what the entities have.
   * @param {number[]} values
   * @param {string} [absent] what to say in the place of numbers that are not written
   */
  show(values, absent) {
    this.#actual = values;
    this.#absent = absent;
    // What is being written is newer than what was told.
    if (!this.#writing) this.#display(values, absent);
  }

  /** What each entity has, or is about to have. @returns {readonly number[]} */
  get values() {
    return this.#values;
  }

  /** Shows values and writes them, as if they had been dragged. @param {number[]} values @param {string} gesture */
  give(values, gesture) {
    this.#set(values, gesture);
  }

  /** Takes a gesture back, as if it had never been. @param {string} gesture @param {number[]} before */
  takeBack(gesture, before) {
    this.#next = null;
    this.options.cancel(gesture);
    this.#display(before, this.#absent);
  }

  /** @param {number[]} values @param {string} [absent] */
  #display(values, absent) {
    this.#values = values;
    const dirty = document.activeElement === this.input && (this.#typed || this.input.value !== this.#shown);
    const same = values.length > 0 && values.every((value) => value === values[0]);
    const text = !same || absent !== undefined ? '' : this.options.angle ? showDegrees(values[0]) : show(values[0]);
    this.#shown = text;
    this.input.dataset.shown = text;
    this.input.placeholder = values.length > 1 && !same ? 'mixed' : (absent ?? '');
    this.input.title = same ? tooltip(values[0], this.options.angle ?? false) : '';
    if (!dirty && this.input.value !== text) {
      this.input.value = text;
      this.#complain(null);
      if (document.activeElement === this.input) this.input.select();
    }
    this.onDisplay();
  }

  /** Whether what was typed is to be written: what was there already is, too, if it is about to be something else. */
  #isMeant() {
    return this.input.value !== this.#shown || (this.#typed && this.options.isBehind?.() === true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#arrows = null;
      if (this.#isMeant() && !this.#commit()) return;
      this.#typed = false;
      this.input.select();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (this.input.value !== this.#shown || !this.error.hidden) {
        this.input.value = this.#shown;
        this.#typed = false;
        this.#complain(null);
        this.input.select();
      } else this.input.blur();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && this.#values.length > 0) {
      event.preventDefault();
      if (this.input.value !== this.#shown && !this.#commit()) return;
      if (this.#arrows === null || event.timeStamp - this.#arrows.at > ARROWS_BELONG_MS)
        this.#arrows = { gesture: newGesture('arrows'), at: 0 };
      this.#arrows.at = event.timeStamp;
      this.#set(this.#moved(this.#values, event.key === 'ArrowUp' ? 1 : -1, event), this.#arrows.gesture);
    }
  }

  /** Writes what was typed. @returns {boolean} whether it makes sense */
  #commit() {
    const values = [];
    for (const current of this.#values) {
      const outcome = evaluate(this.input.value, { angle: this.options.angle, current });
      if (!outcome.ok) {
        this.#complain(outcome.why);
        return false;
      }
      values.push(this.options.whole ? Math.round(outcome.value) : outcome.value);
    }
    if (values.length === 0) return false;
    this.#set(values, undefined);
    return true;
  }

  /**
   * Some steps further.
   * @param {number[]} from
   * @param {number} steps
   * @param {{ shiftKey: boolean, altKey: boolean }} keys
   */
  #moved(from, steps, keys) {
    const size = this.options.whole ? (keys.shiftKey ? 10 : 1) : stride(this.options, keys);
    return from.map((value) =>
      this.options.angle ? stepped(value / RAD, steps, size) * RAD : stepped(value, steps, size),
    );
  }

  /**
   * Shows values at once and writes them; while one is written, only the newest waits.
   * @param {number[]} values
   * @param {string | undefined} gesture
   */
  async #set(values, gesture) {
    this.#typed = false;
    this.#display(values);
    this.input.value = this.#shown;
    this.#next = { values, gesture };
    if (this.#writing) return;
    this.#writing = true;
    while (this.#next !== null) {
      /** @type {{ values: number[], gesture: string | undefined }} */
      const now = this.#next;
      this.#next = null;
      const why = await this.options.write(now.values, now.gesture);
      if (why !== null) this.#refused(why);
    }
    this.#writing = false;
  }

  /** Leaves what was tried in the field, to be corrected or taken back with Esc. @param {string} why */
  #refused(why) {
    const tried = this.input.value;
    this.#display(this.#actual, this.#absent);
    this.input.value = tried;
    this.#complain(why);
  }

  /** @param {string | null} why */
  #complain(why) {
    this.error.hidden = why === null;
    this.error.textContent = why ?? '';
    if (why === null) this.input.removeAttribute('aria-invalid');
    else this.input.setAttribute('aria-invalid', 'true');
  }

  /** Drags the number. @param {PointerEvent} down */
  #scrub(down) {
    if (down.button !== 0 || this.#values.length === 0) return;
    const { handle } = this;
    const gesture = newGesture('scrub');
    let values = this.#values.slice();
    const start = values.slice();
    let from = down.clientX;
    let moved = false;
    const listening = new AbortController();
    const { signal } = listening;
    const end = () => {
      listening.abort();
      handle.classList.remove('is-scrubbing');
    };
    handle.setPointerCapture(down.pointerId);
    handle.addEventListener(
      'pointermove',
      (event) => {
        const steps = Math.trunc((event.clientX - from) / PIXELS_A_STEP);
        if (steps === 0) return;
        from += steps * PIXELS_A_STEP;
        moved = true;
        handle.classList.add('is-scrubbing');
        values = this.#moved(values, steps, event);
        this.#set(values, gesture);
      },
      { signal },
    );
    handle.addEventListener('lostpointercapture', end, { signal });
    handle.addEventListener('pointerup', end, { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        end();
        this.#next = null;
        if (moved) this.takeBack(gesture, start);
      },
      { signal, capture: true },
    );
    // Otherwise the click that ends a drag would put the cursor into the field.
    handle.addEventListener('click', (event) => moved && event.preventDefault(), { once: true });
  }
}
