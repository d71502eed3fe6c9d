// @ts-check
import { Outline } from '../../web/outline.js';
import { TypeAhead } from '../../web/typeahead.js';
import { check, equal } from './expect.js';
import { planted } from './scenes.js';

function set() {
  const scene = planted('Arm Ball Arrow bat Lamp');
  const outline = new Outline();
  outline.build(scene);
  const typing = new TypeAhead();
  return {
    typing,
    type: (/** @type {string} */ letter, /** @type {number} */ now, /** @type {number} */ index) =>
      typing.type(letter, now, outline, scene, index),
  };
}

test('a letter goes to the next name that begins with it', () => {
  const { type } = set();
  equal(
    [type('a', 0, 0), type('b', 5000, 2), type('B', 10000, 3), type('l', 15000, -1), type('x', 20000, 0)],
    [2, 3, 1, 4, -1],
  );
});

test('the same letter again goes through all of them and around', () => {
  const { type } = set();
  equal([type('b', 0, 0), type('b', 100, 1), type('b', 200, 3)], [1, 3, 1]);
});

test('letters that follow each other belong together', () => {
  const { type } = set();
  equal([type('a', 0, -1), type('r', 100, 0), type('r', 200, 0)], [0, 0, 2]);
});

test('after a pause it begins anew', () => {
  const { type, typing } = set();
  type('a', 0, -1);
  check(typing.isTyping(900) && !typing.isTyping(1100));
  equal(type('l', 1500, 0), 4);
});
