// @ts-check
/**
 * Elements, made by hand.
 *
 * Text goes in as text and nothing else: names of entities are hostile. There is no other way to make an
 * element in this page, so there is none to make markup out of a string.
 */

/** @typedef {Node | string | null | undefined | false} Child */
/**
 * @typedef {Record<string, any>} Props `on…` are listeners, `dataset` is what it says, properties that exist are set, the rest are attributes
 */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props | null} [props] @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === 'dataset') Object.assign(element.dataset, value);
    else if (name === 'class') element.className = value;
    else if (name.includes('-') || name === 'role' || name === 'for' || name === 'list')
      element.setAttribute(name, String(value));
    else if (name in element) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, String(value));
  }
  fill(element, ...children);
  return element;
}

/** Puts these in place of what is inside. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(
    .../** @type {(Node | string)[]} */ (
      children.filter((child) => child !== null && child !== undefined && child !== false)
    ),
  );
}

/**
 * Sets an attribute, or takes it away; leaves alone what is right already.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null} value
 */
export function attr(element, name, value) {
  if (value === null || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? 'true' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** The element with this id, which the page always has. @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no #${id}`);
  return element;
}

/** Whether somebody types into this. @param {EventTarget | null} target */
export function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
