// @ts-check
/**
 * Saying things: to those who listen, and to those who look.
 *
 * `say` is spoken by screen readers and shown nowhere. `notice` is shown for a while and spoken; refusals are
 * such notices, and stay until somebody closes them or says something else.
 */

import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';

const SHOWN_MS = 5000;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let turn = 0;

/** Speaks politely. @param {string} words */
export function say(words) {
  // Two regions in turns: the same words twice are then still spoken twice.
  turn = 1 - turn;
  byId(`spoken-${turn}`).textContent = words;
  byId(`spoken-${1 - turn}`).textContent = '';
}

/** Shows and speaks that something was done. @param {string} words */
export function notice(words) {
  show('info', words, null);
  timer = setTimeout(hide, SHOWN_MS);
}

/** Shows and speaks why something was not done. @param {string} why @param {string | null} [help] */
export function refuse(why, help = null) {
  show('error', why, help);
  timer = setTimeout(hide, SHOWN_MS * 2);
}

/** @param {'info' | 'error'} kind @param {string} words @param {string | null} help */
function show(kind, words, help) {
  clearTimeout(timer);
  const box = byId('notice');
  box.dataset.kind = kind;
  fill(
    box,
    icon(kind),
    h(
      'div',
      { class: 'notice-text' },
      h('div', null, words),
      help === null ? null : h('div', { class: 'quiet' }, help),
    ),
    // Whoever closes it with the mouse goes on with the keyboard where it was.
    h(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        'aria-label': 'Close this message',
        onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: close,
      },
      icon('close'),
    ),
  );
  box.hidden = false;
}

function close() {
  const inside = byId('notice').contains(document.activeElement);
  hide();
  if (inside) byId('tree').focus();
}

function hide() {
  clearTimeout(timer);
  byId('notice').hidden = true;
}
