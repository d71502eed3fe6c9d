// @ts-check
/**
 * The picture: where the camera is, and what the pointer does to it.
 *
 * It is drawn at most once a frame and only if something changed. A press is offered to `tools` in turn; the
 * first that takes it has the pointer until it is let go. The middle button pans, and with Space held, or if
 * that is what it is for, so does the left one. What a press means otherwise is decided in `viewport.js`.
 */

import { fitted, panned, START, toWorld, zoomed } from './camera.js';
import { byId } from './dom.js';
import { label } from './drop.js';
import { Looks } from './looks.js';
import { boxAround, boxOfAll, pickTopmost } from './pick.js';
import { Scenery } from './scenery.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./camera.js').Point} Point */
/**
 * @typedef {{ move: (event: PointerEvent, at: Point) => void, end: (event: PointerEvent, at: Point) => void, cancel: () => void }} Hold
 */
/** @typedef {(event: PointerEvent, at: Point) => Hold | null} Tool */

const THRESHOLD = 4;
const REACH_PIXELS = 3;
const PAN_PIXELS = 48;
/** How long the scene is painted in one frame; what is left comes in the next. */
const BUDGET_MS = 10;
/** More measures than this are not kept. */
const MEASURES = 2000;

export class PictureView {
  camera = START;
  screen = { width: 1, height: 1 };
  /** Asked first when the pointer goes down. @type {Tool[]} */ tools = [];
  /** Asked first when a key goes down. @type {((event: KeyboardEvent) => boolean)[]} */ keys = [];
  /** Drawn over the scene, from the back to the front. @type {((easel: import('./picture_draw.js').Easel) => void)[]} */ layers =
    [];
  /** Whether the left button pans. */ pans = false;
  #wanted = false;
  #fitted = false;
  #space = false;
  /** Ends what is in the hand. @type {(() => void) | null} */ #letGo = null;
  /** @type {import('./picture_draw.js').Colours | null} */ #colours = null;

  /** @param {Editor} editor @param {(x: number, y: number) => void} openMenu */
  constructor(editor, openMenu) {
    this.editor = editor;
    this.canvas = /** @type {HTMLCanvasElement} */ (byId('canvas'));
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    this.looks = new Looks(
      () => editor.scene.looks,
      () => this.repaint(),
    );
    this.scenery = new Scenery(this.looks);
    this.readout = byId('zoom-readout');
    new ResizeObserver(() => this.#resize()).observe(this.canvas);
    // A window that is moved to a finer screen may keep its size, and needs more pixels.
    window.addEventListener('resize', () => this.redraw());
    this.#watchRatio();
    editor.on('scene', () => {
      this.looks.reset();
      editor.scene.takeDirty();
      this.repaint();
    });
    editor.on('order', () => {
      if (!this.#fitted) this.fit();
      this.repaint();
    });
    editor.on('worlds', () => {
      this.scenery.touchBox(editor.scene.takeDirty());
      this.redraw();
    });
    for (const topic of /** @type {const} */ (['selection', 'inspections', 'axes']))
      editor.on(topic, () => this.redraw());
    this.canvas.addEventListener('pointerdown', (event) => this.#down(event));
    // Otherwise the middle button scrolls by itself.
    this.canvas.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault());
    this.canvas.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    this.canvas.addEventListener('keydown', (event) => this.#key(event));
    this.canvas.addEventListener('keyup', (event) => {
      if (event.key === ' ') this.#setSpace(false);
    });
    this.canvas.addEventListener('blur', () => this.#setSpace(false));
    this.canvas.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const key = this.pick(this.point(event));
      if (key >= 0 && !editor.selection.has(key)) editor.selectKeys([key]);
      openMenu(event.clientX, event.clientY);
    });
    const axes = () => byId('axes').setAttribute('aria-label', `Axes: ${editor.axes}`);
    editor.on('axes', axes);
    axes();
    byId('zoom-in').addEventListener('click', () => this.zoom(1.5));
    byId('zoom-out').addEventListener('click', () => this.zoom(1 / 1.5));
  }

  /** The scene itself is another one. */
  repaint() {
    this.scenery.touch();
    this.redraw();
  }

  /** Something that is drawn over it is, or where it is seen from. */
  redraw() {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame(() => {
      this.#wanted = false;
      this.#draw();
    });
  }

  /** The colours may be others. */
  restyle() {
    this.#colours = null;
    this.repaint();
  }

  /** Shows everything. */
  fit() {
    const box = boxOfAll(this.editor.scene);
    if (box !== null && this.screen.width > 1) {
      this.#fitted = true;
      this.#look(fitted(this.camera, this.screen, box));
    }
  }

  /** Shows what is selected, or everything. */
  frame() {
    const box = boxAround(this.editor.scene, this.editor.selection.keys);
    if (box === null) this.fit();
    else this.#look(fitted(this.camera, this.screen, box, 96));
  }

  /** @param {number} factor */
  zoom(factor) {
    this.#look(zoomed(this.camera, this.screen, { x: this.screen.width / 2, y: this.screen.height / 2 }, factor));
  }

  /** Where in the world a point of the window is, or nothing if it is not in the picture. @param {number} x @param {number} y */
  worldAt(x, y) {
    const box = this.canvas.getBoundingClientRect();
    if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    return toWorld(this.camera, this.screen, { x: x - box.left, y: y - box.top });
  }

  /** What is topmost at a point of the canvas, or -1. @param {Point} at */
  pick(at) {
    const inWorld = toWorld(this.camera, this.screen, at);
    return pickTopmost(this.editor.scene, inWorld, REACH_PIXELS / this.camera.scale, (look, x, y, reach) =>
      this.looks.isInside(look, x, y, reach),
    );
  }

  /** @param {import('./camera.js').Camera} camera */
  #look(camera) {
    this.camera = camera;
    this.redraw();
  }

  #resize() {
    const box = this.canvas.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) return;
    this.screen = { width: box.width, height: box.height };
    this.canvas.width = Math.round(box.width * devicePixelRatio);
    this.canvas.height = Math.round(box.height * devicePixelRatio);
    if (!this.#fitted && this.editor.scene.count > 0) this.fit();
    // A canvas that got another size is blank: it must not be seen so.
    this.#draw();
  }

