// @ts-check
/**
 * Everything that can be done to what is selected, once.
 *
 * The toolbar, the context menu, the keyboard and the list of shortcuts are all made of this list. A command
 * that is not possible now says why.
 */

import { addChild, changeSelected, copy, copyLink, copyTree, move, paste, remove, setFlag, travel } from './actions.js';
import { refuse, say } from './announce.js';
import * as clipboard from './clipboard.js';
import { label, whyFixed } from './drop.js';
import { LINKED_AT_MOST } from './link.js';
import { READ_ONLY, whyNot } from './play.js';
import { PICTURE_COMMANDS } from './picture_commands.js';
import { ACTIVE, VISIBLE, WRITTEN } from './protocol.js';
import { selectedTemplate, selectUses, unpack, whyNotExtracted, whyNotUnpacked } from './template_actions.js';
import { enter, leave } from './template_mode.js';

/** @typedef {import('./editor.js').Editor} Editor */
/**
 * What commands need of the page around them.
 * @typedef {{ rename: () => void, search: () => void, frame: () => void, fit: () => void, help: () => void, save: () => void,
 *   toggleTheme: () => void, menuPoint: () => { x: number, y: number }, palette: () => void, exportPicture: () => unknown,
 *   play: (verb: import('./play.js').Verb) => void, show: (view: 'scene' | 'running') => void,
 *   chooseTool: (tool: import('./gizmo.js').ToolName) => void, toggleSnap: () => void, overlays: () => void,
 *   nameTemplate: () => void, showTemplate: (name: string) => void }} Page
 * @typedef {{ id: string, name: string | ((editor: Editor) => string), keys: string[], group: string, scope: 'page' | 'tree' | 'picture',
 *   why?: (editor: Editor) => string | null, run: (editor: Editor, page: Page) => unknown }} Command
 *   `why`: the reason why it is not possible now; `scope`: where its keys work
 */

/** @param {Editor} editor */
const nothing = (editor) => (editor.selection.keys.size === 0 ? 'Nothing is selected.' : null);
/** @param {Editor} editor */
const fixed = (editor) => nothing(editor) ?? whyFixed(editor.scene, editor.scene.topmost(editor.selection.keys));
/** @param {Editor} editor */
const notOne = (editor) => nothing(editor) ?? (editor.selection.keys.size > 1 ? 'Only one at a time.' : null);

/**
 * A command about what runs.
 * @param {import('./play.js').Verb} verb @param {string} name @param {string} keys @returns {Command}
 */
const playing = (verb, name, keys) => ({
  id: verb,
  name,
  keys: [keys],
  group: 'play',
  scope: 'page',
  why: (editor) => whyNot(verb, editor.play),
  run: (_, page) => page.play(verb),
});

/** @param {Editor} editor */
const notOfTemplate = (editor) =>
  notOne(editor) ?? (selectedTemplate(editor) === null ? 'It is not made of a template.' : null);

