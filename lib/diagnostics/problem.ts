import { STATUS_CODES } from 'node:http';
import { type JsonObject, NullRecord } from '../shared/records.js';
import { distinctCode, type RestException } from './rest.exception.js';

/** The media type of a problem. @see RFC 9457, 6.1 */
export const PROBLEM_TYPE = 'application/problem+json';

/** The members of a problem that every error has. Members of `data` with these names stay in `data`. */
const MEMBERS: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail', 'code', 'data']);

/**
 * The problem of an error. The `data` of an exception become further members.
 *
 * @example
 * problemOf(new RestException('item_locked', 'The item is locked.', 409, { by: 'ada' }));
 * // { type: 'about:blank', title: 'Conflict', status: 409, detail: 'The item is locked.', code: 'item_locked', by: 'ada' }
 *
 * @see RFC 9457, 3.1, 3.2 and 4.2.1
 */
export function problemOf(error: RestException): JsonObject {
  const { message, data } = error;
  const status = error.getStatus();
  const entries = Object.entries(data);
  const kept = entries.filter(([name]) => MEMBERS.has(name));
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code: distinctCode(error),
    ...recordOf(entries.filter(([name]) => !MEMBERS.has(name))),
    ...(kept.length === 0 ? {} : { data: recordOf(kept) }),
  };
}

/** Names may come from clients: `__proto__` must be a name like any other. */
function recordOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const record = new NullRecord<unknown>();
  for (const [name, value] of entries) record[name] = value;
  return record;
}
