import { randomUUID } from 'node:crypto';
import type { LinkSettings } from './link-settings.js';
import { withCanonicalLinks, type LinkPlace } from './linked-data.js';

/**
 * Stand in a JSON text for the root, and for the hints behind a `self` link. `JSON.stringify` escapes control
 * characters, so that no data of an application can contain them.
 */
const ROOT_MARK = '\u0001';
const HINTS_MARK = '\u0002';

/** Stand for them while the text is made. They never leave the process, so no client can know them. */
const ROOT_TOKEN = randomUUID();
const HINTS_TOKEN = randomUUID();

/**
 * The JSON text of data with links. It has no root yet, and no hints: a cache entry must not have the origin
 * of the request that made it, which a client may choose, nor the permissions of its caller.
 */
export function textOfLinked(
  data: unknown,
  place: LinkPlace,
  { curies, hasTargetHints }: LinkSettings,
): string {
  const hintsOf = hasTargetHints ? () => HINTS_TOKEN : undefined;
  const linked = withCanonicalLinks(data, place, { curies, root: ROOT_TOKEN, hintsOf });
  const text = JSON.stringify(linked).replaceAll(ROOT_TOKEN, ROOT_MARK);
  return hasTargetHints ? text.replaceAll(`,"targetHints":"${HINTS_TOKEN}"`, HINTS_MARK) : text;
}

/** Whether a text has places for hints. */
export function hasHintPlaces(text: string): boolean {
  return text.includes(HINTS_MARK);
}

/** The hrefs of the links that a text has places for hints behind, in their order. */
export function hintedHrefsOf(text: string): readonly string[] {
  return text
    .split(HINTS_MARK)
    .slice(0, -1)
    .map((part) => JSON.parse(`"${part.slice(part.lastIndexOf(ROOT_MARK) + 1)}`) as string);
}

/** The same text with hints in their places; `undefined` for none. */
export function insertHints(text: string, hints: readonly (object | undefined)[]): string {
  const [first = '', ...parts] = text.split(HINTS_MARK);
  const inserted = parts.map((part, at) => {
    const one = hints[at];
    return one === undefined ? part : `,"targetHints":${JSON.stringify(one)}${part}`;
  });
  return first + inserted.join('');
}

/** The same text with the root of a request. */
export function insertRoot(text: string, root: string): string {
  return text.split(ROOT_MARK).join(JSON.stringify(root).slice(1, -1));
}
