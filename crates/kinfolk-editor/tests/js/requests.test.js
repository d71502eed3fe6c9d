// @ts-check
import { FIRST_WAIT_MS, LONGEST_WAIT_MS, Requests, waitBefore } from '../../web/requests.js';
import { check, equal } from './expect.js';

test('every reply goes to the one who asked', () => {
  const requests = new Requests();
  /** @type {string[]} */
  const heard = [];
  equal(
    requests.open({ do: 'undo' }, () => heard.push('undo')),
    '{"n":1,"do":"undo"}',
  );
  equal(
    requests.open({ do: 'redo' }, () => heard.push('redo')),
    '{"n":2,"do":"redo"}',
  );
  equal(requests.close({ is: 'reply', n: 2, ok: true })?.do, 'redo');
  equal(requests.close({ is: 'reply', n: 2, ok: true }), null);
  requests.close({ is: 'reply', n: 1, ok: true });
  equal(heard, ['redo', 'undo']);
});

test('when the line breaks, all that wait are refused once', () => {
  const requests = new Requests();
  /** @type {(string | undefined)[]} */
  const heard = [];
  requests.open({ do: 'save' }, (reply) => heard.push(reply.why));
  requests.failAll('lost');
  requests.failAll('lost');
  equal(requests.close({ is: 'reply', n: 1, ok: true }), null);
  equal(heard, ['lost']);
});

test('waiting gets longer, up to an end', () => {
  check(waitBefore(0, 1) === FIRST_WAIT_MS);
  for (let tries = 0; tries < 100; tries += 1) {
    const [least, most] = [waitBefore(tries, 0), waitBefore(tries, 1)];
    check(least >= most * 0.74 && most <= LONGEST_WAIT_MS && waitBefore(tries + 1, 1) >= most);
  }
  equal(waitBefore(99, 1), LONGEST_WAIT_MS);
});
