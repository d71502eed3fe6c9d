// @ts-check
/**
 * A handle, or an entity, in a hand.
 *
 * From the press on everything is asked of the editor under one gesture, so a drag is one step of the history
 * and Esc leaves no trace. What is near a slot of its parent goes into the slot, unless Alt is held.
 */

import { refuse, say } from './announce.js';
import { times, toScreen } from './camera.js';
import { Courier } from './courier.js';
import { label } from './drop.js';
import { ROOT } from './model.js';
import { newGesture } from './number_field.js';
import { show, showDegrees } from './numbers.js';
import { moved, Start, stretched, turned } from './pull.js';

/** @typedef {import('./camera.js').Point} Point */
/** @typedef {import('./gizmo.js').Gizmo} Gizmo */
/** @typedef {import('./gizmo.js').Group} Group */
/** @typedef {import('./gizmo.js').Handle} Handle */
/** @typedef {import('./picture_view.js').Hold} Hold */
/** @typedef {import('./viewport.js').Viewport} Viewport */
/** @typedef {{ name: string, at: Point }} SlotSpot `at` is in the world */

const THRESHOLD = 3;
/** So near a slot is meant. */
const SLOT_PIXELS = 10;
/** So many pixels away from the middle is twice as large. */
const UNIFORM_PIXELS = 100;
/** For the history, for one, and for several. */
const VERBS = {
  move: ['Move', 'moved to', 'moved by'],
  rotate: ['Turn', 'turned to', 'turned by'],
  scale: ['Scale', 'scaled to', 'scaled'],
};

/** @implements {Hold} */
export class GizmoHold {
  /** What the pointer says. */ text = '';
  /** @type {SlotSpot | null} */ slot = null;
  /** Where the pointer is. @type {Point} */ at;
  #began = false;
  #refused = false;
  /** How far the pointer has gone around the middle. */ #around = 0;
  #heading = 0;

