// @ts-check
import {
  FARTHEST,
  fitted,
  gridStep,
  matrix,
  NEAREST,
  panned,
  times,
  toScreen,
  toWorld,
  view,
  zoomed,
} from '../../web/camera.js';
import { check, equal, near, random } from './expect.js';

const SCREEN = { width: 800, height: 600 };

test('y is up in the world and down on the screen', () => {
  const camera = { x: 10, y: 20, scale: 2 };
  equal(toScreen(camera, SCREEN, { x: 10, y: 20 }), { x: 400, y: 300 });
  equal(toScreen(camera, SCREEN, { x: 11, y: 21 }), { x: 402, y: 298 });
  equal(view(camera, SCREEN), [-190, -130, 210, 170]);
});

test('there and back again, and the matrix says the same', () => {
  const chance = random(1);
  for (let i = 0; i < 500; i += 1) {
    const camera = { x: chance() * 200 - 100, y: chance() * 200 - 100, scale: 10 ** (chance() * 4 - 2) };
    const point = { x: chance() * 200 - 100, y: chance() * 200 - 100 };
    const back = toWorld(camera, SCREEN, toScreen(camera, SCREEN, point));
    near(back.x, point.x, 1e-9);
    near(back.y, point.y, 1e-9);
    const moved = times(matrix(camera, SCREEN, 2), [1, 0, 0, 1, point.x, point.y]);
    near(moved[4] / 2, toScreen(camera, SCREEN, point).x, 1e-9);
    near(moved[5] / 2, toScreen(camera, SCREEN, point).y, 1e-9);
  }
});

test('what is under the pointer stays there while zooming', () => {
  const chance = random(2);
  for (let i = 0; i < 500; i += 1) {
    const camera = { x: chance() * 20, y: chance() * 20, scale: 1 + chance() * 100 };
    const at = { x: chance() * 800, y: chance() * 600 };
    const before = toWorld(camera, SCREEN, at);
    const after = toWorld(zoomed(camera, SCREEN, at, 0.2 + chance() * 4), SCREEN, at);
    near(after.x, before.x, 1e-9);
    near(after.y, before.y, 1e-9);
  }
});

test('zoom has ends', () => {
  equal(zoomed({ x: 0, y: 0, scale: 1 }, SCREEN, { x: 1, y: 1 }, 1e30).scale, NEAREST);
  equal(zoomed({ x: 0, y: 0, scale: 1 }, SCREEN, { x: 1, y: 1 }, 0).scale, FARTHEST);
});

test('panning moves the content with the pointer', () => {
  const camera = { x: 3, y: 4, scale: 10 };
  const before = toScreen(camera, SCREEN, { x: 1, y: 1 });
  const after = toScreen(panned(camera, 30, -20), SCREEN, { x: 1, y: 1 });
  near(after.x - before.x, 30);
  near(after.y - before.y, -20);
});

test('fitting shows the whole box with air around it', () => {
  const chance = random(3);
  for (let i = 0; i < 200; i += 1) {
    const [x, y] = [chance() * 100 - 50, chance() * 100 - 50];
    const box = /** @type {import('../../web/camera.js').Box} */ ([x, y, x + chance() * 50, y + chance() * 50]);
    const camera = fitted({ x: 0, y: 0, scale: 1 }, SCREEN, box, 40);
    const low = toScreen(camera, SCREEN, { x: box[0], y: box[1] });
    const high = toScreen(camera, SCREEN, { x: box[2], y: box[3] });
    check(low.x >= 39.99 && high.x <= 760.01 && high.y >= 39.99 && low.y <= 560.01);
    check(Math.abs(low.x - 40) < 0.01 || Math.abs(high.y - 40) < 0.01, 'it could be larger');
  }
});

test('a box without size is only centred', () => {
  equal(fitted({ x: 0, y: 0, scale: 7 }, SCREEN, [5, 6, 5, 6]), { x: 5, y: 6, scale: 7 });
});

test('lines of the grid are round numbers apart', () => {
  for (const [scale, wanted] of [
    [48, 0.5],
    [24, 1],
    [12, 2],
    [5, 5],
    [1, 50],
    [0.1, 500],
    [240, 0.1],
    [1000, 0.05],
  ])
    near(gridStep({ x: 0, y: 0, scale }), wanted, 1e-9);
});

test('a product of matrices is one after the other', () => {
  equal(times([2, 0, 0, 3, 10, 20], [0, 1, -1, 0, 5, 6]), [0, 3, -2, 0, 20, 38]);
});
