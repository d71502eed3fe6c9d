// @ts-check
/**
 * What forms mean, as edits.
 *
 * A form says where inside of a field something becomes what. Keys of objects are set one by one, so that an override
 * says no more than what is different; lists are written as a whole, as the format has it. Several entities
 * are each changed from what they have.
 */

/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./edits.js').Edit} Edit */
/** @typedef {(string | number)[]} Path */
/** @typedef {(old: unknown) => unknown} Update `undefined` is absent */

/** What stands at a path; `undefined` if nothing does. @param {unknown} value @param {Path} path @returns {unknown} */
export function at(value, path) {
  /** @type {any} */
  let here = value;
  for (const key of path) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here;
}

/**
 * A copy with something else at a path; objects on the way are made, and what is not changed is shared.
 * @param {unknown} value @param {Path} path @param {Update} update @returns {unknown}
 */
export function updated(value, path, update) {
  if (path.length === 0) return update(value ?? undefined);
  const [key, ...rest] = path;
  if (Array.isArray(value)) {
    const copy = value.slice();
    const inside = updated(copy[Number(key)], rest, update);
    if (inside === undefined) copy.splice(Number(key), 1);
    else copy[Number(key)] = inside;
    return copy;
  }
  /** @type {Record<string, unknown>} */
  const copy = value !== null && typeof value === 'object' ? { .../** @type {object} */ (value) } : {};
  const inside = updated(Object.hasOwn(copy, key) ? copy[key] : undefined, rest, update);
  if (inside === undefined) delete copy[key];
  else copy[key] = inside;
  return copy;
}

/**
 * The edits that change a field of an entity somewhere inside.
 * @param {Inspection} of @param {string} key @param {Path} path @param {Update} update
 * @returns {Edit[]}
 */
export function formEdits(of, key, path, update) {
  const whole = /** @type {any} */ (of)[key] ?? undefined;
  // Up to the first list it goes key by key.
  let depth = 0;
  while (depth < path.length && !Array.isArray(at(whole, path.slice(0, depth)))) depth += 1;
  const outer = path.slice(0, depth);
  const old = at(whole, outer);
  const value = updated(old, path.slice(depth), update);
  if (JSON.stringify(value) === JSON.stringify(old)) return [];
  const way = [key, ...outer].map(String);
  if (value !== undefined) return [{ edit: 'set', id: of.id, key: way, value }];
  if (at(of.own, way) !== undefined) return [{ edit: 'clear', id: of.id, key: way }];
  // It comes from a template, so it is taken away.
  return old === undefined ? [] : [{ edit: 'set', id: of.id, key: way, value: null }];
}

/**
 * A list with one of its members moved.
 * @param {unknown} list @param {number} from @param {number} to @returns {unknown}
 */
export function moved(list, from, to) {
  if (!Array.isArray(list) || to < 0 || to >= list.length || from < 0 || from >= list.length) return list;
  const copy = list.slice();
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}

/** A sprite as a list of visuals: it may be none, one, or several. @param {unknown} sprite @returns {unknown[]} */
export function visualsOf(sprite) {
  if (sprite === null || sprite === undefined) return [];
  return Array.isArray(sprite) ? sprite : [sprite];
}

/**
 * Where a place in the list of visuals is in the sprite as it is written, and what to do there.
 * @param {unknown} sprite @param {Path} path @param {Update} update @returns {{ path: Path, update: Update }}
 */
export function inSprite(sprite, path, update) {
  if (Array.isArray(sprite)) return { path, update: path.length === 0 ? nothingIsAbsent(update) : update };
  if (path.length > 1 && sprite !== null && sprite !== undefined) return { path: path.slice(1), update };
  return {
    path: [],
    update: (old) => {
      const list = updated(visualsOf(old), path, update);
      if (!Array.isArray(list) || list.length === 0) return undefined;
      return list.length === 1 ? list[0] : list;
    },
  };
}

/** @param {Update} update @returns {Update} */
export function nothingIsAbsent(update) {
  return (old) => {
    const list = update(old);
    return Array.isArray(list) && list.length === 0 ? undefined : list;
  };
}

/**
 * What is true of a colour that is written as text: its six digits for a picker, and how much it hides.
 * @param {unknown} text @returns {{ hex: string, alpha: number } | null} nothing if it is no number of a colour
 */
export function hexOf(text) {
  const digits = typeof text === 'string' ? /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1] : undefined;
  if (digits === undefined || digits.length === 5 || digits.length === 7) return null;
  const wide = digits.length < 6 ? [...digits].map((one) => one + one).join('') : digits;
  const alpha = wide.length === 8 ? Number.parseInt(wide.slice(6), 16) / 255 : 1;
  return { hex: `#${wide.slice(0, 6).toLowerCase()}`, alpha };
}

/** A colour as it is written. @param {string} hex six digits @param {number} alpha */
export function colourText(hex, alpha) {
  const rest = Math.round(Math.max(0, Math.min(1, alpha)) * 255);
  return rest === 255 ? hex : `${hex}${rest.toString(16).padStart(2, '0')}`;
}
