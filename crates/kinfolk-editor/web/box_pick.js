// @ts-check
/**
 * What a rectangle in the picture selects.
 *
 * Whatever it touches of all that is drawn, but for what it lies inside of altogether: otherwise a background
 * would always be selected, too. What looks like nothing is met by its origin, if nothing hangs below it.
 */

import { ROOT } from './model.js';
import { VISIBLE_IN_TREE } from './protocol.js';

/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {import('./camera.js').Box} Box */

/**
 * The keys of what a box of the world selects, from the back to the front.
 * @param {Scene} scene
 * @param {Box} box
 * @returns {number[]}
 */
export function keysWithin(scene, box) {
  const { order, bounds, look, alive, firstChild, flags } = scene;
  const [x0, y0, x1, y1] = box;
  /** @type {number[]} */
  const found = [];
  for (let i = 0; i < order.length; i += 1) {
    const key = order[i];
    const at = key * 4;
    if (bounds[at] > x1 || bounds[at + 2] < x0 || bounds[at + 1] > y1 || bounds[at + 3] < y0) continue;
    if (alive[key] === 1 && look[key] >= 0 && touches(scene, key, box)) found.push(key);
  }
  for (let key = 0; key < scene.capacity; key += 1) {
    const at = key * 4;
    if (look[key] >= 0 || alive[key] !== 1 || firstChild[key] !== ROOT) continue;
    if (bounds[at] > x1 || bounds[at] < x0 || bounds[at + 1] > y1 || bounds[at + 1] < y0) continue;
    if ((flags[key] & VISIBLE_IN_TREE) !== 0) found.push(key);
  }
  return found;
}

/** Whether the box of a look, as it is turned and skewed, meets a box and does not hold all of it. @param {Scene} scene @param {number} key @param {Box} box */
function touches(scene, key, [x0, y0, x1, y1]) {
  const [a, b, c, d, tx, ty] = scene.world.subarray(key * 6, key * 6 + 6);
  const [u0, v0, u1, v1] = scene.looks[scene.look[key]].box;
  const det = a * d - b * c;
  if (det === 0) return true; // its bounds are all there is
  let [lowU, highU, lowV, highV] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]) {
    const u = (d * (x - tx) - c * (y - ty)) / det;
    const v = (a * (y - ty) - b * (x - tx)) / det;
    lowU = Math.min(lowU, u);
    highU = Math.max(highU, u);
    lowV = Math.min(lowV, v);
    highV = Math.max(highV, v);
  }
  if (highU < u0 || lowU > u1 || highV < v0 || lowV > v1) return false;
  return !(lowU > u0 && highU < u1 && lowV > v0 && highV < v1);
}
