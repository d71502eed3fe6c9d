// @ts-check
import { ROOT } from '../../web/model.js';
import { Outline } from '../../web/outline.js';
import { Selection, step } from '../../web/selection.js';
import { equal } from './expect.js';
import { planted } from './scenes.js';

function set(picture = 'a(b c(d)) e f', open = true) {
  const scene = planted(picture);
  const outline = new Outline();
  outline.setAllOpen(scene, open);
  outline.build(scene);
  const selection = new Selection();
  const key = (/** @type {string} */ id) => scene.find(id);
  const chosen = () => [...selection.keys].map((one) => scene.ids[one]).sort();
  return { scene, outline, selection, key, chosen };
}

test('a click selects one, with ctrl one more or one less', () => {
  const { selection, key, chosen } = set();
  selection.only(key('b'));
  selection.toggle(key('e'));
  equal(chosen(), ['b', 'e']);
  selection.toggle(key('b'));
  equal(chosen(), ['e']);
  equal(selection.current, key('b'));
});

test('a range goes from the anchor, whichever way, again and again', () => {
  const { selection, outline, key, chosen } = set();
  selection.only(key('c'));
  selection.extend(outline, key('e'));
  equal(chosen(), ['c', 'd', 'e']);
  selection.extend(outline, key('a'));
  equal(chosen(), ['a', 'b', 'c']);
  equal([selection.current, selection.anchor], [key('a'), key('c')]);
});

test('with ctrl a range is added', () => {
  const { selection, outline, key, chosen } = set();
  selection.only(key('a'));
  selection.toggle(key('e'));
  selection.extend(outline, key('f'), true);
  equal(chosen(), ['a', 'e', 'f']);
});

test('without an anchor a range is one row', () => {
  const { selection, outline, key, chosen } = set();
  selection.extend(outline, key('d'));
  equal(chosen(), ['d']);
});

test('what is gone is forgotten', () => {
  const { selection, key, chosen } = set();
  selection.replace([key('a'), key('b')]);
  equal(selection.drop([key('b'), key('f')]), true);
  equal([chosen(), selection.current, selection.anchor], [['a'], ROOT, ROOT]);
  equal(selection.drop([key('f')]), false);
});

test('all rows that are shown', () => {
  const { selection, outline, chosen } = set('a(b) c', false);
  selection.all(outline);
  equal(chosen(), ['a', 'c']);
});

test('arrow keys walk the rows and stop at the ends', () => {
  const { scene, outline } = set();
  const go = (/** @type {string} */ pressed, /** @type {number} */ index) => step(pressed, outline, scene, index, 3);
  equal([go('ArrowDown', 0), go('ArrowDown', 5), go('ArrowUp', 0), go('ArrowUp', 2)], [1, 5, 0, 1]);
  equal(
    [go('Home', 3), go('End', 0), go('PageDown', 1), go('PageUp', 4), go('PageDown', 4), go('PageUp', 1)],
    [0, 5, 4, 1, 5, 0],
  );
  equal([go('ArrowDown', -1), go('ArrowUp', -1), go('x', 0)], [0, 5, null]);
});

test('right opens or goes in, left closes or goes out', () => {
  const { scene, outline, key } = set();
  const go = (/** @type {string} */ pressed, /** @type {string} */ id) =>
    step(pressed, outline, scene, outline.indexOf(key(id)), 3);
  equal(
    [go('ArrowRight', 'a'), go('ArrowRight', 'b'), go('ArrowLeft', 'a'), go('ArrowLeft', 'b'), go('ArrowLeft', 'e')],
    [1, null, 'close', 0, null],
  );
  outline.setOpen(scene, key('a'), false);
  outline.build(scene);
  equal(go('ArrowRight', 'a'), 'open');
});

test('an empty tree leads nowhere', () => {
  const { scene, outline } = set('');
  equal(step('ArrowDown', outline, scene, -1, 3), null);
});
