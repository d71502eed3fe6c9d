// @ts-check
/**
 * What the page knows, and how its parts hear of it.
 *
 * One object holds the scene, the rows, the selection and what the editor last said about file, history and
 * problems. Views read it, listen to topics, and change things only by asking the editor (`ask`) or through
 * the few methods here that concern the page alone: what is selected, open, searched for.
 */

import { refuse, say } from './announce.js';
import { keep, parseQuery } from './filter.js';
import { ROOT, Scene } from './model.js';
import { Outline } from './outline.js';
import { Selection } from './selection.js';

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./requests.js').Request} Request */
/**
 * @typedef {'scene' | 'rows' | 'worlds' | 'order' | 'selection' | 'inspections' | 'file' | 'history' | 'problems' | 'line' | 'axes' | 'templates' | 'forms' | 'within'} Topic
 *   `scene`: another scene altogether; `rows`: other rows of the tree; `worlds`: other numbers or names
 */

/** Up to this many entities a scene, or what is new in it, is shown with everything open. */
const OPEN_AT_FIRST = 400;
/** More than this many are not asked about one by one. */
const INSPECTED_AT_MOST = 200;
/** More than this many that are selected are not told with every request. */
const REMEMBERED_AT_MOST = 1000;

export class Editor {
  scene = new Scene();
  outline = new Outline();
  selection = new Selection();
  query = '';
  matched = 0;
  /** @type {import('./protocol.js').FileMessage | null} */ file = null;
  /** @type {import('./protocol.js').HistoryMessage} */ history = { is: 'history', names: [], first: 0, at: 0 };
  /** @type {import('./protocol.js').ProblemsMessage} */ problems = { is: 'problems', list: [], more: 0, of: 'scene' };
  /** @type {import('./protocol.js').TemplatesMessage} */ templates = { is: 'templates', list: [], more: 0, looks: [] };
  /** What forms are made of, once the editor has said it. @type {Record<string, any> | null} */ forms = null;
  /** The template that is edited in place. @type {string | null} */ within = null;
  /** @type {import('./protocol.js').Inspection[]} */ inspections = [];
  /** Whether axes are those of the entity or of the world. @type {'local' | 'world'} */ axes = 'local';
  /** @type {Map<Topic, (() => void)[]>} */ #listeners = new Map();
  /** Ids to select as soon as they are there. @type {string[] | null} */ #awaited = null;
  /** Whether rows that went were open, by id; undoing brings them back as they were. @type {Map<string, boolean>} */ #gone =
    new Map();
  /** Counts how often somebody selected something. */ #choices = 0;
  #inspecting = false;
  #inspectAgain = false;

  /** @param {import('./socket.js').Line} line */
  constructor(line) {
    this.line = line;
    /** The requests whose changes have not come yet. @type {{ at: number, revision: number }[]} */ this.sent = [];
  }

