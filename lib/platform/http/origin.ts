/** The values of `Host` that may become part of a response header: nothing in them ends a URL. */
const AUTHORITY = /^[\w.:[\]-]+$/;

/** The values of `X-Forwarded-Proto` that are accepted from a trusted proxy; others could end the URL. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/** The origin of a request; `undefined` where it names none, or one that no URL can have. */
export type OriginOf = (scheme: string, host: string | undefined) => string | undefined;

interface KnownOrigin {
  readonly scheme: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/** Keeps the last origin: nearly all requests have that of the request before. */
export function createOriginOf(): OriginOf {
  let last: KnownOrigin = { scheme: '', host: undefined, origin: undefined };
  return (scheme, host) => {
    if (host !== last.host || scheme !== last.scheme) {
      last = { scheme, host, origin: formatOrigin(scheme, host) };
    }
    return last.origin;
  };
}

function formatOrigin(scheme: string, host: string | undefined): string | undefined {
  const isOrigin = host !== undefined && AUTHORITY.test(host) && SCHEMES.has(scheme);
  return isOrigin ? `${scheme}://${host}` : undefined;
}
