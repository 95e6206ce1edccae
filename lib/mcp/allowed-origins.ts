/** The origins of web pages that may send requests. */
export interface AllowedOrigins {
  /** As browsers send them: `https://chat.example.com`. */
  readonly exact: ReadonlySet<string>;
  /** Without their port: any is allowed. */
  readonly withAnyPort: ReadonlySet<string>;
  /** The schemes of browser extensions, whose hosts are their identifiers: `moz-extension:`. */
  readonly schemes: ReadonlySet<string>;
}

/** Pages on the same machine: they are under development, so their ports are not known. */
export const LOCAL_ORIGINS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'].flatMap(
  (host) => [`http://${host}:*`, `https://${host}:*`],
);

const ANY_PORT = /^(https?:\/\/[^*]+):\*$/;

const ANY_HOST = /^([a-z][a-z\d+.-]*:)\/\/\*$/;

/**
 * Reads the origins that an application states.
 *
 * @returns The first text that no browser sends as an origin.
 */
export function readOrigins(
  stated: readonly unknown[],
): AllowedOrigins | { readonly not: unknown } {
  const exact = new Set<string>();
  const withAnyPort = new Set<string>();
  const schemes = new Set<string>();
  for (const origin of stated) {
    if (typeof origin !== 'string') return { not: origin };
    const [, withoutPort] = ANY_PORT.exec(origin) ?? [];
    const [, scheme] = ANY_HOST.exec(origin) ?? [];
    if (scheme !== undefined && !isOfWeb(scheme)) schemes.add(scheme);
    else if (withoutPort !== undefined && hostOf(withoutPort) === withoutPort) {
      withAnyPort.add(withoutPort);
    } else if (isOrigin(origin)) exact.add(origin);
    else return { not: origin };
  }
  return { exact, withAnyPort, schemes };
}

/**
 * Whether a request may come from a page with this origin: scheme, host and port are compared as they are sent. Clients
 * that are not browsers send no origin.
 *
 * @see RFC 6454, 7; Model Context Protocol, Transports, Security Warning
 */
export function isAllowedOrigin(
  origin: string | readonly string[] | undefined,
  { exact, withAnyPort, schemes }: AllowedOrigins,
): boolean {
  if (origin === undefined) return true;
  if (typeof origin !== 'string') return false;
  if (exact.has(origin)) return true;
  if (!isOrigin(origin)) return false;
  const { protocol } = new URL(origin);
  return isOfWeb(protocol) ? withAnyPort.has(hostOf(origin)) : schemes.has(protocol);
}

/** Scheme and host of an origin. */
function hostOf(origin: string): string {
  if (!URL.canParse(origin)) return '';
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}`;
}

/** Whether a browser sends a text as an origin: no path, no user, no default port, and a host in its one spelling. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { protocol, origin, host } = new URL(text);
  if (isOfWeb(protocol)) return origin === text;
  return /^[\w.-]+$/.test(host) && text === `${protocol}//${host}`;
}

function isOfWeb(protocol: string): boolean {
  return protocol === 'http:' || protocol === 'https:';
}
