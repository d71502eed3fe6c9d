// @ts-check
/**
 * The steps that were done, and those that were undone.
 *
 * The list begins with the file as it was opened; the current step is marked, and choosing one goes there.
 * The undo and redo buttons say what they would do.
 */

import { byId, fill, h } from './dom.js';

/** @typedef {import('./editor.js').Editor} Editor */

export class HistoryView {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.list = h('div', {
      class: 'history',
      role: 'listbox',
      tabIndex: 0,
      'aria-label': 'History',
      id: 'history-list',
    });
    fill(byId('history'), this.list);
    this.list.addEventListener('click', (event) => {
      const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[role=option]'));
      if (row !== null) this.goTo(Number(row.dataset.at));
    });
    this.list.addEventListener('keydown', (event) => {
      const { names, first, at } = editor.history;
      /** @type {Record<string, number>} */
      const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: first, End: first + names.length };
      if (!(event.key in steps)) return;
      event.preventDefault();
      this.goTo(Math.max(first, Math.min(first + names.length, steps[event.key])));
    });
    editor.on('history', () => this.render());
    this.render();
  }

  /** @param {number} at how many steps are done then */
  goTo(at) {
    if (at !== this.editor.history.at) this.editor.change({ do: 'goto', at });
  }

  render() {
    const { names, first, at } = this.editor.history;
    const row = (/** @type {string} */ name, /** @type {number} */ done) =>
      h(
        'div',
        {
          class: done > at ? 'step is-undone' : 'step',
          role: 'option',
          id: `step-${done}`,
          'aria-selected': String(done === at),
          dataset: { at: String(done) },
        },
        h('span', { class: 'step-number quiet' }, String(done)),
        h('span', { class: 'step-name' }, name),
        done > at ? h('span', { class: 'visually-hidden' }, ' (undone)') : null,
      );
    fill(
      this.list,
      row(first === 0 ? 'Opened' : `${first} earlier steps`, first),
      ...names.map((name, i) => row(name, first + i + 1)),
    );
    this.list.setAttribute('aria-activedescendant', `step-${at}`);
    document.getElementById(`step-${at}`)?.scrollIntoView({ block: 'nearest' });
    button('undo', 'Undo', names[at - 1 - first], at > 0);
    button('redo', 'Redo', names[at - first], at < first + names.length);
  }
}

/** @param {string} id @param {string} verb @param {string | undefined} name @param {boolean} possible */
function button(id, verb, name, possible) {
  const element = /** @type {HTMLButtonElement} */ (byId(id));
  const text = possible && name !== undefined ? `${verb} ${name}` : verb;
  element.disabled = !possible;
  element.setAttribute('aria-label', text);
  element.title = `${text} (${id === 'undo' ? 'Ctrl+Z' : 'Ctrl+Shift+Z'})`;
}
