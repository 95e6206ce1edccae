import type { SecurityScheme, SecuritySchemes } from '../../model/permissions/security-scheme.js';

/**
 * The `WWW-Authenticate` of a 401 by the ways in which callers identify themselves: one challenge for each
 * scheme of HTTP among them. `undefined` where there is none, as for keys and cookies.
 *
 * @example
 * challengesOf({ token: { type: 'oauth2' }, login: { type: 'http', scheme: 'basic' } }, 'acme');
 * // 'Bearer, Basic realm="acme"'
 *
 * @see RFC 9110, 11.6.1; RFC 6750, 3; RFC 7617, 2
 */
export function challengesOf(schemes: SecuritySchemes, realm: string): string | undefined {
  const challenges = Object.values(schemes).map((scheme) => challengeOfScheme(scheme, realm));
  const known = new Set(challenges.filter((challenge) => challenge !== undefined));
  return known.size === 0 ? undefined : [...known].join(', ');
}

/** Other schemes of HTTP, such as `digest`, need parameters that are made for each response. */
function challengeOfScheme({ type, scheme }: SecurityScheme, realm: string): string | undefined {
  if (type === 'oauth2' || type === 'openIdConnect') return 'Bearer';
  if (type !== 'http' || typeof scheme !== 'string') return undefined;
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return 'Bearer';
    case 'basic':
      return `Basic realm="${realm.replace(/["\\]/g, '\\$&')}", charset="UTF-8"`;
    default:
      return undefined;
  }
}
