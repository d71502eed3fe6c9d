// @ts-check
/**
 * What the page knows about templates.
 *
 * Answers questions about the list that the editor sends and the rows of the scene; nothing is asked or
 * drawn here.
 */

/** @typedef {import('./protocol.js').Template} Template */
/** @typedef {import('./model.js').Scene} Scene */

/** A count as people read it: 1,000. @param {number} count */
export function counted(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "1 instance", "1,000 instances". @param {number} count */
export function instances(count) {
  return count === 1 ? '1 instance' : `${counted(count)} instances`;
}

/** @param {readonly Template[]} list @param {string | null} name @returns {Template | null} */
export function named(list, name) {
  return list.find((one) => one.name === name) ?? null;
}

/**
 * A template and all that extend it, however far.
 * @param {readonly Template[]} list @param {string} name @returns {Set<string>}
 */
export function withVariants(list, name) {
  const found = new Set([name]);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const one of list) if (one.extends !== null && found.has(one.extends)) found.add(one.name);
  }
  return found;
}

/**
 * The keys of everything that is made of a template or of a variant of it, in document order.
 * @param {Scene} scene @param {readonly Template[]} list @param {string} name @returns {number[]}
 */
export function instancesOf(scene, list, name) {
  const names = withVariants(list, name);
  const wanted = new Set();
  scene.strings.forEach((text, index) => names.has(text) && wanted.add(index));
  /** @type {number[]} */
  const keys = [];
  for (let key = 0; key < scene.capacity; key += 1)
    if (scene.alive[key] === 1 && wanted.has(scene.template[key])) keys.push(key);
  return scene.sorted(keys);
}

/**
 * Those whose name or description has all words of a query.
 * @param {readonly Template[]} list @param {string} query @returns {Template[]}
 */
export function found(list, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter((one) => {
    const text = `${one.name} ${one.description ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A name like this one that no template has. @param {readonly Template[]} list @param {string} like */
export function freeName(list, like) {
  const taken = new Set(list.map((one) => one.name));
  if (!taken.has(like)) return like;
  const stem = like.replace(/\d+$/, '');
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

/**
 * Where the looks of a picture are, in the units of the template.
 * @param {Template} template @param {readonly import('./protocol.js').Look[]} looks
 * @returns {[number, number, number, number] | null}
 */
export function boxOf(template, looks) {
  /** @type {[number, number, number, number] | null} */
  let box = null;
  for (const [look, [a, b, c, d, tx, ty]] of template.picture) {
    const own = looks[look]?.box;
    if (own === undefined) continue;
    for (const [x, y] of [
      [own[0], own[1]],
      [own[2], own[1]],
      [own[0], own[3]],
      [own[2], own[3]],
    ]) {
      const [wx, wy] = [a * x + c * y + tx, b * x + d * y + ty];
      box =
        box === null
          ? [wx, wy, wx, wy]
          : [Math.min(box[0], wx), Math.min(box[1], wy), Math.max(box[2], wx), Math.max(box[3], wy)];
    }
  }
  return box;
}
