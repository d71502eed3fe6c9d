// @ts-check
/**
 * The scene itself, painted behind the scenes.
 *
 * Grid and looks go onto a canvas of their own, a slice of time per frame, and are shown when they are
 * complete; until then the last complete one is shown, moved to where the camera is now. So a scene of any
 * size leaves the page responsive, and selecting something paints nothing of it anew. Where little has changed
 * only that is painted: around what has moved, or along the edges when the camera pans by whole pixels.
 */

import { gridStep, matrix, toScreen, view } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Screen} Screen */
/** @typedef {import('./camera.js').Box} Box */
/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {import('./picture_draw.js').Colours} Colours */
/**
 * @typedef {{ camera: Camera, screen: Screen, ratio: number }} Stance where somebody looks from, and at how many pixels
 */
/** @typedef {{ canvas: HTMLCanvasElement, context: CanvasRenderingContext2D }} Sheet */
/** @typedef {{ x: number, y: number, width: number, height: number }} Rect in pixels of the device */

/** Smaller than this many pixels a look is only a dot of its colour. */
const DOT = 3;
/** How many entities are painted before looking at the clock. */
const BATCH = 512;
/** Up to this many entities a part is painted at once; if there are more in it, everything is, in slices. */
const PATCH = 1500;
/** Strokes are drawn a little outside of what they go around. */
const MARGIN = 3;

export class Scenery {
  #front = sheet();
  #back = sheet();
  /** How the front was painted. @type {Stance | null} */ #shown = null;
  /** What is being painted on the back. @type {{ stance: Stance, order: Uint32Array, next: number, drawn: number, brush: Brush } | null} */ #job =
    null;
  #stale = true;
  /** What part of the world is not as it was painted. @type {Box | null} */ #dirty = null;
  /** How many entities the front has. */ drawn = 0;

  /** @param {import('./looks.js').Looks} looks */
  constructor(looks) {
    this.looks = looks;
  }

  /** What was painted is not true any more. */
  touch() {
    this.#stale = true;
  }

  /** What was painted is not true any more in a part of the world. @param {Box | null} box */
  touchBox(box) {
    if (box === null) return;
    const old = this.#dirty;
    this.#dirty =
      old === null
        ? box
        : [Math.min(old[0], box[0]), Math.min(old[1], box[1]), Math.max(old[2], box[2]), Math.max(old[3], box[3])];
  }

