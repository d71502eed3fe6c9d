// @ts-check
import { keep, parseQuery } from '../../web/filter.js';
import { ROOT, Scene } from '../../web/model.js';
import { Outline } from '../../web/outline.js';
import { check, equal, random } from './expect.js';
import { changedFrame, entity, planted, randomForest, sceneFrame } from './scenes.js';

/** @param {string} picture @param {string[]} open */
function outlined(picture, open) {
  const scene = planted(picture);
  const outline = new Outline();
  for (const id of open) outline.setOpen(scene, scene.find(id), true);
  outline.build(scene);
  return { scene, outline };
}

/** @param {Scene} scene @param {Outline} outline */
function shown(scene, outline) {
  return [...outline.keys.subarray(0, outline.length)].map(
    (key, i) => `${'.'.repeat(outline.levels[i] - 1)}${scene.ids[key]}`,
  );
}

test('only what is open shows its children', () => {
  const { scene, outline } = outlined('a(b(c) d) e(f)', ['a']);
  equal(shown(scene, outline), ['a', '.b', '.d', 'e']);
  check(outline.isBranch(scene, scene.find('b')) && !outline.isOpen(scene, scene.find('b')));
  check(!outline.isBranch(scene, scene.find('d')));
  equal(outline.indexOf(scene.find('d')), 2);
  equal(outline.indexOf(scene.find('c')), -1);
});

test('rows know their place among their siblings', () => {
  const { outline } = outlined('a(b c d) e', ['a']);
  equal([...outline.positions.subarray(0, 5)], [1, 1, 2, 3, 2]);
  equal([...outline.sizes.subarray(0, 5)], [2, 3, 3, 3, 2]);
});

test('revealing opens everything above', () => {
  const { scene, outline } = outlined('a(b(c(d)))', []);
  check(outline.reveal(scene, scene.find('d')));
  check(!outline.reveal(scene, scene.find('d')));
  outline.build(scene);
  equal(shown(scene, outline), ['a', '.b', '..c', '...d']);
});

test('what is found is shown with its ancestors, open or not', () => {
  const { scene, outline } = outlined('a(b(needle) d) e(f) g', []);
  outline.kept = keep(scene, /** @type {any} */ (parseQuery('needle'))).kept;
  outline.build(scene);
  equal(shown(scene, outline), ['a', '.b', '..needle']);
  equal([...outline.sizes.subarray(0, 3)], [1, 1, 1]);
});

test('an empty scene has no rows', () => {
  const outline = new Outline();
  outline.build(new Scene());
  equal(outline.length, 0);
});

test('a scene that grows is still shown', () => {
  const { scene, outline } = outlined('a', []);
  const more = Array.from({ length: 200 }, (_, i) => entity({ key: i + 1, parent: 0 }));
  scene.change(
    changedFrame({ entities: more, placed: more, moved: more.map((one, i) => [one.key, 0, i === 0 ? ROOT : i]) }),
  );
  outline.setOpen(scene, 0, true);
  outline.build(scene);
  equal(outline.length, 201);
});

test('ids of what is open', () => {
  const { scene, outline } = outlined('a(b) c(d)', ['c']);
  equal(outline.openIds(scene), ['c']);
});

test('random forests agree with a recursive listing, at a hundred thousand rows', () => {
  const chance = random(11);
  for (const count of [1, 10, 500, 100000]) {
    const forest = randomForest(chance, count);
    const scene = new Scene();
    scene.load(sceneFrame(forest));
    const outline = new Outline();
    outline.setAllOpen(scene, true);
    for (let i = 0; i < count / 10; i += 1) outline.setOpen(scene, Math.floor(chance() * count), false);
    outline.build(scene);
    // The forest is in document order: a row is shown if all above it are open.
    const visible = new Map();
    /** @type {[number, number][]} */
    const wanted = [];
    for (const one of forest) {
      const above = one.parent === ROOT ? { level: 0, open: true } : visible.get(one.parent);
      const seen = above !== undefined && above.open;
      if (!seen) continue;
      visible.set(one.key, { level: above.level + 1, open: outline.open[one.key] === 1 });
      wanted.push([one.key, above.level + 1]);
    }
    equal(outline.length, wanted.length);
    for (let i = 0; i < wanted.length; i += 1) {
      if (outline.keys[i] !== wanted[i][0] || outline.levels[i] !== wanted[i][1] || outline.indexOf(wanted[i][0]) !== i)
        equal(i, 'another row');
    }
  }
});
