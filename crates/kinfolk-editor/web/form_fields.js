// @ts-check
/**
 * The controls of a form that have nothing inside: numbers, angles, texts, colours, choices, points, words, JSON.
 *
 * They are the inspector's own fields, told what to show if a key is absent: its default, in the place of what
 * could be typed.
 */

import { Dial } from './dial.js';
import { h } from './dom.js';
import { inSameUnit } from './edits.js';
import { CheckField, ChoiceField, TextField } from './fields.js';
import { colourText, hexOf } from './form_edits.js';
import { readJson } from './json.js';
import { NumberField } from './number_field.js';
import { show as shown, showDegrees } from './numbers.js';

/** @typedef {import('./schema.js').Field} Field */
/** @typedef {import('./form.js').Place} Place */
/** @typedef {import('./form.js').Control} Control */

/** @param {Field} field @param {Place} place @returns {Control} */
export function leaf(field, place) {
  switch (field.kind) {
    case 'number':
    case 'whole':
    case 'angle':
      return numberControl(field, place);
    case 'flag':
      return flagControl(field, place);
    case 'choice':
      return choiceControl(field, place);
    case 'color':
      return colourControl(field, place);
    case 'point':
      return pointControl(place);
    case 'text':
      return textControl(field, place, String, (text) => ({ ok: true, value: text }));
    case 'words':
      return textControl(field, place, (value) => [value].flat().join(', '), wordsIn);
    default:
      return textControl(
        field,
        place,
        (value) => JSON.stringify(value),
        (text) => readJson(text),
      );
  }
}

/** What several have in common; `undefined` if they differ. @param {unknown[]} values @returns {{ same: boolean, value: unknown }} */
function together(values) {
  const [first] = values;
  const text = JSON.stringify(first);
  return { same: values.every((one) => JSON.stringify(one) === text), value: first };
}

/** @param {Field} field @param {Place} place @returns {Control} */
function numberControl(field, place) {
  const angle = field.kind === 'angle';
  /** @type {unknown[]} */
  let current = [];
  const number = new NumberField({
    name: place.name,
    label: place.label,
    short: angle ? '∠' : '#',
    step: angle ? 1 : field.kind === 'whole' ? 1 : 0.1,
    angle,
    whole: field.kind === 'whole',
    cancel: place.cancel,
    write: async (values, gesture) => {
      if (field.least !== undefined && values.some((value) => value < (field.least ?? 0)))
        return `Not below ${field.least}.`;
      if (field.most !== undefined && values.some((value) => value > (field.most ?? 0)))
        return `Not above ${field.most}.`;
      let turn = 0;
      return place.write(
        [],
        (old) => {
          const value = values[Math.min(turn, values.length - 1)];
          turn += 1;
          return angle ? inSameUnit(value, old) : value;
        },
        gesture,
      );
    },
  });
  if (angle) new Dial(number);
  const radians = (/** @type {unknown} */ value) =>
    angle ? toRadians(value) : typeof value === 'number' ? value : null;
  return {
    element: number.element,
    show(values) {
      current = values;
      const absent = current.every((one) => one === undefined || one === null);
      const fallback = typeof field.default === 'number' ? field.default : 0;
      const hint =
        typeof field.default !== 'number' ? 'none' : angle ? showDegrees(field.default) : shown(field.default);
      // What is there and is no number cannot be shown as one; it stays until something is typed.
      number.show(
        current.map((one) => radians(one) ?? fallback),
        absent ? hint : current.some((one) => one !== undefined && radians(one) === null) ? 'not a number' : undefined,
      );
    },
  };
}

/** An angle as documents write it, in radians. @param {unknown} value @returns {number | null} */
export function toRadians(value) {
  if (typeof value === 'number') return value;
  const found = typeof value === 'string' ? /^\s*([-+0-9.eE]+)\s*(deg|turn)\s*$/.exec(value) : null;
  const number = found === null ? Number.NaN : Number(found[1]);
  if (found === null || !Number.isFinite(number)) return null;
  return number * (found[2] === 'deg' ? Math.PI / 180 : 2 * Math.PI);
}

/** @param {Field} field @param {Place} place @returns {Control} */
function flagControl(field, place) {
  const check = new CheckField({ name: place.name, label: '', write: (on) => place.write([], () => on) });
  check.input.setAttribute('aria-label', place.label);
  return {
    element: check.element,
    show(values) {
      const { same, value } = together(values);
      const absent = same && (value === undefined || value === null);
      check.show(same ? (absent ? field.default === true : value === true) : undefined, same ? '' : '(mixed)');
    },
  };
}

