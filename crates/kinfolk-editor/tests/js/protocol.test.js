// @ts-check
import { decodeBinary, decodeText, INSTANCE, WORLD_BYTES } from '../../web/protocol.js';
import { check, equal } from './expect.js';

/** Plain letters only. @param {Uint8Array} bytes */
const ascii = (bytes) => String.fromCharCode(...bytes);

/** @param {unknown} json @param {number} words @returns {ArrayBuffer} */
function frame(json, words) {
  const text = JSON.stringify(json);
  const start = (4 + text.length + 3) & ~3;
  const buffer = new ArrayBuffer(start + words * 4);
  new DataView(buffer).setUint32(0, text.length, true);
  new Uint8Array(buffer).set(
    [...text].map((letter) => letter.charCodeAt(0)),
    4,
  );
  const view = new DataView(buffer);
  for (let i = 0; i < words; i += 1) view.setUint32(start + i * 4, 1000 + i, true);
  return buffer;
}

const empty = { keys: [], parents: [], ids: [], names: [], templates: [], looks: [], tags: [] };

/** @param {() => unknown} body */
function why(body) {
  try {
    body();
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  return 'nothing';
}

test('numbers are found behind a JSON of any length', () => {
  for (const id of ['', 'a', 'ab', 'abc', 'abcd']) {
    const buffer = frame(
      { is: 'scene', revision: 3, rows: { ...empty, ids: [id] }, worlds: [7], strings: [], looks: [], tags: [] },
      8,
    );
    const view = new DataView(buffer);
    const start = buffer.byteLength - WORLD_BYTES;
    view.setFloat32(start + 16, 2.5, true);
    view.setInt32(start + 24, -9, true);
    view.setUint32(start + 28, INSTANCE, true);
    const read = decodeBinary(buffer, ascii);
    check(read.is === 'scene');
    if (read.is !== 'scene') return;
    equal([read.numbers.floats[4], read.numbers.ints[6], read.numbers.uints[7]], [2.5, -9, INSTANCE]);
    equal(read.revision, 3);
    equal(read.rows.ids, [id]);
  }
});

test('an order is keys and nothing else', () => {
  const read = decodeBinary(frame({ is: 'order', revision: 5 }, 3), ascii);
  check(read.is === 'order');
  if (read.is === 'order') equal([...read.keys], [1000, 1001, 1002]);
});

test('frames without numbers are fine', () => {
  const order = decodeBinary(frame({ is: 'order', revision: 5 }, 0), ascii);
  check(order.is === 'order' && order.keys.length === 0);
  const changed = decodeBinary(
    frame(
      { is: 'changed', revision: 6, gone: [], rows: empty, moved: [], worlds: [], strings: [], looks: [], tags: [] },
      0,
    ),
    ascii,
  );
  check(changed.is === 'changed' && changed.numbers.count === 0);
});

test('a frame that is not whole is refused', () => {
  equal(
    why(() => decodeBinary(new ArrayBuffer(2), ascii)),
    'a frame without a length',
  );
  equal(
    why(() => decodeBinary(frame({ is: 'scene', worlds: [1, 2] }, 8), ascii)),
    '2 entities, but 32 bytes of numbers',
  );
  equal(
    why(() => decodeBinary(frame({ is: 'else' }, 0), ascii)),
    'a frame of an unknown kind: else',
  );
  equal(
    why(() => decodeBinary(frame({ is: 'order' }, 2).slice(0, -2), ascii)),
    'a frame with a broken number at its end',
  );
  const cut = frame({ is: 'order', revision: 1 }, 0);
  equal(
    why(() => decodeBinary(cut.slice(0, 9), ascii)),
    'a frame that is cut off',
  );
});

test('a text frame says what it is', () => {
  equal(decodeText('{"is":"history","names":[],"first":0,"at":0}').is, 'history');
  equal(
    why(() => decodeText('{}')),
    'a message that does not say what it is',
  );
  equal(
    why(() => decodeText('null')),
    'a message that does not say what it is',
  );
});
