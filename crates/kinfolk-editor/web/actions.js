// @ts-check
/**
 * What commands do: ask the editor, and say what became of it.
 *
 * Each takes what is selected as it is now. Nothing is changed in the page before the editor says so.
 */

import { notice, refuse, say } from './announce.js';
import * as clipboard from './clipboard.js';
import { label } from './drop.js';
import { fragmentOf } from './link.js';
import { ROOT } from './model.js';
import { WRITTEN } from './protocol.js';
import { plan } from './structure.js';
import { treeText } from './tree_text.js';

/** @typedef {import('./editor.js').Editor} Editor */

/**
 * Shows or hides, wakes or puts to sleep.
 * @param {Editor} editor
 * @param {number[]} keys
 * @param {'visible' | 'active'} key
 * @param {boolean} value
 */
export async function setFlag(editor, keys, key, value) {
  const edits = editor.scene.sorted(keys).map((one) => ({ edit: 'set', id: editor.scene.ids[one], key, value }));
  const verb = key === 'visible' ? (value ? 'Show' : 'Hide') : value ? 'Activate' : 'Deactivate';
  const what = keys.length === 1 ? label(editor.scene, keys[0]) : `${keys.length} entities`;
  const reply = await editor.edit(edits, `${verb} ${what}`);
  if (reply?.ok) say(`${what}: ${key === 'visible' ? (value ? 'visible' : 'hidden') : value ? 'active' : 'inactive'}`);
}

/**
 * Adds what was copied, behind the current entity or below it.
 * @param {Editor} editor
 * @param {string} text
 * @param {boolean} below
 */
export async function paste(editor, text, below) {
  if (text.trim() === '') {
    refuse('Nothing has been copied yet.');
    return;
  }
  const { scene, selection } = editor;
  const key = selection.keys.size > 0 && scene.has(selection.current) ? selection.current : ROOT;
  const parent = below ? key : key === ROOT ? ROOT : scene.parent[key];
  let before = below || key === ROOT ? ROOT : scene.next[key];
  while (before !== ROOT && !scene.is(before, WRITTEN)) before = scene.next[before];
  const reply = await editor.change({
    do: 'paste',
    text,
    parent: idOf(scene, parent),
    before: idOf(scene, before),
    keep: 'local',
  });
  if (reply.ok)
    say(`${reply.select?.length ?? 0} pasted ${parent === ROOT ? 'as root' : `into ${label(scene, parent)}`}`);
}

/** @param {Editor} editor */
export async function save(editor) {
  const reply = await editor.ask({ do: 'save', ...(editor.file?.state === 'invalid' ? { force: true } : {}) });
  if (reply.ok) notice('Saved');
  else refuse(reply.why ?? 'The file could not be saved.', reply.help ?? null);
}

/** @param {import('./model.js').Scene} scene @param {number} key @returns {string | null} */
function idOf(scene, key) {
  return key === ROOT ? null : scene.ids[key];
}

/** @param {Editor} editor */
export async function addChild(editor) {
  const [key = ROOT] = editor.selection.keys;
  const reply = await editor.change({ do: 'add', parent: idOf(editor.scene, key), before: null });
  if (reply.ok)
    say(`${reply.select?.[0] ?? 'Entity'} added ${key === ROOT ? 'as root' : `to ${label(editor.scene, key)}`}`);
}

/** @param {Editor} editor @param {{ do: string }} request @param {string} done */
export async function changeSelected(editor, request, done) {
  const { scene } = editor;
  const keys = scene.topmost(editor.selection.keys);
  const what = keys.length === 1 ? label(scene, keys[0]) : `${keys.length} entities`;
  const reply = await editor.change({ ...request, ids: keys.map((key) => scene.ids[key]) });
  if (reply.ok) say(`${what} ${done}`);
}

/** @param {Editor} editor @param {'remove' | 'keepWorld'} children */
export async function remove(editor, children) {
  const { scene, selection } = editor;
  const keys = children === 'remove' ? scene.topmost(selection.keys) : scene.sorted([...selection.keys]);
  const what = keys.length === 1 ? label(scene, keys[0]) : `${keys.length} entities`;
  const reply = await editor.change({ do: 'remove', ids: keys.map((key) => scene.ids[key]), children });
  if (reply.ok) say(`${what} deleted${children === 'remove' ? '' : ', children kept'}`);
}

/** @param {Editor} editor @param {'copy' | 'cut'} verb */
export async function copy(editor, verb) {
  const keys = editor.scene.topmost(editor.selection.keys);
  const request = { do: verb, ids: keys.map((key) => editor.scene.ids[key]) };
  const reply = verb === 'cut' ? await editor.change(request) : await editor.ask(request);
  if (!reply.ok) {
    if (verb === 'copy') refuse(reply.why ?? 'This cannot be copied.', reply.help ?? null);
    return;
  }
  await clipboard.write(reply.text ?? '');
  say(`${keys.length} ${verb === 'cut' ? 'cut' : 'copied'}`);
}

/** @param {Editor} editor @param {import('./structure.js').Direction} direction */
export async function move(editor, direction) {
  const planned = plan(editor.scene, editor.selection.keys, direction);
  if ('why' in planned) {
    refuse(planned.why);
    return;
  }
  const { said, ...where } = planned;
  const reply = await editor.change({ do: 'move', ...where, keep: 'world' });
  if (reply.ok) say(said);
}

/** @param {Editor} editor @param {'undo' | 'redo'} way */
export async function travel(editor, way) {
  const { names, first, at } = editor.history;
  const name = names[(way === 'undo' ? at - 1 : at) - first] ?? '';
  const reply = await editor.change({ do: way });
  if (reply.ok) say(`${way === 'undo' ? 'Undone' : 'Done again'}: ${name}`);
}

/** The tree of what is selected, or of everything, for the clipboard. @param {Editor} editor */
export async function copyTree(editor) {
  const text = treeText(editor.scene, editor.selection.keys);
  await clipboard.write(text);
  const lines = text.split('\n').length - 1;
  notice(lines === 1 ? '1 entity copied as text' : `${lines} entities copied as text`);
}

/** The address that opens the page with this selection. @param {Editor} editor */
export async function copyLink(editor) {
  await clipboard.write(new URL(fragmentOf(editor.selectedIds()), location.href).href);
  notice('Link copied');
}
