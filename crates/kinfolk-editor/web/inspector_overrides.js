// @ts-check
/**
 * What is overridden about a part, or about all parts of an instance, as a whole: taken back, or given to the
 * template, which says how many follow.
 */

import { say } from './announce.js';
import { h } from './dom.js';
import { icon } from './icons.js';
import { instances, named } from './templates.js';

/** @typedef {import('./inspector_view.js').InspectorView} Inspector */
/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./edits.js').Edit} Edit */

/**
 * What is overridden here: of parts themselves, and of the parts of instances.
 * @param {readonly Inspection[]} several
 * @returns {{ count: number, revert: Edit[], apply: Edit[], template: string | null, whole: boolean }}
 */
export function overridesOf(several) {
  const parts = several.filter((one) => one.instance !== null && one.overridden.length > 0);
  const wholes = several.filter((one) => one.instance === null && one.patched.length > 0);
  const templates = new Set([...parts.map((one) => one.instance?.template), ...wholes.map((one) => one.template)]);
  return {
    count:
      parts.reduce((sum, one) => sum + one.overridden.length, 0) +
      wholes.reduce((sum, one) => sum + one.patched.length, 0),
    revert: [
      ...parts.map((one) => ({ edit: 'revertOverride', id: one.id })),
      ...wholes.map((one) => ({ edit: 'clear', id: one.id, key: 'overrides' })),
    ],
    apply: [
      ...parts.map((one) => ({ edit: 'applyOverride', id: one.id })),
      ...wholes.flatMap((one) =>
        one.patched.map((path) => ({ edit: 'applyOverride', id: `${one.id}_${path.replaceAll('/', '_')}` })),
      ),
    ],
    template: templates.size === 1 ? ([...templates][0] ?? null) : null,
    whole: parts.length === 0,
  };
}

/** @param {Inspector} inspector */
export function overridesSection(inspector) {
  const { editor } = inspector;
  const words = h('span', { class: 'overrides-words' });
  const revert = h(
    'button',
    { type: 'button', class: 'button', name: 'overrides.revert' },
    icon('revert'),
    'Revert all',
  );
  const apply = h('button', { type: 'button', class: 'button', name: 'overrides.apply' });
  const element = h(
    'section',
    { class: 'section overrides', 'aria-label': 'Overrides', hidden: true },
    words,
    h('div', { class: 'overrides-actions' }, revert, apply),
  );
  const run = async (/** @type {Edit[]} */ edits, /** @type {string} */ name, /** @type {string} */ done) => {
    // Overrides are the instance's, also while a template is edited.
    const reply = await editor.edit(edits, name, { plain: true });
    if (reply?.ok) say(done);
  };
  revert.addEventListener('click', () => {
    const { revert: edits, count } = overridesOf(editor.inspections);
    run(edits, `Revert all overrides of ${inspector.whose()}`, `${count} reverted`);
  });
  apply.addEventListener('click', () => {
    const { apply: edits, template } = overridesOf(editor.inspections);
    const follow = instances(named(editor.templates.list, template)?.uses ?? 0);
    run(
      edits,
      `Apply overrides of ${inspector.whose()} to template ${template}`,
      `Template ${template} changed, ${follow} follow`,
    );
  });
  inspector.onShow((several) => {
    const found = overridesOf(several);
    element.hidden = found.count === 0;
    const what = found.whole
      ? found.count === 1
        ? 'part is'
        : 'parts are'
      : found.count === 1
        ? 'field is'
        : 'fields are';
    words.textContent = `${found.count} ${what} overridden here.`;
    apply.hidden = found.template === null;
    const uses = named(editor.templates.list, found.template)?.uses ?? 0;
    apply.textContent = `Apply to template ${found.template} (${instances(uses)})`;
  });
  editor.on('templates', () => inspector.render());
  return element;
}
