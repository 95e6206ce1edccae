import { etagOf } from '../../caching/entry.js';
import type { Outcome } from '../endpoint.js';
import { ReplyBody, type Reply } from './reply.js';
import { NullRecord } from '../../shared/records.js';
import type { Exchange } from '../exchange.js';
import type { RestException } from '../../diagnostics/rest.exception.js';
import type { RequestContext } from '../request-context.js';
import { invalidArguments } from '../arguments/bind.js';
import { MalformedParameters, parseParameters } from '../arguments/query-string.js';

/** The number of names in one `_fields`, over all values of a list. */
const MAXIMUM_FIELDS = 1000;

/** The number of parts between the dots of a name: as deep as a query may nest. */
const MAXIMUM_FIELD_LEVELS = 64;

const NAME = /[^\s,]+/g;

/** The picked properties of a response by name; `true` picks the whole property. */
export interface FieldTree {
  [name: string]: true | FieldTree;
}

/**
 * Reads `_fields`: names separated by commas or white space, or a list of them; dots lead inward.
 * `undefined` if there is no name, which picks everything. Its limits are checked before the method runs.
 *
 * @example
 * parseFields('id,author.name'); // { id: true, author: { name: true } }
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
  return picked;
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

/** The names in `_fields`, one after the other; a value that is no string has none. */
function* fieldNames(value: unknown): Generator<string, void> {
  for (const text of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    if (typeof text !== 'string') continue;
    for (const [name] of text.matchAll(NAME)) yield name;
  }
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

/**
 * Rejects a `_fields` that exceeds its limits. Before the method runs, because afterwards a POST has done its
 * work, and a 400 would claim the opposite.
 */
function checkFields(context: RequestContext): RestException | undefined {
  const { query } = context;
  const message = Object.hasOwn(query, '_fields') ? fieldsViolation(query['_fields']) : undefined;
  if (message === undefined) return undefined;
  return invalidArguments([{ name: '_fields', code: 'rest_invalid_param', message }]);
}

/** Most requests have none: a search in the text avoids parsing the query. */
export function mayHaveGlobalParameters({ exchange }: RequestContext): boolean {
  return exchange.queryText.includes('_');
}

/** Checks the limits of `_fields`. */
export function fieldsStep(context: RequestContext): Outcome {
  return mayHaveGlobalParameters(context) ? checkFields(context) : undefined;
}

/**
 * Applies `_fields`, which picks properties of the JSON: a class may write other properties than it has. Runs after
 * the cache, so that one entry serves all shapes.
 */
export function pickFieldsStep(reply: Reply, { query }: RequestContext): Reply | undefined {
  const fields = Object.hasOwn(query, '_fields') ? parseFields(query['_fields']) : undefined;
  const { status, headers, links } = reply;
  if (fields === undefined || status >= 400 || typeof reply.body.text() !== 'string')
    return undefined;
  if (!reply.body.isJson) return undefined;
  const data = reply.body.data();
  const picked = pickFields(data, fields);
  if (links !== undefined && !Array.isArray(data)) {
    // WordPress adds the links of a single object after it has picked its fields.
    const { _links } = data as { readonly _links: unknown };
    Object.assign(picked as object, { _links });
  }
  const body = ReplyBody.of(picked);
  const text = headers['etag'] === undefined ? undefined : body.text();
  // Different bytes need a different tag.
  if (typeof text === 'string') headers['etag'] = etagOf(text);
  return { ...reply, body };
}
