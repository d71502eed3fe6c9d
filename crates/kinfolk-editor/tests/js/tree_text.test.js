// @ts-check
import { Scene } from '../../web/model.js';
import { treeText } from '../../web/tree_text.js';
import { check, equal } from './expect.js';
import { entity, planted, sceneFrame } from './scenes.js';

test('the tree is drawn with lines', () => {
  const scene = planted('ship(turret(barrel) flag) dock(crane)');
  const drawn = [
    'ship', //
    '├─ turret',
    '│  └─ barrel',
    '└─ flag',
    'dock',
    '└─ crane',
    '',
  ];
  equal(treeText(scene, []), drawn.join('\n'));
});

test('of several only the topmost are drawn, with all below them', () => {
  const scene = planted('ship(turret(barrel) flag) dock');
  const keys = ['barrel', 'turret', 'dock'].map((id) => scene.find(id));
  equal(treeText(scene, keys), 'turret\n└─ barrel\ndock\n');
});

test('a line says name, id and template, and stays one line', () => {
  const scene = new Scene();
  const list = [entity({ key: 0, id: 'boss1', name: 'Bo\nss', template: 0 })];
  scene.load(sceneFrame(list, { strings: ['boss'] }));
  equal(treeText(scene, []), 'Bo�ss (boss1): boss\n');
  equal(treeText(new Scene(), []), '');
});

test('a chain of ten thousand is drawn without falling', () => {
  const scene = new Scene();
  const list = Array.from({ length: 10000 }, (_, key) => entity({ key, parent: key - 1 }));
  scene.load(sceneFrame(list));
  const lines = treeText(scene, []).split('\n');
  equal(lines.length, 10001);
  equal(lines[9999], 'level 9999: e9999');
  check(lines[40].endsWith('└─ e40') && lines[41] === 'level 41: e41');
});