/** @param {Field} field @param {Place} place @returns {Control} */
function choiceControl(field, place) {
  const choice = new ChoiceField({
    name: place.name,
    label: place.label,
    write: (value) => value !== '\u0000' && place.write([], () => (value === '' ? undefined : value)),
  });
  return {
    element: choice.element,
    show(values) {
      const { same, value } = together(values);
      const text = value === undefined || value === null ? '' : String(value);
      const known = [...(field.choices ?? [])];
      if (same && text !== '' && !known.includes(text)) known.push(text);
      choice.show(
        [
          { value: '', text: typeof field.default === 'string' ? `${field.default} (default)` : 'none' },
          ...known.map((one) => ({ value: one, text: one })),
        ],
        same ? text : undefined,
      );
    },
  };
}

/**
 * @param {Field} field @param {Place} place @param {(value: unknown) => string} toText
 * @param {(text: string) => { ok: true, value: unknown } | { ok: false, why: string }} fromText
 * @returns {Control}
 */
function textControl(field, place, toText, fromText) {
  const text = new TextField({
    name: place.name,
    label: place.label,
    write: async (typed) => {
      if (typed === '' && !field.needed) return place.write([], () => undefined);
      const read = fromText(typed);
      return read.ok ? place.write([], () => read.value) : read.why;
    },
  });
  return {
    element: text.element,
    show(values) {
      const { same, value } = together(values);
      const absent = same && (value === undefined || value === null);
      text.show(same ? (absent ? '' : toText(value)) : undefined, false, field.doc);
      if (absent) text.input.placeholder = field.default === undefined ? '' : toText(field.default);
    },
  };
}

/** Words between commas. @param {string} text @returns {{ ok: true, value: unknown }} */
function wordsIn(text) {
  const words = text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  return { ok: true, value: words.length === 1 ? words[0] : words };
}

/** Two numbers, written as they were: `[1, 2]` or `{ "x": 1, "y": 2 }`. @param {Place} place @returns {Control} */
function pointControl(place) {
  const axes = /** @type {const} */ (['x', 'y']).map((axis, i) => {
    const number = new NumberField({
      name: `${place.name}.${axis}`,
      label: `${place.label} ${axis}`,
      short: axis.toUpperCase(),
      step: 0.1,
      cancel: place.cancel,
      write: (values, gesture) => {
        let turn = 0;
        return place.write(
          [],
          (old) => {
            const value = values[Math.min(turn, values.length - 1)];
            turn += 1;
            if (Array.isArray(old)) return old.map((one, at) => (at === i ? value : one));
            return { .../** @type {object} */ (old ?? { x: 0, y: 0 }), [axis]: value };
          },
          gesture,
        );
      },
    });
    return { axis, number };
  });
  return {
    element: h('div', { class: 'pair' }, ...axes.map((one) => one.number.element)),
    show(values) {
      const absent = values.every((one) => one === undefined || one === null);
      axes.forEach(({ axis, number }, i) => {
        const numbers = values.map((one) => {
          const value = Array.isArray(one) ? one[i] : /** @type {any} */ (one)?.[axis];
          return typeof value === 'number' ? value : 0;
        });
        number.show(numbers, absent ? '0' : undefined);
      });
    },
  };
}

/** The browser's own picker, and text for everything that it does not know: names, and how much is seen. @param {Field} field @param {Place} place @returns {Control} */
function colourControl(field, place) {
  let written = '';
  const picker = h('input', {
    type: 'color',
    class: 'colour',
    name: `${place.name}.picker`,
    'aria-label': `${place.label}, picker`,
  });
  const text = new TextField({
    name: place.name,
    label: place.label,
    write: (typed) => place.write([], () => (typed === '' ? undefined : typed)),
  });
  const probe = h('span', { class: 'colour-probe', hidden: true });
  picker.addEventListener('change', () => {
    const alpha = hexOf(written)?.alpha ?? 1;
    place.write([], () => colourText(picker.value, alpha));
  });
  return {
    element: h('div', { class: 'colour-line' }, picker, text.element, probe),
    show(values) {
      const { same, value } = together(values);
      const absent = same && (value === undefined || value === null);
      written = same && typeof value === 'string' ? value : '';
      text.show(same ? (absent ? '' : String(value)) : undefined, false, field.doc);
      if (absent) text.input.placeholder = typeof field.default === 'string' ? field.default : 'none';
      picker.value = hexOf(written)?.hex ?? named(probe, written) ?? hexOf(field.default)?.hex ?? '#000000';
      picker.classList.toggle('is-absent', absent && field.default === undefined);
    },
  };
}

/** The digits of a colour that has a name. @param {HTMLElement} probe @param {string} name @returns {string | null} */
function named(probe, name) {
  if (name === '') return null;
  probe.style.color = '';
  probe.style.color = name;
  if (probe.style.color === '') return null;
  const parts = /** @type {RegExpMatchArray | null} */ (getComputedStyle(probe).color.match(/\d+/g));
  if (parts === null || parts.length < 3) return null;
  return `#${parts
    .slice(0, 3)
    .map((one) => Number(one).toString(16).padStart(2, '0'))
    .join('')}`;
}
