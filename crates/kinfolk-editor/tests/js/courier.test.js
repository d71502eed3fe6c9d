// @ts-check
import { Courier } from '../../web/courier.js';
import { equal } from './expect.js';

/** An editor that answers when it is told to. */
function editor() {
  /** @type {any[]} */
  const asked = [];
  /** @type {((reply: any) => void)[]} */
  const waiting = [];
  /** @param {any} request */
  const ask = (request) => {
    asked.push(request);
    return new Promise((resolve) => waiting.push(resolve));
  };
  return { asked, ask, answer: (/** @type {any} */ reply = { ok: true }) => waiting.shift()?.(reply) };
}

test('while one is under way only the newest waits', () => {
  const { asked, ask } = editor();
  const courier = new Courier(ask, 'g', () => {});
  courier.send({ do: 'drag', at: 1 });
  courier.send({ do: 'drag', at: 2 });
  courier.send({ do: 'drag', at: 3 });
  equal(asked, [{ do: 'drag', at: 1, gesture: 'g' }]);
});

test('cancelling drops what waits and takes back what was sent', () => {
  const { asked, ask } = editor();
  const courier = new Courier(ask, 'g', () => {});
  courier.cancel();
  equal(asked, []);
  courier.send({ do: 'drag', at: 1 });
  courier.send({ do: 'drag', at: 2 });
  courier.cancel();
  equal(asked.map((request) => request.do), ['drag', 'cancel']);
});
