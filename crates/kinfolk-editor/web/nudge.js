// @ts-check
/**
 * Handles for the keyboard: arrow keys move, turn or scale what is selected, and it is spoken.
 *
 * Arrows that follow each other quickly are one step of the history. With snapping they go from line to
 * line of the grid, without it in tenths of that; Shift goes ten times as far.
 */

import { refuse, say } from './announce.js';
import { Courier } from './courier.js';
import { label } from './drop.js';
import { hasHandles } from './gizmo.js';
import { newGesture } from './number_field.js';
import { ANGLE_STEP, moved, SCALE_STEP, Start, stretched, told, turned } from './pull.js';

/** @typedef {import('./viewport.js').Viewport} Viewport */
/**
 * @typedef {{ courier: Courier, start: Start, who: string, whose: string, ids: string[], x: number, y: number, until: number }} Run
 *   `x` and `y`: how many steps from where it began
 */

const BELONG_MS = 1200;
const RAD = Math.PI / 180;
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Nudge {
  /** @type {Run | null} */ #run = null;

  /** @param {Viewport} viewport */
  constructor(viewport) {
    this.viewport = viewport;
  }

  /** Something else happens. */
  end() {
    this.#run = null;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was meant */
  key(event) {
    const way = WAYS[event.key];
    const { tools, editor } = this.viewport;
    if (way === undefined || !hasHandles(tools.tool)) return false;
    const group = this.viewport.group();
    if (group === null) return false;
    const who = `${tools.tool} ${tools.snap} ${editor.axes} ${group.keys.join()}`;
    if (this.#run === null || this.#run.who !== who || event.timeStamp > this.#run.until) this.#begin(who, group);
    const run = this.#run;
    if (run === null) return false;
    run.until = event.timeStamp + BELONG_MS;
    const far = event.shiftKey ? 10 : 1;
    run.x += way[0] * far;
    run.y += way[1] * far;
    this.#send(run);
    return true;
  }

  /** @param {string} who @param {import('./gizmo.js').Group} group */
  #begin(who, group) {
    const { editor } = this.viewport;
    const selection = editor.selectedIds().slice(0, 1000);
    const courier = new Courier((request) => editor.ask({ selection, ...request }), newGesture('nudge'), (reply) =>
      refuse(reply.why ?? 'The editor refused.', reply.help ?? null),
    );
    this.#run = {
      courier,
      who,
      start: new Start(editor.scene, group),
      ids: group.keys.map((key) => editor.scene.ids[key]),
      whose: group.keys.length === 1 ? label(editor.scene, group.lead) : `${group.keys.length} entities`,
      x: 0,
      y: 0,
      until: 0,
    };
  }

  /** @param {Run} run */
  #send(run) {
    const { tools, editor, picture } = this.viewport;
    const part = tools.snap ? 1 : 0.1;
    const manner = {
      axes: editor.axes,
      snap: tools.snap,
      step: this.viewport.gridStep(run.start),
      pixel: 1e-4 / picture.camera.scale,
    };
    let pulled;
    let said;
    let verb;
    if (tools.tool === 'rotate') {
      const degrees = (run.y - run.x) * (tools.snap ? ANGLE_STEP : 1);
      pulled = turned(run.start, degrees * RAD, manner);
      [verb, said] = ['Turn', `turned by ${told(degrees, 1)} degrees`];
    } else if (tools.tool === 'scale') {
      const [x, y] = [run.x, run.y].map((steps) => 1 + steps * SCALE_STEP * part);
      pulled = stretched(run.start, run.x === 0 ? null : x, run.y === 0 ? null : y, manner);
      [verb, said] = ['Scale', `scaled ${told(x, 0.01)} by ${told(y, 0.01)}`];
    } else {
      const size = manner.step * part;
      const by = this.#inWorld(run, run.x * size, run.y * size);
      pulled = moved(run.start, by, run.y === 0 ? 'x' : run.x === 0 ? 'y' : 'free', manner);
      [verb, said] = ['Move', `moved by ${told(run.x * size, size)}, ${told(run.y * size, size)}`];
    }
    const { text: _, ...what } = pulled;
    run.courier.send({ do: 'drag', ids: run.ids, ...what, name: `${verb} ${run.whose}` });
    say(`${run.whose} ${said}`);
  }

  /** A way along the axes in use. @param {Run} run @param {number} x @param {number} y */
  #inWorld(run, x, y) {
    if (this.viewport.editor.axes === 'world') return { x, y };
    const { start } = run;
    // Steps are in own units, and the parent may make them longer.
    const far = (/** @type {number} */ steps, /** @type {import('./camera.js').Point} */ axis) =>
      (steps * start.unit) / (Math.hypot(axis.x, axis.y) || 1);
    const [u, v] = [far(x, start.x), far(y, start.y)];
    return { x: u * start.x.x + v * start.y.x, y: u * start.x.y + v * start.y.y };
  }
}
