// @ts-check
/**
 * Small pictures of templates, drawn with the same looks as the scene.
 */

import { h } from './dom.js';
import { Looks } from './looks.js';
import { boxOf } from './templates.js';

/** @typedef {import('./protocol.js').Template} Template */

const AIR = 3;

export class TemplatePictures {
  /** @type {readonly import('./protocol.js').Look[]} */ #table = [];

  /** @param {() => void} onImage an image has come, and pictures have to be drawn again */
  constructor(onImage) {
    this.looks = new Looks(() => this.#table, onImage);
  }

  /** The pictures are made of other looks from now on. @param {readonly import('./protocol.js').Look[]} table */
  use(table) {
    this.#table = table;
    this.looks.reset();
  }

  /** A canvas of this many pixels each way. @param {number} size */
  canvas(size) {
    const canvas = h('canvas', { class: 'template-picture', 'aria-hidden': 'true' });
    canvas.width = canvas.height = Math.round(size * devicePixelRatio);
    return canvas;
  }

  /** @param {HTMLCanvasElement} canvas @param {Template} template */
  draw(canvas, template) {
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const box = boxOf(template, this.#table);
    canvas.dataset.pieces = String(template.picture.length);
    if (box === null) return;
    const room = canvas.width - 2 * AIR * devicePixelRatio;
    const scale = room / Math.max(box[2] - box[0], box[3] - box[1], 1e-6);
    const tx = canvas.width / 2 - (scale * (box[0] + box[2])) / 2;
    const ty = canvas.height / 2 + (scale * (box[1] + box[3])) / 2;
    for (const [look, [a, b, c, d, x, y]] of template.picture)
      this.looks.draw(context, look, scale * a, -scale * b, scale * c, -scale * d, tx + scale * x, ty - scale * y);
  }
}
