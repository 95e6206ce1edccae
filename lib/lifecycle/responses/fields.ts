import { etagOf } from '../../caching/entry.js';
import type { Outcome } from '../endpoint.js';
import { ReplyBody, type Reply } from '../messages/reply.js';
import { isObject, NullRecord } from '../../shared/records.js';
import type { Exchange } from '../messages/exchange.js';
import type { RequestContext } from '../request-context.js';
import { invalidArguments } from '../bind.js';
import { MalformedParameters, parseParameters } from '../messages/query-string.js';

/** The number of names in one `_fields`, over all values of a list. */
const MAXIMUM_FIELDS = 1000;

/** The number of parts between the dots of a name: as deep as a query may nest. */
const MAXIMUM_FIELD_LEVELS = 64;

const FIELDS = '_fields';

const NAME = /[^\s,]+/g;

/** The picked properties of a response by name; `true` picks the whole property. */
export interface FieldTree {
  [name: string]: true | FieldTree;
}

/**
 * Reads `_fields`: names separated by commas or white space, or a list of names; dots lead inward.
 * `undefined` if there is no name, which picks everything. Its limits are checked before the method runs.
 *
 * @example
 * parseFields('id,author.name'); // { id: true, author: { name: true } }
 * parseFields(['id,author']); // { 'id,author': true }
 * @see WordPress, `rest_filter_response_fields` and `wp_parse_list`
 */
export function parseFields(value: unknown): FieldTree | undefined {
  const tree: FieldTree = new NullRecord<true | FieldTree>();
  let isEmpty = true;
  for (const name of fieldNames(value)) {
    isEmpty = false;
    // WordPress stops reading at a part of a property that is picked as a whole.
    if (!addField(tree, name)) break;
  }
  return isEmpty ? undefined : tree;
}

/** The fields of a value; of a list, those of each element. */
export function pickFields(value: unknown, fields: FieldTree): unknown {
  return Array.isArray(value) ? value.map((element) => pick(element, fields)) : pick(value, fields);
}

/** Goes no deeper than the tree, and reads each property once. */
function pick(value: unknown, fields: FieldTree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const picked = new NullRecord<unknown>();
  for (const [name, inner] of Object.entries(value)) {
    const wanted = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (wanted === undefined) continue;
    picked[name] = wanted === true ? inner : pick(inner, wanted);
  }
  return Array.isArray(value) ? asList(picked) : picked;
}

/** What is picked of a list is one if it has the first elements, as PHP's arrays are. */
function asList(picked: Readonly<Record<string, unknown>>): unknown {
  const isList = Object.keys(picked).every((key, at) => key === String(at));
  return isList ? Object.values(picked) : picked;
}

/** Iterative: copying the rest of the name at each level would take quadratic memory. */
function addField(tree: FieldTree, name: string): boolean {
  let branch = tree;
  let start = 0;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', start)) {
    const part = name.slice(start, dot);
    const known = branch[part];
    if (known === true) return false;
    const nested: FieldTree = known ?? new NullRecord<true | FieldTree>();
    branch[part] = nested;
    branch = nested;
    start = dot + 1;
  }
  branch[name.slice(start)] = true;
  return true;
}

/** The names in `_fields`, one after the other; those of a list, with or without keys, are not taken apart. */
function* fieldNames(value: unknown): Generator<string, void> {
  if (isObject(value)) {
    for (const name of Object.values(value)) {
      if (!isObject(name) && name !== null) yield scalarText(name).trim();
    }
    return;
  }
  for (const [name] of scalarText(value).matchAll(NAME)) yield name;
}

/** A value of JSON as PHP makes a text of it. */
function scalarText(value: unknown): string {
  if (value === true) return '1';
  return value === false ? '' : String(value);
}

/** The message about a `_fields` that exceeds its limits; `undefined` for any other. */
function fieldsViolation(value: unknown): string | undefined {
  let count = 0;
  for (const name of fieldNames(value)) {
    if (++count > MAXIMUM_FIELDS) return `_fields has more than ${MAXIMUM_FIELDS} names.`;
    if (isTooDeep(name)) return `_fields has a name of more than ${MAXIMUM_FIELD_LEVELS} levels.`;
  }
  return undefined;
}

