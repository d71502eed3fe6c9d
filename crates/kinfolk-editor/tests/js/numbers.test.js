// @ts-check
import { show, showDegrees, stepped, stride, tooltip } from '../../web/numbers.js';
import { equal, near } from './expect.js';

test('few digits, and no more zeros than needed', () => {
  equal(
    [0, -0, 1, 1.5, -2.25, 0.1 + 0.2, 1 / 3, 100, 1234567.5].map((value) => show(value)),
    ['0', '0', '1', '1.5', '-2.25', '0.3', '0.3333', '100', '1234567.5'],
  );
  equal(
    [1e-7, 3e12, -4.00004].map((value) => show(value)),
    ['1e-7', '3000000000000', '-4'],
  );
  equal(show(-0.00001), '-0.00001');
});

test('angles are shown in degrees, with radians beside them', () => {
  equal([Math.PI / 2, -Math.PI / 3, (2 * Math.PI) / 3].map(showDegrees), ['90', '-60', '120']);
  equal(tooltip(Math.PI / 2, true), '1.570796 rad');
  equal(tooltip(1.25, false), '1.25');
});

test('shift goes ten times as far, alt a tenth', () => {
  const keys = { shiftKey: false, altKey: false };
  near(stride({ step: 0.1 }, keys), 0.1);
  near(stride({ step: 0.1 }, { ...keys, shiftKey: true }), 1);
  near(stride({ step: 0.1 }, { ...keys, altKey: true }), 0.01);
});

test('steps leave no dust', () => {
  let value = 0;
  for (let i = 0; i < 10; i += 1) value = stepped(value, 1, 0.1);
  equal(value, 1);
  equal(stepped(1, -10, 0.1), 0);
  equal(stepped(1 / 3, 1, 1), 1.333333);
});
