// @ts-check
/**
 * Pressing on rows: selecting them, and dragging them to another parent.
 *
 * A press becomes a drag after four pixels. While it lasts a line or a box shows where it would drop, and a
 * chip at the pointer says it in words. Nothing is sent before the pointer is let go; Esc ends it without a
 * trace.
 */

import { refuse, say } from './announce.js';
import { byId, fill, h } from './dom.js';
import { dropAt, label, whyFixed } from './drop.js';
import { ROOT } from './model.js';
import { INDENT, INSET, ROW_HEIGHT } from './tree_row.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./drop.js').Drop} Drop */
/**
 * Something that is dragged in from elsewhere. `where` says what becomes of it outside of the tree, in words.
 * @typedef {{ what: string, where: (x: number, y: number) => string | null, drop: (drop: Drop | null, x: number, y: number) => void }} Guest
 */

const THRESHOLD = 4;
const OPEN_AFTER_MS = 600;
const EDGE = 32;
/** In pixels a millisecond: the same on every screen, however often it is painted. */
const FASTEST = 0.85;

export class TreeDrag {
  /** @type {{ key: number, x: number, y: number, pointer: number, late: boolean } | null} */ #press = null;
  /** @type {Set<number>} */ #dragged = new Set();
  /** @type {Drop | null} */ #drop = null;
  /** @type {string | null} */ #fixed = null;
  /** @type {Guest | null} */ #guest = null;
  /** @type {{ key: number, timer: ReturnType<typeof setTimeout> } | null} */ #hover = null;
  #at = { x: 0, y: 0 };
  #keepLocal = false;
  #frame = 0;
  active = false;
  /** Whether the last press was on no row: only then does its click select nothing. */
  onNothing = false;

