// @ts-check
/**
 * What a typed word means: commands first, then entities.
 *
 * Every word must be in the name, in any order; names that begin with the first word come first, and otherwise the
 * order stays as it is. Nothing here needs a page.
 */

/**
 * @template T
 * @typedef {{ name: string, what: T }} Named
 */

/**
 * The best of these, at most so many.
 * @template T
 * @param {Iterable<Named<T>>} all
 * @param {string} typed
 * @param {number} most
 * @returns {Named<T>[]}
 */
export function matching(all, typed, most) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  /** @type {Named<T>[]} */ const first = [];
  /** @type {Named<T>[]} */ const rest = [];
  for (const one of all) {
    const name = one.name.toLowerCase();
    if (!words.every((word) => name.includes(word))) continue;
    if (words.length === 0 || name.startsWith(words[0])) {
      first.push(one);
      if (first.length === most) return first;
    } else if (rest.length < most) rest.push(one);
  }
  return [...first, ...rest].slice(0, most);
}
