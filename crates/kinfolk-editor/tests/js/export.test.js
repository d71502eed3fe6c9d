// @ts-check
import { addressOf, airy } from '../../web/export_view.js';
import { check, equal } from './expect.js';

test('an address has the shape of what is shown', () => {
  equal(addressOf('png', 800, [-2, -1, 2, 1], false), 'export/png?width=800&height=400&view=-2,-1,2,1');
  equal(addressOf('svg', 320, null, true), 'export/svg?width=320&height=180&background=none');
});

test('numbers are written as the editor reads them', () => {
  const address = addressOf('png', 100, [-1e21, -1e21, 1e21, 1e21], false);
  check(!address.includes('+'));
  check(addressOf('png', 8000, [0, 0, 1, 1e9], false).includes('height=8192'));
  check(addressOf('png', 100, [0, 0, 1e9, 1], false).includes('height=1&'));
});

test('a box gets air, and something without size gets a size', () => {
  const [x0, y0, x1, y1] = /** @type {number[]} */ (airy([0, 0, 10, 10]));
  equal([x0, y0, x1, y1], [-0.5, -0.5, 10.5, 10.5]);
  const flat = /** @type {number[]} */ (airy([3, 4, 3, 4]));
  check(flat[0] < 3 && flat[2] > 3 && flat[1] < 4 && flat[3] > 4);
  equal(airy(null), null);
});
