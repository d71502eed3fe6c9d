// @ts-check
/**
 * Keys and their names: "Ctrl+Shift+G".
 *
 * On a Mac the command key counts as Ctrl. A shortcut matches exactly: Ctrl+G is not met by Ctrl+Shift+G.
 */

/**
 * @typedef {{ key: string, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean, altKey: boolean, code?: string }} Keys
 */

/**
 * @param {string} shortcut @param {Keys} event
 */
export function isPressed(shortcut, event) {
  const parts = shortcut.split('+');
  const last = parts.pop() || '+';
  if (parts.includes('Ctrl') !== (event.ctrlKey || event.metaKey)) return false;
  if (parts.includes('Shift') !== event.shiftKey) return false;
  if (parts.includes('Alt') !== event.altKey) return false;
  return named(event, last) === last.toLowerCase();
}

/** @param {Keys} event @param {string} wanted */
function named(event, wanted) {
  if (event.key === ' ') return 'space';
  // With Shift or Alt the letter may be another one; the place on the keyboard is still the same.
  if (/^[A-Za-z0-9]$/.test(wanted) && /^(Key|Digit)./.test(event.code ?? '') && (event.altKey || event.shiftKey)) {
    return /** @type {string} */ (event.code).replace(/^(Key|Digit)/, '').toLowerCase();
  }
  return event.key.toLowerCase();
}

/** As people read it. @param {string} shortcut */
export function spelled(shortcut) {
  return shortcut
    .replace('ArrowUp', '↑')
    .replace('ArrowDown', '↓')
    .replace('ArrowLeft', '←')
    .replace('ArrowRight', '→');
}

/** As `aria-keyshortcuts` wants it. @param {string} shortcut */
export function forAria(shortcut) {
  return shortcut.replace('Ctrl', 'Control');
}
