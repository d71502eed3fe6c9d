// @ts-check
/**
 * The file: its name, whether it is saved, and what is wrong with it.
 *
 * Everything that could lose work is said in a banner or asked in a dialog, and nothing is done before
 * somebody has chosen.
 */

import { save } from './actions.js';
import { notice, refuse, say } from './announce.js';

import { dismiss, question } from './dialog.js';
import { byId, fill, h, isTyping } from './dom.js';
import { icon } from './icons.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('./protocol.js').FileState} FileState */

/** @type {Record<Exclude<FileState, 'fine' | 'live'>, { kind: 'error' | 'warning', text: string, help: string }>} */
const STATES = {
  broken: {
    kind: 'error',
    text: 'This file cannot be read, so there is nothing to show yet.',
    help: 'Repair the problems listed below in a text editor; the scene appears as soon as the file can be read.',
  },
  invalid: {
    kind: 'error',
    text: 'The file on disk cannot be read any more.',
    help: 'You see the last good state. Repair the file, or save to put this state in its place.',
  },
  gone: { kind: 'warning', text: 'The file is no longer on disk.', help: 'Save to write it again.' },
  readOnly: {
    kind: 'warning',
    text: 'The file is read-only.',
    help: 'You can edit, but not save before that is changed.',
  },
  changed: {
    kind: 'warning',
    text: 'The file was changed on disk while you had unsaved edits.',
    help: 'Decide what becomes of both.',
  },
};

