// @ts-check
/**
 * The picture as a place to work: tools, handles, rectangles, and what is drawn over the scene.
 *
 * `PictureView` knows where the camera is and who has the pointer; here it is decided what a press means.
 * With the select tool it selects; with a tool that has handles a press on one of them drags, with the
 * move tool so does a press on an entity; everything else selects by a rectangle. With the hand it pans.
 */

import { say } from './announce.js';
import { gridStep, toWorld } from './camera.js';
import { keysWithin } from './box_pick.js';
import { gizmoOf, groupOf, handleAt, hasHandles } from './gizmo.js';
import { drawBand, drawChip, drawGizmo, drawSlotHint } from './gizmo_draw.js';
import { GizmoHold } from './gizmo_hold.js';
import { Nudge } from './nudge.js';
import { drawOverlays } from './overlay_draw.js';
import { Facts } from './overlay_facts.js';
import { Overlays } from './overlays.js';
import { origin, outlines, slots } from './picture_draw.js';
import { Tools } from './tools.js';

/** @typedef {import('./camera.js').Point} Point */
/** @typedef {import('./gizmo.js').Group} Group */
/** @typedef {import('./gizmo.js').Handle} Handle */
/** @typedef {import('./picture_draw.js').Easel} Easel */
/** @typedef {import('./picture_view.js').Hold} Hold */

/** A press that stays within this many pixels is a click. */
const THRESHOLD = 4;

export class Viewport {
  /** @type {Handle | null} */ #hot = null;
  /** What is in the hand. @type {GizmoHold | null} */ #held = null;
  /** The rectangle that is being drawn. @type {{ from: Point, to: Point, keys: number[] } | null} */ #band = null;
  /** @type {Group | null | undefined} */ #group = undefined;

  /** @param {import('./editor.js').Editor} editor @param {import('./picture_view.js').PictureView} picture */
  constructor(editor, picture) {
    this.editor = editor;
    this.picture = picture;
    this.tools = new Tools();
    this.overlays = new Overlays();
    this.facts = new Facts(editor, picture, this.overlays);
    this.nudge = new Nudge(this);
    picture.layers = [(easel) => this.#draw(easel)];
    picture.tools = [(event, at) => this.#grab(at, event), (_, at) => this.#rectangle(at)];
    picture.keys.push((event) => this.nudge.key(event));
    const { canvas } = picture;
    canvas.addEventListener('pointermove', (event) => event.buttons === 0 && this.#hover(picture.point(event)));
    canvas.addEventListener('pointerleave', () => this.#light(null));
    canvas.addEventListener('pointerdown', () => this.nudge.end());
    for (const topic of /** @type {const} */ (['scene', 'selection', 'worlds', 'rows', 'view']))
      editor.on(topic, () => {
        this.#group = undefined;
      });
    this.tools.onChange(() => this.#change());
    this.overlays.onChange(() => picture.redraw());
    this.#change();
  }

  /** Who is dragged; nobody, while what runs is only shown. */
  group() {
    if (this.editor.view === 'running') return null;
    if (this.#group === undefined) {
      const { scene, selection } = this.editor;
      this.#group = groupOf(scene, selection.keys, selection.current);
    }
    return this.#group;
  }

  /** How far apart the lines are that things snap to. @param {import('./pull.js').Start} start */
  gridStep(start) {
    const { camera } = this.picture;
    return gridStep(this.editor.axes === 'local' ? { ...camera, scale: camera.scale * start.unit } : camera);
  }

  /** Nothing is in the hand any more. */
  release() {
    this.#held = null;
    this.picture.canvas.classList.remove('is-holding');
    this.picture.redraw();
  }

  #change() {
    const { picture, tools } = this;
    picture.pans = tools.tool === 'hand';
    picture.canvas.dataset.tool = tools.tool;
    this.nudge.end();
    this.#light(null);
    picture.redraw();
  }

  #gizmo() {
    const { editor, picture, tools } = this;
    const group = hasHandles(tools.tool) ? this.group() : null;
    if (group === null) return null;
    return gizmoOf(editor.scene, group, tools.tool, editor.axes, picture.camera, picture.screen);
  }

  /** @param {Point} at */
  #hover(at) {
    const gizmo = this.#gizmo();
    this.#light(gizmo === null ? null : handleAt(gizmo, at));
  }

  /** @param {Handle | null} handle */
  #light(handle) {
    if (this.#hot === handle) return;
    this.#hot = handle;
    this.picture.canvas.classList.toggle('can-drag', handle !== null);
    this.picture.redraw();
  }

  /** Takes a handle, or an entity with the move tool. @param {Point} at @param {PointerEvent} event @returns {Hold | null} */
  #grab(at, event) {
    const { editor, picture, tools } = this;
    if (editor.view === 'running') return null;
    let gizmo = this.#gizmo();
    /** @type {Handle | null} */
    let handle = gizmo === null ? null : handleAt(gizmo, at);
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    if (handle === null && tools.tool === 'move') {
      const key = picture.pick(at);
      if (key < 0) return null;
      // With keys held a press adds to what is selected; only what is selected is dragged with them.
      const within = [...editor.selection.keys].some((one) => editor.scene.isWithin(one, key));
      if (!within && adds) return null;
      if (!within) editor.selectKeys([key]);
      gizmo = this.#gizmo();
      handle = 'free';
    }
    const group = this.group();
    if (gizmo === null || handle === null || group === null) return null;
    this.facts.refreshSlots();
    this.#held = new GizmoHold(this, group, gizmo, handle, at, (up, point) => picture.select(up, point));
    this.#light(handle);
    picture.canvas.classList.add('is-holding');
    return this.#held;
  }

  /** Selects all that a rectangle touches. @param {Point} from @returns {Hold} */
  #rectangle(from) {
    const { editor, picture } = this;
    const done = () => {
      this.#band = null;
      picture.redraw();
    };
    return {
      move: (_, to) => {
        if (this.#band === null && Math.hypot(to.x - from.x, to.y - from.y) < THRESHOLD) return;
        const [a, b] = [from, to].map((point) => toWorld(picture.camera, picture.screen, point));
        const keys = keysWithin(editor.scene, [
          Math.min(a.x, b.x),
          Math.min(a.y, b.y),
          Math.max(a.x, b.x),
          Math.max(a.y, b.y),
        ]);
        this.#band = { from, to, keys };
        picture.redraw();
      },
      end: (event, at) => {
        const band = this.#band;
        done();
        if (band === null) {
          picture.select(event, at);
          return;
        }
        const adds = event.ctrlKey || event.metaKey || event.shiftKey;
        const keys = adds ? [...new Set([...editor.selection.keys, ...band.keys])] : band.keys;
        editor.selectKeys(editor.scene.sorted(keys));
        say(keys.length === 0 ? 'Nothing selected' : `${keys.length} selected`);
      },
      cancel: done,
    };
  }

  /** @param {Easel} easel */
  #draw(easel) {
    const mode = this.overlays.state.slots;
    drawOverlays(easel, this.overlays.state, this.facts);
    if (mode === 'selection') slots(easel);
    outlines(easel);
    const gizmo = this.#gizmo();
    if (gizmo === null) origin(easel);
    else drawGizmo(easel, gizmo, this.#held?.handle ?? this.#hot, this.#held !== null);
    if (this.#band !== null) {
      drawBand(easel, this.#band.from, this.#band.to);
      drawChip(easel, this.#band.to, String(this.#band.keys.length));
    }
    const held = this.#held;
    if (held === null || !held.began) return;
    if (held.slot !== null) drawSlotHint(easel, held.slot.at);
    drawChip(easel, held.at, held.shown);
  }
}
