// @ts-check
import { Hands } from '../../web/hands.js';
import { equal } from './expect.js';

/** @param {string} key @param {string} code @param {object} [more] */
const key = (key, code, more = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  ...more,
});

test('a click is where it is, then down, then up', () => {
  const hands = new Hands();
  hands.press({ x: 3, y: 4 }, 0);
  hands.release({ x: 5, y: 4 }, 0);
  equal(hands.take(), [
    { type: 'mouseMoved', x: 3, y: 4 },
    { type: 'mousePressed', button: 0 },
    { type: 'mouseMoved', x: 5, y: 4 },
    { type: 'mouseReleased', button: 0 },
  ]);
  equal(hands.take(), []);
});

test('of many movements only the last is told, but none across a press', () => {
  const hands = new Hands();
  for (let x = 0; x < 100; x += 1) hands.move({ x, y: 0 });
  hands.press({ x: 100, y: 0 }, 2);
  for (let x = 0; x < 100; x += 1) hands.move({ x, y: 9 });
  equal(hands.take(), [
    { type: 'mouseMoved', x: 100, y: 0 },
    { type: 'mousePressed', button: 2 },
    { type: 'mouseMoved', x: 99, y: 9 },
  ]);
});

test('a key has one name from its press to its release, whatever Shift does', () => {
  const hands = new Hands();
  equal(hands.keyDown(key('A', 'KeyA')), true);
  equal(hands.keyDown(key('A', 'KeyA', { repeat: true })), true);
  equal(hands.keyUp(key('a', 'KeyA')), true);
  hands.keyDown(key(' ', 'Space'));
  equal(hands.take(), [
    { type: 'keyPressed', key: 'a' },
    { type: 'keyReleased', key: 'a' },
    { type: 'keyPressed', key: 'Space' },
  ]);
});

test('some keys are never the game’s', () => {
  const hands = new Hands();
  for (const one of [
    key('Escape', 'Escape'),
    key('Tab', 'Tab'),
    key('F5', 'F5'),
    key('F10', 'F10'),
    key('s', 'KeyS', { ctrlKey: true }),
    key('s', 'KeyS', { metaKey: true }),
    key('x', 'KeyX', { altKey: true }),
  ])
    equal(hands.keyDown(one), false, one.key);
  equal(hands.keyUp(key('q', 'KeyQ')), false);
  equal(hands.take(), []);
});

test('what is held when the hands are taken away is let go', () => {
  const hands = new Hands();
  hands.keyDown(key('ArrowUp', 'ArrowUp'));
  hands.press({ x: 1, y: 1 }, 0);
  hands.press({ x: 2, y: 2 }, 0, 7);
  hands.take();
  hands.letGo();
  equal(hands.take(), [
    { type: 'keyReleased', key: 'ArrowUp' },
    { type: 'mouseReleased', button: 0 },
    { type: 'touchCancelled', id: 7 },
  ]);
  hands.letGo();
  hands.release({ x: 1, y: 1 }, 0);
  hands.release({ x: 1, y: 1 }, 0, 7);
  hands.move({ x: 5, y: 5 }, 7);
  equal(hands.take(), [{ type: 'mouseMoved', x: 1, y: 1 }]);
});

test('no more is sent at once than the editor takes', () => {
  const hands = new Hands();
  for (let i = 0; i < 300; i += 1) hands.press({ x: i, y: 0 }, 0);
  equal([hands.take().length, hands.take().length, hands.take().length, hands.take().length], [200, 200, 200, 0]);
});