export class FilesView {
  /** What was asked about already. */ #asked = '';

  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    byId('save').addEventListener('click', () => this.save());
    window.addEventListener('beforeunload', (event) => {
      if (this.editor.file?.unsaved) event.preventDefault();
    });
    editor.on('file', () => this.render());
    editor.on('line', () => this.render());
  }

  render() {
    const { file, line } = this.editor;
    const name = file?.name ?? '';
    const unsaved = file?.unsaved ?? false;
    byId('file-name').textContent = name;
    const mark = byId('unsaved');
    mark.hidden = !unsaved;
    document.title = `${unsaved ? '● ' : ''}${name === '' ? 'Kinfolk' : `${name} – Kinfolk`}`;
    const button = /** @type {HTMLButtonElement} */ (byId('save'));
    button.disabled =
      line.state !== 'open' ||
      file === null ||
      file.state === 'broken' ||
      !(unsaved || file.state === 'gone' || file.state === 'invalid');
    button.classList.toggle('primary', unsaved);
    document.body.dataset.state = file?.state ?? 'loading';
    this.#banner();
    this.#ask();
  }

  #banner() {
    const { file, line } = this.editor;
    const banner = byId('banner');
    const lost = line.state === 'lost';
    const about = lost
      ? {
          kind: 'error',
          text: 'The connection to the editor is lost.',
          help: 'Trying again. What you see may be out of date, and nothing can be changed.',
        }
      : file === null
        ? null
        : file.state !== 'fine' && file.state !== 'live'
          ? STATES[file.state]
          : file.recovery !== null
            ? {
                kind: 'warning',
                text: 'There are unsaved edits from last time.',
                help: 'Recover them or discard them.',
              }
            : file.journal
              ? {
                  kind: 'warning',
                  text: 'Unsaved edits cannot be written down.',
                  help: 'A crash would lose them: save soon.',
                }
              : null;
    banner.hidden = about === null;
    // The editor's note says the same as we do, but for the reason at its end.
    const journal = file?.state === 'fine' && file.journal ? `(${file.journal})` : '';
    const reason = /\(.*\)$/.exec(file?.note ?? '')?.[0] ?? journal;
    const key = about === null ? '' : `${about.text}${file?.note ?? ''}${journal}`;
    if (banner.dataset.key === key) return;
    banner.dataset.key = key;
    banner.dataset.kind = about?.kind ?? '';
    banner.dataset.state = lost ? 'lost' : (file?.state ?? '');
    if (about === null) {
      fill(banner);
      return;
    }
    fill(
      banner,
      icon(about.kind),
      h(
        'div',
        { class: 'banner-text' },
        h('strong', null, about.text),
        ' ',
        !lost && reason !== '' ? h('span', null, `${reason} `) : null,
        h('span', { class: 'quiet' }, about.help),
      ),
      lost ? h('button', { type: 'button', class: 'button', onclick: () => line.connect() }, 'Try now') : null,
      !lost && file?.state === 'changed'
        ? h('button', { type: 'button', class: 'button primary', onclick: () => this.#resolve() }, 'Decide…')
        : null,
      !lost && file?.state === 'fine' && file.recovery
        ? h(
            'button',
            { type: 'button', class: 'button primary', onclick: () => this.#recover(file.recovery?.edits ?? 0) },
            'Decide…',
          )
        : null,
      !lost && (file?.state === 'invalid' || file?.state === 'gone')
        ? h('button', { type: 'button', class: 'button', onclick: () => this.save() }, 'Save anyway')
        : null,
    );
    say(`${about.text} ${about.help}`);
  }

  /** Saves, or asks what has to be asked before. */
  async save() {
    give();
    if (this.editor.file?.state === 'changed') return this.#resolve();
    if (this.editor.file?.state === 'invalid') {
      const answer = await question(
        'Replace the file on disk?',
        ['What is on disk cannot be read. Saving puts what you see in its place.'],
        [
          { value: 'cancel', text: 'Cancel' },
          { value: 'save', text: 'Replace it', kind: 'danger' },
        ],
        { testid: 'force-dialog' },
      );
      if (answer !== 'save') return undefined;
    }
    return save(this.editor);
  }

  /** Asks what has to be asked, once each time it comes up. */
  #ask() {
    const { file } = this.editor;
    const matter = file?.recovery ? 'recovery' : file?.state === 'changed' ? 'changed' : '';
    if (matter === this.#asked) return;
    this.#asked = matter;
    if (matter === 'recovery') this.#recover(file?.recovery?.edits ?? 0);
    else if (matter === 'changed') this.#resolve();
    else dismiss();
  }

  /** @param {number} edits */
  async #recover(edits) {
    const how = await question(
      'Unsaved edits from last time',
      [
        h(
          'p',
          null,
          `${edits === 1 ? '1 unsaved edit was' : `${edits} unsaved edits were`} left when the editor ended without saving.`,
        ),
        h('p', { class: 'quiet' }, 'Recovered edits are put on top of the file and can be undone.'),
      ],
      [
        { value: 'discard', text: 'Discard', kind: 'danger' },
        { value: 'recover', text: 'Recover', kind: 'primary' },
      ],
      { testid: 'recovery-dialog' },
    );
    if (how === null) return;
    const reply = await this.editor.change({ do: 'recover', how });
    if (reply.ok) notice(how === 'recover' ? 'Recovered' : 'Discarded');
  }

  async #resolve() {
    const how = await question(
      'The file changed on disk',
      [
        h('p', null, 'Somebody or something wrote the file while you had unsaved edits.'),
        h(
          'dl',
          { class: 'choices' },
          h('dt', null, 'Merge'),
          h('dd', null, 'Puts both together, as one step that can be undone. Asks if both changed the same thing.'),
          h('dt', null, 'Mine'),
          h('dd', null, 'Keeps what you have. Saving then replaces the file.'),
          h('dt', null, 'Theirs'),
          h('dd', null, 'Takes over the file. Your edits stay in the history.'),
        ),
      ],
      [
        { value: 'theirs', text: 'Theirs' },
        { value: 'mine', text: 'Mine' },
        { value: 'merge', text: 'Merge', kind: 'primary' },
      ],
      { testid: 'changed-dialog' },
    );
    if (how === null) return;
    const reply = await this.editor.change({ do: 'resolve', how }, { quiet: true });
    if (!reply.ok && reply.clashes === undefined) refuse(reply.why ?? 'This could not be done.', reply.help ?? null);
    else if (reply.clashes !== undefined && reply.clashes.length > 0) this.#clashes(reply.clashes);
    else notice(how === 'merge' ? 'Merged' : how === 'mine' ? 'Kept yours' : 'Took theirs');
  }

  /** @param {any[]} clashes */
  async #clashes(clashes) {
    const favour = await question(
      `Both changed ${clashes.length === 1 ? 'one thing' : `${clashes.length} things`}`,
      [
        h('p', null, 'Everything else can be put together. For these, one side has to win:'),
        h(
          'ul',
          { class: 'clashes' },
          ...clashes.map((clash) =>
            h('li', null, typeof clash === 'string' ? clash : String(clash?.text ?? JSON.stringify(clash))),
          ),
        ),
      ],
      [
        { value: 'cancel', text: 'Cancel' },
        { value: 'theirs', text: 'Merge, favour theirs' },
        { value: 'mine', text: 'Merge, favour mine', kind: 'primary' },
      ],
      { testid: 'clashes-dialog', wide: true },
    );
    if (favour !== 'mine' && favour !== 'theirs') return;
    const reply = await this.editor.change({ do: 'resolve', how: 'merge', favour });
    if (reply.ok) notice(`Merged, ${favour === 'mine' ? 'yours' : 'theirs'} won where both changed the same`);
  }
}

/** What somebody has typed and not given yet counts as given: fields do so when they are left. */
function give() {
  const typing = document.activeElement;
  if (!(typing instanceof HTMLInputElement) || !isTyping(typing)) return;
  typing.blur();
  typing.focus();
}
