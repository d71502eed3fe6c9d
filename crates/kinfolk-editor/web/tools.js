// @ts-check
/**
 * Which tool the pointer is in the picture, and whether it snaps; both are remembered.
 *
 * Keys and buttons are commands (`picture_commands.js`); this is what they change.
 */

import { say } from './announce.js';
import { byId } from './dom.js';
import { TOOLS } from './gizmo.js';
import { recall, remember } from './layout.js';

/** @typedef {import('./gizmo.js').ToolName} ToolName */

/** @type {Record<ToolName, string>} */
const SAID = {
  select: 'Select: a click selects, a drag selects all that it touches',
  move: 'Move: drag handles or entities, or press arrow keys',
  rotate: 'Rotate: drag the ring, or press arrow keys',
  scale: 'Scale: drag handles, or press arrow keys',
  hand: 'Hand: a drag pans',
};

export class Tools {
  /** @type {ToolName} */ tool = TOOLS.find((one) => one === recall('tool')) ?? 'select';
  snap = recall('snap') === 'on';
  /** @type {(() => void)[]} */ #listeners = [];

  constructor() {
    this.#show();
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** @param {ToolName} tool */
  choose(tool) {
    this.tool = tool;
    remember('tool', tool);
    say(SAID[tool]);
    this.#show();
  }

  toggleSnap() {
    this.snap = !this.snap;
    remember('snap', this.snap ? 'on' : 'off');
    say(this.snap ? 'Snapping' : 'Not snapping');
    this.#show();
  }

  #show() {
    for (const one of TOOLS) byId(`tool-${one}`).setAttribute('aria-pressed', String(one === this.tool));
    byId('snap').setAttribute('aria-pressed', String(this.snap));
    for (const listener of this.#listeners) listener();
  }
}
