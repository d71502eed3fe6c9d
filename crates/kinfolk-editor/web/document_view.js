// @ts-check
/**
 * What the document says beside templates and entities: its rules and limits. Shown in the inspector's place
 * when nothing is selected.
 */

import { h } from './dom.js';
import { JsonField, section, told } from './fields.js';
import { control } from './form.js';
import { at, updated } from './form_edits.js';
import { dataFields } from './inspector_data.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {{ rules: unknown, limits: Record<string, unknown>, extra: Record<string, unknown> }} Head */

export class DocumentView {
  /** @type {Head | null} */ #head = null;
  #asking = false;
  #again = false;
  /** @type {import('./form.js').Control | null} */ #rules = null;
  /** @type {import('./form.js').Control | null} */ #limits = null;

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.rules = h('div', { class: 'data-form' });
    this.limits = h('div', { class: 'data-form' });
    this.json = new JsonField({
      name: 'rules',
      label: 'Rules',
      title: 'Rules as JSON',
      write: (value) => this.#write('rules', [], () => value),
    });
    this.element = h(
      'div',
      { class: 'inspector-body document-body', hidden: true },
      section('Rules', this.rules, this.json.element),
      section('Limits', this.limits),
    );
    for (const topic of /** @type {const} */ (['selection', 'history', 'scene', 'forms', 'file']))
      editor.on(topic, () => this.refresh());
  }

  /** Asks what the document says, if anybody sees it; one question at a time. */
  async refresh() {
    const { editor } = this;
    const seen = editor.selection.keys.size === 0 && editor.scene.revision >= 0 && editor.file?.state !== 'broken';
    this.element.hidden = !seen || this.#head === null;
    if (!seen) return;
    if (this.#asking) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    const reply = await editor.ask({ do: 'head' });
    this.#asking = false;
    if (this.#again) {
      this.#again = false;
      this.refresh();
      return;
    }
    if (!reply.ok || editor.selection.keys.size > 0) return;
    const head = /** @type {Head & { rules: string | null }} */ (reply.head);
    this.#head = { ...head, rules: head.rules === null ? null : JSON.parse(head.rules) };
    this.#show();
  }

  #show() {
    const head = this.#head;
    if (head === null) return;
    this.#make();
    this.#rules?.show([head.rules ?? undefined]);
    const limits = Object.fromEntries(Object.entries(head.limits).filter(([, value]) => value !== null));
    this.#limits?.show([limits]);
    this.json.show(head.rules);
    this.element.hidden = false;
  }

  #make() {
    const { forms } = this.editor;
    if (this.#rules !== null || forms === null) return;
    const fields = dataFields(forms);
    const cancel = (/** @type {string} */ gesture) => {
      this.editor.change({ do: 'cancel', gesture }, { quiet: true });
    };
    this.#rules = control(fields.rules, {
      name: 'rules',
      label: 'Rule',
      cancel,
      write: (path, update, gesture) => this.#write('rules', path, update, gesture),
    });
    this.#limits = control(fields.limits, {
      name: 'limits',
      label: 'Limits',
      cancel,
      write: (path, update, gesture) => this.#write('limits', path, update, gesture),
    });
    this.rules.append(this.#rules.element);
    this.limits.append(this.#limits.element);
  }

  /**
   * @param {'rules' | 'limits'} key @param {import('./form_edits.js').Path} path
   * @param {import('./form_edits.js').Update} update @param {string} [gesture]
   * @returns {Promise<string | null>}
   */
  async #write(key, path, update, gesture) {
    const old = this.#head?.[key] ?? undefined;
    // Rules are a list and written as one; limits go key by key.
    const way = key === 'rules' ? [key] : [key, ...path.map(String)];
    const value = key === 'rules' ? updated(old, path, update) : update(at(old, path));
    const edit = value === undefined ? { edit: 'clearDocument', key: way } : { edit: 'setDocument', key: way, value };
    const name = `Set ${way.join(' ')} of the scene`;
    const reply = await this.editor.edit([edit], name, { gesture, quiet: true });
    return reply === null || reply.ok ? null : told(reply);
  }
}
