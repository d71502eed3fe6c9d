// @ts-check
import { evaluate, isRelative } from '../../web/expression.js';
import { check, equal, near, random } from './expect.js';

/** @param {string} text @param {number} wanted @param {{ angle?: boolean, current?: number }} [field] */
function gives(text, wanted, field) {
  const outcome = evaluate(text, field);
  if (!outcome.ok) throw new Error(`${text}: ${outcome.why}`);
  near(outcome.value, wanted, 1e-12);
}

/** @param {string} text @param {{ angle?: boolean, current?: number }} [field] */
function refused(text, field) {
  const outcome = evaluate(text, field);
  if (outcome.ok) throw new Error(`${text} gave ${outcome.value}`);
  return outcome.why;
}

test('plain numbers are themselves', () => {
  gives('12', 12);
  gives(' -0.5 ', -0.5);
  gives('.5', 0.5);
  gives('1e3', 1000);
  gives('2.5E-2', 0.025);
  gives('−3', -3);
});

test('operators bind as in mathematics', () => {
  gives('2*pi/3', 2.0943951023931953);
  gives('1+2*3', 7);
  gives('(1+2)*3', 9);
  gives('10-4-3', 3);
  gives('8/4/2', 1);
  gives('-2^2', -4);
  gives('2^3^2', 512);
  gives('2^-1', 0.5);
  gives('- - 4', 4);
  gives('3×4÷2', 6);
});

test('functions and constants are known whatever their case', () => {
  gives('sqrt(2)', Math.SQRT2);
  gives('SIN(pi/2)', 1);
  gives('cos(0) + tan(0)', 1);
  gives('sin(30deg)', 0.5);
  gives('max(1, 2, 3) - min(4, 5)', -1);
  gives('abs(-7) + round(2.4) + floor(2.9) + ceil(2.1)', 14);
  gives('tau', 2 * Math.PI);
  gives('e', Math.E);
});

test('an angle without a unit is in degrees, as it is shown', () => {
  gives('90', Math.PI / 2, { angle: true });
  gives('45+45', Math.PI / 2, { angle: true });
  gives('-180/2', -Math.PI / 2, { angle: true });
});

test('an angle that is made of pi is in radians', () => {
  gives('2*pi/3', (2 * Math.PI) / 3, { angle: true });
  gives('tau/8', Math.PI / 4, { angle: true });
});

test('units win over what the field means', () => {
  gives('45deg', Math.PI / 4, { angle: true });
  gives('45°', Math.PI / 4, { angle: true });
  gives('0.25turn', Math.PI / 2, { angle: true });
  gives('0.25 turn', Math.PI / 2, { angle: true });
  gives('1rad', 1, { angle: true });
  gives('0.25turn + 90', Math.PI, { angle: true });
  gives('2 * 45deg', Math.PI / 2, { angle: true });
  gives('(10+35)deg', Math.PI / 4, { angle: true });
  gives('atan2(1, 1)', Math.PI / 4, { angle: true });
  gives('180deg / 90deg', 2);
});

test('relative input starts from what is there', () => {
  gives('+=5', 7, { current: 2 });
  gives('-=5', -3, { current: 2 });
  gives('*=2+1', 6, { current: 2 });
  gives('/=4', 0.5, { current: 2 });
  gives('+=90', Math.PI, { angle: true, current: Math.PI / 2 });
  gives('*=2', 2, { angle: true, current: 1 });
  check(isRelative(' += 5') && !isRelative('-5') && !isRelative('5'));
});

test('nonsense is refused with a sentence', () => {
  equal(refused(''), 'a number is missing');
  equal(refused('1+'), 'a number is missing at the end');
  equal(refused('*2'), 'a number is missing before “*”');
  equal(refused('(1'), 'a “)” is missing');
  equal(refused('1 2'), '“2” is not expected here');
  equal(refused('foo'), '“foo” is not known');
  equal(refused('sqrt 2'), '“sqrt” needs brackets: sqrt(…)');
  equal(refused('sqrt(1,2)'), '“sqrt” takes one number');
  equal(refused('1/0'), 'nothing can be divided by zero');
  equal(refused('sqrt(-1)'), 'this has no finite value');
  equal(refused('10^400'), 'this has no finite value');
  equal(refused('45deg'), 'this is an angle, and the field is not');
  equal(refused('45deg*45deg', { angle: true }), 'an angle times an angle makes no sense');
  equal(refused('45degdeg', { angle: true }), '“degdeg” is not expected here');
  equal(refused('45 deg deg', { angle: true }), '“deg” is not expected here');
  equal(refused('+=5'), 'there is no one value to start from');
  equal(refused('/=0', { current: 1 }), 'nothing can be divided by zero');
  equal(refused('#'), '“#” is not understood');
});

test('code is not run, and nothing is reached that is not a number', () => {
  for (const text of [
    'constructor',
    '__proto__',
    'toString()',
    'globalThis',
    'alert(1)',
    'hasOwnProperty(1)',
    '[]',
    '`1`',
    "'1'",
    '1;2',
  ])
    refused(text);
});

test('a thousand brackets are refused, not a crash', () => {
  equal(refused('('.repeat(1000) + '1' + ')'.repeat(1000)), 'too many brackets');
  equal(refused('2^'.repeat(1000) + '1'), 'too many powers');
});

test('random expressions agree with the engine', () => {
  const chance = random(7);
  /** @param {number} depth @returns {string} */
  const make = (depth) => {
    if (depth === 0 || chance() < 0.2) return String(1 + Math.floor(chance() * 9));
    const op = '+-*/'[Math.floor(chance() * 4)];
    return `(${make(depth - 1)} ${op} ${make(depth - 1)})`;
  };
  for (let i = 0; i < 500; i += 1) {
    const text = make(5);
    const wanted = (0, globalThis.eval)(text);
    const outcome = evaluate(text);
    // The engine divides by zero and may come back from infinity; we do not.
    if (outcome.ok) near(outcome.value, wanted, 1e-12);
    else equal(outcome.why, 'nothing can be divided by zero', text);
  }
});

test('random bytes never throw', () => {
  const chance = random(8);
  const letters = '0123456789.+-*/^()e piturndegsqrt°,=π ';
  for (let i = 0; i < 3000; i += 1) {
    const text = Array.from(
      { length: Math.floor(chance() * 12) },
      () => letters[Math.floor(chance() * letters.length)],
    ).join('');
    evaluate(text, { angle: chance() < 0.5, current: 1 });
  }
});
