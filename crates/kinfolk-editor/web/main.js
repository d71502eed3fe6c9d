// @ts-check
/**
 * The page, put together.
 *
 * Makes the line and the views, hands frames to the editor's state, and measures how long people wait.
 * Nothing else is decided here.
 */

import { say } from './announce.js';
import { byId } from './dom.js';
import { Editor } from './editor.js';
import { FilesView } from './files_view.js';
import { HistoryView } from './history_view.js';
import { icon } from './icons.js';
import { InspectorView } from './inspector_view.js';
import { recall, remember, splitters, tabs, theme } from './layout.js';
import { Menu } from './menu.js';
import { PictureView } from './picture_view.js';
import { ProblemsView } from './problems_view.js';
import { Line } from './socket.js';
import { templateBanner } from './template_mode.js';
import { dragTemplate } from './template_drag.js';
import { TemplatesView } from './templates_view.js';
import { TreeView } from './tree_view.js';

/** More measures than this are not kept. */
const MEASURES = 2000;

for (const place of document.querySelectorAll('[data-icon]'))
  place.prepend(icon(/** @type {HTMLElement} */ (place).dataset.icon ?? ''));

const address = new URL('ws', location.href);
address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
address.search = address.hash = '';

/** @type {Line} */
const line = new Line(address.href, {
  onText(frame) {
    if (frame.is === 'file') {
      editor.file = frame;
      editor.tell('file');
      if (frame.state === 'broken') afterPaint(painted);
    } else if (frame.is === 'history') {
      editor.history = frame;
      editor.tell('history');
    } else if (frame.is === 'templates') {
      editor.templates = frame;
      editor.tell('templates');
    } else if (frame.is === 'problems') {
      editor.problems = frame;
      editor.tell('problems');
    }
  },
  onBinary(frame, arrived) {
    const sent = frame.is === 'changed' ? editor.sent.shift() : undefined;
    editor.receive(frame);
    if (frame.is === 'scene') afterPaint(() => measure('first-tree-paint', arrived), painted);
    if (sent !== undefined) afterPaint(() => measure('edit-shown', sent.at));
  },
  onState(state) {
    document.body.dataset.line = state;
    editor.tell('line');
    if (state === 'open') {
      say('Connected');
      editor.learnForms();
    }
  },
});

/** @type {Editor} */
const editor = new Editor(line);
editor.axes = recall('axes') === 'world' ? 'world' : 'local';
editor.on('axes', () => remember('axes', editor.axes));

/** @type {import('./commands.js').Page} */
const page = {
  rename: () => tree.rename(),
  search: () => byId('search').focus(),
  frame: () => picture.frame(),
  fit: () => picture.fit(),
  help: () => menu.help(),
  save: () => files.save(),
  toggleTheme: () => toggleTheme(),
  menuPoint: () => tree.menuPoint(),
  nameTemplate: () => templates.askName(),
  showTemplate: (name) => templates.reveal(name),
};
const menu = new Menu(editor, page);
const openMenu = (/** @type {number} */ x, /** @type {number} */ y) => menu.open(x, y);
const tree = new TreeView(editor, openMenu);
const picture = new PictureView(editor, openMenu);
new InspectorView(editor);
new ProblemsView(editor);
new HistoryView(editor);
const templates = new TemplatesView(editor, (event, name) => dragTemplate(editor, tree.drag, picture, event, name));
templateBanner(editor);
const files = new FilesView(editor);
splitters();
tabs();
const toggleTheme = theme(() => picture.restyle());
line.connect();

/** Calls these when what is in the document now has been painted. @param {...() => void} then */
function afterPaint(...then) {
  requestAnimationFrame(() => setTimeout(() => then.forEach((one) => one())));
}

/** @param {string} name @param {number} start */
function measure(name, start) {
  if (performance.getEntriesByName(name).length >= MEASURES) performance.clearMeasures(name);
  performance.measure(name, { start, end: performance.now() });
}

/** The page can be used, or says why not. */
function painted() {
  document.body.dataset.ready = 'yes';
}
