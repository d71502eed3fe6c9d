// @ts-check
/**
 * Commands, as people reach them: the context menu, the buttons, the keyboard, and the list of shortcuts.
 *
 * What they do is in `commands.js`. The menu is operated by arrows, Home, End, letters and Esc, and gives the
 * focus back to where it came from.
 */

import { paste } from './actions.js';
import { COMMANDS, command, nameOf, perform, whyImpossible } from './commands.js';
import { isAsking, question } from './dialog.js';
import { byId, fill, h, isTyping } from './dom.js';
import { forAria, isPressed, spelled } from './shortcuts.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./commands.js').Page} Page */

const PASTE_WAIT_MS = 60;
const NOT_IN_MENU = new Set(['palette', 'export', 'search', 'theme', 'undo', 'redo', 'save', 'help', 'select-none', 'leave-template']);

export class Menu {
  /** @type {HTMLElement | null} */ #cameFrom = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #pasting;

  /** @param {Editor} editor @param {Page} page */
  constructor(editor, page) {
    this.editor = editor;
    this.page = page;
    this.element = byId('menu');
    this.element.addEventListener('keydown', (event) => this.#menuKey(event));
    this.element.addEventListener('click', (event) => {
      const item = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[role=menuitem]'));
      if (item !== null) this.#run(item);
    });
    this.element.addEventListener('focusout', (event) => {
      if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) this.close();
    });
    window.addEventListener('blur', () => this.close());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-command]'))) {
      const one = command(button.dataset.command ?? '');
      if (one.keys.length > 0) button.setAttribute('aria-keyshortcuts', forAria(one.keys[0]));
      button.addEventListener('click', () => perform(one, editor, page));
    }
    window.addEventListener('keydown', (event) => this.#key(event));
    document.addEventListener('paste', (event) => {
      if (this.#pasting === undefined) return;
      clearTimeout(this.#pasting);
      this.#pasting = undefined;
      event.preventDefault();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '') perform(command('paste'), editor, page);
      else paste(editor, text, false);
    });
  }

  /** @param {number} x @param {number} y */
  open(x, y) {
    this.#cameFrom = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement[]} */
    const items = [];
    let group = '';
    for (const one of COMMANDS) {
      if (NOT_IN_MENU.has(one.id) || one.group === 'play' || one.group === 'tool') continue;
      if (group !== '' && group !== one.group) items.push(h('div', { class: 'menu-line', role: 'separator' }));
      group = one.group;
      const why = whyImpossible(one, this.editor);
      items.push(
        h(
          'div',
          {
            class: 'menu-item',
            role: 'menuitem',
            tabIndex: -1,
            dataset: { run: one.id },
            'aria-disabled': String(why !== null),
            title: why ?? '',
          },
          h('span', null, nameOf(one, this.editor)),
          one.keys.length === 0 ? null : h('kbd', { 'aria-hidden': 'true' }, spelled(one.keys[0])),
        ),
      );
    }
    const fixed = whyImpossible(command('move-up'), this.editor);
    if (fixed !== null && this.editor.selection.keys.size > 0)
      items.push(
        h('div', { class: 'menu-line', role: 'separator' }),
        h('div', { class: 'menu-note', role: 'none' }, fixed),
      );
    fill(this.element, ...items);
    this.element.hidden = false;
    const box = this.element.getBoundingClientRect();
    this.element.style.left = `${Math.max(4, Math.min(x, innerWidth - box.width - 4))}px`;
    this.element.style.top = `${Math.max(4, Math.min(y, innerHeight - box.height - 4))}px`;
    this.#items()[0]?.focus();
  }

  close() {
    if (this.element.hidden) return;
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = true;
    fill(this.element);
    if (inside) this.#cameFrom?.focus();
  }

  /** Lists all keys. */
  help() {
    const groups = new Map([
      ['add', 'Add'],
      ['edit', 'Edit'],
      ['move', 'Move'],
      ['state', 'State'],
      ['template', 'Templates'],
      ['view', 'View'],
      ['play', 'Play'],
      ['tool', 'Tools of the picture'],
      ['page', 'File and history'],
    ]);
    const table = [...groups].map(([group, title]) =>
      h(
        'section',
        { class: 'help-group' },
        h('h3', null, title),
        h(
          'dl',
          null,
          ...COMMANDS.filter((one) => one.group === group && one.keys.length > 0).flatMap((one) => [
            h('dt', null, ...one.keys.map((keys) => h('kbd', null, spelled(keys)))),
            h('dd', null, nameOf(one, this.editor)),
          ]),
        ),
      ),
    );
    const fixed = /** @type {[string, [string, string][]][]} */ ([
      [
        'Tree',
        [
          ['↑ ↓ Home End', 'Go to a row'],
          ['→ ←', 'Open, close, to the parent'],
          ['Shift+↑ ↓', 'Select a range'],
          ['Ctrl+Space', 'Select or not'],
          ['letters', 'Go to a name'],
          ['*', 'Open all siblings'],
          ['Shift+F10', 'Menu'],
          ['Drag, with Shift', 'Move, keep local numbers'],
        ],
      ],
      [
        'Picture',
        [
          ['Wheel', 'Zoom at the pointer'],
          ['Drag', 'Select by rectangle (Ctrl, Shift: add)'],
          ['Space+drag, middle', 'Pan'],
          ['Ctrl while dragging', 'Snap, or not'],
          ['Alt while dragging', 'Past slots'],
          ['↑ ↓ ← →', 'Move, turn, scale (Shift ×10); else pan'],
          ['F', 'Frame selection'],
          ['Home', 'Show all'],
          ['+ −', 'Zoom'],
          ['Ctrl+click', 'Select several'],
        ],
      ],
      [
        'Number fields',
        [
          ['2*pi/3', 'Expressions'],
          ['45deg 0.25turn', 'Units'],
          ['+=5', 'Relative'],
          ['↑ ↓', 'Step (Shift ×10, Alt ×0.1)'],
          ['drag the label', 'Change'],
        ],
      ],
    ]).map(([title, rows]) =>
      h(
        'section',
        { class: 'help-group' },
        h('h3', null, title),
        h('dl', null, ...rows.flatMap(([keys, text]) => [h('dt', null, h('kbd', null, keys)), h('dd', null, text)])),
      ),
    );
    question(
      'Keyboard shortcuts',
      [h('div', { class: 'help' }, ...table, ...fixed)],
      [{ value: 'close', text: 'Close', kind: 'primary' }],
      { testid: 'help-dialog', wide: true },
    );
  }

  /** @returns {HTMLElement[]} */
  #items() {
    return [...this.element.querySelectorAll('[role=menuitem]')].map((item) => /** @type {HTMLElement} */ (item));
  }

  /** @param {HTMLElement} item */
  #run(item) {
    const one = command(item.dataset.run ?? '');
    this.close();
    perform(one, this.editor, this.page);
  }

  /** @param {KeyboardEvent} event */
  #menuKey(event) {
    const items = this.#items();
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      this.close();
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      if (at >= 0) this.#run(items[at]);
    } else {
      /** @type {Record<string, number>} */
      const steps = {
        ArrowDown: (at + 1) % items.length,
        ArrowUp: (at - 1 + items.length) % items.length,
        Home: 0,
        End: items.length - 1,
      };
      let to = steps[event.key] ?? -1;
      if (to < 0 && event.key.length === 1) {
        const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
        to = items.indexOf(
          order.find((item) => item.textContent?.toLowerCase().startsWith(event.key.toLowerCase())) ?? items[at],
        );
      }
      if (to >= 0) {
        event.preventDefault();
        items[to].focus();
      }
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || isAsking()) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (target.closest('#tree, #canvas') === null) return;
      event.preventDefault();
      const { x, y } = this.page.menuPoint();
      this.open(x, y);
      return;
    }
    const typing = isTyping(target);
    // What somebody has typed but not yet given is theirs to undo.
    const clean =
      !typing ||
      (target instanceof HTMLInputElement &&
        target.dataset.shown !== undefined &&
        target.value === target.dataset.shown);
    const onRows = target === document.body || target.closest('#tree, .picture') !== null;
    const onPicture = target === document.body || target.closest('.picture') !== null;
    for (const one of COMMANDS) {
      if (!one.keys.some((keys) => isPressed(keys, event))) continue;
      if (one.scope === 'tree' && (!onRows || typing)) continue;
      if (one.scope === 'picture' && (!onPicture || typing)) continue;
      if (typing && (one.id === 'undo' || one.id === 'redo') && !clean) continue;
      if (one.id === 'fit' && (typing || target.closest('#tree') !== null)) continue;
      if (one.id === 'leave-template' && (this.editor.within === null || typing)) continue;
      if (one.id === 'select-none' && this.editor.selection.keys.size === 0) continue;
      if (one.id === 'paste') {
        // The browser's own paste event brings the text without asking for permission; if it does not come, we ask.
        clearTimeout(this.#pasting);
        this.#pasting = setTimeout(() => {
          this.#pasting = undefined;
          perform(one, this.editor, this.page);
        }, PASTE_WAIT_MS);
        return;
      }
      event.preventDefault();
      perform(one, this.editor, this.page);
      return;
    }
  }
}
