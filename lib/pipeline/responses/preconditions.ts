import {
  isMatch,
  isNotModified,
  notModifiedHeaders,
} from '../../caching/entries/entity-tag-match.js';
import { httpError } from '../../diagnostics/http-error-catalogue.js';
import { answerOfError, type Answer } from './route-response.js';
import type { Call } from '../request-context.js';
import { headersOf, linesOf } from './header-lines.js';

/**
 * 412 for a client that wants another answer than this one, and 304 for one that has it already, by the
 * entity tag of the answer, whether the application or the cache has set it. A method that is not
 * safe has done its work, and
 * is answered whole: it must look at `If-Match` itself.
 *
 * @see RFC 9110, 13.1.1, 13.1.2, 13.2.2 and 15.4.5
 */
export function conditional(answer: Answer, call: Call): Answer {
  const { etag } = answer.headers;
  if (etag === undefined || answer.status < 200 || answer.status > 299) return answer;
  if (call.method !== 'GET' && call.method !== 'HEAD') return answer;
  if (!isMatch(call.exchange.headers['if-match'], String(etag))) return failed(answer, call);
  if (!isNotModified(call.exchange.headers['if-none-match'], String(etag))) return answer;
  const headers = headersOf(notModifiedHeaders(linesOf(answer.headers)));
  return { status: 304, headers, body: undefined };
}

function failed({ headers }: Answer, call: Call): Answer {
  call.failure = httpError('rest_precondition_failed');
  const answer = answerOfError(call.failure);
  for (const name of ['allow', 'etag', 'vary']) {
    const value = headers[name];
    if (value !== undefined) answer.headers[name] = value;
  }
  return answer;
}
