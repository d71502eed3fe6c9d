// @ts-check
/**
 * Forms, made of fields.
 *
 * A control shows what several entities have at one place, or that they differ, and says what is to become of
 * it: `write` is given a path and what to do with what is there. Controls are made once and then shown anew, so that the keyboard stays
 * where it is; only lists that get longer or shorter, and objects that get another type, make others. Keys that no field
 * is for are shown as JSON and stay.
 */

import { fill, h } from './dom.js';
import { ChoiceField } from './fields.js';
import { at, moved, nothingIsAbsent } from './form_edits.js';
import { leaf } from './form_fields.js';
import { icon } from './icons.js';
import { fresh, spelledOut, startOf } from './schema.js';

/** @typedef {import('./schema.js').Field} Field */
/** @typedef {import('./schema.js').Named} Named */
/** @typedef {import('./schema.js').Kinds} Kinds */
/** @typedef {import('./form_edits.js').Path} Path */
/** @typedef {import('./form_edits.js').Update} Update */
/**
 * @typedef {{ name: string, label: string, write: (path: Path, update: Update, gesture?: string) => Promise<string | null>,
 *   cancel: (gesture: string) => void, key?: string }} Place
 *   `name` of the control, `label` that a screen reader says; `key` under which overrides of it are marked
 * @typedef {{ element: HTMLElement, show: (values: unknown[]) => void }} Control
 */

/** A place further inside. @param {Place} place @param {string | number} key @param {string} label @returns {Place} */
export function inside(place, key, label) {
  return {
    name: `${place.name}.${key}`,
    label,
    cancel: place.cancel,
    key: place.key === undefined || typeof key === 'number' ? undefined : `${place.key}.${key}`,
    write: (path, update, gesture) => place.write([key, ...path], update, gesture),
  };
}

/** The control for a field. @param {Field} field @param {Place} place @returns {Control} */
export function control(field, place) {
  switch (field.kind) {
    case 'object':
      return new ObjectControl(field.fields ?? [], place);
    case 'typed':
      return new TypedControl(field.kinds ?? new Map(), place);
    case 'list':
      return new ListControl(field, place);
    default:
      return leaf(field, place);
  }
}

/** Whether a field has room of its own below its name. @param {Field} field */
const isWide = (field) => field.kind === 'object' || field.kind === 'list' || field.kind === 'typed';

/** The keys of an object, each in a line. */
export class ObjectControl {
  /** @type {Map<string, { control: Control, line: HTMLElement, clear: HTMLButtonElement, known: boolean, needed: boolean }>} */ #lines =
    new Map();
  #unknown = '';

  /** @param {Named[]} fields @param {Place} place @param {readonly string[]} [without] keys that somebody else shows */
  constructor(fields, place, without = []) {
    this.fields = fields;
    this.place = place;
    this.without = without;
    this.element = h('div', { class: 'form' });
    for (const { key, field } of fields) this.#add(key, field, true);
  }

