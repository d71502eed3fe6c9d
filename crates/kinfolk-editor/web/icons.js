// @ts-check
/**
 * The page's icons: strokes on a square of 16, in the colour of the text around them.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** @type {Record<string, string>} */
const PATHS = {
  twisty: 'M6 4l4 4-4 4',
  entity: 'M3.5 3.5h9v9h-9z',
  branch: 'M2.5 4.5h4l1.5 2h5.5v6.5h-11z',
  instance: 'M8 2.5l5.5 5.5L8 13.5 2.5 8z',
  part: 'M8 4l4 4-4 4-4-4z',
  empty: 'M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  eye: 'M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  eyeOff: 'M2 6.5C3.5 9 5.6 10.5 8 10.5s4.5-1.5 6-4M4 9l-1.2 1.8M8 10.5v2M12 9l1.2 1.8',
  power: 'M8 2v5.5M4.8 4.3a5 5 0 1 0 6.4 0',
  powerOff: 'M4.8 4.3a5 5 0 1 0 6.4 0',
  undo: 'M3 6.5h7a3.25 3.25 0 0 1 0 6.5H6M3 6.5l3-3M3 6.5l3 3',
  redo: 'M13 6.5H6a3.25 3.25 0 0 0 0 6.5h4M13 6.5l-3-3M13 6.5l-3 3',
  add: 'M8 3v10M3 8h10',
  duplicate: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  remove: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  save: 'M3 3h8l2 2v8H3zM5.5 3v3.5h4.5V3M5 13V9.5h6V13',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 2.5a5.5 5.5 0 0 1 0 11',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.3 2c-.8.45-1.1.9-1.1 1.7M8 12.2v.3',
  command: 'M3.5 4.5l3.5 3.5-3.5 3.5M8.5 12h4.5',
  export: 'M8 10V2.5M8 2.5L5 5.5M8 2.5l3 3M3 9.5v4h10v-4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  expandAll: 'M4 6l4-3.5L12 6M4 10l4 3.5L12 10',
  collapseAll: 'M4 3l4 3.5L12 3M4 13l4-3.5L12 13',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  frame: 'M2.5 5V2.5H5M11 2.5h2.5V5M13.5 11v2.5H11M5 13.5H2.5V11M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  zoomIn: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2M7 5v4M5 7h4',
  zoomOut: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2M5 7h4',
  axes: 'M3.5 2.5v10h10M3.5 2.5l-1.5 2M3.5 2.5l1.5 2M13.5 12.5l-2-1.5M13.5 12.5l-2 1.5',
  toolSelect: 'M4 2.5l8.5 6-3.8.7 2 4-1.7.8-2-4L4 12.7z',
  toolMove: 'M8 1.8v12.4M1.8 8h12.4M8 1.8L6.4 3.6M8 1.8l1.6 1.8M8 14.2l-1.6-1.8M8 14.2l1.6-1.8M1.8 8l1.8-1.6M1.8 8l1.8 1.6M14.2 8l-1.8-1.6M14.2 8l-1.8 1.6',
  toolRotate: 'M13 8a5 5 0 1 1-1.6-3.7M11.8 1.8v2.9H8.9',
  toolScale: 'M2.5 8.5h5v5h-5zM9 2.5h4.5V7M13.5 2.5L8.8 7.2',
  toolHand: 'M5 8.5V4a1 1 0 0 1 2 0v3.5M7 7V3a1 1 0 0 1 2 0v4M9 7V3.8a1 1 0 0 1 2 0v4M11 8V5.5a1 1 0 0 1 2 0V10c0 2.5-1.6 4-4 4-2 0-3-.8-4-2.5L3 8.8c-.4-.9.8-1.6 1.4-.9L5 8.5',
  snap: 'M3 2.5h3v6a2 2 0 0 0 4 0v-6h3v6a5 5 0 0 1-10 0zM3 5.5h3M10 5.5h3',
  overlays: 'M8 2l6 3-6 3-6-3zM2.5 8L8 10.8 13.5 8M2.5 11L8 13.8 13.5 11',
  up: 'M8 12.5v-9M4.5 7L8 3.5 11.5 7',
  down: 'M8 3.5v9M4.5 9L8 12.5 11.5 9',
  template: 'M3 3h4.2v4.2H3zM8.8 3H13v4.2H8.8zM3 8.8h4.2V13H3zM10.9 8.8V13M8.8 10.9H13',
  revert: 'M4 5.5h5a3.5 3.5 0 1 1 0 7H6M4 5.5l2.5-2.5M4 5.5L6.5 8',
  play: 'M5 3.2v9.6L12.5 8z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  step: 'M4 3.2v9.6L10 8zM12 3.5v9',
  restart: 'M12.7 6.5a5 5 0 1 0 .3 2.6M13 3v3.5H9.5',
  stop: 'M4 4h8v8H4z',
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  error: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6 6l4 4M10 6l-4 4',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 11.8v.2',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5v.2',
};

/** @param {string} name @returns {SVGSVGElement} */
export function icon(name) {
  const svg = /** @type {SVGSVGElement} */ (document.createElementNS(SVG, 'svg'));
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name] ?? '');
  svg.append(path);
  return svg;
}

/** Shows another icon in the same place. @param {SVGSVGElement} svg @param {string} name */
export function setIcon(svg, name) {
  const wanted = `icon icon-${name}`;
  if (svg.getAttribute('class') === wanted) return;
  svg.setAttribute('class', wanted);
  svg.firstElementChild?.setAttribute('d', PATHS[name] ?? '');
}
