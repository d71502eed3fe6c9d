// @ts-check
/**
 * What can be switched on over the scene, each drawn for what is in sight and for a bounded number of entities.
 *
 * Labels that would cover each other are left out, the selected ones last.
 */

import { matrix, times, toScreen, view } from './camera.js';
import { slotsOf } from './picture_draw.js';
import { ROOT } from './model.js';

/** @typedef {import('./picture_draw.js').Easel} Easel */
/** @typedef {import('./overlays.js').OverlayState} OverlayState */
/** @typedef {import('./overlay_facts.js').Facts} Facts */
/** @typedef {import('./protocol.js').PhysicsBody} PhysicsBody */
/** @typedef {import('./model.js').Scene} Scene */

/** More than this many are no help to anybody. */
const MOST = 2000;
const MOST_LABELS = 400;
const AXIS_PIXELS = 18;

/** @param {Easel} easel @param {OverlayState} state @param {Facts} facts */
export function drawOverlays(easel, state, facts) {
  const { context, ratio } = easel;
  context.globalAlpha = 1;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const some = state.bounds || state.links || state.axes || state.names || state.slots === 'all';
  const seen = some ? inView(easel) : [];
  if (state.subtrees) subtrees(easel);
  if (state.bounds) bounds(easel, seen);
  if (state.colliders || state.joints) {
    const bodies = facts.bodies();
    if (state.colliders) for (const body of bodies) collider(easel, body);
    if (state.joints) for (const body of bodies) joint(easel, body);
    context.setLineDash([]);
  }
  if (state.links) links(easel, seen);
  if (state.axes) axes(easel, seen);
  if (state.slots === 'all') allSlots(easel, seen, facts);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (state.order) order(easel);
  if (state.names) names(easel, seen);
}

/** The keys of what is in sight, at most so many. @param {Easel} easel */
function inView({ editor, camera, screen }) {
  const { scene } = editor;
  const { bounds: box, alive, capacity } = scene;
  const [x0, y0, x1, y1] = view(camera, screen);
  /** @type {number[]} */
  const seen = [];
  for (let key = 0, at = 0; key < capacity && seen.length < MOST; key += 1, at += 4) {
    if (box[at] > x1 || box[at + 2] < x0 || box[at + 1] > y1 || box[at + 3] < y0) continue;
    if (alive[key] === 1) seen.push(key);
  }
  return seen;
}

/** @param {Easel} easel @param {readonly number[]} seen */
function bounds({ editor, context, camera, screen, colours }, seen) {
  const { scene } = editor;
  const onScreen = matrix(camera, screen, 1);
  context.beginPath();
  for (const key of seen) {
    const box = scene.looks[scene.look[key]]?.box;
    if (box === undefined) continue;
    const m = times(onScreen, scene.world, key * 6);
    const [x0, y0, x1, y1] = box;
    const corner = (/** @type {number} */ x, /** @type {number} */ y) =>
      /** @type {const} */ ([m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]);
    context.moveTo(...corner(x0, y0));
    context.lineTo(...corner(x1, y0));
    context.lineTo(...corner(x1, y1));
    context.lineTo(...corner(x0, y1));
    context.closePath();
  }
  context.lineWidth = 1;
  context.strokeStyle = colours.bounds;
  context.stroke();
}

/** Around everybody who has children, with all that is below. @param {Easel} easel */
function subtrees(easel) {
  const { editor, context, camera, screen, colours } = easel;
  const { scene } = editor;
  const [x0, y0, x1, y1] = view(camera, screen);
  const around = subtreeBounds(scene);
  context.beginPath();
  let count = 0;
  for (let key = 0, at = 0; key < scene.capacity && count < MOST; key += 1, at += 4) {
    if (scene.alive[key] !== 1 || scene.firstChild[key] === ROOT) continue;
    if (around[at] > x1 || around[at + 2] < x0 || around[at + 1] > y1 || around[at + 3] < y0) continue;
    if (!(around[at] <= around[at + 2])) continue;
    const low = toScreen(camera, screen, { x: around[at], y: around[at + 1] });
    const high = toScreen(camera, screen, { x: around[at + 2], y: around[at + 3] });
    context.rect(low.x - 3, high.y - 3, high.x - low.x + 6, low.y - high.y + 6);
    count += 1;
  }
  context.setLineDash([5, 4]);
  context.lineWidth = 1;
  context.strokeStyle = colours.mark;
  context.stroke();
  context.setLineDash([]);
}

/** @type {{ scene: Scene | null, revision: number, boxes: Float32Array }} */
const subtreesOf = { scene: null, revision: -1, boxes: new Float32Array(0) };

