// @ts-check
import { groupOf } from '../../web/gizmo.js';
import { Scene } from '../../web/model.js';
import { moved, rounded, Start, stretched, told, turned } from '../../web/pull.js';
import { equal, near } from './expect.js';
import { entity, sceneFrame } from './scenes.js';

const LOOSE = { axes: /** @type {const} */ ('world'), snap: false, step: 0.5, pixel: 0.01 };
const WORLD = { ...LOOSE, snap: true };
const LOCAL = { ...WORLD, axes: /** @type {const} */ ('local') };

/** @param {...number[]} worlds */
function start(...worlds) {
  const scene = new Scene();
  scene.load(sceneFrame(worlds.map((world, key) => entity({ key, world }))));
  const keys = new Set(worlds.map((_, key) => key));
  return new Start(scene, /** @type {import('../../web/gizmo.js').Group} */ (groupOf(scene, keys, 0)));
}

const PLAIN = [1, 0, 0, 1, 1, 2];

test('a free move goes as far as the pointer', () => {
  const { pulls, grain, text } = moved(start(PLAIN), { x: 0.25, y: -1 }, 'free', LOOSE);
  equal(pulls, [{ x: 1.25, y: 1 }]);
  near(grain, 0.001);
  equal(text, '1.25, 1');
});

test('along an axis of the world only one number is wished for', () => {
  equal(moved(start(PLAIN), { x: 0.25, y: -1 }, 'x', LOOSE).pulls, [{ x: 1.25 }]);
  equal(moved(start(PLAIN), { x: 0.25, y: -1 }, 'y', LOOSE).pulls, [{ y: 1 }]);
});

test('along an own axis the pointer is followed as near as the axis comes', () => {
  const [{ x, y }] = moved(start([0, 2, -2, 0, 0, 0]), { x: 3, y: 5 }, 'x', { ...LOOSE, axes: 'local' }).pulls;
  near(/** @type {number} */ (x), 0);
  near(/** @type {number} */ (y), 5);
});

test('in the world the one that leads snaps to lines, and the others go as far', () => {
  const both = start([1, 0, 0, 1, 1.25, 2], [1, 0, 0, 1, 7.5, 3]);
  const { pulls, snap, grain } = moved(both, { x: 0.2, y: 0.1 }, 'free', WORLD);
  equal(pulls, [
    { x: 1.5, y: 2 },
    { x: 7.75, y: 3 },
  ]);
  equal([snap, grain], [undefined, 0]);
});

test('own numbers are snapped by the editor', () => {
  equal(moved(start(PLAIN), { x: 0.3, y: 0 }, 'x', LOCAL).snap, { step: 0.5, along: 'x' });
  equal(moved(start(PLAIN), { x: 0.3, y: 0 }, 'free', LOCAL).snap, { step: 0.5 });
  equal(turned(start(PLAIN), 0.3, LOCAL).snap, { step: 15 });
  equal(stretched(start(PLAIN), 1.234, null, LOCAL), { pulls: [{ stretchX: 1.234 }], snap: { step: 0.1 }, grain: 0, text: '×1.23' });
});

test('in the world an angle snaps to fifteen degrees, wherever it began', () => {
  const a = 0.4;
  const turn = turned(start([Math.cos(a), Math.sin(a), -Math.sin(a), Math.cos(a), 0, 0]), 0.3, WORLD).pulls[0].turn ?? 0;
  near((a + turn) / (Math.PI / 12), 3, 1e-6);
});

test('several turn around their middle', () => {
  const { pulls, text } = turned(start([1, 0, 0, 1, -1, 0], [1, 0, 0, 1, 1, 0]), 1.5, WORLD);
  equal(text, '+90°');
  near(/** @type {number} */ (pulls[0].x), 0);
  near(/** @type {number} */ (pulls[0].y), -1);
  near(/** @type {number} */ (pulls[1].y), 1);
  near(/** @type {number} */ (pulls[1].turn), Math.PI / 2);
});

test('several move away from their middle when they are stretched', () => {
  const { pulls } = stretched(start([1, 0, 0, 1, -1, 3], [1, 0, 0, 1, 1, 5]), 2.04, null, WORLD);
  equal(pulls, [
    { x: -2, y: 3, stretchX: 2 },
    { x: 2, y: 5, stretchX: 2 },
  ]);
});

test('in the world the size in the world snaps', () => {
  const by = stretched(start([0, 3, -2, 0, 0, 0]), null, 1.33, WORLD).pulls[0].stretchY ?? 0;
  near(by * 2, 2.7);
});

test('nothing is stretched to nothing', () => {
  equal(stretched(start(PLAIN), 0, null, LOOSE).pulls, [{ stretchX: 0.01 }]);
  equal(stretched(start(PLAIN), -0.001, null, LOOSE).pulls, [{ stretchX: -0.01 }]);
  equal(stretched(start(PLAIN), 0.02, null, WORLD).pulls, [{ stretchX: 0.1 }]);
});

test('round numbers are round', () => {
  equal([rounded(0.29, 0.1), rounded(-0.04, 0.1), rounded(7, 0)], [0.3, 0, 7]);
  equal([told(1.23456, 0.01), told(-3, 1), told(-0.0001, 0.1)], ['1.23', '−3', '0']);
});
