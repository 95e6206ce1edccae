import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { isObject, NullRecord } from '../../shared/records.js';

/**
 * The attributes of a link, besides its `href`. Any JSON is allowed; these have a meaning.
 *
 * @see RFC 8288, 3.4, and WordPress's `WP_REST_Response::add_link`.
 */
export interface LinkAttributes {
  /** Whether `_embed` fetches the resource and puts it into `_embedded`. */
  readonly embeddable?: boolean;
  /** A text for people. */
  readonly title?: string;
  /** Hints for the client about the resource; `allow` lists the methods that this caller may use. */
  readonly targetHints?: { readonly allow?: readonly string[] };
  readonly [name: string]: unknown;
}

/** One link, as it is in `_links`. */
export interface Link extends LinkAttributes {
  /** A URL; one that begins with a single `/` is relative to the API. */
  readonly href: string;
}

/** Whether a URL is relative to the API. `//example.com` is a URL of another origin. */
export function isBelowRoot(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//');
}

/** Links by relation, in the form of WordPress's `_links`. */
export type Links = Readonly<Record<string, readonly Link[]>>;

/** Links by relation, the argument of `withLinks`: a URL, a link with attributes, or a list of them. */
export type StatedLinks = Readonly<
  Record<string, string | Link | readonly (string | Link)[] | undefined>
>;

/** A value with its links; without `_links` if it has none. */
export type Linked<T> = T & { readonly _links?: Links };

/** Set on links that `withLinks` and `link` have made; data from JSON contain no symbols. */
const MADE = Symbol.for('nestjs-rest-routes.link');

/** Marks a link. The mark is not enumerable: a copy that the application makes is data of the application. */
function madeLink(link: Link): Link {
  return Object.defineProperty(link, MADE, { value: true });
}

/**
 * The links of a value of `_links` that `withLinks` and `link` have made; `undefined` if there are none. A value that
 * looks like links may be a row of a database, and its form must not decide that it is sent.
 */
export function madeLinks(value: unknown): Links | undefined {
  if (!isObject(value)) return undefined;
  const kept = new NullRecord<readonly Link[]>();
  for (const [rel, list] of Object.entries(value)) {
    // This does not read the list itself, which may have its own `toJSON`.
    const links = Array.isArray(list) ? Array.from(list as readonly unknown[]).filter(isMade) : [];
    if (links.length > 0) kept[rel] = links;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function isMade(link: unknown): link is Link {
  return isObject(link) && Object.hasOwn(link, MADE);
}

/**
 * Puts the links that `withLinks` has made into the copy that a serializer has made of the same data. It does not use
 * recursion, because the data may have any depth.
 */
export function keepMadeLinks(given: unknown, copy: unknown): void {
  const left: (readonly [given: unknown, copy: unknown])[] = [[given, copy]];
  const known = new Set<unknown>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [from, to] = next;
    if (!isObject(from) || !isObject(to) || from === to || known.has(to)) continue;
    known.add(to);
    for (const [key, part] of Object.entries(to)) {
      // This does not call an accessor of the application, because it was called before.
      const source: unknown = Object.getOwnPropertyDescriptor(from, key)?.value;
      if (isMade(source)) Reflect.set(to, key, source);
      else left.push([source, part]);
    }
  }
}

/**
 * Adds links to others; links of an existing relation are added at its end.
 *
 * @throws InvalidArgumentException on a link without a URL.
 */
export function joinLinks(others: unknown, stated: StatedLinks): Links {
  const joined = new NullRecord<readonly Link[]>();
  if (typeof others === 'object') Object.assign(joined, others);
  for (const [rel, some] of Object.entries(stated)) {
    const links = [some ?? []].flat().map((link) => checkedLink(rel, link));
    const known: unknown = joined[rel];
    if (links.length > 0) joined[rel] = [...(Array.isArray(known) ? known : []), ...links];
  }
  return joined;
}

function checkedLink(rel: string, stated: unknown): Link {
  const link = typeof stated === 'string' ? { href: stated } : stated;
  if (typeof link === 'object' && link !== null && 'href' in link) {
    const { href, ...attributes } = link as Link;
    // The order of WordPress. A spread keeps `__proto__` an ordinary property.
    if (typeof href === 'string') return madeLink({ ...attributes, href });
  }
  throw new InvalidArgumentException(
    `A link "${rel}" is a URL, or an object with the URL in href, not ${JSON.stringify(stated)}.`,
  );
}
