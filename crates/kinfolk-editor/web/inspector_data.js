// @ts-check
/**
 * The sections of the inspector for what the game makes of an entity: sprite, behaviors, physics.
 *
 * Each is a form, made of what the editor says can be told there, with the same as JSON below it: whatever no
 * form can show is typed there.
 */

import { h } from './dom.js';
import { common, setField } from './edits.js';
import { JsonField } from './fields.js';
import { control } from './form.js';
import { formEdits, inSprite, visualsOf } from './form_edits.js';
import { fieldOf, kindsOf } from './schema.js';

/** @typedef {import('./inspector_view.js').InspectorView} Inspector */
/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./schema.js').Field} Field */
/** @typedef {'sprite' | 'behaviors' | 'conditionalBehaviors' | 'physics'} DataKey */

/** @type {readonly { key: DataKey, title: string, label: string }[]} */
const PARTS = [
  { key: 'sprite', title: 'Sprite', label: 'Visual' },
  { key: 'behaviors', title: 'Behaviors', label: 'Behavior' },
  { key: 'conditionalBehaviors', title: 'Conditional behaviors', label: 'Group' },
  { key: 'physics', title: 'Physics', label: 'Physics' },
];

/**
 * The fields that forms of data are made of.
 * @param {Record<string, any>} forms as the editor sends them @returns {Record<DataKey | 'rules' | 'limits', Field>}
 */
export function dataFields(forms) {
  const defs = forms.$defs;
  const plain = { doc: '', needed: false };
  /** @type {(what: string, schemas: any[]) => Field} */
  const typedList = (what, schemas) => ({
    kind: 'list',
    ...plain,
    what,
    item: { kind: 'typed', ...plain, kinds: kindsOf(schemas, defs) },
  });
  const behaviors = typedList('behavior', forms.behaviors);
  return {
    sprite: typedList('visual', forms.visuals),
    behaviors,
    conditionalBehaviors: {
      kind: 'list',
      ...plain,
      what: 'group',
      item: {
        kind: 'object',
        ...plain,
        fields: [
          { key: 'when', field: { ...fieldOf(forms.condition, defs), doc: 'The tags that it must have or lack' } },
          {
            key: 'priority',
            field: { kind: 'number', doc: 'The highest one that holds is at work', needed: false, default: 0 },
          },
          { key: 'behaviors', field: { ...behaviors, needed: true } },
        ],
      },
    },
    physics: fieldOf(defs.Physics, defs),
    limits: fieldOf(defs.Limits, defs),
    rules: {
      kind: 'list',
      ...plain,
      what: 'rule',
      item: {
        kind: 'object',
        ...plain,
        fields: [
          { key: 'name', field: { kind: 'text', doc: 'What it is called when something goes wrong', needed: false } },
          {
            key: 'on',
            field: { kind: 'typed', doc: 'What it waits for', needed: true, kinds: kindsOf(forms.triggers, defs) },
          },
          { key: 'do', field: { ...typedList('action', forms.actions), doc: 'What it does then', needed: true } },
        ],
      },
    },
  };
}

/** @param {Inspector} inspector */
export function dataSections(inspector) {
  return PARTS.map((part) => dataSection(inspector, part));
}

/** @param {Inspector} inspector @param {typeof PARTS[number]} part */
function dataSection(inspector, { key, title, label }) {
  const { editor } = inspector;
  const json = new JsonField({
    name: key,
    label: title,
    title: `${title} as JSON`,
    write: (value) => inspector.edit((one) => setField(one, key, value), key),
  });
  const body = h('div', { class: 'data-form' });
  const count = h('span', { class: 'quiet data-sum' });
  /** @type {import('./form.js').Control | null} */
  let form = null;
  const make = () => {
    if (form !== null || editor.forms === null) return;
    form = control(dataFields(editor.forms)[key], {
      name: key,
      label,
      key: key === 'physics' ? key : undefined,
      cancel: (gesture) => {
        editor.change({ do: 'cancel', gesture }, { quiet: true });
      },
      write: (path, update, gesture) =>
        inspector.edit(
          (one) => {
            const real = key === 'sprite' ? inSprite(one.sprite, path, update) : { path, update };
            return formEdits(one, key, real.path, real.update);
          },
          `${key} ${path.filter((one) => typeof one === 'string').join(' ')}`.trim(),
          gesture,
        ),
    });
    body.append(form.element);
  };
  inspector.onShow((several) => {
    make();
    const values = several.map((one) => (key === 'sprite' ? visualsOf(one.sprite) : (one[key] ?? undefined)));
    form?.show(values);
    json.show(common(several, (one) => one[key] ?? null));
    count.textContent = summed(key, several);
  });
  editor.on('forms', () => inspector.render());
  const details = h(
    'details',
    { class: 'data-field', open: key === 'sprite' },
    h('summary', { class: 'data-summary' }, h('span', { class: 'section-title' }, title), count),
    body,
  );
  return h('section', { class: 'section', 'aria-label': title }, details, json.element);
}

/** What there is, in a few words. @param {DataKey} key @param {readonly Inspection[]} several */
function summed(key, several) {
  const value = common(several, (one) => one[key] ?? null);
  if (value === undefined) return 'mixed';
  if (value === null) return 'none';
  const list = key === 'sprite' ? visualsOf(value) : value;
  if (!Array.isArray(list))
    return String(/** @type {any} */ (list)?.bodyType ?? /** @type {any} */ (list)?.shape ?? '');
  const types = list.map((one) => /** @type {any} */ (one)?.type).filter((one) => typeof one === 'string');
  return types.length === list.length && types.length > 0 ? types.join(', ') : String(list.length);
}
