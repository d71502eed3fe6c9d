// @ts-check
/**
 * What is drawn over the scene, from the back to the front.
 *
 * Each layer is a function of what the page knows and where the camera is; none remembers anything. Which are
 * drawn is decided by `viewport.js`.
 */

import { matrix, times } from './camera.js';
import { ROOT } from './model.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Screen} Screen */
/**
 * @typedef {{ editor: Editor, context: CanvasRenderingContext2D, camera: Camera, screen: Screen, ratio: number, colours: Colours }} Easel
 * @typedef {{ grid: string, gridStrong: string, axis: string, accent: string, onAccent: string, text: string, slot: string, x: string, y: string, halo: string,
 *   hot: string, bounds: string, link: string, mark: string, error: string, collider: string, joint: string }} Colours
 */

/** More outlines than this are no help to anybody. */
const OUTLINES = 2000;
const AXIS_PIXELS = 44;

/** The slots that the selected entity offers, and those of its parent. @param {Easel} easel */
export function slots(easel) {
  const { editor } = easel;
  if (editor.inspections.length !== 1) return;
  const [one] = editor.inspections;
  const key = editor.scene.find(one.id);
  if (key === ROOT) return;
  slotsOf(easel, key, one.offers, null);
  if (editor.scene.parent[key] !== ROOT) slotsOf(easel, editor.scene.parent[key], one.slots, one.slot);
}

/**
 * @param {Easel} easel
 * @param {number} key
 * @param {Record<string, import('./protocol.js').Slot>} offered
 * @param {string | null} taken
 */
export function slotsOf({ editor, context, camera, screen, ratio, colours }, key, offered, taken) {
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
export function outlines({ editor, context, camera, screen, ratio, colours }) {
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
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ].forEach(([x, y], i) => {
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
export function origin({ editor, context, camera, screen, ratio, colours }) {
  const { scene, selection, axes } = editor;
  const key = selection.current;
  if (key === ROOT || !selection.has(key) || !scene.has(key)) return;
  const m = times(matrix(camera, screen, 1), scene.world, key * 6);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineCap = 'round';
  const directions =
    axes === 'world'
      ? [
          [1, 0],
          [0, -1],
        ]
      : [
          [m[0], m[1]],
          [m[2], m[3]],
        ];
  directions.forEach(([dx, dy], i) => {
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    const [ux, uy] = [dx / length, dy / length];
    const [x, y] = [m[4] + ux * AXIS_PIXELS, m[5] + uy * AXIS_PIXELS];
    for (const [width, colour] of /** @type {[number, string][]} */ ([
      [4.5, colours.halo],
      [2, i === 0 ? colours.x : colours.y],
    ])) {
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
