// @ts-check
/**
 * The other fields of the inspector: text, choice, check, and JSON.
 *
 * Each shows what several entities have in common, or that they differ, and hands what somebody chose to
 * `write`. None of them changes anything by itself, and none is redrawn while somebody types into it.
 */

import { h } from './dom.js';
import { icon } from './icons.js';
import { readJson } from './json.js';

/** @typedef {Promise<string | null>} Refused why it was refused, or nothing */

/**
 * A line with a name, a control, and room for the mark of an override.
 * @param {string} name
 * @param {HTMLElement} control
 * @param {string} [key]
 */
export function line(name, control, key) {
  return h(
    'div',
    { class: 'line', dataset: key === undefined ? {} : { key } },
    h('span', { class: 'line-name', 'aria-hidden': 'true' }, name),
    h('div', { class: 'line-control' }, control),
  );
}

/** A part of the inspector with a title. @param {string} title @param {...(Node | null)} children */
export function section(title, ...children) {
  return h(
    'section',
    { class: 'section', 'aria-label': title },
    h('h3', { class: 'section-title' }, title),
    ...children,
  );
}

/** A refusal in one sentence. @param {import('./protocol.js').Reply} reply */
export function told(reply) {
  return [reply.why, reply.help].filter(Boolean).join('. ');
}

export class TextField {
  #shown = '';
  /** What is being written. @type {string | null} */ #given = null;
  /** @param {{ name: string, label: string, write: (text: string) => Refused }} options */
  constructor(options) {
    this.input = h('input', {
      type: 'text',
      class: 'text-input',
      name: options.name,
      'aria-label': options.label,
      spellcheck: false,
      autocomplete: 'off',
    });
    this.error = h('span', { class: 'field-error', role: 'alert', hidden: true });
    this.element = h('div', { class: 'text' }, this.input, this.error);
    const commit = async () => {
      const typed = this.input.value.trim();
      // Enter and then leaving the field is still one edit.
      if (typed === this.#shown || typed === this.#given) return;
      this.#given = typed;
      // What was given is the scene's to undo, however long it takes until we are told.
      this.input.dataset.shown = typed;
      const why = await options.write(typed);
      this.#given = null;
      // What was accepted is what is there, before we are told.
      if (why === null) this.#shown = typed;
      this.input.dataset.shown = this.#shown;
      complain(this.input, this.error, why);
    };
    this.input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') commit();
      else if (event.key === 'Escape') {
        event.stopPropagation();
        this.input.value = this.#shown;
        complain(this.input, this.error, null);
        this.input.select();
      }
    });
    this.input.addEventListener('blur', commit);
  }

  /**
   * @param {string | undefined} text `undefined` if they differ
   * @param {boolean} disabled
   * @param {string} [title]
   */
  show(text, disabled, title = '') {
    const dirty = document.activeElement === this.input && this.input.value !== this.#shown;
    this.#shown = text ?? '';
    this.input.dataset.shown = this.#given ?? this.#shown;
    this.input.disabled = disabled;
    this.input.title = title;
    this.input.placeholder = text === undefined ? 'mixed' : '';
    if (!dirty) {
      this.input.value = this.#shown;
      complain(this.input, this.error, null);
    }
  }
}

export class CheckField {
  /** @param {{ name: string, label: string, write: (on: boolean) => unknown }} options */
  constructor(options) {
    this.input = h('input', { type: 'checkbox', name: options.name });
    this.note = h('span', { class: 'quiet' });
    this.element = h('label', { class: 'check' }, this.input, h('span', null, options.label), this.note);
    this.input.addEventListener('change', () => options.write(this.input.checked));
  }

  /** @param {boolean | undefined} on `undefined` if they differ @param {string} [note] */
  show(on, note = '') {
    this.input.checked = on ?? false;
    this.input.indeterminate = on === undefined;
    this.note.textContent = note;
  }
}

export class ChoiceField {
  /** @param {{ name: string, label: string, write: (value: string) => unknown }} options */
  constructor(options) {
    this.select = h('select', { class: 'choice', name: options.name, 'aria-label': options.label });
    this.element = this.select;
    this.select.addEventListener('change', () => options.write(this.select.value));
  }

