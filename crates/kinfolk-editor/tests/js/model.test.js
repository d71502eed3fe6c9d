// @ts-check
import { ROOT, Scene } from '../../web/model.js';
import { VISIBLE, WRITTEN } from '../../web/protocol.js';
import { check, equal, near, oneOf, random } from './expect.js';
import { changedFrame, drawn, entity, planted, randomForest, sceneFrame } from './scenes.js';

test('a scene is read as it is written', () => {
  const scene = planted('ship(turret(barrel) flag) dock');
  equal(drawn(scene), 'ship(turret(barrel) flag) dock');
  equal(scene.count, 5);
  equal(scene.names[scene.find('barrel')], 'barrel');
  equal(scene.find('nobody'), ROOT);
  check(scene.isWithin(scene.find('ship'), scene.find('barrel')));
  check(!scene.isWithin(scene.find('flag'), scene.find('barrel')));
});

test('a move takes everything out first and then puts it in', () => {
  const scene = planted('a b c d');
  const key = (/** @type {string} */ id) => scene.find(id);
  scene.change(
    changedFrame({
      moved: [
        [key('d'), ROOT, ROOT],
        [key('c'), ROOT, key('d')],
        [key('b'), ROOT, key('c')],
        [key('a'), ROOT, key('b')],
      ],
    }),
  );
  equal(drawn(scene), 'd c b a');
  scene.change(
    changedFrame({
      moved: [
        [key('a'), key('d'), ROOT],
        [key('b'), key('a'), ROOT],
      ],
    }),
  );
  equal(drawn(scene), 'd(a(b)) c');
});

test('what is gone is gone, and its key may come back for another', () => {
  const scene = planted('a(b c) d');
  const b = scene.find('b');
  const result = scene.change(
    changedFrame({
      gone: [b],
      entities: [entity({ key: b, id: 'new', name: 'New', parent: scene.find('d') })],
      moved: [[b, scene.find('d'), ROOT]],
    }),
  );
  equal(drawn(scene), 'a(c) d(new)');
  equal([scene.find('b'), scene.find('new'), scene.count], [ROOT, b, 4]);
  check(result.structure);
});

test('children may outlive their parent when they move away', () => {
  const scene = planted('a(b(c d)) e');
  const [b, c, d] = ['b', 'c', 'd'].map((id) => scene.find(id));
  scene.change(
    changedFrame({
      gone: [b],
      moved: [
        [c, scene.find('a'), ROOT],
        [d, scene.find('a'), c],
      ],
    }),
  );
  equal(drawn(scene), 'a(c d) e');
});

test('a parent and its children may all go', () => {
  const scene = planted('a(b(c d)) e');
  scene.change(changedFrame({ gone: ['b', 'c', 'd'].map((id) => scene.find(id)) }));
  equal(drawn(scene), 'a e');
  equal(scene.firstChild[scene.find('a')], ROOT);
});

test('ids that are swapped in one message are both found', () => {
  const scene = planted('a b');
  const [a, b] = [scene.find('a'), scene.find('b')];
  scene.change(
    changedFrame({ entities: [entity({ key: a, id: 'b', name: 'b' }), entity({ key: b, id: 'a', name: 'a' })] }),
  );
  equal([scene.find('a'), scene.find('b')], [b, a]);
  equal(drawn(scene), 'b a');
});

test('other numbers are not another structure', () => {
  const scene = planted('a b');
  const a = scene.find('a');
  const { structure } = scene.change(
    changedFrame({ placed: [entity({ key: a, world: [1, 0, 0, 1, 4, 5], z: -3, flags: WRITTEN })] }),
  );
  check(!structure);
  equal([scene.world[a * 6 + 4], scene.z[a], scene.is(a, VISIBLE), scene.is(a, WRITTEN)], [4, -3, false, true]);
});

