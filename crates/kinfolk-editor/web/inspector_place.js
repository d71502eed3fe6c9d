// @ts-check
/**
 * The sections of the inspector that say where something is: transform, inheritance, slot.
 *
 * Local and world numbers stand side by side and both can be written: local ones as edits of the document,
 * world ones by asking the editor to find the local ones.
 */

import { Dial } from './dial.js';
import { h } from './dom.js';
import { AXES, common, INHERITABLE, inheritedParts, inheritOf, setField, setLocal } from './edits.js';
import { CheckField, ChoiceField, line, section, told } from './fields.js';
import { NumberField } from './number_field.js';

/** @typedef {import('./inspector_view.js').InspectorView} Inspector */
/** @typedef {import('./edits.js').Axis} Axis */

/** @type {Record<Axis, { label: string, short: string, step: number, angle?: boolean }>} */
export const NUMBERS = {
  x: { label: 'x', short: 'X', step: 0.1 },
  y: { label: 'y', short: 'Y', step: 0.1 },
  angle: { label: 'angle', short: '∠', step: 1, angle: true },
  scaleX: { label: 'scale x', short: 'X', step: 0.05 },
  scaleY: { label: 'scale y', short: 'Y', step: 0.05 },
  skew: { label: 'skew', short: '∡', step: 1, angle: true },
};
const ROWS = { x: 'Position x', y: 'Position y', angle: 'Angle', scaleX: 'Scale x', scaleY: 'Scale y', skew: 'Skew' };

/** Where it is, in its own numbers and in the world. @param {Inspector} inspector */
export function transformSection(inspector) {
  const axes = /** @type {const} */ (['local', 'world']).map((which) => {
    const radio = h('input', { type: 'radio', name: 'axes', value: which, checked: inspector.editor.axes === which });
    radio.addEventListener('change', () => inspector.editor.setAxes(which));
    inspector.editor.on('axes', () => {
      radio.checked = inspector.editor.axes === which;
    });
    return h('label', { class: 'segment' }, radio, h('span', null, which === 'local' ? 'Local' : 'World'));
  });
  const rows = AXES.map((axis) => {
    const about = NUMBERS[axis];
    const cancel = (/** @type {string} */ gesture) => {
      inspector.editor.change({ do: 'cancel', gesture }, { quiet: true });
    };
    const isBehind = () => inspector.editor.isBehind;
    const local = new NumberField({
      ...about,
      isBehind,
      name: `local.${axis}`,
      label: `Local ${about.label}`,
      cancel,
      write: (values, gesture) =>
        inspector.edit(
          (one, i) => setLocal(one, axis, values[Math.min(i, values.length - 1)]),
          `local ${about.label}`,
          gesture,
        ),
    });
    const world = new NumberField({
      ...about,
      isBehind,
      name: `world.${axis}`,
      label: `World ${about.label}`,
      cancel,
      write: (values, gesture) => place(inspector, axis, values, gesture),
    });
    if (about.angle) for (const field of [local, world]) new Dial(field);
    inspector.onShow((several) => {
      local.show(several.map((one) => one.local[axis]));
      world.show(several.map((one) => one.world[axis]));
    });
    return h(
      'div',
      { class: 'transform-row', dataset: { axis } },
      h('span', { class: 'line-name', 'aria-hidden': 'true' }, ROWS[axis]),
      local.element,
      world.element,
    );
  });
  return h(
    'section',
    { class: 'section', 'aria-label': 'Transform' },
    h(
      'div',
      { class: 'transform-row transform-head' },
      h('h3', { class: 'section-title' }, 'Transform'),
      h('span', { class: 'quiet' }, 'Local'),
      h('span', { class: 'quiet' }, 'World'),
    ),
    ...rows,
    h(
      'div',
      { class: 'line' },
      h('span', { class: 'line-name', 'aria-hidden': 'true' }, 'Gizmos use'),
      h('div', { class: 'segments', role: 'radiogroup', 'aria-label': 'Gizmos use' }, ...axes),
    ),
  );
}

