// @ts-check
import { snapped, towards, unwound } from '../../web/dial.js';
import { toRadians } from '../../web/form_fields.js';
import { overridesOf } from '../../web/inspector_overrides.js';
import { equal, near } from './expect.js';

test('the pointer says an angle, counter-clockwise from the right', () => {
  near(towards(1, 0), 0);
  near(towards(0, -1), Math.PI / 2);
  near(towards(0, 1), -Math.PI / 2);
});

test('turning on and on does not jump back', () => {
  near(unwound(-3, 3.1), -3 + 2 * Math.PI);
  near(unwound(0.1, 4 * Math.PI), 0.1 + 4 * Math.PI);
  near(unwound(1, 1.2), 1);
});

test('steps are whole degrees', () => {
  near(snapped(0.5, 15), Math.PI / 6);
  near(snapped((44.4 * Math.PI) / 180, 1), (44 * Math.PI) / 180);
});

test('angles are read in the units of documents', () => {
  near(toRadians('90deg') ?? 0, Math.PI / 2);
  near(toRadians('0.25turn') ?? 0, Math.PI / 2);
  equal([toRadians(2), toRadians('soon'), toRadians(true)], [2, null, null]);
});

test('what is overridden is reverted and applied as a whole', () => {
  /** @param {Record<string, unknown>} some @returns {any} */
  const about = (some) => ({ overridden: [], patched: [], instance: null, template: null, ...some });
  const part = about({
    id: 'b_Arm',
    instance: { id: 'b', path: 'Arm', template: 'boss' },
    overridden: ['z', 'visible'],
  });
  equal(overridesOf([part]), {
    count: 2,
    revert: [{ edit: 'revertOverride', id: 'b_Arm' }],
    apply: [{ edit: 'applyOverride', id: 'b_Arm' }],
    template: 'boss',
    whole: false,
  });
  const whole = about({ id: 'b', template: 'boss', patched: ['Arm', 'Arm/Hand'] });
  equal(overridesOf([whole]).revert, [{ edit: 'clear', id: 'b', key: 'overrides' }]);
  equal(
    overridesOf([whole]).apply.map((one) => one.id),
    ['b_Arm', 'b_Arm_Hand'],
  );
  equal(overridesOf([part, about({ id: 'k', template: 'king', patched: ['Arm'] })]).template, null);
  equal(overridesOf([about({ id: 'rock' })]).count, 0);
});
