import { STATUS_CODES } from 'node:http';
import { distinctCode, type RestException } from '../../diagnostics/rest.exception.js';
import { dataReply } from '../../lifecycle/messages/reply.js';
import type { Feature } from '../../nest/composition/feature.js';
import { typedStep } from './typed.step.js';
import { type JsonObject, NullRecord } from '../../shared/records.js';

/** The media type of a problem, with the charset, which Fastify would add. @see RFC 9457, 6.1 */
const CONTENT_TYPE = 'application/problem+json; charset=utf-8';

/** The members of a problem that every error has. Members of `data` with these names stay in `data`. */
const MEMBERS: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail', 'code', 'data']);

/** Errors in the format of RFC 9457. */
export const problem: Feature = {
  name: 'problem',
  extension: ({ options: { errors } }) =>
    errors === 'problem' ? { around: typedStep } : undefined,
  errorFormat: {
    name: 'problem',
    reply: (error) =>
      dataReply(problemOf(error), error.getStatus(), { 'content-type': CONTENT_TYPE }),
  },
};

/**
 * The problem of an error. The `data` of an exception become further members.
 *
 * @example
 * problemOf(new RestException('item_locked', 'The item is locked.', 409, { by: 'ada' }));
 * // { type: 'about:blank', title: 'Conflict', status: 409, detail: 'The item is locked.', code: 'item_locked', by: 'ada' }
 *
 * @see RFC 9457, 3.1, 3.2 and 4.2.1
 */
function problemOf(error: RestException): JsonObject {
  const { message, data } = error;
  const status = error.getStatus();
  const entries = Object.entries(data);
  const kept = entries.filter(([name]) => MEMBERS.has(name));
  return {
    type: error.problemType ?? 'about:blank',
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
