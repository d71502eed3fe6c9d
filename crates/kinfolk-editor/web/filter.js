// @ts-check
/**
 * What is searched for, and what of a scene that keeps.
 *
 * A query is words, all of which must match, without regard to case: a plain one in the name or the id,
 * `template:x` in the template's name, `tag:x` in one of the tags. Quotes keep a word with blanks together.
 * What matches is kept, and so are its ancestors, since a row without them would hang in the air.
 */

import { ROOT } from './model.js';

/** @typedef {import('./model.js').Scene} Scene */
/** @typedef {{ words: string[], templates: string[], tags: string[] }} Query */

export const MATCHED = 2;
export const ABOVE = 1;

/**
 * Reads a query; one that asks for nothing is `null`.
 * @param {string} text
 * @returns {Query | null}
 */
export function parseQuery(text) {
  /** @type {Query} */
  const query = { words: [], templates: [], tags: [] };
  for (const token of text.toLowerCase().match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []) {
    const [, field, rest] = /** @type {RegExpMatchArray} */ (token.match(/^(template:|tag:)?(.*)$/s));
    const word = rest.replaceAll('"', '');
    if (field === 'template:') query.templates.push(word);
    else if (field === 'tag:') query.tags.push(word);
    else if (word !== '') query.words.push(word);
  }
  return query.words.length + query.templates.length + query.tags.length === 0 ? null : query;
}

/**
 * Whether one entity matches.
 * @param {Scene} scene @param {Query} query @param {number} key
 */
export function matches(scene, query, key) {
  for (const word of query.templates) {
    if (!(scene.templateOf(key)?.toLowerCase().includes(word) ?? false)) return false;
  }
  for (const word of query.tags) {
    if (!scene.tagsOf(key).some((tag) => tag.toLowerCase().includes(word))) return false;
  }
  if (query.words.length === 0) return true;
  const name = scene.names[key].toLowerCase();
  const id = scene.ids[key].toLowerCase();
  return query.words.every((word) => name.includes(word) || id.includes(word));
}

/**
 * What a query keeps: `MATCHED` or `ABOVE` by key, and how many matched.
 * @param {Scene} scene @param {Query} query
 */
export function keep(scene, query) {
  const kept = new Uint8Array(scene.capacity);
  let count = 0;
  for (let key = 0; key < scene.capacity; key += 1) {
    if (!scene.alive[key] || !matches(scene, query, key)) continue;
    kept[key] = MATCHED;
    count += 1;
    for (let at = scene.parent[key]; at !== ROOT && kept[at] === 0; at = scene.parent[at]) kept[at] = ABOVE;
  }
  return { kept, count };
}
