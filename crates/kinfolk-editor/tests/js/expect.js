// @ts-check
/**
 * What tests say, and how they make things up: a seeded generator, so that a failure can be had again.
 */

/** @param {unknown} actual @param {unknown} wanted @param {string} [about] */
export function equal(actual, wanted, about = '') {
  const [a, w] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (a !== w) throw new Error(`${about === '' ? '' : `${about}: `}got ${a}, wanted ${w}`);
}

/** @param {number} actual @param {number} wanted @param {number} [within] */
export function near(actual, wanted, within = 1e-9) {
  if (!(Math.abs(actual - wanted) <= within * Math.max(1, Math.abs(wanted))))
    throw new Error(`got ${actual}, wanted ${wanted}`);
}

/** @param {unknown} fact @param {string} [about] */
export function check(fact, about = 'this should be true') {
  if (!fact) throw new Error(about);
}

/** Numbers between 0 and 1, always the same for a seed. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** One of these. @template T @param {() => number} chance @param {readonly T[]} list @returns {T} */
export function oneOf(chance, list) {
  return list[Math.floor(chance() * list.length)];
}
