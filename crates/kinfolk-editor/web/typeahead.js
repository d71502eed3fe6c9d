// @ts-check
/**
 * Typing letters goes to the next row whose name begins with them.
 *
 * Letters that follow each other within a second belong together; the same letter again and again goes
 * through all names that begin with it. Time is an argument.
 */

/** @typedef {import('./outline.js').Outline} Outline */
/** @typedef {import('./model.js').Scene} Scene */

export const PAUSE_MS = 1000;

export class TypeAhead {
  constructor() {
    this.typed = '';
    this.last = -Infinity;
  }

  /** Whether letters are still being collected, so that a blank is one of them. @param {number} now */
  isTyping(now) {
    return this.typed !== '' && now - this.last <= PAUSE_MS;
  }

  /**
   * @param {string} letter @param {number} now in milliseconds
   * @param {Outline} outline @param {Scene} scene @param {number} index where the keyboard is
   * @returns {number} the row to go to, or -1
   */
  type(letter, now, outline, scene, index) {
    this.typed = this.isTyping(now) ? this.typed + letter.toLowerCase() : letter.toLowerCase();
    this.last = now;
    const same = [...this.typed].every((one) => one === this.typed[0]);
    const wanted = same ? this.typed[0] : this.typed;
    // A new first letter starts behind the current row; more letters may still mean the current one.
    const start = same ? index + 1 : Math.max(index, 0);
    for (let i = 0; i < outline.length; i += 1) {
      const row = (start + i) % outline.length;
      if (scene.names[outline.keys[row]].toLowerCase().startsWith(wanted)) return row;
    }
    return -1;
  }
}
