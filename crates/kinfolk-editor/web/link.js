// @ts-check
/**
 * What is selected, as the end of the page's address.
 *
 * `#select=boss1,lamp` selects these when the page opens or the address changes, and follows what people
 * select, without an entry in the browser's history for each. Ids are escaped, so any text is an id.
 */

/** More than this many are not put into an address. */
export const LINKED_AT_MOST = 20;

const KEY = '#select=';
/** The address follows when nothing else has been selected for so long. */
const QUIET_MS = 200;

/** The end of an address that selects these; empty for none or too many. @param {readonly string[]} ids */
export function fragmentOf(ids) {
  if (ids.length === 0 || ids.length > LINKED_AT_MOST) return '';
  return KEY + ids.map((id) => encodeURIComponent(id)).join(',');
}

/** The ids in the end of an address. @param {string} fragment @returns {string[]} */
export function idsIn(fragment) {
  if (!fragment.startsWith(KEY)) return [];
  try {
    const ids = fragment.slice(KEY.length).split(',').map(decodeURIComponent);
    return ids.filter((id) => id !== '').slice(0, LINKED_AT_MOST);
  } catch {
    return []; // somebody has cut the address short
  }
}

/**
 * Keeps the address and the selection in step.
 * @param {import('./editor.js').Editor} editor
 */
export function follow(editor) {
  const select = () => {
    const keys = idsIn(location.hash)
      .map((id) => editor.scene.find(id))
      .filter((key) => key >= 0);
    if (keys.length > 0) editor.selectKeys(keys);
  };
  let ready = false;
  editor.on('scene', () => {
    if (ready) return;
    // The rows come right behind the scene, and what is selected has to be shown among them.
    queueMicrotask(() => {
      ready = true;
      select();
    });
  });
  const write = () => {
    if (editor.selection.keys.size > LINKED_AT_MOST) return;
    const fragment = fragmentOf(editor.selectedIds());
    if (fragment !== location.hash) history.replaceState(null, '', fragment === '' ? location.pathname : fragment);
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let writing;
  editor.on('selection', () => {
    if (!ready) return;
    // Browsers take it amiss if the address is another one with every key.
    clearTimeout(writing);
    writing = setTimeout(write, QUIET_MS);
  });
  window.addEventListener('hashchange', select);
}
