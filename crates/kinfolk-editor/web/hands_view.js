// @ts-check
/**
 * Who has mouse and keyboard over the picture: the game that runs, or the editor.
 *
 * Starting to play gives them to the game, for as long as the picture has the focus. Esc gives them back, and
 * then the picture pans, zooms and selects as always; Enter or the button gives them to the game again. What
 * the game hears is gathered and sent once a frame, with what part of the world the picture shows.
 */

import { say } from './announce.js';
import { byId } from './dom.js';
import { Hands } from './hands.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./picture_view.js').PictureView} PictureView */

export class HandsView {
  /** Whom the hands belong to while something runs. @type {'game' | 'editor'} */ #whose = 'game';
  #hands = new Hands();
  #wanted = false;

  /** @param {Editor} editor @param {PictureView} picture */
  constructor(editor, picture) {
    this.editor = editor;
    this.picture = picture;
    this.button = byId('hands');
    this.button.addEventListener('click', () => this.give(this.#whose === 'game' ? 'editor' : 'game'));
    const { canvas } = picture;
    // Before the picture's own: what the game takes, the picture does not see.
    const listen = (/** @type {string} */ kind, /** @type {(event: any) => boolean} */ heard) =>
      canvas.addEventListener(
        kind,
        (event) => {
          if (!this.#isGames() || !heard(event)) return;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        { capture: true },
      );
    listen('pointerdown', (event) => this.#down(event));
    listen('pointermove', (event) => this.#point('move', event));
    listen('pointerup', (event) => this.#point('release', event));
    listen('contextmenu', () => true);
    listen('keydown', (event) => this.#key(event));
    listen('keyup', (event) => this.#heard(this.#hands.keyUp(event)));
    canvas.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || editor.view !== 'running' || this.#whose === 'game') return;
      event.preventDefault();
      this.give('game');
    });
    canvas.addEventListener('blur', () => this.#letGo());
    canvas.addEventListener('focus', () => this.render());
    editor.on('view', () => this.render());
    this.render();
  }

  /** @param {'game' | 'editor'} whose */
  give(whose) {
    if (whose === 'editor') this.#letGo();
    this.#whose = whose;
    this.picture.canvas.focus();
    this.render();
    say(whose === 'game' ? 'The game has mouse and keyboard. Escape gives them back.' : 'Mouse and keyboard are back.');
  }

  /** Something was started: whoever sees it wants to play. */
  start() {
    this.#whose = 'game';
    this.picture.canvas.focus();
    this.render();
  }

  render() {
    const running = this.editor.view === 'running';
    const games = this.#whose === 'game';
    const here = document.activeElement === this.picture.canvas;
    this.button.hidden = !running;
    this.button.setAttribute('aria-pressed', String(games));
    this.button.textContent = !games
      ? 'Give mouse and keyboard to the game'
      : here
        ? 'The game has mouse and keyboard · Esc'
        : 'Click into the picture to play';
    this.picture.canvas.dataset.hands = running && games ? 'game' : 'editor';
  }

  #isGames() {
    return this.editor.view === 'running' && this.#whose === 'game';
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.picture.canvas.focus();
    this.picture.canvas.setPointerCapture(event.pointerId);
    return this.#point('press', event);
  }

  /** @param {'move' | 'press' | 'release'} what @param {PointerEvent} event */
  #point(what, event) {
    if (document.activeElement !== this.picture.canvas) return false;
    const box = this.picture.canvas.getBoundingClientRect();
    const at = { x: event.clientX - box.left, y: event.clientY - box.top };
    const finger = event.pointerType === 'touch' ? event.pointerId : null;
    if (what === 'move') this.#hands.move(at, finger);
    else if (what === 'press') this.#hands.press(at, event.button, finger);
    else this.#hands.release(at, event.button, finger);
    return this.#heard(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Escape') {
      this.give('editor');
      return true;
    }
    return this.#heard(this.#hands.keyDown(event));
  }

  #letGo() {
    this.#hands.letGo();
    this.#heard(this.editor.view === 'running');
    this.render();
  }

  /** Sends what was heard, once a frame. @param {boolean} heard */
  #heard(heard) {
    if (!heard || this.#wanted) return heard;
    this.#wanted = true;
    requestAnimationFrame(() => {
      this.#wanted = false;
      const events = this.#hands.take();
      if (events.length === 0 || this.editor.play.state === 'stopped') return;
      const { camera, screen } = this.picture;
      this.editor.ask({
        do: 'input',
        screen: [screen.width, screen.height],
        middle: [camera.x, camera.y],
        zoom: camera.scale,
        events,
      });
    });
    return heard;
  }
}
