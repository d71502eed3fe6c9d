// @ts-check
/**
 * What can be done with templates, once: the panel, the menu and the keyboard all come here.
 */

import { refuse, say } from './announce.js';
import { label } from './drop.js';
import { ROOT } from './model.js';
import { INSTANCE, WRITTEN } from './protocol.js';
import { counted, instancesOf, named } from './templates.js';

/** @typedef {import('./editor.js').Editor} Editor */

/**
 * Adds an instance: below something, before something, or somewhere in the world.
 * @param {Editor} editor @param {string} template
 * @param {{ parent?: number, before?: number, world?: { x: number, y: number } }} [where]
 */
export async function addInstance(editor, template, where = {}) {
  const { scene } = editor;
  const id = (/** @type {number | undefined} */ key) => (key === undefined || key === ROOT ? null : scene.ids[key]);
  const world = where.world === undefined ? {} : { world: where.world };
  const reply = await editor.change({
    do: 'add',
    template,
    parent: id(where.parent),
    before: id(where.before),
    ...world,
  });
  if (!reply.ok) return;
  const into = id(where.parent) === null ? 'as root' : `to ${label(scene, where.parent ?? ROOT)}`;
  say(`${reply.select?.[0] ?? 'An instance'} of template ${template} added ${into}`);
}

/** Adds an instance below what is selected, or as a root. @param {Editor} editor @param {string} template */
export function addBelowSelection(editor, template) {
  if (editor.selection.keys.size > 1) {
    refuse('Select one parent, or none for a root.');
    return undefined;
  }
  const [parent = ROOT] = editor.selection.keys;
  return addInstance(editor, template, { parent });
}

/** Selects everything that is made of a template. @param {Editor} editor @param {string} template */
export function selectUses(editor, template) {
  const keys = instancesOf(editor.scene, editor.templates.list, template);
  if (keys.length === 0) {
    refuse(`Nothing is made of template ${template}.`);
    return;
  }
  editor.selectKeys(keys);
  say(`${counted(keys.length)} selected`);
}

/** Makes what is selected independent of its templates. @param {Editor} editor */
export async function unpack(editor) {
  const keys = editor.scene.sorted([...editor.selection.keys]);
  const edits = keys.map((key) => ({ edit: 'unpack', id: editor.scene.ids[key] }));
  const what = keys.length === 1 ? label(editor.scene, keys[0]) : `${keys.length} entities`;
  const reply = await editor.edit(edits, `Unpack ${what}`, { plain: true });
  if (reply?.ok) say(`${what} unpacked`);
}

/**
 * Makes a template of what is selected.
 * @param {Editor} editor @param {string} name @returns {Promise<string | null>} why not
 */
export async function extract(editor, name) {
  const why = whyNotExtracted(editor);
  if (why !== null) return why;
  const [key] = editor.selection.keys;
  const reply = await editor.edit(
    [{ edit: 'extract', id: editor.scene.ids[key], template: name }],
    `Make template ${name} of ${label(editor.scene, key)}`,
    { quiet: true, plain: true },
  );
  if (!reply?.ok) return [reply?.why, reply?.help].filter(Boolean).join('. ');
  say(`Template ${name} made`);
  return null;
}

/** @param {Editor} editor @returns {string | null} */
export function whyNotExtracted(editor) {
  const { scene, selection } = editor;
  if (selection.keys.size !== 1) return selection.keys.size === 0 ? 'Nothing is selected.' : 'Only one at a time.';
  const [key] = selection.keys;
  return scene.is(key, WRITTEN) ? null : `${label(scene, key)} comes out of a template already.`;
}

/** @param {Editor} editor @returns {string | null} */
export function whyNotUnpacked(editor) {
  const { scene, selection } = editor;
  if (selection.keys.size === 0) return 'Nothing is selected.';
  for (const key of selection.keys) {
    if (!scene.is(key, WRITTEN)) return `${label(scene, key)} is a part; unpack its instance.`;
    if (!scene.is(key, INSTANCE)) return `${label(scene, key)} is not made of a template.`;
  }
  return null;
}

/** The template of the one that is selected, or of the instance that it is a part of. @param {Editor} editor @returns {string | null} */
export function selectedTemplate(editor) {
  const { scene, selection } = editor;
  if (selection.keys.size !== 1) return null;
  const [key] = selection.keys;
  for (let at = key; at !== ROOT; at = scene.is(at, WRITTEN) ? ROOT : scene.parent[at]) {
    const template = scene.templateOf(at);
    if (template !== null) return template;
  }
  return null;
}

/** @param {Editor} editor @param {string} name */
export async function removeTemplate(editor, name) {
  const uses = named(editor.templates.list, name)?.uses ?? 0;
  if (uses > 0) {
    const [first] = instancesOf(editor.scene, editor.templates.list, name);
    const who = first === undefined ? 'something' : label(editor.scene, first);
    refuse(
      `Template ${name} is used by ${uses === 1 ? who : `${who} and ${counted(uses - 1)} more`}, so it cannot be removed.`,
      'Unpack or delete its instances first.',
    );
    return;
  }
  const reply = await editor.edit([{ edit: 'removeTemplate', template: name }], `Remove template ${name}`);
  if (reply?.ok) say(`Template ${name} removed`);
}
