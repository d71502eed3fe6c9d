// @ts-check
import { boxOf, counted, found, freeName, instances, instancesOf, named, withVariants } from '../../web/templates.js';
import { Scene } from '../../web/model.js';
import { equal } from './expect.js';
import { entity, sceneFrame } from './scenes.js';

/** @param {string} name @param {Partial<import('../../web/protocol.js').Template>} some */
const template = (name, some = {}) => ({
  name,
  description: null,
  extends: null,
  uses: 0,
  slots: [],
  picture: [],
  ...some,
});
const LIST = [
  template('king', { extends: 'boss' }),
  template('boss', { description: 'Large and red' }),
  template('emperor', { extends: 'king' }),
  template('arm'),
];

test('counts are read in thousands', () => {
  equal(counted(7), '7');
  equal(counted(1000), '1,000');
  equal(counted(1234567), '1,234,567');
  equal(instances(1), '1 instance');
  equal(instances(1000), '1,000 instances');
});

test('variants of variants count as well', () => {
  equal([...withVariants(LIST, 'boss')].sort(), ['boss', 'emperor', 'king']);
  equal([...withVariants(LIST, 'arm')], ['arm']);
});

test('instances are found in document order, those of variants too', () => {
  const scene = new Scene();
  scene.load(
    sceneFrame(
      [
        entity({ key: 3, id: 'a', template: 1 }),
        entity({ key: 0, id: 'b', template: 0 }),
        entity({ key: 2, id: 'c', template: 2 }),
        entity({ key: 1, id: 'd' }),
      ],
      { strings: ['boss', 'emperor', 'arm'] },
    ),
  );
  equal(
    instancesOf(scene, LIST, 'boss').map((key) => scene.ids[key]),
    ['a', 'b'],
  );
  equal(instancesOf(scene, LIST, 'nobody'), []);
});

test('a search looks at names and descriptions', () => {
  equal(
    found(LIST, 'RED large').map((one) => one.name),
    ['boss'],
  );
  equal(found(LIST, '  ').length, 4);
  equal(named(LIST, 'arm')?.name, 'arm');
  equal(named(LIST, null), null);
});

test('a new name is like the old one and nobody has it', () => {
  equal(freeName(LIST, 'leg'), 'leg');
  equal(freeName(LIST, 'arm'), 'arm2');
  equal(freeName([...LIST, template('arm2')], 'arm'), 'arm3');
});

test('a picture is as large as all its pieces', () => {
  /** @type {import('../../web/protocol.js').Look[]} */
  const looks = [{ box: [-1, -1, 1, 1], marks: [] }];
  const one = template('t', {
    picture: [
      [0, [1, 0, 0, 1, 0, 0]],
      [0, [0, 2, -2, 0, 5, 0]],
    ],
  });
  equal(boxOf(one, looks), [-1, -2, 7, 2]);
  equal(boxOf(template('empty'), looks), null);
});