/** @type {readonly Command[]} */
export const COMMANDS = [
  {
    id: 'add-child',
    name: (editor) => (editor.selection.keys.size === 1 ? 'Add child' : 'Add entity'),
    keys: ['Insert'],
    group: 'add',
    scope: 'tree',
    why: (editor) => (editor.selection.keys.size > 1 ? 'Select one parent, or none for a root.' : null),
    run: addChild,
  },
  {
    id: 'duplicate',
    name: 'Duplicate',
    keys: ['Ctrl+D'],
    group: 'add',
    scope: 'tree',
    why: fixed,
    run: (editor) => changeSelected(editor, { do: 'duplicate' }, 'duplicated'),
  },
  {
    id: 'wrap',
    name: 'Wrap in parent',
    keys: ['Ctrl+G'],
    group: 'add',
    scope: 'tree',
    why: fixed,
    run: (editor) => changeSelected(editor, { do: 'wrap' }, 'wrapped in a new parent'),
  },
  {
    id: 'unwrap',
    name: 'Unwrap children',
    keys: ['Ctrl+Shift+G'],
    group: 'add',
    scope: 'tree',
    why: fixed,
    run: (editor) => changeSelected(editor, { do: 'unwrap' }, 'unwrapped'),
  },

  {
    id: 'rename',
    name: 'Rename',
    keys: ['F2'],
    group: 'edit',
    scope: 'tree',
    why: (editor) => notOne(editor) ?? whyNotRenamed(editor),
    run: (_, page) => page.rename(),
  },
  {
    id: 'cut',
    name: 'Cut',
    keys: ['Ctrl+X'],
    group: 'edit',
    scope: 'tree',
    why: fixed,
    run: (editor) => copy(editor, 'cut'),
  },
  {
    id: 'copy',
    name: 'Copy',
    keys: ['Ctrl+C'],
    group: 'edit',
    scope: 'tree',
    why: nothing,
    run: (editor) => copy(editor, 'copy'),
  },
  {
    id: 'paste',
    name: 'Paste behind',
    keys: ['Ctrl+V'],
    group: 'edit',
    scope: 'tree',
    run: async (editor) => paste(editor, await clipboard.read(), false),
  },
  {
    id: 'paste-child',
    name: 'Paste as child',
    keys: ['Ctrl+Shift+V'],
    group: 'edit',
    scope: 'tree',
    why: notOne,
    run: async (editor) => paste(editor, await clipboard.read(), true),
  },
  {
    id: 'delete',
    name: 'Delete',
    keys: ['Delete'],
    group: 'edit',
    scope: 'tree',
    why: nothing,
    run: (editor) => remove(editor, 'remove'),
  },
  {
    id: 'delete-keep',
    name: 'Delete, keep children',
    keys: ['Shift+Delete'],
    group: 'edit',
    scope: 'tree',
    why: nothing,
    run: (editor) => remove(editor, 'keepWorld'),
  },

  {
    id: 'move-up',
    name: 'Move up',
    keys: ['Alt+ArrowUp'],
    group: 'move',
    scope: 'tree',
    why: fixed,
    run: (editor) => move(editor, 'up'),
  },
  {
    id: 'move-down',
    name: 'Move down',
    keys: ['Alt+ArrowDown'],
    group: 'move',
    scope: 'tree',
    why: fixed,
    run: (editor) => move(editor, 'down'),
  },
  {
    id: 'indent',
    name: 'Move under sibling above',
    keys: ['Alt+ArrowRight'],
    group: 'move',
    scope: 'tree',
    why: fixed,
    run: (editor) => move(editor, 'in'),
  },
  {
    id: 'outdent',
    name: 'Move out of parent',
    keys: ['Alt+ArrowLeft'],
    group: 'move',
    scope: 'tree',
    why: fixed,
    run: (editor) => move(editor, 'out'),
  },
  {
    id: 'make-root',
    name: 'Make root',
    keys: ['Alt+Home'],
    group: 'move',
    scope: 'tree',
    why: fixed,
    run: (editor) => move(editor, 'root'),
  },

  {
    id: 'toggle-visible',
    name: (editor) => (all(editor, VISIBLE) ? 'Hide' : 'Show'),
    keys: ['Alt+H'],
    group: 'state',
    scope: 'tree',
    why: nothing,
    run: (editor) => setFlag(editor, [...editor.selection.keys], 'visible', !all(editor, VISIBLE)),
  },
  {
    id: 'toggle-active',
    name: (editor) => (all(editor, ACTIVE) ? 'Deactivate' : 'Activate'),
    keys: ['Alt+A'],
    group: 'state',
    scope: 'tree',
    why: nothing,
    run: (editor) => setFlag(editor, [...editor.selection.keys], 'active', !all(editor, ACTIVE)),
  },

  {
    id: 'make-template',
    name: 'Make a template…',
    keys: ['Ctrl+Shift+E'],
    group: 'template',
    scope: 'tree',
    why: whyNotExtracted,
    run: (_, page) => page.nameTemplate(),
  },
  {
    id: 'edit-template',
    name: (editor) => `Edit template ${selectedTemplate(editor) ?? ''}`.trim(),
    keys: ['Ctrl+E'],
    group: 'template',
    scope: 'tree',
    why: notOfTemplate,
    run: (editor) => enter(editor, selectedTemplate(editor) ?? ''),
  },
  {
    id: 'show-template',
    name: 'Show its template',
    keys: [],
    group: 'template',
    scope: 'tree',
    why: notOfTemplate,
    run: (editor, page) => page.showTemplate(selectedTemplate(editor) ?? ''),
  },
  {
    id: 'select-uses',
    name: 'Select all instances',
    keys: [],
    group: 'template',
    scope: 'tree',
    why: notOfTemplate,
    run: (editor) => selectUses(editor, selectedTemplate(editor) ?? ''),
  },
  {
    id: 'unpack',
    name: 'Unpack',
    keys: [],
    group: 'template',
    scope: 'tree',
    why: whyNotUnpacked,
    run: unpack,
  },
  {
    id: 'leave-template',
    name: 'Stop editing the template',
    keys: ['Escape'],
    group: 'template',
    scope: 'page',
    why: (editor) => (editor.within === null ? 'No template is edited.' : null),
    run: leave,
  },

  {
    id: 'select-all',
    name: 'Select all rows',
    keys: ['Ctrl+A'],
    group: 'view',
    scope: 'tree',
    run: (editor) => {
      editor.selection.all(editor.outline);
      editor.touched();
      say(`${editor.selection.keys.size} selected`);
    },
  },
  {
    id: 'select-none',
    name: 'Select nothing',
    keys: ['Escape'],
    group: 'view',
    scope: 'tree',
    why: nothing,
    run: (editor) => {
      editor.selection.clear();
      editor.touched();
      say('Nothing selected');
    },
  },
  {
    id: 'frame',
    name: 'Frame selection in the picture',
    keys: ['Ctrl+Shift+F'],
    group: 'view',
    scope: 'page',
    why: nothing,
    run: (_, page) => page.frame(),
  },
  {
    id: 'fit',
    name: 'Fit all into the picture',
    keys: ['Shift+1'],
    group: 'view',
    scope: 'page',
    run: (_, page) => page.fit(),
  },
  {
    id: 'axes',
    name: (editor) => (editor.axes === 'local' ? 'Use world axes' : 'Use local axes'),
    keys: ['Alt+X'],
    group: 'view',
    scope: 'page',
    run: (editor) => {
      editor.setAxes(editor.axes === 'local' ? 'world' : 'local');
      say(`Axes: ${editor.axes}`);
    },
  },
  {
    id: 'expand-all',
    name: 'Open all rows',
    keys: [],
    group: 'view',
    scope: 'tree',
    run: (editor) => {
      editor.setAllOpen(true);
      say('All rows open');
    },
  },
  {
    id: 'collapse-all',
    name: 'Close all rows',
    keys: [],
    group: 'view',
    scope: 'tree',
    run: (editor) => {
      editor.setAllOpen(false);
      say('All rows closed');
    },
  },

  {
    id: 'undo',
    name: 'Undo',
    keys: ['Ctrl+Z'],
    group: 'page',
    scope: 'page',
    why: (editor) => (editor.history.at > 0 ? null : 'There is nothing to undo.'),
    run: (editor) => travel(editor, 'undo'),
  },
  {
    id: 'redo',
    name: 'Redo',
    keys: ['Ctrl+Shift+Z', 'Ctrl+Y'],
    group: 'page',
    scope: 'page',
    why: (editor) =>
      editor.history.at < editor.history.first + editor.history.names.length ? null : 'There is nothing to redo.',
    run: (editor) => travel(editor, 'redo'),
  },
  playing('play', 'Play', 'F5'),
  playing('pause', 'Pause', 'F6'),
  playing('step', 'One step', 'F10'),
  playing('restart', 'Restart', 'Ctrl+Shift+F5'),
  playing('stop', 'Stop', 'Shift+F5'),
  {
    id: 'view',
    name: (editor) => (editor.view === 'scene' ? 'Show what runs' : 'Show the scene'),
    keys: ['F8'],
    group: 'play',
    scope: 'page',
    why: (editor) => whyNot('stop', editor.play),
    run: (editor, page) => page.show(editor.view === 'scene' ? 'running' : 'scene'),
  },
  { id: 'save', name: 'Save', keys: ['Ctrl+S'], group: 'page', scope: 'page', run: (_, page) => page.save() },
  {
    id: 'export',
    name: 'Export picture',
    keys: [],
    group: 'page',
    scope: 'page',
    why: (editor) => (editor.view === 'running' ? 'Pictures are made of the scene: show it first (F8).' : null),
    run: (_, page) => page.exportPicture(),
  },
  {
    id: 'copy-tree',
    name: (editor) => (editor.selection.keys.size > 0 ? 'Copy as tree of text' : 'Copy all as tree of text'),
    keys: ['Ctrl+Shift+C'],
    group: 'page',
    scope: 'tree',
    run: copyTree,
  },
  {
    id: 'copy-link',
    name: 'Copy link to selection',
    keys: [],
    group: 'page',
    scope: 'page',
    why: (editor) => nothing(editor) ?? tooManyToLink(editor),
    run: copyLink,
  },
  {
    id: 'palette',
    name: 'Command palette',
    keys: ['Ctrl+K', 'Ctrl+Shift+P'],
    group: 'page',
    scope: 'page',
    run: (_, page) => page.palette(),
  },
  { id: 'search', name: 'Search', keys: ['Ctrl+F'], group: 'page', scope: 'page', run: (_, page) => page.search() },
  { id: 'help', name: 'Keyboard shortcuts', keys: ['F1'], group: 'page', scope: 'page', run: (_, page) => page.help() },
  {
    id: 'theme',
    name: 'Switch between dark and light',
    keys: [],
    group: 'page',
    scope: 'page',
    run: (_, page) => page.toggleTheme(),
  },
  ...PICTURE_COMMANDS,
];

