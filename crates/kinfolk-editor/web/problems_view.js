// @ts-check
/**
 * What the checker has to say.
 *
 * Choosing a problem selects the entity it is about and shows the lines of the file around its place, with
 * the place marked. The list is one tab stop; arrows go through it.
 */

import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';
import { ROOT } from './model.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').Problem} Problem */

const LINES_AROUND = 7;

export class ProblemsView {
  #chosen = -1;
  /** The chosen one, to be known again. @type {Problem | null} */ #shown = null;

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.list = h('div', {
      class: 'problems',
      role: 'listbox',
      tabIndex: 0,
      'aria-label': 'Problems',
      id: 'problem-list',
    });
    this.source = h('div', {
      class: 'source',
      id: 'source',
      hidden: true,
      tabIndex: 0,
      role: 'region',
      'aria-label': 'Source',
    });
    fill(byId('problems'), this.list, this.source);
    this.list.addEventListener('keydown', (event) => this.#key(event));
    this.list.addEventListener('click', (event) => {
      const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[role=option]'));
      if (row !== null) this.choose(Number(row.dataset.index));
    });
    editor.on('problems', () => this.render());
    this.render();
  }

  render() {
    const { list, more, of } = this.editor.problems;
    const again = this.#chosen < 0 ? -1 : list.findIndex((problem) => isSame(problem, this.#shown));
    this.#chosen = -1;
    this.list.removeAttribute('aria-activedescendant');
    fill(
      this.list,
      list.length === 0
        ? h('div', { class: 'panel-empty quiet', role: 'none' }, this.editor.file === null ? '' : 'No problems.')
        : null,
      ...list.map((problem, index) => this.#row(problem, index)),
      more > 0 ? h('div', { class: 'panel-empty quiet', role: 'none' }, `and ${more} more`) : null,
    );
    const errors = list.filter((problem) => problem.severity === 'error').length;
    const badge = byId('problem-count');
    badge.textContent = list.length === 0 ? '' : String(list.length + more);
    badge.dataset.severity = errors > 0 ? 'error' : 'warning';
    byId('tab-problems').setAttribute(
      'aria-label',
      `Problems, ${list.length + more}${of === 'disk' ? ', of the file on disk' : ''}`,
    );
    if (again < 0) this.source.hidden = true;
    else this.#mark(again);
  }

  /** @param {Problem} problem @param {number} index */
  #row(problem, index) {
    const place = problem.line === null ? '' : `${problem.line}:${problem.column ?? 1}`;
    return h(
      'div',
      {
        class: 'problem',
        role: 'option',
        id: `problem-${index}`,
        'aria-selected': 'false',
        title: [problem.message, problem.help].filter(Boolean).join('\n'),
        dataset: { index: String(index), severity: problem.severity, code: problem.code },
      },
      icon(problem.severity === 'error' ? 'error' : problem.severity === 'warning' ? 'warning' : 'info'),
      h('span', { class: 'visually-hidden' }, `${problem.severity}: `),
      h('span', { class: 'problem-message' }, problem.message),
      problem.help ? h('span', { class: 'problem-help quiet' }, problem.help) : null,
      h('span', { class: 'problem-code quiet' }, problem.code),
      h('span', { class: 'problem-place quiet' }, place),
    );
  }

  /** Selects its entity and shows its lines. @param {number} index */
  async choose(index) {
    const problem = this.editor.problems.list[index];
    if (problem === undefined) return;
    const key = problem.id === null ? ROOT : this.editor.scene.find(problem.id);
    if (key !== ROOT) this.editor.selectKeys([key]);
    await this.#mark(index);
  }

  /** Marks a problem as the chosen one, and shows where it is. @param {number} index */
  async #mark(index) {
    const problem = this.editor.problems.list[index];
    this.#chosen = index;
    this.#shown = problem;
    for (const row of this.list.querySelectorAll('[role=option]'))
      row.setAttribute('aria-selected', String(row.id === `problem-${index}`));
    this.list.setAttribute('aria-activedescendant', `problem-${index}`);
    byId(`problem-${index}`).scrollIntoView({ block: 'nearest' });
    if (problem.line === null) {
      this.source.hidden = true;
      return;
    }
    const reply = await this.editor.ask({ do: 'source', line: problem.line, lines: LINES_AROUND });
    if (reply.ok && this.#chosen === index)
      this.#show(problem, reply.from ?? 1, /** @type {string[]} */ (reply.text ?? []));
  }

  /** @param {Problem} problem @param {number} from @param {string[]} lines */
  #show(problem, from, lines) {
    this.source.hidden = false;
    fill(
      this.source,
      h(
        'div',
        { class: 'source-head' },
        h('strong', null, problem.message),
        problem.help ? h('span', { class: 'quiet' }, ` ${problem.help}`) : null,
      ),
      ...lines.map((text, i) => {
        const number = from + i;
        const here = number === problem.line;
        const at = (problem.column ?? 1) - 1;
        const letters = [...text];
        return h(
          'div',
          { class: here ? 'source-line is-here' : 'source-line' },
          h('span', { class: 'source-number' }, String(number)),
          here
            ? h(
                'code',
                null,
                letters.slice(0, at).join(''),
                h('mark', { class: 'source-mark' }, letters[at] ?? ' '),
                letters.slice(at + 1).join(''),
              )
            : h('code', null, text),
        );
      }),
    );
    this.source.querySelector('.source-mark')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.editor.problems.list.length - 1;
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: this.#chosen + 1, ArrowUp: this.#chosen - 1, Home: 0, End: last, Enter: this.#chosen };
    if (!(event.key in steps) || last < 0) return;
    event.preventDefault();
    this.choose(Math.max(0, Math.min(last, steps[event.key])));
  }
}

/**
 * Whether two problems are one, seen before and after an edit elsewhere.
 * @param {Problem} one
 * @param {Problem | null} other
 */
function isSame(one, other) {
  if (other === null || one.code !== other.code || one.message !== other.message) return false;
  return one.id === other.id && one.text === other.text;
}