  /** @param {Editor} editor @param {HTMLElement} tree @param {HTMLElement} space */
  constructor(editor, tree, space) {
    this.editor = editor;
    this.tree = tree;
    this.space = space;
    this.chip = byId('drag-chip');
    this.mark = h('div', { class: 'drop-mark', hidden: true, 'aria-hidden': 'true', dataset: { testid: 'drop-mark' } });
    space.append(this.mark);
    tree.addEventListener('pointerdown', (event) => this.#down(event));
    // Of the window: a drag goes on wherever the pointer is, captured or not.
    window.addEventListener('pointermove', (event) => this.#move(event));
    window.addEventListener('pointerup', (event) => this.#up(event));
    window.addEventListener('pointercancel', () => this.cancel());
    window.addEventListener('keydown', (event) => this.#key(event), true);
    window.addEventListener('keyup', (event) => this.#key(event), true);
    editor.on('rows', () => this.active && this.#aim());
  }

  /** Lets something from elsewhere be dropped as if it were a row. @param {PointerEvent} event a press @param {Guest} guest */
  invite(event, guest) {
    this.#guest = guest;
    this.#press = { key: ROOT, x: event.clientX, y: event.clientY, pointer: event.pointerId, late: false };
  }

  cancel() {
    const was = this.active;
    this.#end();
    if (was) say('Move cancelled');
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const target = /** @type {Element} */ (event.target);
    this.onNothing = false;
    if (event.button !== 0 || target.closest('button, .twisty, input') !== null) return;
    const row = /** @type {HTMLElement | null} */ (target.closest('.row'));
    this.onNothing = row === null;
    if (row === null) return;
    const key = Number(row.dataset.key);
    const { selection, outline } = this.editor;
    const control = event.ctrlKey || event.metaKey;
    // A press on one of several that are selected may become a drag of all: then it selects only when it is let go.
    const late = selection.has(key) && !event.shiftKey;
    if (event.shiftKey) selection.extend(outline, key, control);
    else if (!late && control) selection.toggle(key);
    else if (!late) selection.only(key);
    if (!late) this.editor.touched();
    this.#press = { key, x: event.clientX, y: event.clientY, pointer: event.pointerId, late };
    this.tree.focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (this.#press === null || event.pointerId !== this.#press.pointer) return;
    if (event.buttons === 0) {
      this.#end();
      return;
    }
    this.#at = { x: event.clientX, y: event.clientY };
    this.#keepLocal = event.shiftKey;
    if (!this.active) {
      if (Math.hypot(event.clientX - this.#press.x, event.clientY - this.#press.y) < THRESHOLD) return;
      this.#start();
    }
    this.#aim();
  }

  #start() {
    const { editor } = this;
    const press = this.#press;
    if (press === null) return;
    if (this.#guest === null) {
      if (!editor.selection.has(press.key)) editor.selection.only(press.key);
      this.#dragged = new Set(editor.scene.topmost(editor.selection.keys));
    } else this.#dragged = new Set();
    this.#fixed = whyFixed(editor.scene, this.#dragged);
    this.active = true;
    this.tree.setPointerCapture(press.pointer);
    document.body.classList.add('is-dragging');
    this.chip.hidden = false;
    this.#scroll(performance.now());
    say(`Dragging ${this.#what()}`);
  }

  #what() {
    if (this.#guest !== null) return this.#guest.what;
    const [first] = this.#dragged;
    return this.#dragged.size === 1 ? label(this.editor.scene, first) : `${this.#dragged.size} entities`;
  }

  /** Finds out where it would drop, and shows it. */
  #aim() {
    const box = this.tree.getBoundingClientRect();
    const outside =
      this.#at.x < box.left || this.#at.x > box.right || this.#at.y < box.top - EDGE || this.#at.y > box.bottom + EDGE;
    this.#drop = outside
      ? null
      : dropAt(
          this.editor.scene,
          this.editor.outline,
          this.#dragged,
          this.#at.x - box.left,
          this.#at.y - box.top + this.tree.scrollTop,
          { rowHeight: ROW_HEIGHT, indent: INDENT, inset: INSET },
        );
    this.#show();
    this.#hoverOver(this.#drop?.kind === 'onto' ? this.#drop.parent : ROOT);
  }

  #show() {
    const drop = this.#drop;
    const elsewhere = drop === null ? (this.#guest?.where(this.#at.x, this.#at.y) ?? null) : null;
    const why = this.#fixed ?? (drop === null ? (elsewhere === null ? 'not here' : null) : drop.refused);
    this.chip.classList.toggle('is-refused', why !== null);
    fill(
      this.chip,
      h('span', { class: 'chip-what' }, this.#what()),
      h('span', { class: 'chip-where', dataset: { testid: 'drop-where' } }, why ?? drop?.words ?? elsewhere ?? ''),
      why === null && this.#keepLocal && this.#guest === null
        ? h('span', { class: 'chip-keep' }, 'keeps local numbers')
        : null,
    );
    this.chip.style.transform = `translate(${this.#at.x + 14}px, ${this.#at.y + 14}px)`;
    this.mark.hidden = drop === null || why !== null;
    if (drop === null || why !== null) return;
    const onto = drop.kind === 'onto';
    const y = (onto || drop.kind === 'before' ? drop.row : drop.row + 1) * ROW_HEIGHT;
    this.mark.classList.toggle('is-onto', onto);
    this.mark.style.transform = `translateY(${onto ? y : y - 1}px)`;
    this.mark.style.left = onto ? '0' : `${INSET + (drop.level - 1) * INDENT + 8}px`;
  }

  /** Opens a closed row if the pointer stays on it. @param {number} key */
  #hoverOver(key) {
    if (this.#hover?.key === key) return;
    if (this.#hover !== null) clearTimeout(this.#hover.timer);
    this.#hover = null;
    const { scene, outline } = this.editor;
    if (key === ROOT || !outline.isBranch(scene, key) || outline.isOpen(scene, key)) return;
    this.#hover = { key, timer: setTimeout(() => this.editor.setOpen(key, true), OPEN_AFTER_MS) };
  }

  /** Scrolls as long as the pointer is near an edge. @param {number} before the time of the last frame */
  #scroll(before) {
    this.#frame = requestAnimationFrame((now) => {
      if (!this.active) return;
      const elapsed = Math.max(0, Math.min(now - before, 100));
      const box = this.tree.getBoundingClientRect();
      const over = Math.max(0, this.#at.y - (box.bottom - EDGE)) - Math.max(0, box.top + EDGE - this.#at.y);
      const was = this.tree.scrollTop;
      if (over !== 0)
        this.tree.scrollTop += Math.sign(over) * Math.max(1, Math.min(FASTEST, 0.06 + Math.abs(over) / 50) * elapsed);
      if (this.tree.scrollTop !== was) this.#aim();
      this.#scroll(now);
    });
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (press === null || event.pointerId !== press.pointer) return;
    if (this.#guest !== null) {
      const guest = this.#guest;
      const [dropped, active] = [this.#drop, this.active];
      this.#end();
      if (active) guest.drop(dropped, event.clientX, event.clientY);
      return;
    }
    if (!this.active) {
      if (press.late) {
        if (event.ctrlKey || event.metaKey) this.editor.selection.toggle(press.key);
        else this.editor.selection.only(press.key);
        this.editor.touched();
      }
      this.#end();
      return;
    }
    const drop = this.#drop;
    const why = this.#fixed ?? drop?.refused ?? null;
    const keep = this.#keepLocal ? 'local' : 'world';
    const what = this.#what();
    const { scene } = this.editor;
    const ids = [...this.#dragged].map((key) => scene.ids[key]);
    this.#end();
    if (why !== null) refuse(why.charAt(0).toUpperCase() + why.slice(1));
    else if (drop !== null) {
      const parent = drop.parent === ROOT ? null : scene.ids[drop.parent];
      const before = drop.before === ROOT ? null : scene.ids[drop.before];
      this.editor
        .change({ do: 'move', ids, parent, before, keep })
        .then((reply) => reply.ok && say(`${what} moved ${drop.words.replace(/^root/, 'to the root')}`));
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.active) return;
    if (event.key === 'Escape' && event.type === 'keydown') {
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
    } else if (event.key === 'Shift') {
      this.#keepLocal = event.type === 'keydown';
      this.#show();
    }
  }

  #end() {
    cancelAnimationFrame(this.#frame);
    this.#hoverOver(ROOT);
    const press = this.#press;
    this.#press = null;
    this.#drop = null;
    this.#guest = null;
    this.active = false;
    if (press !== null && this.tree.hasPointerCapture(press.pointer)) this.tree.releasePointerCapture(press.pointer);
    this.chip.hidden = true;
    this.mark.hidden = true;
    document.body.classList.remove('is-dragging');
  }
}
