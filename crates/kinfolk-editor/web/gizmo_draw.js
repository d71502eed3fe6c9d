// @ts-check
/**
 * Handles, rectangles and little signs beside the pointer, as they look.
 *
 * All have a halo in the colour of the picture, so that they stand out from whatever is behind them.
 */

import { toScreen } from './camera.js';
import { ARM, RADIUS, SQUARE } from './gizmo.js';

/** @typedef {import('./camera.js').Point} Point */
/** @typedef {import('./gizmo.js').Gizmo} Gizmo */
/** @typedef {import('./gizmo.js').Handle} Handle */
/** @typedef {import('./picture_draw.js').Easel} Easel */

const HALO = 3;

/** @param {Easel} easel @param {Gizmo} gizmo @param {Handle | null} hot @param {boolean} held */
export function drawGizmo(easel, gizmo, hot, held) {
  const { context, colours, ratio } = easel;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.globalAlpha = 1;
  const colour = (/** @type {Handle} */ handle, /** @type {string} */ usual) => (hot === handle ? colours.hot : usual);
  const fades = (/** @type {Handle} */ handle) => {
    // What is not in the hand steps back.
    context.globalAlpha = held && hot !== handle ? 0.35 : 1;
  };
  if (gizmo.tool === 'rotate') {
    const { x, y } = gizmo.at;
    halo(easel, colour('ring', colours.accent), 2, () => context.arc(x, y, RADIUS, 0, 2 * Math.PI));
    halo(easel, colours.x, 2, () => {
      context.moveTo(x, y);
      context.lineTo(x + gizmo.x.x * RADIUS, y + gizmo.x.y * RADIUS);
    });
    dot(easel, gizmo.at, colours.accent);
    return;
  }
  for (const [handle, way, usual] of /** @type {[Handle, Point, string][]} */ ([
    ['x', gizmo.x, colours.x],
    ['y', gizmo.y, colours.y],
  ])) {
    fades(handle);
    arm(easel, gizmo, way, colour(handle, usual));
  }
  fades('free');
  const { x, y } = gizmo.at;
  context.beginPath();
  context.rect(x - SQUARE, y - SQUARE, 2 * SQUARE, 2 * SQUARE);
  context.lineWidth = HALO;
  context.strokeStyle = colours.halo;
  context.stroke();
  context.fillStyle = colour('free', colours.accent);
  context.globalAlpha *= 0.35;
  context.fill();
  context.globalAlpha /= 0.35;
  context.lineWidth = 1.5;
  context.strokeStyle = colour('free', colours.accent);
  context.stroke();
  context.globalAlpha = 1;
}

/** @param {Easel} easel @param {Gizmo} gizmo @param {Point} way @param {string} colour */
function arm(easel, gizmo, way, colour) {
  const { context, colours } = easel;
  const from = { x: gizmo.at.x + way.x * (SQUARE + 4), y: gizmo.at.y + way.y * (SQUARE + 4) };
  const to = { x: gizmo.at.x + way.x * ARM, y: gizmo.at.y + way.y * ARM };
  halo(easel, colour, 2, () => {
    context.moveTo(from.x, from.y);
    context.lineTo(to.x, to.y);
  });
  context.beginPath();
  if (gizmo.tool === 'scale') context.rect(to.x - 5, to.y - 5, 10, 10);
  else {
    context.moveTo(to.x + 7 * way.x, to.y + 7 * way.y);
    context.lineTo(to.x - 5 * way.x - 6 * way.y, to.y - 5 * way.y + 6 * way.x);
    context.lineTo(to.x - 5 * way.x + 6 * way.y, to.y - 5 * way.y - 6 * way.x);
    context.closePath();
  }
  context.lineWidth = HALO;
  context.strokeStyle = colours.halo;
  context.stroke();
  context.fillStyle = colour;
  context.fill();
}

/** @param {Easel} easel @param {string} colour @param {number} width @param {() => void} path */
function halo({ context, colours }, colour, width, path) {
  context.beginPath();
  path();
  context.lineWidth = width + HALO;
  context.strokeStyle = colours.halo;
  context.stroke();
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.stroke();
}

/** @param {Easel} easel @param {Point} at @param {string} colour */
function dot({ context }, at, colour) {
  context.beginPath();
  context.arc(at.x, at.y, 3, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

/** The rectangle that selects. @param {Easel} easel @param {Point} from @param {Point} to */
export function drawBand({ context, colours, ratio }, from, to) {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.beginPath();
  context.rect(
    Math.round(Math.min(from.x, to.x)) + 0.5,
    Math.round(Math.min(from.y, to.y)) + 0.5,
    Math.round(Math.abs(to.x - from.x)),
    Math.round(Math.abs(to.y - from.y)),
  );
  context.globalAlpha = 0.12;
  context.fillStyle = colours.accent;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 1;
  context.strokeStyle = colours.accent;
  context.stroke();
}

/** A few words beside the pointer. @param {Easel} easel @param {Point} at @param {string} text */
export function drawChip({ context, colours, ratio, screen }, at, text) {
  if (text === '') return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '12px system-ui, sans-serif';
  context.textBaseline = 'middle';
  const width = Math.ceil(context.measureText(text).width) + 14;
  const x = Math.round(Math.min(at.x + 16, screen.width - width - 4));
  const y = Math.round(Math.min(at.y + 16, screen.height - 26));
  context.beginPath();
  context.roundRect(x, y, width, 22, 5);
  context.fillStyle = colours.text;
  context.fill();
  context.fillStyle = colours.halo;
  context.fillText(text, x + 7, y + 11.5);
}

/** Around the slot that is meant. @param {Easel} easel @param {Point} inWorld */
export function drawSlotHint(easel, inWorld) {
  const { context, camera, screen, ratio, colours } = easel;
  const { x, y } = toScreen(camera, screen, inWorld);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  halo(easel, colours.slot, 2, () => context.arc(x, y, 12, 0, 2 * Math.PI));
}
