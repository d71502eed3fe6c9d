// @ts-check
import { describe, dropAt, whyFixed } from '../../web/drop.js';
import { ROOT, Scene } from '../../web/model.js';
import { Outline } from '../../web/outline.js';
import { WRITTEN } from '../../web/protocol.js';
import { check, equal, random } from './expect.js';
import { planted, randomForest, sceneFrame } from './scenes.js';

const MEASURES = { rowHeight: 20, indent: 16, inset: 8 };
const PICTURE = 'a(b(c) d) e';
// Rows: a, b, c, d, e.

/** @param {string} picture @param {string[]} dragged */
function drag(picture, dragged) {
  const scene = planted(picture);
  const outline = new Outline();
  outline.setAllOpen(scene, true);
  outline.build(scene);
  const keys = new Set(dragged.map((id) => scene.find(id)));
  return (/** @type {number} */ row, /** @type {number} */ part, x = 200) => {
    const drop = dropAt(scene, outline, keys, x, (row + part) * MEASURES.rowHeight, MEASURES);
    const name = (/** @type {number} */ key) => (key === ROOT ? null : scene.ids[key]);
    return {
      kind: drop.kind,
      parent: name(drop.parent),
      before: name(drop.before),
      level: drop.level,
      words: drop.words,
      refused: drop.refused !== null,
    };
  };
}

test('the upper part of a row is before it', () => {
  const at = drag(PICTURE, ['e']);
  equal(at(3, 0.1), { kind: 'before', parent: 'a', before: 'd', level: 2, words: 'into a, before d', refused: false });
  equal(at(0, 0.1), { kind: 'before', parent: null, before: 'a', level: 1, words: 'root, before a', refused: false });
  equal(at(-1, 0.5).before, 'a');
});

test('the middle of a row is onto it, behind its children', () => {
  equal(drag(PICTURE, ['e'])(0, 0.5), {
    kind: 'onto',
    parent: 'a',
    before: null,
    level: 2,
    words: 'into a',
    refused: false,
  });
});

test('the lower part of an open row is its first child', () => {
  equal(drag(PICTURE, ['e'])(0, 0.9), {
    kind: 'after',
    parent: 'a',
    before: 'b',
    level: 2,
    words: 'into a, before b',
    refused: false,
  });
});

test('behind the last of a list the horizontal position picks the level', () => {
  const at = drag(PICTURE, ['e']);
  // Behind c one can stay below b, or go out to a; d is next, so no further.
  equal([at(2, 0.9, 100).parent, at(2, 0.9, 30).parent, at(2, 0.9, 0).parent], ['b', 'a', 'a']);
  equal([at(2, 0.9, 100).before, at(2, 0.9, 30).before], [null, 'd']);
  // Behind d, before e: below a, or a root.
  equal([at(3, 0.9, 100).parent, at(3, 0.9, 10).parent], ['a', null]);
});

test('behind the very last row one can go all the way out', () => {
  const at = drag('a(b(c(d)))  ', ['nobody']);
  equal(
    [at(3, 0.9, 200).parent, at(3, 0.9, 45).parent, at(3, 0.9, 30).parent, at(3, 0.9, 5).parent],
    ['c', 'b', 'a', null],
  );
  equal([at(3, 0.9, 200).level, at(3, 0.9, 45).level, at(3, 0.9, 30).level, at(3, 0.9, 5).level], [4, 3, 2, 1]);
});

test('below all rows is a root, the last', () => {
  equal(drag(PICTURE, ['b'])(9, 0.5), {
    kind: 'root',
    parent: null,
    before: null,
    level: 1,
    words: 'root',
    refused: false,
  });
  equal(drag('', [])(0, 0.5).kind, 'root');
});

test('own descendants are no targets', () => {
  const at = drag(PICTURE, ['a']);
  equal(
    [at(0, 0.5).refused, at(1, 0.5).refused, at(2, 0.5).refused, at(3, 0.1).refused, at(4, 0.5).refused],
    [true, true, true, true, false],
  );
  equal(at(0, 0.5).words, 'not into itself');
  equal(at(2, 0.5).words, 'not into c, which is below a');
});

test('a sibling that is dragged as well is none to be before', () => {
  equal(drag('a b c d', ['b', 'c'])(1, 0.1).before, 'd');
  equal(drag('a b c', ['b', 'c'])(0, 0.9).before, null);
});

test('parts of a template come first whatever is aimed at', () => {
  const at = drag('boss+(arm* leg* hat) x', ['x']);
  equal([at(1, 0.1).before, at(0, 0.9).before], ['hat', 'hat']);
  equal(at(1, 0.5).parent, 'arm');
});

test('why something cannot be moved', () => {
  const scene = planted('boss+(arm*) x');
  equal(whyFixed(scene, [scene.find('x'), scene.find('boss')]), null);
  equal(
    whyFixed(scene, [scene.find('arm')]),
    'arm comes out of template boss and cannot be moved. Change the template, or unpack boss first.',
  );
});

test('a place in words', () => {
  const scene = planted('a(b)');
  equal(
    [describe(scene, ROOT, ROOT), describe(scene, 0, ROOT), describe(scene, 0, 1)],
    ['root', 'into a', 'into a, before b'],
  );
});

test('wherever one drops in a random forest, the place is real and shown where it is', () => {
  const chance = random(21);
  for (let round = 0; round < 30; round += 1) {
    const scene = new Scene();
    scene.load(sceneFrame(randomForest(chance, 60, 0.8)));
    const outline = new Outline();
    outline.setAllOpen(scene, true);
    for (let i = 0; i < 10; i += 1) outline.setOpen(scene, Math.floor(chance() * 60), false);
    outline.build(scene);
    const dragged = new Set([outline.keys[Math.floor(chance() * outline.length)]]);
    for (let i = 0; i < 200; i += 1) {
      const drop = dropAt(
        scene,
        outline,
        dragged,
        chance() * 200,
        (chance() * (outline.length + 2) - 1) * 20,
        MEASURES,
      );
      if (drop.before !== ROOT) {
        equal(scene.parent[drop.before], drop.parent, 'before is a child of the parent');
        check(!dragged.has(drop.before) && scene.is(drop.before, WRITTEN));
      }
      const [one] = dragged;
      equal(drop.refused !== null, drop.parent !== ROOT && scene.isWithin(one, drop.parent));
      const depth = (/** @type {number} */ key) => {
        let n = 0;
        for (let at = key; at !== ROOT; at = scene.parent[at]) n += 1;
        return n;
      };
      equal(drop.level, depth(drop.parent) + 1, 'the level is that of a child');
    }
  }
});
