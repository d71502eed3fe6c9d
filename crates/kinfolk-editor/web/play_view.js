// @ts-check
/**
 * Play, pause, step, restart and stop; which of the two worlds is shown; and how far it is.
 *
 * Starting to play shows what runs, stopping shows the scene again. What runs is read-only: its fields can be
 * read and focused, and nothing can be typed into them.
 */

import { say } from './announce.js';
import { byId } from './dom.js';
import { clock, said, STOPPED, whyNot } from './play.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./play.js').Verb} Verb */

/** @type {readonly Verb[]} */
const VERBS = ['play', 'pause', 'step', 'restart', 'stop'];

export class PlayView {
  #before = STOPPED;
  /** Counts how often somebody has chosen what is shown: a reply that comes late does not choose otherwise. */ #choices = 0;

  /** @param {Editor} editor @param {() => void} onStart called when this page starts something */
  constructor(editor, onStart) {
    this.editor = editor;
    this.onStart = onStart;
    this.readout = byId('play-clock');
    editor.on('play', () => this.#state());
    editor.on('view', () => this.#view());
    editor.on('inspections', () => this.#freeze());
    for (const view of /** @type {const} */ (['scene', 'running']))
      byId(`view-${view}`).addEventListener('click', () => this.show(view));
    this.#state();
    this.#view();
  }

  /** Does something to what runs. @param {Verb} verb */
  async run(verb) {
    const { editor } = this;
    const was = editor.play.state;
    if (verb === 'stop') this.#choices += 1;
    const choices = this.#choices;
    const reply = await editor.playback(verb);
    if (!reply.ok) return;
    if (choices === this.#choices && (verb === 'play' || (was === 'stopped' && verb === 'step'))) {
      this.show('running');
      this.onStart();
    }
    if (verb === 'step') say(`One step, frame ${editor.play.frame}`);
    if (verb === 'restart') say('Started again');
  }

  /** @param {'scene' | 'running'} view */
  show(view) {
    this.#choices += 1;
    if (view === this.editor.view) return;
    if (!this.editor.show(view)) return;
    say(view === 'running' ? 'This is what runs. It can only be looked at.' : 'This is the scene.');
  }

  #state() {
    const { play } = this.editor;
    const words = said(this.#before, play);
    if (words !== '') say(words);
    this.#before = play;
    const text = clock(play);
    if (this.readout.textContent !== text) this.readout.textContent = text;
    document.body.dataset.play = play.state;
    for (const verb of VERBS) byId(verb).setAttribute('aria-disabled', String(whyNot(verb, play) !== null));
    byId('view-running').setAttribute('aria-disabled', String(play.state === 'stopped'));
  }

  #view() {
    const { view } = this.editor;
    document.body.dataset.view = view;
    for (const one of ['scene', 'running']) byId(`view-${one}`).setAttribute('aria-pressed', String(one === view));
    this.#freeze();
  }

  /** Lets nothing be typed into the inspector of what runs, or lets it again. */
  #freeze() {
    const running = this.editor.view === 'running';
    const body = document.querySelector('.inspector-body');
    if (body === null) return;
    for (const one of /** @type {NodeListOf<HTMLInputElement>} */ (
      body.querySelectorAll('input, select, textarea, button')
    )) {
      const isText = one.matches('input:not([type=checkbox], [type=radio]), textarea');
      const property = isText ? 'readOnly' : 'disabled';
      if (running && !one[property]) {
        one[property] = true;
        one.dataset.frozen = property;
      } else if (!running && one.dataset.frozen !== undefined) {
        one[property] = false;
        delete one.dataset.frozen;
      }
    }
    if (running && this.editor.inspections.length > 0) {
      const about = document.querySelector('.inspector-about');
      if (about !== null) about.textContent = 'As it runs now; to be looked at only';
    }
  }
}