  /** @param {Topic} topic @param {() => void} listener */
  on(topic, listener) {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** @param {Topic} topic */
  tell(topic) {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  // ---- What the editor says ----

  /** @param {import('./protocol.js').BinaryFrame} frame */
  receive(frame) {
    if (frame.is === 'order') {
      this.scene.reorder(frame);
      this.tell('order');
    } else if (frame.is === 'scene') this.#load(frame);
    else this.#change(frame);
  }

  /** @param {import('./protocol.js').SceneFrame} frame */
  #load(frame) {
    const first = this.scene.revision < 0;
    const open = this.outline.openIds(this.scene);
    const selected = this.selectedIds();
    const order = this.scene.order;
    this.scene.load(frame);
    if (!first) this.scene.order = order;
    this.outline = new Outline();
    this.selection = new Selection();
    if (first) this.outline.setAllOpen(this.scene, this.scene.count <= OPEN_AT_FIRST);
    for (const id of open)
      if (this.scene.find(id) !== ROOT) this.outline.setOpen(this.scene, this.scene.find(id), true);
    this.selection.replace(selected.map((id) => this.scene.find(id)).filter((key) => key !== ROOT));
    this.tell('scene');
    this.#rebuild();
    this.#selected();
  }

  /** @param {import('./protocol.js').ChangedFrame} frame */
  #change(frame) {
    const neighbour = this.#neighbourOf(frame.gone);
    for (const key of frame.gone) {
      this.#gone.set(this.scene.ids[key], this.outline.open[key] === 1);
      this.outline.open[key] = 0;
    }
    const gone = new Set(frame.gone);
    const fresh = frame.rows.keys.filter((key) => gone.has(key) || !this.scene.has(key));
    const lost = this.selection.drop(frame.gone);
    const { structure } = this.scene.change(frame);
    if (neighbour !== ROOT && this.scene.has(neighbour)) this.selection.current = this.selection.anchor = neighbour;
    // What is new is shown with what is below it, unless that is very much.
    for (const key of fresh)
      this.outline.setOpen(this.scene, key, this.#gone.get(this.scene.ids[key]) ?? fresh.length <= OPEN_AT_FIRST);
    if (structure || this.outline.kept !== null) this.#rebuild();
    this.tell('worlds');
    const awaited = this.#awaited;
    this.#awaited = null;
    if (awaited !== null) this.#select(awaited);
    else if (lost) this.#selected();
    else this.inspect();
  }

  /** Where the keyboard goes if its row is among those that go. @param {readonly number[]} gone */
  #neighbourOf(gone) {
    const { outline, selection } = this;
    const going = new Set(gone);
    if (!going.has(selection.current)) return ROOT;
    const from = outline.indexOf(selection.current);
    if (from < 0) return ROOT;
    for (let row = from + 1; row < outline.length; row += 1)
      if (!going.has(outline.keys[row])) return outline.keys[row];
    for (let row = from - 1; row >= 0; row -= 1) if (!going.has(outline.keys[row])) return outline.keys[row];
    return ROOT;
  }

  // ---- Asking ----

  /**
   * Asks for a change. What was selected goes with it, what the reply says is selected then, and a refusal is
   * shown.
   * @param {Request} request @param {{ quiet?: boolean, plain?: boolean }} [options] quiet: the caller shows refusals itself; plain: whatever template is edited
   * @returns {Promise<Reply>}
   */
  async change(request, options = {}) {
    const sent = { at: performance.now(), revision: this.scene.revision };
    this.sent.push(sent);
    const selection = this.selection.keys.size > REMEMBERED_AT_MOST ? {} : { selection: this.selectedIds() };
    const within = this.within === null || options.plain ? {} : { within: this.within };
    const choices = this.#choices;
    const reply = await this.line.ask({ ...selection, ...within, ...request });
    // The change itself may come before its reply or after it, or there is none.
    const early = this.scene.revision === sent.revision;
    const forget = () => {
      this.sent = this.sent.filter((one) => one !== sent);
    };
    if (!reply.ok || !early) forget();
    else setTimeout(forget, 1000);
    if (!reply.ok && !options.quiet) refuse(reply.why ?? 'The editor refused.', reply.help ?? null);
    // Whoever has selected something else by now means that.
    if (reply.ok && reply.select !== undefined && choices === this.#choices) {
      this.#awaited = early ? reply.select : null;
      this.#select(reply.select);
    }
    return reply;
  }

  /** Asks for something that changes nothing. @param {Request} request @returns {Promise<Reply>} */
  ask(request) {
    return this.line.ask(request);
  }

  /**
   * Applies edits as one step.
   * @param {import('./edits.js').Edit[]} edits
   * @param {string} name
   * @param {{ gesture?: string, quiet?: boolean, plain?: boolean }} [options]
   */
  async edit(edits, name, options = {}) {
    if (edits.length === 0) return null;
    const gesture = options.gesture === undefined ? {} : { gesture: options.gesture };
    return this.change({ do: 'edit', edits, name, ...gesture }, options);
  }

