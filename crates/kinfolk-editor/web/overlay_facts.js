// @ts-check
/**
 * What has to be asked for to draw over the scene: slots of templates, and what physics makes of entities.
 *
 * Asked when something needs it and only then, one question at a time; what was told is drawn until the next
 * answer comes. Bodies are asked for in a part of the world that is larger than what is seen.
 */

import { view } from './camera.js';

/** @typedef {import('./protocol.js').Slot} Slot */
/** @typedef {import('./protocol.js').PhysicsBody} PhysicsBody */
/** @typedef {import('./camera.js').Box} Box */

const NO_SLOTS = Object.freeze({});

export class Facts {
  /** By template. @type {Record<string, Record<string, Slot>>} */ #slots = {};
  #slotsOld = true;
  #askingSlots = false;
  /** @type {PhysicsBody[]} */ #bodies = [];
  /** Which revision of the scene, and which part of the world. @type {{ revision: number, box: Box } | null} */ #asked = null;
  #askingBodies = false;

  /**
   * @param {import('./editor.js').Editor} editor @param {import('./picture_view.js').PictureView} picture
   * @param {import('./overlays.js').Overlays} overlays
   */
  constructor(editor, picture, overlays) {
    this.editor = editor;
    this.picture = picture;
    this.overlays = overlays;
    const old = () => {
      this.#slotsOld = true;
    };
    editor.on('scene', old);
    editor.on('history', old);
  }

  /** @param {string | null} template @returns {Record<string, Slot>} */
  slotsOf(template) {
    const found = template !== null && Object.hasOwn(this.#slots, template) ? this.#slots[template] : undefined;
    return found ?? NO_SLOTS;
  }

  /** Asks for slots again if they may be others. */
  async refreshSlots() {
    if (!this.#slotsOld || this.#askingSlots) return;
    this.#askingSlots = true;
    this.#slotsOld = false;
    const reply = await this.editor.ask({ do: 'slots' });
    this.#askingSlots = false;
    if (!reply.ok) return;
    this.#slots = reply.slots ?? {};
    this.picture.redraw();
  }

  /** What physics makes of what is in sight. @returns {readonly PhysicsBody[]} */
  bodies() {
    const { camera, screen } = this.picture;
    const { revision } = this.editor.scene;
    const box = view(camera, screen);
    const asked = this.#asked;
    if (asked === null || asked.revision !== revision || !within(box, asked.box)) this.#askBodies(revision, box);
    return this.#bodies;
  }

  /** @param {number} revision @param {Box} seen */
  async #askBodies(revision, [x0, y0, x1, y1]) {
    if (this.#askingBodies) return;
    this.#askingBodies = true;
    const [w, h] = [(x1 - x0) / 2, (y1 - y0) / 2];
    /** @type {Box} */
    const box = [x0 - w, y0 - h, x1 + w, y1 + h];
    const reply = await this.editor.ask({ do: 'colliders', view: box });
    this.#askingBodies = false;
    this.#asked = { revision, box };
    if (reply.ok) this.#bodies = reply.bodies ?? [];
    this.picture.redraw();
  }
}

/** Whether all of a box is inside of another. @param {Box} inner @param {Box} outer */
function within(inner, outer) {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];
}
