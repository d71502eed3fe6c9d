// @ts-check
import { fragmentOf, idsIn, LINKED_AT_MOST } from '../../web/link.js';
import { check, equal } from './expect.js';

test('what a link says is what was selected', () => {
  for (const ids of [['boss1'], ['a', 'b'], ['a,b', 'c=d&e#f', 'ä ö/%', '%2C'], ['<img src=x>']]) {
    equal(idsIn(fragmentOf(ids)), ids);
    check(/^#select=[\w%.,!~*'()-]+$/.test(fragmentOf(ids)));
  }
});

test('nothing and too many have no link', () => {
  equal(fragmentOf([]), '');
  equal(fragmentOf(Array.from({ length: LINKED_AT_MOST + 1 }, (_, i) => `e${i}`)), '');
});

test('an address of another kind selects nothing', () => {
  for (const fragment of ['', '#', '#boss1', '#select=', '#select=%', '#select=,,', '#SELECT=a']) equal(idsIn(fragment), []);
  equal(idsIn(`#select=${'a,'.repeat(1000)}`).length, LINKED_AT_MOST);
});
