// @ts-check
/**
 * The line to the editor.
 *
 * Frames come out of `onText` and `onBinary`, requests go in through `ask`. A line that breaks fails what was
 * under way, tells `onState`, and is built again, at longer and longer intervals; the editor then says
 * everything anew.
 */

import { decodeBinary, decodeText } from './protocol.js';
import { Requests, waitBefore } from './requests.js';

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./requests.js').Request} Request */
/** @typedef {'connecting' | 'open' | 'lost'} LineState */
/**
 * @typedef {{ onText: (frame: import('./protocol.js').TextFrame) => void,
 *   onBinary: (frame: import('./protocol.js').BinaryFrame, arrived: number) => void,
 *   onState: (state: LineState) => void }} Listener
 */

const LOST = 'The connection to the editor was lost.';

export class Line {
  #requests = new Requests();
  #utf8 = new TextDecoder();
  /** @type {WebSocket | null} */ #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #tries = 0;

  /** @param {string} address @param {Listener} listener */
  constructor(address, listener) {
    this.address = address;
    this.listener = listener;
    /** @type {LineState} */ this.state = 'connecting';
  }

  connect() {
    clearTimeout(this.#timer);
    this.#socket?.close();
    const socket = new WebSocket(this.address);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.addEventListener('open', () => {
      if (this.#socket !== socket) return;
      this.#tries = 0;
      this.#tell('open');
    });
    socket.addEventListener('message', (event) => {
      if (this.#socket === socket) this.#receive(event.data);
    });
    socket.addEventListener('close', () => {
      if (this.#socket === socket) this.#lose();
    });
  }

  /** Asks the editor something; never rejects. @param {Request} request @returns {Promise<Reply>} */
  ask(request) {
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) {
        resolve({
          is: 'reply',
          n: 0,
          ok: false,
          why: LOST,
          help: 'Nothing has been changed. Try again when it is back.',
        });
        return;
      }
      this.#socket.send(this.#requests.open(request, resolve));
    });
  }

  /** Says that what runs has been shown up to here; nobody replies. */
  shown() {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send('{"do":"shown"}');
  }

  /** @param {string | ArrayBuffer} data */
  #receive(data) {
    const arrived = performance.now();
    if (typeof data === 'string') {
      const frame = decodeText(data);
      if (frame.is === 'reply') this.#requests.close(frame);
      else this.listener.onText(frame);
    } else {
      this.listener.onBinary(
        decodeBinary(data, (bytes) => this.#utf8.decode(bytes)),
        arrived,
      );
    }
  }

  #lose() {
    this.#socket = null;
    this.#requests.failAll(LOST);
    this.#tell('lost');
    this.#timer = setTimeout(() => this.connect(), waitBefore(this.#tries, Math.random()));
    this.#tries += 1;
  }

  /** @param {LineState} state */
  #tell(state) {
    this.state = state;
    this.listener.onState(state);
  }
}