test('bounds go around the look, turned as it is', () => {
  const scene = new Scene();
  const turned = [Math.cos(0.5), Math.sin(0.5), -Math.sin(0.5), Math.cos(0.5), 10, 20];
  scene.load(sceneFrame([entity({ key: 0, look: 0, world: turned })], { looks: [{ box: [-1, -2, 3, 4], marks: [] }] }));
  const corners = [
    [-1, -2],
    [3, -2],
    [3, 4],
    [-1, 4],
  ].map(([x, y]) => [turned[0] * x + turned[2] * y + 10, turned[1] * x + turned[3] * y + 20]);
  [
    Math.min(...corners.map((c) => c[0])),
    Math.min(...corners.map((c) => c[1])),
    Math.max(...corners.map((c) => c[0])),
    Math.max(...corners.map((c) => c[1])),
  ].forEach((wanted, i) => near(scene.bounds[i], wanted, 1e-5));
});

test('a look that comes later moves the bounds', () => {
  const scene = planted('a');
  scene.change(
    changedFrame({ entities: [entity({ key: 0, id: 'a', look: 0 })], looks: [{ box: [-1, -1, 1, 1], marks: [] }] }),
  );
  equal([...scene.bounds.subarray(0, 4)], [-1, -1, 1, 1]);
});

test('tables grow at their end', () => {
  const scene = planted('a');
  scene.change(
    changedFrame({
      strings: ['arm'],
      tags: [['enemy']],
      entities: [entity({ key: 0, id: 'a', template: 1, tags: 0 })],
    }),
  );
  equal([scene.templateOf(0), scene.tagsOf(0)], ['arm', ['enemy']]);
});

test('document order and topmost', () => {
  const scene = planted('a(b(c) d) e');
  const keys = ['e', 'c', 'b', 'd'].map((id) => scene.find(id));
  equal(
    scene.sorted(keys).map((key) => scene.ids[key]),
    ['b', 'c', 'd', 'e'],
  );
  equal(
    scene.topmost(keys).map((key) => scene.ids[key]),
    ['b', 'd', 'e'],
  );
});

test('the instance of a part is the first above that is written', () => {
  const scene = planted('boss+(arm*(hand*)) x');
  equal(scene.ids[scene.instanceOf(scene.find('hand'))], 'boss');
  equal(scene.ids[scene.instanceOf(scene.find('x'))], 'x');
});

