// @ts-check
/**
 * A dial beside a field for an angle.
 *
 * It is turned by dragging around its middle, the further away the finer, with Shift in steps of 15 degrees;
 * or by arrow keys. While it is used a bubble says the angle in degrees and in radians. It writes through its field, so a
 * turn is one step of the history and Esc takes it back.
 */

import { h } from './dom.js';
import { newGesture } from './number_field.js';
import { show, showDegrees } from './numbers.js';

const RAD = Math.PI / 180;
const SNAP = 15;
const KEYS_BELONG_MS = 1200;
const SVG = 'http://www.w3.org/2000/svg';

/** An angle between the pointer and the middle, counter-clockwise. @param {number} dx @param {number} dy down */
export function towards(dx, dy) {
  return Math.atan2(-dy, dx);
}

/**
 * The angle nearest to `before` that points the same way: turning on and on does not jump back.
 * @param {number} radians @param {number} before
 */
export function unwound(radians, before) {
  return radians + Math.round((before - radians) / (2 * Math.PI)) * 2 * Math.PI;
}

/** Degrees without dust, in steps of `step`. @param {number} radians @param {number} step */
export function snapped(radians, step) {
  return Math.round(radians / RAD / step) * step * RAD;
}

export class Dial {
  /** @type {{ gesture: string, at: number } | null} */ #keys = null;

  /** @param {import('./number_field.js').NumberField} field */
  constructor(field) {
    this.field = field;
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '-8 -8 16 16');
    svg.setAttribute('aria-hidden', 'true');
    const ring = document.createElementNS(SVG, 'circle');
    ring.setAttribute('r', '6.5');
    this.hand = document.createElementNS(SVG, 'path');
    this.hand.setAttribute('d', 'M0 0H6');
    svg.append(ring, this.hand);
    this.bubble = h('span', { class: 'dial-bubble', 'aria-hidden': 'true', hidden: true });
    this.element = h('div', {
      class: 'dial',
      role: 'slider',
      tabIndex: 0,
      'aria-label': `${field.options.label}, dial`,
      'aria-valuemin': '-180',
      'aria-valuemax': '180',
      title: 'Drag around it (Shift: steps of 15°), or use arrow keys',
    });
    this.element.append(svg);
    field.element.append(this.bubble);
    field.box.append(this.element);
    field.onDisplay = () => this.render();
    this.element.addEventListener('pointerdown', (event) => this.#turn(event));
    this.element.addEventListener('keydown', (event) => this.#key(event));
    // A label gives its clicks to the field.
    this.element.addEventListener('click', (event) => event.preventDefault());
    this.element.addEventListener('focus', () => this.#say(true));
    this.element.addEventListener('blur', () => {
      this.#keys = null;
      this.#say(false);
    });
    this.render();
  }

  /** @returns {number | null} nothing if they differ */
  get angle() {
    const { values } = this.field;
    return values.length > 0 && values.every((one) => one === values[0]) ? values[0] : null;
  }

  render() {
    const { angle } = this;
    this.hand.setAttribute('transform', `rotate(${-(angle ?? 0) / RAD})`);
    this.element.classList.toggle('is-mixed', angle === null);
    const text = angle === null ? 'mixed' : `${showDegrees(angle)}° · ${show(angle, 3)} rad`;
    const shown = angle === null ? 0 : Math.round(unwound(angle, 0) / RAD);
    this.element.setAttribute('aria-valuenow', String(Math.max(-180, Math.min(180, shown))));
    this.element.setAttribute(
      'aria-valuetext',
      angle === null ? 'mixed' : `${showDegrees(angle)} degrees, ${show(angle, 3)} radians`,
    );
    this.bubble.textContent = text;
  }

  /** @param {boolean} on */
  #say(on) {
    this.bubble.hidden = !on;
  }

  /** @param {number} angle @param {string} gesture */
  #give(angle, gesture) {
    this.field.give(
      this.field.values.map(() => angle),
      gesture,
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const steps = /** @type {Record<string, number>} */ ({ ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 })[
      event.key
    ];
    const home = event.key === 'Home';
    if ((steps === undefined && !home) || event.ctrlKey || event.metaKey || this.field.values.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#keys === null || event.timeStamp - this.#keys.at > KEYS_BELONG_MS)
      this.#keys = { gesture: newGesture('dial'), at: 0 };
    this.#keys.at = event.timeStamp;
    const size = event.shiftKey ? SNAP : event.altKey ? 0.1 : 1;
    const angle = this.angle ?? 0;
    this.#give(home ? 0 : snapped(angle + (steps ?? 0) * size * RAD, event.altKey ? 0.1 : size), this.#keys.gesture);
  }

  /** @param {PointerEvent} down */
  #turn(down) {
    if (down.button !== 0 || this.field.values.length === 0) return;
    down.preventDefault();
    this.element.focus();
    this.#say(true);
    const gesture = newGesture('dial');
    const start = this.field.values.slice();
    let angle = this.angle ?? 0;
    let moved = false;
    const listening = new AbortController();
    const { signal } = listening;
    const box = this.element.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const follow = (/** @type {PointerEvent} */ event) => {
      const to = unwound(towards(event.clientX - x, event.clientY - y), angle);
      angle = snapped(to, event.shiftKey ? SNAP : Math.hypot(event.clientX - x, event.clientY - y) > 60 ? 0.1 : 1);
      moved = true;
      this.#give(angle, gesture);
    };
    this.element.setPointerCapture(down.pointerId);
    this.element.addEventListener('pointermove', follow, { signal });
    this.element.addEventListener(
      'pointerup',
      () => {
        listening.abort();
      },
      { signal },
    );
    this.element.addEventListener('lostpointercapture', () => listening.abort(), { signal });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        listening.abort();
        if (moved) this.field.takeBack(gesture, start);
      },
      { signal, capture: true },
    );
  }
}
