// @ts-check
/**
 * From a pointer that drags a handle to what the editor is asked for.
 *
 * A drag is a function of where it began and where the pointer is now, so that no rounding piles up. Where
 * things go is said in the world; which own numbers that takes is worked out by the editor. In world axes
 * the numbers of the world snap, here; in local axes own numbers snap, there.
 */

/** @typedef {import('./camera.js').Point} Point */
/** @typedef {import('./gizmo.js').Group} Group */
/** @typedef {import('./gizmo.js').Handle} Handle */
/** @typedef {import('./gizmo.js').ToolName} ToolName */
/** @typedef {import('./model.js').Scene} Scene */
/**
 * @typedef {{ x?: number, y?: number, turn?: number, stretchX?: number, stretchY?: number }} Pull
 * @typedef {{ pulls: Pull[], snap?: { step: number, along?: 'x' | 'y' }, grain: number, text: string }} Pulled
 *   `text` is for people
 * @typedef {{ axes: 'local' | 'world', snap: boolean, step: number, pixel: number }} Manner
 *   `step`: lines of the grid, `pixel`: how much of the world a pixel is
 */

export const ANGLE_STEP = 15;
export const SCALE_STEP = 0.1;
/** No hand is finer than a part of a pixel. */
const FINE = 0.1;
const SMALLEST = 0.01;
const RAD = Math.PI / 180;

/** Where everybody was when a drag began. */
export class Start {
  /** @param {Scene} scene @param {Group} group */
  constructor(scene, group) {
    this.group = group;
    /** Origins in the world. @type {Point[]} */
    this.origins = group.keys.map((key) => ({ x: scene.world[key * 6 + 4], y: scene.world[key * 6 + 5] }));
    const [a, b, c, d] = scene.world.subarray(group.lead * 6, group.lead * 6 + 4);
    /** The axes of the one that leads, in the world. */
    this.x = { x: a, y: b };
    this.y = { x: c, y: d };
    const parent = scene.parent[group.lead];
    /** How long a unit of its parent is in the world, more or less. */
    this.unit = parent < 0 ? 1 : stretch(scene.world.subarray(parent * 6, parent * 6 + 4));
  }

  get several() {
    return this.origins.length > 1;
  }
}

/**
 * Moves everybody as far, along one axis or freely.
 * @param {Start} start
 * @param {Point} by in the world
 * @param {Handle} handle
 * @param {Manner} manner
 * @returns {Pulled}
 */
export function moved(start, by, handle, manner) {
  const [lead] = start.origins;
  const local = manner.axes === 'local';
  const only = handle === 'x' || handle === 'y' ? handle : null;
  let { x: dx, y: dy } = along(start, by, only, local);
  const wantsX = local || only !== 'y';
  const wantsY = local || only !== 'x';
  if (manner.snap && !local) {
    if (wantsX) dx = rounded(lead.x + dx, manner.step) - lead.x;
    if (wantsY) dy = rounded(lead.y + dy, manner.step) - lead.y;
  } else if (start.several) {
    // All go equally far, to the last digit.
    const fine = powerBelow(manner.pixel * FINE);
    [dx, dy] = [rounded(dx, fine), rounded(dy, fine)];
  }
  const pulls = start.origins.map((origin) => ({
    ...(wantsX ? { x: tidy(origin.x + dx) } : {}),
    ...(wantsY ? { y: tidy(origin.y + dy) } : {}),
  }));
  const exact = (manner.snap && !local) || start.several;
  return {
    pulls,
    ...(manner.snap && local ? { snap: { step: manner.step, ...(only === null ? {} : { along: only }) } } : {}),
    grain: exact ? 0 : manner.pixel * FINE,
    text: start.several
      ? `${signed(dx, manner.pixel)}, ${signed(dy, manner.pixel)}`
      : `${told(lead.x + dx, manner.pixel)}, ${told(lead.y + dy, manner.pixel)}`,
  };
}

/**
 * Turns everybody: one around its origin, several around their middle.
 * @param {Start} start
 * @param {number} by radians, counter-clockwise
 * @param {Manner} manner
 * @returns {Pulled}
 */
export function turned(start, by, manner) {
  const step = ANGLE_STEP * RAD;
  let turn = by;
  if (manner.snap && start.several) turn = rounded(by, step);
  else if (manner.snap && manner.axes === 'world') {
    const before = Math.atan2(start.x.y, start.x.x);
    turn = rounded(before + by, step) - before;
  }
  const text = `${signed(turn / RAD, 0.1)}°`;
  if (!start.several) {
    const own = manner.snap && manner.axes === 'local';
    return {
      pulls: [{ turn }],
      ...(own ? { snap: { step: ANGLE_STEP } } : {}),
      grain: manner.snap ? 0 : manner.pixel * FINE,
      text,
    };
  }
  const { x, y } = start.group.middle;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const pulls = start.origins.map((origin) => ({
    x: x + cos * (origin.x - x) - sin * (origin.y - y),
    y: y + sin * (origin.x - x) + cos * (origin.y - y),
    turn,
  }));
  return { pulls, grain: manner.snap ? 0 : manner.pixel * FINE, text };
}

