// @ts-check
/**
 * Commands of the picture: its tools, and what is drawn over it.
 *
 * Their keys are single letters, so they work in the picture alone: in the tree letters go to names.
 */

/** @typedef {import('./commands.js').Command} Command */
/** @typedef {import('./gizmo.js').ToolName} ToolName */

/** @type {readonly Command[]} */
export const PICTURE_COMMANDS = [
  tool('select', 'Select', 'Q'),
  tool('move', 'Move', 'W'),
  tool('rotate', 'Rotate', 'E'),
  tool('scale', 'Scale', 'R'),
  tool('hand', 'Hand', 'H'),
  {
    id: 'snap',
    name: 'Snap to grid, angles and steps',
    keys: ['Alt+S'],
    group: 'tool',
    scope: 'page',
    run: (_, page) => page.toggleSnap(),
  },
  {
    id: 'overlays',
    name: 'What is drawn over the scene',
    keys: ['Alt+O'],
    group: 'tool',
    scope: 'page',
    run: (_, page) => page.overlays(),
  },
];

/** @param {ToolName} name @param {string} said @param {string} key @returns {Command} */
function tool(name, said, key) {
  return {
    id: `tool-${name}`,
    name: said,
    keys: [key],
    group: 'tool',
    scope: 'picture',
    run: (_, page) => page.chooseTool(name),
  };
}
