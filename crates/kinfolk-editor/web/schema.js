// @ts-check
/**
 * From JSON Schemas to fields of a form.
 *
 * A field says what may stand somewhere and what to call it; forms are made of fields and know nothing of
 * schemas. What no field can show is `any`, and is typed as JSON: nothing that a document may say is out of
 * reach.
 */

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {'number' | 'whole' | 'angle' | 'text' | 'color' | 'flag' | 'choice' | 'point' | 'list' | 'object' | 'typed' | 'words' | 'any'} FieldKind
 * @typedef {{ kind: FieldKind, doc: string, needed: boolean, default?: unknown, least?: number, most?: number, choices?: string[],
 *   item?: Field, fields?: Named[], kinds?: Kinds, what?: string }} Field
 *   `item` of a list, `fields` of an object, `kinds` of a typed object: by their `type`; `what` one of a list is called
 * @typedef {{ key: string, field: Field }} Named
 * @typedef {Map<string, { doc: string, fields: Named[] }>} Kinds
 */

/** Objects inside of objects are shown so deep; what is deeper is typed. */
const DEEPEST = 4;

/** A key as a label: `bodyType` is "Body type". @param {string} key */
export function spelledOut(key) {
  const words = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The fields of an object's schema, in order.
 * @param {Schema} schema @param {Schema} defs @param {number} [depth] @returns {Named[]}
 */
export function fieldsOf(schema, defs, depth = 0) {
  const properties = schema.properties ?? {};
  const order = (schema.order ?? []).filter((/** @type {string} */ key) => Object.hasOwn(properties, key));
  const rest = Object.keys(properties).filter((key) => key !== 'type' && !order.includes(key));
  // A schema with an order has left `type` out if something else asks for it.
  const keys = [...order, ...(order.length > 0 ? [] : Object.hasOwn(properties, 'type') ? ['type'] : []), ...rest];
  const needed = new Set(schema.required ?? []);
  return keys.map((key) => ({ key, field: { ...fieldOf(properties[key], defs, depth + 1), needed: needed.has(key) } }));
}

/**
 * The field for a schema.
 * @param {Schema | boolean | undefined} schema @param {Schema} defs @param {number} [depth] @returns {Field}
 */
export function fieldOf(schema, defs, depth = 0) {
  if (typeof schema !== 'object' || depth > DEEPEST + 4) return any('');
  const { name, resolved } = follow(schema, defs);
  /** @type {Omit<Field, 'kind'>} */
  const about = { doc: schema.description ?? resolved.description ?? '', needed: false };
  if (schema.default !== undefined) about.default = schema.default;
  if (typeof schema.minimum === 'number') about.least = schema.minimum;
  if (typeof schema.exclusiveMinimum === 'number' && name !== 'Finite' && name !== 'Angle')
    about.least = schema.exclusiveMinimum;
  if (typeof schema.maximum === 'number') about.most = schema.maximum;
  if (name === 'Angle') return { kind: 'angle', ...about };
  if (name === 'Point') return { kind: 'point', ...about };
  const words = wordsOf(resolved, defs);
  if (words !== null) return { kind: 'choice', choices: words, ...about };
  if (isWords(resolved)) return { kind: 'words', ...about };
  switch (typeOf(resolved)) {
    case 'number':
      return { kind: 'number', ...about };
    case 'integer':
      return { kind: 'whole', ...about };
    case 'boolean':
      return { kind: 'flag', ...about };
    case 'string':
      return { kind: resolved.format === 'color' ? 'color' : 'text', ...about };
    case 'array':
      if (resolved.items === undefined || resolved.prefixItems !== undefined || depth > DEEPEST)
        return { ...any(about.doc), ...about };
      return { kind: 'list', item: fieldOf(resolved.items, defs, depth + 1), ...about };
    case 'object':
      if (resolved.properties === undefined || depth > DEEPEST) return { ...any(about.doc), ...about };
      return { kind: 'object', fields: fieldsOf(resolved, defs, depth), ...about };
    default:
      return { kind: 'any', ...about };
  }
}

/**
 * Schemas that each are for one `type`.
 * @param {readonly Schema[]} schemas @param {Schema} defs @returns {Kinds}
 */
export function kindsOf(schemas, defs) {
  return new Map(schemas.map((one) => [one.kind, { doc: one.description ?? '', fields: fieldsOf(one, defs) }]));
}

/**
 * What an object of a type begins with: all that it needs.
 * @param {Kinds} kinds @param {string} type @returns {Record<string, unknown>}
 */
export function fresh(kinds, type) {
  /** @type {Record<string, unknown>} */
  const object = { type };
  for (const { key, field } of kinds.get(type)?.fields ?? []) if (field.needed) object[key] = startOf(field);
  return object;
}

/** A value to begin with. @param {Field} field @returns {unknown} */
export function startOf(field) {
  if (field.default !== undefined) return field.default;
  switch (field.kind) {
    case 'number':
    case 'whole':
    case 'angle':
      return (field.least ?? 0) > 0 ? field.least : 1;
    case 'text':
      return '';
    case 'color':
      return '#8a8f98';
    case 'flag':
      return true;
    case 'choice':
      return field.choices?.[0] ?? '';
    case 'point':
      return { x: 0, y: 0 };
    case 'list':
    case 'words':
      return field.item?.kind === 'point' ? [[0, 0]] : [];
    case 'object':
      return Object.fromEntries(
        (field.fields ?? []).filter((one) => one.field.needed).map((one) => [one.key, startOf(one.field)]),
      );
    case 'typed':
      return fresh(field.kinds ?? new Map(), [...(field.kinds?.keys() ?? [''])][0]);
    default:
      return 0;
  }
}

/** @param {string} doc @returns {Field} */
function any(doc) {
  return { kind: 'any', doc, needed: false };
}

/**
 * Through references and "or null" to what is meant.
 * @param {Schema} schema @param {Schema} defs @returns {{ name: string, resolved: Schema }}
 */
function follow(schema, defs) {
  let at = schema;
  let name = '';
  for (let hops = 0; hops < 8; hops += 1) {
    if (typeof at.$ref === 'string') {
      name = at.$ref.replace('#/$defs/', '');
      at = defs[name] ?? {};
      if (name === 'Angle' || name === 'Point') break;
    } else if (Array.isArray(at.anyOf)) {
      const real = at.anyOf.filter((/** @type {Schema} */ one) => one.type !== 'null');
      if (real.length !== 1 || real.length === at.anyOf.length) break;
      at = real[0];
    } else break;
  }
  return { name, resolved: at };
}

/** @param {Schema} schema */
function typeOf(schema) {
  const types = [schema.type].flat().filter((one) => one !== 'null');
  return types.length === 1 ? types[0] : null;
}

/** The texts that are allowed, if only some are. @param {Schema} schema @param {Schema} defs @returns {string[] | null} */
function wordsOf(schema, defs) {
  if (Array.isArray(schema.enum)) return schema.enum.filter((one) => typeof one === 'string');
  if (typeof schema.const === 'string') return [schema.const];
  if (!Array.isArray(schema.oneOf)) return null;
  const words = schema.oneOf.map((/** @type {Schema} */ one) => wordsOf(follow(one, defs).resolved, defs));
  return words.every((one) => one !== null) ? words.flat() : null;
}

/** Whether a word or a list of words may stand there. @param {Schema} schema */
function isWords(schema) {
  if (!Array.isArray(schema.anyOf) || schema.anyOf.length !== 2) return false;
  const [list, word] = schema.anyOf;
  return list.type === 'array' && list.items?.type === 'string' && word.type === 'string';
}