function isTooDeep(name: string): boolean {
  let levels = 1;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (++levels > MAXIMUM_FIELD_LEVELS) return true;
  }
  return false;
}

const OVERRIDE_HEADER = 'x-http-method-override';

/** Where a query may have `_method`: its name may be encoded. */
const MAY_OVERRIDE = /%|method/;

/**
 * The method of a request after an override: a POST may name another method, for clients and proxies that
 * support only GET and POST. Only on POST, so that no link can delete anything. What is no method is returned as well:
 * no route has it, because a POST would change what the client did not mean to change.
 *
 * @example
 * POST /api/acme/v1/items/7?_method=DELETE
 * @see WordPress's `_method` and `X-HTTP-Method-Override`.
 */
export function effectiveMethod({
  method,
  queryText,
  headers,
}: Pick<Exchange, 'method' | 'queryText' | 'headers'>): string {
  if (method !== 'POST') return method;
  const override = queryOverride(queryText) ?? headers[OVERRIDE_HEADER];
  if (override === undefined) return method;
  return typeof override === 'string' ? override.toUpperCase() : '';
}

/** The `_method` of a query; one that cannot be read has none, and is rejected with the arguments. */
function queryOverride(queryText: string): unknown {
  if (!MAY_OVERRIDE.test(queryText)) return undefined;
  try {
    return parseParameters(queryText)['_method'];
  } catch (error) {
    if (error instanceof MalformedParameters) return undefined;
    throw error;
  }
}

/** The value of `_fields`: of the body, else of the query, as WordPress's `get_param` finds it. */
function sentFields({ body, query }: RequestContext): unknown {
  for (const source of [body.value, query]) {
    const value = Object.hasOwn(source, FIELDS) ? source[FIELDS] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Most requests have none: a search for `_`, which may be encoded, avoids parsing the query. */
export function mayHaveGlobalParameters(context: RequestContext): boolean {
  const { queryText } = context.exchange;
  if (queryText.includes('_') || /%5f/i.test(queryText)) return true;
  return context.method !== 'GET' && Object.hasOwn(context.body.value, FIELDS);
}

/**
 * Rejects a `_fields` that exceeds its limits. Before the method runs, because afterwards a POST has done its
 * work, and a 400 would claim the opposite.
 */
export function fieldsStep(context: RequestContext): Outcome {
  const fields = mayHaveGlobalParameters(context) ? sentFields(context) : undefined;
  const message = fields === undefined ? undefined : fieldsViolation(fields);
  if (message === undefined) return undefined;
  return invalidArguments([{ name: FIELDS, code: 'rest_invalid_param', message }]);
}

/**
 * Applies `_fields`, which picks properties of the JSON: a class may write other properties than it has. Runs after
 * the cache, so that one entry serves all shapes.
 */
export function pickFieldsStep(reply: Reply, context: RequestContext): Reply | undefined {
  const sent = sentFields(context);
  const fields = sent === undefined ? undefined : parseFields(sent);
  const { status, headers, links } = reply;
  if (fields === undefined || status >= 400 || typeof reply.body.text() !== 'string')
    return undefined;
  if (!reply.body.isJson) return undefined;
  const data = reply.body.data();
  const picked = pickFields(data, fields);
  if (links !== undefined && !Array.isArray(data) && context.method !== 'OPTIONS') {
    // WordPress adds the links of a single object after it has picked its fields; those of a described path are data.
    const { _links } = data as { readonly _links: unknown };
    Object.assign(picked as object, { _links });
  }
  const body = ReplyBody.of(picked);
  const text = headers['etag'] === undefined ? undefined : body.text();
  // Different bytes need a different tag.
  if (typeof text === 'string') headers['etag'] = etagOf(text);
  return { ...reply, body };
}
