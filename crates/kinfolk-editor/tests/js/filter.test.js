// @ts-check
import { ABOVE, keep, MATCHED, parseQuery } from '../../web/filter.js';
import { Scene } from '../../web/model.js';
import { equal } from './expect.js';
import { entity, planted, sceneFrame } from './scenes.js';

test('a query is words and fields', () => {
  equal(parseQuery('  Boss  arm '), { words: ['boss', 'arm'], templates: [], tags: [] });
  equal(parseQuery('template:Boss tag:enemy left'), { words: ['left'], templates: ['boss'], tags: ['enemy'] });
  equal(parseQuery('"left arm"'), { words: ['left arm'], templates: [], tags: [] });
  equal(parseQuery('tag:"two words" x'), { words: ['x'], templates: [], tags: ['two words'] });
  equal(parseQuery('template:'), { words: [], templates: [''], tags: [] });
  equal(parseQuery('"open'), { words: ['open'], templates: [], tags: [] });
  equal(parseQuery('   '), null);
  equal(parseQuery('""'), null);
});

/** @param {Scene} scene @param {string} query */
function found(scene, query) {
  const { kept, count } = keep(scene, /** @type {any} */ (parseQuery(query)));
  const ids = (/** @type {number} */ what) =>
    [...scene.keyOfId].filter(([, key]) => kept[key] === what).map(([id]) => id);
  return { matched: ids(MATCHED), above: ids(ABOVE), count };
}

test('names and ids are searched without regard to case, and ancestors are kept', () => {
  const scene = planted('Ship(Turret(barrel)) dock(Barrel2)');
  equal(found(scene, 'BARREL'), { matched: ['barrel', 'Barrel2'], above: ['Ship', 'Turret', 'dock'], count: 2 });
  equal(found(scene, 'tur'), { matched: ['Turret'], above: ['Ship'], count: 1 });
  equal(found(scene, 'nothing'), { matched: [], above: [], count: 0 });
});

test('a match above a match is still a match', () => {
  equal(found(planted('ax(b(ay))'), 'a'), { matched: ['ax', 'ay'], above: ['b'], count: 2 });
});

test('templates and tags', () => {
  const scene = new Scene();
  scene.load(
    sceneFrame(
      [
        entity({ key: 0, id: 'one', name: 'Alpha', template: 0, tags: 0 }),
        entity({ key: 1, id: 'two', name: 'Beta', template: 1, tags: 1, parent: 0 }),
        entity({ key: 2, id: 'three', name: 'Gamma' }),
      ],
      { strings: ['Boss', 'arm'], tags: [['Enemy', 'big'], ['enemy']] },
    ),
  );
  equal(found(scene, 'template:boss').matched, ['one']);
  equal(found(scene, 'template:').matched, ['one', 'two']);
  equal(found(scene, 'tag:enemy').matched, ['one', 'two']);
  equal(found(scene, 'tag:enemy tag:big').matched, ['one']);
  equal(found(scene, 'tag:enemy beta').matched, ['two']);
  equal(found(scene, 'alpha two').matched, []);
});
