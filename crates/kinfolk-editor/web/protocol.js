// @ts-check
/**
 * What the editor says, read.
 *
 * The contract is `src/protocol.rs`; this file is its mirror and knows nothing else. A frame that is
 * not as the contract says is an error with a sentence, never half a scene.
 */

/** What is true of a row, as bits. */
export const VISIBLE = 1;
export const VISIBLE_IN_TREE = 2;
export const ACTIVE = 4;
export const ACTIVE_IN_TREE = 8;
export const WRITTEN = 16;
export const OVERRIDDEN = 32;
export const INSTANCE = 64;

/** How many bytes the numbers of one entity take. */
export const WORLD_BYTES = 32;

/**
 * @typedef {{ keys: number[], parents: number[], ids: string[], names: string[], templates: number[],
 *   looks: number[], tags: number[] }} Rows
 * @typedef {{ opacity?: number, path?: string, fill?: string, stroke?: string, width?: number,
 *   image?: string, matrix?: number[], pixelated?: boolean, round?: boolean }} Mark
 * @typedef {{ box: [number, number, number, number], marks: Mark[] }} Look
 * @typedef {{ floats: Float32Array, ints: Int32Array, uints: Uint32Array, count: number }} Numbers
 *   three views of the same bytes, eight words for each entity
 * @typedef {{ is: 'scene', of?: 'running', revision: number, rows: Rows, worlds: number[], strings: string[],
 *   looks: Look[], tags: string[][], numbers: Numbers }} SceneFrame
 * @typedef {{ is: 'changed', of?: 'running', revision: number, gone: number[], rows: Rows, moved: [number, number, number][],
 *   worlds: number[], from?: [number, number, number], strings: string[], looks: Look[], tags: string[][],
 *   numbers: Numbers }} ChangedFrame where in the tables the following entries begin: behind all that there were, if nobody says
 * @typedef {{ is: 'order', of?: 'running', revision: number, keys: Uint32Array }} OrderFrame
 * @typedef {SceneFrame | ChangedFrame | OrderFrame} BinaryFrame
 *
 * @typedef {{ x: number, y: number, angle: number, scaleX: number, scaleY: number, skew: number }} Place
 * @typedef {{ x?: number, y?: number, angle?: number, layer?: number }} Slot
 * @typedef {{ id: string, name: string, key: number, parent: string | null, template: string | null,
 *   written: boolean, transformKey: 'transform' | 'localTransform', local: Place, world: Place,
 *   matrix: number[], inherit: string | string[], zOwn: number, z: number, zRelative: boolean,
 *   visible: boolean, visibleInTree: boolean, active: boolean, activeInTree: boolean, ySort: boolean,
 *   tags: string[], ownTags: string[], slot: string | null, slotMode: string | null,
 *   slots: Record<string, Slot>, offers: Record<string, Slot>, data: Record<string, string | null>, sprite: unknown, behaviors: unknown,
 *   conditionalBehaviors: unknown, physics: unknown, own: Record<string, any>, within: boolean,
 *   instance: null | { id: string, path: string, template: string }, patched: string[], overridden: string[], extra: Record<string, unknown> }} Inspection
 *
 * @typedef {'fine' | 'broken' | 'invalid' | 'gone' | 'readOnly' | 'changed' | 'live'} FileState
 * @typedef {{ is: 'file', name: string, unsaved: boolean, state: FileState, note: string | null,
 *   recovery: null | { edits: number }, journal: string | null }} FileMessage
 * @typedef {{ is: 'history', names: string[], first: number, at: number }} HistoryMessage
 * @typedef {{ name: string, description: string | null, extends: string | null, uses: number, slots: string[],
 *   picture: [number, number[]][] }} Template
 * @typedef {{ is: 'templates', list: Template[], more: number, looks: Look[] }} TemplatesMessage
 * @typedef {{ severity: string, code: string, message: string, help: string | null, line: number | null,
 *   column: number | null, text: string | null, id: string | null }} Problem
 * @typedef {{ is: 'problems', list: Problem[], more: number, of: 'scene' | 'disk' }} ProblemsMessage
 * @typedef {{ is: 'reply', n: number, ok: boolean, why?: string, help?: string, select?: string[],
 *   text?: any, entities?: Inspection[], from?: number, clashes?: any[], slots?: Record<string, Record<string, Slot>>,
 *   bodies?: PhysicsBody[], forms?: Record<string, any>, head?: unknown }} Reply
 * @typedef {{ is: 'play', state: 'stopped' | 'playing' | 'paused', frame: number, secs: number, entities: number }} PlayMessage
 * @typedef {{ frame: number, kind: 'event' | 'trouble' | 'more', id: string | null, what: string }} LogLine
 * @typedef {{ is: 'log', lines: LogLine[], leftOut: number, anew: boolean }} LogMessage
 * @typedef {FileMessage | HistoryMessage | ProblemsMessage | TemplatesMessage | PlayMessage | LogMessage | Reply} TextFrame
 * @typedef {{ circle?: number[], capsule?: number[], polygon?: number[], sensor: boolean }} PhysicsShape
 * @typedef {{ kind: 'revolute' | 'prismatic' | 'fixed', anchor: number[], body: number[], axis: number[] | null, limits: number[] | null }} PhysicsJoint
 * @typedef {{ key: number, kind: string, role: string, shapes: PhysicsShape[], joint: PhysicsJoint | null, wrong: string | null }} PhysicsBody
 */

/**
 * Reads a binary frame. The views share memory with `buffer`.
 * @param {ArrayBuffer} buffer
 * @param {(bytes: Uint8Array) => string} utf8 turns bytes into text
 * @returns {BinaryFrame}
 */
export function decodeBinary(buffer, utf8) {
  if (buffer.byteLength < 4) throw new Error('a frame without a length');
  const length = new DataView(buffer).getUint32(0, true);
  const start = (4 + length + 3) & ~3;
  if (4 + length > buffer.byteLength) throw new Error('a frame that is cut off');
  const json = JSON.parse(utf8(new Uint8Array(buffer, 4, length)));
  const rest = Math.max(0, buffer.byteLength - start);
  if (rest % 4 !== 0) throw new Error('a frame with a broken number at its end');
  const words = rest / 4;
  const offset = words === 0 ? 0 : start;
  if (json.is === 'order') {
    return { is: 'order', of: json.of, revision: json.revision, keys: new Uint32Array(buffer, offset, words) };
  }
  if (json.is !== 'scene' && json.is !== 'changed') throw new Error(`a frame of an unknown kind: ${json.is}`);
  const count = json.worlds.length;
  if (rest !== count * WORLD_BYTES) throw new Error(`${count} entities, but ${rest} bytes of numbers`);
  const numbers = {
    floats: new Float32Array(buffer, offset, words),
    ints: new Int32Array(buffer, offset, words),
    uints: new Uint32Array(buffer, offset, words),
    count,
  };
  return { ...json, numbers };
}

/**
 * Reads a text frame.
 * @param {string} text
 * @returns {TextFrame}
 */
export function decodeText(text) {
  const message = JSON.parse(text);
  if (message === null || typeof message !== 'object' || typeof message.is !== 'string') {
    throw new Error('a message that does not say what it is');
  }
  return message;
}
