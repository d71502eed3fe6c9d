// @ts-check
import { findMistake, readJson } from '../../web/json.js';
import { check, equal, oneOf, random } from './expect.js';

/** @param {string} text */
function why(text) {
  const read = readJson(text);
  return read.ok ? read.value : read.why;
}

test('JSON is read, and nothing is nothing', () => {
  equal(why('{"a": [1, -2.5e3, true, null, "x\\n"]}'), { a: [1, -2500, true, null, 'x\n'] });
  check(why(' \n ') === undefined);
});

test('a mistake is told with its place', () => {
  equal(why('{"body": }'), 'line 1, column 10: a value is missing');
  equal(why('{\n  "a": 1\n  "b": 2\n}'), 'line 3, column 3: a comma or “}” is missing');
  equal(why('[1, 2,]'), 'line 1, column 7: there is a comma too many before this');
  equal(why('{a: 1}'), 'line 1, column 2: a key in double quotes is missing');
  equal(why('{"a" 1}'), 'line 1, column 6: a colon is missing');
  equal(why('{"a": 1'), 'line 1, column 8: a comma or “}” is missing');
  equal(why('"open'), 'line 1, column 1: this text does not end, or has a letter that must be escaped');
  equal(why("['x']"), 'line 1, column 2: text needs double quotes');
  equal(why('1 2'), 'line 1, column 3: nothing may follow here');
});

test('whatever the engine refuses has a mistake, and what it reads has none', () => {
  const chance = random(31);
  const pieces = ['{', '}', '[', ']', ',', ':', '"a"', '1', '-0', '01', 'true', ' ', '\n', '"\\u00e9"', '.5', 'nul'];
  for (let i = 0; i < 5000; i += 1) {
    const text = Array.from({ length: 1 + Math.floor(chance() * 8) }, () => oneOf(chance, pieces)).join('');
    let fine = true;
    try {
      JSON.parse(text);
    } catch {
      fine = false;
    }
    equal(findMistake(text).why === 'this is not JSON', fine, text);
  }
});
