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
import { READ_ONLY, STOPPED, whyNot } from './play.js';
import { Selection } from './selection.js';

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./requests.js').Request} Request */
/**
 * @typedef {'scene' | 'rows' | 'worlds' | 'order' | 'selection' | 'inspections' | 'file' | 'history' | 'problems' | 'line' | 'axes' | 'view' | 'play' | 'log' | 'templates' | 'forms' | 'within'} Topic
 *   `scene`: another scene altogether; `rows`: other rows of the tree; `worlds`: other numbers or names; `view`: the scene is shown,
 *   or what runs
 */

/** Up to this many entities a scene, or what is new in it, is shown with everything open. */
const OPEN_AT_FIRST = 400;
/** More than this many are not asked about one by one. */
const INSPECTED_AT_MOST = 200;
/** What moves by itself is asked about no more often. */
const GLANCE_MS = 100;
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
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #glancing;
  /** Which world is shown: the document's, or the one that runs. @type {'scene' | 'running'} */ view = 'scene';
  /** @type {import('./protocol.js').PlayMessage} */ play = STOPPED;
  /** What the game said last. @type {import('./protocol.js').LogMessage} */ log = { is: 'log', lines: [], leftOut: 0, anew: true };
  /** The world that is not shown. */ #other = nowhere();
  /** Whether the world that is not shown is being brought up to date: nobody is told. */ #isBackstage = false;

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
    if (this.#isBackstage) return;
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }

  // ---- What the editor says ----

  /** @param {import('./protocol.js').BinaryFrame} frame */
  receive(frame) {
    if ((frame.of ?? 'scene') !== this.view) {
      this.#isBackstage = true;
      this.#swap();
      this.receive(frame);
      this.#swap();
      this.#isBackstage = false;
    } else if (frame.is === 'order') {
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
    if (structure || (this.outline.kept !== null && frame.rows.keys.length > 0)) this.#rebuild();
    this.tell('worlds');
    const awaited = this.#awaited;
    this.#awaited = null;
    if (awaited !== null) this.#select(awaited);
    else if (lost) this.#selected();
    else this.#glance();
  }

  /** @param {import('./protocol.js').PlayMessage} play */
  hearPlay(play) {
    const stops = play.state === 'stopped' && this.play.state !== 'stopped';
    this.play = play;
    if (stops) {
      this.show('scene');
      this.#other = nowhere();
    }
    this.tell('play');
  }

  // ---- Two worlds ----

  /** Shows the other world, if there is one; what is selected stays so, if it is there as well. @param {'scene' | 'running'} view @returns {boolean} */
  show(view) {
    if (view === this.view) return true;
    const live = this.file?.state === 'live' ? 'This is what runs; there is no other scene.' : null;
    const why = live ?? (view === 'running' ? whyNot('stop', this.play) : null);
    if (why !== null) {
      refuse(why);
      return false;
    }
    const selected = this.selectedIds();
    this.#swap();
    const keys = selected.map((id) => this.scene.find(id)).filter((key) => key !== ROOT);
    if (keys.length > 0) this.selection.replace(keys);
    this.inspections = [];
    this.tell('view');
    this.tell('scene');
    this.#rebuild();
    this.tell('order');
    this.tell('worlds');
    this.#selected();
    return true;
  }

  #swap() {
    const { scene, outline, selection } = this;
    const hidden = { scene, outline, selection, gone: this.#gone, awaited: this.#awaited };
    ({ scene: this.scene, outline: this.outline, selection: this.selection } = this.#other);
    this.#gone = this.#other.gone;
    this.#awaited = this.#other.awaited;
    this.#other = hidden;
    this.view = this.view === 'scene' ? 'running' : 'scene';
  }

  /** Does something to what runs; a refusal is shown. @param {import('./play.js').Verb} verb @returns {Promise<Reply>} */
  async playback(verb) {
    const reply = await this.ask({ do: verb });
    if (!reply.ok) refuse(reply.why ?? 'The editor refused.', reply.help ?? null);
    return reply;
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
    if (this.view === 'running') {
      if (!options.quiet) refuse(READ_ONLY);
      return { is: 'reply', n: 0, ok: false, why: READ_ONLY };
    }
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

  /** Whether what is said of the selected may be older than what was asked for. */
  get isBehind() {
    return this.sent.length > 0 || this.#inspecting;
  }

  /** Asks about what is selected; one question at a time, and the last one counts. */
  async inspect() {
    if (this.#isBackstage) return;
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
    const { view } = this;
    const where = view === 'running' ? { of: view } : this.within === null ? {} : { within: this.within };
    const reply = await this.ask({ do: 'inspect', ids, ...where });
    this.#inspecting = false;
    if (view !== this.view) this.#inspectAgain = true;
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

  /** Asks again about what is selected: at once, or soon if it moves by itself. */
  #glance() {
    if (this.view === 'scene' && this.file?.state !== 'live') this.inspect();
    else if (!this.#isBackstage)
      this.#glancing ??= setTimeout(() => {
        this.#glancing = undefined;
        this.inspect();
      }, GLANCE_MS);
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

/** A world of which nothing is known. */
function nowhere() {
  return {
    scene: new Scene(),
    outline: new Outline(),
    selection: new Selection(),
    /** @type {Map<string, boolean>} */ gone: new Map(),
    /** @type {string[] | null} */ awaited: null,
  };
}
