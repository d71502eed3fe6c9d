// @ts-check
import { Scene } from '../../web/model.js';
import { boxAround, boxOfAll, pickTopmost, toEntity } from '../../web/pick.js';
import { equal, near, random } from './expect.js';
import { changedFrame, entity, planted, sceneFrame } from './scenes.js';

const SQUARE = { box: [-1, -1, 1, 1], marks: [] };

/** @param {import('./scenes.js').Entity[]} entities @param {number[]} order */
function scene(entities, order) {
  const made = new Scene();
  made.load(sceneFrame(entities, { looks: [SQUARE] }));
  made.reorder({ is: 'order', revision: 1, keys: new Uint32Array(order) });
  return made;
}

/** @param {number} look @param {number} x @param {number} y @param {number} reach */
const inBox = (look, x, y, reach) => look === 0 && Math.abs(x) <= 1 + reach && Math.abs(y) <= 1 + reach;

test('what is drawn last is met first', () => {
  const made = scene([entity({ key: 0, look: 0 }), entity({ key: 1, look: 0, world: [1, 0, 0, 1, 1, 0] })], [0, 1]);
  equal(
    [
      pickTopmost(made, { x: 0.5, y: 0 }, 0, inBox),
      pickTopmost(made, { x: -0.5, y: 0 }, 0, inBox),
      pickTopmost(made, { x: 5, y: 0 }, 0, inBox),
    ],
    [1, 0, -1],
  );
  made.reorder({ is: 'order', revision: 1, keys: new Uint32Array([1, 0]) });
  equal(pickTopmost(made, { x: 0.5, y: 0 }, 0, inBox), 0);
});

test('a turned square is met inside of itself, not of its bounds', () => {
  const c = Math.SQRT1_2;
  const made = scene([entity({ key: 0, look: 0, world: [c, c, -c, c, 0, 0] })], [0]);
  equal([pickTopmost(made, { x: 1.3, y: 0 }, 0, inBox), pickTopmost(made, { x: 1.3, y: 1.3 }, 0, inBox)], [0, -1]);
});

test('near is near enough, in units of the world', () => {
  const made = scene([entity({ key: 0, look: 0, world: [10, 0, 0, 10, 0, 0] })], [0]);
  equal([pickTopmost(made, { x: 10.4, y: 0 }, 0.5, inBox), pickTopmost(made, { x: 10.6, y: 0 }, 0.5, inBox)], [0, -1]);
});

test('what is gone or squashed flat is not met', () => {
  const made = scene([entity({ key: 0, look: 0 }), entity({ key: 1, look: 0, world: [0, 0, 0, 0, 0, 0] })], [0, 1]);
  equal(pickTopmost(made, { x: 0, y: 0 }, 0, inBox), 0);
  made.change(changedFrame({ gone: [0] }));
  equal(pickTopmost(made, { x: 0, y: 0 }, 0, inBox), -1);
});

test('a point in the world and in the entity are the same point', () => {
  const chance = random(9);
  for (let i = 0; i < 200; i += 1) {
    const world = Array.from({ length: 6 }, () => Math.fround(chance() * 4 - 2));
    const made = scene([entity({ key: 0, look: 0, world })], [0]);
    const [x, y] = [chance() * 4 - 2, chance() * 4 - 2];
    const point = toEntity(made, 0, {
      x: world[0] * x + world[2] * y + world[4],
      y: world[1] * x + world[3] * y + world[5],
    });
    if (point === null || Math.abs(world[0] * world[3] - world[1] * world[2]) < 0.05) continue;
    near(point.x, x, 1e-6);
    near(point.y, y, 1e-6);
  }
});

test('the box around something has everything below it', () => {
  const made = scene(
    [
      entity({ key: 0, look: 0 }),
      entity({ key: 1, parent: 0, look: 0, world: [1, 0, 0, 1, 5, 5] }),
      entity({ key: 2, look: 0, world: [1, 0, 0, 1, -9, 0] }),
    ],
    [0, 1, 2],
  );
  equal(boxAround(made, [0]), [-1, -1, 6, 6]);
  equal(boxAround(made, []), null);
  equal(boxOfAll(made), [-10, -1, 6, 6]);
});

test('without looks the box is around the origins', () => {
  equal(boxOfAll(planted('a b')), [0, 0, 0, 0]);
  equal(boxOfAll(planted('')), null);
});
