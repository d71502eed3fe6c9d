// @ts-check
import { fieldOf, fieldsOf, fresh, kindsOf, spelledOut, startOf } from '../../web/schema.js';
import { check, equal } from './expect.js';

const DEFS = {
  Finite: { type: 'number', exclusiveMinimum: -3e38 },
  Angle: { description: 'Radians', anyOf: [{ type: 'number' }, { type: 'string' }] },
  Point: { anyOf: [{ type: 'object' }, { type: 'array' }] },
  Shape: { type: 'string', enum: ['box', 'circle'] },
  Word: { oneOf: [{ const: 'a' }, { const: 'b' }] },
  Deep: { type: 'object', properties: { inner: { $ref: '#/$defs/Deep' } } },
  Layers: { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'integer' }] },
};
const kind = (/** @type {any} */ schema) => fieldOf(schema, DEFS).kind;

test('a schema becomes the field that can show it', () => {
  equal(kind({ type: 'number' }), 'number');
  equal(kind({ type: ['integer', 'null'] }), 'whole');
  equal(kind({ anyOf: [{ $ref: '#/$defs/Finite' }, { type: 'null' }] }), 'number');
  equal(kind({ anyOf: [{ $ref: '#/$defs/Angle' }, { type: 'null' }] }), 'angle');
  equal(kind({ $ref: '#/$defs/Point' }), 'point');
  equal(kind({ type: 'boolean' }), 'flag');
  equal(kind({ type: 'string', format: 'color' }), 'color');
  equal(fieldOf({ $ref: '#/$defs/Shape' }, DEFS).choices, ['box', 'circle']);
  equal(fieldOf({ $ref: '#/$defs/Word' }, DEFS).choices, ['a', 'b']);
  equal(kind({ anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }), 'words');
  equal(fieldOf({ type: 'array', items: { $ref: '#/$defs/Point' } }, DEFS).item?.kind, 'point');
});

test('what no field can show is typed', () => {
  for (const schema of [
    true,
    undefined,
    {},
    { $ref: '#/$defs/Layers' },
    { $ref: '#/$defs/nobody' },
    { type: 'array', prefixItems: [{}, {}] },
  ])
    equal(kind(schema), 'any');
});

test('a schema that has itself inside comes to an end', () => {
  let field = fieldOf({ $ref: '#/$defs/Deep' }, DEFS);
  let depth = 0;
  while (field.fields?.[0] !== undefined) {
    field = field.fields[0].field;
    depth += 1;
  }
  check(depth < 8, `${depth} levels`);
});

test('limits, defaults and what is needed go along', () => {
  const fields = fieldsOf(
    {
      properties: {
        type: { const: 'x' },
        b: { type: 'number', minimum: 0, maximum: 1, default: 1 },
        a: { type: 'string' },
        c: { type: 'integer' },
      },
      order: ['b', 'a'],
      required: ['a'],
    },
    DEFS,
  );
  equal(
    fields.map((one) => [one.key, one.field.needed]),
    [
      ['b', false],
      ['a', true],
      ['c', false],
    ],
  );
  equal([fields[0].field.least, fields[0].field.most, fields[0].field.default], [0, 1, 1]);
});

test('something new begins with all that it needs', () => {
  const kinds = kindsOf(
    [
      {
        kind: 'path',
        properties: { points: { type: 'array', items: { $ref: '#/$defs/Point' } }, speed: { type: 'number' } },
        required: ['points'],
        order: ['points', 'speed'],
      },
    ],
    DEFS,
  );
  equal(fresh(kinds, 'path'), { type: 'path', points: [[0, 0]] });
  equal(fresh(kinds, 'unheard of'), { type: 'unheard of' });
  equal(startOf({ kind: 'choice', choices: ['x', 'y'], doc: '', needed: true }), 'x');
});

test('keys are spelled out', () => {
  equal(spelledOut('bodyType'), 'Body type');
  equal(spelledOut('x'), 'X');
});
