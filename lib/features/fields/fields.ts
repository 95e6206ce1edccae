import { etagOf } from '../../shared/entity-tag.js';
import type { Outcome } from '../../lifecycle/endpoint.js';
import { ReplyBody, type Reply } from '../../lifecycle/messages/reply.js';
import { fieldNames, parseFields, pickFields, type FieldTree } from './field-tree.js';
import type { RequestContext } from '../../lifecycle/request-context.js';
import { listErrors } from '../../diagnostics/violations-of.js';
import { invalidArguments } from '../../lifecycle/bind.js';

/** The number of names in one `_fields`, over all values of a list. */
const MAXIMUM_FIELDS = 1000;

/** The number of parts between the dots of a name: the maximum nesting of a query. */
const MAXIMUM_FIELD_LEVELS = 64;

const FIELDS = '_fields';

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

/** The value of `_fields`: from the body, else from the query, in the order of WordPress's `get_param`. */
function sentFields({ body, query }: RequestContext): unknown {
  for (const source of [body.value, query]) {
    const value = Object.hasOwn(source, FIELDS) ? source[FIELDS] : undefined;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

export function hasFieldsInBody({ body }: RequestContext): boolean {
  return Object.hasOwn(body.value, FIELDS);
}

/**
 * Rejects a `_fields` that exceeds its limits. This happens before the method runs: after a POST has done its work, a
 * 400 would be wrong.
 */
export function checkFields(context: RequestContext): Outcome {
  const fields = sentFields(context);
  const message = fields === undefined ? undefined : fieldsViolation(fields);
  if (message === undefined) return undefined;
  return invalidArguments(listErrors([{ name: FIELDS, code: 'rest_invalid_param', message }]));
}

/**
 * Applies `_fields`, which picks properties of the JSON, because the JSON of a class may have other properties than the
 * class. Runs after the cache, so that one entry serves all selections.
 *
 * @param isNamed Whether a single object has `_links` only if they are named.
 */
export function pickFieldsStep(
  isNamed: boolean,
): (reply: Reply, context: RequestContext) => Reply | undefined {
  return (reply, context) => {
    const sent = sentFields(context);
    const fields = sent === undefined ? undefined : parseFields(sent);
    const { status, headers, links } = reply;
    if (fields === undefined || status >= 400 || reply.body.keep() === undefined) return undefined;
    const data = reply.body.data();
    const picked = pickFields(data, fields);
    const isLinked = links !== undefined && !Array.isArray(data) && context.method !== 'OPTIONS';
    if (isLinked && (!isNamed || namesLinks(fields))) {
      // WordPress adds the links of a single object after it has picked its fields; those of the description of a path
      // are data.
      const { _links } = data as { readonly _links: unknown };
      Object.assign(picked as object, { _links });
    }
    const body = ReplyBody.of(picked);
    // Different data need a different tag. A strong one is the version of the resource, which each selection of its
    // fields has; each selection has a URL of its own.
    const isOfData = String(headers['etag']).startsWith('W/');
    const kept = isOfData ? body.keep() : undefined;
    if (kept !== undefined) headers['etag'] = etagOf(kept.text);
    return { ...reply, body };
  };
}

/** Embedded resources are found by links. */
function namesLinks(fields: FieldTree): boolean {
  return Object.hasOwn(fields, '_links') || Object.hasOwn(fields, '_embedded');
}
