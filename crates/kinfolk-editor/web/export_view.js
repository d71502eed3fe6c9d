// @ts-check
/**
 * Taking a picture of the scene away, as PNG or SVG.
 *
 * The editor draws it, as `kinfolk render` does: without grid, handles and marks. People choose the kind, what
 * is in it, how wide it is and whether the background is there; the browser keeps the file.
 */

import { notice, refuse } from './announce.js';
import { view } from './camera.js';
import { question } from './dialog.js';
import { h } from './dom.js';
import { boxAround, boxOfAll } from './pick.js';

/** @typedef {import('./camera.js').Box} Box */
/** @typedef {'png' | 'svg'} Kind */

const USUAL_WIDTH = 1280;
const LONGEST_SIDE = 8192;
/** So much of its size is left free around a selection. */
const AIR = 0.05;

/**
 * @param {import('./editor.js').Editor} editor
 * @param {{ camera: import('./camera.js').Camera, screen: import('./camera.js').Screen }} picture
 */
export async function exportPicture(editor, picture) {
  const kind = choice('export-kind', 'Kind', [
    ['png', 'PNG, an image of pixels'],
    ['svg', 'SVG, shapes at any size'],
  ]);
  const part = choice('export-part', 'Show', [
    ['all', 'Everything'],
    ['view', 'What the picture shows now'],
    ...(editor.selection.keys.size > 0 ? [/** @type {[string, string]} */ (['selection', 'What is selected'])] : []),
  ]);
  const width = h('input', {
    type: 'number',
    class: 'text-input',
    name: 'export-width',
    min: '1',
    max: String(LONGEST_SIDE),
    value: String(USUAL_WIDTH),
  });
  const clear = h('input', { type: 'checkbox', name: 'export-clear' });
  const answer = await question(
    'Export picture',
    [
      h(
        'div',
        { class: 'ask' },
        h('label', { class: 'ask-line' }, h('span', null, 'Kind'), kind),
        h('label', { class: 'ask-line' }, h('span', null, 'Show'), part),
        h('label', { class: 'ask-line' }, h('span', null, 'Width in pixels'), width),
        h('label', { class: 'check' }, clear, h('span', null, 'Transparent background')),
      ),
    ],
    [
      { value: 'cancel', text: 'Cancel' },
      { value: 'export', text: 'Export', kind: 'primary' },
    ],
    { testid: 'export-dialog' },
  );
  if (answer !== 'export') return;
  const box =
    part.value === 'view'
      ? view(picture.camera, picture.screen)
      : part.value === 'selection'
        ? airy(boxAround(editor.scene, editor.selection.keys))
        : airy(boxOfAll(editor.scene));
  const format = /** @type {Kind} */ (kind.value);
  const wide = Math.round(Math.min(LONGEST_SIDE, Math.max(1, Number(width.value) || USUAL_WIDTH)));
  const response = await fetch(addressOf(format, wide, box, clear.checked)).catch(() => null);
  if (response === null || !response.ok) {
    refuse(response === null ? 'The editor does not answer.' : await response.text());
    return;
  }
  const name = `${(editor.file?.name ?? 'scene').replace(/\.jsonc?$/i, '')}.${format}`;
  const href = URL.createObjectURL(await response.blob());
  h('a', { href, download: name }).click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  notice(`Exported ${name}`);
}

/**
 * Where the editor gives a picture like this.
 * @param {Kind} kind
 * @param {number} width
 * @param {Box | null} box what part of the world; as the editor sees fit if `null`
 * @param {boolean} clear
 */
export function addressOf(kind, width, box, clear) {
  const wanted = [`width=${width}`];
  if (box !== null) {
    const [x0, y0, x1, y1] = box;
    const height = Math.round((width * (y1 - y0)) / (x1 - x0));
    wanted.push(`height=${Math.min(LONGEST_SIDE, Math.max(1, height))}`, `view=${box.map(plain).join(',')}`);
  } else wanted.push(`height=${Math.max(1, Math.round((width * 9) / 16))}`);
  if (clear) wanted.push('background=none');
  return `export/${kind}?${wanted.join('&')}`;
}

/** A box with some air around it that is never empty. @param {Box | null} box @returns {Box | null} */
export function airy(box) {
  if (box === null) return null;
  const [x0, y0, x1, y1] = box;
  const size = Math.max(x1 - x0, y1 - y0) || 1;
  const air = size * AIR;
  const [wide, high] = [Math.max(x1 - x0, size / 16), Math.max(y1 - y0, size / 16)];
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return [x - wide / 2 - air, y - high / 2 - air, x + wide / 2 + air, y + high / 2 + air];
}

/** A number as the address wants it: without an exponent that has a plus sign. @param {number} number */
function plain(number) {
  return String(Math.fround(number)).replace('e+', 'e');
}

/** @param {string} name @param {string} label @param {readonly [string, string][]} options */
function choice(name, label, options) {
  const element = h('select', { name, 'aria-label': label, class: 'choice' });
  for (const [value, text] of options) element.append(h('option', { value }, text));
  return element;
}
