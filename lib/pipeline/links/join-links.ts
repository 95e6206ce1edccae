import { InvalidArgumentException } from '../../diagnostics/invalid-argument.exception.js';
import { NullRecord } from '../../shared/null-record.js';
import type { Link, Links, StatedLinks } from './link.js';
import { madeLink } from './made-links.js';

/**
 * Adds links to others; those of a relation that has some already come last.
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
    // WordPress's order. A spread keeps `__proto__` a property like others.
    if (typeof href === 'string') return madeLink({ ...attributes, href });
  }
  throw new InvalidArgumentException(
    `A link "${rel}" is a URL, or an object with the URL in href, not ${JSON.stringify(stated)}.`,
  );
}
