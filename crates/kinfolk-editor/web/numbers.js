// @ts-check
/**
 * Numbers as people see and drag them.
 *
 * Shown with few digits, kept with all: a field that nobody typed into never writes the rounded number.
 */

const DEGREES = 180 / Math.PI;

/**
 * A number with at most `digits` behind the point, and no more zeros than needed.
 * @param {number} value
 * @param {number} [digits]
 */
export function show(value, digits = 4) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e9 || size < 10 ** -digits / 2)) return String(Number(value.toPrecision(6)));
  const text = value.toFixed(digits);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

/** An angle in radians as degrees. @param {number} radians */
export function showDegrees(radians) {
  return show(radians * DEGREES, 3);
}

/** What stands in a tooltip: the whole number. @param {number} value @param {boolean} angle */
export function tooltip(value, angle) {
  return angle ? `${show(value, 6)} rad` : show(value, 6);
}

/**
 * How far one step goes.
 * @param {{ step: number }} field @param {{ shiftKey: boolean, altKey: boolean }} keys Shift is ten times as far, Alt a tenth
 */
export function stride(field, keys) {
  return field.step * (keys.shiftKey ? 10 : 1) * (keys.altKey ? 0.1 : 1);
}

/**
 * A number after `steps` steps, without the dust that adding tenths leaves.
 * @param {number} start @param {number} steps @param {number} size of a step
 */
export function stepped(start, steps, size) {
  const moved = start + steps * size;
  const digits = Math.max(0, Math.min(12, 6 - Math.floor(Math.log10(Math.abs(size)))));
  const value = Number(moved.toFixed(digits));
  return value === 0 ? 0 : value;
}