  /** @param {unknown[]} values */
  show(values) {
    const known = new Set([...this.without, ...this.fields.map((one) => one.key)]);
    const unknown = [...new Set(values.flatMap((one) => keysOf(one)))].filter((key) => !known.has(key));
    if (unknown.join('\n') !== this.#unknown) {
      this.#unknown = unknown.join('\n');
      for (const [key, line] of this.#lines)
        if (!line.known) {
          line.line.remove();
          this.#lines.delete(key);
        }
      for (const key of unknown)
        this.#add(key, { kind: 'any', doc: 'Kinfolk does not know this key', needed: false }, false);
    }
    for (const [key, { control: one, clear, line, needed }] of this.#lines) {
      const inner = values.map((value) => at(value, [key]));
      one.show(inner);
      const there = inner.some((value) => value !== undefined);
      line.classList.toggle('is-absent', !there);
      // What is needed is not taken away.
      clear.hidden = !there || needed;
    }
  }

  /** @param {string} key @param {Field} field @param {boolean} known */
  #add(key, field, known) {
    const label = spelledOut(key);
    const place = inside(this.place, key, `${this.place.label}: ${label.toLowerCase()}`);
    const one = control(field, place);
    const clear = h(
      'button',
      {
        type: 'button',
        class: 'icon-button form-clear',
        'aria-label': `Take ${place.label} away`,
        title: 'Take it away',
        onclick: () => place.write([], () => undefined),
      },
      icon('close'),
    );
    const title = field.doc === '' ? label : `${label}: ${field.doc}`;
    const name = h('span', { class: 'line-name', 'aria-hidden': 'true', title }, field.needed ? `${label} *` : label);
    const line = h(
      'div',
      {
        class: isWide(field) ? 'form-group' : 'line form-line',
        dataset: place.key === undefined ? {} : { key: place.key },
      },
      name,
      isWide(field) ? clear : h('div', { class: 'line-control' }, one.element),
      isWide(field) ? one.element : clear,
    );
    this.#lines.set(key, { control: one, line, clear, known, needed: field.needed });
    this.element.append(line);
  }
}

/** An object whose `type` says which keys it has. */
export class TypedControl {
  /** @type {ObjectControl | null} */ #object = null;
  #type = '';

  /** @param {Kinds} kinds @param {Place} place @param {HTMLElement} [tools] to the right of the type */
  constructor(kinds, place, tools) {
    this.kinds = kinds;
    this.place = place;
    this.type = new ChoiceField({
      name: `${place.name}.type`,
      label: `${place.label}: type`,
      write: (value) => place.write(['type'], () => value),
    });
    this.doc = h('div', { class: 'form-doc quiet' });
    this.body = h('div', null);
    this.element = h(
      'div',
      { class: 'typed', role: 'group', 'aria-label': place.label },
      h('div', { class: 'typed-head' }, this.type.element, tools),
      this.doc,
      this.body,
    );
  }

  /** @param {unknown[]} values */
  show(values) {
    const types = new Set(values.map((one) => String(at(one, ['type']) ?? '')));
    const [type] = types;
    const known = [...this.kinds.keys()];
    const choices = (types.size > 1 || known.includes(type) ? known : [type, ...known]).map((value) => ({
      value,
      text: value === '' ? 'no type' : value,
    }));
    this.type.show(choices, types.size === 1 ? type : undefined);
    const shown = types.size === 1 ? type : '\u0000';
    if (shown !== this.#type || this.#object === null) {
      this.#type = shown;
      const about = this.kinds.get(shown);
      this.#object = new ObjectControl(about?.fields ?? [], this.place, ['type']);
      this.doc.textContent = types.size > 1 ? 'They have different types here.' : (about?.doc ?? '');
      this.doc.hidden = this.doc.textContent === '';
      fill(this.body, types.size > 1 ? null : this.#object.element);
    }
    this.#object.show(types.size > 1 ? [] : values);
  }
}

/** Several of a kind, in order: added, taken away, moved up and down. */
export class ListControl {
  /** @type {{ control: Control, element: HTMLElement, up: HTMLButtonElement, down: HTMLButtonElement }[]} */ #items =
    [];

