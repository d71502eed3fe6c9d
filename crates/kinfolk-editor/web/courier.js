// @ts-check
/**
 * Requests of one gesture, one at a time.
 *
 * While one is under way only the newest waits: a hand is faster than any editor, and only where it ends
 * counts. Cancelling takes everything back that was sent.
 */

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./requests.js').Request} Request */

export class Courier {
  /** @type {Request | null} */ #next = null;
  /** @type {Promise<void> | null} */ #trip = null;
  #sent = false;

  /**
   * @param {(request: Request) => Promise<Reply>} ask
   * @param {string} gesture
   * @param {(reply: Reply) => void} onRefused
   */
  constructor(ask, gesture, onRefused) {
    this.ask = ask;
    this.gesture = gesture;
    this.onRefused = onRefused;
  }

  /** @param {Request} request */
  send(request) {
    this.#next = { ...request, gesture: this.gesture };
    this.#trip ??= this.#go();
  }

  /** When everything is said and answered. @returns {Promise<void>} */
  async settled() {
    await this.#trip;
  }

  /** Takes everything back. */
  async cancel() {
    this.#next = null;
    if (this.#sent) await this.ask({ do: 'cancel', gesture: this.gesture });
  }

  async #go() {
    while (this.#next !== null) {
      const request = this.#next;
      this.#next = null;
      this.#sent = true;
      const reply = await this.ask(request);
      if (!reply.ok) this.onRefused(reply);
    }
    this.#trip = null;
  }
}
