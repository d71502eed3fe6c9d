// @ts-check
/**
 * What the game has said: its events and its troubles, the newest last.
 *
 * A line leads to the entity that it is about, by click or by Enter. Rows are added and taken away, never made
 * anew, and only while somebody sees them.
 */

import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';
import { ROOT } from './model.js';
import { Log } from './play.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').LogLine & { serial: number }} Line */

export class LogView {
  #log = new Log();
  /** Which line is chosen, by its serial number. */ #chosen = 0;
  #wanted = false;

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.panel = byId('log');
    this.list = h('div', { class: 'log', role: 'listbox', tabIndex: 0, 'aria-label': 'Log', id: 'log-list' });
    this.empty = h('div', { class: 'panel-empty quiet' }, 'Nothing has been said yet. Press Play (F5).');
    fill(this.panel, this.empty, this.list);
    this.list.addEventListener('click', (event) => {
      const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[role=option]'));
      if (row !== null) this.#choose(Number(row.dataset.serial), true);
    });
    this.list.addEventListener('keydown', (event) => this.#key(event));
    editor.on('log', () => {
      this.#log.hear(editor.log);
      this.#soon();
    });
    byId('tab-log').addEventListener('click', () => this.#soon());
    byId('tab-log').addEventListener('focus', () => this.#soon());
    this.render();
  }

  #soon() {
    if (this.#wanted) return;
    this.#wanted = true;
    requestAnimationFrame(() => {
      this.#wanted = false;
      this.render();
    });
  }

  render() {
    const { lines, troubles } = this.#log;
    const badge = byId('log-count');
    badge.textContent = troubles === 0 ? '' : String(troubles);
    if (this.panel.hidden) return;
    this.empty.hidden = lines.length > 0;
    this.list.hidden = lines.length === 0;
    const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 8;
    const first = lines[0]?.serial ?? Infinity;
    while (this.list.firstElementChild !== null && serialOf(this.list.firstElementChild) < first)
      this.list.firstElementChild.remove();
    const last = this.list.lastElementChild === null ? 0 : serialOf(this.list.lastElementChild);
    for (const line of lines) if (line.serial > last) this.list.append(row(line));
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
    this.#mark();
  }

  #mark() {
    for (const one of this.list.children)
      one.setAttribute('aria-selected', String(serialOf(one) === this.#chosen));
    const chosen = document.getElementById(`log-${this.#chosen}`);
    if (chosen === null) this.list.removeAttribute('aria-activedescendant');
    else this.list.setAttribute('aria-activedescendant', chosen.id);
    return chosen;
  }

  /** @param {number} serial @param {boolean} go whether its entity is to be selected */
  #choose(serial, go) {
    this.#chosen = serial;
    this.#mark()?.scrollIntoView({ block: 'nearest' });
    const id = this.#log.lines.find((line) => line.serial === serial)?.id ?? null;
    const key = id === null ? ROOT : this.editor.scene.find(id);
    if (go && key !== ROOT) this.editor.selectKeys([key]);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { lines } = this.#log;
    const at = lines.findIndex((line) => line.serial === this.#chosen);
    const last = lines.length - 1;
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: Math.min(last, at + 1), ArrowUp: at < 0 ? last : Math.max(0, at - 1), Home: 0, End: last };
    if (last < 0 || !(event.key in steps || (event.key === 'Enter' && at >= 0))) return;
    event.preventDefault();
    this.#choose(lines[steps[event.key] ?? at].serial, event.key === 'Enter');
  }
}

/** @param {Element} row */
function serialOf(row) {
  return Number(/** @type {HTMLElement} */ (row).dataset.serial);
}

/** @param {Line} line */
function row(line) {
  return h(
    'div',
    {
      class: 'log-line',
      role: 'option',
      id: `log-${line.serial}`,
      'aria-selected': 'false',
      dataset: { serial: String(line.serial), kind: line.kind },
    },
    h('span', { class: 'log-frame quiet' }, String(line.frame)),
    line.kind === 'trouble' ? icon('warning') : null,
    line.kind === 'trouble' ? h('span', { class: 'visually-hidden' }, 'Trouble: ') : null,
    line.id === null ? null : h('span', { class: 'log-id' }, line.id),
    h('span', { class: 'log-what' }, line.what),
  );
}
