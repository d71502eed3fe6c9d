// @ts-check
/**
 * What people type into a number field, worked out.
 *
 * `+ - * / ^ ( )`, constants `pi tau e`, functions, units `deg rad turn °`, and relative `+=5 -=5 *=2 /=2`.
 * Never `eval`. In the field of an angle a number without a unit is in degrees, as the field shows it, unless
 * `pi` or `tau` is in it: then it is meant in radians. Angles are answered in radians.
 */

/** @typedef {{ ok: true, value: number } | { ok: false, why: string }} Outcome */
/**
 * A number under way. `angle`: it has a unit, and `value` is in radians. `round`: it is made of pi.
 * @typedef {{ value: number, angle: boolean, round: boolean }} Term
 */

/** @type {Record<string, number>} */
const CONSTANTS = { pi: Math.PI, π: Math.PI, tau: 2 * Math.PI, τ: 2 * Math.PI, e: Math.E };
/** @type {Record<string, number>} */
const UNITS = { deg: Math.PI / 180, '°': Math.PI / 180, rad: 1, turn: 2 * Math.PI };
/** @type {Record<string, (...args: number[]) => number>} */
const FUNCTIONS = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  min: Math.min,
  max: Math.max,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  atan2: Math.atan2,
};
const FROM_ANGLE = new Set(['sin', 'cos', 'tan']);
const TO_ANGLE = new Set(['asin', 'acos', 'atan', 'atan2']);
const KEEPS_ANGLE = new Set(['abs', 'min', 'max']);
const DEEPEST = 64;

/**
 * @param {string} text
 * @param {{ angle?: boolean, current?: number }} [field] what the field is for, and what it has now
 * @returns {Outcome}
 */
export function evaluate(text, field = {}) {
  try {
    const [, operator, rest] = /** @type {RegExpMatchArray} */ (text.trim().match(/^(?:([-+*/])=)?(.*)$/s));
    const term = new Reader(rest).whole();
    const relative = operator !== undefined;
    const value = relative ? applied(operator, term, field) : settled(term, field);
    if (!Number.isFinite(value)) return { ok: false, why: 'this has no finite value' };
    return { ok: true, value: value === 0 ? 0 : value };
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, why: error.message };
    throw error;
  }
}

/** Whether a text is relative to what the field has. @param {string} text */
export function isRelative(text) {
  return /^\s*[-+*/]=/.test(text);
}

class Mistake extends Error {}

/** @param {Term} term @param {{ angle?: boolean }} field */
function settled(term, field) {
  if (field.angle) return radians(term);
  if (term.angle) throw new Mistake('this is an angle, and the field is not');
  return term.value;
}

/** @param {string} operator @param {Term} term @param {{ angle?: boolean, current?: number }} field */
function applied(operator, term, field) {
  if (field.current === undefined) throw new Mistake('there is no one value to start from');
  switch (operator) {
    case '+':
      return field.current + settled(term, field);
    case '-':
      return field.current - settled(term, field);
    default:
      if (term.angle) throw new Mistake('angles can only be added');
      if (operator === '/' && term.value === 0) throw new Mistake('nothing can be divided by zero');
      return operator === '*' ? field.current * term.value : field.current / term.value;
  }
}

/** A term as an angle. @param {Term} term */
function radians(term) {
  return term.angle || term.round ? term.value : (term.value * Math.PI) / 180;
}

