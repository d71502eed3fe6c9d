// @ts-check
/**
 * The sections of the inspector that say what something is: names, state, tags, and the game's data.
 */

import { fill, h } from './dom.js';
import { addTag, common, layerKey, removeTag, setField } from './edits.js';
import { CheckField, line, section, TextField } from './fields.js';
import { icon } from './icons.js';
import { NumberField } from './number_field.js';

/** @typedef {import('./inspector_view.js').InspectorView} Inspector */

/** What it is called. @param {Inspector} inspector */
export function identitySection(inspector) {
  const name = new TextField({
    name: 'name',
    label: 'Name',
    write: (text) =>
      inspector.edit(
        (one) =>
          one.within && one.instance !== null
            ? text === '' || text === one.name
              ? []
              : [{ edit: 'rename', id: one.id, to: text }]
            : setField(one, 'name', text === '' ? undefined : text),
        'name',
      ),
  });
  const id = new TextField({
    name: 'id',
    label: 'Id',
    write: (text) =>
      inspector.edit((one) => (text === '' || text === one.id ? [] : [{ edit: 'rename', id: one.id, to: text }]), 'id'),
  });
  inspector.onShow((several) => {
    const part = several.some((one) => !one.written);
    const why = part ? 'Comes out of a template, and so do its name and id' : '';
    name.show(
      common(several, (one) => one.name),
      several.some((one) => !one.written && !one.within),
      why,
    );
    id.show(several.length === 1 ? several[0].id : undefined, part || several.length > 1, why);
  });
  return h(
    'section',
    { class: 'section', 'aria-label': 'Identity' },
    line('Name', name.element, 'name'),
    line('Id', id.element),
  );
}

/** Whether and where it is drawn and takes part. @param {Inspector} inspector */
export function stateSection(inspector) {
  /** @param {'visible' | 'active' | 'zRelative' | 'ySort'} key @param {string} label */
  const check = (key, label) => {
    const field = new CheckField({
      name: key,
      label,
      write: (on) => inspector.choose((one) => setField(one, key, on), key),
    });
    inspector.onShow((several) => {
      const hidden = key === 'visible' && several.some((one) => one.visible && !one.visibleInTree);
      const asleep = key === 'active' && several.some((one) => one.active && !one.activeInTree);
      field.show(
        common(several, (one) => one[key]),
        hidden ? '(hidden by its parent)' : asleep ? '(inactive by its parent)' : '',
      );
    });
    return h('div', { class: 'check-line', dataset: { key } }, field.element);
  };
  const own = new NumberField({
    name: 'z',
    label: 'Own z',
    short: 'Z',
    step: 1,
    whole: true,
    write: (values, gesture) =>
      inspector.edit((one, i) => setField(one, layerKey(one), values[Math.min(i, values.length - 1)]), 'z', gesture),
    cancel: (gesture) => {
      inspector.editor.change({ do: 'cancel', gesture }, { quiet: true });
    },
  });
  const effective = h('output', { class: 'effective', name: 'z.effective', 'aria-label': 'Effective z' });
  inspector.onShow((several) => {
    own.show(several.map((one) => one.zOwn));
    effective.textContent = `drawn at ${common(several, (one) => one.z) ?? 'several'}`;
  });
  return section(
    'State',
    check('visible', 'Visible'),
    check('active', 'Active'),
    line('Layer', h('div', { class: 'pair' }, own.element, effective), 'z'),
    check('zRelative', "Add the parent's layer"),
    check('ySort', 'Sort children by height'),
  );
}

/** The words it is found by. @param {Inspector} inspector */
export function tagsSection(inspector) {
  const list = h('ul', { class: 'tags', 'aria-label': 'Tags' });
  const input = h('input', {
    type: 'text',
    class: 'text-input tag-input',
    name: 'tag',
    'aria-label': 'Add tag',
    placeholder: 'add a tag',
    spellcheck: false,
    autocomplete: 'off',
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || input.value.trim() === '') return;
    const tag = input.value.trim();
    input.value = '';
    inspector.choose((one) => addTag(one, tag), 'tags');
  });
  inspector.onShow((several) => {
    const tags = several[0].tags.filter((tag) => several.every((one) => one.tags.includes(tag)));
    fill(
      list,
      ...tags.map((tag) => {
        const own = several.every((one) => one.ownTags.includes(tag));
        return h(
          'li',
          { class: own ? 'tag' : 'tag is-inherited', dataset: { tag }, title: own ? '' : 'From its template' },
          h('span', null, tag),
          own
            ? h(
                'button',
                {
                  type: 'button',
                  class: 'tag-remove',
                  'aria-label': `Remove tag ${tag}`,
                  onclick: () => {
                    input.focus();
                    inspector.choose((one) => removeTag(one, tag), 'tags');
                  },
                },
                icon('close'),
              )
            : null,
        );
      }),
    );
  });
  return section('Tags', h('div', { class: 'tag-box', dataset: { key: 'tags' } }, list, input));
}

/** Keys that Kinfolk does not know. @param {Inspector} inspector */
export function otherSection(inspector) {
  const extra = h('pre', { class: 'extra', tabIndex: 0, 'aria-label': 'Other keys' });
  const others = h('details', { class: 'json-field' }, h('summary', null, 'Other keys'), extra);
  const element = h('section', { class: 'section', 'aria-label': 'Other keys' }, others);
  inspector.onShow((several) => {
    const keys = several.length === 1 ? several[0].extra : {};
    element.hidden = Object.keys(keys).length === 0;
    extra.textContent = JSON.stringify(keys, null, 2);
  });
  return element;
}
