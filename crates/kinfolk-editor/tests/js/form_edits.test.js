// @ts-check
import { at, colourText, formEdits, hexOf, inSprite, moved, updated, visualsOf } from '../../web/form_edits.js';
import { check, equal } from './expect.js';

/** @param {Record<string, unknown>} some */
const of = (some) => /** @type {any} */ ({ id: 'hero', own: {}, ...some });
const put = (/** @type {unknown} */ value) => () => value;

test('a key of an object is set by itself', () => {
  const body = { shape: 'box', joint: { slot: 'hip' } };
  equal(formEdits(of({ physics: body }), 'physics', ['width'], put(3)), [
    { edit: 'set', id: 'hero', key: ['physics', 'width'], value: 3 },
  ]);
  equal(formEdits(of({ physics: body }), 'physics', ['joint', 'slot'], put('knee')), [
    { edit: 'set', id: 'hero', key: ['physics', 'joint', 'slot'], value: 'knee' },
  ]);
  equal(formEdits(of({ physics: null }), 'physics', ['joint', 'slot'], put('knee')), [
    { edit: 'set', id: 'hero', key: ['physics', 'joint', 'slot'], value: 'knee' },
  ]);
});

test('what is its own is cleared, what comes from a template is taken away', () => {
  const body = { shape: 'box', width: 2 };
  const one = of({ physics: body, own: { physics: { width: 2 } } });
  equal(formEdits(one, 'physics', ['width'], put(undefined)), [
    { edit: 'clear', id: 'hero', key: ['physics', 'width'] },
  ]);
  equal(formEdits(one, 'physics', ['shape'], put(undefined)), [
    { edit: 'set', id: 'hero', key: ['physics', 'shape'], value: null },
  ]);
  equal(formEdits(one, 'physics', ['radius'], put(undefined)), []);
  equal(formEdits(one, 'physics', ['width'], put(2)), [], 'nothing is different');
});

test('a list is written as a whole', () => {
  const list = [{ type: 'rotate' }, { type: 'health', maxHealth: 3 }];
  equal(formEdits(of({ behaviors: list }), 'behaviors', [1, 'maxHealth'], put(5)), [
    { edit: 'set', id: 'hero', key: ['behaviors'], value: [{ type: 'rotate' }, { type: 'health', maxHealth: 5 }] },
  ]);
  equal(formEdits(of({ behaviors: null }), 'behaviors', [], put([1])), [
    { edit: 'set', id: 'hero', key: ['behaviors'], value: [1] },
  ]);
  equal(formEdits(of({ physics: { shapes: [{ width: 1 }] } }), 'physics', ['shapes', 0, 'width'], put(2)), [
    { edit: 'set', id: 'hero', key: ['physics', 'shapes'], value: [{ width: 2 }] },
  ]);
  equal(list[1].maxHealth, 3, 'what was there is as it was');
});

test('values are looked up and updated along a path', () => {
  equal(at({ a: [{ b: 1 }] }, ['a', 0, 'b']), 1);
  check(at({ a: null }, ['a', 'b']) === undefined);
  check(at({}, ['constructor']) === undefined);
  equal(updated(undefined, ['a', 'b'], put(1)), { a: { b: 1 } });
  equal(updated([1, 2, 3], [1], put(undefined)), [1, 3]);
  equal(moved([1, 2, 3], 2, 0), [3, 1, 2]);
  equal(moved([1, 2, 3], 2, 3), [1, 2, 3]);
});

test('a sprite is none, one or several visuals, and stays what it was', () => {
  const one = { type: 'rect' };
  equal(
    [visualsOf(null), visualsOf(one), visualsOf([one])].map((list) => list.length),
    [0, 1, 1],
  );
  equal(inSprite(one, [0, 'width'], put(2)).path, ['width']);
  equal(inSprite([one], [0, 'width'], put(2)).path, [0, 'width']);
  const added = inSprite(one, [], (old) => [.../** @type {unknown[]} */ (old), { type: 'circle' }]);
  equal(added.update(one), [one, { type: 'circle' }]);
  const first = inSprite(null, [], (old) => [.../** @type {unknown[]} */ (old), one]);
  equal(first.update(undefined), one);
  const gone = inSprite(one, [], () => []);
  check(gone.update(one) === undefined);
});

test('colours have digits for a picker and an alpha of their own', () => {
  equal(hexOf('#f80'), { hex: '#ff8800', alpha: 1 });
  equal(hexOf('#FF880080')?.hex, '#ff8800');
  equal(hexOf('teal'), null);
  equal(hexOf(7), null);
  equal(hexOf('#12345'), null);
  equal(colourText('#ff8800', 1), '#ff8800');
  equal(colourText('#ff8800', 0.5), '#ff880080');
  for (const text of ['#12345678', '#abcdef']) equal(colourText(hexOf(text)?.hex ?? '', hexOf(text)?.alpha ?? 0), text);
});
