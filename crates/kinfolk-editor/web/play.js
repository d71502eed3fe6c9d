// @ts-check
/**
 * What runs, as the page knows it: how far it is, what can be done to it, and what it has said.
 *
 * A copy of the scene runs in the editor, for all pages of the file at once. Here are only words and
 * lists; nothing is asked and nothing is drawn.
 */

/** @typedef {import('./protocol.js').PlayMessage} PlayMessage */
/** @typedef {import('./protocol.js').LogMessage} LogMessage */
/** @typedef {import('./protocol.js').LogLine} LogLine */
/** @typedef {'play' | 'pause' | 'step' | 'restart' | 'stop'} Verb */

/** More lines than this are not kept. */
export const MOST_LINES = 200;

export const READ_ONLY = 'What runs is only shown. Switch to Scene to edit.';

/** @type {PlayMessage} */
export const STOPPED = { is: 'play', state: 'stopped', frame: 0, secs: 0, entities: 0 };

/** Why something cannot be done to what runs now. @param {Verb} verb @param {PlayMessage} play @returns {string | null} */
export function whyNot(verb, play) {
  if (verb === 'play') return play.state === 'playing' ? 'It is playing already.' : null;
  if (verb === 'step') return null;
  if (play.state === 'stopped') return 'Nothing runs. Press Play first.';
  return verb === 'pause' && play.state === 'paused' ? 'It is paused already.' : null;
}

/** How far it is, for the bar. @param {PlayMessage} play */
export function clock(play) {
  return play.state === 'stopped' ? '' : `${play.secs.toFixed(2)} s · frame ${play.frame}`;
}

/** What is said when a state comes after another; nothing if it is the same. @param {PlayMessage} before @param {PlayMessage} now */
export function said(before, now) {
  if (before.state === now.state) return '';
  if (now.state === 'playing') return before.state === 'paused' ? 'Playing on' : 'Playing';
  return now.state === 'paused' ? `Paused at frame ${now.frame}` : 'Stopped. The scene is as it was.';
}

/** The last lines that a game has said. */
export class Log {
  /** @type {(LogLine & { serial: number })[]} */ lines = [];
  troubles = 0;
  #serial = 0;

  /** @param {LogMessage} message */
  hear(message) {
    if (message.anew) {
      this.lines = [];
      this.troubles = 0;
    }
    const { leftOut } = message;
    const more = { frame: message.lines.at(-1)?.frame ?? 0, kind: 'more', id: null, what: `${leftOut} more are left out` };
    for (const line of leftOut > 0 ? [...message.lines, /** @type {LogLine} */ (more)] : message.lines) {
      this.#serial += 1;
      if (line.kind === 'trouble') this.troubles += 1;
      this.lines.push({ ...line, serial: this.#serial });
    }
    if (this.lines.length > MOST_LINES) this.lines = this.lines.slice(-MOST_LINES);
  }
}
