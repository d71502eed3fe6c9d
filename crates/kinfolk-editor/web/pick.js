// @ts-check
/**
 * What is under the pointer, and how large something is.
 *
 * What is drawn last is met first. Boxes decide quickly; whether the point is really inside of a look is
 * asked of the caller, who can draw.
 */

/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {import('./camera.js').Point} Point */
/** @typedef {import('./camera.js').Box} Box */

/**
 * The topmost entity at a point of the world, or -1.
 * @param {Scene} scene @param {Point} inWorld
 * @param {number} reach how near is near enough, in the world
 * @param {(look: number, x: number, y: number, reach: number) => boolean} isInside whether a point in the entity's units is inside of its look
 */
export function pickTopmost(scene, inWorld, reach, isInside) {
  const { order, bounds, look } = scene;
  for (let i = order.length - 1; i >= 0; i -= 1) {
    const key = order[i];
    if (!scene.has(key) || look[key] < 0) continue;
    const at = key * 4;
    if (inWorld.x < bounds[at] - reach || inWorld.x > bounds[at + 2] + reach) continue;
    if (inWorld.y < bounds[at + 1] - reach || inWorld.y > bounds[at + 3] + reach) continue;
    const local = toEntity(scene, key, inWorld);
    if (local === null) continue;
    const size = Math.sqrt(Math.abs(determinant(scene, key))) || 1;
    if (isInside(look[key], local.x, local.y, reach / size)) return key;
  }
  return -1;
}

/**
 * A point of the world in an entity's own units; `null` if it is squashed flat.
 * @param {Scene} scene
 * @param {number} key
 * @param {Point} inWorld
 * @returns {Point | null}
 */
export function toEntity(scene, key, inWorld) {
  const [a, b, c, d, tx, ty] = scene.world.subarray(key * 6, key * 6 + 6);
  const det = a * d - b * c;
  if (det === 0) return null;
  const x = inWorld.x - tx;
  const y = inWorld.y - ty;
  return { x: (d * x - c * y) / det, y: (a * y - b * x) / det };
}

/** @param {Scene} scene @param {number} key */
function determinant(scene, key) {
  const at = key * 6;
  return scene.world[at] * scene.world[at + 3] - scene.world[at + 1] * scene.world[at + 2];
}

/**
 * The box around these, with everything below them; `null` for nothing.
 * @param {Scene} scene
 * @param {Iterable<number>} keys
 * @returns {Box | null}
 */
export function boxAround(scene, keys) {
  /** @type {Box} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  /** @type {number[]} */
  const open = [...keys];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    grow(box, scene, key);
    for (let child = scene.firstChild[key]; child !== -1; child = scene.next[child]) open.push(child);
  }
  return box[0] <= box[2] ? box : null;
}

/**
 * The box around everything, or around all that is drawn if something is.
 * @param {Scene} scene
 * @returns {Box | null}
 */
export function boxOfAll(scene) {
  /** @type {Box} */
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const key of scene.order) if (scene.has(key)) grow(box, scene, key);
  if (box[0] <= box[2]) return box;
  for (let key = 0; key < scene.capacity; key += 1) if (scene.alive[key]) grow(box, scene, key);
  return box[0] <= box[2] ? box : null;
}

/** @param {Box} box @param {Scene} scene @param {number} key */
function grow(box, scene, key) {
  const { bounds } = scene;
  const at = key * 4;
  if (!Number.isFinite(bounds[at] + bounds[at + 1] + bounds[at + 2] + bounds[at + 3])) return;
  if (bounds[at] < box[0]) box[0] = bounds[at];
  if (bounds[at + 1] < box[1]) box[1] = bounds[at + 1];
  if (bounds[at + 2] > box[2]) box[2] = bounds[at + 2];
  if (bounds[at + 3] > box[3]) box[3] = bounds[at + 3];
}
