/** What `Host` may say and still stand in a header of an answer: nothing that ends a URL there. */
const AUTHORITY = /^[\w.:[\]-]+$/;

/** The origin of a request; `undefined` where it names none, or one that no URL could have. */
export function originOf(scheme: string, host: string | undefined): string | undefined {
  return host !== undefined && AUTHORITY.test(host) ? `${scheme}://${host}` : undefined;
}
