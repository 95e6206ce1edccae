import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { shownUrl } from './index-location.js';
import { readBytes } from './document-reading.js';
import { DEFAULT_TIMEOUT, type ReadOptions } from './read-options.js';

const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface ReceivedResponse {
  /** The URL after redirects. */
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

const REDIRECTS = 5;

/**
 * Sends a GET request and reads the response: at most 20 MiB after decompression, within the time limit, and only
 * from the named server, because the request may contain credentials.
 *
 * @throws InvalidArgumentException that states the reason, without headers and without a query.
 */
export async function fetchLimited(url: URL, options: ReadOptions): Promise<ReceivedResponse> {
  const { timeout = DEFAULT_TIMEOUT } = options;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout);
  try {
    return await follow(url, options, abort.signal);
  } catch (error) {
    if (error instanceof InvalidArgumentException) throw error;
    const reason = abort.signal.aborted
      ? `the response was not complete after ${timeout / 1000} s; --timeout sets another limit`
      : reasonOf(error);
    throw new InvalidArgumentException(`${shownUrl(url)} cannot be read: ${reason}.`);
  } finally {
    clearTimeout(timer);
    // Cancels a response that was not read to its end.
    abort.abort();
  }
}

async function follow(
  url: URL,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<ReceivedResponse> {
  let current = url;
  for (let count = 0; count <= REDIRECTS; count++) {
    const response = await send(current, options, signal);
    const target = redirectTarget(current, response);
    if (target === undefined) {
      const bytes = await readBytes(response, current, options.report);
      return { url: current, status: response.status, headers: response.headers, bytes };
    }
    await response.body?.cancel();
    current = target;
  }
  throw new InvalidArgumentException(
    `${shownUrl(url)} cannot be read: it redirects more than ${REDIRECTS} times.`,
  );
}

function send(url: URL, { headers = [] }: ReadOptions, signal: AbortSignal): Promise<Response> {
  const sent = new Headers({ accept: 'application/json' });
  for (const [name, value] of headers) sent.append(name, value);
  return fetch(url, { headers: sent, redirect: 'manual', signal });
}

/** Only the code, such as ECONNREFUSED: a message may quote the request. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && /^\w+$/.test(code)
    ? `the connection failed with ${code}`
    : 'the connection failed';
}

/**
 * `undefined` for any other response. Scheme, name and port of the server stay the same, but http may become https: the
 * credentials are sent to the target too.
 *
 * @throws InvalidArgumentException
 */
function redirectTarget(url: URL, { status, headers }: Response): URL | undefined {
  const location = headers.get('location');
  if (!REDIRECT_STATUSES.has(status) || location === null) return undefined;
  const target = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined;
  if (target !== undefined && isSameHost(url, target)) return target;
  const where = target === undefined ? 'an invalid URL' : `another host, ${target.origin}`;
  throw new InvalidArgumentException(
    `${shownUrl(url)} cannot be read: it redirects to ${where}. If that is meant, name that URL instead.`,
  );
}

function isSameHost(url: URL, target: URL): boolean {
  if (target.username !== '' || target.password !== '') return false;
  if (url.origin === target.origin) return true;
  const isUpgrade = url.protocol === 'http:' && target.protocol === 'https:';
  return isUpgrade && url.hostname === target.hostname && target.port === '';
}