  /** @param {Field} field a list @param {Place} place */
  constructor(field, place) {
    this.item = field.item ?? { kind: 'any', doc: '', needed: false };
    this.place = place;
    this.what = field.what ?? 'item';
    this.list = h('ol', { class: 'form-list', 'aria-label': place.label });
    this.note = h('div', { class: 'form-doc quiet' });
    this.element = h('div', { class: 'list-control' }, this.list, this.note, this.#adding());
  }

  #adding() {
    const write = (/** @type {unknown} */ value) =>
      this.place.write([], (old) => [...(Array.isArray(old) ? old : []), value]);
    const another = () =>
      this.place.write([], (old) => {
        const list = Array.isArray(old) ? old : [];
        // A point is written as the one before it.
        const pair = this.item.kind === 'point' && Array.isArray(list[list.length - 1]);
        return [...list, pair ? [0, 0] : startOf(this.item)];
      });
    if (this.item.kind !== 'typed')
      return h(
        'button',
        { type: 'button', class: 'button form-add', name: `${this.place.name}.add`, onclick: another },
        icon('add'),
        `Add ${this.what}`,
      );
    const kinds = this.item.kinds ?? new Map();
    const choice = new ChoiceField({ name: `${this.place.name}.add`, label: `Add ${this.what}`, write: () => {} });
    const show = () =>
      choice.show(
        [{ value: '', text: `Add ${this.what}…` }, ...[...kinds.keys()].map((value) => ({ value, text: value }))],
        '',
      );
    const add = () => {
      if (choice.select.value === '') return;
      write(fresh(kinds, choice.select.value));
      show();
    };
    // With the mouse a choice is enough; with the keyboard arrows only go through them, and Enter adds.
    let keyed = false;
    choice.select.addEventListener('pointerdown', () => {
      keyed = false;
    });
    choice.select.addEventListener('keydown', (event) => {
      keyed = event.key !== 'Enter';
      if (event.key === 'Enter') {
        event.preventDefault();
        add();
      }
    });
    choice.select.addEventListener('change', () => !keyed && add());
    show();
    return h(
      'div',
      { class: 'form-add' },
      choice.element,
      h(
        'button',
        { type: 'button', class: 'button', onclick: add, 'aria-label': `Add the chosen ${this.what}` },
        'Add',
      ),
    );
  }

  /** @param {unknown[]} values */
  show(values) {
    const lists = values.map((one) => (Array.isArray(one) ? one : []));
    const length = lists.length === 0 ? 0 : lists[0].length;
    const same = lists.every((one) => one.length === length);
    this.note.hidden = same;
    this.note.textContent = same ? '' : `They have different numbers of ${this.what}s.`;
    const count = same ? length : 0;
    while (this.#items.length > count) this.#items.pop()?.element.remove();
    while (this.#items.length < count) this.#add(this.#items.length);
    this.#items.forEach((one, index) => {
      one.control.show(lists.map((list) => list[index]));
      one.up.disabled = index === 0;
      one.down.disabled = index === count - 1;
    });
  }

  /** @param {number} index */
  #add(index) {
    const label = `${this.place.label} ${index + 1}`;
    const place = inside(this.place, index, label);
    const tool = (/** @type {string} */ what, /** @type {string} */ look, /** @type {Update} */ update) =>
      h(
        'button',
        {
          type: 'button',
          class: 'icon-button form-tool',
          'aria-label': `${what} ${label}`,
          title: what,
          onclick: () => this.place.write([], nothingIsAbsent(update)),
        },
        icon(look),
      );
    const up = tool('Move up', 'up', (old) => moved(old, index, index - 1));
    const down = tool('Move down', 'down', (old) => moved(old, index, index + 1));
    const remove = tool('Remove', 'close', (old) => (Array.isArray(old) ? old.filter((_, i) => i !== index) : old));
    const tools = h('div', { class: 'form-tools' }, up, down, remove);
    const typed = this.item.kind === 'typed';
    const one = typed ? new TypedControl(this.item.kinds ?? new Map(), place, tools) : control(this.item, place);
    const wide = this.item.kind === 'object';
    const element = h(
      'li',
      { class: typed || wide ? 'form-item' : 'form-item is-narrow' },
      wide
        ? h(
            'div',
            { class: 'typed-head' },
            h('span', { class: 'form-number quiet' }, `${spelledOut(this.what)} ${index + 1}`),
            tools,
          )
        : null,
      one.element,
      typed || wide ? null : tools,
    );
    this.#items.push({ control: one, element, up, down });
    this.list.append(element);
  }
}

/** @param {unknown} value @returns {string[]} */
function keysOf(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value) : [];
}
