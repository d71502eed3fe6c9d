// @ts-check
/**
 * The panel of templates: a list with pictures, and what can be done with the chosen one.
 *
 * Only rows in sight are in the document, however many templates there are. A row is dragged into the picture or the
 * tree; Enter adds an instance below what is selected.
 */

import { refuse } from './announce.js';
import { attr, byId, fill, h } from './dom.js';
import { label } from './drop.js';
import { icon } from './icons.js';
import { addBelowSelection, extract, removeTemplate, whyNotExtracted } from './template_actions.js';
import { TemplateDetails } from './template_details.js';
import { enter } from './template_mode.js';
import { TemplatePictures } from './template_picture.js';
import { counted, found, freeName, named } from './templates.js';
import { assignRows, scrollTo, visibleRows } from './window.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').Template} Template */
/** @typedef {{ index: number, element: HTMLElement, canvas: HTMLCanvasElement, name: HTMLElement, about: HTMLElement, uses: HTMLElement, drawn: Template | null }} Row */

export const ROW_HEIGHT = 40;
const PICTURE = 32;

export class TemplatesView {
  /** @type {Row[]} */ #rows = [];
  /** @type {Template[]} */ #shown = [];
  /** @type {string | null} */ #chosen = null;
  #query = '';

  /** @param {Editor} editor @param {(event: PointerEvent, template: string) => void} press on a row: it may become a drag */
  constructor(editor, press) {
    this.editor = editor;
    this.pictures = new TemplatePictures(() => this.render(true));
    this.search = h('input', {
      type: 'search',
      class: 'text-input',
      name: 'template.search',
      'aria-label': 'Search templates',
      placeholder: 'Search templates',
      autocomplete: 'off',
      spellcheck: false,
    });
    this.make = h(
      'button',
      { type: 'button', class: 'button', id: 'make-template', onclick: () => this.askName() },
      icon('add'),
      'From selection',
    );
    this.naming = h('div', { class: 'template-naming', hidden: true });
    this.space = h('div', { class: 'template-space', role: 'none' });
    this.list = h(
      'div',
      { class: 'template-list', id: 'template-list', role: 'listbox', tabIndex: 0, 'aria-label': 'Templates' },
      this.space,
    );
    this.empty = h('div', { class: 'panel-empty quiet', hidden: true });
    this.details = new TemplateDetails(editor, this.pictures, (name) => this.reveal(name));
    fill(
      byId('templates'),
      h(
        'div',
        { class: 'template-side' },
        h('div', { class: 'template-bar' }, this.search, this.make),
        this.naming,
        this.list,
        this.empty,
      ),
      this.details.element,
    );
    this.search.addEventListener('input', () => {
      this.#query = this.search.value;
      this.refresh();
    });
    this.list.addEventListener('scroll', () => this.render());
    new ResizeObserver(() => this.render()).observe(this.list);
    this.list.addEventListener('keydown', (event) => this.#key(event));
    this.list.addEventListener('pointerdown', (event) => {
      const row = this.#rowOf(event);
      if (row === null || event.button !== 0) return;
      this.choose(this.#shown[row.index].name);
      this.list.focus({ preventScroll: true });
      press(event, this.#shown[row.index].name);
    });
    this.list.addEventListener('dblclick', (event) => {
      const row = this.#rowOf(event);
      if (row !== null) enter(editor, this.#shown[row.index].name);
    });
    editor.on('templates', () => {
      this.pictures.use(editor.templates.looks);
      this.refresh(true);
    });
    editor.on('selection', () => this.#buttons());
    editor.on('within', () => {
      if (editor.within !== null && named(this.#shown, editor.within) !== null) this.choose(editor.within);
      this.#buttons();
    });
    this.refresh();
  }

  /** Another list, or another search. @param {boolean} [redraw] */
  refresh(redraw = false) {
    const { list, more } = this.editor.templates;
    this.#shown = found(list, this.#query);
    if (this.#chosen === null || named(list, this.#chosen) === null) this.#chosen = this.#shown[0]?.name ?? null;
    this.empty.hidden = this.#shown.length > 0 && more === 0;
    this.empty.textContent =
      more > 0
        ? `and ${counted(more)} more, which are not listed`
        : list.length === 0
          ? 'No templates yet. Select an entity and make one of it.'
          : 'Nothing found.';
    byId('template-count').textContent = list.length === 0 ? '' : counted(list.length + more);
    this.render(redraw);
    this.#detail();
  }

  /** Draws the rows in sight. @param {boolean} [redraw] pictures as well */
  render(redraw = false) {
    const { list, space } = this;
    space.style.height = `${this.#shown.length * ROW_HEIGHT}px`;
    const { first, end } = visibleRows(this.#shown.length, ROW_HEIGHT, list.scrollTop, list.clientHeight, 2);
    const rows = assignRows(
      this.#rows.map((row) => row.index),
      first,
      end,
    );
    while (this.#rows.length < rows.length) this.#rows.push(this.#newRow());
    rows.forEach((index, i) => {
      const row = this.#rows[i];
      row.index = index;
      if (index < 0) row.element.remove();
      else this.#showRow(row, this.#shown[index], redraw);
    });
    this.#rows = this.#rows.filter((row) => row.index >= 0);
    const at = this.#shown.findIndex((one) => one.name === this.#chosen);
    attr(list, 'aria-activedescendant', at >= first && at < end ? `template-${at}` : null);
  }

  /** @returns {Row} */
  #newRow() {
    const canvas = this.pictures.canvas(PICTURE);
    const name = h('span', { class: 'template-name' });
    const about = h('span', { class: 'template-about quiet' });
    const uses = h('span', { class: 'template-uses quiet' });
    const element = h(
      'div',
      { class: 'template-row', role: 'option' },
      canvas,
      h('span', { class: 'template-words' }, name, about),
      uses,
    );
    return { index: -1, element, canvas, name, about, uses, drawn: null };
  }

  /** @param {Row} row @param {Template} template @param {boolean} redraw */
  #showRow(row, template, redraw) {
    const { element } = row;
    const chosen = template.name === this.#chosen;
    element.style.transform = `translateY(${row.index * ROW_HEIGHT}px)`;
    attr(element, 'id', `template-${row.index}`);
    attr(element, 'aria-selected', String(chosen));
    attr(element, 'aria-setsize', this.#shown.length);
    attr(element, 'aria-posinset', row.index + 1);
    element.dataset.template = template.name;
    element.classList.toggle('is-within', this.editor.within === template.name);
    row.name.textContent = template.name;
    row.about.textContent = template.description ?? (template.extends === null ? '' : `variant of ${template.extends}`);
    row.uses.textContent = template.uses === 0 ? 'unused' : `${counted(template.uses)}×`;
    attr(
      element,
      'aria-label',
      [template.name, template.description, template.uses === 1 ? 'used once' : `used ${counted(template.uses)} times`]
        .filter(Boolean)
        .join(', '),
    );
    if (!element.isConnected) this.space.append(element);
    if (!redraw && row.drawn === template) return;
    row.drawn = template;
    this.pictures.draw(row.canvas, template);
  }

  /** @param {Event} event @returns {Row | null} */
  #rowOf(event) {
    const element = /** @type {Element} */ (event.target).closest('.template-row');
    return this.#rows.find((row) => row.element === element) ?? null;
  }

  /** @param {string} name */
  choose(name) {
    this.#chosen = name;
    const at = this.#shown.findIndex((one) => one.name === name);
    if (at >= 0) this.list.scrollTop = scrollTo(at, ROW_HEIGHT, this.list.scrollTop, this.list.clientHeight);
    this.render();
    this.#detail();
  }

  /** Shows the panel with this template chosen. @param {string} name */
  reveal(name) {
    byId('tab-templates').click();
    this.search.value = this.#query = '';
    this.refresh();
    this.choose(name);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#shown.findIndex((one) => one.name === this.#chosen);
    const last = this.#shown.length - 1;
    const page = Math.max(1, Math.floor(this.list.clientHeight / ROW_HEIGHT) - 1);
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last, PageDown: at + page, PageUp: at - page };
    const chosen = this.#chosen;
    if (last < 0 || chosen === null || event.altKey) return;
    if (event.key in steps) {
      event.preventDefault();
      this.choose(this.#shown[Math.max(0, Math.min(last, steps[event.key]))].name);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) enter(this.editor, chosen);
      else addBelowSelection(this.editor, chosen);
    } else if (event.key === 'F2') {
      event.preventDefault();
      this.details.name.input.focus();
      this.details.name.input.select();
    } else if (event.key === 'Delete') {
      event.preventDefault();
      removeTemplate(this.editor, chosen);
    }
  }

  /** Shows more about the chosen one. */
  #detail() {
    this.details.show(named(this.editor.templates.list, this.#chosen));
    this.#buttons();
  }

  #buttons() {
    const why = whyNotExtracted(this.editor);
    this.make.disabled = why !== null;
    this.make.title = why ?? 'Make a template of what is selected (Ctrl+Shift+E)';
    this.details.edit.disabled = this.editor.within !== null && this.editor.within === this.#chosen;
    for (const row of this.#rows)
      row.element.classList.toggle('is-within', this.editor.within === row.element.dataset.template);
  }

  /** Asks for the name of a new template, in the panel. */
  askName() {
    const { editor } = this;
    const why = whyNotExtracted(editor);
    if (why !== null) {
      refuse(why);
      return;
    }
    byId('tab-templates').click();
    const [key] = editor.selection.keys;
    const like = freeName(
      editor.templates.list,
      (editor.scene.names[key] || editor.scene.ids[key]).replace(/\d+$/, '') || 'template',
    );
    const input = h('input', {
      type: 'text',
      class: 'text-input',
      name: 'template.new',
      value: like,
      'aria-label': `Name of the template made of ${label(editor.scene, key)}`,
      spellcheck: false,
      autocomplete: 'off',
    });
    const error = h('span', { class: 'field-error', role: 'alert', hidden: true });
    const end = () => {
      this.naming.hidden = true;
      fill(this.naming);
      this.list.focus();
    };
    const commit = async () => {
      const name = input.value.trim();
      const why = name === '' ? 'A template needs a name.' : await extract(editor, name);
      error.hidden = why === null;
      error.textContent = why ?? '';
      if (why !== null) return;
      end();
      this.choose(name);
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') commit();
      else if (event.key === 'Escape') end();
    });
    fill(
      this.naming,
      h('span', { class: 'quiet' }, `Template of ${label(editor.scene, key)}:`),
      input,
      h('button', { type: 'button', class: 'button primary', onclick: commit }, 'Make'),
      h('button', { type: 'button', class: 'button', onclick: end }, 'Cancel'),
      error,
    );
    this.naming.hidden = false;
    input.focus();
    input.select();
  }
}
