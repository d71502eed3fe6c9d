// @ts-check
import { forAria, isPressed, spelled } from '../../web/shortcuts.js';
import { check, equal } from './expect.js';

/** @param {string} key @param {string} [with_] @param {string} [code] */
function pressed(key, with_ = '', code) {
  return {
    key,
    code,
    ctrlKey: with_.includes('c'),
    metaKey: with_.includes('m'),
    shiftKey: with_.includes('s'),
    altKey: with_.includes('a'),
  };
}

test('a shortcut is met by exactly its keys', () => {
  check(isPressed('Ctrl+G', pressed('g', 'c')));
  check(isPressed('Ctrl+G', pressed('g', 'm')));
  check(!isPressed('Ctrl+G', pressed('G', 'cs')));
  check(isPressed('Ctrl+Shift+G', pressed('G', 'cs')));
  check(!isPressed('Ctrl+G', pressed('g')));
  check(isPressed('Delete', pressed('Delete')) && !isPressed('Delete', pressed('Delete', 's')));
  check(isPressed('Alt+ArrowUp', pressed('ArrowUp', 'a')));
});

test('with Shift or Alt the place on the keyboard counts', () => {
  check(isPressed('Shift+1', pressed('!', 's', 'Digit1')));
  check(isPressed('Alt+H', pressed('˙', 'a', 'KeyH')));
});

test('as people and as machines read it', () => {
  equal([spelled('Alt+ArrowUp'), forAria('Ctrl+Shift+Z')], ['Alt+↑', 'Control+Shift+Z']);
});
