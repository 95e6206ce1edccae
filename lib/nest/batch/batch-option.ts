import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { mayBeAllowed } from '../../pipeline/batch/batch-headers.js';
import { DEFAULT_MAX_WAIT, LONGEST_WAIT } from '../../pipeline/sub-requests/sub-requests.js';
import type { RestModuleOptions } from '../options/rest-options.js';

/** WordPress's limit. */
const MAXIMUM_REQUESTS = 25;

const MAXIMUM_BYTES = 8 * 1024 * 1024;

/** The settings of batches. */
export interface BatchSettings {
  readonly maxRequests: number;
  readonly maxBytes: number;
  /** In milliseconds. */
  readonly maxWait: number;
  /** In lower case. */
  readonly headers: ReadonlySet<string>;
}

/**
 * The settings of `forRoot({ batch })`; `undefined` where batches are not served.
 *
 * @throws InvalidArgumentException where a number is no whole number above zero, or a request of a batch must
 *   not state a header.
 */
export function batchSettings({ batch = false }: RestModuleOptions): BatchSettings | undefined {
  if (batch === false) return undefined;
  const {
    maxRequests = MAXIMUM_REQUESTS,
    maxBytes = MAXIMUM_BYTES,
    maxWait = DEFAULT_MAX_WAIT,
    headers = [],
  } = batch === true ? {} : batch;
  checkNumber('maxRequests', maxRequests);
  checkNumber('maxBytes', maxBytes);
  checkNumber('maxWait', maxWait, LONGEST_WAIT);
  if (!Array.isArray(headers)) throw invalidHeader(headers);
  return { maxRequests, maxBytes, maxWait, headers: new Set(headers.map(checkedHeader)) };
}

function checkNumber(name: string, value: number, maximum = Number.MAX_SAFE_INTEGER): void {
  if (Number.isSafeInteger(value) && value > 0 && value <= maximum) return;
  const limit = maximum === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${maximum}`;
  throw new InvalidArgumentException(
    `RestModule: batch.${name} is a whole number above zero${limit}, not ${String(value)}.`,
  );
}

function checkedHeader(header: unknown): string {
  const name = typeof header === 'string' ? header.toLowerCase() : '';
  if (!mayBeAllowed(name)) throw invalidHeader(header);
  return name;
}

function invalidHeader(header: unknown): InvalidArgumentException {
  return new InvalidArgumentException(
    `RestModule: batch.headers lists names of headers that a request of a batch may state itself, such as "x-reason". Received: ${String(JSON.stringify(header)).slice(0, 120)}. Headers of credentials, cookies, hosts, proxies, connections and bodies always come from the batch: remove the name.`,
  );
}
