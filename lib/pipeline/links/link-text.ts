import { randomUUID } from 'node:crypto';
import type { LinkSettings } from './link-settings.js';
import { withCanonicalLinks, type LinkPlace } from './linked-data.js';

/**
 * Stands for the root in a JSON text. `JSON.stringify` escapes control characters, so that no data of an
 * application can contain it.
 */
const ROOT_MARK = '\u0001';

/** Stands for the root while the text is made. It never leaves the process, so no client can know it. */
const ROOT_TOKEN = randomUUID();

/**
 * The JSON text of data with links. It has no root yet: a cache entry must not have the origin of the
 * request that made it, which a client may choose.
 */
export function textOfLinked(data: unknown, place: LinkPlace, settings: LinkSettings): string {
  const text = JSON.stringify(withCanonicalLinks(data, place, settings, ROOT_TOKEN));
  return text.replaceAll(ROOT_TOKEN, ROOT_MARK);
}

/** The same text with the root of a request. */
export function insertRoot(text: string, root: string): string {
  return text.split(ROOT_MARK).join(JSON.stringify(root).slice(1, -1));
}
