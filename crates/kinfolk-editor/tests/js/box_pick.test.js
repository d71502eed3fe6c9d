// @ts-check
import { keysWithin } from '../../web/box_pick.js';
import { Scene } from '../../web/model.js';
import { equal } from './expect.js';
import { entity, sceneFrame } from './scenes.js';

const SQUARE = { box: [-1, -1, 1, 1], marks: [] };

/** @param {import('./scenes.js').Entity[]} entities @param {number[]} order */
function scene(entities, order) {
  const made = new Scene();
  made.load(sceneFrame(entities, { looks: [SQUARE] }));
  made.reorder({ is: 'order', revision: 1, keys: new Uint32Array(order) });
  return made;
}

test('a rectangle selects what it touches', () => {
  const made = scene(
    [0, 3, 6].map((x, key) => entity({ key, look: 0, world: [1, 0, 0, 1, x, 0] })),
    [0, 1, 2],
  );
  equal(keysWithin(made, [-9, -9, 9, 9]), [0, 1, 2]);
  equal(keysWithin(made, [3.5, 0.5, 5.5, 0.6]), [1, 2]);
  equal(keysWithin(made, [1.2, 0, 1.8, 1]), []);
});

test('a background that is all around the rectangle is left alone', () => {
  const made = scene(
    [entity({ key: 0, look: 0, world: [50, 0, 0, 50, 0, 0] }), entity({ key: 1, look: 0, world: [1, 0, 0, 1, 0, 0] })],
    [0, 1],
  );
  equal(keysWithin(made, [-2, -2, 2, 2]), [1]);
  equal(keysWithin(made, [-60, -2, 2, 2]), [0, 1]);
});

test('what is turned is touched where it is, and not in the corners of its bounds', () => {
  const s = Math.SQRT1_2;
  const made = scene([entity({ key: 0, look: 0, world: [s, s, -s, s, 0, 0] })], [0]);
  equal(keysWithin(made, [1.1, 1.1, 1.4, 1.4]), []);
  equal(keysWithin(made, [0.9, -0.1, 1.6, 0.1]), [0]);
});

test('what looks like nothing is met by its origin, unless something hangs below it', () => {
  const made = scene([entity({ key: 0 }), entity({ key: 1, parent: 0 }), entity({ key: 2, flags: 0 })], []);
  equal(keysWithin(made, [-1, -1, 1, 1]), [1]);
  equal(keysWithin(made, [1, 1, 2, 2]), []);
});
