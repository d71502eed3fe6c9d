// @ts-check
import { plan } from '../../web/structure.js';
import { equal } from './expect.js';
import { planted } from './scenes.js';

/**
 * @param {string} picture
 * @param {string[]} ids
 * @param {import('../../web/structure.js').Direction} direction
 */
function planned(picture, ids, direction) {
  const scene = planted(picture);
  const result = plan(
    scene,
    ids.map((id) => scene.find(id)),
    direction,
  );
  return 'why' in result
    ? result.why
    : `${result.ids.join('+')} → ${result.parent ?? 'root'} before ${result.before ?? 'end'}`;
}

test('up goes before the sibling above', () => {
  equal(planned('p(a b c)', ['b'], 'up'), 'b → p before a');
  equal(planned('a b c', ['b', 'c'], 'up'), 'b+c → root before a');
  equal(planned('a b', ['a'], 'up'), 'a is the first already.');
});

test('down goes behind the sibling below', () => {
  equal(planned('p(a b c)', ['a'], 'down'), 'a → p before c');
  equal(planned('p(a b c)', ['b'], 'down'), 'b → p before end');
  equal(planned('a b c d', ['a', 'b'], 'down'), 'a+b → root before d');
  equal(planned('a b', ['b'], 'down'), 'b is the last already.');
});

test('in goes under the sibling above, as its last child', () => {
  equal(planned('a(x) b', ['b'], 'in'), 'b → a before end');
  equal(planned('a b c', ['b', 'c'], 'in'), 'b+c → a before end');
  equal(planned('a b', ['a'], 'in'), 'a has no sibling above to go under.');
});

test('out goes behind the parent', () => {
  equal(planned('a(b(c d)) e', ['c'], 'out'), 'c → a before end');
  equal(planned('a(b) e', ['b'], 'out'), 'b → root before e');
  equal(planned('a', ['a'], 'out'), 'a is a root already.');
});

test('out of a part goes behind the parts', () => {
  equal(planned('boss+(arm*(lamp) leg* hat)', ['lamp'], 'out'), 'lamp → boss before hat');
  equal(planned('boss+(arm*(lamp) leg*)', ['lamp'], 'out'), 'lamp → boss before end');
});

test('to the root, from anywhere', () => {
  equal(planned('a(b(c)) d(e)', ['c', 'e'], 'root'), 'c+e → root before end');
});

test('what is below something selected goes along', () => {
  equal(planned('x a(b) c', ['b', 'a'], 'up'), 'a → root before x');
});

test('refusals say why', () => {
  equal(planned('a b(c)', ['a', 'c'], 'up'), 'Only entities with the same parent move together.');
  equal(planned('boss+(arm* hat)', ['hat'], 'up'), 'What comes out of the template always comes first.');
  equal(
    planned('boss+(arm*)', ['arm'], 'up'),
    'arm comes out of template boss and cannot be moved. Change the template, or unpack boss first.',
  );
  equal(planned('a', [], 'up'), 'Nothing is selected.');
});

test('what is said afterwards', () => {
  const scene = planted('a b c');
  const said = (/** @type {any} */ result) => result.said;
  equal(said(plan(scene, [1], 'in')), 'b moved into a');
  equal(said(plan(scene, [1], 'up')), 'b moved to the root, before a');
  equal(said(plan(scene, [1, 2], 'in')), '2 entities moved into a');
});
