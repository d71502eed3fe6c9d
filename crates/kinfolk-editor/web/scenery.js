// @ts-check
/**
 * The scene itself, painted behind the scenes.
 *
 * Grid and looks go onto a canvas of their own, a slice of time per frame, and are shown when they are
 * complete; until then the last complete one is shown, moved to where the camera is now. So a scene of any
 * size leaves the page responsive, and selecting something paints nothing of it anew.
 */

import { gridStep, matrix, toScreen, view } from './camera.js';

/** @typedef {import('./camera.js').Camera} Camera */
/** @typedef {import('./camera.js').Screen} Screen */
/** @typedef {import('./model.js').Scene} Scene */
/**
 * @typedef {{ camera: Camera, screen: Screen, ratio: number }} Stance where somebody looks from, and at how many pixels
 */
/** @typedef {{ canvas: HTMLCanvasElement, context: CanvasRenderingContext2D }} Sheet */

/** Smaller than this many pixels a look is only a dot of its colour. */
const DOT = 3;
/** How many entities are painted before looking at the clock. */
const BATCH = 512;

export class Scenery {
  #front = sheet();
  #back = sheet();
  /** How the front was painted. @type {Stance | null} */ #shown = null;
  /** What is being painted on the back. @type {{ stance: Stance, order: Uint32Array, next: number, drawn: number } | null} */ #job =
    null;
  #stale = true;
  /** How many entities the front has. */ drawn = 0;

  /** @param {import('./looks.js').Looks} looks */
  constructor(looks) {
    this.looks = looks;
  }

  /** What was painted is not true any more. */
  touch() {
    this.#stale = true;
  }

  /**
   * Paints for at most so long.
   * @param {Scene} scene @param {Stance} stance @param {import('./picture_draw.js').Colours} colours @param {number} budget in milliseconds
   * @returns {boolean} whether the front is as it should be
   */
  paint(scene, stance, colours, budget) {
    const until = performance.now() + budget;
    for (;;) {
      if (this.#job === null) {
        if (!this.#stale && same(this.#shown, stance)) return true;
        this.#begin(scene, stance, colours);
      }
      if (!this.#go(scene, until)) return false;
      if (performance.now() > until) return !this.#stale && same(this.#shown, stance);
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

  /** @param {Scene} scene @param {Stance} stance @param {import('./picture_draw.js').Colours} colours */
  #begin(scene, stance, colours) {
    const { canvas, context } = this.#back;
    const width = Math.round(stance.screen.width * stance.ratio);
    const height = Math.round(stance.screen.height * stance.ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    grid(context, stance, colours);
    this.#stale = false;
    this.#job = { stance, order: scene.order, next: 0, drawn: 0 };
  }

  /** Paints on. @param {Scene} scene @param {number} until @returns {boolean} whether it is complete */
  #go(scene, until) {
    const job = this.#job;
    if (job === null) return true;
    const { context } = this.#back;
    const { bounds, look, world, alive } = scene;
    const { order } = job;
    const [x0, y0, x1, y1] = view(job.stance.camera, job.stance.screen);
    const [s, , , , ox, oy] = matrix(job.stance.camera, job.stance.screen, job.stance.ratio);
    const dot = (DOT * job.stance.ratio) / s;
    let flat = false;
    let colour = '';
    let i = job.next;
    let batch = job.drawn + BATCH;
    for (; i < order.length; i += 1) {
      const key = order[i];
      const at = key * 4;
      if (bounds[at] > x1 || bounds[at + 2] < x0 || bounds[at + 1] > y1 || bounds[at + 3] < y0) continue;
      if (alive[key] !== 1 || look[key] < 0) continue;
      const w = bounds[at + 2] - bounds[at];
      const h = bounds[at + 3] - bounds[at + 1];
      // What is nowhere would be drawn where the one before it is.
      if (!(w < Infinity && h < Infinity)) continue;
      if (w < dot && h < dot) {
        if (!flat) context.setTransform(1, 0, 0, 1, 0, 0);
        flat = true;
        const wanted = this.looks.colour(look[key]);
        if (wanted !== colour) context.fillStyle = colour = wanted;
        context.fillRect(
          Math.floor(bounds[at] * s + ox),
          Math.floor(oy - bounds[at + 3] * s),
          Math.max(1, w * s),
          Math.max(1, h * s),
        );
      } else {
        flat = false;
        colour = '';
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
      }
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
 * @param {import('./picture_draw.js').Colours} colours
 */
function grid(context, { camera, screen, ratio }, colours) {
  const step = gridStep(camera);
  const [x0, y0, x1, y1] = view(camera, screen);
  const lines = (/** @type {boolean} */ strong, /** @type {number} */ from, /** @type {number} */ to) => {
    const found = [];
    for (let i = Math.ceil(from / step); i * step <= to; i += 1)
      if ((i % 5 === 0) === strong && i !== 0) found.push(i * step);
    return found;
  };
  const across = (/** @type {number[]} */ xs, /** @type {number[]} */ ys, /** @type {string} */ colour) => {
    context.beginPath();
    for (const x of xs) {
      const at = Math.round(toScreen(camera, screen, { x, y: 0 }).x) + 0.5;
      context.moveTo(at, 0);
      context.lineTo(at, screen.height);
    }
    for (const y of ys) {
      const at = Math.round(toScreen(camera, screen, { x: 0, y }).y) + 0.5;
      context.moveTo(0, at);
      context.lineTo(screen.width, at);
    }
    context.strokeStyle = colour;
    context.stroke();
  };
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineWidth = 1;
  across(lines(false, x0, x1), lines(false, y0, y1), colours.grid);
  across(lines(true, x0, x1), lines(true, y0, y1), colours.gridStrong);
  across([0], [0], colours.axis);
}
