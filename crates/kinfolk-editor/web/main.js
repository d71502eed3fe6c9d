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
import { exportPicture } from './export_view.js';
import { FilesView } from './files_view.js';
import { HandsView } from './hands_view.js';
import { HistoryView } from './history_view.js';
import { icon } from './icons.js';
import { InspectorView } from './inspector_view.js';
import { recall, remember, splitters, tabs, theme } from './layout.js';
import { follow } from './link.js';
import { LogView } from './log_view.js';
import { Menu } from './menu.js';
import { openPalette } from './palette_view.js';
import { PictureView } from './picture_view.js';
import { PlayView } from './play_view.js';
import { ProblemsView } from './problems_view.js';
import { Line } from './socket.js';
import { templateBanner } from './template_mode.js';
import { dragTemplate } from './template_drag.js';
import { TemplatesView } from './templates_view.js';
import { TreeView } from './tree_view.js';
import { Viewport } from './viewport.js';

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
    } else if (frame.is === 'log') {
      editor.log = frame;
      editor.tell('log');
    } else if (frame.is === 'play') {
      editor.hearPlay(frame);
      // A page that is not seen shows nothing, and is told nothing more until it is.
      requestAnimationFrame(() => line.shown());
    }
  },
  onBinary(frame, arrived) {
    const sent = frame.is === 'changed' && frame.of === undefined ? editor.sent.shift() : undefined;
    editor.receive(frame);
    if (frame.is === 'scene' && frame.of === undefined) afterPaint(() => measure('first-tree-paint', arrived), painted);
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
  chooseTool: (tool) => viewport.tools.choose(tool),
  toggleSnap: () => viewport.tools.toggleSnap(),
  overlays: () => viewport.overlays.toggle(),
  menuPoint: () => tree.menuPoint(),
  palette: () => openPalette(editor, page),
  exportPicture: () => exportPicture(editor, picture),
  play: (verb) => player.run(verb),
  show: (view) => player.show(view),
  nameTemplate: () => templates.askName(),
  showTemplate: (name) => templates.reveal(name),
};
const menu = new Menu(editor, page);
const openMenu = (/** @type {number} */ x, /** @type {number} */ y) => menu.open(x, y);
const tree = new TreeView(editor, openMenu);
const picture = new PictureView(editor, openMenu);
const viewport = new Viewport(editor, picture);
new InspectorView(editor);
new ProblemsView(editor);
new HistoryView(editor);
const templates = new TemplatesView(editor, (event, name) => dragTemplate(editor, tree.drag, picture, event, name));
templateBanner(editor);
const files = new FilesView(editor);
follow(editor);
new LogView(editor);
const hands = new HandsView(editor, picture);
const player = new PlayView(editor, () => hands.start());
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
