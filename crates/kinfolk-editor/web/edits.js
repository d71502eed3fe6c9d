// @ts-check
/**
 * What the inspector means, as edits.
 *
 * From what is known about an entity and what somebody typed to a list of edits as `kinfolk apply` takes
 * them. Nothing is sent here, and nothing is worked out that the editor works out: only which keys to write.
 */

/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {{ edit: string, [key: string]: unknown }} Edit */
/** @typedef {'x' | 'y' | 'angle' | 'scaleX' | 'scaleY' | 'skew'} Axis */

/** @type {readonly Axis[]} */
export const AXES = ['x', 'y', 'angle', 'scaleX', 'scaleY', 'skew'];

export const INHERITABLE = ['position', 'rotation', 'scale', 'reflection', 'fullOffset'];

/**
 * Gives an entity a number of its own place. In a slot the number that is written is not the number that
 * counts: see "Slots" in `docs/format.md`.
 * @param {Inspection} of @param {Axis} axis @param {number} value
 * @returns {Edit[]}
 */
export function setLocal(of, axis, value) {
  const key = `${of.transformKey}.${axis}`;
  if (axis === 'angle' || axis === 'skew')
    return [{ edit: 'set', id: of.id, key, value: inSameUnit(value, of.own[of.transformKey]?.[axis]) }];
  const slot = of.slot === null ? undefined : of.slots[of.slot];
  if (slot === undefined || (axis !== 'x' && axis !== 'y')) return [{ edit: 'set', id: of.id, key, value }];
  const offset = slot[axis] ?? 0;
  if (of.slotMode === 'offset') return [{ edit: 'set', id: of.id, key, value: value - offset }];
  if (value !== 0 || offset === 0 || of.slotMode === 'override') return [{ edit: 'set', id: of.id, key, value }];
  // Without a mode a written zero means the slot's number, so a true zero needs one.
  const other = axis === 'x' ? 'y' : 'x';
  /** @type {Edit[]} */
  const edits = [
    { edit: 'set', id: of.id, key: 'slotMode', value: 'override' },
    { edit: 'set', id: of.id, key, value },
  ];
  if (of.own[of.transformKey]?.[other] === 0)
    edits.push({ edit: 'clear', id: of.id, key: `${of.transformKey}.${other}` });
  return edits;
}

/** Angles that an author may write as text, and their size. @type {[string, number][]} */
const UNITS = [
  ['deg', Math.PI / 180],
  ['turn', 2 * Math.PI],
];

/** An angle in the unit of its author. @param {number} radians @param {unknown} before what is written */
export function inSameUnit(radians, before) {
  for (const [unit, size] of UNITS)
    if (typeof before === 'string' && before.endsWith(unit))
      return `${Number((radians / size).toPrecision(12))}${unit}`;
  return radians;
}

/**
 * @param {Inspection} of
 * @param {string} key
 * @param {unknown} value
 * @returns {Edit[]} `undefined` clears the key, if it is written
 */
export function setField(of, key, value) {
  if (value !== undefined) return [{ edit: 'set', id: of.id, key, value }];
  return Object.hasOwn(of.own, key) ? [{ edit: 'clear', id: of.id, key }] : [];
}

/** The name that the document has for the layer: it has two, and may only use one. @param {Inspection} of */
export function layerKey(of) {
  return Object.hasOwn(of.own, 'layer') ? 'layer' : 'z';
}

/**
 * Takes back what is overridden about a field and all that is inside of it.
 * @param {Inspection} of
 * @param {string} key
 * @returns {Edit[]}
 */
export function revert(of, key) {
  return overriddenIn(of, key).map((one) => ({ edit: 'clear', id: of.id, key: one }));
}

/**
 * The overridden keys that are this one or inside of it.
 * @param {Inspection} of
 * @param {string} key
 * @returns {string[]}
 */
export function overriddenIn(of, key) {
  return of.overridden.filter((one) => one === key || one.startsWith(`${key}.`));
}

/** @param {Inspection} of @param {string} tag @returns {Edit[]} */
export function addTag(of, tag) {
  return of.tags.includes(tag) ? [] : [{ edit: 'set', id: of.id, key: 'tags', value: [...of.ownTags, tag] }];
}

/** @param {Inspection} of @param {string} tag @returns {Edit[]} */
export function removeTag(of, tag) {
  if (!of.ownTags.includes(tag)) return [];
  const left = of.ownTags.filter((one) => one !== tag);
  return left.length > 0
    ? [{ edit: 'set', id: of.id, key: 'tags', value: left }]
    : [{ edit: 'clear', id: of.id, key: 'tags' }];
}

/**
 * Which boxes are checked for an `inherit`.
 * @param {string | readonly string[]} inherit
 * @returns {string[]}
 */
export function inheritedParts(inherit) {
  switch (inherit) {
    case 'all':
      return ['position', 'rotation', 'scale', 'reflection'];
    case 'position':
      return ['position'];
    case 'topLevel':
      return [];
    default:
      return typeof inherit === 'string' ? [] : INHERITABLE.filter((part) => inherit.includes(part));
  }
}

/**
 * The shortest way to write what is checked.
 * @param {readonly string[]} parts
 * @returns {string | string[]}
 */
export function inheritOf(parts) {
  const list = INHERITABLE.filter((part) => parts.includes(part));
  for (const word of ['all', 'position', 'topLevel']) {
    const meant = inheritedParts(word);
    if (meant.length === list.length && meant.every((part) => list.includes(part))) return word;
  }
  return list;
}

/**
 * Another name, typed into the tree. The id goes with it where it is the name or is made of it.
 * @param {{ id: string, name: string, parentId: string | null }} of @param {string} typed
 * @returns {Edit | null} nothing to do
 */
export function renamed(of, typed) {
  const to = typed.trim();
  if (to === '' || to === of.name) return null;
  if (of.name === of.id || of.name === '') return { edit: 'rename', id: of.id, to };
  if (of.parentId !== null && of.id === `${of.parentId}_${of.name}`)
    return { edit: 'rename', id: of.id, to: `${of.parentId}_${to}` };
  return { edit: 'set', id: of.id, key: 'name', value: to };
}

/**
 * Another name for a part, while its template is edited.
 * @param {{ id: string, name: string }} of @param {string} typed @returns {Edit | null} nothing to do
 */
export function renamedPart(of, typed) {
  const to = typed.trim();
  return to === '' || to === of.name ? null : { edit: 'rename', id: of.id, to };
}

/**
 * What several have in common: the value, or `undefined` if they differ.
 * @template T @param {readonly Inspection[]} several @param {(one: Inspection) => T} value @returns {T | undefined}
 */
export function common(several, value) {
  if (several.length === 0) return undefined;
  const first = value(several[0]);
  const text = JSON.stringify(first);
  return several.every((one) => JSON.stringify(value(one)) === text) ? first : undefined;
}