/** The boxes of everybody with all that is below, once for each revision. @param {Scene} scene */
function subtreeBounds(scene) {
  if (subtreesOf.scene === scene && subtreesOf.revision === scene.revision) return subtreesOf.boxes;
  const boxes = scene.bounds.slice();
  /** @type {number[]} */
  const inOrder = [];
  for (let key = scene.firstRoot; key !== ROOT; key = scene.following(key)) inOrder.push(key);
  // Children come after their parents, so from the last on everybody's box is complete.
  for (let i = inOrder.length - 1; i >= 0; i -= 1) {
    const at = inOrder[i] * 4;
    const above = scene.parent[inOrder[i]] * 4;
    if (above < 0) continue;
    boxes[above] = Math.min(boxes[above], boxes[at]);
    boxes[above + 1] = Math.min(boxes[above + 1], boxes[at + 1]);
    boxes[above + 2] = Math.max(boxes[above + 2], boxes[at + 2]);
    boxes[above + 3] = Math.max(boxes[above + 3], boxes[at + 3]);
  }
  Object.assign(subtreesOf, { scene, revision: scene.revision, boxes });
  return boxes;
}

/** From everybody to its parent. @param {Easel} easel @param {readonly number[]} seen */
function links({ editor, context, camera, screen, colours }, seen) {
  const { scene } = editor;
  const place = (/** @type {number} */ key) =>
    toScreen(camera, screen, { x: scene.world[key * 6 + 4], y: scene.world[key * 6 + 5] });
  context.beginPath();
  for (const key of seen) {
    const parent = scene.parent[key];
    if (parent === ROOT) continue;
    const [from, to] = [place(parent), place(key)];
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
    context.moveTo(to.x + 2.5, to.y);
    context.arc(to.x, to.y, 2.5, 0, 2 * Math.PI);
  }
  context.lineWidth = 3;
  context.strokeStyle = colours.halo;
  context.stroke();
  context.lineWidth = 1.25;
  context.strokeStyle = colours.link;
  context.stroke();
}

/** @param {Easel} easel @param {readonly number[]} seen */
function axes({ editor, context, camera, screen, colours }, seen) {
  const onScreen = matrix(camera, screen, 1);
  for (const [first, colour] of /** @type {[number, string][]} */ ([
    [0, colours.x],
    [2, colours.y],
  ])) {
    context.beginPath();
    for (const key of seen) {
      const m = times(onScreen, editor.scene.world, key * 6);
      const length = Math.hypot(m[first], m[first + 1]);
      if (!(length > 0)) continue;
      context.moveTo(m[4], m[5]);
      context.lineTo(m[4] + (m[first] / length) * AXIS_PIXELS, m[5] + (m[first + 1] / length) * AXIS_PIXELS);
    }
    context.lineWidth = 1.5;
    context.strokeStyle = colour;
    context.stroke();
  }
}

/** @param {Easel} easel @param {readonly number[]} seen @param {Facts} facts */
function allSlots(easel, seen, facts) {
  facts.refreshSlots();
  const { scene } = easel.editor;
  let count = 0;
  for (const key of seen) {
    if (scene.template[key] < 0 || count > MOST_LABELS) continue;
    const offered = facts.slotsOf(scene.templateOf(key));
    count += Object.keys(offered).length;
    slotsOf(easel, key, offered, null);
  }
}

/** @param {Easel} easel @param {readonly number[]} seen */
function names(easel, seen) {
  const { scene, selection } = easel.editor;
  const labels = new Labels(easel, easel.colours.text);
  const chosen = seen.filter((key) => selection.has(key));
  for (const key of [...chosen, ...seen]) {
    const at = toScreen(easel.camera, easel.screen, { x: scene.world[key * 6 + 4], y: scene.world[key * 6 + 5] });
    if (!labels.put(scene.names[key] || scene.ids[key], at.x + 9, at.y - 13)) break;
  }
}

/** When everybody is drawn: 1 is drawn first. @param {Easel} easel */
function order(easel) {
  const { scene } = easel.editor;
  const { bounds: box } = scene;
  const [x0, y0, x1, y1] = view(easel.camera, easel.screen);
  const labels = new Labels(easel, easel.colours.accent);
  // What is in front is more likely to be seen.
  for (let i = scene.order.length - 1; i >= 0; i -= 1) {
    const key = scene.order[i];
    const at = key * 4;
    if (box[at] > x1 || box[at + 2] < x0 || box[at + 1] > y1 || box[at + 3] < y0 || scene.alive[key] !== 1) continue;
    const middle = toScreen(easel.camera, easel.screen, { x: (box[at] + box[at + 2]) / 2, y: (box[at + 1] + box[at + 3]) / 2 });
    if (!labels.put(String(i + 1), middle.x - 4, middle.y)) break;
  }
}

