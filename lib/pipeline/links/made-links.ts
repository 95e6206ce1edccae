import { isObject } from '../../shared/is-object.js';
import { NullRecord } from '../../shared/null-record.js';
import type { Link, Links } from './link.js';

/** On links that `withLinks` and `link` have made; what JSON has contains no symbols. */
const MADE = Symbol.for('nestjs-rest-routes.link');

/** Marks a link. The mark is not enumerable: a copy that the application makes is data of the application. */
export function madeLink(link: Link): Link {
  return Object.defineProperty(link, MADE, { value: true });
}

/**
 * The links of a value of `_links` that `withLinks` and `link` have made; `undefined` where there are none. A
 * value that looks like links may be a row of a database: what it says may not leave by its form.
 */
export function madeLinks(value: unknown): Links | undefined {
  if (!isObject(value)) return undefined;
  const kept = new NullRecord<readonly Link[]>();
  for (const [rel, list] of Object.entries(value)) {
    // Not the list itself, which may have a `toJSON` of its own.
    const links = Array.isArray(list) ? Array.from(list as readonly unknown[]).filter(isMade) : [];
    if (links.length > 0) kept[rel] = links;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function isMade(link: unknown): link is Link {
  return isObject(link) && Object.hasOwn(link, MADE);
}

/**
 * Puts the links that `withLinks` has made into the copy that a serializer has made of the same data. Without
 * recursion, as the data may have any depth.
 */
export function keepMadeLinks(given: unknown, copy: unknown): void {
  const left: (readonly [given: unknown, copy: unknown])[] = [[given, copy]];
  const known = new Set<unknown>();
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [from, to] = next;
    if (!isObject(from) || !isObject(to) || from === to || known.has(to)) continue;
    known.add(to);
    for (const [key, part] of Object.entries(to)) {
      // Not an accessor of the application, which has been read.
      const source: unknown = Object.getOwnPropertyDescriptor(from, key)?.value;
      if (isMade(source)) Reflect.set(to, key, source);
      else left.push([source, part]);
    }
  }
}
