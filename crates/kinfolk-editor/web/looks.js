// @ts-check
/**
 * Looks, ready to be drawn.
 *
 * Path data is parsed and images are fetched once for each look, however many entities have it. A look draws
 * itself in its own units with whatever matrix it is given.
 */

/** @typedef {import('./protocol.js').Mark} Mark */
/** @typedef {import('./protocol.js').Look} Look */
/** @typedef {{ mark: Mark, path: Path2D | null, image: HTMLImageElement | null }} Ready */

/** From this many pixels of the screen on, a pixel of pixel art is a sharp square. */
const SHARP_PIXELS = 2;
/** As in SVG, where it is said that corners are pointed. */
const MITER_LIMIT = 4;

export class Looks {
  /** @type {(Ready[] | undefined)[]} */ #ready = [];
  /** @type {(string | undefined)[]} */ #colours = [];
  /** @type {Map<string, HTMLImageElement>} */ #images = new Map();

  /** @param {() => readonly Look[]} table @param {() => void} onImage an image has come */
  constructor(table, onImage) {
    this.table = table;
    this.onImage = onImage;
    this.probe = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  }

  /** Forgets everything: the table is another one. */
  reset() {
    this.#ready = [];
    this.#colours = [];
  }

  /**
   * Draws a look.
   * @param {CanvasRenderingContext2D} context @param {number} look
   * @param {number} a @param {number} b @param {number} c @param {number} d @param {number} tx @param {number} ty from its units to pixels of the device
   */
  draw(context, look, a, b, c, d, tx, ty) {
    const stretch = Math.sqrt(Math.abs(a * d - b * c));
    for (const { mark, path, image } of this.#of(look)) {
      context.globalAlpha = mark.opacity ?? 1;
      context.setTransform(a, b, c, d, tx, ty);
      if (image !== null) {
        if (!image.complete || image.naturalWidth === 0 || mark.matrix === undefined) continue;
        const [e, f, g, h, ux, uy] = mark.matrix;
        context.transform(e, f, g, h, ux, uy);
        const texel =
          (stretch * Math.sqrt(Math.abs(e * h - f * g))) / Math.sqrt(image.naturalWidth * image.naturalHeight);
        context.imageSmoothingEnabled = !(mark.pixelated && texel >= SHARP_PIXELS);
        context.drawImage(image, 0, 0, 1, 1);
      } else if (path !== null) {
        if (mark.fill !== undefined) {
          context.fillStyle = mark.fill;
          context.fill(path);
        }
        if (mark.stroke !== undefined) this.#stroke(context, mark, path, [a, b, c, d, tx, ty], stretch);
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Mark} mark
   * @param {Path2D} path
   * @param {number[]} matrix
   * @param {number} stretch
   */
  #stroke(context, mark, path, matrix, stretch) {
    context.strokeStyle = /** @type {string} */ (mark.stroke);
    context.lineCap = mark.round ? 'round' : 'butt';
    context.lineJoin = mark.round ? 'round' : 'miter';
    context.miterLimit = MITER_LIMIT;
    if (mark.width !== undefined) {
      context.lineWidth = mark.width;
      context.stroke(path);
      return;
    }
    // One pixel at any zoom, and in all directions however the entity is stretched.
    const [a, b, c, d] = matrix;
    const even =
      Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) < 0.01 * stretch &&
      Math.abs(a * c + b * d) < 0.01 * stretch * stretch;
    if (even && stretch > 0) {
      context.lineWidth = devicePixelRatio / stretch;
      context.stroke(path);
      return;
    }
    const bent = new Path2D();
    bent.addPath(path, new DOMMatrix(matrix));
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.lineWidth = devicePixelRatio;
    context.stroke(bent);
  }

  /** The colour that is most of a look, for when it is too small to be drawn. @param {number} look */
  colour(look) {
    const found = this.#colours[look];
    if (found !== undefined) return found;
    const mark = this.#of(look).find((one) => one.mark.fill !== undefined || one.mark.stroke !== undefined)?.mark;
    const colour = mark?.fill ?? mark?.stroke ?? '#888888';
    this.#colours[look] = colour;
    return colour;
  }

  /**
   * Whether a point in its own units is inside of a look, or nearer to it than `reach`.
   * @param {number} look @param {number} x @param {number} y @param {number} reach
   */
  isInside(look, x, y, reach) {
    const [x0, y0, x1, y1] = this.table()[look].box;
    if (x < x0 - reach || x > x1 + reach || y < y0 - reach || y > y1 + reach) return false;
    // Small things are met by their box: nobody could aim at their outline.
    if (Math.min(x1 - x0, y1 - y0) < reach * 4) return true;
    this.probe.setTransform(1, 0, 0, 1, 0, 0);
    return this.#of(look).some(({ mark, path, image }) => {
      if (image !== null) return true;
      if (path === null) return false;
      if (mark.fill !== undefined && this.probe.isPointInPath(path, x, y)) return true;
      this.probe.lineWidth = Math.max(mark.width ?? 0, reach * 2);
      return this.probe.isPointInStroke(path, x, y);
    });
  }

  /** @param {number} look @returns {Ready[]} */
  #of(look) {
    const found = this.#ready[look];
    if (found !== undefined) return found;
    const ready = (this.table()[look]?.marks ?? []).map((mark) => ({
      mark,
      path: mark.path === undefined ? null : new Path2D(mark.path),
      image: mark.image === undefined ? null : this.#image(mark.image),
    }));
    this.#ready[look] = ready;
    return ready;
  }

  /** @param {string} address */
  #image(address) {
    const found = this.#images.get(address);
    if (found !== undefined) return found;
    const image = new Image();
    image.addEventListener('load', this.onImage);
    image.src = address;
    this.#images.set(address, image);
    return image;
  }
}