/** Texts that do not cover each other. */
class Labels {
  /** @type {Set<number>} */ #taken = new Set();
  #count = 0;

  /** @param {Easel} easel @param {string} colour */
  constructor(easel, colour) {
    this.easel = easel;
    this.colour = colour;
    const { context } = easel;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
  }

  /** @param {string} text @param {number} x @param {number} y @returns {boolean} whether there is room for more */
  put(text, x, y) {
    const { context, colours, screen } = this.easel;
    if (x < -200 || y < -20 || x > screen.width || y > screen.height + 20) return true;
    const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
    const row = Math.floor(y / 14);
    const cells = Math.ceil((short.length * 6 + 8) / 16);
    const first = Math.floor(x / 16);
    for (let cell = first; cell < first + cells; cell += 1) if (this.#taken.has(row * 4096 + cell)) return true;
    for (let cell = first; cell < first + cells; cell += 1) this.#taken.add(row * 4096 + cell);
    context.lineWidth = 3;
    context.strokeStyle = colours.halo;
    context.strokeText(short, x, y);
    context.fillStyle = this.colour;
    context.fillText(short, x, y);
    this.#count += 1;
    return this.#count < MOST_LABELS;
  }
}

/** @param {Easel} easel @param {PhysicsBody} body */
function collider(easel, body) {
  const { editor, context, camera, screen, colours } = easel;
  const s = camera.scale;
  const place = (/** @type {number} */ x, /** @type {number} */ y) => toScreen(camera, screen, { x, y });
  if (body.wrong !== null) {
    const [x, y] = editor.scene.world.subarray(body.key * 6 + 4, body.key * 6 + 6);
    const at = place(x, y);
    context.beginPath();
    context.moveTo(at.x - 5, at.y - 5);
    context.lineTo(at.x + 5, at.y + 5);
    context.moveTo(at.x + 5, at.y - 5);
    context.lineTo(at.x - 5, at.y + 5);
    context.setLineDash([]);
    context.lineWidth = 2;
    context.strokeStyle = colours.error;
    context.stroke();
    return;
  }
  for (const shape of body.shapes) {
    context.beginPath();
    if (shape.circle) {
      const [x, y, radius] = shape.circle;
      const at = place(x, y);
      context.arc(at.x, at.y, radius * s, 0, 2 * Math.PI);
    } else if (shape.capsule) capsule(context, shape.capsule, place, s);
    else if (shape.polygon) {
      for (let i = 0; i < shape.polygon.length; i += 2) {
        const at = place(shape.polygon[i], shape.polygon[i + 1]);
        if (i === 0) context.moveTo(at.x, at.y);
        else context.lineTo(at.x, at.y);
      }
      context.closePath();
    }
    context.globalAlpha = 0.14;
    context.fillStyle = colours.collider;
    if (body.kind !== 'static') context.fill();
    context.globalAlpha = 1;
    context.setLineDash(shape.sensor ? [4, 3] : []);
    context.lineWidth = body.kind === 'static' ? 2 : 1.5;
    context.strokeStyle = colours.collider;
    context.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} context @param {readonly number[]} numbers
 * @param {(x: number, y: number) => import('./camera.js').Point} place @param {number} s
 */
function capsule(context, [x0, y0, x1, y1, radius], place, s) {
  const [from, to] = [place(x0, y0), place(x1, y1)];
  const way = Math.atan2(to.y - from.y, to.x - from.x);
  context.arc(to.x, to.y, radius * s, way - Math.PI / 2, way + Math.PI / 2);
  context.arc(from.x, from.y, radius * s, way + Math.PI / 2, way + (3 * Math.PI) / 2);
  context.closePath();
}

/** From the body above to where the two are tied together. @param {Easel} easel @param {PhysicsBody} body */
function joint({ context, camera, screen, colours }, { joint: tie }) {
  if (!tie) return;
  const [from, at] = [tie.body, tie.anchor].map(([x, y]) => toScreen(camera, screen, { x, y }));
  const line = (/** @type {number} */ width, /** @type {string} */ colour) => {
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.lineTo(at.x, at.y);
    if (tie.kind === 'revolute') {
      context.moveTo(at.x + 6, at.y);
      context.arc(at.x, at.y, 6, 0, 2 * Math.PI);
    } else if (tie.kind === 'fixed') context.rect(at.x - 5, at.y - 5, 10, 10);
    else if (tie.axis) {
      const [x, y] = tie.axis;
      context.moveTo(at.x - 22 * x, at.y + 22 * y);
      context.lineTo(at.x + 22 * x, at.y - 22 * y);
      context.rect(at.x - 4, at.y - 4, 8, 8);
    }
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  };
  context.setLineDash([]);
  line(4, colours.halo);
  line(1.75, colours.joint);
}
