// @ts-check
/**
 * The tree as text, drawn with lines: for messages, notes and bug reports.
 *
 * A line is a name, the id if that is another, and the template, as `kinfolk tree` writes them. Nothing
 * recurses, and past a certain level an entity says its level instead of having ever longer lines.
 */

import { ROOT } from './model.js';

/** Lines are drawn for this many levels. */
const LINED_LEVELS = 40;

/**
 * Everything at and below these, or everything if there are none.
 * @param {import('./model.js').Scene} scene
 * @param {Iterable<number>} keys
 */
export function treeText(scene, keys) {
  const top = scene.topmost(keys);
  const roots = top.length > 0 ? top : scene.childrenOf(ROOT);
  /** @type {string[]} */
  const lines = [];
  for (const root of roots) below(scene, root, lines);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** @param {import('./model.js').Scene} scene @param {number} root @param {string[]} lines */
function below(scene, root, lines) {
  lines.push(called(scene, root));
  /** What stands before the children of each level. @type {string[]} */
  const before = [''];
  let depth = 1;
  let key = scene.firstChild[root];
  while (key !== ROOT) {
    const last = scene.next[key] === ROOT;
    const lead = depth > LINED_LEVELS ? `level ${depth}: ` : before[depth - 1] + (last ? '└─ ' : '├─ ');
    lines.push(lead + called(scene, key));
    if (scene.firstChild[key] !== ROOT) {
      before[depth] = depth < LINED_LEVELS ? before[depth - 1] + (last ? '   ' : '│  ') : '';
      depth += 1;
      key = scene.firstChild[key];
      continue;
    }
    while (key !== root && scene.next[key] === ROOT) {
      key = scene.parent[key];
      depth -= 1;
    }
    key = key === root ? ROOT : scene.next[key];
  }
}

/** @param {import('./model.js').Scene} scene @param {number} key */
function called(scene, key) {
  const [id, name, template] = [scene.ids[key], scene.names[key], scene.templateOf(key)];
  const shown = name === '' || name === id ? id : `${name} (${id})`;
  // A name with line breaks must not look like several entities.
  return (template === null ? shown : `${shown}: ${template}`).replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, '�');
}
