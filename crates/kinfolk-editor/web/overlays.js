// @ts-check
/**
 * What is drawn over the scene, as people switch it on and off; it is remembered.
 *
 * The panel has a box for everything and opens above its button. Esc closes it and gives the focus back.
 */

import { say } from './announce.js';
import { byId, fill, h } from './dom.js';
import { recall, remember } from './layout.js';

/** @typedef {'links' | 'axes' | 'names' | 'bounds' | 'subtrees' | 'colliders' | 'joints' | 'order'} Switch */
/** @typedef {'none' | 'selection' | 'all'} SlotsShown */
/** @typedef {Record<Switch, boolean> & { slots: SlotsShown }} OverlayState */

/** @type {readonly [Switch, string][]} */
export const SWITCHES = [
  ['names', 'Names'],
  ['links', 'Parent links'],
  ['axes', 'Axes'],
  ['bounds', 'Bounds'],
  ['subtrees', 'Subtree bounds'],
  ['colliders', 'Colliders'],
  ['joints', 'Joints'],
  ['order', 'Draw order'],
];

/** @type {readonly [SlotsShown, string][]} */
const SLOTS = [
  ['none', 'None'],
  ['selection', 'Selection'],
  ['all', 'All'],
];

/** What a text says is switched on; whatever it does not say is as at first. @param {string | null} text @returns {OverlayState} */
export function readOverlays(text) {
  const on = new Set((text ?? '').split(' '));
  const state = /** @type {OverlayState} */ ({});
  for (const [name] of SWITCHES) state[name] = on.has(name);
  state.slots = SLOTS.find(([which]) => on.has(`slots:${which}`))?.[0] ?? 'selection';
  return state;
}

/** @param {OverlayState} state */
export function writeOverlays(state) {
  return [...SWITCHES.map(([name]) => name).filter((name) => state[name]), `slots:${state.slots}`].join(' ');
}

export class Overlays {
  state = readOverlays(recall('overlays'));
  /** @type {(() => void)[]} */ #listeners = [];

  constructor() {
    this.button = byId('overlays');
    this.panel = byId('overlay-panel');
    fill(
      this.panel,
      h('h3', { class: 'overlay-title' }, 'Drawn over the scene'),
      ...SWITCHES.map(([name, said]) => {
        const box = h('input', { type: 'checkbox', name: `overlay-${name}`, checked: this.state[name] });
        box.addEventListener('change', () => {
          this.state[name] = box.checked;
          this.#changed(`${said} ${box.checked ? 'shown' : 'hidden'}`);
        });
        return h('label', { class: 'overlay-line' }, box, h('span', null, said));
      }),
      h(
        'div',
        { class: 'overlay-line' },
        h('span', { class: 'overlay-name', 'aria-hidden': 'true' }, 'Slots'),
        h('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Slots of' }, ...SLOTS.map((one) => this.#radio(one))),
      ),
    );
    this.panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      this.close();
      this.button.focus();
    });
    for (const element of [this.panel, this.button])
      element.addEventListener('focusout', (event) => {
        const to = /** @type {Node | null} */ (event.relatedTarget);
        if (!this.panel.contains(to) && to !== this.button) this.close();
      });
    window.addEventListener('pointerdown', (event) => {
      const to = /** @type {Node} */ (event.target);
      if (!this.panel.contains(to) && !this.button.contains(to)) this.close();
    });
    this.button.setAttribute('aria-expanded', 'false');
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** Opens the panel, or closes it. */
  toggle() {
    if (!this.panel.hidden) {
      this.close();
      this.button.focus();
      return;
    }
    this.panel.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    this.panel.querySelector('input')?.focus();
  }

  close() {
    this.panel.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
  }

  /** @param {[SlotsShown, string]} which */
  #radio([which, said]) {
    const radio = h('input', { type: 'radio', name: 'overlay-slots', value: which, checked: this.state.slots === which });
    radio.addEventListener('change', () => {
      this.state.slots = which;
      this.#changed(`Slots: ${said}`);
    });
    return h('label', { class: 'segment' }, radio, h('span', null, said));
  }

  /** @param {string} said */
  #changed(said) {
    remember('overlays', writeOverlays(this.state));
    say(said);
    for (const listener of this.#listeners) listener();
  }
}
