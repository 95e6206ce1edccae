import type { SecuritySchemes } from '../../model/permissions/security-scheme.js';
import type { OpenApiServer } from '../document/open-api-types.js';

/** What the page sends requests to, beside the application. */
export interface RequestTargets {
  readonly servers: readonly OpenApiServer[] | undefined;
  readonly securitySchemes: SecuritySchemes | undefined;
}

/** For a file that is no page: if a browser shows it, nothing in it runs or loads. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The content security policy of the page. The viewer has its scripts and styles in files, its icons in `data:`
 * URLs, and images and sounds of responses in `blob:` URLs. Requests go to the servers of the documents and to
 * the token endpoints of the security schemes only. No other page may frame it: it sends requests as its user.
 */
export function pagePolicy({ servers = [], securitySchemes = {} }: RequestTargets): string {
  const urls = [...servers.map(({ url }) => url), ...textsIn(securitySchemes)];
  const targets = new Set(urls.flatMap((url) => sourceOf(url)));
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...targets].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The source of a policy that allows a URL; none for a path, which is of the application. */
function sourceOf(url: string): readonly string[] {
  const scheme = /^https?:(?=\/\/)/i.exec(url)?.[0].toLowerCase();
  if (scheme === undefined) return [];
  // The name of a server may have variables: `https://{tenant}.example.com`.
  const host = url.slice(scheme.length + 2).split('/', 1)[0] ?? '';
  if (/[{}]/.test(host) || !URL.canParse(url)) return [scheme];
  return [new URL(url).origin];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
