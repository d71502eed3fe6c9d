// @ts-check
/**
 * Everything about what is selected.
 *
 * The fields are made once and then only shown anew, so that the keyboard stays where it is. With several
 * selected each field shows what they have in common and writes to all of them. Marks of overrides are put on
 * whatever has a `data-key`.
 */

import { refuse } from './announce.js';
import { byId, fill, h } from './dom.js';
import { overriddenIn, revert } from './edits.js';
import { revertButton, told } from './fields.js';
import { DocumentView } from './document_view.js';
import { dataSections } from './inspector_data.js';
import { identitySection, otherSection, stateSection, tagsSection } from './inspector_facts.js';
import { overridesSection } from './inspector_overrides.js';
import { inheritSection, NUMBERS, slotSection, transformSection } from './inspector_place.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./edits.js').Axis} Axis */

export class InspectorView {
  /** @type {((several: Inspection[]) => void)[]} */ #shows = [];
  #whose = '';

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.title = h('h2', { class: 'inspector-title' });
    this.about = h('div', { class: 'inspector-about quiet' });
    this.body = h(
      'div',
      { class: 'inspector-body' },
      overridesSection(this),
      identitySection(this),
      transformSection(this),
      inheritSection(this),
      stateSection(this),
      slotSection(this),
      tagsSection(this),
      ...dataSections(this),
      otherSection(this),
    );
    this.none = h('div', { class: 'inspector-none quiet' });
    this.scene = new DocumentView(editor);
    fill(
      byId('inspector'),
      h('header', { class: 'inspector-head' }, this.title, this.about),
      this.none,
      this.body,
      this.scene.element,
    );
    editor.on('inspections', () => this.render());
    editor.on('selection', () => this.#head());
    editor.on('within', () => this.#head());
    this.render();
  }

  /** Adds what is to be shown anew with other inspections. @param {(several: Inspection[]) => void} show */
  onShow(show) {
    this.#shows.push(show);
  }

  render() {
    const several = this.editor.inspections;
    this.#head();
    this.body.hidden = several.length === 0;
    this.none.hidden = several.length > 0;
    if (several.length === 0) return;
    this.#forgetTyped(several.map((one) => one.key).join());
    for (const show of this.#shows) show(several);
    this.#mark(several);
  }

  /** What was typed for others must not reach these. @param {string} whose */
  #forgetTyped(whose) {
    const typing = document.activeElement;
    if (whose !== this.#whose && typing instanceof HTMLInputElement && this.body.contains(typing))
      typing.value = typing.dataset.shown ?? '';
    this.#whose = whose;
  }

  #head() {
    const { scene, selection } = this.editor;
    const count = selection.keys.size;
    const [key] = selection.keys;
    this.title.textContent =
      count === 1 ? scene.names[key] || scene.ids[key] : count === 0 ? 'Scene' : `${count} entities`;
    this.none.textContent =
      count === 0
        ? 'Select an entity in the tree or in the picture.'
        : `${count} entities are too many to show what they have in common.`;
    const [one] = this.editor.inspections;
    this.about.textContent =
      count !== 1 || one === undefined || one.key !== key
        ? ''
        : one.within
          ? `Changes go to template ${this.editor.within}`
          : this.editor.within !== null
            ? `Outside of template ${this.editor.within}: changed by itself`
            : !one.written
              ? 'Part of a template: what you change here becomes an override'
              : one.template !== null
                ? `Made of template ${one.template}`
                : '';
  }

  /**
   * Applies what `edits` makes of each one.
   * @param {(one: Inspection, index: number) => import('./edits.js').Edit[]} edits
   * @param {string} what
   * @param {string} [gesture]
   * @param {boolean} [plain] whatever template is edited
   * @returns {Promise<string | null>}
   */
  async edit(edits, what, gesture, plain = false) {
    const several = this.editor.inspections;
    const { within } = this.editor;
    const inside = within !== null && !plain && several.some((one) => one.within);
    const name = `Set ${what} of ${this.whose()}${inside ? `, template ${within}` : ''}`;
    const reply = await this.editor.edit(several.flatMap(edits), name, { gesture, quiet: true, plain });
    return reply === null || reply.ok ? null : told(reply);
  }

  /**
   * The same for what has no room to say why it was refused.
   * @param {(one: Inspection, index: number) => import('./edits.js').Edit[]} edits
   * @param {string} what
   * @param {boolean} [plain] whatever template is edited
   */
  async choose(edits, what, plain = false) {
    const why = await this.edit(edits, what, undefined, plain);
    if (why === null) return;
    refuse(why);
    this.render();
  }

  /** Whom a step is about, in its name. */
  whose() {
    const several = this.editor.inspections;
    return several.length === 1 ? several[0].name || several[0].id : `${several.length} entities`;
  }

  /** Marks what is overridden, and lets it be reverted. @param {Inspection[]} several */
  #mark(several) {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (
      this.body.querySelectorAll('[data-key], [data-axis]')
    )) {
      const keyOf = (/** @type {Inspection} */ one) =>
        element.dataset.key ?? `${one.transformKey}.${element.dataset.axis}`;
      const overridden = several.some((one) => overriddenIn(one, keyOf(one)).length > 0);
      element.classList.toggle('is-overridden', overridden);
      const button = element.querySelector(':scope > .revert');
      const clear = /** @type {HTMLElement | null} */ (element.querySelector(':scope > .form-clear'));
      if (clear !== null && overridden) clear.hidden = true;
      if (overridden && button === null) {
        const what = element.dataset.key ?? NUMBERS[/** @type {Axis} */ (element.dataset.axis)].label;
        const run = () => {
          this.choose((one) => revert(one, keyOf(one)), what, true);
        };
        element.append(revertButton(what, run));
      } else if (!overridden && button !== null) button.remove();
    }
  }
}
