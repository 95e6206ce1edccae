import { isNotModified, notModifiedHeaders } from '../caching/conditional.js';
import type { Answer } from './answer.js';
import type { Call } from './call.js';
import { headersOf, linesOf } from './header-lines.js';

/**
 * 304 for a client that has this very answer already, by the entity tag of the answer, whoever has
 * given it one. A method that is not safe has done its work, and is answered whole.
 *
 * @see RFC 9110, 13.1.2 and 15.4.5
 */
export function conditional(answer: Answer, call: Call): Answer {
  const { etag } = answer.headers;
  if (etag === undefined || answer.status < 200 || answer.status > 299) return answer;
  if (call.method !== 'GET' && call.method !== 'HEAD') return answer;
  if (!isNotModified(call.exchange.headers['if-none-match'], String(etag))) return answer;
  const headers = headersOf(notModifiedHeaders(linesOf(answer.headers)));
  return { status: 304, headers, body: undefined };
}
