import { InvalidArgumentException } from '../diagnostics/invalid-argument.exception.js';
import { logText } from '../shared/log-text.js';
import { isJsonObject, type JsonObject } from '../shared/records.js';
import { shownUrl } from './index-location.js';
import { LARGEST_DOCUMENT, type ReadOptions } from './read-options.js';

const SHOWN = 60;
/** Paths of routes are longer than other texts. */
const SHOWN_NAME = 500;

export interface DocumentReading {
  /** The document as messages name it. */
  readonly source: string;
  /** The omitted parts. */
  readonly notes: string[];
}

/** `routes["/shop/v1/books"].endpoints[0]`. Its text is created only for messages. */
export interface DocumentPlace {
  readonly within?: DocumentPlace;
  readonly key: string | number;
}

/** PHP writes an empty object as an empty list, and one whose names are 0, 1, 2 … as a list. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

/** PHP writes a list with gaps as an object. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : undefined;
}

/**
 * The same text for equal values, whatever the order of their properties. `skipped` is the name of text properties to
 * omit.
 */
export function stableJson(value: unknown, skipped?: string): string {
  return JSON.stringify(value, (key, one: unknown) => {
    if (key === skipped && typeof one === 'string') return undefined;
    if (!isJsonObject(one)) return one;
    return Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

export function noIndex(
  { source }: DocumentReading,
  place: DocumentPlace | undefined,
  expected: string,
  received: unknown,
): InvalidArgumentException {
  const where = place === undefined ? 'the document' : placeText(place);
  return new InvalidArgumentException(
    `${source} is not an index of a REST API: expected ${expected} at ${where}, received ${shown(received)}. ` +
      'WordPress serves its index at /wp-json/ and at /wp-json/<namespace>.',
  );
}

export function leaveOut(
  { notes }: DocumentReading,
  place: DocumentPlace,
  received: unknown,
): void {
  notes.push(
    `${placeText(place)} is left out: it is ${shown(received)}, which WordPress does not have there.`,
  );
}

function placeText({ within, key }: DocumentPlace): string {
  if (typeof key === 'number') return `${within === undefined ? '' : placeText(within)}[${key}]`;
  const isName = /^\w{1,40}$/.test(key);
  const name = isName ? key : `[${shown(key, SHOWN_NAME)}]`;
  if (within === undefined) return name;
  return `${placeText(within)}${isName ? '.' : ''}${name}`;
}

/** The document is foreign: its text must not control the terminal. */
function shown(value: unknown, longest = SHOWN): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) return `an object with ${namesOf(value)}`;
  const text = logText(JSON.stringify(value));
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function namesOf(value: JsonObject): string {
  const names = Object.keys(value);
  if (names.length === 0) return 'no properties';
  const first = logText(names.slice(0, 4).join(', ')).slice(0, SHOWN);
  return names.length > 4 ? `${first}, …` : first;
}

const MEBIBYTE = 1024 * 1024;

/**
 * Limits the decompressed size.
 *
 * @throws InvalidArgumentException above the limit, without reading on.
 */
export async function readBytes(
  { body }: Response,
  url: URL,
  report: ReadOptions['report'],
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Fetch yields bytes, which the type of its stream does not state.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > LARGEST_DOCUMENT) throw tooLarge(shownUrl(url));
    chunks.push(chunk);
    report?.(`Reading ${shownUrl(url)}: ${(size / MEBIBYTE).toFixed(1)} MiB`);
  }
  return Buffer.concat(chunks);
}

export function tooLarge(source: string): InvalidArgumentException {
  const limit = LARGEST_DOCUMENT / MEBIBYTE;
  return new InvalidArgumentException(
    `${source} cannot be read: it is larger than ${limit} MiB, and no index is. Name the index of one namespace, such as /wp-json/shop/v1.`,
  );
}
