// @ts-check
/**
 * Handles around what is selected: where they are, and which one is under the pointer.
 *
 * Everything is in CSS pixels of the picture. One entity has its handles at its own origin; several have them
 * in the middle of their origins, and the current one lends them its axes. Scaling is always along an entity's
 * own axes: along others it would have to be skewed.
 */

import { matrix, toScreen } from './camera.js';
import { ROOT } from './model.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Screen} Screen */
/** @typedef {import('./camera.js').Point} Point */
/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {'select' | 'move' | 'rotate' | 'scale' | 'hand'} ToolName */
/** @typedef {'x' | 'y' | 'free' | 'ring'} Handle */
/**
 * @typedef {{ keys: number[], lead: number, middle: Point }} Group
 *   who is dragged, each without what is below it; `lead` is the one that snaps; `middle` is in the world
 * @typedef {{ tool: ToolName, at: Point, x: Point, y: Point }} Gizmo
 *   `x` and `y` are directions, one pixel long
 */

export const TOOLS = /** @type {const} */ (['select', 'move', 'rotate', 'scale', 'hand']);
/** How long the handles are. */
export const ARM = 64;
export const RADIUS = 58;
/** Half of the square in the middle. */
export const SQUARE = 7;
const NEAR = 7;
/** Where an arm begins, so that the middle stays free. */
const START = SQUARE + 5;

/** Whether a tool has handles. @param {ToolName} tool */
export function hasHandles(tool) {
  return tool === 'move' || tool === 'rotate' || tool === 'scale';
}

/**
 * Who is dragged when these are selected; `null` for nobody.
 * @param {Scene} scene @param {ReadonlySet<number>} keys @param {number} current
 * @returns {Group | null}
 */
export function groupOf(scene, keys, current) {
  /** @type {number[]} */
  const top = [];
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const key of keys) {
    if (!scene.has(key)) continue;
    let above = scene.parent[key];
    while (above !== ROOT && !keys.has(above)) above = scene.parent[above];
    if (above !== ROOT) continue;
    top.push(key);
    const x = scene.world[key * 6 + 4];
    const y = scene.world[key * 6 + 5];
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
  }
  if (top.length === 0) return null;
  const lead = top.includes(current) ? current : top[0];
  return {
    keys: [lead, ...top.filter((key) => key !== lead)],
    lead,
    middle: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 },
  };
}

/**
 * @param {Scene} scene @param {Group} group @param {ToolName} tool @param {'local' | 'world'} axes
 * @param {Camera} camera @param {Screen} screen
 * @returns {Gizmo}
 */
export function gizmoOf(scene, group, tool, axes, camera, screen) {
  const at = toScreen(camera, screen, group.middle);
  const [sx, , , sy] = matrix(camera, screen, 1);
  const w = group.lead * 6;
  const own = axes === 'local' || tool === 'scale';
  const direction = (/** @type {number} */ i, /** @type {Point} */ otherwise) => {
    const x = scene.world[w + i] * sx;
    const y = scene.world[w + i + 1] * sy;
    const length = Math.hypot(x, y);
    return own && length > 0 && Number.isFinite(length) ? { x: x / length, y: y / length } : otherwise;
  };
  return { tool, at, x: direction(0, { x: 1, y: 0 }), y: direction(2, { x: 0, y: -1 }) };
}

/** The handle under the pointer. @param {Gizmo} gizmo @param {Point} point @returns {Handle | null} */
export function handleAt(gizmo, point) {
  const x = point.x - gizmo.at.x;
  const y = point.y - gizmo.at.y;
  if (gizmo.tool === 'rotate') return Math.abs(Math.hypot(x, y) - RADIUS) <= NEAR ? 'ring' : null;
  if (gizmo.tool !== 'move' && gizmo.tool !== 'scale') return null;
  if (Math.max(Math.abs(x), Math.abs(y)) <= SQUARE + 2) return 'free';
  const [toX, toY] = [fromArm(gizmo.x, x, y), fromArm(gizmo.y, x, y)];
  if (Math.min(toX, toY) > NEAR) return null;
  return toX <= toY ? 'x' : 'y';
}

/** How far a point is from an arm. @param {Point} way @param {number} x @param {number} y */
function fromArm(way, x, y) {
  const along = Math.min(ARM + NEAR, Math.max(START, x * way.x + y * way.y));
  return Math.hypot(x - along * way.x, y - along * way.y);
}