  /**
   * Paints for at most so long.
   * @param {Scene} scene @param {Stance} stance @param {Colours} colours @param {number} budget in milliseconds
   * @returns {boolean} whether the front is as it should be
   */
  paint(scene, stance, colours, budget) {
    const until = performance.now() + budget;
    for (;;) {
      if (this.#job === null) {
        if (!this.#stale && this.#mend(scene, stance, colours)) return true;
        this.#begin(scene, stance, colours);
      }
      if (!this.#go(scene, until)) return false;
      if (performance.now() > until) return !this.#stale && this.#dirty === null && same(this.#shown, stance);
    }
  }

  /**
   * Puts the last complete painting where the camera is now.
   * @param {CanvasRenderingContext2D} context
   * @param {Stance} stance
   */
  show(context, stance) {
    const was = this.#shown;
    if (was === null) return;
    const k = stance.camera.scale / was.camera.scale;
    const x =
      stance.screen.width / 2 - (k * was.screen.width) / 2 + (was.camera.x - stance.camera.x) * stance.camera.scale;
    const y =
      stance.screen.height / 2 - (k * was.screen.height) / 2 - (was.camera.y - stance.camera.y) * stance.camera.scale;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.imageSmoothingEnabled = k !== 1;
    context.drawImage(
      this.#front.canvas,
      x * stance.ratio,
      y * stance.ratio,
      k * was.screen.width * stance.ratio,
      k * was.screen.height * stance.ratio,
    );
  }

  /** Makes the front what it should be, if little is missing. @param {Scene} scene @param {Stance} stance @param {Colours} colours */
  #mend(scene, stance, colours) {
    const was = this.#shown;
    if (was === null) return false;
    const dirty = this.#dirty;
    const still = same(was, stance);
    if (still && dirty === null) return true;
    const shift = still ? { x: 0, y: 0 } : shiftBetween(was, stance);
    if (shift === null) return false;
    const { width, height } = this.#front.canvas;
    /** @type {Rect[]} */
    const parts = [];
    if (shift.x !== 0) parts.push({ x: shift.x > 0 ? 0 : width + shift.x, y: 0, width: Math.abs(shift.x), height });
    if (shift.y !== 0) parts.push({ x: 0, y: shift.y > 0 ? 0 : height + shift.y, width, height: Math.abs(shift.y) });
    if (dirty !== null) parts.push(rectOf(dirty, stance));
    if (parts.reduce((sum, part) => sum + countIn(scene, boxOf(part, stance)), 0) > PATCH) return false;
    if (!still) {
      const { canvas, context } = this.#back;
      fitTo(canvas, width, height);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      context.drawImage(this.#front.canvas, shift.x, shift.y);
      [this.#front, this.#back] = [this.#back, this.#front];
      this.#shown = stance;
    }
    this.#dirty = null;
    for (const part of parts) this.#patch(scene, stance, colours, part);
    this.drawn = countIn(scene, view(stance.camera, stance.screen));
    return true;
  }

  /** Paints a part of the front anew. @param {Scene} scene @param {Stance} stance @param {Colours} colours @param {Rect} part */
  #patch(scene, stance, colours, part) {
    const { context, canvas } = this.#front;
    const x = Math.max(0, part.x);
    const y = Math.max(0, part.y);
    const width = Math.min(canvas.width, part.x + part.width) - x;
    const height = Math.min(canvas.height, part.y + part.height) - y;
    if (width <= 0 || height <= 0) return;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.clearRect(x, y, width, height);
    grid(context, stance, colours);
    const brush = new Brush(context, this.looks, stance);
    const [x0, y0, x1, y1] = boxOf({ x, y, width, height }, stance);
    const { order, bounds } = scene;
    for (let i = 0; i < order.length; i += 1) {
      const at = order[i] * 4;
      if (bounds[at] > x1 || bounds[at + 2] < x0 || bounds[at + 1] > y1 || bounds[at + 3] < y0) continue;
      brush.paint(scene, order[i]);
    }
    context.restore();
  }

  /** @param {Scene} scene @param {Stance} stance @param {Colours} colours */
  #begin(scene, stance, colours) {
    const { canvas, context } = this.#back;
    const width = Math.round(stance.screen.width * stance.ratio);
    const height = Math.round(stance.screen.height * stance.ratio);
    fitTo(canvas, width, height);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    grid(context, stance, colours);
    this.#stale = false;
    this.#dirty = null;
    const brush = new Brush(context, this.looks, stance);
    this.#job = { stance, order: scene.order, next: 0, drawn: 0, brush };
  }

  /** Paints on. @param {Scene} scene @param {number} until @returns {boolean} whether it is complete */
  #go(scene, until) {
    const job = this.#job;
    if (job === null) return true;
    const { bounds } = scene;
    const { order, brush } = job;
    const [x0, y0, x1, y1] = view(job.stance.camera, job.stance.screen);
    let batch = job.drawn + BATCH;
    for (let i = job.next; i < order.length; i += 1) {
      const key = order[i];
      const at = key * 4;
      if (bounds[at] > x1 || bounds[at + 2] < x0 || bounds[at + 1] > y1 || bounds[at + 3] < y0) continue;
      if (!brush.paint(scene, key)) continue;
      job.drawn += 1;
      if (job.drawn >= batch) {
        if (performance.now() > until) {
          job.next = i + 1;
          return false;
        }
        batch += BATCH;
      }
    }
    [this.#front, this.#back] = [this.#back, this.#front];
    this.#shown = job.stance;
    this.drawn = job.drawn;
    this.#job = null;
    return true;
  }
}

/** Paints one entity after the other. */
class Brush {
  #flat = false;
  #colour = '';

  /** @param {CanvasRenderingContext2D} context @param {import('./looks.js').Looks} looks @param {Stance} stance */
  constructor(context, looks, stance) {
    this.context = context;
    this.looks = looks;
    const [s, , , , ox, oy] = matrix(stance.camera, stance.screen, stance.ratio);
    this.s = s;
    this.ox = ox;
    this.oy = oy;
    this.dot = (DOT * stance.ratio) / s;
  }

