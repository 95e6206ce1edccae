import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { shownUrl } from './index-location.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Where a response redirects to; `undefined` for any other response. Scheme, name and port of the server
 * stay the same, but http may become https: the credentials are sent to the target too.
 *
 * @throws InvalidArgumentException
 */
export function redirectTarget(url: URL, { status, headers }: Response): URL | undefined {
  const location = headers.get('location');
  if (!REDIRECTS.has(status) || location === null) return undefined;
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
