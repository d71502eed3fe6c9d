// @ts-check
/**
 * Everything about what is selected.
 *
 * The fields are made once and then only shown anew, so that the keyboard stays where it is. With several selected each field shows
 * what they have in common and writes to all of them. Marks of overrides are put on whatever has a `data-key`.
 */

import { byId, fill, h } from './dom.js';
import { AXES, addTag, common, inheritOf, inheritedParts, INHERITABLE, overriddenIn, removeTag, revert, setField, setLocal } from './edits.js';
import { CheckField, ChoiceField, JsonField, line, revertButton, TextField } from './fields.js';
import { icon } from './icons.js';
import { NumberField } from './number_field.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./edits.js').Axis} Axis */

/** @type {Record<Axis, { label: string, short: string, step: number, angle?: boolean }>} */
const NUMBERS = {
  x: { label: 'x', short: 'X', step: 0.1 },
  y: { label: 'y', short: 'Y', step: 0.1 },
  angle: { label: 'angle', short: '∠', step: 1, angle: true },
  scaleX: { label: 'scale x', short: 'X', step: 0.05 },
  scaleY: { label: 'scale y', short: 'Y', step: 0.05 },
  skew: { label: 'skew', short: '∡', step: 1, angle: true },
};
const ROWS = { x: 'Position x', y: 'Position y', angle: 'Angle', scaleX: 'Scale x', scaleY: 'Scale y', skew: 'Skew' };

export class InspectorView {
  /** @type {((several: Inspection[]) => void)[]} */ #shows = [];
  #whose = '';

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.title = h('h2', { class: 'inspector-title' });
    this.about = h('div', { class: 'inspector-about quiet' });
    this.body = h('div', { class: 'inspector-body' },
      this.#identity(), this.#transform(), this.#inherit(), this.#state(), this.#slot(), this.#tags(), this.#data());
    this.none = h('div', { class: 'inspector-none quiet' });
    fill(byId('inspector'), h('header', { class: 'inspector-head' }, this.title, this.about), this.none, this.body);
    editor.on('inspections', () => this.render());
    editor.on('selection', () => this.#head());
    this.render();
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
    if (whose !== this.#whose && typing instanceof HTMLInputElement && this.body.contains(typing)) typing.value = typing.dataset.shown ?? '';
    this.#whose = whose;
  }

  #head() {
    const { scene, selection } = this.editor;
    const count = selection.keys.size;
    const [key] = selection.keys;
    this.title.textContent = count === 1 ? scene.names[key] || scene.ids[key] : count === 0 ? 'Inspector' : `${count} entities`;
    this.none.textContent = count === 0 ? 'Select an entity in the tree or in the picture.' : `${count} entities are too many to show what they have in common.`;
    const [one] = this.editor.inspections;
    this.about.textContent = count !== 1 || one === undefined || one.key !== key ? ''
      : !one.written ? 'Part of a template: what you change here becomes an override'
      : one.template !== null ? `Made of template ${one.template}` : '';
  }

  /** Applies what `edits` makes of each one. @param {(one: Inspection, index: number) => import('./edits.js').Edit[]} edits @param {string} what @param {string} [gesture] @returns {Promise<string | null>} */
  async #edit(edits, what, gesture) {
    const several = this.editor.inspections;
    const whose = several.length === 1 ? several[0].name || several[0].id : `${several.length} entities`;
    const reply = await this.editor.edit(several.flatMap(edits), `Set ${what} of ${whose}`, { gesture, quiet: true });
    return reply === null || reply.ok ? null : [reply.why, reply.help].filter(Boolean).join('. ');
  }

