// @ts-check
/**
 * The frame around the views: splitters, tabs, and the theme.
 *
 * What people chose is remembered in the browser and nowhere else. Splitters are separators that the keyboard
 * can move as well.
 */

import { byId } from './dom.js';

/**
 * @typedef {{ id: string, property: string, least: number, most: number, start: number, axis: 'x' | 'y', sign: 1 | -1 }} Splitter
 */

/** @type {readonly Splitter[]} */
const SPLITTERS = [
  { id: 'split-tree', property: '--tree-width', least: 180, most: 640, start: 300, axis: 'x', sign: 1 },
  { id: 'split-inspector', property: '--inspector-width', least: 280, most: 640, start: 340, axis: 'x', sign: -1 },
  { id: 'split-bottom', property: '--bottom-height', least: 80, most: 560, start: 160, axis: 'y', sign: -1 },
];
const KEY_STEP = 16;

/** What was remembered under a name. @param {string} name @returns {string | null} */
export function recall(name) {
  try {
    return localStorage.getItem(`kinfolk.${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try {
    localStorage.setItem(`kinfolk.${name}`, value);
  } catch {
    // A browser that remembers nothing is no reason to stop.
  }
}

export function splitters() {
  for (const splitter of SPLITTERS) split(splitter);
}

/** @param {Splitter} splitter */
function split(splitter) {
  const element = byId(splitter.id);
  let size = 0;
  const set = (/** @type {number} */ wanted) => {
    const room = (splitter.axis === 'x' ? innerWidth : innerHeight) * 0.6;
    size = Math.round(Math.max(splitter.least, Math.min(splitter.most, room, wanted)));
    document.documentElement.style.setProperty(splitter.property, `${size}px`);
    element.setAttribute('aria-valuenow', String(size));
  };
  const keep = () => remember(splitter.id, String(size));
  element.setAttribute('aria-valuemin', String(splitter.least));
  element.setAttribute('aria-valuemax', String(splitter.most));
  set(Number(recall(splitter.id)) || splitter.start);
  element.addEventListener('pointerdown', (down) => {
    if (down.button !== 0) return;
    const from = splitter.axis === 'x' ? down.clientX : down.clientY;
    const before = size;
    const listening = new AbortController();
    element.setPointerCapture(down.pointerId);
    element.addEventListener(
      'pointermove',
      (event) => set(before + splitter.sign * ((splitter.axis === 'x' ? event.clientX : event.clientY) - from)),
      { signal: listening.signal },
    );
    element.addEventListener(
      'lostpointercapture',
      () => {
        listening.abort();
        keep();
      },
      { signal: listening.signal },
    );
  });
  element.addEventListener('dblclick', () => {
    set(splitter.start);
    keep();
  });
  element.addEventListener('keydown', (event) => {
    const [less, more] = splitter.axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    /** @type {Record<string, number>} */
    const sizes = {
      [less]: size - splitter.sign * KEY_STEP,
      [more]: size + splitter.sign * KEY_STEP,
      Home: splitter.least,
      End: splitter.most,
    };
    if (!(event.key in sizes)) return;
    event.preventDefault();
    set(sizes[event.key]);
    keep();
  });
}

/** Tabs as the ARIA practices say: arrows choose, one tab stop. */
export function tabs() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
  const choose = (/** @type {HTMLElement} */ tab) => {
    for (const one of all) {
      const chosen = one === tab;
      one.setAttribute('aria-selected', String(chosen));
      one.tabIndex = chosen ? 0 : -1;
      byId(one.getAttribute('aria-controls') ?? '').hidden = !chosen;
    }
    remember('tab', tab.id);
  };
  all.forEach((tab, i) => {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0) return;
      event.preventDefault();
      const next = all[(i + step + all.length) % all.length];
      choose(next);
      next.focus();
    });
  });
  choose(all.find((tab) => tab.id === recall('tab')) ?? all[0]);
}

/** Dark or light: what was chosen, or what the system says. @param {() => void} onChange */
export function theme(onChange) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const current = () => recall('theme') ?? (system.matches ? 'dark' : 'light');
  const apply = () => {
    document.documentElement.dataset.theme = current();
    byId('theme').setAttribute(
      'aria-label',
      current() === 'dark' ? 'Switch to the light theme' : 'Switch to the dark theme',
    );
    onChange();
  };
  system.addEventListener('change', apply);
  apply();
  return () => {
    remember('theme', current() === 'dark' ? 'light' : 'dark');
    apply();
  };
}