test('random changes agree with a naive rebuild', () => {
  const chance = random(42);
  for (let round = 0; round < 20; round += 1) {
    const start = randomForest(chance, 40);
    const scene = new Scene();
    scene.load(sceneFrame(start));
    /** @type {Map<number, number[]>} */
    const lists = new Map([[ROOT, []]]);
    for (const one of start) lists.set(one.key, []);
    for (const one of start) lists.get(one.parent)?.push(one.key);
    /** @type {Map<number, string>} */
    const ids = new Map(start.map((one) => [one.key, one.id]));
    let fresh = 1000;
    for (let turn = 0; turn < 30; turn += 1) {
      const before = places(lists);
      const parentOf = () => new Map([...lists].flatMap(([parent, list]) => list.map((key) => [key, parent])));
      /** @type {number[]} */
      const gone = [];
      // Removes a subtree, or moves one, or adds; several in one message.
      for (let i = 0; i < 1 + Math.floor(chance() * 4); i += 1) {
        const all = [...ids.keys()];
        const key = oneOf(chance, all);
        const parents = parentOf();
        const what = all.length === 0 ? 1 : chance();
        if (what < 0.25 && all.length > 5) {
          const open = [key];
          take(lists, key);
          for (let at = open.pop(); at !== undefined; at = open.pop()) {
            open.push(.../** @type {number[]} */ (lists.get(at)));
            lists.delete(at);
            ids.delete(at);
            gone.push(at);
          }
        } else if (what < 0.7) {
          const parent = chance() < 0.2 ? ROOT : oneOf(chance, all);
          let inside = false;
          for (let at = parent; at !== ROOT; at = /** @type {number} */ (parents.get(at))) inside ||= at === key;
          if (inside) continue;
          take(lists, key);
          const list = /** @type {number[]} */ (lists.get(parent));
          list.splice(Math.floor(chance() * (list.length + 1)), 0, key);
        } else {
          // Sometimes the key of something that went in this very message.
          const key2 =
            gone.length > 0 && chance() < 0.5
              ? /** @type {number} */ (gone.find((one) => !ids.has(one)) ?? fresh)
              : fresh;
          fresh += 1;
          if (ids.has(key2)) continue;
          ids.set(key2, `n${fresh}`);
          lists.set(key2, []);
          const list = /** @type {number[]} */ (
            lists.get(
              chance() < 0.3
                ? ROOT
                : oneOf(chance, all.filter((one) => ids.has(one)).concat(key2)) === key2
                  ? ROOT
                  : oneOf(
                      chance,
                      all.filter((one) => ids.has(one)),
                    ),
            ) ?? lists.get(ROOT)
          );
          list.splice(Math.floor(chance() * (list.length + 1)), 0, key2);
        }
      }
      const after = places(lists);
      const really = gone.filter((key, i) => before.has(key) && gone.indexOf(key) === i);
      const isNew = (/** @type {number} */ key) => !before.has(key) || really.includes(key);
      const entities = [...ids].filter(([key]) => isNew(key)).map(([key, id]) => entity({ key, id, name: id }));
      /** @type {[number, number, number][]} */
      const moved = [];
      // Those that stay keep their order among themselves; all others have moved.
      /** @type {Map<number, number>} */
      const reached = new Map();
      walk(lists, ROOT, (key) => {
        const [parent, previous] = /** @type {[number, number, number]} */ (after.get(key));
        const was = before.get(key);
        const stays =
          !isNew(key) &&
          (parent === ROOT || !isNew(parent)) &&
          was !== undefined &&
          was[0] === parent &&
          was[2] > (reached.get(parent) ?? -1);
        if (stays) reached.set(parent, was[2]);
        else moved.push([key, parent, previous]);
      });
      scene.change(changedFrame({ gone: really, entities, placed: entities, moved }));
      equal(drawn(scene), picture(lists, ids, ROOT), `round ${round}, turn ${turn}`);
      equal(scene.count, ids.size);
      for (const [key, id] of ids) equal(scene.find(id), key);
    }
  }
});

/**
 * @param {Map<number, number[]>} lists
 * @param {Map<number, string>} ids
 * @param {number} parent
 * @returns {string}
 */
function picture(lists, ids, parent) {
  const children = lists.get(parent) ?? [];
  return children
    .map((key) => ids.get(key) + (lists.get(key)?.length ? `(${picture(lists, ids, key)})` : ''))
    .join(' ');
}

/**
 * Each one's parent, previous sibling and index.
 * @param {Map<number, number[]>} lists
 * @returns {Map<number, [number, number, number]>}
 */
function places(lists) {
  const found = new Map();
  for (const [parent, list] of lists)
    list.forEach((key, i) => found.set(key, [parent, i === 0 ? ROOT : list[i - 1], i]));
  return found;
}

/** @param {Map<number, number[]>} lists @param {number} key */
function take(lists, key) {
  for (const list of lists.values()) if (list.includes(key)) list.splice(list.indexOf(key), 1);
}

/** @param {Map<number, number[]>} lists @param {number} parent @param {(key: number) => void} each */
function walk(lists, parent, each) {
  for (const key of lists.get(parent) ?? []) {
    each(key);
    walk(lists, key, each);
  }
}

test('a hundred thousand entities are loaded and walked', () => {
  const scene = new Scene();
  scene.load(sceneFrame(randomForest(random(3), 100000)));
  let count = 0;
  for (let key = scene.firstRoot; key !== ROOT; key = scene.following(key)) count += 1;
  equal(count, 100000);
});