  /**
   * @param {readonly { value: string, text: string }[]} choices
   * @param {string | undefined} value `undefined` if they differ
   * @param {boolean} [disabled]
   */
  show(choices, value, disabled = false) {
    const all = value === undefined ? [{ value: '\u0000', text: 'mixed' }, ...choices] : choices;
    const text = JSON.stringify(all);
    if (this.select.dataset.choices !== text) {
      this.select.replaceChildren(...all.map((one) => h('option', { value: one.value }, one.text)));
      this.select.dataset.choices = text;
    }
    this.select.value = value ?? '\u0000';
    this.select.disabled = disabled;
  }
}

export class JsonField {
  #shown = '';
  /** @param {{ name: string, label: string, title?: string, write: (value: unknown) => Refused }} options */
  constructor(options) {
    this.options = options;
    this.area = h('textarea', {
      class: 'json',
      name: options.name,
      'aria-label': `${options.label} as JSON`,
      rows: 4,
      spellcheck: false,
    });
    this.error = h('span', { class: 'field-error', role: 'alert', hidden: true });
    this.apply = h(
      'button',
      {
        type: 'button',
        class: 'button',
        disabled: true,
        'aria-label': `Apply ${options.label}`,
        title: 'Ctrl+Enter',
        onclick: () => this.#commit(),
      },
      'Apply',
    );
    this.reset = h(
      'button',
      {
        type: 'button',
        class: 'button',
        hidden: true,
        'aria-label': `Discard what was typed as ${options.label}`,
        onclick: () => this.#discard(),
      },
      'Discard',
    );
    this.summary = h(
      'summary',
      null,
      h('span', { class: options.title === undefined ? '' : 'quiet' }, options.title ?? options.label),
      h('span', { class: 'quiet json-sum' }),
    );
    this.element = h(
      'div',
      { class: 'json-holder', dataset: { key: options.name } },
      h(
        'details',
        { class: 'json-field' },
        this.summary,
        this.area,
        this.error,
        h('div', { class: 'json-actions' }, this.reset, this.apply),
      ),
    );
    this.area.addEventListener('input', () => this.#look());
    this.area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#commit();
      } else if (event.key === 'Escape') {
        event.stopPropagation();
        this.#discard();
      }
    });
  }

  /** @param {unknown} value `undefined` if they differ */
  show(value) {
    const text = value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
    const dirty = this.area.value !== this.#shown;
    /** @type {HTMLElement} */ (this.summary.lastElementChild).textContent =
      value === undefined ? 'mixed' : summed(value);
    if (text === this.#shown && !dirty) return;
    this.#shown = text;
    if (!dirty || document.activeElement !== this.area) this.#discard();
    this.area.rows = Math.max(3, Math.min(14, text.split('\n').length + 1));
  }

  #discard() {
    this.area.value = this.#shown;
    this.#look();
  }

  /** Says at once whether it can be read. */
  #look() {
    const dirty = this.area.value !== this.#shown;
    const read = readJson(this.area.value);
    complain(this.area, this.error, !dirty || read.ok ? null : read.why);
    this.apply.disabled = !dirty || !read.ok;
    this.reset.hidden = !dirty;
  }

  async #commit() {
    const read = readJson(this.area.value);
    this.#look();
    if (!read.ok || this.area.value === this.#shown) return;
    const why = await this.options.write(read.value);
    if (why === null) {
      this.#shown = this.area.value;
      this.#look();
    }
    complain(this.area, this.error, why);
  }
}

/**
 * Says or takes back what is wrong with a field.
 * @param {HTMLElement} input
 * @param {HTMLElement} error
 * @param {string | null} why
 */
function complain(input, error, why) {
  error.hidden = why === null;
  error.textContent = why ?? '';
  if (why === null) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
}

/** A value in a few words. @param {unknown} value */
function summed(value) {
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  if (typeof value === 'object') return Object.keys(value).slice(0, 3).join(', ');
  return String(value);
}

/** A button that takes an override back. @param {string} what @param {() => void} run */
export function revertButton(what, run) {
  return h(
    'button',
    {
      type: 'button',
      class: 'icon-button revert',
      'aria-label': `Revert ${what}`,
      title: "Overridden. Take it back to the template's",
      onclick: run,
    },
    icon('revert'),
  );
}