  #watchRatio() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        this.redraw();
        this.#watchRatio();
      },
      { once: true },
    );
  }

  #draw() {
    const { context, canvas, editor, camera, screen } = this;
    if (screen.width > 1 && canvas.width !== Math.round(screen.width * devicePixelRatio)) {
      this.#resize();
      return;
    }
    const start = performance.now();
    this.#colours ??= this.#readColours();
    const stance = { camera, screen, ratio: devicePixelRatio };
    const complete = this.scenery.paint(editor.scene, stance, this.#colours, BUDGET_MS);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    this.scenery.show(context, stance);
    for (const layer of this.layers) layer({ editor, context, ...stance, colours: this.#colours });
    if (performance.getEntriesByName('picture-drawn').length >= MEASURES) performance.clearMeasures('picture-drawn');
    performance.measure('picture-drawn', { start, end: performance.now() });
    this.#tellState(complete);
    if (!complete) this.redraw();
  }

  /** For those who cannot see it, and for tests. @param {boolean} complete */
  #tellState(complete) {
    const { canvas, editor, camera, scenery } = this;
    this.readout.textContent = `${camera.scale >= 10 ? Math.round(camera.scale) : Number(camera.scale.toPrecision(2))} px/unit`;
    canvas.dataset.drawn = String(scenery.drawn);
    canvas.dataset.complete = complete ? 'yes' : 'no';
    canvas.dataset.camera = JSON.stringify(camera);
    const count = editor.selection.keys.size;
    const [key] = editor.selection.keys;
    const chosen =
      count === 0 ? 'nothing selected' : count === 1 ? `${label(editor.scene, key)} selected` : `${count} selected`;
    canvas.setAttribute(
      'aria-label',
      `Picture of the scene, ${scenery.drawn} in view, ${chosen}. Arrow keys pan, or move, turn and scale what is selected; Q, W, E, R and H choose a tool; plus and minus zoom, F frames the selection, Home shows all.`,
    );
  }

  /** @returns {import('./picture_draw.js').Colours} */
  #readColours() {
    const probe = this.readout;
    const colour = (/** @type {string} */ name) => {
      probe.style.color = `var(--${name})`;
      const found = getComputedStyle(probe).color;
      probe.style.removeProperty('color');
      return found;
    };
    return {
      grid: colour('grid'),
      gridStrong: colour('grid-strong'),
      axis: colour('grid-axis'),
      accent: colour('accent'),
      onAccent: colour('on-accent'),
      text: colour('text'),
      slot: colour('slot'),
      x: colour('axis-x'),
      y: colour('axis-y'),
      halo: colour('picture'),
      hot: colour('hot'),
      bounds: colour('bounds'),
      link: colour('link'),
      mark: colour('mark'),
      error: colour('error'),
      collider: colour('collider'),
      joint: colour('joint'),
    };
  }

  /** @param {MouseEvent} event @returns {Point} in the canvas */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 1) return;
    this.#letGo?.();
    this.canvas.focus();
    const at = this.point(event);
    const pans = event.button === 1 || this.#space || this.pans;
    const tool = pans
      ? null
      : this.tools.reduce((/** @type {Hold | null} */ taken, one) => taken ?? one(event, at), null);
    const hold = tool ?? this.#pan(at);
    const listening = new AbortController();
    const { signal } = listening;
    let last = { event, at };
    const done = () => {
      this.#letGo = null;
      listening.abort();
    };
    const end = () => {
      done();
      hold.end(last.event, last.at);
    };
    const cancel = () => {
      done();
      hold.cancel();
    };
    const follow = (/** @type {PointerEvent} */ next) => {
      last = { event: next, at: this.point(next) };
    };
    this.#letGo = end;
    this.canvas.setPointerCapture(event.pointerId);
    // Of the window: a drag goes on wherever the pointer is, captured or not.
    window.addEventListener(
      'pointermove',
      (move) => {
        // Sometimes nobody says that the button was let go.
        if (move.buttons === 0) end();
        else {
          follow(move);
          hold.move(move, last.at);
        }
      },
      { signal },
    );
    window.addEventListener(
      'pointerup',
      (up) => {
        follow(up);
        end();
      },
      { signal },
    );
    // While another button is held nothing but this says so.
    window.addEventListener('mouseup', (up) => up.button === event.button && end(), { signal });
    window.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return;
        key.stopPropagation();
        cancel();
      },
      { signal, capture: true },
    );
  }

  /** @param {Point} start @returns {Hold} */
  #pan(start) {
    const before = this.camera;
    let moved = false;
    return {
      move: (_, at) => {
        moved ||= Math.hypot(at.x - start.x, at.y - start.y) >= THRESHOLD;
        if (!moved) return;
        this.canvas.classList.add('is-panning');
        this.#look({ ...panned(before, at.x - start.x, at.y - start.y) });
      },
      end: () => this.canvas.classList.remove('is-panning'),
      cancel: () => {
        this.canvas.classList.remove('is-panning');
        this.#look(before);
      },
    };
  }

  /** A click: selects what is there. @param {PointerEvent} event @param {Point} at */
  select(event, at) {
    const { editor } = this;
    const key = this.pick(at);
    const several = event.ctrlKey || event.metaKey || event.shiftKey;
    if (key < 0) {
      if (several || editor.selection.keys.size === 0) return;
      editor.selection.clear();
      editor.touched();
    } else if (several) {
      const keys = new Set(editor.selection.keys);
      if (!keys.delete(key)) keys.add(key);
      editor.selectKeys([...keys]);
    } else editor.selectKeys([key]);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    if (event.shiftKey) {
      this.#look(panned(this.camera, -(event.deltaX || event.deltaY) * lines, 0));
      return;
    }
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0015));
    this.#look(zoomed(this.camera, this.screen, this.point(event), factor));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.keys.some((one) => one(event))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.#look(panned(this.camera, PAN_PIXELS, 0)),
      ArrowRight: () => this.#look(panned(this.camera, -PAN_PIXELS, 0)),
      ArrowUp: () => this.#look(panned(this.camera, 0, PAN_PIXELS)),
      ArrowDown: () => this.#look(panned(this.camera, 0, -PAN_PIXELS)),
      '+': () => this.zoom(1.25),
      '=': () => this.zoom(1.25),
      '-': () => this.zoom(1 / 1.25),
      f: () => this.frame(),
      F: () => this.frame(),
      Home: () => this.fit(),
      ' ': () => this.#setSpace(true),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /** @param {boolean} down */
  #setSpace(down) {
    this.#space = down;
    this.canvas.classList.toggle('can-pan', down);
  }
}
