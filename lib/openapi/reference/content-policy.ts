import { createHash } from 'node:crypto';
import type { SecuritySchemes } from '../../model/permissions/security-scheme.js';
import type { OpenApiServer } from '../document/open-api-types.js';
import type { ViewerFile } from './viewer.js';

/** What the page loads, and what it sends requests to beside the application. */
export interface PageParts {
  readonly files: ReadonlyMap<string, ViewerFile>;
  readonly servers: readonly OpenApiServer[] | undefined;
  readonly securitySchemes: SecuritySchemes | undefined;
}

/** For a file that is no page: if a browser shows it, nothing in it runs or loads. */
export const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The content security policy of the page. The viewer has its scripts in files, its icons in `data:` URLs, and
 * images and sounds of responses in `blob:` URLs. Requests go to the servers of the documents and to the token
 * endpoints of the security schemes only. No other page may frame it: it sends requests as its user.
 */
export function pagePolicy({ files, servers = [], securitySchemes = {} }: PageParts): string {
  const urls = [...servers.map(({ url }) => url), ...textsIn(securitySchemes)];
  const targets = new Set(urls.flatMap((url) => sourceOf(url)));
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleHashes(files)].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    ["connect-src 'self'", ...targets].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The viewer creates an element `style` for its logo. A policy allows such an element by its hash. */
function styleHashes(files: PageParts['files']): readonly string[] {
  return [...files.values()].flatMap(({ body }) =>
    [...body.matchAll(/createElement\("style",null,"([^"\\]*)"\)/g)].map(([, style = '']) => {
      const hash = createHash('sha256').update(style).digest('base64');
      return `'sha256-${hash}'`;
    }),
  );
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
