// @ts-check
import { assignRows, MOST, scrollTo, visibleRows } from '../../web/window.js';
import { check, equal, random } from './expect.js';

test('all that can be seen is there, and never more than a hundred', () => {
  const chance = random(5);
  for (let i = 0; i < 2000; i += 1) {
    const length = Math.floor(chance() * 100000);
    const height = chance() * 2000;
    const top = chance() * Math.max(0, length * 24 - height);
    const { first, end } = visibleRows(length, 24, top, height);
    check(end - first <= MOST, `${end - first} rows`);
    check(first >= 0 && end <= length);
    const lastSeen = Math.min(length, Math.ceil((top + height) / 24));
    check(first * 24 <= top || length === 0, 'a blank row above');
    check(end >= lastSeen, `a blank row below: ${end} of ${lastSeen}`);
  }
});

test('short lists are there as a whole', () => {
  equal(visibleRows(5, 24, 0, 600), { first: 0, end: 5 });
  equal(visibleRows(0, 24, 0, 600), { first: 0, end: 0 });
  equal(visibleRows(5, 24, 9999, 600), { first: 0, end: 5 });
});

test('elements of rows that stay are left alone', () => {
  equal(assignRows([], 3, 6), [3, 4, 5]);
  equal(assignRows([3, 4, 5], 4, 7), [6, 4, 5]);
  equal(assignRows([3, 4, 5], 10, 12), [10, 11, -1]);
  equal(assignRows([3, -1, 5], 3, 7), [3, 4, 5, 6]);
});

test('every row has exactly one element, however it is scrolled', () => {
  const chance = random(6);
  /** @type {number[]} */
  let held = [];
  for (let i = 0; i < 500; i += 1) {
    const first = Math.floor(chance() * 50);
    const end = first + Math.floor(chance() * 40);
    held = assignRows(held, first, end);
    equal(
      held.filter((row) => row >= 0).sort((a, b) => a - b),
      Array.from({ length: end - first }, (_, n) => first + n),
    );
  }
});

test('scrolling goes no further than needed', () => {
  equal(scrollTo(5, 24, 0, 240), 0);
  equal(scrollTo(20, 24, 0, 240), 264);
  equal(scrollTo(2, 24, 240, 240), 48);
});