/** @param {string} id @returns {Command} */
export function command(id) {
  const found = COMMANDS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no command ${id}`);
  return found;
}

/** @param {Command} one @param {Editor} editor */
export function nameOf(one, editor) {
  return typeof one.name === 'string' ? one.name : one.name(editor);
}

/** Groups of commands that change the scene, and single ones that do. */
const CHANGES = new Set(['add', 'edit', 'move', 'state', 'undo', 'redo']);

/** The reason why a command is not possible now. @param {Command} one @param {Editor} editor @returns {string | null} */
export function whyImpossible(one, editor) {
  const changes = one.id !== 'copy' && (CHANGES.has(one.group) || CHANGES.has(one.id));
  return changes && editor.view === 'running' ? READ_ONLY : (one.why?.(editor) ?? null);
}

/** Does it, or says why not. @param {Command} one @param {Editor} editor @param {Page} page */
export function perform(one, editor, page) {
  const why = whyImpossible(one, editor);
  if (why !== null) refuse(why);
  else one.run(editor, page);
}

/** Whether all that are selected have a flag. @param {Editor} editor @param {number} bit */
function all(editor, bit) {
  for (const key of editor.selection.keys) if (!editor.scene.is(key, bit)) return false;
  return true;
}

/** @param {Editor} editor */
const tooManyToLink = (editor) =>
  editor.selection.keys.size > LINKED_AT_MOST ? `A link can have ${LINKED_AT_MOST} entities.` : null;

/** @param {Editor} editor */
function whyNotRenamed(editor) {
  const [key] = editor.selection.keys;
  return editor.within !== null || editor.scene.is(key, WRITTEN)
    ? null
    : `${label(editor.scene, key)} has its name from its template.`;
}