  /** @param {Scene} scene @param {number} key @returns {boolean} whether there was something to paint */
  paint(scene, key) {
    const { context, s, ox, oy, dot } = this;
    const { bounds, look, world, alive } = scene;
    if (alive[key] !== 1 || look[key] < 0) return false;
    const at = key * 4;
    const w = bounds[at + 2] - bounds[at];
    const h = bounds[at + 3] - bounds[at + 1];
    // What is nowhere would be drawn where the one before it is.
    if (!(w < Infinity && h < Infinity)) return false;
    if (w < dot && h < dot) {
      if (!this.#flat) context.setTransform(1, 0, 0, 1, 0, 0);
      this.#flat = true;
      const wanted = this.looks.colour(look[key]);
      if (wanted !== this.#colour) context.fillStyle = this.#colour = wanted;
      context.fillRect(
        Math.floor(bounds[at] * s + ox),
        Math.floor(oy - bounds[at + 3] * s),
        Math.max(1, w * s),
        Math.max(1, h * s),
      );
      return true;
    }
    this.#flat = false;
    this.#colour = '';
    const m = key * 6;
    this.looks.draw(
      context,
      look[key],
      s * world[m],
      -s * world[m + 1],
      s * world[m + 2],
      -s * world[m + 3],
      s * world[m + 4] + ox,
      oy - s * world[m + 5],
    );
    return true;
  }
}

/** How many that are drawn are in a part of the world. @param {Scene} scene @param {Box} box */
function countIn(scene, [x0, y0, x1, y1]) {
  const { order, bounds, alive, look } = scene;
  let count = 0;
  for (let i = 0; i < order.length; i += 1) {
    const key = order[i];
    const at = key * 4;
    if (bounds[at] > x1 || bounds[at + 2] < x0 || bounds[at + 1] > y1 || bounds[at + 3] < y0) continue;
    if (alive[key] === 1 && look[key] >= 0) count += 1;
  }
  return count;
}

/**
 * By how many whole pixels of the device everything is elsewhere; `null` if it is not only that.
 * @param {Stance} was @param {Stance} is
 */
function shiftBetween(was, is) {
  const { width, height } = is.screen;
  if (was.camera.scale !== is.camera.scale || was.ratio !== is.ratio) return null;
  if (was.screen.width !== width || was.screen.height !== height) return null;
  const k = is.camera.scale * is.ratio;
  const x = (was.camera.x - is.camera.x) * k;
  const y = (is.camera.y - was.camera.y) * k;
  const [dx, dy] = [Math.round(x), Math.round(y)];
  if (Math.abs(x - dx) > 0.01 || Math.abs(y - dy) > 0.01) return null;
  // If hardly anything stays there is nothing to be had.
  if (Math.abs(dx) > (width * is.ratio) / 2 || Math.abs(dy) > (height * is.ratio) / 2) return null;
  return { x: dx, y: dy };
}

/** Where a part of the world is on the canvas, with a margin. @param {Box} box @param {Stance} stance @returns {Rect} */
function rectOf([x0, y0, x1, y1], { camera, screen, ratio }) {
  const low = toScreen(camera, screen, { x: x0, y: y0 });
  const high = toScreen(camera, screen, { x: x1, y: y1 });
  const x = Math.floor(low.x * ratio) - MARGIN * ratio;
  const y = Math.floor(high.y * ratio) - MARGIN * ratio;
  return {
    x: Math.floor(x),
    y: Math.floor(y),
    width: Math.ceil(high.x * ratio - x + MARGIN * ratio),
    height: Math.ceil(low.y * ratio - y + MARGIN * ratio),
  };
}

/** What of the world is in a part of the canvas, with a margin. @param {Rect} rect @param {Stance} stance @returns {Box} */
function boxOf({ x, y, width, height }, { camera, screen, ratio }) {
  const k = camera.scale * ratio;
  const [left, , , top] = view(camera, screen);
  const margin = (MARGIN * ratio) / k;
  return [left + x / k - margin, top - (y + height) / k - margin, left + (x + width) / k + margin, top - y / k + margin];
}

/** Gives a canvas this size, and blanks it only if it had another one. @param {HTMLCanvasElement} canvas @param {number} width @param {number} height */
function fitTo(canvas, width, height) {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
}

/** @returns {Sheet} */
function sheet() {
  const canvas = document.createElement('canvas');
  return { canvas, context: /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')) };
}

/** @param {Stance | null} a @param {Stance} b */
function same(a, b) {
  return (
    a !== null &&
    a.camera.x === b.camera.x &&
    a.camera.y === b.camera.y &&
    a.camera.scale === b.camera.scale &&
    a.screen.width === b.screen.width &&
    a.screen.height === b.screen.height &&
    a.ratio === b.ratio
  );
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Stance} stance
 * @param {Colours} colours
 */
function grid(context, { camera, screen, ratio }, colours) {
  const step = gridStep(camera);
  const [x0, y0, x1, y1] = view(camera, screen);
  const apart = 1 / (camera.scale * step);
  const lines = (/** @type {boolean} */ strong, /** @type {number} */ from, /** @type {number} */ to) => {
    const found = [];
    // A line that is half a pixel outside may be rounded to the inside.
    for (let i = Math.ceil(from / step - apart); i * step <= to + apart * step; i += 1)
      if ((i % 5 === 0) === strong && i !== 0) found.push(i * step);
    return found;
  };
  // In pixels of the device, so that lines stay on them however far everything is moved.
  const wide = Math.max(1, Math.round(ratio));
  const half = (wide % 2) / 2;
  const [right, bottom] = [screen.width * ratio, screen.height * ratio];
  const across = (/** @type {number[]} */ xs, /** @type {number[]} */ ys, /** @type {string} */ colour) => {
    context.beginPath();
    for (const x of xs) {
      const at = Math.round(toScreen(camera, screen, { x, y: 0 }).x * ratio) + half;
      context.moveTo(at, 0);
      context.lineTo(at, bottom);
    }
    for (const y of ys) {
      const at = Math.round(toScreen(camera, screen, { x: 0, y }).y * ratio) + half;
      context.moveTo(0, at);
      context.lineTo(right, at);
    }
    context.strokeStyle = colour;
    context.stroke();
  };
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineWidth = wide;
  across(lines(false, x0, x1), lines(false, y0, y1), colours.grid);
  across(lines(true, x0, x1), lines(true, y0, y1), colours.gridStrong);
  across([0], [0], colours.axis);
}
