// @ts-check
/**
 * Questions that must be answered.
 *
 * A dialog is the browser's own, so the focus stays within it and goes back to where it was. Each button is
 * an answer; Esc is the answer `null`, where there is one.
 */

import { h } from './dom.js';

/** @typedef {{ value: string, text: string, kind?: 'primary' | 'danger' }} Answer */

/** @type {HTMLDialogElement | null} */
let open = null;

/**
 * Asks, and waits for the answer.
 * @param {string} title @param {(Node | string)[]} content @param {readonly Answer[]} answers
 * @param {{ testid?: string, wide?: boolean }} [options]
 * @returns {Promise<string | null>}
 */
export function question(title, content, answers, options = {}) {
  open?.close('');
  return new Promise((resolve) => {
    const id = `dialog-${Date.now()}`;
    const dialog = h(
      'dialog',
      {
        class: options.wide ? 'dialog is-wide' : 'dialog',
        'aria-labelledby': id,
        dataset: { testid: options.testid ?? 'dialog' },
      },
      h('h2', { id, class: 'dialog-title' }, title),
      h(
        'div',
        { class: 'dialog-content', ...(options.wide ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {}) },
        ...content,
      ),
      h(
        'div',
        { class: 'dialog-answers' },
        ...answers.map((answer) =>
          h(
            'button',
            {
              type: 'button',
              class: `button ${answer.kind ?? ''}`,
              dataset: { answer: answer.value },
              onclick: () => dialog.close(answer.value),
            },
            answer.text,
          ),
        ),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (open === dialog) open = null;
      resolve(dialog.returnValue === '' ? null : dialog.returnValue);
    });
    document.body.append(dialog);
    open = dialog;
    dialog.showModal();
    /** @type {HTMLElement | null} */ (dialog.querySelector('.primary') ?? dialog.querySelector('button'))?.focus();
  });
}

/** Whether somebody has to answer first. */
export function isAsking() {
  return open !== null;
}

/** Takes the question back. */
export function dismiss() {
  open?.close('');
}
