// @ts-check
/**
 * The layers of the picture, from the back to the front.
 *
 * Each is a function of what the page knows and where the camera is; none remembers anything. A further layer (a gizmo, say) is
 * one more function in `LAYERS`.
 */

import { gridStep, matrix, times, toScreen, view } from './camera.js';
import { ROOT } from './model.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Screen} Screen */
/**
 * @typedef {{ editor: Editor, context: CanvasRenderingContext2D, camera: Camera, screen: Screen, ratio: number,
 *   looks: import('./looks.js').Looks, colours: Colours, stats: { drawn: number } }} Easel
 * @typedef {{ grid: string, gridStrong: string, axis: string, accent: string, onAccent: string, text: string, slot: string, x: string, y: string, halo: string }} Colours
 */

/** Smaller than this many pixels a look is only a dot of its colour. */
const DOT = 1.5;
/** More outlines than this are no help to anybody. */
const OUTLINES = 2000;
const AXIS_PIXELS = 44;

/** @type {readonly ((easel: Easel) => void)[]} */
export const LAYERS = [grid, looks, slots, outlines, origin];

/** @param {Easel} easel */
function grid({ context, camera, screen, ratio, colours }) {
  const step = gridStep(camera);
  const [x0, y0, x1, y1] = view(camera, screen);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineWidth = 1;
  for (const strong of [false, true]) {
    context.beginPath();
    for (let i = Math.ceil(x0 / step); i * step <= x1; i += 1) {
      if ((i % 5 === 0) !== strong || i === 0) continue;
      const x = Math.round(toScreen(camera, screen, { x: i * step, y: 0 }).x) + 0.5;
      context.moveTo(x, 0);
      context.lineTo(x, screen.height);
    }
    for (let i = Math.ceil(y0 / step); i * step <= y1; i += 1) {
      if ((i % 5 === 0) !== strong || i === 0) continue;
      const y = Math.round(toScreen(camera, screen, { x: 0, y: i * step }).y) + 0.5;
      context.moveTo(0, y);
      context.lineTo(screen.width, y);
    }
    context.strokeStyle = strong ? colours.gridStrong : colours.grid;
    context.stroke();
  }
  const zero = toScreen(camera, screen, { x: 0, y: 0 });
  context.beginPath();
  context.moveTo(Math.round(zero.x) + 0.5, 0);
  context.lineTo(Math.round(zero.x) + 0.5, screen.height);
  context.moveTo(0, Math.round(zero.y) + 0.5);
  context.lineTo(screen.width, Math.round(zero.y) + 0.5);
  context.strokeStyle = colours.axis;
  context.stroke();
}

/** Everything that is seen, in the game's order. @param {Easel} easel */
function looks({ editor, context, camera, screen, ratio, looks: ready, stats }) {
  const { order, bounds, look, world, alive } = editor.scene;
  const [x0, y0, x1, y1] = view(camera, screen);
  const onScreen = matrix(camera, screen, ratio);
  const [s, , , , ox, oy] = onScreen;
  const dot = DOT / camera.scale;
  let drawn = 0;
  for (let i = 0; i < order.length; i += 1) {
    const key = order[i];
    const at = key * 4;
    if (bounds[at] > x1 || bounds[at + 2] < x0 || bounds[at + 1] > y1 || bounds[at + 3] < y0) continue;
    if (alive[key] !== 1 || look[key] < 0) continue;
    drawn += 1;
    const w = bounds[at + 2] - bounds[at];
    const h = bounds[at + 3] - bounds[at + 1];
    if (w < dot && h < dot) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = ready.colour(look[key]);
      context.fillRect(Math.floor(bounds[at] * s + ox), Math.floor(oy - bounds[at + 3] * s), Math.max(1, w * s), Math.max(1, h * s));
    } else ready.draw(context, look[key], times(onScreen, world, key * 6));
  }
  stats.drawn = drawn;
}

