// @ts-check
/**
 * One row of the tree, used again and again for whatever entity is in sight.
 *
 * It has no state but what `show` gave it, and no listeners: the tree listens, and finds out by `data-part`
 * what was met.
 */

import { attr, h } from './dom.js';
import { icon, setIcon } from './icons.js';
import { ROOT } from './model.js';
import { ACTIVE, ACTIVE_IN_TREE, INSTANCE, OVERRIDDEN, VISIBLE, VISIBLE_IN_TREE, WRITTEN } from './protocol.js';

/** @typedef {import('./editor.js').Editor} Editor */

/** Of a row in pixels; `tree.css` has them as well. */
export const ROW_HEIGHT = 24;
export const INDENT = 16;
export const INSET = 8;
/** Deeper levels are not moved further to the right. */
const DEEPEST_INDENT = 24;

export class TreeRow {
  constructor() {
    this.index = -1;
    this.key = ROOT;
    this.twisty = h('span', { class: 'twisty', dataset: { part: 'twisty' } }, icon('twisty'));
    this.kind = icon('entity');
    this.name = h('span', { class: 'row-name', dataset: { part: 'name' } });
    this.id = h('span', { class: 'row-id' });
    this.mark = h('span', { class: 'row-mark', 'aria-hidden': 'true' });
    this.dot = h('span', { class: 'row-dot', 'aria-hidden': 'true' });
    this.eyeIcon = icon('eye');
    this.eye = h(
      'button',
      { type: 'button', class: 'row-button', tabIndex: -1, dataset: { part: 'visible' } },
      this.eyeIcon,
    );
    this.powerIcon = icon('power');
    this.power = h(
      'button',
      { type: 'button', class: 'row-button', tabIndex: -1, dataset: { part: 'active' } },
      this.powerIcon,
    );
    this.element = h(
      'div',
      { class: 'row', role: 'treeitem', dataset: { testid: 'row' } },
      this.twisty,
      this.kind,
      this.name,
      ' ',
      this.id,
      this.mark,
      this.dot,
      h('span', { class: 'row-space' }),
      this.eye,
      this.power,
    );
  }

  /** Shows a row. @param {Editor} editor @param {number} index */
  show(editor, index) {
    const { scene, outline, selection } = editor;
    const key = outline.keys[index];
    const { element } = this;
    this.index = index;
    this.key = key;
    const id = scene.ids[key];
    const name = scene.names[key] || id;
    const level = outline.levels[index];
    const branch = outline.isBranch(scene, key);
    const open = outline.isOpen(scene, key);
    const flags = scene.flags[key];
    const template = scene.templateOf(key);

    element.style.transform = `translateY(${index * ROW_HEIGHT}px)`;
    element.style.setProperty('--guides', `${(Math.min(level, DEEPEST_INDENT) - 1) * INDENT}px`);
    element.style.paddingLeft = `${INSET + (Math.min(level, DEEPEST_INDENT) - 1) * INDENT}px`;
    attr(element, 'id', `row-${key}`);
    element.dataset.id = id;
    element.dataset.key = String(key);
    attr(element, 'aria-level', level);
    attr(element, 'aria-posinset', outline.positions[index]);
    attr(element, 'aria-setsize', outline.sizes[index]);
    attr(element, 'aria-expanded', branch ? String(open) : null);
    attr(element, 'aria-selected', String(selection.has(key)));
    element.classList.toggle('is-current', selection.current === key);
    element.classList.toggle('is-branch', branch);
    element.classList.toggle('is-hidden', (flags & VISIBLE_IN_TREE) === 0);
    element.classList.toggle('is-asleep', (flags & ACTIVE_IN_TREE) === 0);
    element.classList.toggle('is-part', (flags & WRITTEN) === 0);
    element.classList.toggle('is-above', outline.kept !== null && outline.kept[key] === 1);

    text(this.name, name);
    text(this.id, id === name ? '' : id);
    setIcon(this.kind, branch ? 'branch' : scene.look[key] >= 0 ? 'entity' : 'empty');
    const instance = (flags & INSTANCE) !== 0;
    const part = (flags & WRITTEN) === 0;
    text(this.mark, part ? '◇' : instance ? '◆' : '');
    attr(this.mark, 'title', part ? 'Comes out of a template' : instance ? `Made of template ${template ?? ''}` : null);
    const overridden = (flags & OVERRIDDEN) !== 0;
    text(this.dot, overridden ? '•' : '');
    attr(this.dot, 'title', overridden ? 'Something about it is overridden' : null);
    attr(element, 'aria-label', spoken(name, id, { part, instance, template, overridden, flags }));

    toggle(this.eye, this.eyeIcon, ['eye', 'eyeOff'], (flags & VISIBLE) !== 0, (flags & VISIBLE_IN_TREE) !== 0, {
      off: `Show ${name}`,
      on: `Hide ${name}`,
      inherited: 'Hidden with its parent',
    });
    toggle(this.power, this.powerIcon, ['power', 'powerOff'], (flags & ACTIVE) !== 0, (flags & ACTIVE_IN_TREE) !== 0, {
      off: `Activate ${name}`,
      on: `Deactivate ${name}`,
      inherited: 'Inactive with its parent',
    });
  }
}

/** @param {HTMLElement} element @param {string} value */
function text(element, value) {
  if (element.textContent !== value) element.textContent = value;
}

/**
 * @param {HTMLElement} button @param {SVGSVGElement} svg @param {[string, string]} icons
 * @param {boolean} own @param {boolean} inTree @param {{ on: string, off: string, inherited: string }} words
 */
function toggle(button, svg, icons, own, inTree, words) {
  setIcon(svg, own ? icons[0] : icons[1]);
  attr(button, 'aria-label', own ? words.on : words.off);
  attr(button, 'title', own && !inTree ? words.inherited : own ? words.on : words.off);
  attr(button, 'aria-pressed', String(!own));
  button.classList.toggle('is-off', !own);
  button.classList.toggle('is-inherited', own && !inTree);
}

/**
 * How a screen reader calls a row.
 * @param {string} name @param {string} id
 * @param {{ part: boolean, instance: boolean, template: string | null, overridden: boolean, flags: number }} about
 */
function spoken(name, id, { part, instance, template, overridden, flags }) {
  const words = [name];
  if (id !== name) words[0] += ` ${id}`;
  if (part) words.push('part of a template');
  else if (instance) words.push(`made of ${template ?? 'a template'}`);
  if (overridden) words.push('overridden');
  if ((flags & VISIBLE) === 0) words.push('hidden');
  else if ((flags & VISIBLE_IN_TREE) === 0) words.push('hidden by its parent');
  if ((flags & ACTIVE) === 0) words.push('inactive');
  else if ((flags & ACTIVE_IN_TREE) === 0) words.push('inactive by its parent');
  return words.join(', ');
}
