// @ts-check
/**
 * Requests that wait for their replies.
 *
 * Every request gets a number and is answered exactly once: by the editor, or with a refusal when the
 * connection is lost. How long to wait before trying again is here as well, since it is the other half of the
 * same promise.
 */

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {{ do: string, [key: string]: unknown }} Request */

export class Requests {
  constructor() {
    this.last = 0;
    /** @type {Map<number, { request: Request, answer: (reply: Reply) => void }>} */
    this.waiting = new Map();
  }

  /**
   * Gives a request its number.
   * @param {Request} request
   * @param {(reply: Reply) => void} answer
   * @returns {string} what to send
   */
  open(request, answer) {
    this.last += 1;
    this.waiting.set(this.last, { request, answer });
    return JSON.stringify({ n: this.last, ...request });
  }

  /** @param {Reply} reply @returns {Request | null} what it replies to, if anybody waits for it */
  close(reply) {
    const found = this.waiting.get(reply.n);
    if (found === undefined) return null;
    this.waiting.delete(reply.n);
    found.answer(reply);
    return found.request;
  }

  /** Refuses all that wait. @param {string} why */
  failAll(why) {
    const lost = [...this.waiting];
    this.waiting.clear();
    for (const [n, { answer }] of lost) answer({ is: 'reply', n, ok: false, why });
  }
}

export const FIRST_WAIT_MS = 250;
export const LONGEST_WAIT_MS = 8000;

/**
 * How long to wait before the next try: twice as long each time, and never at the same moment as everybody
 * else.
 * @param {number} tries that failed already @param {number} chance between 0 and 1
 */
export function waitBefore(tries, chance) {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
  return Math.round(most * (0.75 + 0.25 * chance));
}