/**
 * Stretches everybody along its own axes; several also move away from their middle, along the axes of the one
 * that leads.
 * @param {Start} start
 * @param {number | null} byX times as long
 * @param {number | null} byY
 * @param {Manner} manner
 * @returns {Pulled}
 */
export function stretched(start, byX, byY, manner) {
  const factor = (/** @type {number | null} */ by, /** @type {Point} */ axis) => {
    if (by === null) return null;
    const clear = solid(by, SMALLEST);
    if (!manner.snap) return clear;
    if (start.several) return solid(rounded(clear, SCALE_STEP), SCALE_STEP);
    if (manner.axes === 'local') return clear;
    const size = Math.hypot(axis.x, axis.y);
    return size > 0 ? solid(rounded(clear * size, SCALE_STEP), SCALE_STEP) / size : clear;
  };
  const [fx, fy] = [factor(byX, start.x), factor(byY, start.y)];
  const stretch = {
    ...(fx === null ? {} : { stretchX: fx }),
    ...(fy === null ? {} : { stretchY: fy }),
  };
  const text = [fx, fy]
    .filter((one, i, both) => one !== null && (i === 0 || one !== both[0]))
    .map((one) => `×${told(/** @type {number} */ (one), 0.01)}`)
    .join(' ');
  const own = manner.snap && manner.axes === 'local' && !start.several;
  const grain = manner.snap ? 0 : manner.pixel * FINE;
  if (!start.several) return { pulls: [stretch], ...(own ? { snap: { step: SCALE_STEP } } : {}), grain, text };
  const { middle } = start.group;
  const det = start.x.x * start.y.y - start.x.y * start.y.x;
  const pulls = start.origins.map((origin) => {
    const [dx, dy] = [origin.x - middle.x, origin.y - middle.y];
    if (det === 0) return { ...stretch };
    const u = ((start.y.y * dx - start.y.x * dy) / det) * (fx ?? 1);
    const v = ((start.x.x * dy - start.x.y * dx) / det) * (fy ?? 1);
    return {
      x: middle.x + u * start.x.x + v * start.y.x,
      y: middle.y + u * start.x.y + v * start.y.y,
      ...stretch,
    };
  });
  return { pulls, grain, text };
}

/** How much longer a matrix makes things, on the average. @param {ArrayLike<number>} linear */
function stretch(linear) {
  const [a, b, c, d] = [linear[0], linear[1], linear[2], linear[3]];
  const size = Math.sqrt(Math.abs(a * d - b * c));
  return size > 0 && Number.isFinite(size) ? size : 1;
}

/** The part of a way that is along an axis. @param {Start} start @param {Point} by @param {'x' | 'y' | null} only @param {boolean} local */
function along(start, by, only, local) {
  if (only === null) return by;
  if (!local) return only === 'x' ? { x: by.x, y: 0 } : { x: 0, y: by.y };
  const axis = only === 'x' ? start.x : start.y;
  const size = axis.x * axis.x + axis.y * axis.y;
  if (size === 0) return only === 'x' ? { x: by.x, y: 0 } : { x: 0, y: by.y };
  const far = (by.x * axis.x + by.y * axis.y) / size;
  return { x: far * axis.x, y: far * axis.y };
}

/** The nearest multiple. @param {number} value @param {number} step */
export function rounded(value, step) {
  if (!(step > 0)) return value;
  return tidy(Math.round(value / step) * step);
}

/** Without what binary arithmetic adds: 0.3, and not 0.30000000000000004. @param {number} value */
export function tidy(value) {
  return Number(value.toPrecision(12)) + 0;
}

/** The largest power of ten that is not larger. @param {number} size */
function powerBelow(size) {
  return tidy(10 ** Math.floor(Math.log10(size)));
}

/** Nothing is scaled to nothing: nobody could drag it back. @param {number} value @param {number} least */
function solid(value, least) {
  return Math.abs(value) >= least ? value : value < 0 ? -least : least;
}

/** As people read it. @param {number} value @param {number} fine how much can be told apart */
export function told(value, fine) {
  const digits = Math.max(0, Math.min(6, Math.ceil(-Math.log10(fine))));
  return String(Number(value.toFixed(digits)) + 0).replace('-', '−');
}

/** @param {number} value @param {number} fine */
function signed(value, fine) {
  const text = told(value, fine);
  return text.startsWith('−') ? text : `+${text}`;
}
