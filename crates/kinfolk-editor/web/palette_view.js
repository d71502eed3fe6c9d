// @ts-check
/**
 * The command palette: everything that can be done and everybody who is there, found by typing.
 *
 * It is a combobox over a list, as the ARIA practices say: the focus stays in the field, arrows choose, Enter
 * runs, Esc closes and gives the focus back. A command that is not possible now is listed, and says why.
 */

import { COMMANDS, nameOf, perform } from './commands.js';
import { h } from './dom.js';
import { label } from './drop.js';
import { ROOT } from './model.js';
import { matching } from './palette.js';
import { spelled } from './shortcuts.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./commands.js').Page} Page */
/** @typedef {{ name: string, note: string, why: string | null, run: () => void }} Item */

const MOST_COMMANDS = 60;
const MOST_ENTITIES = 30;

/** @param {Editor} editor @param {Page} page */
export function openPalette(editor, page) {
  const input = h('input', {
    type: 'text',
    class: 'palette-input',
    role: 'combobox',
    'aria-label': 'Command or entity',
    'aria-expanded': 'true',
    'aria-controls': 'palette-list',
    'aria-autocomplete': 'list',
    placeholder: 'Type a command or the name of an entity',
    spellcheck: false,
    autocomplete: 'off',
  });
  const list = h('ul', { class: 'palette-list', role: 'listbox', id: 'palette-list', 'aria-label': 'Found' });
  const none = h('p', { class: 'palette-none quiet', role: 'status' });
  const dialog = h('dialog', { class: 'palette', id: 'palette', 'aria-label': 'Command palette' }, input, list, none);
  /** @type {Item[]} */ let items = [];
  let chosen = 0;

  const choose = (/** @type {number} */ index) => {
    chosen = index;
    [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === chosen)));
    const option = list.children[chosen];
    if (option === undefined) input.removeAttribute('aria-activedescendant');
    else {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  };
  const show = () => {
    items = found(editor, page, input.value);
    list.replaceChildren(
      ...items.map((item, i) =>
        h(
          'li',
          {
            class: item.why === null ? 'palette-item' : 'palette-item is-impossible',
            role: 'option',
            id: `palette-${i}`,
            'aria-disabled': String(item.why !== null),
            onclick: () => run(i),
            onpointermove: () => i !== chosen && choose(i),
          },
          h('span', { class: 'palette-name' }, item.name),
          h('span', { class: 'palette-note quiet' }, item.why ?? item.note),
        ),
      ),
    );
    none.textContent = items.length === 0 ? 'Nothing is called that.' : '';
    none.hidden = items.length > 0;
    choose(0);
  };
  const run = (/** @type {number} */ index) => {
    const item = items[index];
    if (item === undefined) return;
    dialog.close();
    // The focus is back where it was before anything is done with it.
    item.run();
  };
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    /** @type {Record<string, number>} */
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    const step = steps[event.key];
    if (event.key === 'Enter') run(chosen);
    else if (step === undefined || items.length === 0) return;
    else if (Math.abs(step) === 1) choose((chosen + step + items.length) % items.length);
    else choose(Math.max(0, Math.min(items.length - 1, chosen + step)));
    event.preventDefault();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  show();
  input.focus();
}

/** @param {Editor} editor @param {Page} page @param {string} typed @returns {Item[]} */
function found(editor, page, typed) {
  const commands = COMMANDS.filter((one) => one.id !== 'palette').map((one) => ({
    name: nameOf(one, editor),
    what: one,
  }));
  const some = matching(commands, typed, MOST_COMMANDS).map(({ name, what }) => ({
    name,
    note: what.keys.length > 0 ? spelled(what.keys[0]) : '',
    why: what.why?.(editor) ?? null,
    run: () => perform(what, editor, page),
  }));
  if (typed.trim() === '') return some;
  const { scene } = editor;
  const entities = matching(everybody(scene), typed, MOST_ENTITIES).map(({ what }) => ({
    name: label(scene, what),
    note: scene.templateOf(what) ?? 'entity',
    why: null,
    run: () => {
      editor.selectKeys([what]);
      page.frame();
    },
  }));
  return [...some, ...entities];
}

/** In document order. @param {import('./model.js').Scene} scene */
function* everybody(scene) {
  for (let key = scene.firstRoot; key !== ROOT; key = scene.following(key))
    yield { name: `${scene.names[key]} ${scene.ids[key]}`, what: key };
}
