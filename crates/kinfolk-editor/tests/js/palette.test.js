// @ts-check
import { matching } from '../../web/palette.js';
import { equal } from './expect.js';

const all = ['Add child', 'Duplicate', 'Wrap in parent', 'Unwrap children', 'Delete, keep children'].map((name) => ({
  name,
  what: name,
}));

/** @param {string} typed @param {number} [most] */
const found = (typed, most = 10) => matching(all, typed, most).map((one) => one.what);

test('all words must be in the name, in any order', () => {
  equal(found('keep del'), ['Delete, keep children']);
  equal(found('children x'), []);
});

test('names that begin so come first', () => {
  equal(found('wrap'), ['Wrap in parent', 'Unwrap children']);
  equal(found('D'), ['Duplicate', 'Delete, keep children', 'Add child', 'Unwrap children']);
});

test('without a word everything is found, in its order, and never too many', () => {
  equal(found('  '), all.map((one) => one.what));
  equal(found('', 2), ['Add child', 'Duplicate']);
  equal(found('d', 3), ['Duplicate', 'Delete, keep children', 'Add child']);
});
