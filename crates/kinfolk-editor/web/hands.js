// @ts-check
/**
 * From mouse, fingers and keys over the picture to what a game hears.
 *
 * A key has one name from the moment it is pressed until it is let go, whatever Shift does meanwhile; what is
 * held when the game loses the hands is let go for it. Movements that nobody has sent yet are only the last
 * one. Some keys are never the game's: Esc gives the hands back, Tab goes on, and the page's own F-keys and
 * shortcuts stay its own.
 */

/** @typedef {{ type: string, x?: number, y?: number, button?: number, id?: number, key?: string }} InputEvent */
/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {{ key: string, code: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, repeat: boolean }} Key
 */

/** More than this are not sent at once. */
const MOST = 200;

export class Hands {
  /** @type {InputEvent[]} */ #waiting = [];
  /** The names of keys that are down, by their place on the keyboard. @type {Map<string, string>} */ #keys = new Map();
  /** @type {Set<number>} */ #buttons = new Set();
  /** @type {Set<number>} */ #fingers = new Set();

  /** What has not been sent yet. @returns {InputEvent[]} */
  take() {
    return this.#waiting.splice(0, MOST);
  }

  /** @param {Point} at @param {number | null} finger */
  move(at, finger = null) {
    if (finger !== null && !this.#fingers.has(finger)) return;
    const moved = finger === null ? { type: 'mouseMoved', ...at } : { type: 'touchMoved', id: finger, ...at };
    const last = this.#waiting.at(-1);
    if (last !== undefined && last.type === moved.type && last.id === moved.id) this.#waiting.pop();
    this.#waiting.push(moved);
  }

  /** @param {Point} at @param {number} button @param {number | null} finger */
  press(at, button, finger = null) {
    if (finger !== null) {
      this.#fingers.add(finger);
      this.#waiting.push({ type: 'touchBegan', id: finger, ...at });
      return;
    }
    this.move(at);
    this.#buttons.add(button);
    this.#waiting.push({ type: 'mousePressed', button });
  }

  /** @param {Point} at @param {number} button @param {number | null} finger */
  release(at, button, finger = null) {
    if (finger !== null) {
      if (this.#fingers.delete(finger)) this.#waiting.push({ type: 'touchEnded', id: finger, ...at });
      return;
    }
    this.move(at);
    if (this.#buttons.delete(button)) this.#waiting.push({ type: 'mouseReleased', button });
  }

  /** @param {Key} key @returns {boolean} whether it is the game's */
  keyDown(key) {
    if (!isOfGame(key)) return false;
    if (key.repeat || this.#keys.has(key.code)) return true;
    const name = nameOf(key.key);
    this.#keys.set(key.code, name);
    this.#waiting.push({ type: 'keyPressed', key: name });
    return true;
  }

  /** @param {{ code: string }} key @returns {boolean} whether it was the game's */
  keyUp(key) {
    const name = this.#keys.get(key.code);
    if (name === undefined) return false;
    this.#keys.delete(key.code);
    this.#waiting.push({ type: 'keyReleased', key: name });
    return true;
  }

  /** Lets everything go. */
  letGo() {
    for (const key of this.#keys.values()) this.#waiting.push({ type: 'keyReleased', key });
    for (const button of this.#buttons) this.#waiting.push({ type: 'mouseReleased', button });
    for (const id of this.#fingers) this.#waiting.push({ type: 'touchCancelled', id });
    this.#keys.clear();
    this.#buttons.clear();
    this.#fingers.clear();
  }
}

/** @param {Key} key */
function isOfGame(key) {
  if (key.ctrlKey || key.metaKey || key.altKey) return false;
  return key.key !== 'Escape' && key.key !== 'Tab' && !/^F\d+$/.test(key.key) && key.key !== 'Unidentified';
}

/** As rules call it. @param {string} key */
function nameOf(key) {
  return key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key;
}