  /**
   * @param {Viewport} viewport @param {Group} group @param {Gizmo} gizmo @param {Handle} handle @param {Point} at
   * @param {(event: PointerEvent, at: Point) => void} onClick the pointer did not move
   */
  constructor(viewport, group, gizmo, handle, at, onClick) {
    const { editor, tools } = viewport;
    this.viewport = viewport;
    this.gizmo = gizmo;
    this.handle = handle;
    this.from = this.at = at;
    this.onClick = onClick;
    this.tool = /** @type {'move' | 'rotate' | 'scale'} */ (tools.tool);
    this.start = new Start(editor.scene, group);
    this.ids = group.keys.map((key) => editor.scene.ids[key]);
    this.whose = group.keys.length === 1 ? label(editor.scene, group.lead) : `${group.keys.length} entities`;
    this.#heading = Math.atan2(-(at.y - gizmo.at.y), at.x - gizmo.at.x);
    const selection = editor.selectedIds().slice(0, 1000);
    this.courier = new Courier(
      (request) => editor.ask({ selection, ...request }),
      newGesture('drag'),
      (reply) => {
        // Once is enough: the pointer goes on.
        if (!this.#refused) refuse(reply.why ?? 'The editor refused.', reply.help ?? null);
        this.#refused = true;
      },
    );
  }

  get began() {
    return this.#began;
  }

  /** @param {PointerEvent} event @param {Point} at */
  move(event, at) {
    this.at = at;
    this.#turn(at);
    this.#began ||= Math.hypot(at.x - this.from.x, at.y - this.from.y) >= THRESHOLD;
    if (!this.#began) return;
    this.#send(event);
    this.viewport.picture.redraw();
  }

  /** @param {PointerEvent} event @param {Point} at */
  async end(event, at) {
    this.viewport.release();
    if (!this.#began) {
      this.onClick(event, at);
      return;
    }
    this.move(event, at);
    const { slot, text } = this;
    await this.courier.settled();
    if (this.#refused) return;
    if (slot !== null) say(`${this.whose} in slot ${slot.name}`);
    else if (this.ids.length > 1) say(`${this.whose} ${VERBS[this.tool][2]} ${text}`);
    else {
      const { entities } = await this.viewport.editor.ask({ do: 'inspect', ids: this.ids });
      say(`${this.whose} ${VERBS[this.tool][1]} ${entities?.[0] === undefined ? text : this.#numbers(entities[0])}`);
    }
  }

  /** What to show beside the pointer: the numbers as they are now, once they are known. */
  get shown() {
    if (this.slot !== null) return this.slot.name;
    const [one] = this.viewport.editor.inspections;
    return this.ids.length === 1 && one?.id === this.ids[0] ? this.#numbers(one) : this.text;
  }

  /** The numbers that are dragged, in the axes in use. @param {import('./protocol.js').Inspection} one */
  #numbers(one) {
    const { x, y, angle, scaleX, scaleY } = this.viewport.editor.axes === 'local' ? one.local : one.world;
    if (this.tool === 'rotate') return `${showDegrees(angle)}°`;
    return this.tool === 'scale' ? `${show(scaleX)}, ${show(scaleY)}` : `${show(x)}, ${show(y)}`;
  }

  cancel() {
    this.viewport.release();
    this.courier.cancel();
    if (this.#began) say(`${this.whose}: taken back`);
  }

  /** @param {{ ctrlKey: boolean, metaKey: boolean, altKey: boolean }} keys */
  #send(keys) {
    const { editor, tools, picture } = this.viewport;
    const { scale } = picture.camera;
    const manner = {
      axes: editor.axes,
      snap: tools.snap !== (keys.ctrlKey || keys.metaKey),
      step: this.viewport.gridStep(this.start),
      pixel: 1 / scale,
    };
    const by = { x: (this.at.x - this.from.x) / scale, y: -(this.at.y - this.from.y) / scale };
    const verb = VERBS[this.tool][0];
    if (this.tool === 'rotate') {
      this.#ask(turned(this.start, this.#around, manner), verb);
      return;
    }
    if (this.tool === 'scale') {
      const [x, y] = this.#factors();
      this.#ask(stretched(this.start, x, y, manner), verb);
      return;
    }
    const pulled = moved(this.start, by, this.handle, manner);
    const [{ x, y }] = pulled.pulls;
    const [origin] = this.start.origins;
    this.slot = keys.altKey ? null : this.#slotNear({ x: x ?? origin.x, y: y ?? origin.y });
    if (this.slot === null) this.#ask(pulled, verb);
    else {
      this.text = this.slot.name;
      const name = `Put ${this.whose} into ${this.slot.name}`;
      this.courier.send({ do: 'drag', ids: this.ids, pulls: [{}], slot: this.slot.name, name });
    }
  }

  /** @param {import('./pull.js').Pulled} pulled @param {string} verb */
  #ask({ text, ...pulled }, verb) {
    this.text = text;
    this.courier.send({ do: 'drag', ids: this.ids, ...pulled, name: `${verb} ${this.whose}` });
  }

  /** The slot of the parent that is meant by a place in the world. @param {Point} inWorld @returns {SlotSpot | null} */
  #slotNear(inWorld) {
    const { editor, facts, picture } = this.viewport;
    const { scene } = editor;
    const key = this.start.group.lead;
    const parent = scene.has(key) ? scene.parent[key] : ROOT;
    if (this.ids.length > 1 || parent === ROOT) return null;
    const target = toScreen(picture.camera, picture.screen, inWorld);
    /** @type {SlotSpot | null} */
    let nearest = null;
    let least = SLOT_PIXELS;
    for (const [name, slot] of Object.entries(facts.slotsOf(scene.templateOf(parent)))) {
      const [, , , , x, y] = times(scene.world.subarray(parent * 6, parent * 6 + 6), [1, 0, 0, 1, slot.x ?? 0, slot.y ?? 0]);
      const at = toScreen(picture.camera, picture.screen, { x, y });
      const far = Math.hypot(at.x - target.x, at.y - target.y);
      if (far > least) continue;
      least = far;
      nearest = { name, at: { x, y } };
    }
    return nearest;
  }

  /** How many times as long it is to be, in both directions. @returns {[number | null, number | null]} */
  #factors() {
    const { gizmo, handle } = this;
    const [from, to] = [this.from, this.at];
    if (handle === 'free') {
      const by = 1 + (to.x - from.x - (to.y - from.y)) / UNIFORM_PIXELS;
      return [by, by];
    }
    const way = handle === 'x' ? gizmo.x : gizmo.y;
    const along = (/** @type {Point} */ at) => (at.x - gizmo.at.x) * way.x + (at.y - gizmo.at.y) * way.y;
    const by = along(to) / (along(from) || 1);
    return handle === 'x' ? [by, null] : [null, by];
  }

  /** Adds up how far the pointer goes around, more than once if it does. @param {Point} at */
  #turn(at) {
    const heading = Math.atan2(-(at.y - this.gizmo.at.y), at.x - this.gizmo.at.x);
    const step = heading - this.#heading;
    this.#around += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
    this.#heading = heading;
  }
}
