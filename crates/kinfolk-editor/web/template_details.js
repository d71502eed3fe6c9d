// @ts-check
/**
 * What there is to know about the chosen template, and what can be done with it.
 */

import { fill, h } from './dom.js';
import { TextField, told } from './fields.js';
import { addBelowSelection, removeTemplate, selectUses } from './template_actions.js';
import { enter } from './template_mode.js';
import { counted } from './templates.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').Template} Template */

const PICTURE = 64;

export class TemplateDetails {
  /** @type {Template | null} */ #template = null;

  /** @param {Editor} editor @param {import('./template_picture.js').TemplatePictures} pictures @param {(name: string) => void} reveal shows another one */
  constructor(editor, pictures, reveal) {
    this.editor = editor;
    this.pictures = pictures;
    this.name = new TextField({
      name: 'template.name',
      label: 'Name of the template',
      write: (to) => this.#rename(to, reveal),
    });
    this.description = new TextField({
      name: 'template.description',
      label: 'Description of the template',
      write: (value) => this.#describe(value),
    });
    this.picture = pictures.canvas(PICTURE);
    this.picture.classList.add('is-big');
    this.slots = h('div', { class: 'template-slots quiet' });
    /** @type {(id: string, text: string, title: string, run: (template: Template) => unknown) => HTMLButtonElement} */
    const button = (id, text, title, run) =>
      h(
        'button',
        { type: 'button', class: 'button', id, title, onclick: () => this.#template !== null && run(this.#template) },
        text,
      );
    this.edit = button('template-edit', 'Edit in place', 'Change the template itself (Ctrl+Enter)', ({ name }) =>
      enter(editor, name),
    );
    this.add = button('template-add', 'Add instance', 'Below the selection, or as a root (Enter)', ({ name }) =>
      addBelowSelection(editor, name),
    );
    this.uses = button('template-uses', '', 'Select everything that is made of it', ({ name }) =>
      selectUses(editor, name),
    );
    this.base = button(
      'template-base',
      '',
      'Go to the template that this one extends',
      (one) => one.extends && reveal(one.extends),
    );
    this.remove = button('template-remove', 'Remove', 'Remove a template that nobody uses (Delete)', ({ name }) =>
      removeTemplate(editor, name),
    );
    this.remove.classList.add('danger');
    this.element = h('div', { class: 'template-details', role: 'region', 'aria-label': 'Chosen template' });
    fill(
      this.element,
      h(
        'div',
        { class: 'template-head' },
        this.picture,
        h('div', { class: 'template-fields' }, this.name.element, this.description.element, this.slots),
      ),
      h('div', { class: 'template-actions' }, this.edit, this.add, this.uses, this.base, this.remove),
    );
  }

  /** @param {Template | null} template */
  show(template) {
    this.#template = template;
    this.element.hidden = template === null;
    if (template === null) return;
    const { uses, slots } = template;
    this.name.show(template.name, false);
    this.description.show(template.description ?? '', false);
    if (template.description === null) this.description.input.placeholder = 'no description';
    this.uses.textContent = uses === 0 ? 'Unused' : uses === 1 ? 'Select its use' : `Select ${counted(uses)} uses`;
    this.uses.disabled = uses === 0;
    this.base.hidden = template.extends === null;
    this.base.textContent = `Base: ${template.extends}`;
    this.slots.textContent = `Slots: ${slots.join(', ')}`;
    this.slots.hidden = slots.length === 0;
    this.pictures.draw(this.picture, template);
  }

  /** @param {import('./edits.js').Edit} edit @param {string} name @returns {Promise<string | null>} */
  async #write(edit, name) {
    const reply = await this.editor.edit([edit], name, { quiet: true, plain: true });
    return reply === null || reply.ok ? null : told(reply);
  }

  /** @param {string} to @param {(name: string) => void} reveal @returns {Promise<string | null>} */
  async #rename(to, reveal) {
    const template = this.#template?.name ?? '';
    if (to === '') return 'A template needs a name.';
    // The mode goes along, before it hears that the old name is gone.
    const { within } = this.editor;
    if (within === template) this.editor.within = to;
    const why = await this.#write({ edit: 'renameTemplate', template, to }, `Rename template ${template}`);
    if (within === template) this.editor.setWithin(why === null ? to : template);
    if (why === null) reveal(to);
    return why;
  }

  /** @param {string} value @returns {Promise<string | null>} */
  #describe(value) {
    const template = this.#template?.name ?? '';
    const name = `Describe template ${template}`;
    const key = 'description';
    return value === ''
      ? this.#write({ edit: 'clearTemplate', template, key }, name)
      : this.#write({ edit: 'setTemplate', template, key, value }, name);
  }
}