class Reader {
  /** @param {string} text */
  constructor(text) {
    /** @type {string[]} */
    this.tokens = [];
    this.at = 0;
    this.depth = 0;
    const pattern = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\p{L}_][\p{L}\p{N}_]*|°)|([-+*/^(),×·÷−]))/uy;
    while (pattern.lastIndex < text.length) {
      const from = pattern.lastIndex;
      const found = pattern.exec(text);
      if (found === null) {
        if (text.slice(from).trim() === '') break;
        throw new Mistake(`“${[...text.slice(from).trim()][0]}” is not understood`);
      }
      this.tokens.push(found[1] ?? found[2] ?? found[3]);
    }
  }

  whole() {
    if (this.tokens.length === 0) throw new Mistake('a number is missing');
    const term = this.sum();
    if (this.at < this.tokens.length) throw new Mistake(`“${this.tokens[this.at]}” is not expected here`);
    return term;
  }

  /** @returns {Term} */
  sum() {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Mistake('too many brackets');
    let left = this.product();
    for (let op = this.take('+', '-', '−'); op !== null; op = this.take('+', '-', '−')) {
      const right = this.product();
      const angle = left.angle || right.angle;
      const [a, b] = angle ? [radians(left), radians(right)] : [left.value, right.value];
      left = { value: op === '+' ? a + b : a - b, angle, round: left.round || right.round };
    }
    this.depth -= 1;
    return left;
  }

  /** @returns {Term} */
  product() {
    let left = this.signed();
    for (let op = this.take('*', '/', '×', '·', '÷'); op !== null; op = this.take('*', '/', '×', '·', '÷')) {
      const right = this.signed();
      const round = left.round || right.round;
      if (op === '/' || op === '÷') {
        if (right.value === 0) throw new Mistake('nothing can be divided by zero');
        if (right.angle && !left.angle) throw new Mistake('a number cannot be divided by an angle');
        left = { value: left.value / right.value, angle: left.angle && !right.angle, round };
      } else {
        if (left.angle && right.angle) throw new Mistake('an angle times an angle makes no sense');
        left = { value: left.value * right.value, angle: left.angle || right.angle, round };
      }
    }
    return left;
  }

  /** @returns {Term} */
  signed() {
    let sign = 1;
    for (let op = this.take('+', '-', '−'); op !== null; op = this.take('+', '-', '−')) if (op !== '+') sign = -sign;
    const term = this.power();
    return { ...term, value: sign * term.value };
  }

  /** @returns {Term} */
  power() {
    const base = this.measured();
    if (this.take('^') === null) return base;
    this.depth += 1;
    if (this.depth > DEEPEST) throw new Mistake('too many powers');
    const exponent = this.signed();
    this.depth -= 1;
    if (base.angle || exponent.angle) throw new Mistake('an angle has no powers');
    return { value: base.value ** exponent.value, angle: false, round: base.round };
  }

  /** A value and its unit. @returns {Term} */
  measured() {
    const term = this.value();
    const unit = this.tokens[this.at];
    if (unit === undefined || !Object.hasOwn(UNITS, unit.toLowerCase())) return term;
    this.at += 1;
    if (term.angle) throw new Mistake(`“${unit}” after an angle`);
    return { value: term.value * UNITS[unit.toLowerCase()], angle: true, round: false };
  }

  /** @returns {Term} */
  value() {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Mistake('a number is missing at the end');
    this.at += 1;
    if (/^[\d.]/.test(token)) return { value: Number(token), angle: false, round: false };
    if (token === '(') {
      const term = this.sum();
      this.close();
      return term;
    }
    const word = token.toLowerCase();
    if (Object.hasOwn(CONSTANTS, word)) return { value: CONSTANTS[word], angle: false, round: word !== 'e' };
    if (Object.hasOwn(FUNCTIONS, word)) return this.call(word);
    if (/[\p{L}°]/u.test(token)) throw new Mistake(`“${token}” is not known`);
    throw new Mistake(`a number is missing before “${token}”`);
  }

  /** @param {string} word @returns {Term} */
  call(word) {
    if (this.take('(') === null) throw new Mistake(`“${word}” needs brackets: ${word}(…)`);
    const terms = [this.sum()];
    while (this.take(',') !== null) terms.push(this.sum());
    this.close();
    const wanted = word === 'atan2' ? 2 : word === 'min' || word === 'max' ? terms.length : 1;
    if (terms.length !== wanted) throw new Mistake(`“${word}” takes ${wanted === 1 ? 'one number' : 'two numbers'}`);
    const angle = terms.some((term) => term.angle);
    if (angle && !FROM_ANGLE.has(word) && !KEEPS_ANGLE.has(word)) throw new Mistake(`“${word}” takes no angle`);
    const values = terms.map((term) => (angle && KEEPS_ANGLE.has(word) ? radians(term) : term.value));
    return {
      value: FUNCTIONS[word](...values),
      angle: TO_ANGLE.has(word) || (angle && KEEPS_ANGLE.has(word)),
      round: !FROM_ANGLE.has(word) && terms.some((term) => term.round),
    };
  }

  close() {
    if (this.take(')') === null) throw new Mistake('a “)” is missing');
  }

  /** @param {...string} wanted @returns {string | null} */
  take(...wanted) {
    const token = this.tokens[this.at];
    if (token === undefined || !wanted.includes(token)) return null;
    this.at += 1;
    return token === '−' ? '-' : token;
  }
}
