/** What `Host` may say and still stand in a header of a response: nothing that ends a URL there. */
const AUTHORITY = /^[\w.:[\]-]+$/;

/** What a trusted proxy may say in `X-Forwarded-Proto`; anything else could end the URL too. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https']);

/** The origin of a request; `undefined` where it names none, or one that no URL could have. */
export type OriginOf = (scheme: string, host: string | undefined) => string | undefined;

/** Nearly all requests come by the origin of the one before, which is not written again for them. */
export function createOriginOf(): OriginOf {
  let last: {
    readonly scheme: string;
    readonly host: string | undefined;
    readonly origin: string | undefined;
  } = {
    scheme: '',
    host: undefined,
    origin: undefined,
  };
  return (scheme, host) => {
    if (host !== last.host || scheme !== last.scheme) {
      const isOrigin = host !== undefined && AUTHORITY.test(host) && SCHEMES.has(scheme);
      last = { scheme, host, origin: isOrigin ? `${scheme}://${host}` : undefined };
    }
    return last.origin;
  };
}
