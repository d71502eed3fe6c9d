// @ts-check
/**
 * A template that is dragged out of its panel: into the picture, where an instance stands then, or into the tree.
 */

import { refuse } from './announce.js';
import { addInstance } from './template_actions.js';

/**
 * @param {import('./editor.js').Editor} editor @param {import('./tree_drag.js').TreeDrag} drag
 * @param {import('./picture_view.js').PictureView} picture @param {PointerEvent} event @param {string} template
 */
export function dragTemplate(editor, drag, picture, event, template) {
  const digits = () => Math.max(0, Math.min(6, Math.ceil(Math.log10(picture.camera.scale))));
  const place = (/** @type {number} */ x, /** @type {number} */ y) => {
    const at = picture.worldAt(x, y);
    // No finer than a pixel: nobody can aim at more digits.
    return at === null ? null : { x: Number(at.x.toFixed(digits())), y: Number(at.y.toFixed(digits())) };
  };
  drag.invite(event, {
    what: `◆ ${template}`,
    where: (x, y) => {
      const at = place(x, y);
      return at === null ? null : `at ${at.x}, ${at.y}`;
    },
    drop: (drop, x, y) => {
      const world = drop === null ? place(x, y) : null;
      if (drop !== null && drop.refused !== null) refuse(drop.refused);
      else if (drop !== null) addInstance(editor, template, { parent: drop.parent, before: drop.before });
      else if (world !== null) addInstance(editor, template, { world });
    },
  });
}
