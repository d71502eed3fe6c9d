// @ts-check
/**
 * The tree: rows in sight, the mouse and the keyboard on them.
 *
 * One tab stop: the tree has the focus and says which row is active. Rows are drawn within the scroll event,
 * so there is no moment without them, and at most a hundred are in the document whatever the scene.
 */

import { setFlag } from './actions.js';
import { refuse, say } from './announce.js';

import { attr, byId, h } from './dom.js';
import { label } from './drop.js';
import { renamed, renamedPart } from './edits.js';
import { ROOT } from './model.js';
import { READ_ONLY } from './play.js';
import { ACTIVE, VISIBLE, WRITTEN } from './protocol.js';
import { step } from './selection.js';
import { TreeDrag } from './tree_drag.js';
import { ROW_HEIGHT, TreeRow } from './tree_row.js';
import { TypeAhead } from './typeahead.js';
import { assignRows, scrollTo, visibleRows } from './window.js';

/** @typedef {import('./editor.js').Editor} Editor */

export class TreeView {
  /** @type {TreeRow[]} */ #rows = [];
  #typeahead = new TypeAhead();
  /** @type {{ key: number, row: TreeRow, end: (keep: boolean) => void } | null} */ #renaming = null;

  /** @param {Editor} editor @param {(x: number, y: number) => void} openMenu */
  constructor(editor, openMenu) {
    this.editor = editor;
    this.openMenu = openMenu;
    this.element = byId('tree');
    this.space = byId('tree-space');
    this.empty = byId('tree-empty');
    this.drag = new TreeDrag(editor, this.element, this.space);
    this.#searchBox();
    this.element.addEventListener('scroll', () => this.render());
    new ResizeObserver(() => this.render()).observe(this.element);
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('click', (event) => this.#click(event));
    this.element.addEventListener('dblclick', (event) => {
      if (/** @type {Element} */ (event.target).closest('button, .twisty') === null && this.#rowOf(event) !== null)
        this.rename();
    });
    this.element.addEventListener('contextmenu', (event) => this.#context(event));
    editor.on('file', () => this.render());
    editor.on('rows', () => this.render());
    editor.on('worlds', () => this.render());
    editor.on('selection', () => {
      this.scrollToCurrent();
      this.render();
    });
  }

  /** Draws the rows that are in sight, at once. */
  render() {
    const { outline, selection } = this.editor;
    const { element, space } = this;
    const height = `${outline.length * ROW_HEIGHT}px`;
    if (space.style.height !== height) space.style.height = height;
    this.empty.hidden = outline.length > 0;
    const broken = this.editor.file?.state === 'broken';
    this.empty.textContent = broken
      ? 'The file cannot be read.'
      : this.editor.query === ''
        ? 'No entities yet. Press Insert to add one.'
        : 'Nothing found.';
    const { first, end } = visibleRows(outline.length, ROW_HEIGHT, element.scrollTop, element.clientHeight);
    const rows = assignRows(
      this.#rows.map((row) => row.index),
      first,
      end,
    );
    while (this.#rows.length < rows.length) {
      const row = new TreeRow();
      this.#rows.push(row);
      space.append(row.element);
    }
    rows.forEach((index, i) => {
      const row = this.#rows[i];
      if (index < 0) {
        row.index = -1;
        row.element.remove();
        return;
      }
      row.show(this.editor, index);
      if (!row.element.isConnected) space.append(row.element);
    });
    this.#rows = this.#rows.filter((row) => row.index >= 0);
    if (this.#renaming !== null && (this.#renaming.row.key !== this.#renaming.key || this.#renaming.row.index < 0))
      this.#renaming.end(true);
    const current = selection.current === ROOT ? -1 : outline.indexOf(selection.current);
    attr(element, 'aria-activedescendant', current >= first && current < end ? `row-${selection.current}` : null);
  }

  scrollToCurrent() {
    const { outline, selection } = this.editor;
    const index = selection.current === ROOT ? -1 : outline.indexOf(selection.current);
    if (index < 0) return;
    // The list may have grown since it was last drawn.
    this.space.style.height = `${outline.length * ROW_HEIGHT}px`;
    const top = scrollTo(index, ROW_HEIGHT, this.element.scrollTop, this.element.clientHeight);
    if (top !== this.element.scrollTop) this.element.scrollTop = top;
  }

  /** Lets the current name be typed in its place. */
  rename() {
    const { scene, selection } = this.editor;
    const key = selection.current;
    if (key === ROOT) return;
    if (this.editor.view === 'running') {
      refuse(READ_ONLY);
      return;
    }
    const part = !scene.is(key, WRITTEN);
    if (part && this.editor.within === null) {
      refuse(`${label(scene, key)} has its name from its template.`);
      return;
    }
    this.#renaming?.end(true);
    this.scrollToCurrent();
    this.render();
    const row = this.#rows.find((one) => one.key === key);
    if (row === undefined) return;
    const id = scene.ids[key];
    const parent = scene.parent[key];
    const of = { id, name: scene.names[key], parentId: parent === ROOT ? null : scene.ids[parent] };
    const input = h('input', {
      class: 'row-input',
      type: 'text',
      name: 'rename',
      value: scene.names[key] || id,
      'aria-label': `New name of ${label(scene, key)}`,
      spellcheck: false,
    });
    const end = (/** @type {boolean} */ keep) => {
      if (this.#renaming?.end !== end) return;
      this.#renaming = null;
      const typed = input.value;
      const hadFocus = document.activeElement === input;
      row.element.classList.remove('is-renaming');
      input.remove();
      if (hadFocus) this.element.focus();
      // A part's name is the template's to change: the editor says whether it can.
      const edit = !keep ? null : part ? renamedPart(of, typed) : renamed(of, typed);
      if (edit !== null)
        this.editor
          .edit([edit], `Rename ${of.name || id}`)
          .then((reply) => reply?.ok && say(`Renamed to ${typed.trim()}`));
    };
    input.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter' || event.key === 'Escape') {
        event.preventDefault();
        end(event.key === 'Enter');
      }
    });
    for (const kind of ['pointerdown', 'click', 'dblclick'])
      input.addEventListener(kind, (event) => event.stopPropagation());
    input.addEventListener('blur', () => end(true));
    this.#renaming = { key, row, end };
    row.element.classList.add('is-renaming');
    row.name.after(input);
    input.focus();
    input.select();
  }

  /** Where the context menu opens when a key asked for it. */
  menuPoint() {
    const box = this.element.getBoundingClientRect();
    const index = this.editor.outline.indexOf(this.editor.selection.current);
    const y = index < 0 ? 0 : (index + 1) * ROW_HEIGHT - this.element.scrollTop;
    return { x: box.left + 40, y: box.top + Math.max(0, Math.min(y, box.height)) };
  }

  #searchBox() {
    const input = /** @type {HTMLInputElement} */ (byId('search'));
    input.addEventListener('input', () => this.editor.search(input.value));
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && input.value !== '') {
        input.value = '';
        this.editor.search('');
      } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
        event.preventDefault();
        this.element.focus();
        const { outline, selection } = this.editor;
        const found =
          outline.kept === null
            ? 0
            : outline.keys.subarray(0, outline.length).findIndex((key) => outline.kept?.[key] === 2);
        if (
          outline.length > 0 &&
          (selection.current === ROOT || outline.indexOf(selection.current) < 0 || event.key === 'Enter')
        )
          this.#goTo(Math.max(0, found));
      }
    });
    this.editor.on('rows', () => {
      if (input.value !== this.editor.query) input.value = this.editor.query;
      const count = byId('search-count');
      count.textContent = this.editor.outline.kept === null ? '' : String(this.editor.matched);
    });
  }

  /** Selects a row alone and speaks nothing: the screen reader speaks the row. @param {number} index */
  #goTo(index) {
    this.editor.selection.only(this.editor.outline.keys[index]);
    this.editor.touched();
  }

  /** @param {Event} event @returns {TreeRow | null} */
  #rowOf(event) {
    const element = /** @type {Element} */ (event.target).closest('.row');
    return this.#rows.find((row) => row.element === element) ?? null;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const row = this.#rowOf(event);
    const { editor } = this;
    if (row === null) {
      if (
        !event.ctrlKey &&
        !event.metaKey &&
        !event.shiftKey &&
        editor.selection.keys.size > 0 &&
        this.drag.onNothing
      ) {
        editor.selection.clear();
        editor.touched();
      }
      return;
    }
    const part = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-part]'))
      ?.dataset.part;
    if (part === 'twisty') {
      if (editor.outline.isBranch(editor.scene, row.key))
        editor.setOpen(row.key, !editor.outline.isOpen(editor.scene, row.key));
    } else if (part === 'visible' || part === 'active') {
      const own = editor.scene.is(row.key, part === 'visible' ? VISIBLE : ACTIVE);
      const keys = editor.selection.has(row.key) ? [...editor.selection.keys] : [row.key];
      setFlag(editor, keys, part, !own);
    }
  }

  /** @param {MouseEvent} event */
  #context(event) {
    event.preventDefault();
    const row = this.#rowOf(event);
    if (row !== null && !this.editor.selection.has(row.key)) {
      this.editor.selection.only(row.key);
      this.editor.touched();
    }
    this.element.focus();
    this.openMenu(event.clientX, event.clientY);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { editor } = this;
    const { outline, scene, selection } = editor;
    if (event.altKey || this.drag.active || event.target !== this.element) return;
    const index = selection.current === ROOT ? -1 : outline.indexOf(selection.current);
    const control = event.ctrlKey || event.metaKey;
    if (event.key === ' ' && (control || !this.#typeahead.isTyping(event.timeStamp))) {
      event.preventDefault();
      if (index < 0) return;
      if (control) selection.toggle(selection.current);
      else selection.only(selection.current);
      editor.touched();
      return;
    }
    if (event.key === 'Enter' && index >= 0 && outline.isBranch(scene, selection.current)) {
      event.preventDefault();
      editor.setOpen(selection.current, !outline.isOpen(scene, selection.current));
      return;
    }
    if (event.key.length === 1 && !control) {
      this.#type(event, index);
      return;
    }
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW_HEIGHT) - 1);
    const to = step(event.key, outline, scene, index, page);
    if (to === null) return;
    event.preventDefault();
    if (to === 'open' || to === 'close') {
      editor.setOpen(selection.current, to === 'open');
      return;
    }
    const key = outline.keys[to];
    if (event.shiftKey) selection.extend(outline, key);
    else if (control) selection.goTo(key);
    else selection.only(key);
    editor.touched();
  }

  /** @param {KeyboardEvent} event @param {number} index */
  #type(event, index) {
    const { outline, scene, selection } = this.editor;
    event.preventDefault();
    if (event.key === '*' && selection.current !== ROOT) {
      for (const key of scene.childrenOf(scene.parent[selection.current])) outline.setOpen(scene, key, true);
      this.editor.setOpen(selection.current, true);
      return;
    }
    const row = this.#typeahead.type(event.key, event.timeStamp, outline, scene, index);
    if (row >= 0) this.#goTo(row);
  }
}
