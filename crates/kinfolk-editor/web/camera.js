// @ts-check
/**
 * From the world to the screen and back.
 *
 * The world has y up, the screen y down and its origin at the top left, in CSS pixels. A camera is the point
 * of the world in the middle of the screen, and how many pixels a unit has. Cameras are values: everything
 * answers a new one.
 */

/** @typedef {{ x: number, y: number, scale: number }} Camera */
/** @typedef {{ width: number, height: number }} Screen */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {[number, number, number, number]} Box x0, y0, x1, y1 */

export const NEAREST = 1e5;
export const FARTHEST = 1e-5;

/** @type {Camera} */
export const START = { x: 0, y: 0, scale: 48 };

/** @param {Camera} camera @param {Screen} screen @param {Point} inWorld @returns {Point} */
export function toScreen(camera, screen, inWorld) {
  return {
    x: screen.width / 2 + (inWorld.x - camera.x) * camera.scale,
    y: screen.height / 2 - (inWorld.y - camera.y) * camera.scale,
  };
}

/** @param {Camera} camera @param {Screen} screen @param {Point} onScreen @returns {Point} */
export function toWorld(camera, screen, onScreen) {
  return {
    x: camera.x + (onScreen.x - screen.width / 2) / camera.scale,
    y: camera.y - (onScreen.y - screen.height / 2) / camera.scale,
  };
}

/**
 * The same content, moved by pixels.
 * @param {Camera} camera
 * @param {number} dx
 * @param {number} dy
 * @returns {Camera}
 */
export function panned(camera, dx, dy) {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y + dy / camera.scale };
}

/**
 * Nearer by a factor; what is under `at` stays there.
 * @param {Camera} camera
 * @param {Screen} screen
 * @param {Point} at
 * @param {number} factor
 * @returns {Camera}
 */
export function zoomed(camera, screen, at, factor) {
  const scale = Math.min(NEAREST, Math.max(FARTHEST, camera.scale * factor));
  const under = toWorld(camera, screen, at);
  const moved = toWorld({ ...camera, scale }, screen, at);
  return { x: camera.x + under.x - moved.x, y: camera.y + under.y - moved.y, scale };
}

/**
 * Shows all of a box, with some air around it; a box without size is only centred.
 * @param {Camera} camera
 * @param {Screen} screen
 * @param {Box} box
 * @param {number} [air] in pixels
 * @returns {Camera}
 */
export function fitted(camera, screen, box, air = 48) {
  const [x0, y0, x1, y1] = box;
  const wide = Math.max(1, screen.width - 2 * air) / (x1 - x0);
  const high = Math.max(1, screen.height - 2 * air) / (y1 - y0);
  const fit = Math.min(wide, high);
  const scale = Number.isFinite(fit) && fit > 0 ? Math.min(NEAREST, Math.max(FARTHEST, fit)) : camera.scale;
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
}

/** What of the world is on the screen. @param {Camera} camera @param {Screen} screen @returns {Box} */
export function view(camera, screen) {
  const w = screen.width / 2 / camera.scale;
  const h = screen.height / 2 / camera.scale;
  return [camera.x - w, camera.y - h, camera.x + w, camera.y + h];
}

/**
 * The matrix `a, b, c, d, tx, ty` of `toScreen`, in pixels of the device.
 * @param {Camera} camera
 * @param {Screen} screen
 * @param {number} ratio of device pixels
 */
export function matrix(camera, screen, ratio) {
  const s = camera.scale * ratio;
  const origin = toScreen(camera, screen, { x: 0, y: 0 });
  return [s, 0, 0, -s, origin.x * ratio, origin.y * ratio];
}

/**
 * The product of two such matrices: first `inner`, then `outer`.
 * @param {ArrayLike<number>} outer
 * @param {ArrayLike<number>} inner
 * @param {number} [at] where `inner` begins
 * @returns {number[]}
 */
export function times(outer, inner, at = 0) {
  const [a, b, c, d, tx, ty] = [outer[0], outer[1], outer[2], outer[3], outer[4], outer[5]];
  const [e, f, g, h, ux, uy] = [inner[at], inner[at + 1], inner[at + 2], inner[at + 3], inner[at + 4], inner[at + 5]];
  return [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h, a * ux + c * uy + tx, b * ux + d * uy + ty];
}

/**
 * How far apart the lines of a grid are in the world, a round number, so that they are at least `least`
 * pixels apart.
 * @param {Camera} camera
 * @param {number} [least]
 */
export function gridStep(camera, least = 24) {
  const wanted = least / camera.scale;
  const power = 10 ** Math.floor(Math.log10(wanted));
  for (const factor of [1, 2, 5, 10]) if (power * factor >= wanted * 0.999) return power * factor;
  return power * 10;
}
