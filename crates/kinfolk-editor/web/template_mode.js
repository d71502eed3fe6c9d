// @ts-check
/**
 * Editing a template in place: as long as it lasts, what is done inside of any instance is done to the
 * template. A banner says so; Esc and its button end it.
 */

import { say } from './announce.js';
import { question } from './dialog.js';
import { byId, fill, h } from './dom.js';
import { icon } from './icons.js';
import { counted, instancesOf, named } from './templates.js';

/** @typedef {import('./editor.js').Editor} Editor */

/** Shows which template is edited, and leaves it when it is gone. @param {Editor} editor */
export function templateBanner(editor) {
  const banner = byId('template-banner');
  const show = () => {
    const { within } = editor;
    banner.hidden = within === null;
    document.body.classList.toggle('is-within', within !== null);
    if (within === null) {
      fill(banner);
      return;
    }
    const uses = named(editor.templates.list, within)?.uses ?? 0;
    const follow = uses === 1 ? 'its instance follows' : `all ${counted(uses)} instances follow`;
    const words = `Editing template ${within}: ${follow}`;
    if (banner.dataset.words === words && banner.childElementCount > 0) return;
    banner.dataset.words = words;
    fill(
      banner,
      icon('template'),
      h(
        'div',
        { class: 'banner-text' },
        h('strong', null, words),
        ' ',
        h('span', { class: 'quiet' }, 'What you change inside of an instance changes the template. Esc leaves.'),
      ),
      h('button', { type: 'button', class: 'button', onclick: () => leave(editor) }, 'Done'),
    );
  };
  editor.on('within', show);
  editor.on('templates', () => {
    if (editor.within !== null && named(editor.templates.list, editor.within) === null && editor.templates.more === 0)
      leave(editor);
    show();
  });
}

/** Ends it. @param {Editor} editor */
export function leave(editor) {
  if (editor.within === null) return;
  say(`No longer editing template ${editor.within}`);
  editor.setWithin(null);
  byId('tree').focus();
}

/**
 * Begins, with an instance selected so that there is something to edit; offers to place one if there is none.
 * @param {Editor} editor @param {string} name
 */
export async function enter(editor, name) {
  const { scene, selection, templates } = editor;
  let keys = instancesOf(scene, templates.list, name);
  if (keys.length === 0) {
    const answer = await question(
      `Template ${name} has no instance`,
      [
        'It is edited by way of an instance. Place one? It is a step that can be undone, and can be deleted afterwards.',
      ],
      [
        { value: 'cancel', text: 'Cancel' },
        { value: 'place', text: 'Place one and edit', kind: 'primary' },
      ],
      { testid: 'place-dialog' },
    );
    if (answer !== 'place') return;
    const reply = await editor.change({ do: 'add', parent: null, before: null, template: name });
    if (!reply.ok) return;
    keys = instancesOf(editor.scene, templates.list, name);
  } else if (!keys.some((key) => [...selection.keys].some((one) => scene.isWithin(key, one)))) {
    // One that overrides nothing shows what the template says.
    editor.selectKeys([keys[0]]);
  }
  editor.setWithin(name);
  const uses = counted(named(editor.templates.list, name)?.uses ?? keys.length);
  say(`Editing template ${name}: all ${uses} instances follow`);
}