/**
 * Sets own numbers so that the world has these.
 * @param {Inspector} inspector
 * @param {Axis} axis
 * @param {number[]} values
 * @param {string | undefined} gesture
 * @returns {Promise<string | null>}
 */
async function place(inspector, axis, values, gesture) {
  const ids = inspector.editor.inspections.map((one) => one.id);
  const world = ids.map((_, i) => ({ [axis]: values[Math.min(i, values.length - 1)] }));
  const name = `Set world ${NUMBERS[axis].label} of ${inspector.whose()}`;
  const reply = await inspector.editor.change(
    { do: 'place', ids, world, name, ...(gesture === undefined ? {} : { gesture }) },
    { quiet: true },
  );
  return reply.ok ? null : told(reply);
}

/** What it takes over from its parent. @param {Inspector} inspector */
export function inheritSection(inspector) {
  const preset = new ChoiceField({
    name: 'inherit',
    label: 'Inherits',
    write: (value) => value !== 'list' && inspector.choose((one) => setField(one, 'inherit', value), 'inherit'),
  });
  const boxes = INHERITABLE.map(
    (part) =>
      new CheckField({
        name: `inherit.${part}`,
        label: part === 'fullOffset' ? 'full offset' : part,
        write: (on) =>
          inspector.choose((one) => {
            const others = inheritedParts(one.inherit).filter((other) => other !== part);
            return setField(one, 'inherit', inheritOf(on ? [...others, part] : others));
          }, 'inherit'),
      }),
  );
  inspector.onShow((several) => {
    const value = common(several, (one) => one.inherit);
    preset.show(
      [
        { value: 'all', text: 'Everything' },
        { value: 'position', text: 'Position only' },
        { value: 'topLevel', text: 'Nothing (top level)' },
        ...(Array.isArray(value) ? [{ value: 'list', text: 'Chosen parts' }] : []),
      ],
      Array.isArray(value) ? 'list' : value,
    );
    boxes.forEach((box, i) => box.show(common(several, (one) => inheritedParts(one.inherit).includes(INHERITABLE[i]))));
  });
  return section(
    'Inherits',
    line('From parent', preset.element, 'inherit'),
    h('div', { class: 'checks', role: 'group', 'aria-label': 'Inherited parts' }, ...boxes.map((box) => box.element)),
  );
}

/** Which of its parent's slots it is in. @param {Inspector} inspector */
export function slotSection(inspector) {
  const slot = new ChoiceField({
    name: 'slot',
    label: 'Slot',
    write: (value) => inspector.choose((one) => setField(one, 'slot', value === '' ? undefined : value), 'slot'),
  });
  const mode = new ChoiceField({
    name: 'slotMode',
    label: 'Slot mode',
    write: (value) =>
      inspector.choose((one) => setField(one, 'slotMode', value === '' ? undefined : value), 'slot mode'),
  });
  const note = h('div', { class: 'quiet note' });
  inspector.onShow((several) => {
    const names = Object.keys(several[0].slots).filter((name) =>
      several.every((one) => Object.hasOwn(one.slots, name)),
    );
    const chosen = common(several, (one) => one.slot ?? '');
    if (chosen && !names.includes(chosen)) names.push(chosen);
    slot.show(
      [{ value: '', text: 'none' }, ...names.map((name) => ({ value: name, text: name }))],
      chosen,
      names.length === 0,
    );
    mode.show(
      [
        { value: '', text: 'zero means the slot' },
        { value: 'offset', text: 'offset from the slot' },
        { value: 'override', text: 'own numbers win' },
      ],
      common(several, (one) => one.slotMode ?? ''),
      chosen === '',
    );
    note.textContent = names.length === 0 ? 'The parent offers no slots.' : '';
    note.hidden = names.length > 0;
  });
  return section('Slot', line('Slot', slot.element, 'slot'), line('Numbers', mode.element, 'slotMode'), note);
}