  /** @param {string} title @param {...(Node | null)} children */
  #section(title, ...children) {
    return h('section', { class: 'section', 'aria-label': title }, h('h3', { class: 'section-title' }, title), ...children);
  }

  #identity() {
    const name = new TextField({ name: 'name', label: 'Name', write: (text) => this.#edit((one) => setField(one, 'name', text === '' ? undefined : text), 'name') });
    const id = new TextField({
      name: 'id', label: 'Id',
      write: (text) => this.#edit((one) => (text === '' || text === one.id ? [] : [{ edit: 'rename', id: one.id, to: text }]), 'id'),
    });
    this.#shows.push((several) => {
      const part = several.some((one) => !one.written);
      const why = part ? 'Comes out of a template, and so do its name and id' : '';
      name.show(common(several, (one) => one.name), part, why);
      id.show(several.length === 1 ? several[0].id : undefined, part || several.length > 1, why);
    });
    return h('section', { class: 'section', 'aria-label': 'Identity' }, line('Name', name.element, 'name'), line('Id', id.element));
  }

  #transform() {
    const axes = /** @type {const} */ (['local', 'world']).map((which) => {
      const radio = h('input', { type: 'radio', name: 'axes', value: which, checked: this.editor.axes === which });
      radio.addEventListener('change', () => this.editor.setAxes(which));
      this.editor.on('axes', () => { radio.checked = this.editor.axes === which; });
      return h('label', { class: 'segment' }, radio, h('span', null, which === 'local' ? 'Local' : 'World'));
    });
    const rows = AXES.map((axis) => {
      const about = NUMBERS[axis];
      const cancel = (/** @type {string} */ gesture) => { this.editor.change({ do: 'cancel', gesture }, { quiet: true }); };
      const local = new NumberField({
        ...about, name: `local.${axis}`, label: `Local ${about.label}`, cancel,
        write: (values, gesture) => this.#edit((one, i) => setLocal(one, axis, values[Math.min(i, values.length - 1)]), `local ${about.label}`, gesture),
      });
      const world = new NumberField({
        ...about, name: `world.${axis}`, label: `World ${about.label}`, cancel,
        write: (values, gesture) => this.#place(axis, values, gesture),
      });
      this.#shows.push((several) => {
        local.show(several.map((one) => one.local[axis]));
        world.show(several.map((one) => one.world[axis]));
      });
      return h('div', { class: 'transform-row', dataset: { axis } }, h('span', { class: 'line-name', 'aria-hidden': 'true' }, ROWS[axis]), local.element, world.element);
    });
    return h('section', { class: 'section', 'aria-label': 'Transform' },
      h('div', { class: 'transform-row transform-head' }, h('h3', { class: 'section-title' }, 'Transform'), h('span', { class: 'quiet' }, 'Local'), h('span', { class: 'quiet' }, 'World')),
      ...rows,
      h('div', { class: 'line' }, h('span', { class: 'line-name', 'aria-hidden': 'true' }, 'Gizmos use'), h('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Gizmos use' }, ...axes)));
  }

  /** Sets own numbers so that the world has these. @param {Axis} axis @param {number[]} values @param {string | undefined} gesture @returns {Promise<string | null>} */
  async #place(axis, values, gesture) {
    if (values.some((value) => value !== values[0])) return 'their values differ: type one for all';
    const ids = this.editor.inspections.map((one) => one.id);
    const reply = await this.editor.change({ do: 'place', ids, world: { [axis]: values[0] }, ...(gesture === undefined ? {} : { gesture }) }, { quiet: true });
    return reply.ok ? null : [reply.why, reply.help].filter(Boolean).join('. ');
  }

  #inherit() {
    const preset = new ChoiceField({ name: 'inherit', label: 'Inherits', write: (value) => value !== 'list' && this.#edit((one) => setField(one, 'inherit', value), 'inherit') });
    const boxes = INHERITABLE.map((part) => new CheckField({
      name: `inherit.${part}`, label: part === 'fullOffset' ? 'full offset' : part,
      write: (on) => this.#edit((one) => {
        const others = inheritedParts(one.inherit).filter((other) => other !== part);
        return setField(one, 'inherit', inheritOf(on ? [...others, part] : others));
      }, 'inherit'),
    }));
    this.#shows.push((several) => {
      const value = common(several, (one) => one.inherit);
      preset.show([{ value: 'all', text: 'Everything' }, { value: 'position', text: 'Position only' }, { value: 'topLevel', text: 'Nothing (top level)' },
        ...(Array.isArray(value) ? [{ value: 'list', text: 'Chosen parts' }] : [])], Array.isArray(value) ? 'list' : value);
      boxes.forEach((box, i) => box.show(common(several, (one) => inheritedParts(one.inherit).includes(INHERITABLE[i]))));
    });
    return this.#section('Inherits', line('From parent', preset.element, 'inherit'), h('div', { class: 'checks', role: 'group', 'aria-label': 'Inherited parts' }, ...boxes.map((box) => box.element)));
  }

  #state() {
    /** @param {'visible' | 'active' | 'zRelative' | 'ySort'} key @param {string} label */
    const check = (key, label) => {
      const field = new CheckField({ name: key, label, write: (on) => this.#edit((one) => setField(one, key, on), key) });
      this.#shows.push((several) => {
        const hidden = key === 'visible' && several.some((one) => one.visible && !one.visibleInTree);
        const asleep = key === 'active' && several.some((one) => one.active && !one.activeInTree);
        field.show(common(several, (one) => one[key]), hidden ? '(hidden by its parent)' : asleep ? '(inactive by its parent)' : '');
      });
      return h('div', { class: 'check-line', dataset: { key } }, field.element);
    };
    const own = new NumberField({
      name: 'z', label: 'Own z', short: 'Z', step: 1, whole: true,
      write: (values, gesture) => this.#edit((one, i) => setField(one, 'z', values[Math.min(i, values.length - 1)]), 'z', gesture),
      cancel: (gesture) => { this.editor.change({ do: 'cancel', gesture }, { quiet: true }); },
    });
    const effective = h('output', { class: 'effective', name: 'z.effective', 'aria-label': 'Effective z' });
    this.#shows.push((several) => {
      own.show(several.map((one) => one.zOwn));
      effective.textContent = `drawn at ${common(several, (one) => one.z) ?? 'several'}`;
    });
    return this.#section('State', check('visible', 'Visible'), check('active', 'Active'),
      line('Layer', h('div', { class: 'pair' }, own.element, effective), 'z'), check('zRelative', "Add the parent's layer"), check('ySort', 'Sort children by height'));
  }

  #slot() {
    const slot = new ChoiceField({ name: 'slot', label: 'Slot', write: (value) => this.#edit((one) => setField(one, 'slot', value === '' ? undefined : value), 'slot') });
    const mode = new ChoiceField({ name: 'slotMode', label: 'Slot mode', write: (value) => this.#edit((one) => setField(one, 'slotMode', value === '' ? undefined : value), 'slot mode') });
    const note = h('div', { class: 'quiet note' });
    this.#shows.push((several) => {
      const names = Object.keys(several[0].slots).filter((name) => several.every((one) => Object.hasOwn(one.slots, name)));
      const chosen = common(several, (one) => one.slot ?? '');
      if (chosen && !names.includes(chosen)) names.push(chosen);
      slot.show([{ value: '', text: 'none' }, ...names.map((name) => ({ value: name, text: name }))], chosen, names.length === 0);
      mode.show([{ value: '', text: 'zero means the slot' }, { value: 'offset', text: 'offset from the slot' }, { value: 'override', text: 'own numbers win' }], common(several, (one) => one.slotMode ?? ''), chosen === '');
      note.textContent = names.length === 0 ? 'The parent offers no slots.' : '';
      note.hidden = names.length > 0;
    });
    return this.#section('Slot', line('Slot', slot.element, 'slot'), line('Numbers', mode.element, 'slotMode'), note);
  }

  #tags() {
    const list = h('ul', { class: 'tags', 'aria-label': 'Tags' });
    const input = h('input', { type: 'text', class: 'text-input tag-input', name: 'tag', 'aria-label': 'Add tag', placeholder: 'add a tag', spellcheck: false, autocomplete: 'off' });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || input.value.trim() === '') return;
      const tag = input.value.trim();
      input.value = '';
      this.#edit((one) => addTag(one, tag), 'tags');
    });
    this.#shows.push((several) => {
      const tags = several[0].tags.filter((tag) => several.every((one) => one.tags.includes(tag)));
      fill(list, ...tags.map((tag) => {
        const own = several.every((one) => one.ownTags.includes(tag));
        return h('li', { class: own ? 'tag' : 'tag is-inherited', dataset: { tag }, title: own ? '' : 'From its template' }, h('span', null, tag),
          own ? h('button', { type: 'button', class: 'tag-remove', 'aria-label': `Remove tag ${tag}`, onclick: () => { input.focus(); this.#edit((one) => removeTag(one, tag), 'tags'); } }, icon('close')) : null);
      }));
    });
    return this.#section('Tags', h('div', { class: 'tag-box', dataset: { key: 'tags' } }, list, input));
  }

  #data() {
    const fields = /** @type {const} */ ([['sprite', 'Sprite'], ['behaviors', 'Behaviors'], ['physics', 'Physics']]).map(([key, label]) => {
      const field = new JsonField({ name: key, label, write: (value) => this.#edit((one) => setField(one, key, value), key) });
      this.#shows.push((several) => field.show(common(several, (one) => one[key] ?? null)));
      return field.element;
    });
    const extra = h('pre', { class: 'extra', tabIndex: 0, 'aria-label': 'Other keys' });
    const others = h('details', { class: 'json-field' }, h('summary', null, 'Other keys'), extra);
    this.#shows.push((several) => {
      const keys = several.length === 1 ? several[0].extra : {};
      others.hidden = Object.keys(keys).length === 0;
      extra.textContent = JSON.stringify(keys, null, 2);
    });
    return this.#section('Data', ...fields, others);
  }

  /** Marks what is overridden, and lets it be reverted. @param {Inspection[]} several */
  #mark(several) {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (this.body.querySelectorAll('[data-key], [data-axis]'))) {
      const keyOf = (/** @type {Inspection} */ one) => element.dataset.key ?? `${one.transformKey}.${element.dataset.axis}`;
      const overridden = several.some((one) => overriddenIn(one, keyOf(one)).length > 0);
      element.classList.toggle('is-overridden', overridden);
      const button = element.querySelector(':scope > .revert, :scope > summary > .revert');
      if (overridden && button === null) {
        const what = element.dataset.key ?? NUMBERS[/** @type {Axis} */ (element.dataset.axis)].label;
        const run = () => { this.#edit((one) => revert(one, keyOf(one)), what); };
        (element.querySelector(':scope > summary') ?? element).append(revertButton(what, run));
      } else if (!overridden && button !== null) button.remove();
    }
  }
}
