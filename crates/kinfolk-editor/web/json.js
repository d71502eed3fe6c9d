// @ts-check
/**
 * JSON that people type.
 *
 * The browser reads it; if it cannot, this says where and why, since what browsers say differs and often
 * leaves out the place.
 */

/** @typedef {{ at: number, why: string }} Mistake */

/**
 * Reads JSON; nothing at all is `undefined`.
 * @param {string} text @returns {{ ok: true, value: unknown } | { ok: false, why: string }}
 */
export function readJson(text) {
  if (text.trim() === '') return { ok: true, value: undefined };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    const { at, why } = findMistake(text);
    const before = text.slice(0, at).split('\n');
    return { ok: false, why: `line ${before.length}, column ${before[before.length - 1].length + 1}: ${why}` };
  }
}

/** The first mistake of a text that is not JSON. @param {string} text @returns {Mistake} */
export function findMistake(text) {
  const scanner = new Scanner(text);
  return scanner.value(0) ?? scanner.end() ?? { at: text.length, why: 'this is not JSON' };
}

const BLANK = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
const DEEPEST = 200;

class Scanner {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  /** Steps over a value. @param {number} depth @returns {Mistake | null} */
  value(depth) {
    this.skip(BLANK);
    const letter = this.text[this.at];
    if (depth > DEEPEST) return this.mistake('too deep');
    if (letter === '{') return this.list('}', depth, true);
    if (letter === '[') return this.list(']', depth, false);
    if (letter === '"') return this.string();
    if (this.skip(PLAIN)) return null;
    return this.mistake(letter === "'" ? 'text needs double quotes' : 'a value is missing');
  }

  /**
   * Steps over an object or a list.
   * @param {string} close
   * @param {number} depth
   * @param {boolean} keys
   * @returns {Mistake | null}
   */
  list(close, depth, keys) {
    this.at += 1;
    this.skip(BLANK);
    if (this.take(close)) return null;
    for (;;) {
      const wrong = (keys ? this.key() : null) ?? this.value(depth + 1);
      if (wrong !== null) return wrong;
      this.skip(BLANK);
      if (this.take(close)) return null;
      if (!this.take(',')) return this.mistake(`a comma or “${close}” is missing`);
      this.skip(BLANK);
      if (this.text[this.at] === close) return this.mistake('there is a comma too many before this');
    }
  }

  /** Steps over a key and its colon. @returns {Mistake | null} */
  key() {
    this.skip(BLANK);
    if (this.text[this.at] !== '"') return this.mistake('a key in double quotes is missing');
    const wrong = this.string();
    if (wrong !== null) return wrong;
    this.skip(BLANK);
    return this.take(':') ? null : this.mistake('a colon is missing');
  }

  /** @returns {Mistake | null} */
  string() {
    return this.skip(STRING) ? null : this.mistake('this text does not end, or has a letter that must be escaped');
  }

  /** @returns {Mistake | null} */
  end() {
    this.skip(BLANK);
    return this.at < this.text.length ? this.mistake('nothing may follow here') : null;
  }

  /** @param {RegExp} pattern sticky */
  skip(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.test(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  /** @param {string} letter */
  take(letter) {
    if (this.text[this.at] !== letter) return false;
    this.at += 1;
    return true;
  }

  /** @param {string} why @returns {Mistake} */
  mistake(why) {
    return { at: this.at, why };
  }
}