  // ---- What concerns the page alone ----

  /** @returns {string[]} in document order */
  selectedIds() {
    return this.scene.sorted([...this.selection.keys]).map((key) => this.scene.ids[key]);
  }

  /** Selects and shows where it is. @param {readonly number[]} keys */
  selectKeys(keys) {
    this.#choices += 1;
    this.#reveal(keys);
  }

  /** @param {readonly number[]} keys */
  #reveal(keys) {
    this.selection.replace(keys);
    let opened = false;
    for (const key of keys.slice(0, 100)) opened = this.outline.reveal(this.scene, key) || opened;
    if (this.outline.kept !== null && keys.some((key) => this.outline.indexOf(key) < 0)) this.search('');
    else if (opened) this.#rebuild();
    this.#selected();
  }

  /** To be called after `selection` was changed. */
  touched() {
    this.#choices += 1;
    this.#awaited = null;
    this.#selected();
  }

  /** @param {number} key @param {boolean} open */
  setOpen(key, open) {
    this.outline.setOpen(this.scene, key, open);
    this.#rebuild();
  }

  /** @param {boolean} open */
  setAllOpen(open) {
    this.outline.setAllOpen(this.scene, open);
    this.#rebuild();
  }

  /** @param {string} text */
  search(text) {
    const searched = this.query !== '';
    this.query = text;
    this.#rebuild();
    if (this.outline.kept !== null) say(this.matched === 1 ? '1 entity found' : `${this.matched} entities found`);
    else if (searched) for (const key of this.selection.keys) if (this.outline.reveal(this.scene, key)) this.#rebuild();
  }

  /** @param {'local' | 'world'} axes */
  setAxes(axes) {
    this.axes = axes;
    this.tell('axes');
  }

  /** Edits a template in place, or none. @param {string | null} template */
  setWithin(template) {
    this.within = template;
    this.tell('within');
    this.inspect();
  }

  /** Asks what forms are made of; it is always the same. */
  async learnForms() {
    if (this.forms !== null) return;
    const reply = await this.ask({ do: 'forms' });
    if (!reply.ok || reply.forms === undefined) return;
    this.forms = reply.forms;
    this.tell('forms');
  }

  /** Asks about what is selected; one question at a time, and the last one counts. */
  async inspect() {
    if (this.#inspecting) {
      this.#inspectAgain = true;
      return;
    }
    const ids = this.selectedIds();
    if (ids.length === 0 || ids.length > INSPECTED_AT_MOST) {
      this.inspections = [];
      this.tell('inspections');
      return;
    }
    this.#inspecting = true;
    const within = this.within === null ? {} : { within: this.within };
    const reply = await this.ask({ do: 'inspect', ids, ...within });
    this.#inspecting = false;
    if (this.#inspectAgain) {
      this.#inspectAgain = false;
      this.inspect();
      return;
    }
    if (!reply.ok) return;
    // As text the keys have kept their order.
    for (const one of reply.entities ?? [])
      for (const [key, text] of Object.entries(one.data))
        /** @type {any} */ (one)[key] = text === null ? null : JSON.parse(text);
    this.inspections = reply.entities ?? [];
    this.tell('inspections');
  }

  /** @param {readonly string[]} ids */
  #select(ids) {
    const keys = ids.map((id) => this.scene.find(id)).filter((key) => key !== ROOT);
    if (keys.length === ids.length || this.#awaited === null) this.#reveal(keys);
  }

  #selected() {
    this.tell('selection');
    this.inspect();
  }

  #rebuild() {
    const query = parseQuery(this.query);
    if (query === null) this.outline.kept = null;
    else ({ kept: this.outline.kept, count: this.matched } = keep(this.scene, query));
    this.outline.build(this.scene);
    this.tell('rows');
  }
}