/** The slots that the selected entity offers, and those of its parent. @param {Easel} easel */
function slots(easel) {
  const { editor } = easel;
  if (editor.inspections.length !== 1) return;
  const [one] = editor.inspections;
  const key = editor.scene.find(one.id);
  if (key === ROOT) return;
  slotsOf(easel, key, one.offers, null);
  if (editor.scene.parent[key] !== ROOT) slotsOf(easel, editor.scene.parent[key], one.slots, one.slot);
}

/** @param {Easel} easel @param {number} key @param {Record<string, import('./protocol.js').Slot>} offered @param {string | null} taken */
function slotsOf({ editor, context, camera, screen, ratio, colours }, key, offered, taken) {
  const entity = times(matrix(camera, screen, 1), editor.scene.world, key * 6);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const [name, slot] of Object.entries(offered ?? {})) {
    const [, , , , x, y] = times(entity, [1, 0, 0, 1, slot.x ?? 0, slot.y ?? 0]);
    context.beginPath();
    context.moveTo(x, y - 5);
    context.lineTo(x + 5, y);
    context.lineTo(x, y + 5);
    context.lineTo(x - 5, y);
    context.closePath();
    context.lineWidth = 3;
    context.strokeStyle = colours.halo;
    context.stroke();
    context.lineWidth = 1.5;
    context.strokeStyle = colours.slot;
    context.fillStyle = name === taken ? colours.slot : colours.halo;
    context.fill();
    context.stroke();
    context.lineWidth = 3;
    context.strokeStyle = colours.halo;
    context.strokeText(name, x + 9, y);
    context.fillStyle = colours.slot;
    context.fillText(name, x + 9, y);
  }
}

/** Around what is selected. @param {Easel} easel */
function outlines({ editor, context, camera, screen, ratio, colours }) {
  const { scene, selection } = editor;
  const onScreen = matrix(camera, screen, 1);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.beginPath();
  let count = 0;
  for (const key of selection.keys) {
    if (!scene.has(key) || count > OUTLINES) continue;
    count += 1;
    const m = times(onScreen, scene.world, key * 6);
    const box = scene.looks[scene.look[key]]?.box;
    if (box === undefined) {
      context.moveTo(m[4] + 6, m[5]);
      context.arc(m[4], m[5], 6, 0, 2 * Math.PI);
      continue;
    }
    const [x0, y0, x1, y1] = box;
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].forEach(([x, y], i) => {
      const sx = m[0] * x + m[2] * y + m[4];
      const sy = m[1] * x + m[3] * y + m[5];
      if (i === 0) context.moveTo(sx, sy);
      else context.lineTo(sx, sy);
    });
    context.closePath();
  }
  context.lineJoin = 'round';
  context.strokeStyle = colours.halo;
  context.lineWidth = 3;
  context.stroke();
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5;
  context.stroke();
}

/** The axes of the current one: its own, or the world's. @param {Easel} easel */
function origin({ editor, context, camera, screen, ratio, colours }) {
  const { scene, selection, axes } = editor;
  const key = selection.current;
  if (key === ROOT || !selection.has(key) || !scene.has(key)) return;
  const m = times(matrix(camera, screen, 1), scene.world, key * 6);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineCap = 'round';
  const directions = axes === 'world' ? [[1, 0], [0, -1]] : [[m[0], m[1]], [m[2], m[3]]];
  directions.forEach(([dx, dy], i) => {
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    const [ux, uy] = [dx / length, dy / length];
    const [x, y] = [m[4] + ux * AXIS_PIXELS, m[5] + uy * AXIS_PIXELS];
    for (const [width, colour] of /** @type {[number, string][]} */ ([[4.5, colours.halo], [2, i === 0 ? colours.x : colours.y]])) {
      context.beginPath();
      context.moveTo(m[4], m[5]);
      context.lineTo(x, y);
      context.moveTo(x - 6 * ux - 4 * uy, y - 6 * uy + 4 * ux);
      context.lineTo(x, y);
      context.lineTo(x - 6 * ux + 4 * uy, y - 6 * uy - 4 * ux);
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
  });
  context.beginPath();
  context.arc(m[4], m[5], 3, 0, 2 * Math.PI);
  context.fillStyle = colours.accent;
  context.fill();
}
