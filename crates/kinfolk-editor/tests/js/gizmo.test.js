// @ts-check
import { ARM, gizmoOf, groupOf, handleAt, RADIUS } from '../../web/gizmo.js';
import { Scene } from '../../web/model.js';
import { check, equal, near, random } from './expect.js';
import { entity, planted, sceneFrame } from './scenes.js';

const SCREEN = { width: 800, height: 600 };
const CAMERA = { x: 0, y: 0, scale: 10 };

/** @param {import('./scenes.js').Entity[]} entities */
function scene(entities) {
  const made = new Scene();
  made.load(sceneFrame(entities));
  return made;
}

test('what is below something that is dragged goes along with it', () => {
  const made = planted('ship(turret(barrel) flag) dock');
  const group = groupOf(made, new Set([0, 2, 4]), 4);
  equal(group?.keys, [4, 0]);
  equal(group?.lead, 4);
  equal(groupOf(made, new Set(), -1), null);
  equal(groupOf(made, new Set([2]), -1)?.keys, [2]);
});

test('several have their handles in the middle of their origins', () => {
  const made = scene([entity({ key: 0, world: [1, 0, 0, 1, 2, 4] }), entity({ key: 1, world: [1, 0, 0, 1, 6, -4] })]);
  const group = groupOf(made, new Set([0, 1]), 0);
  equal(group?.middle, { x: 4, y: 0 });
});

test('axes are those of the entity, however it is mirrored or sheared, or those of the world', () => {
  const made = scene([entity({ key: 0, world: [0, 2, -3, 3, 1, 1] })]);
  const group = /** @type {import('../../web/gizmo.js').Group} */ (groupOf(made, new Set([0]), 0));
  const local = gizmoOf(made, group, 'move', 'local', CAMERA, SCREEN);
  equal(local.at, { x: 410, y: 290 });
  equal(local.x, { x: 0, y: -1 });
  near(local.y.x, -Math.SQRT1_2);
  near(local.y.y, -Math.SQRT1_2);
  const world = gizmoOf(made, group, 'move', 'world', CAMERA, SCREEN);
  equal([world.x, world.y], [{ x: 1, y: 0 }, { x: 0, y: -1 }]);
  equal(gizmoOf(made, group, 'scale', 'world', CAMERA, SCREEN).x, local.x, 'scaling is along own axes');
});

test('an entity that is squashed flat has the axes of the world', () => {
  const made = scene([entity({ key: 0, world: [0, 0, 0, 0, 0, 0] })]);
  const group = /** @type {import('../../web/gizmo.js').Group} */ (groupOf(made, new Set([0]), 0));
  const gizmo = gizmoOf(made, group, 'move', 'local', CAMERA, SCREEN);
  equal([gizmo.x, gizmo.y], [{ x: 1, y: 0 }, { x: 0, y: -1 }]);
});

test('handles are met where they are drawn', () => {
  const chance = random(5);
  for (let i = 0; i < 200; i += 1) {
    const [a, b] = [chance() * 7, chance() * 7];
    const at = { x: chance() * 800, y: chance() * 600 };
    const gizmo = {
      tool: /** @type {const} */ ('move'),
      at,
      x: { x: Math.cos(a), y: Math.sin(a) },
      y: { x: Math.cos(b), y: Math.sin(b) },
    };
    equal(handleAt(gizmo, at), 'free');
    const end = { x: at.x + ARM * gizmo.x.x, y: at.y + ARM * gizmo.x.y };
    if (Math.abs(Math.sin(a - b)) > 0.3) equal(handleAt(gizmo, end), 'x');
    equal(handleAt(gizmo, { x: at.x + 200, y: at.y }), null);
    equal(handleAt({ ...gizmo, tool: 'rotate' }, { x: at.x, y: at.y + RADIUS }), 'ring');
    equal(handleAt({ ...gizmo, tool: 'rotate' }, at), null);
    check(handleAt({ ...gizmo, tool: 'select' }, at) === null);
  }
});
